//! A run of a program on watched numbers.

use crate::{
    format::{Format, Formats},
    number::Number,
    place::Places,
    statistics::{Operands, Seen, Statistics, of_place},
};
use floatfloat::QuadDouble;
use std::{
    cell::RefCell,
    panic::{Location, resume_unwind},
    time::Instant,
};

/// What a run does with every step.
pub(crate) enum Mode {
    /// Computes it in the program's format and exactly, and writes down what happens.
    Watch,
    /// Computes it in the format of its place.
    Again(Formats),
}

/// The run of a thread.
pub(crate) struct Run {
    pub(crate) mode: Mode,
    pub(crate) places: Places,
    /// One for each place.
    pub(crate) statistics: Vec<Statistics>,
    pub(crate) steps: u64,
    /// When the run ends itself.
    pub(crate) deadline: Instant,
}

/// What a run that ends itself panics with.
pub(crate) struct OutOfTime;

thread_local! {
    static RUN: RefCell<Option<Run>> = const { RefCell::new(None) };
}

/// The run of this thread, in which watched numbers take part as long as this exists. Then an outer run goes on.
pub(crate) struct Running {
    outer: Option<Run>,
}

impl Running {
    pub(crate) fn begin(run: Run) -> Self {
        Running { outer: RUN.replace(Some(run)) }
    }

    /// As long as this exists, watched numbers compute, and nothing is written down. It counts as a step. None in a run without
    /// shadows, whose steps have formats.
    pub(crate) fn pause() -> Option<Self> {
        let watches = RUN.with_borrow_mut(|run| {
            let Some(run) = run else { return true };
            let watches = matches!(run.mode, Mode::Watch);
            if watches {
                run.count_step();
            }
            watches
        });
        watches.then(|| Running { outer: RUN.replace(None) })
    }

    pub(crate) fn end(mut self) -> Run {
        RUN.replace(self.outer.take()).expect("the run has begun")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.outer.is_some() {
            RUN.replace(self.outer.take());
        }
    }
}

/// A number that a step has computed.
#[derive(Clone, Copy)]
pub(crate) struct Computed<T> {
    pub(crate) value: T,
    pub(crate) exact: QuadDouble,
    /// The estimated error of `exact`.
    pub(crate) radius: f64,
    /// The relative error of `value`.
    pub(crate) error: f64,
    /// The number of the place.
    pub(crate) place: Option<u32>,
}

/// Steps between two looks at the clock.
const UNWATCHED: u64 = 1 << 10;

/// Enters a step into the run of this thread. `exact` computes the step from operands in a format, `value` computes it as the
/// program does; what happens is `seen` from both, and `radius` is the error of the exact result.
#[inline]
pub(crate) fn enter<T: Number>(
    location: &'static Location<'static>,
    operation: &'static str,
    exact: impl FnOnce(Format) -> QuadDouble,
    value: impl FnOnce() -> T,
    radius: impl FnOnce(QuadDouble) -> f64,
    seen: impl FnOnce(T, QuadDouble) -> Seen,
) -> Computed<T> {
    RUN.with_borrow_mut(|run| {
        let Some(run) = run else {
            let (value, exact) = (value(), exact(Format::Exact));
            let [_, error] = seen(value, exact).errors;
            return Computed { value, exact, radius: radius(exact), error, place: None };
        };
        let place = run.places.number(location, operation);
        let number = u32::try_from(place).ok();
        run.count_step();
        match &run.mode {
            Mode::Watch => {
                let (value, exact) = (value(), exact(Format::Exact));
                let seen = seen(value, exact);
                of_place(&mut run.statistics, place).add([T::UNIT, T::QUARTER], place, &seen);
                Computed {
                    value,
                    exact,
                    radius: radius(exact),
                    error: seen.errors[1],
                    place: number,
                }
            }
            Mode::Again(formats) => {
                let format = formats.of(place);
                let exact = format.rounded::<T>(exact(format));
                Computed { value: T::nearest(exact), exact, radius: 0.0, error: 0.0, place: number }
            }
        }
    })
}

/// Whether exact numbers decide: in a run without shadows there is only the computed number, which need not fit the format.
pub(crate) fn exact_decides() -> bool {
    RUN.with_borrow(|run| matches!(run, Some(Run { mode: Mode::Again(_), .. })))
}

/// Enters a decision, which was another one for the exact numbers where `differs`.
pub(crate) fn decide(
    location: &'static Location<'static>,
    operation: &'static str,
    operands: Operands,
    differs: bool,
) {
    RUN.with_borrow_mut(|run| {
        let Some(run) = run else { return };
        run.count_step();
        if let Mode::Watch = run.mode {
            let place = run.places.number(location, operation);
            of_place(&mut run.statistics, place).decide(operands, differs);
        }
    });
}

impl Run {
    #[inline]
    fn count_step(&mut self) {
        self.steps += 1;
        if self.steps.is_multiple_of(UNWATCHED) && Instant::now() > self.deadline {
            resume_unwind(Box::new(OutOfTime));
        }
    }
}
