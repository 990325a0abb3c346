//! multidouble's eight lanes of four words, on the best instruction set and on the next one. It has no product of
//! matrices of them.

use super::super::contest::{Contestant, Operation, Task};
use floatfloat::QuadDouble;
use multidouble::{
    qd::QD,
    qv::{QDotAcc, QV},
    simd::{Kernel, Simd, for_each_available},
};

/// x, y and the output, each as four arrays of words.
type State = [[Vec<f64>; 4]; 3];

/// Where it has two algorithms, whether the one with the better bound is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    Only,
    Accurate,
    Sloppy,
}

struct Run<'a> {
    operation: Operation,
    method: Method,
    state: &'a mut State,
}

impl Kernel for Run<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let sloppy = self.method == Method::Sloppy;
        match self.operation {
            Operation::Add if sloppy => each::<S>(
                self.state,
                #[inline(always)]
                |x, y| x.sloppy_add(y),
            ),
            Operation::Add => each::<S>(
                self.state,
                #[inline(always)]
                |x, y| x.ieee_add(y),
            ),
            Operation::Mul if sloppy => each::<S>(
                self.state,
                #[inline(always)]
                |x, y| x.sloppy_mul(y),
            ),
            Operation::Mul => each::<S>(
                self.state,
                #[inline(always)]
                |x, y| x.accurate_mul(y),
            ),
            Operation::Div if sloppy => each::<S>(
                self.state,
                #[inline(always)]
                |x, y| x.sloppy_div(y),
            ),
            Operation::Div => each::<S>(
                self.state,
                #[inline(always)]
                |x, y| x.accurate_div(y),
            ),
            Operation::Sqrt => each::<S>(
                self.state,
                #[inline(always)]
                |x, _| x.sqrt(),
            ),
            _ => dot::<S>(self.state),
        }
    }
}

#[inline(always)]
fn load<S: Simd>(words: &[Vec<f64>; 4], start: usize) -> QV<S> {
    let [a, b, c, d] = words.each_ref().map(|words| &words[start..start + 8]);
    QV::load(a, b, c, d)
}

#[inline(always)]
fn each<S: Simd>([x, y, out]: &mut State, value: impl Fn(QV<S>, QV<S>) -> QV<S>) {
    for start in (0..x[0].len()).step_by(8) {
        let result = value(load(x, start), load(y, start));
        let [a, b, c, d] = out.each_mut().map(|words| &mut words[start..start + 8]);
        result.store(a, b, c, d);
    }
}

/// Accumulators that do not wait for each other.
const CHAINS: usize = 2;

/// Operands are a multiple of all lanes long.
#[inline(always)]
fn dot<S: Simd>([x, y, out]: &mut State) {
    let mut sums = [QDotAcc::<S>::zero(); CHAINS];
    for start in (0..x[0].len()).step_by(8 * CHAINS) {
        for (c, sum) in sums.iter_mut().enumerate() {
            let start = start + 8 * c;
            *sum = sum.add_prod(load(x, start), load(y, start));
        }
    }
    let mut sum = QD::from_f64(0.0);
    for lanes in sums {
        let lanes = lanes.finish();
        for j in 0..8 {
            sum = sum.ieee_add(lanes.lane(j));
        }
    }
    for (out, word) in out.iter_mut().zip(sum.x) {
        out[0] = word;
    }
}

pub fn contestants(task: &Task<QuadDouble>) -> Vec<Contestant<QuadDouble>> {
    let methods: &[(Method, &str)] = match task.operation {
        Operation::Gemm => &[],
        Operation::Add => &[(Method::Accurate, ", ieee"), (Method::Sloppy, ", sloppy")],
        Operation::Mul | Operation::Div => {
            &[(Method::Accurate, ", accurate"), (Method::Sloppy, ", sloppy")]
        }
        _ => &[(Method::Only, "")],
    };
    methods.iter().flat_map(|&(method, how)| by(method, how, task)).collect()
}

fn by(method: Method, how: &'static str, task: &Task<QuadDouble>) -> Vec<Contestant<QuadDouble>> {
    let operation = task.operation;
    let parts = |numbers: &[QuadDouble]| -> [Vec<f64>; 4] {
        std::array::from_fn(|k| numbers.iter().map(|number| number.parts()[k]).collect())
    };
    let zeros = std::array::from_fn(|_| vec![0.0; task.results()]);
    let state = [parts(&task.x), parts(&task.y), zeros];
    for_each_available(Compiled)
        .into_iter()
        .take(2)
        .map(|(level, run)| {
            let run = move |state: &mut State| run(operation, method, state);
            let who = format!("multidouble{how}, {level}");
            Contestant::new(who, 212, state.clone(), run, |[_, _, out]| {
                (0..out[0].len())
                    .map(|i| QuadDouble::from_normalized(std::array::from_fn(|k| out[k][i])))
                    .collect()
            })
        })
        .collect()
}

/// [`Run`], compiled for an instruction set.
#[derive(Clone)]
struct Compiled;

impl Kernel for Compiled {
    type Output = fn(Operation, Method, &mut State);

    fn run<S: Simd>(self) -> Self::Output {
        |operation, method, state| {
            S::vectorize(
                #[inline(always)]
                || Run { operation, method, state }.run::<S>(),
            );
        }
    }
}
