//! The time of a step of a watched program: `cargo run --release -p floatfloat-explain --example cost`.

use floatfloat::{DoubleDouble, QuadDouble};
use floatfloat_explain::{Number, Options, Watched, explain_with};
use num_traits::Float;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Steps of a loop.
const STEPS: usize = 1_000_000;

/// The time of a step in ns where the program is watched.
fn watched<T: Number>(step: impl Fn(Watched<T>, Watched<T>) -> Watched<T>) -> f64 {
    let third = T::one() / (T::one() + T::one() + T::one());
    let mut options = Options::default();
    options.time = Duration::from_secs(3600);
    let times = std::cell::RefCell::new(Vec::new());
    let explained = explain_with(&options, &[vec![third]], |x| {
        let begin = Instant::now();
        let (x, mut sum) = (x[0], x[0]);
        for _ in 0..STEPS {
            sum = step(sum, x);
        }
        times.borrow_mut().push(begin.elapsed().as_nanos() as f64 / STEPS as f64);
        sum
    });
    explained.expect("the program is a loop");
    // The second run is a watched one, after the first has filled the caches.
    times.borrow()[1]
}

/// The time of a step in ns of the numbers that exact values have.
fn plain(x: QuadDouble, step: impl Fn(QuadDouble, QuadDouble) -> QuadDouble) -> f64 {
    let begin = Instant::now();
    let mut sum = x;
    for _ in 0..STEPS {
        sum = step(sum, black_box(x));
    }
    black_box(sum);
    begin.elapsed().as_nanos() as f64 / STEPS as f64
}

fn row<T: Number>() {
    let add = watched::<T>(|sum, x| sum + x);
    let multiply = watched::<T>(|product, x| product * (x - T::one()) + x);
    let divide = watched::<T>(|quotient, x| x / (quotient + x));
    let exp = watched::<T>(|y, x| Float::exp(x - y * y));
    println!(
        "{:<14}{add:>12.0}{:>12.0}{:>12.0}{:>12.0}",
        T::NAME,
        multiply / 3.0,
        divide / 2.0,
        exp / 3.0
    );
}

fn main() {
    println!("ns a step of a watched program");
    println!("{:<14}{:>12}{:>12}{:>12}{:>12}", "", "x + y", "x·(y−1)+y", "x / (y+x)", "exp(x−y²)");
    row::<f32>();
    row::<f64>();
    row::<DoubleDouble>();
    let third = QuadDouble::from(1.0) / 3.0;
    let add = plain(third, |sum, x| sum + x);
    let multiply = plain(third, |product, x| product * (x - 1.0) + x);
    let divide = plain(third, |quotient, x| x / (quotient + x));
    let exp = plain(third, |y, x| (x - y * y).exp());
    println!(
        "{:<14}{add:>12.0}{:>12.0}{:>12.0}{:>12.0}",
        "not watched",
        multiply / 3.0,
        divide / 2.0,
        exp / 3.0
    );
}
