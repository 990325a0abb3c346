//! The device's clock: timestamps before and after each submission.

use super::Queue;
use crate::{device::wgpu::staging::unmapped, error::Error};
use std::time::Duration;
use wgpu::{Buffer, BufferUsages, Device, Features, QuerySet, QuerySetDescriptor, QueryType};

/// The number of timed submissions between two readings of the timestamps.
pub(super) const TIMED: u64 = 1024;

/// The bytes of the two timestamps of a submission.
pub(super) const STAMPS: u64 = 16;

/// Timestamps of submissions, while a measurement is in progress.
pub(super) struct Clock {
    pub(super) queries: QuerySet,
    pub(super) resolved: Buffer,
    pub(super) stamps: Buffer,
    /// The number of submissions whose timestamps are in `stamps`.
    pub(super) waiting: u64,
    /// Durations of submissions, in nanoseconds, in the order of submission.
    durations: Vec<f64>,
    /// The measurements in progress; they may be nested.
    pub(super) timings: usize,
}

impl Queue {
    /// Starts to time launches. Returns the argument of [`stop_clock`](Self::stop_clock).
    pub(in crate::device::wgpu) fn start_clock(&mut self) -> Result<usize, Error> {
        self.finish()?;
        let Some(clock) = &mut self.clock else { return Ok(0) };
        clock.timings += 1;
        self.read_clock()?;
        Ok(self.clock.as_ref().map_or(0, |clock| clock.durations.len()))
    }

    /// The time of the launches since `start_clock` on the device, if it has a clock that works.
    pub(in crate::device::wgpu) fn stop_clock(
        &mut self,
        start: usize,
    ) -> Result<Option<Duration>, Error> {
        let read = self.finish().and_then(|()| self.read_clock());
        let Some(clock) = &mut self.clock else { return read.map(|()| None) };
        let durations = clock.durations.get(start..).unwrap_or_default();
        let valid = durations.iter().all(|duration| *duration > 0.0);
        let total = durations.iter().sum::<f64>() / 1e9;
        clock.timings -= 1;
        if clock.timings == 0 {
            clock.durations.clear();
        }
        read?;
        Ok(Duration::try_from_secs_f64(total).ok().filter(|_| valid))
    }

    /// Reads the timestamps that the device has written.
    pub(super) fn read_clock(&mut self) -> Result<(), Error> {
        let Some(clock) = self.clock.as_mut().filter(|clock| clock.waiting > 0) else {
            return Ok(());
        };
        let mut stamps = vec![[0u64; 2]; clock.waiting as usize];
        let buffer = clock.stamps.clone();
        clock.waiting = 0;
        self.download(&buffer, bytemuck::cast_slice_mut(&mut stamps))?;
        let period = f64::from(self.queue.get_timestamp_period());
        let durations =
            stamps.iter().map(|[begin, end]| end.saturating_sub(*begin) as f64 * period);
        if let Some(clock) = &mut self.clock {
            clock.durations.extend(durations);
        }
        Ok(())
    }
}

impl Clock {
    pub(super) fn new(device: &Device) -> Option<Self> {
        if !device.features().contains(Features::TIMESTAMP_QUERY) {
            return None;
        }
        let buffer = |label, size, usage| unmapped(device, label, size, usage);
        Some(Clock {
            queries: device.create_query_set(&QuerySetDescriptor {
                label: None,
                ty: QueryType::Timestamp,
                count: 2,
            }),
            resolved: buffer(
                "resolved",
                STAMPS,
                BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC,
            ),
            stamps: buffer(
                "stamps",
                STAMPS * TIMED,
                BufferUsages::COPY_SRC | BufferUsages::COPY_DST,
            ),
            waiting: 0,
            durations: Vec::new(),
            timings: 0,
        })
    }
}
