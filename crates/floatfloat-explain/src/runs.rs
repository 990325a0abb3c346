//! Runs of a program with one input.

use crate::{
    Error,
    format::Formats,
    number::Number,
    place::Places,
    run::{Mode, OutOfTime, Run, Running},
    sample::{Input, Output},
    statistics::Statistics,
    watched::Watched,
};
use floatfloat::QuadDouble;
use num_traits::Float;
use std::{
    marker::PhantomData,
    mem,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    time::Instant,
};

/// What the runs of a program need, whoever runs it.
pub(crate) trait Runs {
    fn places(&self) -> &Places;

    fn statistics(&self) -> &[Statistics];

    /// How often the program was run.
    fn runs(&self) -> u64;

    /// The results of a run with each step in the format of its place. With a seed all numbers of the input are changed by
    /// the factors 1 ± u.
    fn again(
        &mut self,
        input: usize,
        formats: &Formats,
        change: Option<u64>,
    ) -> Result<Vec<QuadDouble>, NotEnded>;
}

/// A program, its inputs, and what all runs have found.
pub(crate) struct Program<'a, I: Input, R, F> {
    inputs: &'a [I],
    function: F,
    pub(crate) places: Places,
    pub(crate) statistics: Vec<Statistics>,
    pub(crate) deadline: Instant,
    pub(crate) begin: Instant,
    pub(crate) runs: u64,
    result: PhantomData<fn() -> R>,
}

/// That a run has not ended in time.
pub(crate) struct NotEnded {
    pub(crate) steps: u64,
}

impl<'a, I, R, F> Program<'a, I, R, F>
where
    I: Input,
    R: Output<I::Number>,
    F: Fn(I::Watched) -> R,
{
    pub(crate) fn new(inputs: &'a [I], function: F, begin: Instant, deadline: Instant) -> Self {
        Program {
            inputs,
            function,
            places: Places::new(),
            statistics: Vec::new(),
            deadline,
            begin,
            runs: 0,
            result: PhantomData,
        }
    }

    /// How many inputs there are.
    pub(crate) fn inputs(&self) -> usize {
        self.inputs.len()
    }

    /// Runs the program with the numbers of an input.
    fn run(
        &mut self,
        input: usize,
        numbers: Vec<Watched<I::Number>>,
        mode: Mode,
    ) -> Result<Vec<Watched<I::Number>>, NotEnded> {
        if Instant::now() > self.deadline {
            return Err(NotEnded { steps: 0 });
        }
        self.runs += 1;
        let places = mem::replace(&mut self.places, Places::new());
        let statistics = mem::take(&mut self.statistics);
        let deadline = self.deadline;
        let running = Running::begin(Run { mode, places, statistics, steps: 0, deadline });
        let input = self.inputs[input].watched(numbers);
        let result = catch_unwind(AssertUnwindSafe(|| (self.function)(input).numbers()));
        let run = running.end();
        (self.places, self.statistics) = (run.places, run.statistics);
        match result {
            Ok(numbers) => Ok(numbers),
            Err(panic) if panic.is::<OutOfTime>() => Err(NotEnded { steps: run.steps }),
            Err(panic) => resume_unwind(panic),
        }
    }

    /// Watches the program with an input.
    pub(crate) fn watch(&mut self, input: usize) -> Result<Vec<Watched<I::Number>>, Error> {
        let given = self.inputs[input].numbers();
        for (number, x) in given.iter().enumerate() {
            if !Float::is_finite(*x) {
                let value = x.widened().hi();
                return Err(Error::InputNotFinite { input, number, value });
            }
        }
        let numbers = given.into_iter().map(Watched::new).collect();
        let result = self.run(input, numbers, Mode::Watch).map_err(|ended| Error::OutOfTime {
            input,
            seconds: self.begin.elapsed().as_secs_f64(),
            steps: ended.steps,
        })?;
        if result.is_empty() { Err(Error::NoOutput { input }) } else { Ok(result) }
    }
}

impl<I, R, F> Runs for Program<'_, I, R, F>
where
    I: Input,
    R: Output<I::Number>,
    F: Fn(I::Watched) -> R,
{
    fn places(&self) -> &Places {
        &self.places
    }

    fn statistics(&self) -> &[Statistics] {
        &self.statistics
    }

    fn runs(&self) -> u64 {
        self.runs
    }

    fn again(
        &mut self,
        input: usize,
        formats: &Formats,
        change: Option<u64>,
    ) -> Result<Vec<QuadDouble>, NotEnded> {
        let numbers = self.inputs[input].numbers().into_iter().map(Number::widened);
        let numbers: Vec<QuadDouble> = match change {
            None => numbers.collect(),
            Some(seed) => {
                numbers.zip(signs(seed)).map(|(x, sign)| x + x * (sign * I::Number::UNIT)).collect()
            }
        };
        let numbers = numbers.into_iter().map(Watched::exactly).collect();
        let results = self.run(input, numbers, Mode::Again(formats.clone()))?;
        Ok(results.into_iter().map(Watched::exact).collect())
    }
}

/// Random signs, −1 and 1 (splitmix64).
pub fn signs(seed: u64) -> impl Iterator<Item = f64> {
    let mut state = seed;
    std::iter::repeat_with(move || {
        state = state.wrapping_add(0x9e3779b97f4a7c15);
        let x = (state ^ (state >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d049bb133111eb);
        if (x ^ (x >> 31)) >> 63 == 0 { -1.0 } else { 1.0 }
    })
}
