//! π, ln 2 and ln 10 to any precision, computed once for each.

use super::ball::Ball;
use dashu_int::{IBig, ops::BitTest};
use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex},
};

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Constant {
    Pi,
    TwoOverPi,
    Ln2,
    Ln10,
}

type Cache = Mutex<HashMap<(Constant, i64), Arc<IBig>>>;

static CACHE: LazyLock<Cache> = LazyLock::new(Cache::default);

/// The step between the precisions for which a value is kept.
const STEP: i64 = 64;

impl Constant {
    /// The constant in units of `2^-point`, with an error of at most two units.
    pub fn fixed(self, point: i64) -> IBig {
        let kept = (point + 8 + STEP - 1) / STEP * STEP;
        let known = CACHE.lock().expect("no panic with the lock").get(&(self, kept)).cloned();
        let digits = known.unwrap_or_else(|| {
            let digits = Arc::new(self.computed(kept));
            CACHE.lock().expect("no panic with the lock").insert((self, kept), digits.clone());
            digits
        });
        &*digits >> (kept - point) as usize
    }

    /// The constant with this working precision.
    pub fn ball(self, bits: u32) -> Ball {
        let point = i64::from(bits) + 4;
        Ball::from_fixed(self.fixed(point), point, 2, bits)
    }

    /// The constant in units of `2^-point`, with an error of at most two units.
    fn computed(self, point: i64) -> IBig {
        // Thirty bits for the errors of each series; no series has 2^30 terms.
        let guarded = point + 30;
        let inverse = |n: u32, alternating: bool| odd_series_of_inverse(n, guarded, alternating);
        let three = || [inverse(31, false), inverse(49, false), inverse(161, false)];
        let digits: IBig = match self {
            // Machin: π/4 = 4 arctan 1/5 − arctan 1/239.
            Constant::Pi => inverse(5, true) * 16 - inverse(239, true) * 4,
            Constant::TwoOverPi => {
                let pi = Constant::Pi.fixed(guarded);
                (IBig::ONE << (2 * guarded + 1) as usize) / pi
            }
            Constant::Ln2 => {
                let [a, b, c] = three();
                a * 14 + b * 10 + c * 6
            }
            Constant::Ln10 => {
                let [a, b, c] = three();
                a * 46 + b * 34 + c * 20
            }
        };
        digits >> 30
    }
}

/// artanh 1/n or arctan 1/n in units of `2^-point`, with an error of at most one unit for each term and one
/// more.
fn odd_series_of_inverse(n: u32, point: i64, alternating: bool) -> IBig {
    let square = n * n;
    let mut power = (IBig::ONE << point as usize) / n;
    let (mut sum, mut k) = (IBig::ZERO, 1u32);
    while power.bit_len() > 0 {
        let term = &power / k;
        sum += if alternating && k % 4 == 3 { -term } else { term };
        power /= square;
        k += 2;
    }
    sum
}
