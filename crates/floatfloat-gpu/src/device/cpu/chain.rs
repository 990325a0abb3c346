//! Many steps on the state of every element.

use super::{
    execute::{MALFORMED, fits, part, pieces},
    failed,
};
use crate::{
    error::Error,
    interpret::{Column, LANES, Machine, Plan},
    program::Chain,
};
use floatfloat::NativeWord;

/// Elements `begin` to `begin + count`. `plans` are those of begin, step and finish.
pub(super) fn chain<F: NativeWord>(
    plans: &[Plan],
    chain: &Chain,
    broadcast: bool,
    rounds: usize,
    inputs: &[&[F]],
    output: &mut [F],
    [begin, count]: [usize; 2],
) -> Result<(), Error> {
    let (&[x, c], &[from], &[width, right], [first, step, last]) =
        (inputs, chain.begin.parameters(), chain.step.parameters(), plans)
    else {
        return Err(failed(MALFORMED.into()));
    };
    let (to, steps) = (chain.finish.outputs().len(), rounds * chain.unrolled as usize);
    fits(x, begin + count, from)?;
    fits(c, if broadcast { count.min(1) } else { begin + count }, right)?;
    let out = part(output, begin * to, count * to)?;
    let cost = LANES * (first.length() + step.length() * steps + last.length());
    let start = || {
        let machines = [first, step, last].map(Machine::new);
        (machines, vec![[F::default(); LANES]; width])
    };
    pieces(out, LANES * to, cost, start, |([first, step, last], state), block, out| {
        let (begin, lanes) = (begin + block * LANES, out.len() / to);
        first.run(lanes, |word| Column { words: &x[begin * from + word..], stride: from });
        first.copy_outputs(state.iter_mut().map(|words| &mut words[..lanes]));
        for _ in 0..steps {
            step.run(lanes, |input| match input.checked_sub(width) {
                None => Column { words: &state[input][..], stride: 1 },
                Some(word) if broadcast => Column { words: &c[word..], stride: 0 },
                Some(word) => Column { words: &c[begin * right + word..], stride: right },
            });
            step.copy_outputs(state.iter_mut().map(|words| &mut words[..lanes]));
        }
        last.run(lanes, |word| Column { words: &state[word][..], stride: 1 });
        last.store(out);
    });
    Ok(())
}
