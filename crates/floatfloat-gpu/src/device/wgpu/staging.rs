//! Memory through which bytes go to the device.
//!
//! wgpu allocates memory for bytes that it uploads, and gives up the whole device if no memory is
//! left. Therefore upload buffers are allocated when the device is opened, and are reused. While
//! there is memory, more buffers are allocated, so that a copy need not wait until the copy before
//! it has finished.

use super::kernel::scoped_now;
use std::{
    collections::VecDeque,
    sync::mpsc::{Receiver, sync_channel},
};
use wgpu::{
    Buffer, BufferAsyncError, BufferDescriptor, BufferUsages, Device, Error, MapMode,
    SubmissionIndex,
};

/// The bytes that are copied at a time. Staging memory takes this times the number of copies on
/// their way.
pub(super) const CHUNK: usize = 8 << 20;

/// Buffers of one size that the host writes and from which the device copies.
pub(super) struct Staging {
    size: u64,
    most: usize,
    /// Buffers that are mapped and can be written.
    free: Vec<Buffer>,
    /// Buffers from which submissions copy, oldest first.
    busy: VecDeque<Busy>,
}

struct Busy {
    buffer: Buffer,
    submission: SubmissionIndex,
    mapped: Receiver<Result<(), BufferAsyncError>>,
}

/// The result of [`Staging::take`].
pub(super) enum Taken {
    /// A buffer that can be written.
    Ready(Buffer),
    /// No buffer is free before this submission has finished. Then call [`Staging::reclaim`].
    After(SubmissionIndex),
}

impl Staging {
    /// Allocates one buffer at once, and later up to `most`.
    pub(super) fn new(device: &Device, size: u64, most: usize) -> Result<Self, Error> {
        let free = vec![create(device, size)?];
        Ok(Staging { size, most, free, busy: VecDeque::new() })
    }

    /// A buffer that can be written. It must be [given back](Self::give) with the submission that
    /// copies from it.
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

    /// Takes back the buffer of the oldest submission, which must have finished.
    pub(super) fn reclaim(&mut self) {
        if let Some(oldest) = self.busy.pop_front()
            && let Ok(Ok(())) = oldest.mapped.try_recv()
        {
            self.free.push(oldest.buffer);
        }
    }

    /// Gives back a buffer from which this submission copies.
    pub(super) fn give(&mut self, buffer: Buffer, submission: SubmissionIndex) {
        let (sender, mapped) = sync_channel(1);
        buffer.map_async(MapMode::Write, .., move |result| {
            // Nobody receives this if the device was dropped.
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

/// Writes the beginning of a buffer, which the device may then use. Returns whether this worked.
pub(super) fn fill(buffer: &Buffer, bytes: &[u8]) -> bool {
    let Ok(mut view) = buffer.get_mapped_range_mut(..bytes.len() as u64) else { return false };
    view.copy_from_slice(bytes);
    drop(view);
    buffer.unmap();
    true
}

/// A buffer through which a chunk comes to the host.
pub(super) fn download_buffer(device: &Device) -> Buffer {
    unmapped(device, "download", CHUNK as u64, BufferUsages::COPY_DST | BufferUsages::MAP_READ)
}

/// A buffer that is not mapped when it is created.
pub(super) fn unmapped(
    device: &Device,
    label: &'static str,
    size: u64,
    usage: BufferUsages,
) -> Buffer {
    let label = Some(label);
    device.create_buffer(&BufferDescriptor { label, size, usage, mapped_at_creation: false })
}
