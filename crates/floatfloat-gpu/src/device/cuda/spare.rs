//! Memory that is kept for the next allocation of the same size. The driver takes a tenth of a millisecond and more to allocate
//! memory, and waits for the device to free it.

use cudarc::driver::{result, sys::CUdeviceptr};

/// The most bytes that are kept.
const MOST: usize = 1 << 30;

/// Memory of a context that nobody uses.
#[derive(Default)]
pub(super) struct Spare {
    /// The least recently used first.
    kept: Vec<(usize, CUdeviceptr)>,
    bytes: usize,
}

impl Spare {
    /// Memory of this size, if there is some.
    pub fn take(&mut self, size: usize) -> Option<CUdeviceptr> {
        let place = self.kept.iter().rposition(|&(kept, _)| kept == size)?;
        self.bytes -= size;
        Some(self.kept.remove(place).1)
    }

    /// Keeps memory for later, instead of the least recently used if that is too much.
    ///
    /// # Safety
    /// The caller owns the memory, of this size, in the context that is current, and this is the spare memory of that context.
    pub unsafe fn put(&mut self, size: usize, pointer: CUdeviceptr) {
        self.kept.push((size, pointer));
        self.bytes += size;
        while self.bytes > MOST {
            let (size, pointer) = self.kept.remove(0);
            self.bytes -= size;
            free(pointer);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Frees all of it. The context is current.
    pub fn free(&mut self) {
        self.kept.drain(..).for_each(|(_, pointer)| free(pointer));
        self.bytes = 0;
    }
}

fn free(pointer: CUdeviceptr) {
    // SAFETY: [`Spare::put`] received the memory of the context that is current. A failure means that the context was lost, and its
    // memory with it.
    let _ = unsafe { result::free_sync(pointer) };
}
