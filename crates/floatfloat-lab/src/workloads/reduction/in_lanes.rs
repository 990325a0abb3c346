//! Reductions in many lanes, for speed.

use super::{Of, Reduction, in_order};
use crate::{devices::OnDevice, error::Error, progress::Progress, timing::stop_if_asked};
use floatfloat::dispatch;

/// The number of lanes: several registers of any instruction set, so that their latencies overlap.
const LANES: usize = 32;

/// The number of terms between two checks whether to stop; a multiple of [`LANES`].
const CHUNK: usize = 1 << 18;

/// Term i goes to lane i modulo the number of lanes. The lanes are then merged in halves, and the terms of the
/// last incomplete row follow in order. Returns the words of the result.
pub fn in_lanes<R: Reduction<N>, W: OnDevice, const N: usize>(
    operands: &[Vec<Of<R::Numbers, W>>; N],
    progress: &dyn Progress,
) -> Result<[W; 2], Error> {
    let whole = operands[0].len() / LANES * LANES;
    if whole == 0 {
        return in_order::<R, W, N>(operands, progress);
    }
    let mut lanes = [[W::default(); 2]; LANES];
    for begin in (0..whole).step_by(CHUNK) {
        stop_if_asked(progress)?;
        let end = whole.min(begin + CHUNK);
        include_rows::<R, W, N>(&mut lanes, operands.each_ref().map(|all| &all[begin..end]));
    }
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            lanes[lane] = R::merge(lanes[lane], lanes[lane + half]);
        }
        half /= 2;
    }
    let all = operands.each_ref().map(Vec::as_slice);
    let rest = (whole..operands[0].len()).map(|i| term::<R, W, N>(&all, i));
    Ok(R::finish(rest.fold(lanes[0], R::include)))
}

#[inline(always)]
fn term<R: Reduction<N>, W: OnDevice, const N: usize>(
    operands: &[&[Of<R::Numbers, W>]; N],
    i: usize,
) -> [Of<R::Numbers, W>; N] {
    let mut term = [operands[0][i]; N];
    for k in 1..N {
        term[k] = operands[k][i];
    }
    term
}

#[inline(never)]
fn include_rows<R: Reduction<N>, W: OnDevice, const N: usize>(
    lanes: &mut [[W; 2]; LANES],
    operands: [&[Of<R::Numbers, W>]; N],
) {
    dispatch(
        #[inline(always)]
        || {
            // The words are separate, so that the compiler can keep them in registers.
            let (mut first, mut second) = ([W::default(); LANES], [W::default(); LANES]);
            for (lane, state) in lanes.iter().enumerate() {
                [first[lane], second[lane]] = *state;
            }
            for begin in (0..operands[0].len()).step_by(LANES) {
                let mut rows = operands;
                for row in &mut rows {
                    *row = &row[begin..begin + LANES];
                }
                for lane in 0..LANES {
                    let state = [first[lane], second[lane]];
                    [first[lane], second[lane]] = R::include(state, term::<R, W, N>(&rows, lane));
                }
            }
            for (lane, state) in lanes.iter_mut().enumerate() {
                *state = [first[lane], second[lane]];
            }
        },
    );
}
