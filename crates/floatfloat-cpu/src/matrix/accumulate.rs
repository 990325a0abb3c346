//! How sums of products of rows and columns are accumulated, and the bounds of their errors.

use crate::{
    accuracy::{Accuracy, Fast, LONG_BLOCK, Steps, Strict},
    element::Element,
    number::{Number, number, sealed::Kernels},
    reductions::bounds::{of_closing, of_long_block},
};
use floatfloat::{
    DoubleWord, MultiWord, QuadWord, TripleWord, Word, WordArray,
    double_word::add_network::add_network,
    eft::{two_prod, two_sum},
};

/// So many products are summed before their sum is added to the total. A power of two.
pub(super) const BLOCK: usize = 32;

impl Accuracy {
    /// The error of a sum of `count` ≤ 1/u products, an entry of a product of matrices or of a matrix
    /// and a vector, is at most this times Σ|aₖ|·|bₖ|. In units of u²:
    ///
    /// Strict: 2·count + 15. A product has an error of at most 5u² (Muller & Rideau 2022), a sum of
    /// at most 2u² (Zhang & Aiken 2025). The rest is for joining the 16 or 32 sums of
    /// [`gemv`](super::gemv()).
    ///
    /// Fast: n²/2 + 7n + 26 + 3·⌈count / n⌉ with n = min(count, 32). In units of u² and of the sum
    /// of magnitudes,
    ///
    /// * a product lacks aₗ·bₗ, at most 1, the rounding of r = aₕ·bₗ + e, at most 2, and the
    ///   rounding of aₗ·bₕ + r, at most 3;
    /// * the rounding error of 2Sum, at most 1 (in u), is added to that: one rounding of 1 a step,
    ///   n a block, and 3 in all;
    /// * the low word after k steps is at most k + 3 (in u), so that its roundings sum up to
    ///   n²/2 + n/2 + 3n;
    /// * joining a block rounds two low words of at most n + 4 and n + 5 (in u), the first n + 3 of
    ///   which are of the block alone: 2n + 6 in all, and 3 a block;
    /// * joining the sums of `gemv` takes at most 5 sums of double-words, each within 2.
    #[must_use]
    pub fn product_bound<E: Element>(self, count: usize) -> f64 {
        let n = count.clamp(1, BLOCK);
        let units = match self {
            Accuracy::Strict => 2.0 * count as f64 + 15.0,
            Accuracy::Fast => {
                let blocks = count.div_ceil(n) as f64;
                let n = n as f64;
                n * n / 2.0 + 7.0 * n + 26.0 + 3.0 * blocks
            }
        };
        units * (-2.0 * f64::from(E::PRECISION)).exp2()
    }
}

/// The error of a sum of `count` products, an entry of a product of matrices of numbers of type `T`,
/// is at most this times Σ|aₖ|·|bₖ|, if no |aₖ·bₖ| other than zero is below 2^(emin + Np) for
/// numbers of N words.
///
/// For two words this is [`Accuracy::product_bound`] of strict products. For three and four words, blocks of 16
/// products are summed as in [`dot_bound`](crate::reductions::dot_bound), whose derivation holds, and added to the
/// total one after the other.
#[must_use]
pub fn product_bound<T: Number>(count: usize) -> f64 {
    if T::WORDS == 2 {
        return Accuracy::Strict.product_bound::<T::Word>(count);
    }
    let blocks = count.div_ceil(LONG_BLOCK) as f64;
    let units = of_long_block(T::WORDS, count.clamp(1, LONG_BLOCK)) + of_closing(T::WORDS) * blocks;
    // The derivation left out products of factors 1 + u, fewer factors than those of half of a block.
    let u = (-f64::from(T::Word::PRECISION)).exp2();
    units * unit::<T>() * (1.0 + u * 64.0)
}

/// u^N for numbers of N words.
pub(super) fn unit<T: Number>() -> f64 {
    (-(T::WORDS as f64) * f64::from(T::Word::PRECISION)).exp2()
}

/// A way to sum products of numbers of type `T`.
pub trait Accumulate<T: Number>: Copy + Send + Sync {
    /// The words of a sum.
    type Sum<W: Word>: WordArray<W> + Copy;

    /// The state in which the sum of a block starts, after a total.
    fn begin<W: Word>(total: Self::Sum<W>) -> Self::Sum<W>;

    /// Adds a product to the sum of a block.
    fn step<W: Word>(sum: Self::Sum<W>, a: T::Over<W>, b: T::Over<W>) -> Self::Sum<W>;

    /// The total plus the sum of a block.
    fn end<W: Word>(total: Self::Sum<W>, sum: Self::Sum<W>) -> Self::Sum<W>;

    /// The sum of two totals.
    fn join<W: Word>(x: Self::Sum<W>, y: Self::Sum<W>) -> Self::Sum<W>;

    /// The number of products that are summed before the sum is added to the total.
    const BLOCK: usize = BLOCK;

    /// Whether an infinite or NaN total says only that it is not finite. Such a total is computed
    /// again.
    const REPEATS: bool = false;
}

impl<T: Number> Accumulate<T> for Strict {
    type Sum<W: Word> = T::Parts<W>;
    const REPEATS: bool = true;

    #[inline(always)]
    fn begin<W: Word>(total: T::Parts<W>) -> T::Parts<W> {
        total
    }

    #[inline(always)]
    fn step<W: Word>(sum: T::Parts<W>, a: T::Over<W>, b: T::Over<W>) -> T::Parts<W> {
        <Strict as Steps<T>>::add_product::<W>(number(sum), a, b).parts()
    }

    #[inline(always)]
    fn end<W: Word>(_: T::Parts<W>, sum: T::Parts<W>) -> T::Parts<W> {
        sum
    }

    #[inline(always)]
    fn join<W: Word>(x: T::Parts<W>, y: T::Parts<W>) -> T::Parts<W> {
        <Strict as Steps<T>>::merge::<W>(number(x), number(y)).parts()
    }
}

macro_rules! long {
    ($($number:ident of $words:literal)*) => {$(
        impl<E: Element> Accumulate<$number<E>> for Fast {
            type Sum<W: Word> = [W; $words];
            const BLOCK: usize = <Fast as Steps<$number<E>>>::BLOCK;

            #[inline(always)]
            fn begin<W: Word>(total: [W; $words]) -> [W; $words] {
                [total[0].constant(0.0); $words]
            }

            #[inline(always)]
            fn step<W: Word>(sum: [W; $words], a: $number<W>, b: $number<W>) -> [W; $words] {
                <Fast as Steps<$number<E>>>::add_product::<W>(number(sum), a, b).parts()
            }

            #[inline(always)]
            fn end<W: Word>(total: [W; $words], sum: [W; $words]) -> [W; $words] {
                <Fast as Steps<$number<E>>>::close::<W>(number(total), number(sum)).parts()
            }

            #[inline(always)]
            fn join<W: Word>(x: [W; $words], y: [W; $words]) -> [W; $words] {
                <$number<E> as Kernels>::finite_sum::<W>(number(x), number(y)).parts()
            }
        }
    )*};
}

long! { TripleWord of 3 QuadWord of 4 }

impl<E: Element> Accumulate<DoubleWord<E>> for Fast {
    type Sum<W: Word> = [W; 2];

    #[inline(always)]
    fn begin<W: Word>([total, _]: [W; 2]) -> [W; 2] {
        let zero = total.constant(0.0);
        [zero, zero]
    }

    #[inline(always)]
    fn step<W: Word>(sum: [W; 2], a: DoubleWord<W>, b: DoubleWord<W>) -> [W; 2] {
        <Fast as Steps<DoubleWord<E>>>::add_product::<W>(pair(sum), a, b).parts()
    }

    #[inline(always)]
    fn end<W: Word>(total: [W; 2], sum: [W; 2]) -> [W; 2] {
        let (plain, rest) = two_sum(total[0], sum[0]);
        let (high, low) = two_sum(plain, total[1] + (sum[1] + rest));
        finite_or(plain, [high, low])
    }

    #[inline(always)]
    fn join<W: Word>(x: [W; 2], y: [W; 2]) -> [W; 2] {
        finite_or(x[0] + y[0], add_network(pair(x), pair(y)).parts())
    }
}

/// Three words, of which the first two are exact until the end. The errors are about u² of the
/// result and n²·u³ of the magnitudes. Used for residuals.
#[derive(Clone, Copy)]
pub(super) struct Triple;

impl Triple {
    /// Adds a word to the second word.
    #[inline(always)]
    fn add_below<W: Word>([first, second, third]: [W; 3], word: W) -> [W; 3] {
        let (second, rest) = two_sum(second, word);
        [first, second, third + rest]
    }

    /// Adds a word.
    #[inline(always)]
    pub(super) fn add<W: Word>([first, second, third]: [W; 3], word: W) -> [W; 3] {
        let (first, rest) = two_sum(first, word);
        Triple::add_below([first, second, third], rest)
    }

    /// The total rounded to two words.
    #[inline(always)]
    pub(super) fn finish<W: Word>([first, second, third]: [W; 3]) -> DoubleWord<W> {
        let (middle, low) = two_sum(second, third);
        let (high, middle) = two_sum(first, middle);
        let (middle, low) = two_sum(middle, low);
        let (high, middle) = two_sum(high, middle);
        let (high, low) = two_sum(high, middle + low);
        let [high, low] = finite_or(first, [high, low]);
        DoubleWord::from_normalized(high, low)
    }
}

impl<E: Element> Accumulate<DoubleWord<E>> for Triple {
    type Sum<W: Word> = [W; 3];

    #[inline(always)]
    fn begin<W: Word>(total: [W; 3]) -> [W; 3] {
        total
    }

    #[inline(always)]
    fn step<W: Word>(sum: [W; 3], a: DoubleWord<W>, b: DoubleWord<W>) -> [W; 3] {
        let (product, error) = two_prod(a.hi(), b.hi());
        let (cross1, error1) = two_prod(a.hi(), b.lo());
        let (cross2, error2) = two_prod(a.lo(), b.hi());
        let sum = Triple::add_below(Triple::add(sum, product), error);
        let [first, second, third] = Triple::add_below(Triple::add_below(sum, cross1), cross2);
        [first, second, third + a.lo().mul_add(b.lo(), error1 + error2)]
    }

    #[inline(always)]
    fn end<W: Word>(_: [W; 3], sum: [W; 3]) -> [W; 3] {
        sum
    }

    #[inline(always)]
    fn join<W: Word>(x: [W; 3], [first, second, third]: [W; 3]) -> [W; 3] {
        let [high, middle, low] = Triple::add_below(Triple::add(x, first), second);
        [high, middle, low + third]
    }
}

#[inline(always)]
pub(super) fn pair<W: Word>([high, low]: [W; 2]) -> DoubleWord<W> {
    DoubleWord::from_normalized(high, low)
}

/// The result where it is finite, otherwise `plain`.
#[inline(always)]
fn finite_or<W: Word>(plain: W, [high, low]: [W; 2]) -> [W; 2] {
    let (zero, infinity) = (high.constant(0.0), high.constant(f64::INFINITY));
    let finite = high.abs().less(infinity);
    [W::select(finite, high, plain), W::select(finite, low, zero)]
}
