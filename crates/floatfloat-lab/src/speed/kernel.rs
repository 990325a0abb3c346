//! Every operation as a loop over arrays, verified before it is timed.

use crate::{
    number_type::NumberType,
    real::{Real, same_bits, widen},
    speed::{
        elements::{Add, Add22Branch, Div, Element, Mad, Mul, Mul22Dekker, Registered, Sqrt},
        slices::{Operands, Run},
    },
};
use floatfloat::{
    DoubleWord, dispatch,
    double_word::{add22::Add22, mul22::Mul22},
    operation::{Function, Operation, Shape},
    registry::{Visitor, for_each},
};
use floatfloat_cpu::{self as cpu, VectorView, VectorViewMut};
use floatfloat_exact::relative_error;

/// One operation of one type over arrays of words `W`.
pub struct Kernel<W: cpu::Element> {
    /// Its name: the name in the registry, or that of the machine's own `add`, `mul`, `mad`, `div`,
    /// `sqrt`.
    pub op: &'static str,
    /// The number type.
    pub number_type: NumberType,
    /// The function it computes; none for `mad`.
    pub function: Option<Function>,
    /// The floating-point operations for an element.
    pub flops: u32,
    /// The largest relative error allowed, if there is a bound.
    bound: Option<f64>,
    /// Which operands are words. None if the result is also a word.
    shape: Option<Shape>,
    /// The loop.
    pub run: Run<W>,
    /// The operation on one element, compiled without [`floatfloat::dispatch`].
    one: fn(DoubleWord<W>, DoubleWord<W>) -> DoubleWord<W>,
}

impl<W: Real + cpu::Element> Kernel<W> {
    fn new<E: Element<W>>() -> Self {
        Kernel {
            op: E::NAME,
            number_type: if E::SHAPE.is_some() { W::PAIR } else { W::PLAIN },
            function: E::FUNCTION,
            flops: E::FLOPS,
            bound: E::bound(W::PRECISION),
            shape: E::SHAPE,
            run: each::<E, W>,
            one: E::apply,
        }
    }

    /// Runs the loop. Compares every result, bit for bit, with the plainly compiled operation, and
    /// its error with its bound.
    pub fn verify(&self, operands: Operands<'_, W>) -> bool {
        let mut out = operands.z.to_vector();
        (self.run)(operands, &mut out.view_mut());
        let number =
            |of: VectorView<'_, DoubleWord<W>>, i| of.get(i).expect("all have as many elements");
        (0..operands.x.len()).all(|i| {
            let (x, y) = (number(operands.x, i), number(operands.y, i));
            let (expected, result) = ((self.one)(x, y), number(out.view(), i));
            let result = match self.shape {
                Some(_) => result,
                None => DoubleWord::from_word(result.hi()),
            };
            let within_bound = match (self.function, self.bound) {
                (Some(function), Some(bound)) => self.error(function, x, y, result) <= bound,
                _ => true,
            };
            same_bits(result, expected) && within_bound
        })
    }

    /// The relative error of a result. An operand that is a word is only the high word.
    fn error(
        &self,
        function: Function,
        x: DoubleWord<W>,
        y: DoubleWord<W>,
        result: DoubleWord<W>,
    ) -> f64 {
        let word = |x| [widen(x)[0], 0.0];
        let (x, y) = match self.shape {
            None | Some(Shape::WordWord) => (word(x), word(y)),
            Some(Shape::DoubleWordWord) => (widen(x), word(y)),
            Some(Shape::DoubleWordDoubleWord | Shape::DoubleWord) => (widen(x), widen(y)),
        };
        relative_error(function, x, y, widen(result)).abs()
    }
}

/// The machine's own operations on words.
pub fn native<W: Real + cpu::Element>() -> Vec<Kernel<W>> {
    vec![
        Kernel::new::<Add>(),
        Kernel::new::<Mul>(),
        Kernel::new::<Mad>(),
        Kernel::new::<Div>(),
        Kernel::new::<Sqrt>(),
    ]
}

/// The operations of the registry. After an operation of the paper follows the form in which the
/// authors ran it, if that differs: Add22 with its branch, Mul22 without a fused multiply-add.
pub fn registered<W: Real + cpu::Element>() -> Vec<Kernel<W>> {
    struct Collect<W: cpu::Element>(Vec<Kernel<W>>);

    impl<W: Real + cpu::Element> Visitor for Collect<W> {
        fn visit<O: Operation>(&mut self) {
            self.0.push(Kernel::new::<Registered<O>>());
            match O::INFO.name {
                name if name == Add22::INFO.name => self.0.push(Kernel::new::<Add22Branch>()),
                name if name == Mul22::INFO.name => self.0.push(Kernel::new::<Mul22Dekker>()),
                _ => {}
            }
        }
    }

    let mut collect = Collect(Vec::new());
    for_each(&mut collect);
    collect.0
}

/// The loop over the elements.
fn each<E: Element<W>, W: Real + cpu::Element>(
    Operands { x, y, .. }: Operands<'_, W>,
    out: &mut VectorViewMut<'_, DoubleWord<W>>,
) {
    let [high, low] = out.reborrow().into_parts();
    dispatch(
        #[inline(always)]
        || over::<E, W>(x.hi(), x.lo(), y.hi(), y.lo(), high, low),
    );
}

/// The loop over slices. As parameters, the slices are known not to overlap.
#[inline(always)]
fn over<E: Element<W>, W: Real>(
    xh: &[W],
    xl: &[W],
    yh: &[W],
    yl: &[W],
    rh: &mut [W],
    rl: &mut [W],
) {
    let n = rh.len();
    let (xh, xl, yh, yl, rl) = (&xh[..n], &xl[..n], &yh[..n], &yl[..n], &mut rl[..n]);
    for i in 0..n {
        let x = DoubleWord::from_normalized(xh[i], xl[i]);
        let y = DoubleWord::from_normalized(yh[i], yl[i]);
        let result = E::apply(x, y);
        rh[i] = result.hi();
        if E::SHAPE.is_some() {
            rl[i] = result.lo();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Kernel, native, registered};
    use crate::{real::Real, speed::slices::Arrays};

    fn all<W: Real + floatfloat_cpu::Element>() -> Vec<Kernel<W>> {
        native().into_iter().chain(registered()).collect()
    }

    #[test]
    fn every_kernel_is_verified() {
        let (singles, doubles) = (Arrays::new(1000, 7), Arrays::new(1000, 7));
        for kernel in all::<f32>() {
            assert!(kernel.verify(singles.first(1000)), "{} {}", kernel.op, kernel.number_type);
        }
        for kernel in all::<f64>() {
            assert!(kernel.verify(doubles.first(1000)), "{} {}", kernel.op, kernel.number_type);
        }
    }

    #[test]
    fn a_wrong_kernel_is_not_verified() {
        let arrays = Arrays::<f32>::new(64, 7);
        let [mut add, .., sqrt] = <[_; 5]>::try_from(native::<f32>()).ok().unwrap();
        add.run = sqrt.run;
        assert!(!add.verify(arrays.first(64)));
    }
}
