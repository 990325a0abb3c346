//! Inner products of vectors from files.

use crate::{
    Naive, Value,
    error::{Error, ProblemError},
    exact_sums::ExactSums,
    input::{Input, Numbers, Wanted, numbers},
    sum_type::SumType,
    terms::{Terms, Total},
};
use std::path::Path;

/// The inner product of two vectors.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    /// The files as the user named them, or `standard input`.
    pub sources: [String; 2],
    /// Number of products.
    pub count: usize,
    /// The inner product in each of the requested types.
    pub values: Vec<Value>,
    /// The result of plain `f64` arithmetic, if `f64` can hold the numbers and the result.
    pub naive: Option<Naive>,
    /// 2·Σ|x·y| / |Σx·y|, as far as `f64` can hold it.
    pub condition: Option<f64>,
}

/// The inner product of two vectors from files (`-` for standard input) in each of the types; see [`dot`].
///
/// # Errors
/// If the files cannot be read as vectors of one length in every type, or a type cannot hold the result.
pub fn dot_files(x: &Path, y: &Path, types: &[impl Into<SumType> + Copy]) -> Result<Dot, Error> {
    let (x, y) = Input::open_both(x, y)?;
    dot(x, y, types)
}

/// The inner product of two vectors in each of the types.
///
/// Each number is rounded to the type when it is read; from there everything is exact, and rounded once at the
/// end. If both vectors are .npy files, they are read block by block, on all threads of the current rayon pool,
/// and may be larger than memory.
///
/// # Errors
/// If the inputs cannot be read as vectors of one length in every type, or a type cannot hold the result.
pub fn dot(x: Input, y: Input, types: &[impl Into<SumType> + Copy]) -> Result<Dot, Error> {
    let (x, y) = (Numbers::open(x, Wanted::Vector)?, Numbers::open(y, Wanted::Vector)?);
    let mut sums =
        ExactSums::new("the sum of products", types.iter().map(|&sum_type| sum_type.into()));
    let (mut naive, mut magnitudes) = (0.0, 0.0);
    let mut add = |sums: &mut ExactSums, numbers: &[[Terms; 2]]| {
        let add = |[x, y]: &[Terms; 2], total: &mut Total| x.add_products_to(y, total);
        sums.add(numbers, add, |[x, y]| {
            // The first word of the widest type is the number rounded to `f64`.
            for (x, y) in x.high().iter().zip(y.high()) {
                naive += x * y;
                magnitudes += (x * y).abs();
            }
        })
    };
    let (sources, count) = match (x, y) {
        (Numbers::Stream(mut x), Numbers::Stream(mut y)) => {
            let sources = [x.source().to_owned(), y.source().to_owned()];
            let count = same_count(&sources, [x.count(), y.count()])?;
            while let (Some(x), Some(y)) = (x.next()?, y.next()?) {
                let terms = |block, sum_type| Terms::of_block(block, sum_type);
                let numbers =
                    sums.terms(|sum_type| Ok([terms(&x, sum_type)?, terms(&y, sum_type)?]))?;
                add(&mut sums, &numbers)?;
            }
            (sources, count)
        }
        (x, y) => {
            let (x, y) = (x.load()?, y.load()?);
            let sources = [x.source().to_owned(), y.source().to_owned()];
            let terms = |loaded, sum_type| Terms::of_vector(loaded, sum_type);
            let numbers =
                sums.terms(|sum_type| Ok([terms(&x, sum_type)?, terms(&y, sum_type)?]))?;
            let [a, b] = &numbers[0];
            let count = same_count(&sources, [a.count(), b.count()])?;
            add(&mut sums, &numbers)?;
            (sources, count)
        }
    };
    let (mut judged, mut condition) = (None, None);
    if let Some(exact) = sums.judge() {
        judged = Naive::new(naive, exact);
        condition = Some(2.0 * magnitudes / exact.hi().abs()).filter(|ratio| ratio.is_finite());
    }
    Ok(Dot { sources, count, values: sums.values()?, naive: judged, condition })
}

/// The common number of elements of both vectors.
fn same_count(sources: &[String; 2], counts: [usize; 2]) -> Result<usize, Error> {
    if counts[0] == counts[1] {
        return Ok(counts[0]);
    }
    let [first, second] = sources.clone();
    let [first_size, second_size] = counts.map(numbers);
    let advice = "both vectors need the same number of elements";
    Err(ProblemError::Sizes { first, first_size, second, second_size, advice }.into())
}

#[cfg(test)]
mod tests {
    use crate::{Input, Number, SumType, exact_sums::rounded, words::Words};
    use floatfloat::FloatFloat;
    use floatfloat_cpu::reproducible::ReproducibleSum;

    fn product<T: Number>(x: &[T], y: &[T]) -> Option<T> {
        let words = |numbers: &[T]| numbers.iter().copied().collect::<Words>();
        let mut sum = ReproducibleSum::new();
        words(x).add_products_to(&words(y), &mut sum);
        rounded(&sum)
    }

    #[test]
    fn nothing_is_lost_under_cancellation() {
        let (x, y) = ([1e200, 3.0, -1e200], [1e100, 0.25, 1e100]);
        assert_eq!(product(&x, &y), Some(0.75));
        let (x, y) = ([1e30f32, 0.5, -1e30], [1e8f32, 0.5, 1e8]);
        let products = product(&x.map(FloatFloat::from), &y.map(FloatFloat::from));
        assert_eq!(products, Some(0.25f32.into()));
        assert_eq!(product(&[1e30f32, 0.5, 1e30], &[1.0, 0.5, -1.0]), Some(0.25));
    }

    #[test]
    fn products_of_any_magnitude_count() {
        let (x, y) = ([1e300, 1e-300, -1e300], [1e300, 1e-20, 1e300]);
        assert_eq!(product(&x, &y), Some(1e-300 * 1e-20));
    }

    #[test]
    fn products_beyond_the_range_may_cancel_but_not_remain() {
        assert_eq!(product(&[1e300, 1.0, 1e300], &[1e300, 1e300, -1e300]), Some(1e300));
        assert_eq!(product(&[1e300], &[1e300]), None);
        assert_eq!(product(&[1e-300], &[1e-300]), None);
        assert_eq!(product(&[0.0], &[1e300]), Some(0.0));
    }

    #[test]
    fn products_of_multiple_precision_are_exact() {
        let [x, y] = ["1e300000\n3\n-1e300000\n", "1e300000\n0.25\n1e300000\n"]
            .map(|text| Input::new("test", text.as_bytes().to_vec()).unwrap());
        let types = ["mp256", "mp32"].map(|name| name.parse::<SumType>().unwrap());
        let dot = super::dot(x, y, &types).unwrap();
        assert_eq!(dot.values.iter().map(|value| value.digits()).collect::<Vec<_>>(), ["0.75"; 2]);
        assert_eq!((dot.count, dot.naive, dot.condition), (3, None, None));
    }
}
