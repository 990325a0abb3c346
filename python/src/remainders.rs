//! Remainders and quotients as Python and NumPy define them, and neighbours.

use crate::real::Real;

fn number<N: Real>(like: N, value: f64) -> N {
    like.constant(value)
}

/// The remainder with the sign of the divisor, as Python's `%`.
pub fn modulo<N: Real>(x: N, y: N) -> N {
    let zero = number(y, 0.0);
    let rest = if y < zero { -(-x).rem_euclid(-y) } else { x.rem_euclid(y) };
    if rest == zero {
        return if y < zero { -zero } else { zero };
    }
    rest
}

/// The quotient that belongs to [`modulo`], an integer, as Python's `//`.
pub fn floor_divide<N: Real>(x: N, y: N) -> N {
    let zero = number(y, 0.0);
    if y == zero {
        return x / y;
    }
    if x.is_infinite() {
        return number(x, f64::NAN);
    }
    if y < zero { (-x).div_euclid(-y) } else { x.div_euclid(y) }
}

/// The remainder with the sign of the dividend, as C's `fmod`.
pub fn fmod<N: Real>(x: N, y: N) -> N {
    x % y
}

/// The neighbour of x in the direction of y.
pub fn nextafter<N: Real>(x: N, y: N) -> N {
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
