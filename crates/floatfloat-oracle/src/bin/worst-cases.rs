//! Searches for operands with larger errors than those of `worst-cases/*.csv`, and appends them.

use floatfloat::{
    NoFma,
    elementary::Elementary,
    multi_word,
    operation::{Bound, Operation},
    registry::{
        FUNCTIONS, FunctionVisitor, OPERATIONS, OPERATIONS_OF_SEVERAL_WORDS, SeveralWordsVisitor,
        Visitor, for_each, for_each_function, for_each_of_several_words,
    },
};
use floatfloat_exact::{
    Concrete, functions,
    search::{Effort, search},
    several_words,
    survey::{Worst, applies},
};
use floatfloat_oracle::worst_cases::{self, HEADER, WorstCase, parse};
use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

const USAGE: &str = "usage: worst-cases [--seconds N] [--seed N] [OPERATION | FUNCTION]...
Searches N seconds in all (60), from a seed (the clock), for operands with larger errors than
those of worst-cases/*.csv, and appends them. Fails if an error exceeds its bound.";

/// A new case must exceed the worst known case by this part of the bound.
const STEP: f64 = 1.0 / 1024.0;

struct Options {
    seconds: f64,
    seed: u64,
    operations: Vec<String>,
}

fn options() -> Result<Options, String> {
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs());
    let mut options = Options { seconds: 60.0, seed: clock, operations: Vec::new() };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a number"));
        match argument.as_str() {
            "--seconds" => {
                let text = value()?;
                let seconds = text.parse().ok().filter(|s: &f64| s.is_finite() && *s > 0.0);
                options.seconds = seconds.ok_or(format!("`{text}` is not a time in seconds"))?;
            }
            "--seed" => {
                let text = value()?;
                options.seed = text.parse().map_err(|_| format!("`{text}` is not a seed"))?;
            }
            name if names().any(|known| known == name) => {
                options.operations.push(argument);
            }
            _ => return Err(format!("no operation or function is called `{argument}`\n{USAGE}")),
        }
    }
    Ok(options)
}

/// The names of all operations and functions.
fn names() -> impl Iterator<Item = &'static str> {
    let of_several_words = OPERATIONS_OF_SEVERAL_WORDS.iter().map(|info| info.name);
    let operations = OPERATIONS.iter().map(|info| info.name).chain(of_several_words);
    operations.chain(FUNCTIONS.iter().map(|info| info.name))
}

struct Search {
    options: Options,
    folder: PathBuf,
    /// The time for one operation on one word.
    time: Duration,
    exceeded: bool,
    outcome: io::Result<()>,
}

impl Search {
    fn covers(&self, name: &str) -> bool {
        self.options.operations.is_empty() || self.options.operations.iter().any(|o| o == name)
    }

    fn word<O: Operation, W: Concrete<Mask = bool>>(&mut self) -> io::Result<()> {
        if !applies::<W>(&O::INFO) || O::INFO.bound == Bound::Exact {
            return Ok(());
        }
        let best = self.climb(Effort { climbs: 10, steps: 5000 }, search::<O, W>);
        self.keep(O::INFO.name, W::NAME, best)
    }

    fn word_of_function<F: Elementary, W: Concrete<Mask = bool>>(&mut self) -> io::Result<()> {
        // Short climbs, because the oracle takes microseconds for each step.
        let effort = Effort { climbs: 2, steps: 2000 };
        let best = self.climb(effort, functions::search::search::<F, W>);
        self.keep(F::INFO.name, W::NAME, best)
    }

    /// Adds the case to the file of its word if it is worse than the cases there.
    fn keep(&mut self, name: &str, word: &str, best: Worst) -> io::Result<()> {
        let path = self.folder.join(format!("{word}.csv"));
        let text = fs::read_to_string(&path)?;
        let cases =
            parse(&text).map_err(|what| io::Error::other(format!("{}: {what}", path.display())))?;
        let of_operation = cases.iter().filter(|case| case.operation == name);
        let known = of_operation.map(|case| case.of_bound).fold(0.0, f64::max);
        self.exceeded |= !best.holds();
        let better = best.verdict.of_bound > known + STEP;
        println!("{name:<14} {word:<10} {}{best}", if better { "new: " } else { "" });
        if better && best.verdict.of_bound.is_finite() {
            let mut file = OpenOptions::new().append(true).open(&path)?;
            writeln!(file, "{}", WorstCase::new(name, &best))?;
        }
        Ok(())
    }

    /// Climbs, and adds the worst result to the file of several words if it is worse than the cases there.
    fn word_of_several_words<O, W>(&mut self) -> io::Result<()>
    where
        O: multi_word::operation::Operation,
        W: Concrete<Mask = bool>,
    {
        use worst_cases::several_words::{FILE, WorstCase, parse};
        let effort = Effort { climbs: 10, steps: 5000 };
        let best = self.climb(effort, several_words::search::<O, W>);
        let path = self.folder.join(FILE);
        let text = fs::read_to_string(&path)?;
        let cases =
            parse(&text).map_err(|what| io::Error::other(format!("{}: {what}", path.display())))?;
        let (name, word) = (O::INFO.name, W::NAME);
        let of_operation = cases.iter().filter(|case| case.operation == name && case.word == word);
        let known = of_operation.map(|case| case.of_bound).fold(0.0, f64::max);
        self.exceeded |= !best.holds();
        let better = best.verdict.of_bound > known + STEP;
        println!("{name:<14} {word:<10} {}{best}", if better { "new: " } else { "" });
        if better && best.verdict.of_bound.is_finite() {
            let mut file = OpenOptions::new().append(true).open(&path)?;
            writeln!(file, "{}", WorstCase::new(name, word, &best))?;
        }
        Ok(())
    }

    fn climb<const N: usize>(
        &self,
        effort: Effort,
        search: impl Fn(u64, Effort) -> Worst<N>,
    ) -> Worst<N> {
        let (start, mut seed) = (Instant::now(), self.options.seed);
        let mut best = search(seed, effort);
        while start.elapsed() < self.time {
            seed = seed.wrapping_add(1);
            best = search(seed, effort).worse(best);
        }
        best
    }
}

impl Visitor for Search {
    fn visit<O: Operation>(&mut self) {
        if self.outcome.is_ok() && self.covers(O::INFO.name) {
            self.outcome = self
                .word::<O, f32>()
                .and_then(|()| self.word::<O, f64>())
                .and_then(|()| self.word::<O, NoFma<f32>>())
                .and_then(|()| self.word::<O, NoFma<f64>>());
        }
    }
}

impl SeveralWordsVisitor for Search {
    fn visit<O: multi_word::operation::Operation>(&mut self) {
        if self.outcome.is_ok() && self.covers(O::INFO.name) {
            self.outcome = self
                .word_of_several_words::<O, f32>()
                .and_then(|()| self.word_of_several_words::<O, f64>())
                .and_then(|()| self.word_of_several_words::<O, NoFma<f32>>())
                .and_then(|()| self.word_of_several_words::<O, NoFma<f64>>());
        }
    }
}

impl FunctionVisitor for Search {
    fn visit<F: Elementary>(&mut self) {
        if self.outcome.is_ok() && self.covers(F::INFO.name) {
            self.outcome = self
                .word_of_function::<F, f32>()
                .and_then(|()| self.word_of_function::<F, f64>())
                .and_then(|()| self.word_of_function::<F, NoFma<f32>>())
                .and_then(|()| self.word_of_function::<F, NoFma<f64>>());
        }
    }
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(what) => {
            eprintln!("{what}");
            return ExitCode::from(2);
        }
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worst-cases");
    println!("seed {}; {HEADER}", options.seed);
    let mut search =
        Search { time: Duration::ZERO, options, folder, exceeded: false, outcome: Ok(()) };
    let pieces = names().filter(|name| search.covers(name)).count() * 4;
    search.time = Duration::from_secs_f64(search.options.seconds / pieces as f64);
    for_each(&mut search);
    for_each_of_several_words(&mut search);
    for_each_function(&mut search);
    match search.outcome {
        Err(error) => {
            eprintln!("cannot extend the worst cases: {error}");
            ExitCode::from(2)
        }
        Ok(()) => ExitCode::from(u8::from(search.exceeded)),
    }
}
