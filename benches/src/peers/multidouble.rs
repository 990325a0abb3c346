//! multidouble's eight lanes, on the best instruction set and on the next one. It has no square root of
//! them and no product of matrices.

use super::contest::{Contestant, Operation, Task, factor};
use floatfloat::DoubleDouble;
use multidouble::{
    dd::DD,
    dv::{DV, DotAcc},
    simd::{Kernel, Simd, for_each_available},
};

/// x, y and the output, each as high and low parts.
type State = [[Vec<f64>; 2]; 3];

struct Run<'a> {
    operation: Operation,
    state: &'a mut State,
}

impl Kernel for Run<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let a = DV::<S>::splat(DD { hi: factor().hi(), lo: factor().lo() });
        match self.operation {
            Operation::Add => each::<S>(
                self.state,
                #[inline(always)]
                |x, y| x + y,
            ),
            Operation::Mul => each::<S>(
                self.state,
                #[inline(always)]
                |x, y| x * y,
            ),
            Operation::Div => each::<S>(
                self.state,
                #[inline(always)]
                |x, y| x / y,
            ),
            Operation::Axpy => each::<S>(
                self.state,
                #[inline(always)]
                |x, y| x + a * y,
            ),
            Operation::Sum => accumulate::<S>(
                self.state,
                #[inline(always)]
                |sum, x, _| sum.add(x),
            ),
            _ => accumulate::<S>(
                self.state,
                #[inline(always)]
                |sum, x, y| sum.add_prod(x, y),
            ),
        }
    }
}

#[inline(always)]
fn each<S: Simd>([x, y, out]: &mut State, value: impl Fn(DV<S>, DV<S>) -> DV<S>) {
    let [high, low] = out;
    let chunks = high.chunks_exact_mut(8).zip(low.chunks_exact_mut(8));
    let x = x[0].chunks_exact(8).zip(x[1].chunks_exact(8));
    let y = y[0].chunks_exact(8).zip(y[1].chunks_exact(8));
    for (((high, low), x), y) in chunks.zip(x).zip(y) {
        value(DV::load(x.0, x.1), DV::load(y.0, y.1)).store(high, low);
    }
}

/// Accumulators that do not wait for each other.
const CHAINS: usize = 4;

/// Operands are a multiple of all lanes long.
#[inline(always)]
fn accumulate<S: Simd>(
    [x, y, out]: &mut State,
    step: impl Fn(DotAcc<S>, DV<S>, DV<S>) -> DotAcc<S>,
) {
    let mut sums = [DotAcc::<S>::zero(); CHAINS];
    let mut start = 0;
    while start + 8 * CHAINS <= x[0].len() {
        for (c, sum) in sums.iter_mut().enumerate() {
            let lanes = start + 8 * c..start + 8 * c + 8;
            let load = |parts: &[Vec<f64>; 2]| {
                DV::load(&parts[0][lanes.clone()], &parts[1][lanes.clone()])
            };
            *sum = step(*sum, load(x), load(y));
        }
        start += 8 * CHAINS;
    }
    let mut sum = DD::ZERO;
    for lanes in sums {
        let lanes = lanes.finish();
        for j in 0..8 {
            sum = sum + lanes.lane(j);
        }
    }
    (out[0][0], out[1][0]) = (sum.hi, sum.lo);
}

pub fn contestants(task: &Task) -> Vec<Contestant> {
    let operation = task.operation;
    if matches!(operation, Operation::Sqrt | Operation::Gemm | Operation::Of(_)) {
        return Vec::new();
    }
    let parts = |numbers: &[DoubleDouble]| {
        let part = |part: fn(&DoubleDouble) -> f64| numbers.iter().map(part).collect::<Vec<_>>();
        [part(|number| number.hi()), part(|number| number.lo())]
    };
    let y = if task.y.is_empty() { &task.x } else { &task.y };
    let results = task.results();
    let state = [parts(&task.x), parts(y), [vec![0.0; results], vec![0.0; results]]];
    for_each_available(Compiled)
        .into_iter()
        .take(2)
        .map(|(level, run)| {
            let run = move |state: &mut State| run(operation, state);
            let who = format!("multidouble, {level}");
            Contestant::new(who, 106, state.clone(), run, |[_, _, [high, low]]| {
                let parts = high.iter().zip(low);
                parts.map(|(&high, &low)| DoubleDouble::from_normalized(high, low)).collect()
            })
        })
        .collect()
}

/// [`Run`], compiled for an instruction set.
#[derive(Clone)]
struct Compiled;

impl Kernel for Compiled {
    type Output = fn(Operation, &mut State);

    fn run<S: Simd>(self) -> Self::Output {
        |operation, state| {
            S::vectorize(
                #[inline(always)]
                || Run { operation, state }.run::<S>(),
            );
        }
    }
}
