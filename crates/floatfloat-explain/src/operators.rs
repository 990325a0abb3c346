//! Operators and comparisons.

use crate::{
    number::Number,
    watched::{Ball, Watched, decision, step},
};
use floatfloat::QuadDouble;
use num_traits::{Num, One, Zero};
use std::{
    cmp::Ordering,
    fmt,
    iter::{Product, Sum},
    ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign},
    panic::Location,
};

/// The error of a product of numbers in balls.
pub(crate) fn of_product([x, y]: [Ball; 2]) -> f64 {
    x.middle.abs() * y.radius + y.middle.abs() * x.radius + x.radius * y.radius
}

/// The error of a quotient, infinite where the divisor may be zero.
fn of_quotient([x, y]: [Ball; 2], quotient: f64) -> f64 {
    match y.middle.abs() - y.radius {
        least if least > 0.0 => (x.radius + quotient.abs() * y.radius) / least,
        _ if x.radius == 0.0 && y.radius == 0.0 => 0.0,
        _ => f64::INFINITY,
    }
}

/// The error of a remainder, infinite where the quotient may have another integer.
fn of_remainder([x, y]: [Ball; 2], _: f64) -> f64 {
    let quotient = (x.middle / y.middle).trunc();
    let error = x.radius + quotient.abs() * y.radius;
    if error < y.middle.abs() { error } else { f64::INFINITY }
}

macro_rules! operators {
    ($($operator:ident $function:ident $assign:ident $assigns:ident $symbol:literal $radius:expr;)*) => {$(
        impl<T: Number> $operator for Watched<T> {
            type Output = Self;
            #[track_caller]
            fn $function(self, other: Self) -> Self {
                let radius = $radius;
                step(Location::caller(), $symbol, [self, other], |[x, y]| x.$function(y), |[x, y]| x.$function(y), radius)
            }
        }

        impl<T: Number> $operator<T> for Watched<T> {
            type Output = Self;
            #[track_caller]
            fn $function(self, other: T) -> Self {
                self.$function(Watched::new(other))
            }
        }

        impl<T: Number> $operator<&Watched<T>> for Watched<T> {
            type Output = Self;
            #[track_caller]
            fn $function(self, other: &Watched<T>) -> Self {
                self.$function(*other)
            }
        }

        impl<T: Number> $operator<Watched<T>> for &Watched<T> {
            type Output = Watched<T>;
            #[track_caller]
            fn $function(self, other: Watched<T>) -> Watched<T> {
                (*self).$function(other)
            }
        }

        impl<T: Number> $operator for &Watched<T> {
            type Output = Watched<T>;
            #[track_caller]
            fn $function(self, other: &Watched<T>) -> Watched<T> {
                (*self).$function(*other)
            }
        }

        impl<T: Number> $assign for Watched<T> {
            #[track_caller]
            fn $assigns(&mut self, other: Self) {
                *self = (*self).$function(other);
            }
        }

        impl<T: Number> $assign<T> for Watched<T> {
            #[track_caller]
            fn $assigns(&mut self, other: T) {
                *self = (*self).$function(other);
            }
        }

        impl<T: Number> $assign<&Watched<T>> for Watched<T> {
            #[track_caller]
            fn $assigns(&mut self, other: &Watched<T>) {
                *self = (*self).$function(*other);
            }
        }
    )*};
}

operators! {
    Add add AddAssign add_assign "+" |[x, y]: [Ball; 2], _| x.radius + y.radius;
    Sub sub SubAssign sub_assign "-" |[x, y]: [Ball; 2], _| x.radius + y.radius;
    Mul mul MulAssign mul_assign "*" |balls, _| of_product(balls);
    Div div DivAssign div_assign "/" of_quotient;
    Rem rem RemAssign rem_assign "%" of_remainder;
}

impl<T: Number> Neg for Watched<T> {
    type Output = Self;
    fn neg(self) -> Self {
        self.same(|x| -x, |x| -x)
    }
}

impl<T: Number> From<T> for Watched<T> {
    fn from(value: T) -> Self {
        Watched::new(value)
    }
}

impl<T: Number> Default for Watched<T> {
    fn default() -> Self {
        Watched::zero()
    }
}

impl<T: Number> Zero for Watched<T> {
    fn zero() -> Self {
        Watched::new(T::zero())
    }
    fn is_zero(&self) -> bool {
        self.value().is_zero()
    }
}

impl<T: Number> One for Watched<T> {
    fn one() -> Self {
        Watched::new(T::one())
    }
}

impl<T: Number> Num for Watched<T> {
    type FromStrRadixErr = T::FromStrRadixErr;
    fn from_str_radix(text: &str, radix: u32) -> Result<Self, Self::FromStrRadixErr> {
        T::from_str_radix(text, radix).map(Watched::new)
    }
}

impl<T: Number> Sum for Watched<T> {
    #[track_caller]
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        if T::IN_ORDER {
            // −0 leaves a zero of either sign unchanged.
            let mut sum = Watched::new(-T::zero());
            for x in numbers {
                sum += x;
            }
            return sum;
        }
        let radius = |numbers: &[Self]| numbers.iter().map(|x| x.radius()).sum();
        of_all(Location::caller(), "sum", numbers.collect(), Iterator::sum, Iterator::sum, radius)
    }
}

/// A function of all numbers, which is one step.
fn of_all<T: Number>(
    location: &'static Location<'static>,
    operation: &'static str,
    numbers: Vec<Watched<T>>,
    value: impl Fn(std::vec::IntoIter<T>) -> T,
    exact: impl Fn(std::vec::IntoIter<QuadDouble>) -> QuadDouble,
    radius: impl Fn(&[Watched<T>]) -> f64,
) -> Watched<T> {
    let worst = numbers.iter().copied().max_by(|x, y| x.error().total_cmp(&y.error()));
    step(
        location,
        operation,
        [worst.unwrap_or_else(Watched::zero)],
        |_| value(numbers.iter().map(|x| x.value()).collect::<Vec<_>>().into_iter()),
        |_| exact(numbers.iter().map(|x| x.exact()).collect::<Vec<_>>().into_iter()),
        |_, _| radius(&numbers),
    )
}

impl<'a, T: Number> Sum<&'a Watched<T>> for Watched<T> {
    #[track_caller]
    fn sum<I: Iterator<Item = &'a Self>>(numbers: I) -> Self {
        numbers.copied().sum()
    }
}

impl<T: Number> Product for Watched<T> {
    #[track_caller]
    fn product<I: Iterator<Item = Self>>(numbers: I) -> Self {
        if T::IN_ORDER {
            let mut product = Watched::one();
            for x in numbers {
                product *= x;
            }
            return product;
        }
        let radius = |numbers: &[Self]| {
            let relative = |x: &Self| x.radius() / x.exact().hi().abs();
            let product: QuadDouble = numbers.iter().map(|x| x.exact()).product();
            // An operand that is zero may have any relative error.
            let relative: f64 = numbers.iter().filter(|x| x.radius() > 0.0).map(relative).sum();
            if relative == 0.0 { 0.0 } else { relative * product.hi().abs() }
        };
        let all = numbers.collect();
        of_all(Location::caller(), "product", all, Iterator::product, Iterator::product, radius)
    }
}

impl<T: Number> PartialEq for Watched<T> {
    #[track_caller]
    fn eq(&self, other: &Self) -> bool {
        let operands = [*self, *other];
        decision(Location::caller(), "==", operands, |[x, y]| x == y, |[x, y]| x == y)
    }
}

macro_rules! comparisons {
    ($($function:ident $symbol:literal)*) => {$(
        #[track_caller]
        fn $function(&self, other: &Self) -> bool {
            decision(Location::caller(), $symbol, [*self, *other], |[x, y]| x.$function(&y), |[x, y]| x.$function(&y))
        }
    )*};
}

impl<T: Number> PartialOrd for Watched<T> {
    #[track_caller]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let operands = [*self, *other];
        decision(
            Location::caller(),
            "partial_cmp",
            operands,
            |[x, y]| x.partial_cmp(&y),
            |[x, y]| x.partial_cmp(&y),
        )
    }

    comparisons! { lt "<" le "<=" gt ">" ge ">=" }
}

impl<T: Number> PartialEq<T> for Watched<T> {
    #[track_caller]
    fn eq(&self, other: &T) -> bool {
        self.eq(&Watched::new(*other))
    }
}

impl<T: Number> PartialOrd<T> for Watched<T> {
    #[track_caller]
    fn partial_cmp(&self, other: &T) -> Option<Ordering> {
        self.partial_cmp(&Watched::new(*other))
    }
    #[track_caller]
    fn lt(&self, other: &T) -> bool {
        self.lt(&Watched::new(*other))
    }
    #[track_caller]
    fn le(&self, other: &T) -> bool {
        self.le(&Watched::new(*other))
    }
    #[track_caller]
    fn gt(&self, other: &T) -> bool {
        self.gt(&Watched::new(*other))
    }
    #[track_caller]
    fn ge(&self, other: &T) -> bool {
        self.ge(&Watched::new(*other))
    }
}

/// The value as the program computes it.
impl<T: Number> fmt::Display for Watched<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

impl<T: Number> fmt::Debug for Watched<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (value, exact) = (self.value(), self.exact());
        write!(f, "{value} (exactly {exact:.40e})")
    }
}
