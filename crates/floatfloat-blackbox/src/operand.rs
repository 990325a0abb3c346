//! What a machine reads of its operands.

use crate::{
    operator::Failure,
    probe::{Asked, Probe, scaled},
    term::{Rounding, Term, Value},
};
use floatfloat_paranoia::{Format, Mode};

/// Bits of the operands that matter, and the rule by which the others are dropped (`None` if none of those tried).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Read {
    pub(crate) bits: u32,
    pub(crate) mode: Option<Mode>,
}

impl Read {
    pub(crate) fn rounding(&self, format: Format) -> Rounding {
        Rounding {
            format: Format { precision: self.bits, ..format },
            mode: self.mode.unwrap_or(Mode::NearestEven),
            flushes: false,
        }
    }
}

/// Finds out.
pub(crate) fn read(asked: &mut Asked) -> Result<Read, Failure> {
    let format = asked.operands();
    let precision = format.precision as i32;
    let middle = |x: f64| scaled(x, format.middle());
    let alone = |asked: &Asked, x: f64| asked.of_factor(&[(0, middle(x))]);
    let last = asked.terms() - 1;
    let can_cancel = last > 0 && asked.kind().has_signs();
    let mut probes = Vec::new();
    for t in 1..precision {
        let x = 1.0 + scaled(1.0, -t);
        probes.push(alone(asked, x));
        let cancelled = [(0, middle(x)), (last, middle(-1.0))];
        probes.push(asked.of_factor(&cancelled[..1 + usize::from(can_cancel)]));
    }
    let results = asked.ask(&probes)?;
    let one = middle(1.0);
    let is_seen = |pair: &[f64]| pair[0] != one || can_cancel && pair[1] != 0.0;
    let bits =
        1 + (1..precision).filter(|&t| is_seen(&results[2 * t as usize - 2..])).max().unwrap_or(0);
    let seen = Read { bits: bits as u32, mode: None };
    if bits == precision || bits > asked.results().precision as i32 {
        return Ok(seen);
    }
    // Halves, what is above and below them, on both sides of zero and above odd and even numbers.
    let mut xs = Vec::new();
    for kept in [bits - 1, bits] {
        let unit = scaled(1.0, 1 - kept);
        let least = scaled(1.0, kept - precision);
        for base in [1.0, 1.0 + unit, 1.5, 2.0 - unit] {
            for part in [0.25, 0.5, 0.75, 0.5 + least, 0.5 - least] {
                let x: f64 = base + part * unit;
                if scaled(x, precision - 1).fract() == 0.0 {
                    xs.extend([x, -x]);
                }
            }
        }
    }
    if !asked.kind().has_signs() {
        xs.retain(|x| *x > 0.0);
    }
    let probes: Vec<Probe> = xs.iter().map(|&x| alone(asked, x)).collect();
    let results = asked.ask(&probes)?;
    let explains = |read: &Read| {
        let rounding = read.rounding(format);
        xs.iter().zip(&results).all(|(&x, &result)| match Term::of(middle(x)).rounded(&rounding) {
            Value::Finite(term) => term.to_f64() == result,
            Value::Special(_) => false,
        })
    };
    // Where halves are rounded up, one bit less is kept than is seen.
    let with_bits = |bits: u32| Mode::ALL.map(|mode| Read { bits, mode: Some(mode) });
    let ways = [seen.bits.saturating_sub(1).max(1), seen.bits].map(with_bits);
    Ok(ways.into_iter().flatten().find(explains).unwrap_or(seen))
}
