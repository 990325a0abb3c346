//! The elementary functions of [`DoubleWord`] as operations on every element. [`floatfloat::elementary`] states
//! methods, bounds, ranges and special values. Each function is a type without values, as in `map(Exp, x, [])`.

#[cfg(feature = "parallel")]
use super::SHARE;
use super::{
    Elementwise, Run,
    methods::{binary, unary},
    sin_cos::SinCos,
};
use crate::{
    compiled::compiled,
    dispatch::dispatch_fused,
    element::Element,
    error::Error,
    forwards::forward,
    vector::Vector,
    view::{VectorView, VectorViewMut},
};
use floatfloat::{
    DoubleWord, Word,
    elementary::{
        Elementary, Function,
        atan::{Acos, Asin, Atan, Atan2},
        erf::{Erf, Erfc},
        exp::{Exp, Exp2, Exp10, ExpM1},
        gamma::{Gamma, LnGamma},
        hyperbolic::{Cosh, Sinh, Tanh},
        inverse_hyperbolic::{Acosh, Asinh, Atanh},
        ln::{Ln, Ln1p, Log2, Log10},
        pow::{Powf, Rootn},
        roots::{Cbrt, Hypot, Rsqrt},
        trig::{Cos, Sin, Tan},
        trig_pi::{CosPi, SinPi, TanPi},
    },
};

/// What to do with each function on numbers of two words `E`: see [`for_each`].
pub trait Visitor<E: Element> {
    /// Called for a function of one operand.
    fn one<F: Elementary + Elementwise<0, DoubleWord<E>>>(&mut self, function: F);

    /// Called for a function of two operands.
    fn two<F: Elementary + Elementwise<1, DoubleWord<E>>>(&mut self, function: F);

    /// Called for a function of an operand and an integer.
    fn integer<F: Elementwise<0, DoubleWord<E>> + 'static>(&mut self, function: fn(i32) -> F);
}

/// Calls the visitor with every function, those of one operand first.
pub fn for_each<E: Element>(visitor: &mut impl Visitor<E>) {
    visit_those_of_one(visitor);
    visit_those_of_two(visitor);
    visitor.integer(Root);
}

/// Runs in registers that have a fused multiply-add, otherwise one number at a time, because every function
/// is long and takes long to compile.
fn in_registers<E: Element, O: Elementwise<N, DoubleWord<E>>, const N: usize>(
    run: Run<'_, DoubleWord<E>, O, N>,
) {
    dispatch_fused(run, Run::alone);
}

/// Whether a function is called so often that it is compiled for pairs of registers, which is faster and takes
/// longer to compile.
const fn is_frequent(function: Function) -> bool {
    matches!(
        function,
        Function::Exp
            | Function::Ln
            | Function::Sin
            | Function::Cos
            | Function::Atan2
            | Function::Powf
    )
}

/// One number at a time, for functions that are rarely called on many numbers.
fn alone<E: Element, O: Elementwise<N, DoubleWord<E>>, const N: usize>(
    run: Run<'_, DoubleWord<E>, O, N>,
) {
    floatfloat::dispatch(
        #[inline(always)]
        || run.alone(),
    );
}

/// A function on every element, compiled in this crate.
macro_rules! compiled_function {
    ($name:ident of $others:literal, $launch:path: |$x:ident, $rest:pat_param| $value:expr) => {
        impl<E: Element> Elementwise<$others, DoubleWord<E>> for $name {
            const NAME: &str = <$name as Elementary>::INFO.name;
            const LONG: bool = true;
            const PAIRED: bool = is_frequent(<$name as Elementary>::INFO.function);

            fn launch(run: Run<'_, DoubleWord<E>, Self, $others>) {
                compiled! { fn launch<'a, W>(Run<'a, DoubleWord<W>, $name, $others>) -> () = $launch; }
                launch(run);
            }

            #[inline(always)]
            fn apply<W: Word>(
                self,
                $x: DoubleWord<W>,
                $rest: [DoubleWord<W>; $others],
            ) -> DoubleWord<W> {
                $value
            }
        }
    };
}

/// Functions of one operand, one a line.
macro_rules! of_one {
    ($($name:ident $launch:ident: $what:literal, $method:ident, $into:ident, $in_place:ident;)*) => {
        $(compiled_function!($name of 0, $launch: |x, []| <$name as Elementary>::apply(x, x));)*

        unary! {[E: Element] DoubleWord<E>: $($name, (): $what, $method, $into, $in_place;)*}

        forward! {
            [E: Element] DoubleWord<E>:
            read {$(
                $method() -> Vector<DoubleWord<E>>;
                $into(out: VectorViewMut<'_, DoubleWord<E>>) -> Result<(), Error>;
            )*}
            write {$($in_place();)*}
        }

        fn visit_those_of_one<E: Element>(visitor: &mut impl Visitor<E>) {
            $(visitor.one($name);)*
        }
    };
}

/// Functions of two operands, one a line.
macro_rules! of_two {
    ($($name:ident: $what:literal, $method:ident, $into:ident, $in_place:ident;)*) => {
        $(compiled_function!($name of 1, in_registers: |x, [y]| <$name as Elementary>::apply(x, y));)*

        binary! {[E: Element] DoubleWord<E>: $($name: $what, $method, $into, $in_place;)*}

        forward! {
            [E: Element] DoubleWord<E>:
            read {$(
                $method<'y>(y: impl Into<VectorView<'y, DoubleWord<E>>>) -> Result<Vector<DoubleWord<E>>, Error>;
                $into<'y>(y: impl Into<VectorView<'y, DoubleWord<E>>>, out: VectorViewMut<'_, DoubleWord<E>>)
                    -> Result<(), Error>;
            )*}
            write {$($in_place<'y>(y: impl Into<VectorView<'y, DoubleWord<E>>>) -> Result<(), Error>;)*}
        }

        fn visit_those_of_two<E: Element>(visitor: &mut impl Visitor<E>) {
            $(visitor.two($name);)*
        }
    };
}

of_one! {
    Exp in_registers: "eˣ", exp, exp_into, exp_in_place;
    Exp2 in_registers: "2ˣ", exp2, exp2_into, exp2_in_place;
    Exp10 in_registers: "10ˣ", exp10, exp10_into, exp10_in_place;
    ExpM1 in_registers: "eˣ − 1", exp_m1, exp_m1_into, exp_m1_in_place;
    Ln in_registers: "ln x", ln, ln_into, ln_in_place;
    Log2 in_registers: "log2 x", log2, log2_into, log2_in_place;
    Log10 in_registers: "log10 x", log10, log10_into, log10_in_place;
    Ln1p in_registers: "ln(1 + x)", ln_1p, ln_1p_into, ln_1p_in_place;
    Sin in_registers: "sin x", sin, sin_into, sin_in_place;
    Cos in_registers: "cos x", cos, cos_into, cos_in_place;
    Tan in_registers: "tan x", tan, tan_into, tan_in_place;
    SinPi in_registers: "sin πx", sin_pi, sin_pi_into, sin_pi_in_place;
    CosPi in_registers: "cos πx", cos_pi, cos_pi_into, cos_pi_in_place;
    TanPi in_registers: "tan πx", tan_pi, tan_pi_into, tan_pi_in_place;
    Asin in_registers: "arcsin x", asin, asin_into, asin_in_place;
    Acos in_registers: "arccos x", acos, acos_into, acos_in_place;
    Atan in_registers: "arctan x", atan, atan_into, atan_in_place;
    Sinh in_registers: "sinh x", sinh, sinh_into, sinh_in_place;
    Cosh in_registers: "cosh x", cosh, cosh_into, cosh_in_place;
    Tanh in_registers: "tanh x", tanh, tanh_into, tanh_in_place;
    Asinh in_registers: "arsinh x", asinh, asinh_into, asinh_in_place;
    Acosh in_registers: "arcosh x", acosh, acosh_into, acosh_in_place;
    Atanh in_registers: "artanh x", atanh, atanh_into, atanh_in_place;
    Cbrt in_registers: "∛x", cbrt, cbrt_into, cbrt_in_place;
    Rsqrt in_registers: "1/√x", rsqrt, rsqrt_into, rsqrt_in_place;
    Erf in_registers: "erf x", erf, erf_into, erf_in_place;
    Erfc in_registers: "1 − erf x", erfc, erfc_into, erfc_in_place;
    Gamma alone: "Γ(x)", gamma, gamma_into, gamma_in_place;
    LnGamma alone: "ln |Γ(x)|", ln_gamma, ln_gamma_into, ln_gamma_in_place;
}

of_two! {
    Atan2: "the angle of the point of abscissa y and ordinate self", atan2, atan2_into, atan2_in_place;
    Hypot: "√(self² + y²)", hypot, hypot_into, hypot_in_place;
    Powf: "self to the power y", powf, powf_into, powf_in_place;
}

/// x^(1/n): [`DoubleWord::rootn`].
#[derive(Clone, Copy, Debug)]
pub struct Root(pub i32);

impl<E: Element> Elementwise<0, DoubleWord<E>> for Root {
    const NAME: &str = <Rootn as Elementary>::INFO.name;
    const LONG: bool = true;

    fn launch(run: Run<'_, DoubleWord<E>, Self, 0>) {
        compiled! { fn launch<'a, W>(Run<'a, DoubleWord<W>, Root, 0>) -> () = in_registers; }
        launch(run);
    }

    #[inline(always)]
    fn apply<W: Word>(self, x: DoubleWord<W>, []: [DoubleWord<W>; 0]) -> DoubleWord<W> {
        x.rootn(self.0)
    }
}

unary! {
    [E: Element] DoubleWord<E>:
    Root(n), (n: i32): "x^(1/n)", rootn, rootn_into, rootn_in_place;
}

forward! {
    [E: Element] DoubleWord<E>:
    read {
        rootn(n: i32) -> Vector<DoubleWord<E>>;
        rootn_into(n: i32, out: VectorViewMut<'_, DoubleWord<E>>) -> Result<(), Error>;
    }
    write {
        rootn_in_place(n: i32);
    }
}

/// The sine and cosine of every element. Long slices are shared among the threads of the current
/// rayon pool.
fn sin_cos<E: Element>(run: SinCos<'_, E>) {
    #[cfg(feature = "parallel")]
    if run.x.len() >= 2 * SHARE && rayon::current_num_threads() > 1 {
        let middle = (run.x.len() / 2).next_multiple_of(SHARE);
        let (left, right) = run.split_at(middle);
        crate::parallel::join(|| sin_cos(left), || sin_cos(right));
        return;
    }
    compiled! { fn launch<'a, W>(SinCos<'a, W>) -> () = sin_cos_in_registers; }
    launch(run);
}

fn sin_cos_in_registers<E: Element>(run: SinCos<'_, E>) {
    dispatch_fused(run, SinCos::alone);
}

impl<E: Element> VectorView<'_, DoubleWord<E>> {
    /// The sine and cosine of every element, as two new vectors. The bits are those of [`sin`](Self::sin) and
    /// [`cos`](Self::cos), with only one reduction of each argument.
    pub fn sin_cos(self) -> (Vector<DoubleWord<E>>, Vector<DoubleWord<E>>) {
        let (mut sines, mut cosines) = (Vector::zeros(self.len()), Vector::zeros(self.len()));
        let written = self.sin_cos_into(sines.view_mut(), cosines.view_mut());
        debug_assert_eq!(written, Ok(()));
        (sines, cosines)
    }

    /// The sine and cosine of every element, written to `sines` and `cosines`.
    ///
    /// # Errors
    /// If `sines` or `cosines` has more or fewer elements; nothing is written then.
    pub fn sin_cos_into(
        self,
        sines: VectorViewMut<'_, DoubleWord<E>>,
        cosines: VectorViewMut<'_, DoubleWord<E>>,
    ) -> Result<(), Error> {
        for (operand, length) in
            [("the slice of sines", sines.len()), ("the slice of cosines", cosines.len())]
        {
            if length != self.len() {
                let expected = self.len();
                return Err(Error::LengthsDiffer {
                    operation: "sin_cos",
                    operand,
                    length,
                    expected,
                });
            }
        }
        sin_cos(SinCos { x: self, sines, cosines });
        Ok(())
    }
}

impl<E: Element> Vector<DoubleWord<E>> {
    /// [`VectorView::sin_cos`] of all elements.
    #[inline]
    pub fn sin_cos(&self) -> (Vector<DoubleWord<E>>, Vector<DoubleWord<E>>) {
        self.view().sin_cos()
    }

    /// [`VectorView::sin_cos_into`] of all elements.
    #[inline]
    #[expect(clippy::missing_errors_doc, reason = "those of the method of slices")]
    pub fn sin_cos_into(
        &self,
        sines: VectorViewMut<'_, DoubleWord<E>>,
        cosines: VectorViewMut<'_, DoubleWord<E>>,
    ) -> Result<(), Error> {
        self.view().sin_cos_into(sines, cosines)
    }
}
