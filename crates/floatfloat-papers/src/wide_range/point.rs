//! The centre of the picture, and orbits in multiple precision.

use super::zoom::Zoom;
use floatfloat::{DoubleDouble, WideDoubleDouble};
use floatfloat_data::parallel;
use floatfloat_lab::{
    arithmetic::{Arithmetic, Multiple},
    error::Error,
    progress::Progress,
    timing::stop_if_asked,
};

/// After this number of steps the orbit of the point is at its fixed point: z₄ = z₃ (z₀ = c).
const BEFORE: usize = 3;

/// The start of Newton's method, near the Misiurewicz point M(4, 1).
const NEARBY: [f64; 2] = [-0.101_096_363_845_622, 0.956_286_510_809_142];

/// The number of Newton steps. Each doubles the digits.
const NEWTON: u32 = 12;

/// A complex number in multiple precision.
#[derive(Clone, Debug)]
pub(super) struct Complex {
    re: Multiple,
    im: Multiple,
}

impl Complex {
    fn new(re: f64, im: f64, bits: usize) -> Self {
        Complex { re: Multiple::new(re, bits), im: Multiple::new(im, bits) }
    }

    fn add(&self, other: &Self) -> Self {
        Complex { re: self.re.add(&other.re), im: self.im.add(&other.im) }
    }

    fn sub(&self, other: &Self) -> Self {
        Complex { re: self.re.sub(&other.re), im: self.im.sub(&other.im) }
    }

    fn mul(&self, other: &Self) -> Self {
        let re = self.re.mul(&other.re).sub(&self.im.mul(&other.im));
        Complex { re, im: self.re.mul(&other.im).add(&self.im.mul(&other.re)) }
    }

    fn div(&self, other: &Self) -> Self {
        let size = other.re.mul(&other.re).add(&other.im.mul(&other.im));
        let zero = size.constant(0.0);
        let conjugate = Complex { re: other.re.clone(), im: zero.sub(&other.im) };
        let product = self.mul(&conjugate);
        Complex { re: product.re.div(&size), im: product.im.div(&size) }
    }

    /// Both parts, rounded to the precision of pairs of `f64`.
    fn rounded(&self) -> [WideDoubleDouble; 2] {
        [&self.re, &self.im].map(|part| {
            let high = part.to_f64();
            let low = part.sub(&part.constant(high)).to_f64();
            WideDoubleDouble::from_double_word(DoubleDouble::from_parts(high, low))
        })
    }

    fn leaves(&self) -> bool {
        let (re, im) = (self.re.to_f64(), self.im.to_f64());
        re * re + im * im > 4.0
    }
}

/// The point, with as many digits as the picture needs, and its orbit.
pub(super) struct Point {
    digits: u32,
    c: Complex,
    /// z₀ = c, z₁, … up to the fixed point.
    orbit: Vec<Complex>,
}

impl Point {
    /// The point for a picture of width 10^-digits.
    pub(super) fn new(digits: u32) -> Self {
        let bits = 4 * digits as usize + 128;
        let [re, im] = NEARBY;
        let mut c = Complex::new(re, im, bits);
        for _ in 0..NEWTON {
            // z and its derivative with respect to c. The last two z must be equal.
            let one = Complex::new(1.0, 0.0, bits);
            let (mut z, mut derivative) = (c.clone(), one.clone());
            let mut before = (z.clone(), derivative.clone());
            for _ in 0..=BEFORE {
                before = (z.clone(), derivative.clone());
                derivative = z.mul(&derivative);
                derivative = derivative.add(&derivative).add(&one);
                z = z.mul(&z).add(&c);
            }
            c = c.sub(&z.sub(&before.0).div(&derivative.sub(&before.1)));
        }
        let mut orbit = vec![c.clone()];
        for _ in 0..BEFORE {
            let z = orbit.last().map_or_else(|| c.clone(), |z| z.mul(z).add(&c));
            orbit.push(z);
        }
        Point { digits, c, orbit }
    }

    /// The decimal digits of the picture's depth: its width is 10^-digits.
    pub(super) fn digits(&self) -> u32 {
        self.digits
    }

    /// The orbit up to the fixed point, rounded.
    pub(super) fn orbit(&self) -> Vec<[WideDoubleDouble; 2]> {
        self.orbit.iter().map(Complex::rounded).collect()
    }

    /// The factor by which neighbours of the fixed point move away from it, |2z|.
    pub(super) fn growth(&self) -> f64 {
        let [re, im] = self.orbit[BEFORE].rounded().map(WideDoubleDouble::to_f64);
        2.0 * re.hypot(im)
    }

    /// Compares the steps of some pixels with those of the pixels' own orbits. Returns how many
    /// were compared, and how many differ.
    pub(super) fn compare(
        &self,
        zoom: &Zoom,
        steps: &[u32],
        progress: &dyn Progress,
    ) -> Result<(u64, u64), Error> {
        /// The number of pixels that are compared.
        const COMPARED: usize = 128;
        stop_if_asked(progress)?;
        let every = (steps.len() / COMPARED).max(1);
        // An odd distance, so that not every row is sampled at the same place.
        let every = every | 1;
        let pixels: Vec<usize> = (0..steps.len()).step_by(every).collect();
        let differs = |i: usize| u64::from(self.steps(zoom, pixels[i]) != steps[pixels[i]]);
        Ok((pixels.len() as u64, parallel::map(pixels.len(), differs).into_iter().sum()))
    }

    /// The step at which a pixel leaves, counted from the step at which the orbit of the point reaches
    /// its fixed point.
    fn steps(&self, zoom: &Zoom, pixel: usize) -> u32 {
        let [across, up] = zoom.place(pixel);
        let part = |part: &Multiple, offset: f64| {
            let mut width = part.constant(1.0);
            for _ in 0..self.digits {
                width = width.div(&part.constant(10.0));
            }
            let side = part.constant(f64::from(zoom.side()));
            part.add(&width.mul(&part.constant(offset)).div(&side))
        };
        let c = Complex { re: part(&self.c.re, across), im: part(&self.c.im, up) };
        let mut z = c.clone();
        for _ in 0..BEFORE {
            z = z.mul(&z).add(&c);
        }
        let mut steps = 0;
        while steps < zoom.most() && !z.leaves() {
            z = z.mul(&z).add(&c);
            steps += 1;
        }
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::{BEFORE, Complex, Point};

    #[test]
    fn the_orbit_comes_to_a_fixed_point() {
        for digits in [60, 400] {
            let point = Point::new(digits);
            let last = &point.orbit[BEFORE];
            let next = last.mul(last).add(&point.c);
            let Complex { re, im } = next.sub(last);
            let bound = 10f64.powi(-300);
            assert!(re.to_f64().abs() < bound.max(10f64.powi(-(digits as i32))));
            assert!(im.to_f64().abs() < bound.max(10f64.powi(-(digits as i32))));
            let earlier = &point.orbit[BEFORE - 1];
            assert!(last.sub(earlier).re.to_f64().abs() > 0.1, "not before");
            assert!(point.growth() > 1.3);
        }
    }
}
