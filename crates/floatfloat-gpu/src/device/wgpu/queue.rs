//! Work on its way to the device: it is collected, submitted in batches, waited for and timed.

mod clock;

use super::{
    BROWSER,
    faults::Faults,
    kernel::scoped_now,
    staging::{self, CHUNK, Staging, Taken, unmapped},
};
use crate::{backend::UNWRITTEN, error::Error};
use clock::{Clock, STAMPS, TIMED};
use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};
use wgpu::{
    BindGroup, Buffer, BufferUsages, CommandEncoder, ComputePassDescriptor,
    ComputePassTimestampWrites, ComputePipeline, Device, PollType, SubmissionIndex,
};

/// The number of launches in one submission. The callers keep each launch under 100 ms, and some
/// systems end a submission that takes two seconds.
const BATCH: usize = 16;

/// The number of submissions on their way at a time, so that neither memory nor waiting grows
/// without bound.
const IN_FLIGHT: usize = 4;

/// The time after which work is given up that should take at most some seconds.
const PATIENCE: Duration = Duration::from_secs(120);

/// The bytes of the pattern from which new buffers are filled.
const PATTERN: u64 = 1 << 20;

/// The bytes of new buffers that may wait to be filled.
const UNFILLED: u64 = 32 << 20;

/// A launch that waits to be submitted.
pub(super) struct Dispatch {
    pub(super) pipeline: ComputePipeline,
    /// The bind groups before the last.
    pub(super) others: Vec<BindGroup>,
    pub(super) bind_group: BindGroup,
    pub(super) groups: [u32; 2],
    pub(super) arguments: [u32; 8],
}

/// The queue of a device, with work that is not submitted yet.
pub(super) struct Queue {
    device: Device,
    queue: wgpu::Queue,
    faults: Arc<Faults>,
    /// New buffers that are filled with [`UNWRITTEN`] before the dispatches.
    unfilled: Vec<Buffer>,
    dispatches: Vec<Dispatch>,
    in_flight: VecDeque<SubmissionIndex>,
    pattern: Buffer,
    /// The arguments of a batch, `slot` bytes apart.
    arguments: Buffer,
    slot: u32,
    argument_staging: Staging,
    uploads: Staging,
    /// Free buffers that receive bytes from the device.
    pub(super) downloads: Vec<Buffer>,
    clock: Option<Clock>,
}

impl Queue {
    /// Allocates everything that is needed later, since memory may be short then.
    pub(super) fn new(
        device: &Device,
        queue: wgpu::Queue,
        faults: &Arc<Faults>,
    ) -> Result<Self, Error> {
        let slot = 32u32.next_multiple_of(device.limits().min_uniform_buffer_offset_alignment);
        let slots = u64::from(slot) * BATCH as u64;
        let buffer = |label, size, usage| unmapped(device, label, size, usage);
        let made = scoped_now(device, || {
            let pattern =
                buffer("pattern", PATTERN, BufferUsages::COPY_SRC | BufferUsages::COPY_DST);
            let arguments =
                buffer("arguments", slots, BufferUsages::UNIFORM | BufferUsages::COPY_DST);
            let downloads = vec![staging::download_buffer(device)];
            (pattern, arguments, downloads, Clock::new(device))
        });
        let typed = |error| faults.typed(error, 0);
        let (pattern, arguments, downloads, clock) = made.map_err(typed)?;
        let mut queue = Queue {
            device: device.clone(),
            queue,
            faults: Arc::clone(faults),
            unfilled: Vec::new(),
            dispatches: Vec::new(),
            in_flight: VecDeque::new(),
            pattern: pattern.clone(),
            arguments,
            slot,
            argument_staging: Staging::new(device, slots, IN_FLIGHT + 1).map_err(typed)?,
            uploads: Staging::new(device, CHUNK as u64, IN_FLIGHT).map_err(typed)?,
            downloads,
            clock,
        };
        let words = vec![UNWRITTEN; (PATTERN / 4) as usize];
        queue.upload(&pattern, 0, bytemuck::cast_slice(&words))?;
        Ok(queue)
    }

    /// The buffer in which launches find their arguments, at a dynamic offset.
    pub(super) fn arguments(&self) -> &Buffer {
        &self.arguments
    }

    /// Ensures that a new buffer is filled with [`UNWRITTEN`] before it is used.
    pub(super) fn fill(&mut self, buffer: Buffer) -> Result<(), Error> {
        self.unfilled.push(buffer);
        let bytes: u64 = self.unfilled.iter().map(Buffer::size).sum();
        if self.unfilled.len() >= BATCH || bytes > UNFILLED { self.flush() } else { Ok(()) }
    }

    pub(super) fn push(&mut self, dispatch: Dispatch) -> Result<(), Error> {
        self.dispatches.push(dispatch);
        if self.dispatches.len() >= BATCH { self.flush() } else { Ok(()) }
    }

    /// Submits the collected work.
    pub(super) fn flush(&mut self) -> Result<(), Error> {
        if self.unfilled.is_empty() && self.dispatches.is_empty() {
            return Ok(());
        }
        let arguments = self.stage_arguments()?;
        let mut encoder = self.device.create_command_encoder(&Default::default());
        for buffer in self.unfilled.drain(..) {
            for begin in (0..buffer.size()).step_by(PATTERN as usize) {
                let bytes = PATTERN.min(buffer.size() - begin);
                encoder.copy_buffer_to_buffer(&self.pattern, 0, &buffer, begin, bytes);
            }
        }
        if let Some(arguments) = &arguments {
            encoder.copy_buffer_to_buffer(arguments, 0, &self.arguments, 0, arguments.size());
        }
        if !self.dispatches.is_empty() {
            self.encode_dispatches(&mut encoder);
        }
        let submission = self.submit(encoder)?;
        if let Some(arguments) = arguments {
            self.argument_staging.give(arguments, submission);
        }
        let full = self.clock.as_ref().is_some_and(|clock| clock.waiting == TIMED);
        if full { self.read_clock() } else { Ok(()) }
    }

    /// The arguments of the collected work in a buffer from which the device can copy, if the
    /// device must copy them.
    fn stage_arguments(&mut self) -> Result<Option<Buffer>, Error> {
        if self.dispatches.is_empty() {
            return Ok(None);
        }
        let mut arguments = vec![0u8; self.slot as usize * self.dispatches.len()];
        for (slot, dispatch) in arguments.chunks_mut(self.slot as usize).zip(&self.dispatches) {
            slot[..32].copy_from_slice(bytemuck::bytes_of(&dispatch.arguments));
        }
        if BROWSER {
            self.queue.write_buffer(&self.arguments, 0, &arguments);
            return Ok(None);
        }
        self.stage(&arguments, |queue| &mut queue.argument_staging).map(Some)
    }

    fn encode_dispatches(&mut self, encoder: &mut CommandEncoder) {
        let clock = self.clock.as_mut().filter(|clock| clock.timings > 0);
        let timestamp_writes = clock.as_ref().map(|clock| ComputePassTimestampWrites {
            query_set: &clock.queries,
            beginning_of_pass_write_index: Some(0),
            end_of_pass_write_index: Some(1),
        });
        let mut pass =
            encoder.begin_compute_pass(&ComputePassDescriptor { label: None, timestamp_writes });
        for (index, dispatch) in self.dispatches.drain(..).enumerate() {
            pass.set_pipeline(&dispatch.pipeline);
            for (group, bound) in (0..).zip(&dispatch.others) {
                pass.set_bind_group(group, bound, &[]);
            }
            let last = dispatch.others.len() as u32;
            pass.set_bind_group(last, &dispatch.bind_group, &[index as u32 * self.slot]);
            pass.dispatch_workgroups(dispatch.groups[0], dispatch.groups[1], 1);
        }
        drop(pass);
        if let Some(clock) = clock {
            encoder.resolve_query_set(&clock.queries, 0..2, &clock.resolved, 0);
            let place = clock.waiting * STAMPS;
            encoder.copy_buffer_to_buffer(&clock.resolved, 0, &clock.stamps, place, STAMPS);
            clock.waiting += 1;
        }
    }

    /// Submits, and waits for the oldest submission if too many are on their way.
    pub(super) fn submit(&mut self, encoder: CommandEncoder) -> Result<SubmissionIndex, Error> {
        let index = self.queue.submit([encoder.finish()]);
        self.in_flight.push_back(index.clone());
        if BROWSER {
            self.in_flight.clear();
        } else if self.in_flight.len() > IN_FLIGHT {
            let oldest = self.in_flight.pop_front();
            self.wait(oldest)?;
        } else {
            self.poll(PollType::Poll)?;
        }
        self.check()?;
        Ok(index)
    }

    /// Puts these bytes into a buffer from which the device can copy.
    fn stage(
        &mut self,
        bytes: &[u8],
        staging: fn(&mut Self) -> &mut Staging,
    ) -> Result<Buffer, Error> {
        let device = self.device.clone();
        let buffer = loop {
            let taken = staging(self).take(&device);
            match taken.map_err(|error| self.explain(self.faults.typed(error, 0)))? {
                Taken::Ready(buffer) => break buffer,
                Taken::After(submission) => {
                    self.wait(Some(submission))?;
                    staging(self).reclaim();
                }
            }
        };
        if staging::fill(&buffer, bytes) {
            Ok(buffer)
        } else {
            Err(self.explain(self.faults.failed("memory could not be written")))
        }
    }

    /// Copies at most [`CHUNK`] bytes to the device, after the collected work. Offset and length
    /// are multiples of 4.
    pub(super) fn upload(
        &mut self,
        buffer: &Buffer,
        offset: u64,
        bytes: &[u8],
    ) -> Result<(), Error> {
        self.flush()?;
        if BROWSER {
            self.queue.write_buffer(buffer, offset, bytes);
            return self.check();
        }
        let staging = self.stage(bytes, |queue| &mut queue.uploads)?;
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(&staging, 0, buffer, offset, bytes.len() as u64);
        let submission = self.submit(encoder)?;
        self.uploads.give(staging, submission);
        Ok(())
    }

    /// Submits the collected work and waits until everything has finished.
    pub(super) fn finish(&mut self) -> Result<(), Error> {
        self.flush()?;
        self.in_flight.clear();
        self.wait(None)?;
        self.check()
    }

    /// Waits for a submission, or for all submissions.
    pub(super) fn wait(&self, submission_index: Option<SubmissionIndex>) -> Result<(), Error> {
        if BROWSER {
            let what =
                "waiting for results: a browser does not let a program wait; use `Runner::run`";
            return Err(self.faults.unsupported(what));
        }
        self.poll(PollType::Wait { submission_index, timeout: Some(PATIENCE) })
    }

    /// Polls the device. wgpu panics here when it finds the device lost.
    fn poll(&self, poll: PollType) -> Result<(), Error> {
        match catch_unwind(AssertUnwindSafe(|| self.device.poll(poll))) {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(wgpu::PollError::Timeout)) => {
                let seconds = PATIENCE.as_secs();
                Err(self.faults.failed(format!("work did not finish within {seconds} s")))
            }
            Ok(Err(error)) => Err(self.explain(self.faults.failed(error.to_string()))),
            Err(_) => {
                self.faults.lose("waiting for it failed");
                self.faults.check()
            }
        }
    }

    /// Returns an error if the device was lost, or an error that no call could return.
    pub(super) fn check(&self) -> Result<(), Error> {
        self.faults.check().map_err(|error| self.explain(error))
    }

    /// The loss of the device if it caused the error. wgpu reports a loss only after everything
    /// submitted has ended, and until then calls objects invalid.
    pub(super) fn explain(&self, error: Error) -> Error {
        let wait = PollType::Wait { submission_index: None, timeout: Some(PATIENCE) };
        let ended = catch_unwind(AssertUnwindSafe(|| self.device.poll(wait)));
        if ended.is_err() {
            self.faults.lose("waiting for it failed");
        }
        self.faults.lost().err().unwrap_or(error)
    }

    pub(super) fn device(&self) -> &Device {
        &self.device
    }

    pub(super) fn faults(&self) -> &Faults {
        &self.faults
    }
}
