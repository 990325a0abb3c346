//! The networks on formats of three to six bits, below the eight from which they are proved: every pair of
//! operands of a window is tried, and how many results are wrong is kept as data. So far there is none.
//!
//! The windows: first words are all those of a binade, and each other word is none, or half a unit of the one
//! before, or in the binade below: any, or only all ones and a power of two. The second operand lies 0 to 2p
//! binades below the first, for sums with both signs. `FLOATFLOAT_EXHAUSTIVE=1` takes windows of up to 10^7
//! pairs.

use floatfloat::{
    multi_word::{
        add::{Add3, Add4},
        mul::{Mul3, Mul4},
        operation::Operation,
    },
    operation::Function,
    sim::{
        Sim,
        machines::{IeeeF32, Small},
    },
};
use floatfloat_exact::{
    Concrete,
    several_words::{Pair, Words, is_normalized, measure},
};

/// What was seen of an operation over a window.
#[derive(Debug, PartialEq, Eq)]
struct Count {
    name: &'static str,
    precision: u32,
    pairs: u64,
    above_bound: u64,
    not_normalized: u64,
}

/// Which words may follow.
#[derive(Clone, Copy)]
enum Lows {
    All,
    Ends,
}

/// Every number of the window whose first word is in [1, 2).
fn window<W: Concrete>(words: u32, lows: Lows) -> Vec<Words> {
    let format = W::FORMAT;
    let leading = 1u64 << (format.precision - 1);
    let first = |bits| [format.compose(false, bits, 0), 0.0, 0.0, 0.0];
    let mut numbers: Vec<Words> = (leading..2 * leading).map(first).collect();
    for k in 1..words as usize {
        let longer = numbers.iter().flat_map(|&number| {
            let before = number[k - 1];
            let mut next = vec![0.0];
            if before != 0.0 {
                let half = format.exponent_of(before) - format.p();
                let bits: Vec<u64> = match lows {
                    Lows::All => (leading..2 * leading).collect(),
                    Lows::Ends => vec![leading, 2 * leading - 1],
                };
                for negative in [false, true] {
                    next.push(format.compose(negative, leading, half));
                    next.extend(bits.iter().map(|&bits| format.compose(negative, bits, half - 1)));
                }
            }
            next.into_iter().map(move |low| {
                let mut longer = number;
                longer[k] = low;
                longer
            })
        });
        numbers = longer.filter(|&number| is_normalized(format, number)).collect();
    }
    numbers
}

fn count<O: Operation, W: Concrete<Mask = bool>>(lows: Lows) -> Count {
    let p = W::FORMAT.p();
    let numbers = window::<W>(O::INFO.words, lows);
    let is_sum = O::INFO.function == Function::Add;
    let (distances, signs): (_, &[f64]) =
        if is_sum { (0..=2 * p, &[1.0, -1.0]) } else { (0..=0, &[1.0]) };
    let (name, precision) = (O::INFO.name, W::FORMAT.precision);
    let mut count = Count { name, precision, pairs: 0, above_bound: 0, not_normalized: 0 };
    for distance in distances {
        for &sign in signs {
            let scale = sign * 2f64.powi(-distance);
            for &x in &numbers {
                for &y in &numbers {
                    let seen = measure::<O, W>(Pair { x, y: y.map(|word| word * scale) });
                    count.pairs += 1;
                    count.above_bound += u64::from(!seen.verdict.holds());
                    count.not_normalized += u64::from(!seen.normalized);
                }
            }
        }
    }
    count
}

type Bits<const P: u32> = Sim<Small<P, IeeeF32>>;

/// Operation, precision, pairs, results above the bound, results that are not normalised.
type Known = (&'static str, u32, u64, u64, u64);

fn are_known(counts: &[Count], known: &[Known]) {
    let known: Vec<Count> = known
        .iter()
        .map(|&(name, precision, pairs, above_bound, not_normalized)| Count {
            name,
            precision,
            pairs,
            above_bound,
            not_normalized,
        })
        .collect();
    assert_eq!(counts, known);
}

#[test]
fn failures_below_eight_bits_are_those_that_are_known() {
    let counts = [
        count::<Add3, Bits<3>>(Lows::All),
        count::<Add3, Bits<4>>(Lows::Ends),
        count::<Mul3, Bits<3>>(Lows::All),
        count::<Mul3, Bits<4>>(Lows::Ends),
        count::<Mul3, Bits<5>>(Lows::Ends),
        count::<Add4, Bits<3>>(Lows::Ends),
        count::<Mul4, Bits<3>>(Lows::Ends),
        count::<Mul4, Bits<4>>(Lows::Ends),
    ];
    are_known(
        &counts,
        &[
            ("add3", 3, 1_129_184, 0, 0),
            ("add3", 4, 705_672, 0, 0),
            ("mul3", 3, 80_656, 0, 0),
            ("mul3", 4, 39_204, 0, 0),
            ("mul3", 5, 164_836, 0, 0),
            ("add4", 3, 2_042_936, 0, 0),
            ("mul4", 3, 145_924, 0, 0),
            ("mul4", 4, 649_636, 0, 0),
        ],
    );
}

#[test]
fn failures_in_wider_windows_are_those_that_are_known() {
    if std::env::var_os("FLOATFLOAT_EXHAUSTIVE").is_none() {
        return;
    }
    let counts = [
        count::<Add3, Bits<5>>(Lows::Ends),
        count::<Mul3, Bits<4>>(Lows::All),
        count::<Mul3, Bits<6>>(Lows::Ends),
        count::<Add4, Bits<4>>(Lows::Ends),
        count::<Mul4, Bits<3>>(Lows::All),
        count::<Mul4, Bits<5>>(Lows::Ends),
    ];
    are_known(
        &counts,
        &[
            ("add3", 5, 3_626_392, 0, 0),
            ("mul3", 4, 4_562_496, 0, 0),
            ("mul3", 6, 675_684, 0, 0),
            ("add4", 4, 11_693_448, 0, 0),
            ("mul4", 3, 4_822_416, 0, 0),
            ("mul4", 5, 2_735_716, 0, 0),
        ],
    );
}
