//! erf, erfc.

use super::{
    coefficients::{
        Index,
        erf::{ERF_BORDERS, ERF_PIECES},
        exp::{EIGHT_LOG2_E, LN_2_EIGHTH},
    },
    elementary,
    exp::{Parts, clamped, reduced},
    steps::{
        fma, keeping_nan, mul, nearest_integer, normalized_horner, ordered_add, scale, with_sign,
    },
};
use crate::{
    double_word::{DoubleWord, div_three_words::div_three_words},
    eft::{fast_two_sum, two_prod, two_sum},
    scaling::two_to,
    word::Word,
};

/// 2^k·value: erf |x| where |x| < ½, erfc |x| elsewhere.
struct Tail<W: Word> {
    is_small: W::Mask,
    value: DoubleWord<W>,
    k: W,
}

/// The polynomial of a row, of which the first `words` coefficients are single words. Its argument is x² where
/// |x| < ½, and (|x| − c)/(|x| + 5) elsewhere.
#[inline(always)]
fn polynomial<W: Word, const N: usize>(
    row: [W; N],
    words: usize,
    size: DoubleWord<W>,
    is_small: W::Mask,
    square: DoubleWord<W>,
) -> DoubleWord<W> {
    // The centre is between half of |x| and twice |x|.
    let difference = two_sum(size.hi() - row[0], size.lo());
    let (high, error) = two_sum(size.hi(), size.hi().constant(5.0));
    let sum = fast_two_sum(high, error + size.lo());
    let quotient =
        div_three_words(DoubleWord::from_transform(difference), DoubleWord::from_transform(sum));
    normalized_horner(
        DoubleWord::select(is_small, square, quotient),
        words,
        #[inline(always)]
        |k| row[1 + k],
        (N - 1 - words) / 2,
        #[inline(always)]
        |k| {
            let place = 1 + words + 2 * k;
            DoubleWord::from_normalized(row[place], row[place + 1])
        },
    )
}

impl<W: Word> Tail<W> {
    #[inline(always)]
    fn new(x: DoubleWord<W>) -> Self {
        // erfc 28 is zero in every format.
        let size = clamped(x.abs(), 28.0);
        let is_small = size.hi().less(size.hi().constant(0.5));
        let index = Index::search(
            size.hi(),
            ERF_BORDERS.of(size.hi()),
            #[inline(always)]
            |border| border,
        );
        // The square in three words.
        let (high, low) = two_prod(size.hi(), size.hi());
        let (cross, cross_error) = two_prod(size.hi() + size.hi(), size.lo());
        let (low, low_error) = two_sum(low, cross);
        let square = DoubleWord::from_transform(fast_two_sum(high, low));
        let third = low_error + fma(size.lo(), size.lo(), cross_error);
        let factor = if const { W::PRECISION == 53 } {
            polynomial(index.row(&ERF_PIECES.wide), 6, size, is_small, square)
        } else {
            polynomial(index.row(&ERF_PIECES.narrow), 3, size, is_small, square)
        };
        let [rate] = EIGHT_LOG2_E.of(size.hi());
        let n = nearest_integer(-square.hi() * rate);
        let r = reduced(-square, n, LN_2_EIGHTH.of(size.hi()));
        let r = DoubleWord::from_transform(fast_two_sum(r.hi(), r.lo() - third));
        let parts = Parts::new(n, r);
        let mut first = DoubleWord::select(is_small, size, parts.significand());
        let mut k = W::select(is_small, size.hi().constant(0.0), parts.k);
        // Beyond this exponent a low word of the product would underflow.
        let (least, up) = if W::PRECISION == 53 { (-800, 300) } else { (-60, 60) };
        let number = |value| size.hi().constant(value);
        let tiny = size.hi().less(number(two_to(least)));
        if W::any(tiny) {
            first = first.times_power(W::select(tiny, number(two_to(up)), number(1.0)));
            k = W::select(tiny, number((-up).into()), k);
        }
        let value = mul(first, factor);
        Tail { is_small, value, k }
    }
}

/// erf x: x times a polynomial of x² where |x| < ½, elsewhere ±(1 − erfc |x|), with [`erfc`]'s method; the
/// two share one evaluation, of coefficients from a table of eight pieces.
///
/// Bound: below ½ the polynomial has 3.6u², by its last sum, and the product 5u²: 9u². Above, erfc has 14u²
/// at ½, where it is 0.92 of erf x, and the sum 1.5u²: below 15u². Both fall fast from there on.
#[inline(always)]
pub fn erf<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let tail = Tail::new(x);
    let one = DoubleWord::from_word(x.hi().constant(1.0));
    let value = scale(tail.value, tail.k);
    let result = DoubleWord::select(tail.is_small, value, ordered_add(one, -value));
    keeping_nan(x.hi(), with_sign(x.hi(), result))
}

/// 1 − erf x: from ½ on e^(−x²) times e^(x²)·erfc x, which is a polynomial of degree 20 (10 for `f32`)
/// in t = (x − c)/(x + 5), |t| ≤ 0.24, with one of seven centres c; e^(−x²) from the three words of x².
/// Below ½ it is 1 − erf x, for negative x 2 − erfc |x|.
///
/// Bound: t has 5u², and the polynomial at most 6.8u², as the errors of its steps add up piece by
/// piece, half-ulps of the coefficients counted, most of it by the last sum and by what follows c₀,
/// at most 0.42 of the result; e^(−x²) has 4u² and the product 5u²: 16u². Below ½ erf x has 9u² and is at
/// most 1.09 times the result, and the difference has 2.5u²: 13u².
#[inline(always)]
pub fn erfc<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let tail = Tail::new(x);
    let value = scale(tail.value, tail.k);
    let number = |value| x.hi().constant(value);
    let is_negative = x.hi().less(number(0.0));
    let base = W::select(tail.is_small, number(1.0), number(2.0));
    let term = DoubleWord::select(tail.is_small & is_negative, value, -value);
    let complement = ordered_add(DoubleWord::from_word(base), term);
    let result = DoubleWord::select(tail.is_small | is_negative, complement, value);
    keeping_nan(x.hi(), result.fix_special_cases(result.hi()))
}

impl<W: Word> DoubleWord<W> {
    /// The error function. Relative error ≤ 16u², also near 0.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// assert_eq!(format!("{:.30}", DoubleDouble::ONE.erf()), "0.842700792949714869341220635083");
    /// ```
    #[inline(always)]
    pub fn erf(self) -> Self {
        W::function(
            "erf",
            #[inline(always)]
            || erf(self),
        )
    }

    /// The complementary error function, 1 − erf x. Relative error ≤ 16u², even for the smallest results.
    ///
    /// ```
    /// use floatfloat::DoubleDouble;
    /// let tail = DoubleDouble::from(10.0).erfc();
    /// assert_eq!(format!("{tail:.25e}"), "2.0884875837625447570007863e-45");
    /// ```
    #[inline(always)]
    pub fn erfc(self) -> Self {
        W::function(
            "erfc",
            #[inline(always)]
            || erfc(self),
        )
    }
}

elementary! {
    erf as Erf,
    operands: One,
    method: "x times a polynomial of x² below ½, else 1 − erfc x",
    flops: [322, 475],
    bound: 16 u2,
}

elementary! {
    erfc as Erfc,
    operands: One,
    method: "e^(−x²) times a polynomial of degree 20 (10) in (x − c)/(x + 5), seven pieces",
    flops: [322, 475],
    bound: 16 u2,
}
