//! Simulated machines.
//!
//! A [`Spec`] is a machine as data: format, rounding, guard bits, flushing, how it multiplies and
//! divides. Its methods compute on carriers: `f64` values that are numbers of the format. All of it
//! is integer arithmetic, so that the results do not depend on the machine that simulates.
//! [`Sim<M>`] makes a [`crate::Word`] of it, on which every algorithm of this crate runs.
//! [`machines`] has the formats of IEEE 754, those of the graphics processors of 2002 to 2006, and
//! small formats on which every pair of operands can be tried.
//!
//! The IEEE formats are tested against the host's arithmetic and against rustc_apfloat, every
//! rounding and every unit against its definition on all operands of small formats.
//!
//! # Machines of 2004
//!
//! Table 2 of Da Graça & Defour 2006 gives intervals of errors, (computed − exact) in ulps of the
//! exact result, that the program of Hillesland & Lastra 2004 found on two graphics processors.
//! [`machines::R300_LIKE`] and [`machines::NV35_LIKE`] are designs that give nearly the same ones
//! over the same significands and relative exponents (0, −1, −p/2, −p; both orders of operands):
//!
//! | | R300 printed | simulated | NV35 printed | simulated |
//! |---|---|---|---|---|
//! | + | [−1.000, 0.000] | [−1.000, 0.000] | [−1.000, 0.000] | [−1.000, 0.000] |
//! | − | [−1.000, 1.000] | [−1.000, 1.000] | [−0.750, 0.750] | [−0.750, 0.750] |
//! | × | [−0.989, 0.125] | [−0.985, 0.126] | [−0.782, 0.625] | [−0.750, 0.625] |
//! | ÷ | [−2.869, 0.094] | [−2.883, 0.099] | [−1.199, 1.375] | [−1.241, 1.382] |
//!
//! What in the designs makes each end:
//!
//! - **Addition** is chopped: an ulp at most, always downwards.
//! - **Subtraction** x − y, x > y > 0, drops what y has below the guard bits, which makes the
//!   result too large, and then chops it, which makes it too small. With two guard bits (NV35) the
//!   first is less than ¼ ulp and the second is 0, ¼, ½ or ¾ of one: from −¾ to ¼. If the result
//!   falls into the binade below, where these are twice as many ulps, one bit less is chopped: from
//!   −½ to ½. y − x has the opposite errors; together [−¾, ¾]. With one guard bit (R300) dropping
//!   makes up to ½ ulp, which is a whole one in the binade below: together [−1, 1].
//! - From [−1, 1] the 2006 paper reads that R300 has no guard bit. It has one, or an exact
//!   subtraction that is chopped, which gives the same interval. With none, 1 − (1 − 2^-17) is
//!   twice as large as it should be, and over these operands the interval is [−65536, 65536].
//! - **Multiplication** leaves out low columns of the array of partial products, adds a constant K
//!   at a fixed place, and chops. The upper end is K, for a product in [1, 2) that needs K to reach
//!   the next number: 0.126 on R300 (K = 9/64), 0.625 on NV35 (K = 5/8: ½ for rounding and ⅛ for
//!   what is left out). The lower end is for products in [2, 4), where K is worth half, and is −1 +
//!   K/2 less what the left out columns held: 10 of them on R300, at most 9217·2^-17 ulp there, of
//!   which K/2 replaces all but one unit, so that the error stays within an ulp; 17 on NV35, at
//!   most ⅛ ulp. Between 17 and 18 columns the lower end over these operands jumps from −0.750 to
//!   −0.875: −0.782 is not to be had in this way, and 0.032 is the farthest that any end is off but
//!   one.
//! - **Division** is x × rcp(y). An error r of the reciprocal in its ulps counts up to 2r when the
//!   quotient is below 1. R300's reciprocal is chopped after taking 2/256 ulp away: about −2 from
//!   it and −1 + K, less the left out columns, from the product make −2.883; and because the
//!   reciprocal is never exact, not even that of a power of two, the upper end is below that of
//!   multiplication, as printed. (x/1 is therefore not x on this machine. Merely chopped, the
//!   interval would be [−2.265, 0.125].) NV35's is rounded to nearest with the threshold at 142/256
//!   instead of ½, so that its error is at most 114/256: twice that and K would make 1.52, of which
//!   these operands find 1.382. Rounded at ½ they find 1.562.
//!
//! The search is `examples/fit_2004.rs`; the test `sim_table_2` holds every end to its distance.
//!
//! # Exhaustive proofs
//!
//! In formats of p = 3 to 8 bits every pair of significands is tried, in both signs each, with
//! exponents up to p + 3 apart: 1,507,328 pairs for p = 8. Scaling both operands changes nothing,
//! and beyond that distance the smaller operand only counts less. Tests `sim_exhaustive_sums` and
//! `sim_exhaustive_products`; every "if and only if" is asserted in both directions on every pair.
//!
//! | | nearest, any ties | chopped | chopped, 1 guard bit | chopped, 2 guard bits |
//! |---|---|---|---|---|
//! | Sterbenz's lemma | holds | holds | holds | holds |
//! | 2Sum fails, p = 8 | 0 | 208,224 | **0** | 48,768 |
//! | Fast2Sum fails, p = 8 (of 786,432) | 0 | 69,408 | **0** | 16,256 |
//! | Split: bits of low part | s − 1 | s | s | s |
//! | fused 2Prod | exact | exact | exact | exact |
//! | Dekker's product, even p | exact | exact | exact | exact |
//! | Dekker's product, odd p | exact | fails, first 5·5 for p = 3 | fails, first 7·7 | fails, first 5·5 |
//!
//! (Guard bits without a sticky bit; s = ⌈p/2⌉. Upward and downward, 2Sum fails for 208,560 pairs.)
//!
//! - **Sterbenz's lemma** needs one guard bit. Without any, x ⊖ y is wrong if and only if the
//!   exponents differ and the last bit of the smaller operand is set: 4 − 3.5 = 1 for p = 3.
//! - **2Sum** (Add12): chopped, with any number of guard bits, it is exact if and only if |x| ⊖ |y|
//!   has an error that is a word (x being the larger operand), or the operands have the same sign
//!   and come larger first. (The smaller first, x + y computes the subtraction on its way.)
//!   **Fast2Sum**: if and only if the error of the sum is a word; so it is upwards and downwards.
//! - Chopped exactly, x − y = x⁻ for every y > 0 too small to reach x⁻, the number below x; the
//!   error x − x⁻ − y then has a bit at y's last place, however far down: fails at every distance
//!   of exponents from p + 1 on.
//! - **With one guard bit it never fails**, because a y of less than ½ ulp(x) does not count at
//!   all: s = x and the error is y. Theorem 2 of Da Graça & Defour is true of this machine.
//! - **With two guard bits it fails at one distance.** A closed form of the condition: the
//!   exponents are p + 1 apart, the smaller significand is odd, the larger no power of two, and the
//!   signs differ or the smaller comes first; 6·(2^(p−1) − 1)·2^(p−2) pairs. Smallest: 5 − 5/16 for
//!   p = 3 gives (4, 10/16) instead of (4, 11/16). The paper's theorem, which asks for "a guard bit
//!   and faithful rounding", is not true of this one: a better adder, and a worse machine for 2Sum.
//! - **Split** and **Mul12** (theorems 3 and 4): right where the paper needs them. Dekker's product
//!   is exact if and only if the exact values of p − a_h·b_h, the two remainders after it and
//!   a_l·b_l are words, which fails for odd p only. Split is exact for all 2^23 significands of the
//!   NV35-like machine with its truncated multiplier, and Mul12 for all pairs of that machine
//!   scaled down to 6, 8, 10 and 12 bits.
//!
//! # What the authors of 2006 left open
//!
//! Their table 5, largest relative errors over 2^24 random vectors on a GPU: Add12 2^-48.0 where
//! their theorem says none, "when two floating point numbers of opposite signs are summed up
//! together and when their mantissa are not overlapping in a certain way"; Mul12 exact; Add22
//! 2^-33.7; Mul22 2^-45.0.
//!
//! **Add12.** The NV35-like machine has two guard bits, and the certain way is the condition above
//! for p = 24: exponents 25 apart. Take a = 1 + 2^-23, b = −(1 + 2^-23)·2^-25. In units of 2^-23, b
//! is −¼ and a little more, of which the two guard bits keep ¼; a − ¼ is chopped to s = 1. Then v =
//! s − a = −2^-23 and s − v = a are exact, and b − v = 2^-23 − 2^-25 − 2^-48 is the error of s: it
//! reaches from 2^-24 to 2^-48, 25 bits, and the last is chopped. 2^-48 is lost of a sum near 1:
//! log2 = −48.0. With a larger significand the same bit is up to half as much; no pair does worse;
//! no other distance does it: with 24 all of the error fits, with 26 the guard bits are too few to
//! see b, and s = a. With significands and signs random, it takes no luck: 3 in 8 of the pairs with
//! this distance have it.
//!
//! **Add22.** This is another matter, and not, as the paper has it, the same. The algorithm adds
//! a_l + b_l in one word, and rounds it: an error near 2^-49·|a_h|. Where a_h + b_h cancels k bits,
//! it is 2^(k−49) of the sum, and this is what the first term of the paper's theorem 5 allows. With
//! the same random vectors an IEEE machine, on which Add12 is exact, has nearly the same error as
//! the NV35-like one. (Chopping at most doubles it: the NV35-like machine exceeds the theorem's
//! bound, the IEEE machine does not.) An example: a = 1 + 2^-k + 2^-24 − 2^-48, b = −1 + 2^-26 −
//! 2^-50, for any k.
//!
//! How far it goes is a matter of the distribution, since k is: of N pairs with exponents drawn
//! from L, one has k near log2(1.4·N/L). Draw sign, significand and exponent at random, exponents
//! −76 … 125, which is random bits short of subnormal low parts and of overflow: 25 draws of 2^22
//! vectors gave largest errors from 2^-37.2 to 2^-31.5, median 2^-35.5, and 2^24 vectors, for which
//! k is two larger, **2^-32.9** in one draw (2^-33.0 on the IEEE machine); 2^-33.7 is an ordinary
//! outcome. The same vectors give Add12 **2^-48.0**, Mul12 **exact** where the product is in range,
//! and Mul22 2^-45.7. The test is `sim_table_5`, with 2^24 vectors under `FLOATFLOAT_EXHAUSTIVE`.

mod add;
mod div;
pub mod machines;
mod mul;
mod mul_add;
mod number;
mod spec;
mod sqrt;
mod word;

pub use spec::{Adder, Divider, Multiplier, Rounding, Spec};
pub use word::{Machine, Sim};
