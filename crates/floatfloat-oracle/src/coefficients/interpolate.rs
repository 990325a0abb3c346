//! Polynomials through given points.

use super::{Analytic, BITS, Fit};
use floatfloat::elementary::Function;
use floatfloat_exact::{
    Exact,
    functions::{Ball, evaluate},
};

/// Number of coefficients that give values to the last bit, for points at most half as far from the centre as
/// the radius of convergence.
const TERMS: usize = BITS as usize;

/// The sum of a Taylor series, to the last bit.
pub fn value(taylor: &[Ball], from_centre: &Ball) -> Ball {
    let (mut sum, mut power) = (Ball::integer(0, BITS), Ball::integer(1, BITS));
    for coefficient in taylor {
        sum = sum + coefficient * &power;
        power = power * from_centre;
        if power.top().is_none_or(|top| top < -i64::from(BITS)) {
            break;
        }
    }
    sum
}

/// The value of the function at a point.
pub fn value_at(function: &Analytic, x: &Ball) -> Ball {
    value(&(function.taylor)(TERMS), &(x - &function.centre))
}

/// The coefficients of the powers 0 to `degree` of the polynomial through the function's values at the
/// Chebyshev nodes of its interval.
pub fn interpolate(fit: &Fit) -> Vec<Ball> {
    let ([a, b], degree) = (&fit.interval, fit.degree);
    let (middle, half) = ((a + b).shifted(-1), (b - a).shifted(-1));
    let count = degree + 1;
    let node = |k: usize| {
        let angle = super::ratio(2 * k as i64 + 1, 2 * count as i64).middle();
        let cosine = evaluate(Function::CosPi, &angle, &Exact::ZERO, BITS);
        let x = &middle + &half * cosine.expect("a cosine");
        // The middle itself is the node, so that the node is exact.
        Ball::rounded(&x.middle(), BITS)
    };
    let nodes: Vec<Ball> = (0..count).map(node).collect();
    // Newton's divided differences, and from them the powers.
    let taylor = (fit.function.taylor)(TERMS);
    let of_node = |x: &Ball| value(&taylor, &(x - &fit.function.centre));
    let mut differences: Vec<Ball> = nodes.iter().map(of_node).collect();
    for order in 1..count {
        for i in (order..count).rev() {
            let numerator = &differences[i] - &differences[i - 1];
            let denominator = &nodes[i] - &nodes[i - order];
            differences[i] = numerator.divided(&denominator).expect("nodes that differ");
        }
    }
    let mut coefficients: Vec<Ball> = Vec::new();
    for i in (0..count).rev() {
        // Times x − node, plus the next difference.
        let mut next = vec![Ball::integer(0, BITS)];
        next.extend(coefficients.iter().cloned());
        for (power, coefficient) in coefficients.iter().enumerate() {
            next[power] = &next[power] - &nodes[i] * coefficient;
        }
        next[0] = &next[0] + &differences[i];
        coefficients = next;
    }
    coefficients
}
