//! The operands of the multiplications and divisions.

use floatfloat_lab::{
    error::Error, experiments::Options, progress::Progress, random::Random, timing::stop_if_asked,
};

/// Which of x and y are large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Case {
    pub(super) large_x: bool,
    pub(super) large_y: bool,
}

/// The numbers of one case.
pub(super) struct Draw {
    pub(super) case: Case,
    pub(super) x: f64,
    pub(super) y: Vec<f64>,
}

impl Case {
    /// Both small.
    pub(super) const SMALL: Case = Case { large_x: false, large_y: false };

    /// All cases, in the order of the paper's table.
    pub(super) fn all() -> [Case; 4] {
        let case = |large_x, large_y| Case { large_x, large_y };
        [case(false, true), Self::SMALL, case(true, false), case(true, true)]
    }

    /// The names of x and y.
    pub(super) fn names(self) -> [&'static str; 2] {
        [self.large_x, self.large_y].map(|large| if large { "large" } else { "small" })
    }
}

/// A number of `f32`, small or large.
fn number(random: &mut Random, large: bool) -> f64 {
    let [low, high] = if large { [1e5, 1e6] } else { [0.0, 10.0] };
    loop {
        let value = f64::from((low + (high - low) * random.symmetric().abs()) as f32);
        if value > low && value < high {
            return value;
        }
    }
}

/// The numbers of a case.
pub(super) fn draw(
    case: Case,
    options: &Options,
    sizes: &[(usize, usize)],
    progress: &dyn Progress,
) -> Result<Draw, Error> {
    stop_if_asked(progress)?;
    let piece = 2 * usize::from(case.large_x) + usize::from(case.large_y);
    let mut random = Random::new(options.seed, piece);
    let x = number(&mut random, case.large_x);
    let most = sizes.iter().map(|(steps, chains)| steps * chains).max().unwrap_or(0);
    let y = (0..most).map(|_| number(&mut random, case.large_y)).collect();
    Ok(Draw { case, x, y })
}

impl Draw {
    /// The gap of a case: x·y over y.
    pub(super) fn gap(&self) -> f64 {
        let few = &self.y[..self.y.len().min(1000)];
        let logarithms: f64 = few.iter().map(|y| (self.x * y).ln() - y.ln()).sum();
        (logarithms / few.len() as f64).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::{Case, draw};
    use floatfloat_lab::{experiments::Options, progress::Silent};

    #[test]
    fn numbers_lie_in_their_ranges_and_fit_f32() {
        for case in Case::all() {
            let draw = draw(case, &Options::default(), &[(100, 2)], &Silent).unwrap();
            let range = |large: bool| if large { 1e5..1e6 } else { 0.0..10.0 };
            assert!(range(case.large_x).contains(&draw.x));
            assert_eq!(draw.y.len(), 200);
            for y in &draw.y {
                assert!(range(case.large_y).contains(y) && f64::from(*y as f32) == *y);
            }
            assert!((draw.gap() / draw.x - 1.0).abs() < 1e-9);
        }
    }
}
