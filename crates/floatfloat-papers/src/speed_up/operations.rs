//! The four operations, repeated in registers.

use floatfloat::dispatch_scalar;
use floatfloat_cpu::{Kernel, Pack, Simd, dispatch_fused};
use floatfloat_gpu::{Circuit, Wire};
use floatfloat_lab::{
    arithmetic::{Arithmetic, Family},
    devices::OnDevice,
    error::Error,
    parallel,
};
use std::marker::PhantomData;

/// The operations' names, in the order of the paper's table.
pub(super) const OPERATIONS: [&str; 4] = ["add", "sub", "mul", "div"];

/// One of the operations.
trait Operation: Copy + Send + Sync + 'static {
    /// Its name.
    const OP: &'static str;

    /// Computes it.
    fn apply<A: Arithmetic>(x: &A, y: &A) -> A;
}

macro_rules! operations {
    ($($name:ident $place:literal $method:ident;)*) => {$(
        #[doc = concat!("x.", stringify!($method), "(y)")]
        #[derive(Clone, Copy)]
        struct $name;

        impl Operation for $name {
            const OP: &'static str = OPERATIONS[$place];

            #[inline(always)]
            fn apply<A: Arithmetic>(x: &A, y: &A) -> A {
                x.$method(y)
            }
        }
    )*};
}

operations! {
    Add 0 add;
    Sub 1 sub;
    Mul 2 mul;
    Div 3 div;
}

/// One operation in a number type over words `W`, compiled and ready to be recorded.
pub(super) struct Compiled<W: OnDevice> {
    /// Its name.
    pub(super) op: &'static str,
    /// Computes one element. The arguments are x, y and the number of repetitions.
    pub(super) of_one: fn([W; 2], [W; 2], u32) -> [W; 2],
    /// Computes every element, on all threads. The arguments are x, y, the results and the number
    /// of repetitions.
    pub(super) of_all: fn(&Words<W>, &Words<W>, &mut Words<W>, u32),
    /// Records one repetition for a device with or without a fused multiply-add.
    pub(super) recorded: fn(bool) -> Result<Circuit, Error>,
}

impl<W: OnDevice> Compiled<W> {
    fn new<F: Family, O: Operation>() -> Self {
        Compiled {
            op: O::OP,
            of_one: of_one::<F, W, O>,
            of_all: of_all::<F, W, O>,
            recorded: recorded::<F, W, O>,
        }
    }

    /// All four operations.
    pub(super) fn operations<F: Family>() -> [Self; 4] {
        [
            Compiled::new::<F, Add>(),
            Compiled::new::<F, Sub>(),
            Compiled::new::<F, Mul>(),
            Compiled::new::<F, Div>(),
        ]
    }
}

/// The high and the low words of numbers, in separate arrays.
pub(super) type Words<W> = [Vec<W>; 2];

/// The words of values in a number type, rounded to nearest.
pub(super) fn words<F: Family, W: OnDevice>(values: &[f64]) -> Words<W> {
    let of = |place: usize| values.iter().map(|&v| F::words(F::nearest::<W>(v))[place]).collect();
    [of(0), of(1)]
}

/// Computes one element with plainly compiled code.
fn of_one<F: Family, W: OnDevice, O: Operation>(x: [W; 2], y: [W; 2], repetitions: u32) -> [W; 2] {
    dispatch_scalar(
        #[inline(always)]
        || {
            let (mut x, y) = (F::from_words::<W>(&x), F::from_words::<W>(&y));
            for _ in 0..repetitions {
                x = O::apply(&x, &y);
            }
            F::words(x)
        },
    )
}

/// The number of elements that one thread takes at a time.
const PIECE: usize = 1 << 12;

/// The number of registers of each word that are computed side by side, so that none waits for its
/// own result.
const SIDE_BY_SIDE: usize = 4;

/// Computes every element on all threads.
fn of_all<F: Family, W: OnDevice, O: Operation>(
    x: &Words<W>,
    y: &Words<W>,
    results: &mut Words<W>,
    repetitions: u32,
) {
    let [high, low] = results;
    let results = high.chunks_mut(PIECE).zip(low.chunks_mut(PIECE));
    parallel::for_each(results.enumerate(), |(piece, (high, low))| {
        let range = piece * PIECE..piece * PIECE + high.len();
        let piece = Piece::<F, W, O> {
            x: [&x[0][range.clone()], &x[1][range.clone()]],
            y: [&y[0][range.clone()], &y[1][range]],
            results: [high, low],
            repetitions,
            operation: PhantomData,
        };
        dispatch_fused(piece, Piece::alone);
    });
}

struct Piece<'a, F, W, O> {
    x: [&'a [W]; 2],
    y: [&'a [W]; 2],
    results: [&'a mut [W]; 2],
    repetitions: u32,
    operation: PhantomData<(F, O)>,
}

impl<F: Family, W: OnDevice, O: Operation> Piece<'_, F, W, O> {
    fn alone(self) {
        let [high, low] = self.results;
        let at = |words: [&[W]; 2], i: usize| words.map(|words| words[i]);
        for (i, (high, low)) in high.iter_mut().zip(low).enumerate() {
            [*high, *low] = of_one::<F, W, O>(at(self.x, i), at(self.y, i), self.repetitions);
        }
    }
}

impl<F: Family, W: OnDevice, O: Operation> Kernel for Piece<'_, F, W, O> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let lanes = Pack::<S, W>::LANES;
        let whole = SIDE_BY_SIDE * lanes;
        let load = |words: [&[W]; 2], place: usize| {
            let at = |words: &[W]| {
                let rest = &words[place.min(words.len())..];
                Pack::<S, W>::load_partial(simd, rest, words[0])
            };
            let high = at(words[0]);
            let low = if F::WORDS == 2 { at(words[1]) } else { high };
            F::from_words(&[high, low])
        };
        let [high, low] = self.results;
        let mut begin = 0;
        while begin < high.len() {
            let mut x = [load(self.x, begin); SIDE_BY_SIDE];
            let mut y = [load(self.y, begin); SIDE_BY_SIDE];
            for k in 1..SIDE_BY_SIDE {
                x[k] = load(self.x, begin + k * lanes);
                y[k] = load(self.y, begin + k * lanes);
            }
            for _ in 0..self.repetitions {
                for k in 0..SIDE_BY_SIDE {
                    x[k] = O::apply(&x[k], &y[k]);
                }
            }
            for (k, &x) in x.iter().enumerate() {
                let place = (begin + k * lanes).min(high.len());
                let words = F::words(x);
                words[0].store_partial(&mut high[place..]);
                if F::WORDS == 2 {
                    words[1].store_partial(&mut low[place..]);
                }
            }
            begin += whole;
        }
    }
}

/// Records one repetition.
fn recorded<F: Family, W: OnDevice, O: Operation>(fused: bool) -> Result<Circuit, Error> {
    let width = F::WORDS;
    let circuit = Circuit::record_words::<W>(fused, &[width, width], &[width], |words| {
        let (x, y) = words.split_at(width);
        let (x, y) = (F::from_words::<Wire<W>>(x), F::from_words::<Wire<W>>(y));
        F::words(O::apply(&x, &y)).into_iter().take(width).collect()
    })?;
    Ok(circuit)
}
