//! The factors of chains, and their exact products.

use super::{CHAINS, RANGES};
use floatfloat_lab::{
    arithmetic::Multiple,
    error::Error,
    experiments::Options,
    parallel,
    progress::Progress,
    random::Random,
    workloads::chain::{exact_products, factors, in_two_words},
};

/// Factors of chains, and their exact products.
pub(super) struct Draw {
    pub(super) range: [f64; 2],
    /// A name for the factors.
    pub(super) operands: &'static str,
    /// The factors of all chains side by side.
    pub(super) factors: Vec<f64>,
    /// The exact products by chain and by number of products.
    pub(super) exact: Vec<Vec<Multiple>>,
    /// The number of factors, taken from each interval in turn, after which a product overflows
    /// `f32`.
    pub(super) overflow: usize,
}

/// The factors of both ranges, with one word and with two.
pub(super) fn draws(
    options: &Options,
    sizes: &[usize],
    progress: &dyn Progress,
) -> Result<Vec<Draw>, Error> {
    let mut draws = Vec::new();
    for (piece, range) in RANGES.into_iter().enumerate() {
        for (operands, fits) in [
            ("f32", (|value| f64::from(value as f32)) as fn(f64) -> f64),
            ("two f32", in_two_words),
        ] {
            draws.push(draw(options.seed, piece, range, operands, fits, sizes, progress)?);
        }
    }
    Ok(draws)
}

fn draw(
    seed: u64,
    piece: usize,
    range: [f64; 2],
    operands: &'static str,
    fits: fn(f64) -> f64,
    sizes: &[usize],
    progress: &dyn Progress,
) -> Result<Draw, Error> {
    let [low, high] = range;
    let length = sizes.last().copied().unwrap_or(0);
    let intervals = [[low, 1.0], [1.0, high]];
    let chains = parallel::map(CHAINS, progress, |chain| {
        let mut random = Random::new(seed, piece * CHAINS + chain);
        let factors = factors(&mut random, length, intervals, fits);
        let exact = exact_products(&factors, sizes);
        (factors, exact)
    })?;
    let mut side_by_side = vec![0.0; length * CHAINS];
    for (chain, (factors, _)) in chains.iter().enumerate() {
        for (k, &factor) in factors.iter().enumerate() {
            side_by_side[k * CHAINS + chain] = factor;
        }
    }
    let mut random = Random::new(seed, piece);
    let mut product = 1.0;
    let in_turn = |k: usize| {
        let [low, high] = intervals[k % 2];
        product *= low + (high - low) * random.symmetric().abs();
        product < f64::from(f32::MAX)
    };
    let overflow = (0..100_000).map(in_turn).take_while(|&fits| fits).count();
    let exact = chains.into_iter().map(|(_, exact)| exact).collect();
    Ok(Draw { range, operands, factors: side_by_side, exact, overflow })
}
