//! The picture: the distance of every pixel from the orbit of the point, step by step.

use super::{delta::Delta, point::Point};
use floatfloat::{DoubleDouble, DoubleWord, WideDoubleDouble, Word, dispatch_scalar};
use floatfloat_data::parallel;
use floatfloat_exact::Concrete;
use floatfloat_gpu::{Circuit, Device, DeviceArray, Wire, program::WORKGROUP};
use floatfloat_lab::{
    devices::OnDevice, error::Error, kernels::chain::Chain, progress::Progress,
    timing::stop_if_asked,
};
use std::fmt::Write;

/// The number of steps in the body of a loop.
const UNROLLED: u32 = 2;

/// A picture of `side` × `side` pixels.
pub(super) struct Zoom {
    side: u32,
    most: u32,
    /// The width of a pixel.
    pixel: WideDoubleDouble,
    /// The orbit of the point, up to the fixed point.
    orbit: Vec<[WideDoubleDouble; 2]>,
}

/// A pixel's distance from the orbit, its initial distance, and the number of steps that it has
/// stayed.
#[derive(Clone, Copy)]
struct State<V, D> {
    now: [D; 2],
    first: [D; 2],
    steps: V,
}

impl Zoom {
    pub(super) fn new(point: &Point, side: u32) -> Self {
        let digits = f64::from(point.digits());
        // From the width of a pixel to that of the set, plus some steps for the inner parts of the
        // set.
        let ratio = 10f64.ln() * digits + f64::from(side).ln();
        let most = (ratio / point.growth().ln()) as u32 + 40;
        let ten = DoubleDouble::from(10.0);
        let width = WideDoubleDouble::from_double_word(ten).powi(-(point.digits() as i32));
        let pixel = width / WideDoubleDouble::from(side);
        Zoom { side, most: most.next_multiple_of(UNROLLED), pixel, orbit: point.orbit() }
    }

    /// The number of pixels of a side.
    pub(super) fn side(&self) -> u32 {
        self.side
    }

    /// The number of steps after which a pixel counts as staying.
    pub(super) fn most(&self) -> u32 {
        self.most
    }

    /// The position of a pixel relative to the point, in pixels, to the right and up.
    pub(super) fn place(&self, pixel: usize) -> [f64; 2] {
        let half = f64::from(self.side) / 2.0 - 0.5;
        let (row, column) = (pixel / self.side as usize, pixel % self.side as usize);
        // An offset between pixels, so that none is the point itself.
        [column as f64 - half + 0.25, half - row as f64 + 0.125]
    }

    fn pixels(&self) -> usize {
        (self.side * self.side) as usize
    }

    /// The state at the step at which the orbit of the point reaches its fixed point.
    #[inline(always)]
    fn begin<V: Word, D: Delta<V>>(&self, place: [V; 2]) -> State<V, D> {
        let pixel = D::constant(place[0], self.pixel);
        let first = place.map(
            #[inline(always)]
            |word| D::of_word(word).times(pixel),
        );
        let mut now = first;
        for z in &self.orbit[..self.orbit.len() - 1] {
            let z = z.map(|part| D::constant(place[0], part));
            now = moved([z[0].plus(now[0]), z[1].plus(now[1])], z, now, first);
        }
        State { now, first, steps: place[0].constant(0.0) }
    }

    /// One step at the fixed point.
    #[inline(always)]
    fn step<V: Word, D: Delta<V>>(&self, fixed: [D; 2], state: State<V, D>) -> State<V, D> {
        let State { now, first, steps } = state;
        let z = [fixed[0].plus(now[0]), fixed[1].plus(now[1])];
        let size = z[0].times(z[0]).plus(z[1].times(z[1]));
        let one = steps.constant(1.0);
        let steps = V::select(size.is_at_most(4.0), steps + one, steps);
        State { now: moved(z, fixed, now, first), first, steps }
    }

    #[inline(always)]
    fn fixed<V: Word, D: Delta<V>>(&self, like: V) -> [D; 2] {
        self.orbit[self.orbit.len() - 1].map(|part| D::constant(like, part))
    }

    /// The number of steps that each pixel stays, computed on all threads.
    pub(super) fn on_processor<W: OnDevice, D: Delta<W>>(
        &self,
        progress: &dyn Progress,
    ) -> Result<Vec<u32>, Error> {
        let fixed = self.fixed::<W, D>(W::default());
        let steps_of = |pixel: usize| {
            dispatch_scalar(
                #[inline(always)]
                || {
                    let place = self.place(pixel).map(<W as Concrete>::from_f64);
                    let mut state = self.begin::<W, D>(place);
                    for _ in 0..self.most {
                        state = self.step(fixed, state);
                    }
                    Concrete::to_f64(state.steps) as u32
                },
            )
        };
        let side = self.side as usize;
        let rows = parallel::map(side, |row| {
            stop_if_asked(progress)?;
            Ok((row * side..(row + 1) * side).map(steps_of).collect::<Vec<_>>())
        });
        Ok(rows.into_iter().collect::<Result<Vec<_>, Error>>()?.concat())
    }

    /// The positions of every `every`-th pixel, on a device.
    pub(super) fn upload<W: OnDevice>(
        &self,
        device: &Device,
        every: usize,
    ) -> Result<Pixels<W>, Error> {
        let place = |pixel| {
            let [across, up] = self.place(pixel).map(<W as Concrete>::from_f64);
            DoubleWord::from_normalized(across, up)
        };
        let places: Vec<_> = (0..self.pixels()).step_by(every).map(place).collect();
        let places = device.upload(W::pairs(&places))?;
        Ok(Pixels { places, unused: device.upload(&[W::default()])? })
    }

    /// The computation, recorded for a device with or without a fused multiply-add.
    pub(super) fn recorded<W: OnDevice, D: Delta<Wire<W>>>(
        &self,
        fused: bool,
    ) -> Result<Chain, Error> {
        let state = 4 * D::WORDS + 1;
        let begin = Circuit::record_words::<W>(fused, &[2], &[state], |words| {
            self.begin::<_, D>([words[0], words[1]]).into_words()
        })?;
        let step = Circuit::record_words::<W>(fused, &[state, 1], &[state], |words| {
            let fixed = self.fixed(words[0]);
            self.step(fixed, State::<_, D>::from_words(&words[..state])).into_words()
        })?;
        let finish = Circuit::record_words::<W>(fused, &[state], &[1], |words| {
            vec![State::<_, D>::from_words(words).steps]
        })?;
        Ok(Chain { begin, step, finish, unrolled: UNROLLED, lanes: WORKGROUP })
    }

    /// Runs a recording. The call may return before it has finished.
    pub(super) fn on_device<W: OnDevice>(
        &self,
        device: &Device,
        chain: &Chain,
        pixels: &Pixels<W>,
    ) -> Result<DeviceArray<W>, Error> {
        Ok(chain.run(device, &pixels.places, &pixels.unused, self.most / UNROLLED)?)
    }
}

/// Pixels in the memory of a device.
pub(super) struct Pixels<W: OnDevice> {
    places: DeviceArray<W::Pair>,
    unused: DeviceArray<W>,
}

/// The next distance. (z + δ)·δ + δ₀ is the distance of (Z + δ)² + c + δ₀ from Z² + c, where
/// z = Z + δ.
#[inline(always)]
fn moved<V: Word, D: Delta<V>>(z: [D; 2], orbit: [D; 2], now: [D; 2], first: [D; 2]) -> [D; 2] {
    let sum = [z[0].plus(orbit[0]), z[1].plus(orbit[1])];
    let re = sum[0].times(now[0]).minus(sum[1].times(now[1]));
    let im = sum[0].times(now[1]).plus(sum[1].times(now[0]));
    [re.plus(first[0]), im.plus(first[1])]
}

impl<V: Word, D: Delta<V>> State<V, D> {
    fn into_words(self) -> Vec<V> {
        let numbers = self.now.into_iter().chain(self.first);
        numbers.flat_map(D::into_words).chain([self.steps]).collect()
    }

    fn from_words(words: &[V]) -> Self {
        let number = |k: usize| D::from_words(&words[k * D::WORDS..(k + 1) * D::WORDS]);
        State {
            now: [number(0), number(1)],
            first: [number(2), number(3)],
            steps: words[4 * D::WORDS],
        }
    }
}

/// Steps as integers.
pub(super) fn counts<W: OnDevice>(steps: &[W]) -> Vec<u32> {
    steps.iter().map(|steps| Concrete::to_f64(*steps) as u32).collect()
}

/// A row of pixels as runs of equal steps, `step×count`, with - for pixels that stay to the end.
pub(super) fn runs(row: &[u32], most: u32) -> String {
    let mut text = String::new();
    for run in row.chunk_by(|a, b| a == b) {
        let separator = if text.is_empty() { "" } else { " " };
        let step = if run[0] == most { "-".to_owned() } else { run[0].to_string() };
        // Writing to a text cannot fail.
        let _ = write!(text, "{separator}{step}×{}", run.len());
    }
    text
}
