//! Programs of science, and of the papers: what they lose is known.

use crate::{blamed, number, random};
use floatfloat_explain::{Verdict, advise, explain};
use num_traits::Float;

const TURNS: u32 = line!() + 3;
/// The phase of a pulsar, from seconds since an epoch: 2·10^11 turns are counted, and their fraction is asked for.
fn phase<T: Float>(seconds: T, frequency: T, derivative: T) -> T {
    let turns = seconds * (frequency + derivative * seconds / number(2.0));
    turns - turns.floor()
}

#[test]
fn the_phase_of_a_pulsar_needs_its_turns_wider() {
    let times = random(100).map(|x| [3e8 * (1.0 + x), 641.928222, -4.331e-14]);
    let times: Vec<[f64; 3]> = times.collect();
    let explanation = explain(&times, |[t, f, d]| phase(t, f, d)).unwrap();
    assert_eq!(explanation.verdict, Verdict::LosesDigits, "{explanation}");
    assert_eq!(blamed(&explanation, 0.3), [TURNS], "{explanation}");
    let advice = advise(1e-9, &times, |[t, f, d]| phase(t, f, d)).unwrap();
    let mixed = advice.mixed.as_ref().expect("a mixed answer");
    assert!(mixed.lines.iter().any(|line| line.line == TURNS), "{advice}");
}

const MOVE: u32 = line!() + 8;
/// How much the energy of a planet changes in so many steps.
fn drift<T: Float>([mut x, mut y, mut u, mut v]: [T; 4], steps: usize) -> T {
    let energy =
        |x: T, y: T, u: T, v: T| (u * u + v * v) / number(2.0) - (x * x + y * y).sqrt().recip();
    let (before, h) = (energy(x, y, u, v), number::<T>(1.0 / 128.0));
    let half = h / number(2.0);
    for _ in 0..steps {
        (x, y) = (x + half * u, y + half * v);
        let r2 = x * x + y * y;
        let pull = h / (r2 * r2.sqrt());
        (u, v) = (u - pull * x, v - pull * y);
        (x, y) = (x + half * u, y + half * v);
    }
    energy(x, y, u, v) - before
}

#[test]
fn the_energy_of_a_planet_drifts_where_it_moves() {
    let orbits: Vec<[f32; 4]> = random(4).map(|x| [1.0, 0.0, 0.0, 1.0 + 0.2 * x as f32]).collect();
    let explanation = explain(&orbits, |orbit| drift(orbit, 400)).unwrap();
    assert_eq!(explanation.verdict, Verdict::LosesDigits, "{explanation}");
    // Positions and velocities, not the force.
    let mut lines = blamed(&explanation, 0.2);
    lines.sort_unstable();
    assert_eq!(lines, [MOVE, MOVE + 3, MOVE + 4], "{explanation}");
}

/// z → z² + c on the real line.
fn orbit<T: Float>(c: T, steps: usize) -> T {
    (0..steps).fold(T::zero(), |z, _| z * z + c)
}

#[test]
fn an_orbit_in_the_mandelbrot_set_is_chaos() {
    let points: Vec<f64> = random(10).map(|x| -1.9 - 0.09 * x).collect();
    let short = explain(&points, |c| orbit(c, 30)).unwrap();
    assert_eq!(short.verdict, Verdict::IllConditioned, "{short}");
    let long = explain(&points, |c| orbit(c, 500)).unwrap();
    assert_eq!(long.verdict, Verdict::NotDetermined, "{long}");
}

const ELIMINATION: u32 = line!() + 9;
/// Solves a system, of which the numbers are a row and its right side after the other, without exchanging rows.
fn solve<T: Float>(mut a: Vec<T>, n: usize) -> Vec<T> {
    let at = |i: usize, j: usize| i * (n + 1) + j;
    for k in 0..n {
        for i in k + 1..n {
            let factor = a[at(i, k)] / a[at(k, k)];
            for j in k..=n {
                let product = factor * a[at(k, j)];
                a[at(i, j)] = a[at(i, j)] - product;
            }
        }
    }
    let mut x = vec![T::zero(); n];
    for i in (0..n).rev() {
        let rest = (i + 1..n).fold(a[at(i, n)], |rest, j| rest - a[at(i, j)] * x[j]);
        x[i] = rest / a[at(i, i)];
    }
    x
}

#[test]
fn elimination_without_exchange_loses_what_a_small_pivot_multiplies() {
    let n = 8;
    let rodinia = |i: usize, j: usize| 10.0 * (-0.01 * i.abs_diff(j) as f64).exp();
    let system = |first: f64| -> Vec<f64> {
        let row = |i: usize| {
            let entry = move |j| if (i, j) == (0, 0) { first } else { rodinia(i, j) };
            (0..n).map(entry).chain([1.0])
        };
        (0..n).flat_map(row).collect()
    };
    // Rodinia's own matrix needs no exchange.
    let good = explain(&[system(10.0)], |numbers| solve(numbers, n)).unwrap();
    assert_eq!(good.verdict, Verdict::IllConditioned, "{good}");
    let bad = explain(&[system(1e-9)], |numbers| solve(numbers, n)).unwrap();
    assert_eq!(bad.verdict, Verdict::LosesDigits, "{bad}");
    assert!(bad.worst.error > 1e3 * good.worst.error, "{good}\n{bad}");
    assert!(blamed(&bad, 0.3).contains(&ELIMINATION), "{ELIMINATION} {bad}");
}

/// The kernels of chapter 6 of Nguyen's thesis: so many additions of 1, or doublings.
#[test]
fn chains_of_additions_and_doublings_are_accurate() {
    let elements: Vec<f32> = random(50).map(|x| x as f32).collect();
    fn additions<T: Float>(x: T) -> T {
        (0..1000).fold(x, |sum, _| sum + T::one())
    }
    fn doublings<T: Float>(x: T) -> T {
        (0..100).fold(x, |product, _| product * number(2.0))
    }
    let sums = explain(&elements, additions).unwrap();
    assert_eq!((sums.verdict, sums.lines.len()), (Verdict::Accurate, 0), "{sums}");
    let products = explain(&elements, doublings).unwrap();
    assert_eq!((products.verdict, products.worst.error), (Verdict::Accurate, 0.0), "{products}");
}

const PRODUCT: u32 = line!() + 4;
/// (x · y) / y for one y after the other: section 8.2 of Nguyen's thesis.
fn do_and_undo<T: Float>(numbers: &[T]) -> T {
    numbers[1..].iter().fold(numbers[0], |x, &y| {
        let product = x * y;
        product / y
    })
}

#[test]
fn doing_and_undoing_loses_what_the_product_rounds() {
    let numbers: Vec<f32> = random(30 * 501).map(|x| 10.0 * x as f32 + 1e-3).collect();
    let chains: Vec<Vec<f32>> = numbers.chunks(501).map(<[f32]>::to_vec).collect();
    let explanation = explain(&chains, |numbers| do_and_undo(&numbers)).unwrap();
    assert_eq!(explanation.verdict, Verdict::LosesDigits, "{explanation}");
    // The quotient of an exact product is a number of the format.
    assert_eq!(blamed(&explanation, 0.01), [PRODUCT], "{explanation}");
}
