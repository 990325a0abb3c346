//! Elementwise operations on arrays, floatfloat and its peers in one interleaved run: a Markdown
//! table of medians and of their ratios to ours.
//!
//! `cargo run --release --features all --bin peers > ../book/peers.md`

use floatfloat::DoubleDouble;
use floatfloat_benches::peers::{
    contest::{Contestant, OPERATIONS, Operands},
    contestants,
};
use std::{process::Command, time::Instant};

/// Numbers in each array: all arrays of a contestant fit in the first cache.
const LENGTH: usize = 512;
const ROUNDS: usize = 201;
/// Seconds for which the passes over the arrays that are timed together last at least: long enough
/// for a processor to have switched its wide registers on.
const TIMED: f64 = 2e-4;

fn main() {
    let operands = operands();
    let mut all = contestants(&operands);
    println!("# floatfloat and its peers on one core\n");
    println!(
        "{}, {}; peers: {}.",
        processor(),
        first_line("rustc", &["--version"]),
        versions().join(", ")
    );
    println!(
        "{LENGTH} numbers of two `f64` in each array, one thread, a plain release build. \
         Medians of {ROUNDS} rounds, in each of which every contestant runs for {} ms or more. Every \
         result was compared with ours first; the error is the largest relative difference in \
         2^-106. `axpy` is x + a·y.\n",
        1e3 * TIMED
    );
    println!("| operation | library | ns | times ours | difference, 2^-106 |");
    println!("|---|---|---:|---:|---:|");
    for operation in OPERATIONS {
        let mut group: Vec<_> = all.extract_if(.., |c| c.operation == operation).collect();
        report(operation, &mut group);
    }
}

/// Random numbers in [1, 2) with full low parts, so that nothing cancels.
fn operands() -> Operands {
    let mut bits = 1u64;
    let mut random = || {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (bits >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut numbers = || {
        let number = |_| DoubleDouble::from_parts(1.0 + random(), (random() - 0.5) * f64::EPSILON);
        (0..LENGTH).map(number).collect()
    };
    Operands { x: numbers(), y: numbers() }
}

fn report(operation: &str, group: &mut [Contestant]) {
    let passes: Vec<usize> = group.iter_mut().map(passes).collect();
    let expected = group[0].results();
    let difference = |contestant: &Contestant| {
        let differences =
            contestant.results().into_iter().zip(&expected).map(|(found, expected)| {
                ((found - expected) / expected).abs().hi() * 2f64.powi(106)
            });
        differences.fold(0.0, f64::max)
    };
    let differences: Vec<f64> = group.iter().map(difference).collect();
    let mut times = vec![Vec::with_capacity(ROUNDS); group.len()];
    for _ in 0..ROUNDS {
        for ((contestant, times), &passes) in group.iter_mut().zip(&mut times).zip(&passes) {
            let seconds = time(contestant, passes);
            times.push(seconds * 1e9 / (passes * LENGTH) as f64);
        }
    }
    let medians: Vec<f64> = times
        .iter_mut()
        .map(|times| {
            times.sort_by(f64::total_cmp);
            times[ROUNDS / 2]
        })
        .collect();
    for ((contestant, median), difference) in group.iter().zip(&medians).zip(&differences) {
        let (who, ratio) = (&contestant.who, median / medians[0]);
        let difference = match difference {
            0.0..100.0 => format!("{difference:.1}"),
            _ => format!("{difference:.0e} (wrong)"),
        };
        println!("| {operation} | {who} | {median:.3} | {ratio:.2} | {difference} |");
    }
}

fn time(contestant: &mut Contestant, passes: usize) -> f64 {
    let begin = Instant::now();
    for _ in 0..passes {
        contestant.run();
    }
    begin.elapsed().as_secs_f64()
}

/// How many passes are timed together.
fn passes(contestant: &mut Contestant) -> usize {
    let mut passes = 1;
    while time(contestant, passes) < TIMED {
        passes *= 2;
    }
    passes
}

fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = info.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let name = field("model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let numbers = ["cpu family", "model\t", "stepping"].map(field);
    match numbers {
        [Some(family), Some(model), Some(stepping)] => {
            format!("{name} (family {family}, model {model}, stepping {stepping})")
        }
        _ => name,
    }
}

/// The versions of the peers that were built in.
fn versions() -> Vec<String> {
    let lock = include_str!("../../Cargo.lock");
    let version = |name: &str| {
        let entry = lock.split_once(&format!("name = \"{name}\"\nversion = \""))?.1;
        Some(format!("{name} {}", entry.split('"').next()?))
    };
    let crates = [
        (cfg!(feature = "multidouble"), "multidouble"),
        (cfg!(feature = "qd"), "qd"),
        (cfg!(feature = "twofloat"), "twofloat"),
        (cfg!(feature = "mpfr"), "rug"),
    ];
    let mut versions: Vec<_> =
        crates.iter().filter(|(built, _)| *built).filter_map(|(_, name)| version(name)).collect();
    if cfg!(feature = "libqd") {
        let package = first_line("dpkg-query", &["--show", "libqd-dev"]);
        versions.insert(0, package.replace('\t', " "));
    }
    if cfg!(feature = "mpfr") {
        versions.extend(version("gmp-mpfr-sys"));
    }
    versions
}

fn first_line(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    text.ok().and_then(|text| text.lines().next().map(str::to_owned)).unwrap_or_default()
}
