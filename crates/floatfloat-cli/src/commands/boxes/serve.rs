//! The process of a routine: answers questions to it on standard input and output.

use crate::failure::{Failure, Outcome};
use floatfloat_blackbox::{
    Call, Missing, Question, Reference, Routine, Shape, answer, examine_every,
};
use floatfloat_driver::own_output;
use floatfloat_lab::error::Error;
use std::{
    ffi::OsStr,
    io::{self, BufRead, Write},
};

/// What the process says first: that it has the routine, or the reason why not.
pub const READY: &str = "ready";
pub const NO_ROUTINE: &str = "no routine";

/// Answers lines until there are no more. The first line has no question: its answer is that the routine is there. Every other
/// line asks for a result; with `every` it asks for the errors of a range of numbers.
pub fn serve(library: &OsStr, name: &str, every: bool) -> Result<Outcome, Failure> {
    let mut output = own_output()?;
    io::stdin().read_line(&mut String::new())?;
    let routine = Routine::named(name)
        .ok_or_else(|| Error::Input(format!("{name} is no routine that can be examined")))?;
    // SAFETY: the user asks for the code of this library, and C and CBLAS define the arguments of the routine.
    let call = match unsafe { routine.load(library) } {
        Ok(call) => call,
        Err(missing) => {
            match missing {
                Missing::Routine(_) => writeln!(output, "{NO_ROUTINE}")?,
                Missing::Library(error) => {
                    writeln!(output, "{}", error.to_string().replace('\n', " "))?;
                }
            }
            return Ok(Outcome::Good);
        }
    };
    writeln!(output, "{READY}")?;
    output.flush()?;
    if every {
        serve_every(&routine, call, output)?;
    } else {
        answer(routine.question, io::stdin().lock(), output, call)?;
    }
    Ok(Outcome::Good)
}

/// A line is the first place and the end of a range of numbers; its answer is what was found about them.
fn serve_every(routine: &Routine, mut call: Call, mut output: impl Write) -> Result<(), Failure> {
    let reference = routine.reference.and_then(Reference::named);
    let (Some(reference), Question::Function { has_two: false }) = (reference, routine.question)
    else {
        return Err(Error::Input(format!("{} is no function of one number", routine.name)).into());
    };
    let shape = Shape { m: 1, k: 1, n: 1 };
    let mut evaluate = |x: &[f64], y: &[f64]| Ok(call(x, y, shape, [0, 0]));
    for line in io::stdin().lock().lines() {
        let line = line?;
        let range = line
            .split_once(' ')
            .and_then(|(start, end)| Some(start.parse().ok()?..end.parse().ok()?));
        let range = range.ok_or_else(|| Error::Input(format!("{line:?} is no range")))?;
        let every = examine_every(&reference, routine.format, range, &mut evaluate, false)
            .map_err(|refusal| Error::Input(refusal.to_string()))?;
        writeln!(output, "{}", every.to_line())?;
        output.flush()?;
    }
    Ok(())
}
