//! The device's clock: events before and after each piece of work.

use super::{CudaBackend, lock};
use crate::error::Error;
use cudarc::driver::{CudaEvent, DriverError, sys::CUevent_flags};
use std::time::Duration;

/// The work that was done while time is measured.
#[derive(Default)]
pub(super) struct Spans {
    /// The events before and after each piece of work.
    events: Vec<(CudaEvent, CudaEvent)>,
    /// The measurements in progress. They may be nested, or belong to several threads.
    timings: usize,
}

impl CudaBackend {
    /// Puts work into the stream, between two events if time is measured. The context must be
    /// entered.
    pub(super) fn timed(&self, work: impl FnOnce() -> Result<(), Error>) -> Result<(), Error> {
        let event = || {
            let event = self.context.new_event(Some(CUevent_flags::CU_EVENT_DEFAULT))?;
            event.record(&self.stream)?;
            Ok(event)
        };
        let event = || event().map_err(self.failure("taking time"));
        let mut spans = lock(&self.spans);
        if spans.timings == 0 {
            return work();
        }
        let begin = event()?;
        work()?;
        spans.events.push((begin, event()?));
        Ok(())
    }

    /// Starts a measurement. Returns the argument of [`stop_clock`](Self::stop_clock).
    pub(super) fn start_clock(&self) -> usize {
        let mut spans = lock(&self.spans);
        spans.timings += 1;
        spans.events.len()
    }

    /// The time of the work since [`start_clock`](Self::start_clock).
    pub(super) fn stop_clock(&self, start: usize) -> Result<Duration, Error> {
        let entered = self.enter();
        let mut spans = lock(&self.spans);
        let events = spans.events.get(start..).unwrap_or_default();
        let sum = entered.as_ref().map_err(Error::clone).and_then(|_| {
            events
                .iter()
                .map(|(begin, end)| self.driver.elapsed(begin, end))
                .sum::<Result<Duration, DriverError>>()
                .map_err(self.failure("taking time"))
        });
        spans.timings -= 1;
        if spans.timings == 0 {
            spans.events.clear();
        }
        sum
    }
}
