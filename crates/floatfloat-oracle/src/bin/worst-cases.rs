//! Searches for operands with larger errors than those of `worst-cases/*.csv`, and appends them.

use floatfloat::{
    NoFma,
    operation::{Bound, Operation},
    registry::{OPERATIONS, Visitor, for_each},
};
use floatfloat_exact::{
    Concrete,
    search::{Effort, search},
    survey::{Worst, applies},
};
use floatfloat_oracle::worst_cases::{HEADER, WorstCase, parse};
use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

const USAGE: &str = "usage: worst-cases [--seconds N] [--seed N] [OPERATION]...
Searches N seconds in all (60), from a seed (the clock), for operands with larger errors than
those of worst-cases/*.csv, and appends them. Fails if an error exceeds its bound.";

/// A new case must be worse than the worst known by this part of the bound.
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
            name if OPERATIONS.iter().any(|info| info.name == name) => {
                options.operations.push(argument);
            }
            _ => return Err(format!("no operation is called `{argument}`\n{USAGE}")),
        }
    }
    Ok(options)
}

struct Search {
    options: Options,
    folder: PathBuf,
    /// For one operation on one word.
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
        let path = self.folder.join(format!("{}.csv", W::NAME));
        let text = fs::read_to_string(&path)?;
        let cases =
            parse(&text).map_err(|what| io::Error::other(format!("{}: {what}", path.display())))?;
        let of_operation = cases.iter().filter(|case| case.operation == O::INFO.name);
        let known = of_operation.map(|case| case.of_bound).fold(0.0, f64::max);
        let best = self.climb::<O, W>();
        self.exceeded |= !best.holds();
        let better = best.verdict.of_bound > known + STEP;
        println!(
            "{:<14} {:<10} {}{best}",
            O::INFO.name,
            W::NAME,
            if better { "new: " } else { "" }
        );
        if better && best.verdict.of_bound.is_finite() {
            let mut file = OpenOptions::new().append(true).open(&path)?;
            writeln!(file, "{}", WorstCase::new(O::INFO.name, &best))?;
        }
        Ok(())
    }

    fn climb<O: Operation, W: Concrete<Mask = bool>>(&self) -> Worst {
        let (start, mut seed) = (Instant::now(), self.options.seed);
        let effort = Effort { climbs: 10, steps: 5000 };
        let mut best = search::<O, W>(seed, effort);
        while start.elapsed() < self.time {
            seed = seed.wrapping_add(1);
            best = search::<O, W>(seed, effort).worse(best);
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
    let pieces = OPERATIONS.iter().filter(|info| search.covers(info.name)).count() * 4;
    search.time = Duration::from_secs_f64(search.options.seconds / pieces as f64);
    for_each(&mut search);
    match search.outcome {
        Err(error) => {
            eprintln!("cannot extend the worst cases: {error}");
            ExitCode::from(2)
        }
        Ok(()) => ExitCode::from(u8::from(search.exceeded)),
    }
}
