//! The report as text.

use crate::{
    Advice, Explanation, Uniform, WideLine,
    explanation::{Decision, Line, Rewriting, Special, Step, Verdict},
    number::power_of_two,
};
use std::fmt::{self, Formatter};

/// Lines and steps that a report shows.
const SHOWN: usize = 5;

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.head(f)?;
        if !self.lines.is_empty() {
            writeln!(f, "\nLines whose roundings cause the error:")?;
            writeln!(f, "{:>6}  {:>9}  {:>9}", "share", "alone", "without")?;
        }
        for line in self.lines.iter().take(SHOWN) {
            writeln!(f, "{line}")?;
        }
        let others =
            self.losses.iter().filter(|step| !self.lines.iter().any(|line| line.has(step)));
        for (k, step) in others.take(SHOWN).enumerate() {
            if k == 0 {
                writeln!(f, "\nOther steps that lose digits of their operands:")?;
            }
            writeln!(f, "  {}:{}: {step}", step.file, step.line)?;
            if let Some(text) = &step.text {
                writeln!(f, "      {text}")?;
            }
        }
        for (k, rewriting) in self.rewrites.iter().take(SHOWN).enumerate() {
            if k == 0 {
                writeln!(f, "\nWhat to compute instead:")?;
            }
            writeln!(f, "  {rewriting}")?;
        }
        for (k, decision) in self.decisions.iter().take(SHOWN).enumerate() {
            if k == 0 {
                writeln!(f, "\nDecisions that are different for the exact numbers:")?;
            }
            writeln!(f, "  {decision}")?;
        }
        for (k, special) in self.specials.iter().take(SHOWN).enumerate() {
            if k == 0 {
                writeln!(f, "\nWhere special results arise:")?;
            }
            writeln!(f, "  {special}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Advice { tolerance, uniform, mixed, runs, seconds, .. } = self;
        if self.not_determined {
            return writeln!(f, "{}", Verdict::NotDetermined.sentence());
        }
        let best = uniform.iter().find(|one| one.meets);
        match (best, mixed) {
            (Some(best), Some(mixed)) => writeln!(
                f,
                "Take {} for {} lines, which do {:.0}% of the steps, and {} for all others; or {} for all.",
                mixed.wide,
                mixed.lines.len(),
                100.0 * mixed.steps,
                mixed.narrow,
                best.format
            )?,
            (Some(best), None) => writeln!(f, "Take {} for all lines.", best.format)?,
            (None, _) if self.complete => {
                writeln!(f, "No format meets a relative error of {tolerance:.1e}.")?;
            }
            (None, _) => writeln!(f, "There was no time for an answer; allow more.")?,
        }
        writeln!(f, "tolerance {tolerance:.1e}, runs: {runs}, seconds: {seconds:.1}")?;
        writeln!(f, "\n{:<14}  {:>9}", "format", "error")?;
        for Uniform { format, error, meets } in uniform {
            let note = if *meets { "" } else { "too large" };
            writeln!(f, "{}", format!("{format:<14}  {error:>9.1e}  {note}").trim_end())?;
        }
        let Some(mixed) = mixed else { return Ok(()) };
        let note = if mixed.meets { "" } else { "too large for inputs that chose no lines" };
        let both = format!("{} + {}", mixed.narrow, mixed.wide);
        writeln!(f, "{}", format!("{both:<14}  {:>9.1e}  {note}", mixed.error).trim_end())?;
        writeln!(f, "\nLines that need {}:", mixed.wide)?;
        for WideLine { file, line, text } in &mixed.lines {
            writeln!(f, "  {file}:{line}")?;
            if let Some(text) = text {
                writeln!(f, "      {text}")?;
            }
        }
        Ok(())
    }
}

impl Explanation {
    fn head(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Explanation { format, precision, inputs, given, worst, .. } = self;
        let lost = (worst.error / power_of_two(-precision)).max(1.0).log2();
        write!(f, "{format}, ")?;
        if inputs == given {
            writeln!(f, "inputs: {inputs}, runs: {}, seconds: {:.1}", self.runs, self.seconds)?;
        } else {
            writeln!(
                f,
                "inputs: {inputs} of {given}, for more there was no time; runs: {}, seconds: {:.1}",
                self.runs, self.seconds
            )?;
        }
        writeln!(
            f,
            "Largest relative error {:.1e}, a loss of {lost:.0} of {precision} bits; median {:.1e}.",
            worst.error, self.median_error
        )?;
        if worst.error > 0.0 {
            writeln!(
                f,
                "It is that of input {}, result {}: {} instead of {}",
                worst.input, worst.result, worst.value, worst.exact
            )?;
        }
        writeln!(f, "{}", self.verdict.sentence())?;
        if let Some(change) = self.change
            && self.verdict != Verdict::NotDetermined
        {
            let most = if change >= 1.0 { "completely" } else { &format!("by {change:.1e}") };
            writeln!(
                f,
                "Inputs changed by 2^-{precision} change the exact results {most} at most."
            )?;
        }
        if self.path > 8.0 * power_of_two(-precision) {
            writeln!(
                f,
                "Decisions that are different for the exact numbers change results by {:.1e}.",
                self.path
            )?;
        }
        if !self.complete {
            writeln!(f, "There was no time for all runs; allow more for a complete answer.")?;
        }
        Ok(())
    }
}

impl Line {
    fn has(&self, step: &Step) -> bool {
        self.file == step.file && self.line == step.line
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let without =
            self.error_without.map_or_else(|| "-".to_owned(), |error| format!("{error:.1e}"));
        write!(
            f,
            "{:>5.0}%  {:>9.1e}  {without:>9}  {}:{}",
            100.0 * self.share,
            self.error_alone,
            self.file,
            self.line
        )?;
        if let Some(text) = &self.text {
            write!(f, "\n      {text}")?;
        }
        for step in self.steps.iter().take(SHOWN) {
            write!(f, "\n      {step}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Step { operation, count, losses, bits, .. } = self;
        let percent = 100.0 * *losses as f64 / *count as f64;
        write!(f, "`{operation}` loses up to {bits:.0} bits, most for ")?;
        expression(f, operation, &self.operands)?;
        write!(f, "; in {percent:.1}% of {count} steps a quarter of all bits or more")
    }
}

impl fmt::Display for Rewriting {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Rewriting { file, line, form, instead, error } = self;
        write!(
            f,
            "{file}:{line}: {form}\n      {instead}\n      with these steps exact, the error is {error:.1e}"
        )
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Decision { file, line, operation, count, differing, operands } = self;
        write!(f, "{file}:{line}: `{operation}`, {differing} of {count}, first for ")?;
        expression(f, operation, operands)
    }
}

impl fmt::Display for Special {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Special { file, line, operation, .. } = self;
        write!(f, "{file}:{line}: `{operation}` gives")?;
        let kinds = [
            (self.nans, "NaN"),
            (self.infinities, "infinity"),
            (self.underflows, "a number below the range"),
        ];
        for (k, (count, what)) in kinds.into_iter().filter(|kind| kind.0 > 0).enumerate() {
            write!(f, "{} {what} {count} times", if k == 0 { "" } else { "," })?;
        }
        write!(f, ", first for ")?;
        expression(f, operation, &self.operands)
    }
}

/// `x + y`, or `f(x, y)`.
fn expression(f: &mut Formatter<'_>, operation: &str, operands: &[f64]) -> fmt::Result {
    if let [x, y] = operands
        && !operation.starts_with(char::is_alphabetic)
    {
        return write!(f, "{x:?} {operation} {y:?}");
    }
    write!(f, "{operation}(")?;
    for (k, x) in operands.iter().enumerate() {
        write!(f, "{}{x:?}", if k == 0 { "" } else { ", " })?;
    }
    write!(f, ")")
}
