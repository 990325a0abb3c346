//! Copies between the host and the device.

use super::{
    kernel::scoped_now,
    queue::Queue,
    staging::{CHUNK, download_buffer},
};
use crate::error::Error;
use futures_channel::oneshot::{Receiver, channel};
use std::collections::VecDeque;
use wgpu::{Buffer, MapMode, SubmissionIndex};

/// The number of chunks on their way to the host at a time.
const DEPTH: usize = 2;

/// wgpu copies whole multiples of this many bytes.
const ALIGNMENT: usize = wgpu::COPY_BUFFER_ALIGNMENT as usize;

/// A chunk on its way to the host.
pub(super) struct Chunk<'a> {
    staging: Buffer,
    pub(super) submission: SubmissionIndex,
    pub(super) mapped: Mapped,
    to: &'a mut [u8],
}

/// Receives whether the memory could be mapped for reading.
type Mapped = Receiver<Result<(), wgpu::BufferAsyncError>>;

impl Queue {
    /// Copies `bytes` to the beginning of a buffer. The rest of the buffer does not change.
    pub(super) fn write(&mut self, buffer: &Buffer, bytes: &[u8]) -> Result<(), Error> {
        let whole = bytes.len() - bytes.len() % ALIGNMENT;
        let (bytes, rest) = bytes.split_at(whole);
        for (index, chunk) in bytes.chunks(CHUNK).enumerate() {
            self.upload(buffer, (index * CHUNK) as u64, chunk)?;
        }
        if !rest.is_empty() {
            let mut word = [0; ALIGNMENT];
            self.read_from(buffer, whole as u64, &mut word)?;
            word[..rest.len()].copy_from_slice(rest);
            self.upload(buffer, whole as u64, &word)?;
        }
        Ok(())
    }

    /// Copies from the beginning of a buffer.
    pub(super) fn download(&mut self, buffer: &Buffer, bytes: &mut [u8]) -> Result<(), Error> {
        self.read_from(buffer, 0, bytes)
    }

    fn read_from(&mut self, buffer: &Buffer, offset: u64, bytes: &mut [u8]) -> Result<(), Error> {
        self.flush()?;
        let mut under_way = VecDeque::with_capacity(DEPTH);
        for (index, to) in bytes.chunks_mut(CHUNK).enumerate() {
            if under_way.len() == DEPTH {
                under_way.pop_front().map_or(Ok(()), |chunk| self.receive(chunk))?;
            }
            let staging = match self.download_staging() {
                Ok(staging) => staging,
                // If memory is short, the chunks are copied one after the other.
                Err(error) => {
                    self.receive(under_way.pop_front().ok_or(error)?)?;
                    self.download_staging()?
                }
            };
            let from = offset + (index * CHUNK) as u64;
            under_way.push_back(self.request(buffer, from, to, staging)?);
        }
        under_way.into_iter().try_for_each(|chunk| self.receive(chunk))?;
        self.check()
    }

    /// A buffer that receives a chunk.
    fn download_staging(&mut self) -> Result<Buffer, Error> {
        if let Some(staging) = self.downloads.pop() {
            return Ok(staging);
        }
        scoped_now(self.device(), || download_buffer(self.device()))
            .map_err(|error| self.explain(self.faults().typed(error, CHUNK as u64)))
    }

    /// Starts the copy of a chunk of at most [`CHUNK`] bytes to the host, after everything
    /// collected so far.
    pub(super) fn request_chunk<'a>(
        &mut self,
        buffer: &Buffer,
        offset: u64,
        to: &'a mut [u8],
    ) -> Result<Chunk<'a>, Error> {
        self.flush()?;
        let staging = self.download_staging()?;
        self.request(buffer, offset, to, staging)
    }

    /// Starts the copy of a chunk to the host.
    fn request<'a>(
        &mut self,
        buffer: &Buffer,
        offset: u64,
        to: &'a mut [u8],
        staging: Buffer,
    ) -> Result<Chunk<'a>, Error> {
        let size = to.len().next_multiple_of(ALIGNMENT) as u64;
        let mut encoder = self.device().create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(buffer, offset, &staging, 0, size);
        let submission = self.submit(encoder)?;
        let (sender, mapped) = channel();
        staging.map_async(MapMode::Read, ..size, move |result| {
            // Nobody receives this if an earlier chunk failed.
            let _ = sender.send(result);
        });
        Ok(Chunk { staging, submission, mapped, to })
    }

    /// Waits for a chunk and copies its contents.
    fn receive(&mut self, mut chunk: Chunk<'_>) -> Result<(), Error> {
        self.wait(Some(chunk.submission.clone()))?;
        let mapped = matches!(chunk.mapped.try_recv(), Ok(Some(Ok(()))));
        self.copy_out(chunk, mapped)
    }

    /// Copies the contents of a chunk. `mapped` says whether it has arrived.
    pub(super) fn copy_out(&mut self, chunk: Chunk<'_>, mapped: bool) -> Result<(), Error> {
        let size = chunk.to.len().next_multiple_of(ALIGNMENT) as u64;
        let view = if mapped { chunk.staging.get_mapped_range(..size).ok() } else { None };
        let Some(view) = view else {
            return Err(self.explain(self.faults().failed("memory could not be read")));
        };
        chunk.to.copy_from_slice(&view[..chunk.to.len()]);
        drop(view);
        chunk.staging.unmap();
        self.downloads.push(chunk.staging);
        Ok(())
    }
}
