//! Memory through which bytes go to the device.
//!
//! wgpu allocates memory for bytes that it uploads, and gives up the whole device where
//! there is none left. Therefore upload buffers are allocated when the device is opened, and
//! used again and again. More are allocated while there is memory, so that a copy need not wait
//! until the one before it has finished.

use super::kernel::scoped_now;
use std::{
    collections::VecDeque,
    sync::mpsc::{Receiver, sync_channel},
};
use wgpu::{
    Buffer, BufferAsyncError, BufferDescriptor, BufferUsages, Device, Error, MapMode,
    SubmissionIndex,
};

/// Bytes copied at a time: what staging memory costs, times the copies on their way.
pub(super) const CHUNK: usize = 8 << 20;

/// Buffers of one size that the host writes and the device copies from.
pub(super) struct Staging {
    size: u64,
    most: usize,
    /// Mapped, to be written.
    free: Vec<Buffer>,
    /// Copied from by submissions, oldest first.
    busy: VecDeque<Busy>,
}

struct Busy {
    buffer: Buffer,
    submission: SubmissionIndex,
    mapped: Receiver<Result<(), BufferAsyncError>>,
}

/// What [`Staging::take`] has.
pub(super) enum Taken {
    /// A buffer to be written.
    Ready(Buffer),
    /// Nothing before this submission has finished; then [`Staging::reclaim`] it.
    After(SubmissionIndex),
}

impl Staging {
    /// Has one buffer at once, and at most `most`.
    pub(super) fn new(device: &Device, size: u64, most: usize) -> Result<Self, Error> {
        let free = vec![create(device, size)?];
        Ok(Staging { size, most, free, busy: VecDeque::new() })
    }

    /// A buffer to be written, [given back](Self::give) with the submission that copies from it.
    pub(super) fn take(&mut self, device: &Device) -> Result<Taken, Error> {
        while self.busy.front().is_some_and(|oldest| match oldest.mapped.try_recv() {
            Ok(Ok(())) => {
                self.free.push(oldest.buffer.clone());
                true
            }
            Ok(Err(_)) => true,
            Err(_) => false,
        }) {
            self.busy.pop_front();
        }
        if let Some(buffer) = self.free.pop() {
            return Ok(Taken::Ready(buffer));
        }
        let oldest = self.busy.front().map(|oldest| oldest.submission.clone());
        match oldest {
            Some(oldest) if self.busy.len() == self.most => Ok(Taken::After(oldest)),
            Some(oldest) => {
                Ok(create(device, self.size).map_or(Taken::After(oldest), Taken::Ready))
            }
            None => create(device, self.size).map(Taken::Ready),
        }
    }

    /// Takes back the buffer of the oldest submission, which has finished.
    pub(super) fn reclaim(&mut self) {
        if let Some(oldest) = self.busy.pop_front()
            && let Ok(Ok(())) = oldest.mapped.try_recv()
        {
            self.free.push(oldest.buffer);
        }
    }

    /// Gives a buffer back that this submission copies from.
    pub(super) fn give(&mut self, buffer: Buffer, submission: SubmissionIndex) {
        let (sender, mapped) = sync_channel(1);
        buffer.map_async(MapMode::Write, .., move |result| {
            // Nobody listens any more where the device was dropped.
            let _ = sender.send(result);
        });
        self.busy.push_back(Busy { buffer, submission, mapped });
    }
}

fn create(device: &Device, size: u64) -> Result<Buffer, Error> {
    let descriptor = BufferDescriptor {
        label: Some("staging"),
        size,
        usage: BufferUsages::MAP_WRITE | BufferUsages::COPY_SRC,
        mapped_at_creation: true,
    };
    scoped_now(device, || device.create_buffer(&descriptor))
}

/// Writes the beginning of a buffer, which the device may then use. Whether that worked.
pub(super) fn fill(buffer: &Buffer, bytes: &[u8]) -> bool {
    let Ok(mut view) = buffer.get_mapped_range_mut(..bytes.len() as u64) else { return false };
    view.copy_from_slice(bytes);
    drop(view);
    buffer.unmap();
    true
}

/// A buffer through which a chunk comes to the host.
pub(super) fn download_buffer(device: &Device) -> Buffer {
    device.create_buffer(&BufferDescriptor {
        label: Some("download"),
        size: CHUNK as u64,
        usage: BufferUsages::COPY_DST | BufferUsages::MAP_READ,
        mapped_at_creation: false,
    })
}
