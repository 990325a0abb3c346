//! Remainders and quotients as Python and NumPy define them, and neighbours.

use crate::operands::Word;
use floatfloat::DoubleWord;

/// The remainder with the sign of the divisor, as Python's `%`.
pub fn modulo<E: Word>(x: DoubleWord<E>, y: DoubleWord<E>) -> DoubleWord<E> {
    let zero = E::default();
    let rest = x % y;
    if rest.hi() == zero {
        return DoubleWord::from_word(if y.hi() < zero { -zero } else { zero });
    }
    if (rest.hi() < zero) != (y.hi() < zero) { rest + y } else { rest }
}

/// The quotient that belongs to [`modulo`], an integer, as Python's `//`.
pub fn floor_divide<E: Word>(x: DoubleWord<E>, y: DoubleWord<E>) -> DoubleWord<E> {
    if y.hi() == E::default() {
        return x / y;
    }
    let quotient = (x - modulo(x, y)) / y;
    let floor = quotient.floor();
    let half = DoubleWord::from_word(E::nearest(0.5));
    if quotient - floor > half { floor + DoubleWord::from_word(E::nearest(1.0)) } else { floor }
}

/// The remainder with the sign of the dividend, as C's `fmod`.
pub fn fmod<E: Word>(x: DoubleWord<E>, y: DoubleWord<E>) -> DoubleWord<E> {
    x % y
}

/// The neighbour of x in the direction of y.
pub fn nextafter<E: Word>(x: DoubleWord<E>, y: DoubleWord<E>) -> DoubleWord<E> {
    if x < y {
        x.next_up()
    } else if y < x {
        x.next_down()
    } else if x == y {
        y
    } else {
        x + y
    }
}

/// The distance to the next number that is larger in magnitude.
pub fn spacing<E: Word>(x: DoubleWord<E>) -> DoubleWord<E> {
    x.ulp()
}
