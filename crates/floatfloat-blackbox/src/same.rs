//! What the bits of a result should not depend on.

use crate::{
    draw::Draw,
    operator::{Failure, Kind, Operator, Shape},
    probe::{Asked, Probe},
    report::{Answer, Witness},
};

/// Terms of a sum that libraries divide among threads.
pub const MANY: usize = 100_000;

/// Addresses of both operands, as elements after a multiple of 64 bytes.
const ADDRESSES: [[usize; 2]; 6] = [[1, 0], [0, 1], [1, 1], [2, 0], [3, 5], [7, 7]];

/// Calls of which each is compared with another one.
const TRIED: usize = 8;

/// Whether results have the same bits.
#[derive(Clone, Debug, PartialEq)]
pub struct Same {
    /// When the same call is made again.
    pub again: Answer,
    /// In all rows and columns.
    pub everywhere: Answer,
    /// When a row or a column is multiplied alone.
    pub alone: Answer,
    /// When the operands have other addresses.
    pub moved: Answer,
    /// When the same call with [`MANY`] terms is made again.
    pub many_again: Answer,
    /// With [`MANY`] terms, on one thread.
    pub on_one_thread: Answer,
}

impl Same {
    /// Each with its name.
    pub fn rows(&self) -> [(&'static str, &Answer); 6] {
        [
            ("same bits again", &self.again),
            ("same bits in every row and column", &self.everywhere),
            ("same bits of a row alone", &self.alone),
            ("same bits at other addresses", &self.moved),
            ("same bits again, 100000 terms", &self.many_again),
            ("same bits with one thread", &self.on_one_thread),
        ]
    }
}

/// Asks all but what needs other sizes.
pub(crate) fn find(asked: &mut Asked, seed: u64) -> Result<Same, Failure> {
    let mut draw = Draw::new(seed, asked);
    let of_matrices = if asked.kind() == Kind::Matmul { Answer::Yes } else { Answer::Unknown };
    let (mut again, mut everywhere) = (Answer::Yes, of_matrices);
    for _ in 0..TRIED {
        let probe = draw.anywhere(asked.terms(), 24);
        let results = asked.everywhere(&probe)?;
        let repeated = asked.everywhere(&probe)?;
        again = again.and(witness(&probe, &repeated, &results));
        let first = results[0];
        let other = results.iter().find(|result| result.to_bits() != first.to_bits());
        everywhere =
            everywhere.and(other.map(|&seen| Witness { probe, seen, expected: Some(first) }));
    }
    let mut same = Same {
        again,
        everywhere,
        alone: Answer::Unknown,
        moved: Answer::Unknown,
        many_again: Answer::Unknown,
        on_one_thread: Answer::Unknown,
    };
    // Where a call gives other bits each time, this comparison says nothing.
    if same.again == Answer::Yes {
        same.moved = moved(asked, &mut draw)?;
    }
    Ok(same)
}

/// The first result that is not the expected one.
fn witness(probe: &Probe, seen: &[f64], expected: &[f64]) -> Option<Witness> {
    different(seen, expected).map(|place| Witness {
        probe: probe.clone(),
        seen: seen[place],
        expected: Some(expected[place]),
    })
}

/// The place of the first other result.
fn different(results: &[f64], others: &[f64]) -> Option<usize> {
    results
        .iter()
        .zip(others)
        .position(|(a, b)| a.to_bits() != b.to_bits() && !(a.is_nan() && b.is_nan()))
}

/// The first, a middle and the last row and column of a product, each multiplied alone.
fn alone(asked: &mut Asked, draw: &mut Draw) -> Result<Answer, Failure> {
    let Shape { m, k, n } = asked.shape;
    if asked.kind() != Kind::Matmul || m.max(n) == 1 {
        return Ok(Answer::Unknown);
    }
    let mut answer = Answer::Yes;
    for _ in 0..TRIED {
        let probes: Vec<Probe> = (0..m.max(n)).map(|_| draw.anywhere(k, 24)).collect();
        let (first, second) = asked.matrices(&probes);
        let product = asked.call(&first, &second)?;
        for row in [0, m / 2, m - 1] {
            let shape = Shape { m: 1, k, n };
            let part = &first[row * k..(row + 1) * k];
            // A function may take no such matrices.
            let Ok(result) = asked.call_with(part, &second, shape) else {
                return Ok(Answer::Unknown);
            };
            let expected = &product[row * n..(row + 1) * n];
            answer = answer.and(different(&result, expected).map(|column| {
                let probe = Probe { first: part.to_vec(), second: column_of(&second, column, n) };
                Witness { probe, seen: result[column], expected: Some(expected[column]) }
            }));
        }
        for column in [0, n / 2, n - 1] {
            let shape = Shape { m, k, n: 1 };
            let part = column_of(&second, column, n);
            let Ok(result) = asked.call_with(&first, &part, shape) else {
                return Ok(Answer::Unknown);
            };
            let expected = column_of(&product, column, n);
            answer = answer.and(different(&result, &expected).map(|row| {
                let first = first[row * k..(row + 1) * k].to_vec();
                let probe = Probe { first, second: part.clone() };
                Witness { probe, seen: result[row], expected: Some(expected[row]) }
            }));
        }
    }
    Ok(answer)
}

/// A column of a matrix that has `n` of them.
fn column_of(matrix: &[f64], column: usize, n: usize) -> Vec<f64> {
    matrix.iter().skip(column).step_by(n).copied().collect()
}

/// The same operands at several addresses.
fn moved(asked: &mut Asked, draw: &mut Draw) -> Result<Answer, Failure> {
    if !asked.shift([0, 0]) {
        return Ok(Answer::Unknown);
    }
    let mut answer = Answer::Yes;
    for _ in 0..TRIED {
        let probe = draw.anywhere(asked.terms(), 24);
        let results = asked.everywhere(&probe)?;
        for address in ADDRESSES {
            asked.shift(address);
            let moved = asked.everywhere(&probe);
            asked.shift([0, 0]);
            answer = answer.and(witness(&probe, &moved?, &results));
        }
    }
    Ok(answer)
}

/// Asks for other sizes, on which a machine may fail: a row and a column alone, and sums of many terms, once more and on one
/// thread by `single`. What fails is not answered.
pub(crate) fn of_other_sizes(
    same: &mut Same,
    operator: &mut dyn Operator,
    single: Option<&mut dyn Operator>,
    shape: Shape,
    seed: u64,
) {
    let asked = &mut Asked::new(operator, shape);
    let mut draw = Draw::new(seed, asked);
    same.alone = alone(asked, &mut draw).unwrap_or(Answer::Unknown);
    let shape = Shape { m: shape.m.min(2), k: MANY, n: shape.n.min(2) };
    let asked = &mut Asked::new(operator, shape);
    let mut draw = Draw::new(seed, asked);
    let probes: Vec<Probe> = (0..3).map(|_| draw.anywhere(MANY, 24)).collect();
    let mut results = Vec::new();
    for probe in &probes {
        let Ok(result) = asked.everywhere(probe) else { return };
        results.push(result);
    }
    same.many_again = compared(asked, &probes, &results);
    if let (Some(single), Answer::Yes) = (single, &same.many_again) {
        same.on_one_thread = compared(&mut Asked::new(single, shape), &probes, &results);
    }
}

/// Whether the machine gives these results.
fn compared(asked: &mut Asked, probes: &[Probe], results: &[Vec<f64>]) -> Answer {
    let mut answer = Answer::Yes;
    for (probe, expected) in probes.iter().zip(results) {
        let Ok(seen) = asked.everywhere(probe) else { return Answer::Unknown };
        answer = answer.and(witness(probe, &seen, expected));
    }
    answer
}
