//! multidouble's eight lanes, on the best instruction set. It has no square root of them.

use super::contest::{Contestant, Operands, factor};
use floatfloat::DoubleDouble;
use multidouble::{
    dd::DD,
    dv::DV,
    simd::{Kernel, Simd, dispatch},
};

/// x, y and the output, each as high and low parts.
type State = [[Vec<f64>; 2]; 3];

struct Run<'a> {
    operation: &'static str,
    state: &'a mut State,
}

impl Kernel for Run<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let a = DV::<S>::splat(DD { hi: factor().hi(), lo: factor().lo() });
        match self.operation {
            "add" => each::<S>(
                self.state,
                #[inline(always)]
                |x, y| x + y,
            ),
            "mul" => each::<S>(
                self.state,
                #[inline(always)]
                |x, y| x * y,
            ),
            "div" => each::<S>(
                self.state,
                #[inline(always)]
                |x, y| x / y,
            ),
            _ => each::<S>(
                self.state,
                #[inline(always)]
                |x, y| x + a * y,
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

pub fn contestants(operands: &Operands) -> Vec<Contestant> {
    let parts = |numbers: &[DoubleDouble]| {
        let part = |part: fn(&DoubleDouble) -> f64| numbers.iter().map(part).collect::<Vec<_>>();
        [part(|number| number.hi()), part(|number| number.lo())]
    };
    ["add", "mul", "div", "axpy"]
        .map(|operation| {
            let [x, y] = [&operands.x, &operands.y].map(|numbers| parts(numbers));
            let state = [x.clone(), y, x];
            let run = move |state: &mut State| dispatch(Run { operation, state });
            Contestant::new(operation, "multidouble", state, run, |[_, _, [high, low]]| {
                let parts = high.iter().zip(low);
                parts.map(|(&high, &low)| DoubleDouble::from_normalized(high, low)).collect()
            })
        })
        .into()
}
