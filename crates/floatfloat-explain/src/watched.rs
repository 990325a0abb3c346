//! The watched number.

use crate::{
    number::{Number, power_of_two},
    run::{Computed, decide, enter, exact_decides},
    statistics::{Operands, Seen},
};
use floatfloat::QuadDouble;
use std::panic::Location;

/// A number of a program that is explained: beside the value as the program computes it, the exact value of the same steps.
///
/// It has the operators and functions of a floating-point number and implements [`Float`](num_traits::Float), so generic code over
/// `Float` takes it. `Watched<f32>` and `Watched<f64>` are [words](floatfloat::Word), too. Comparisons take the program's values. A
/// number that is made outside of [`explain()`](crate::explain()) computes the same, and nothing is written down.
#[derive(Clone, Copy)]
pub struct Watched<T: Number> {
    value: T,
    exact: QuadDouble,
    /// The estimated error of `exact`.
    radius: f64,
    /// The relative error of `value`, at most 1.
    error: f64,
    /// The place of the step that has computed the number.
    origin: Option<u32>,
}

/// Relative errors of functions of four words are below this.
const OF_REFERENCE: f64 = power_of_two(-205);

impl<T: Number> Watched<T> {
    /// A number that is given exactly.
    pub fn new(value: T) -> Self {
        Watched { value, exact: value.widened(), radius: 0.0, error: 0.0, origin: None }
    }

    /// A number for a run without shadows.
    pub(crate) fn exactly(exact: QuadDouble) -> Self {
        Watched { value: T::nearest(exact), exact, radius: 0.0, error: 0.0, origin: None }
    }

    /// A number that the program does not know exactly: `x`, and `value` in the program's format.
    #[track_caller]
    pub(crate) fn known(operation: &'static str, value: T, exact: QuadDouble) -> Self {
        step(Location::caller(), operation, [], |[]| value, |[]| exact, |_, _| 0.0)
    }

    /// The number nearest to `x`, as a constant of the program.
    #[track_caller]
    pub fn constant(x: f64) -> Self {
        let exact = QuadDouble::from(x);
        Watched::known("constant", T::nearest(exact), exact)
    }

    /// This number changed by a step that is exact in every format.
    pub(crate) fn same(
        self,
        value: impl Fn(T) -> T,
        exact: impl Fn(QuadDouble) -> QuadDouble,
    ) -> Self {
        Watched { value: value(self.value), exact: exact(self.exact), ..self }
    }

    /// This number with a sign that the exact number may have differently.
    #[track_caller]
    pub(crate) fn signed(self, operation: &'static str, [by, result]: [Self; 2]) -> Self {
        let location = Location::caller();
        decision(
            location,
            operation,
            [by],
            |[x]| x.is_sign_positive(),
            |[x]| x.hi().is_sign_positive(),
        );
        let error = relative_error(result.value, result.exact);
        Watched { error, radius: self.radius, origin: None, ..result }
    }

    /// This number rounded to an integer, which may be another one for the exact number.
    #[track_caller]
    pub(crate) fn integer(
        self,
        operation: &'static str,
        value: impl Fn(T) -> T,
        exact: impl Fn(QuadDouble) -> QuadDouble,
    ) -> Self {
        let location = Location::caller();
        decision(location, operation, [self], |[x]| value(x).widened(), |[x]| exact(x));
        let (value, result) = (value(self.value), exact(self.exact));
        let at = |x: f64| exact(QuadDouble::from(x)).hi();
        let middle = self.exact.hi();
        let certain = at(middle - self.radius) == at(middle + self.radius);
        let radius = if certain { 0.0 } else { 1.0 };
        Watched { value, exact: result, radius, error: relative_error(value, result), origin: None }
    }

    /// The same value with another exact value.
    pub(crate) fn beside(self, exact: QuadDouble, radius: f64) -> Self {
        let radius = radius + exact.hi().abs() * OF_REFERENCE;
        Watched { exact, radius, error: relative_error(self.value, exact), ..self }
    }

    /// The value as the program computes it.
    pub fn value(self) -> T {
        self.value
    }

    /// The exact value of the same steps.
    pub fn exact(self) -> QuadDouble {
        self.exact
    }

    /// How far value and exact value are apart, relative to the exact value: at most 1, which is the loss of all digits.
    pub fn error(self) -> f64 {
        self.error
    }

    /// An estimate of the error of the exact value itself, which has 212 bits.
    pub fn radius(self) -> f64 {
        self.radius
    }
}

/// The relative error of a value, at most 1.
#[inline]
pub(crate) fn relative_error<T: Number>(value: T, exact: QuadDouble) -> f64 {
    let high = exact.hi();
    if !value.is_finite() || !high.is_finite() {
        let same = value.is_nan() && high.is_nan()
            || value.is_infinite()
                && high.is_infinite()
                && value.is_sign_positive() == high.is_sign_positive();
        return f64::from(u8::from(!same));
    }
    match value.minus(exact).abs() {
        0.0 => 0.0,
        // Infinite where the exact value is zero.
        away => (away / high.abs()).min(1.0),
    }
}

/// What a step of a program computes from its operands: in the program's format, exactly, and the error of the exact result from
/// those of the operands and the result.
#[inline]
pub(crate) fn step<T: Number, const N: usize>(
    location: &'static Location<'static>,
    operation: &'static str,
    operands: [Watched<T>; N],
    value: impl FnOnce([T; N]) -> T,
    exact: impl FnOnce([QuadDouble; N]) -> QuadDouble,
    radius: impl FnOnce([Ball; N], f64) -> f64,
) -> Watched<T> {
    let Computed { value, exact, radius, error, place } = enter(
        location,
        operation,
        |format| exact(operands.map(|x| format.operand::<T>(x.exact))),
        || value(operands.map(|x| x.value)),
        |result| {
            let balls = operands.each_ref().map(Ball::of);
            radius(balls, result.hi()) + result.hi().abs() * OF_REFERENCE
        },
        |value, result| {
            let rounded = |x: T| x.widened().hi();
            let small = value.abs() < T::min_positive_value();
            // The exact result, too, is zero below the range of `f64`.
            let factors = || operands.iter().all(|x| x.value.is_normal());
            let exactly_small = result.hi().abs() < rounded(T::min_positive_value());
            let underflows = small
                && if result.hi() == 0.0 { operation == "*" && factors() } else { exactly_small };
            let before = operands.iter().map(|x| x.error).fold(0.0, f64::max);
            Seen {
                operands: Operands::new(operands.map(|x| rounded(x.value))),
                origins: [0, 1].map(|k| operands.get(k)?.origin),
                result: rounded(value),
                away: value.minus(result).abs(),
                errors: [before, relative_error(value, result)],
                underflows,
            }
        },
    );
    Watched { value, exact, radius, error, origin: place }
}

/// A decision of the program, which the exact numbers may take differently.
pub(crate) fn decision<T: Number, R: PartialEq, const N: usize>(
    location: &'static Location<'static>,
    operation: &'static str,
    operands: [Watched<T>; N],
    value: impl FnOnce([T; N]) -> R,
    exact: impl FnOnce([QuadDouble; N]) -> R,
) -> R {
    let of_exact = exact(operands.map(|x| x.exact));
    if exact_decides() {
        return of_exact;
    }
    let decided = value(operands.map(|x| x.value));
    let rounded = Operands::new(operands.map(|x| x.value.widened().hi()));
    decide(location, operation, rounded, decided != of_exact);
    decided
}

/// An exact result, of which a certain error is estimated.
#[derive(Clone, Copy)]
pub(crate) struct Ball {
    pub(crate) middle: f64,
    pub(crate) radius: f64,
}

impl Ball {
    pub(crate) fn of<T: Number>(x: &Watched<T>) -> Self {
        Ball { middle: x.exact.hi(), radius: x.radius }
    }
}

/// A slope that comes from a difference has this relative error. It is small, because errors of many steps in a row are products.
const OF_SLOPE: f64 = power_of_two(-20);

/// The error of a function of numbers in balls, from its differences.
pub(crate) fn spread<const N: usize>(function: impl Fn([f64; N]) -> f64, balls: [Ball; N]) -> f64 {
    let middles = balls.map(|ball| ball.middle);
    let mut sum = 0.0;
    for (k, ball) in balls.iter().enumerate() {
        if ball.radius == 0.0 {
            continue;
        }
        // Wide enough for a difference in `f64`.
        let step = ball.radius.max(ball.middle.abs() * 2f64.powi(-26));
        let at = |x: f64| {
            let mut all = middles;
            all[k] = x;
            function(all)
        };
        let slope = (at(ball.middle + step) - at(ball.middle - step)).abs() / (2.0 * step);
        // A difference that is not finite says nothing.
        sum +=
            if slope.is_finite() { (1.0 + OF_SLOPE) * slope * ball.radius } else { f64::INFINITY };
    }
    sum
}
