//! Programs of other languages, which compute with whole arrays: another front end runs them and enters their steps here.

use crate::{
    Explanation,
    explain::{Outcome, Seen, answer},
    format::{Format, Formats},
    number::{Number as _, power_of_two},
    place::{Place, Places},
    runs::{NotEnded, Runs},
    source::Sources,
    statistics::{self, Operands, Statistics, of_place},
    watched::relative_error,
};
use floatfloat::QuadDouble;
use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, PoisonError},
    time::Instant,
};

/// What happens in a program while it is watched.
pub struct Watch {
    places: Places,
    statistics: Vec<Statistics>,
    limits: [f64; 2],
    precision: i32,
    texts: HashMap<String, String>,
    begin: Instant,
}

/// A step on one element of arrays.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// At most three operands, rounded to `f64`.
    pub operands: &'a [f64],
    /// The places where the first two operands were computed.
    pub origins: [Option<u32>; 2],
    /// The largest relative error of an operand.
    pub error: f64,
    /// The result in the program's format, which `f64` holds.
    pub value: f64,
    /// The exact result.
    pub exact: QuadDouble,
}

/// A result of a program.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// As the program computes it.
    pub value: f64,
    /// The exact value of the same steps.
    pub exact: QuadDouble,
    /// The estimated error of the exact value.
    pub radius: f64,
}

/// A program that can be run again.
pub trait Program {
    /// The exact results of a run that computes exactly, and rounds to the program's format at the places for which
    /// `rounds` is true; at places beyond the list if `otherwise`. With a seed all numbers of the input are changed by the
    /// factors 1 ± u, with the [`signs`] of this seed. None where the run does not end in time.
    fn again(
        &mut self,
        rounds: &[bool],
        otherwise: bool,
        seed: Option<u64>,
    ) -> Option<Vec<QuadDouble>>;
}

pub use crate::runs::signs;

impl Watch {
    /// For a format of so many bits, 24 or 53.
    #[must_use]
    pub fn new(precision: i32) -> Self {
        let limits = [power_of_two(-precision), power_of_two(precision / 4)];
        let (places, statistics) = (Places::new(), Vec::new());
        let texts = HashMap::new();
        Watch { places, statistics, limits, precision, texts, begin: Instant::now() }
    }

    /// Forgets all steps, but no place.
    pub fn clear(&mut self) {
        self.statistics.clear();
    }

    /// Gives the text of a file, which need not be on a disk.
    pub fn text(&mut self, file: &str, text: &str) {
        self.texts.insert(file.to_owned(), text.to_owned());
    }

    /// The number of a place. Names are kept as long as the process lives.
    pub fn place(&mut self, file: &str, line: u32, column: u32, operation: &str) -> u32 {
        let place = Place { file: kept(file), line, column, operation: kept(operation) };
        u32::try_from(self.places.number_of(place)).expect("no program has so many places")
    }

    /// Enters a step, and returns the relative error of its result.
    pub fn add(&mut self, place: u32, step: Step<'_>) -> f64 {
        let Step { operands, origins, error, value, exact } = step;
        let after = relative_error(value, exact);
        let least = if self.precision == 24 { f32::MIN_POSITIVE.into() } else { f64::MIN_POSITIVE };
        let high = exact.hi().abs();
        let underflows = value.abs() < least && high < least && high != 0.0;
        let away = value.minus(exact).abs();
        let operands = Operands::new(operands.iter().copied());
        let seen = statistics::Seen {
            operands,
            origins,
            result: value,
            away,
            errors: [error, after],
            underflows,
        };
        let place = place as usize;
        of_place(&mut self.statistics, place).add(self.limits, place, &seen);
        after
    }

    /// Enters a decision, which was another one for the exact numbers if it `differs`.
    pub fn decide(&mut self, place: u32, operands: &[f64], differs: bool) {
        let operands = Operands::new(operands.iter().copied());
        of_place(&mut self.statistics, place as usize).decide(operands, differs);
    }

    /// Explains the program, which gave these results while it was watched, one at least. `text` writes a result, and `seed`
    /// chooses how the numbers of the input are changed.
    pub fn explain(
        self,
        format: &str,
        results: &[Number],
        text: impl FnOnce(f64) -> String,
        seed: u64,
        program: &mut impl Program,
    ) -> Explanation {
        let outcome = |number: &Number| Outcome {
            exact: number.exact,
            away: (QuadDouble::from(number.value) - number.exact).hi().abs(),
            error: relative_error(number.value, number.exact),
            radius: number.radius,
        };
        let outcomes: Vec<Outcome> = results.iter().map(outcome).collect();
        let [unit, _] = self.limits;
        let seen = Seen::new(0, &outcomes, unit, |number| text(results[number].value));
        let (begin, precision) = (self.begin, self.precision);
        let sources = Sources::with(&self.texts);
        // The program was watched twice.
        let mut runs = Foreign { watch: self, program, runs: 2 };
        let mut explanation = answer(&mut runs, &[seen], (format, precision), seed, &sources);
        explanation.seconds = begin.elapsed().as_secs_f64();
        explanation
    }
}

/// A name that lives as long as the process.
fn kept(name: &str) -> &'static str {
    static NAMES: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    let names = names.get_or_insert_default();
    if let Some(kept) = names.get(name) {
        return kept;
    }
    let kept: &'static str = Box::leak(name.into());
    names.insert(kept);
    kept
}

struct Foreign<'a, P> {
    watch: Watch,
    program: &'a mut P,
    runs: u64,
}

impl<P: Program> Runs for Foreign<'_, P> {
    fn places(&self) -> &Places {
        &self.watch.places
    }

    fn statistics(&self) -> &[Statistics] {
        &self.watch.statistics
    }

    fn runs(&self) -> u64 {
        self.runs
    }

    fn again(
        &mut self,
        _: usize,
        formats: &Formats,
        change: Option<u64>,
    ) -> Result<Vec<QuadDouble>, NotEnded> {
        self.runs += 1;
        let rounds = |format| format == Format::Own;
        let places: Vec<bool> =
            (0..formats.count()).map(|place| rounds(formats.of(place))).collect();
        let otherwise = rounds(formats.of(usize::MAX));
        self.program.again(&places, otherwise, change).ok_or(NotEnded { steps: 0 })
    }
}
