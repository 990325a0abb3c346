//! The conversions of an [accurate product](crate::Device::gemm_accurate): numbers to residues and back, and how many moduli
//! they need.

use super::residues::{UNREAD, residue};
use crate::{
    backend::UNWRITTEN,
    circuit::Circuit,
    program::{Program, WORKGROUP},
    wire::{UintWire, record_integers},
};
use floatfloat::{
    Uint32,
    fixed_point::{integer, leading_bits, of_digits, reduced, size_of, words},
    soft::{Binary32, Binary64, Format},
};
use floatfloat_cpu::matrix::steps::{BITS_OF_MAGNITUDES, BITS_OF_NORMS, Choice, Moduli};

/// The words of the numbers of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Words {
    /// Integers in a word: 1 for `f32`, 2 for `f64`.
    pub(crate) integers: usize,
    /// How many there are.
    pub(crate) count: usize,
}

/// As many limits are compared in one launch. Nearly all products need fewer.
pub(crate) const LIMITS: usize = 12;

/// Integers that describe a limit.
const OF_LIMIT: usize = 2;

impl Words {
    /// Integers in a number.
    fn all(self) -> usize {
        self.integers * self.count
    }
}

/// A function of integers that cannot fail to be recorded.
fn record(
    parameters: &[usize],
    results: &[usize],
    computation: impl FnOnce(&[UintWire], UintWire) -> Vec<UintWire>,
) -> Circuit {
    record_integers(parameters, results, computation).expect("a function of its operands")
}

/// A function of words of either format.
macro_rules! of_format {
    ($words:expr, $function:ident $(::<$($more:tt),*>)?($($argument:expr),*)) => {
        match $words.integers {
            1 => $function::<Binary32, 1 $(, $($more),*)?>($($argument),*),
            _ => $function::<Binary64, 2 $(, $($more),*)?>($($argument),*),
        }
    };
}

impl Program {
    /// A [`fold`](Program::fold) of lines to the [sizes](size_of) of their largest entries. The constants of lines are not used.
    pub(crate) fn sizes_of_lines(of: Words) -> Program {
        Program::fold(
            vec![0],
            record(&[1, of.all(), 1], &[1], |operands, _| {
                let size = of_format!(of, size_in(&operands[1..]));
                vec![UintWire::select(operands[0].less(size), size, operands[0])]
            }),
        )
    }

    /// A [`fold`](Program::fold) of lines to the sums of the squares and of the integers of
    /// [`Line::new`](floatfloat_cpu::matrix::steps::Line::new), of 64 bits each. The constant of a line is the exponent field of its
    /// largest entry.
    pub(crate) fn norms_of_lines(of: Words) -> Program {
        Program::fold(
            vec![0; 4],
            record(&[4, of.all(), 1], &[4], |operands, place| {
                let (state, entry) = (&operands[..4], &operands[4..4 + of.all()]);
                let field = operands[4 + of.all()];
                let size = of_format!(of, size_in(entry));
                let bits = of_format!(of, leading_bits_in(entry, field, BITS_OF_NORMS));
                let [zero, one] = [0, 1].map(|value| place.constant(value));
                let integer = UintWire::select(size.equal(zero), zero, bits.wrapping_add(one));
                let square = [integer.wrapping_mul(integer), integer.high_product(integer)];
                let [squares, sum] = [[state[0], state[1]], [state[2], state[3]]];
                [add(squares, square), add(sum, [integer, zero])].concat()
            }),
        )
    }

    /// A [`split`](Program::split) of entries into magnitudes of 7 bits. The constant of a line is the exponent field of its largest
    /// entry.
    pub(crate) fn magnitudes(of: Words) -> Program {
        Program::split(
            record(&[of.all(), 1], &[1], |operands, _| {
                let field = operands[of.all()];
                vec![of_format!(of, leading_bits_in(operands, field, BITS_OF_MAGNITUDES))]
            }),
            1,
        )
    }

    /// A [`split`](Program::split) of entries into residues. The constant of a line is its scale.
    pub(crate) fn scaled_residues(of: Words, moduli: Moduli, right: bool) -> Program {
        let planes = moduli.values().len();
        let circuit = record(&[of.all(), 1], &[planes.div_ceil(4)], |operands, _| {
            let (entry, scale) = (&operands[..of.all()], operands[of.all()]);
            let limbs = match moduli.limbs() {
                2 => of_format!(of, limbs_in::<2, 3>(entry, scale)),
                3 => of_format!(of, limbs_in::<3, 4>(entry, scale)),
                4 => of_format!(of, limbs_in::<4, 5>(entry, scale)),
                5 => of_format!(of, limbs_in::<5, 6>(entry, scale)),
                _ => of_format!(of, limbs_in::<6, 7>(entry, scale)),
            };
            residues_of(&limbs, moduli, right)
        });
        Program::split(circuit, planes)
    }

    /// The [`entries`](Program::entries) of a sum of products of magnitudes: how many of [`LIMITS`] limits they exceed. Rows and columns
    /// are known by their norms; the constant is that of [`limits`].
    pub(crate) fn needs() -> Program {
        Program::entries(record(&[1, 2, 2, OF_LIMIT * LIMITS], &[1], |operands, place| {
            let (total, row, column) = (operands[0], &operands[1..3], &operands[3..5]);
            let product = |x: UintWire, y: UintWire| [x.wrapping_mul(y), x.high_product(y)];
            let norms = add(product(row[0], column[1]), product(row[1], column[0]));
            let [zero, one] = [0, 1].map(|value| place.constant(value));
            let any = !(norms[0] | norms[1]).equal(zero);
            // x > y if and only if x − 1 ≥ y.
            let less = [
                norms[0].wrapping_sub(one),
                UintWire::select(norms[0].equal(zero), norms[1].wrapping_sub(one), norms[1]),
            ];
            let mut count = zero;
            for limit in operands[5..].chunks(OF_LIMIT) {
                let (factor, shift) = (limit[0], limit[1]);
                let least = product(factor, total);
                // Shifts are stored with 64 added.
                let middle = place.constant(64);
                let left = shifted_left(norms, middle.wrapping_sub(shift));
                let right = shifted_right(less, shift.wrapping_sub(middle));
                let exceeds_left = less_than(least, left);
                let exceeds_right = !less_than(right, least);
                let is_left = shift.less(middle);
                let exceeds = any & ((is_left & exceeds_left) | (!is_left & exceeds_right));
                count = UintWire::select(exceeds, count.wrapping_add(one), count);
            }
            vec![count]
        }))
    }

    /// The [`reduction`](Program::reduce) of [needs](Program::needs): for each limit, how many entries exceed it.
    pub(crate) fn counts() -> Program {
        let add = record(&[LIMITS, 1], &[LIMITS], |operands, place| {
            let need = operands[LIMITS];
            let [zero, one] = [0, 1].map(|value| place.constant(value));
            let count = |(k, &count): (usize, &UintWire)| {
                let exceeds = place.constant(k as u32).less(need);
                count.wrapping_add(UintWire::select(exceeds, one, zero))
            };
            operands[..LIMITS].iter().enumerate().map(count).collect()
        });
        let merge = record(&[LIMITS; 2], &[LIMITS], |operands, _| {
            let (first, second) = operands.split_at(LIMITS);
            first.iter().zip(second).map(|(x, &y)| x.wrapping_add(y)).collect()
        });
        Program::reduce(vec![0; LIMITS], add, merge, WORKGROUP)
    }

    /// The [`entries`](Program::entries) of the product, from the residues of its sums. Rows and columns are known by their scales. There
    /// is one constant, which is not used. An entry whose residues are not there counts as [unwritten](UNWRITTEN).
    pub(crate) fn rebuilt(of: Words, moduli: Moduli) -> Program {
        let groups = moduli.values().len().div_ceil(4);
        Program::entries(record(&[groups, 1, 1, 1], &[of.all()], |operands, place| {
            let residues = &operands[..groups];
            let (row, column) = (operands[groups], operands[groups + 1]);
            let exponent = place.wrapping_sub(row).wrapping_sub(column);
            let digit = |weights: &'static [i32]| {
                residues.iter().zip(weights).fold(place, |sum, (residues, &weights)| {
                    residues.dot_of_bytes(place.constant(weights as u32), sum)
                })
            };
            let digits: Vec<_> = (0..).map_while(|d| moduli.digit(d)).map(digit).collect();
            let product = moduli.product();
            // `reduced` needs 8 bits more.
            let words = match moduli.bits() {
                ..=152 => of_format!(of, words_in::<5>(of.count, &digits, &product, exponent)),
                153..=248 => of_format!(of, words_in::<8>(of.count, &digits, &product, exponent)),
                _ => of_format!(of, words_in::<11>(of.count, &digits, &product, exponent)),
            };
            // Residues that nothing has written, or that were made of such sums.
            let mut all = place.equal(place);
            for &quad in residues {
                all = all & quad.equal(place.constant(UNWRITTEN));
            }
            let mut unread = all;
            for &quad in residues {
                unread = unread | quad.equal(place.constant(UNREAD));
            }
            let unwritten = place.constant(UNWRITTEN);
            words.into_iter().map(|word| UintWire::select(unread, unwritten, word)).collect()
        }))
    }
}

/// The constant of [`Program::needs`]. Limits that do not exist are exceeded by entries only that no limit allows.
pub(crate) fn limits(choice: &Choice) -> Vec<u32> {
    let of = |k: usize| match choice.limits.get(k) {
        Some(limit) => [limit.factor, (limit.shift + 64) as u32],
        None => [1 << 20, 63 + 64],
    };
    (0..LIMITS).flat_map(of).collect()
}

fn words_of<const N: usize>(integers: &[UintWire]) -> impl Iterator<Item = [UintWire; N]> {
    integers.chunks_exact(N).map(|word| std::array::from_fn(|k| word[k]))
}

fn first_word<const N: usize>(integers: &[UintWire]) -> [UintWire; N] {
    std::array::from_fn(|k| integers[k])
}

fn size_in<F: Format<N>, const N: usize>(entry: &[UintWire]) -> UintWire {
    size_of::<F, _, N>(first_word(entry))
}

fn leading_bits_in<F: Format<N>, const N: usize>(
    entry: &[UintWire],
    field: UintWire,
    bits: u32,
) -> UintWire {
    leading_bits::<F, _, N>(first_word(entry), field, bits)
}

fn limbs_in<F: Format<N>, const N: usize, const L: usize, const E: usize>(
    entry: &[UintWire],
    scale: UintWire,
) -> Vec<UintWire> {
    let words: Vec<_> = words_of(entry).collect();
    integer::<F, _, N, L, E>(&words, scale).to_vec()
}

fn words_in<F: Format<N>, const N: usize, const P: usize>(
    count: usize,
    digits: &[UintWire],
    product: &[u32],
    exponent: UintWire,
) -> Vec<UintWire> {
    let exact: [_; P] = of_digits(digits);
    let exact = reduced(exact, std::array::from_fn(|k| product[k]));
    match count {
        1 => words::<F, _, N, P, 1>(exact, exponent).concat(),
        2 => words::<F, _, N, P, 2>(exact, exponent).concat(),
        3 => words::<F, _, N, P, 3>(exact, exponent).concat(),
        _ => words::<F, _, N, P, 4>(exact, exponent).concat(),
    }
}

/// The residues of a scaled number in limbs, four bytes in an integer.
fn residues_of(limbs: &[UintWire], moduli: Moduli, right: bool) -> Vec<UintWire> {
    let constant = |value| limbs[0].constant(value);
    let last = limbs.len() - 1;
    // Bytes less 128, after 2^31 is added to the highest limb.
    let bytes: Vec<_> = (0..)
        .zip(limbs)
        .map(|(l, &limb)| limb ^ constant(if l == last { 0x0080_8080 } else { 0x8080_8080 }))
        .collect();
    let residue = |(place, m): (usize, u32)| {
        let (weights, start) = moduli.weights(place, right);
        let of_bytes = |weights: &i32| weights.to_le_bytes().map(|byte| i32::from(byte as i8));
        let sum: i32 = weights.iter().flat_map(of_bytes).sum();
        // A multiple of m makes it positive.
        let start = start + 128 * sum + (1u32 << 21).next_multiple_of(m) as i32;
        let x = bytes.iter().zip(weights).fold(constant(start as u32), |sum, (bytes, &weights)| {
            bytes.dot_of_bytes(constant(weights as u32), sum)
        });
        residue(x, constant(m), constant(((1u64 << 32) / u64::from(m)) as u32))
    };
    let all: Vec<_> = moduli.values().into_iter().enumerate().map(residue).collect();
    let quad = |residues: &[UintWire]| {
        let byte =
            |(k, &residue): (u32, &UintWire)| (residue & constant(255)).shift_left(constant(8 * k));
        (0..).zip(residues).map(byte).reduce(|x, y| x | y).expect("one to four residues")
    };
    all.chunks(4).map(quad).collect()
}

/// The sum of two numbers of 64 bits, low half first.
fn add(x: [UintWire; 2], y: [UintWire; 2]) -> [UintWire; 2] {
    let low = x[0].wrapping_add(y[0]);
    let high = x[1].wrapping_add(y[1]);
    let one = low.constant(1);
    [low, UintWire::select(low.less(x[0]), high.wrapping_add(one), high)]
}

fn less_than(x: [UintWire; 2], y: [UintWire; 2]) -> crate::wire::Flag {
    x[1].less(y[1]) | (x[1].equal(y[1]) & x[0].less(y[0]))
}

/// x · 2^count, for any count that loses no bit.
fn shifted_left([low, high]: [UintWire; 2], count: UintWire) -> [UintWire; 2] {
    let limb = low.constant(32);
    let across =
        low.shift_right(limb.wrapping_sub(count)) | low.shift_left(count.wrapping_sub(limb));
    [low.shift_left(count), high.shift_left(count) | across]
}

/// ⌊x / 2^count⌋.
fn shifted_right([low, high]: [UintWire; 2], count: UintWire) -> [UintWire; 2] {
    let limb = low.constant(32);
    let across =
        high.shift_left(limb.wrapping_sub(count)) | high.shift_right(count.wrapping_sub(limb));
    [low.shift_right(count) | across, high.shift_right(count)]
}
