//! The report as text: verdict first, then the table of intervals, then the findings.

use crate::{Class, Evidence, Finding, Report, Row, bits::parts};
use std::fmt;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, {}, {}", self.device, self.mode, self.format)?;
        writeln!(f)?;
        verdict(f, self)?;
        writeln!(f)?;
        table(f, &self.rows)?;
        let faults = self.faults().count();
        writeln!(f)?;
        if faults == 0 {
            writeln!(f, "No faults found in {} results.", self.results)?;
        } else {
            writeln!(f, "Faults, in {} results:", self.results)?;
        }
        for finding in self.faults() {
            fault(f, finding)?;
        }
        writeln!(f, "\nHow it is:")?;
        for finding in self.findings.iter().filter(|finding| finding.class == Class::Info) {
            writeln!(f, "  {}", finding.message)?;
        }
        if !self.unsupported.is_empty() {
            let names: Vec<&str> = self.unsupported.iter().map(|op| op.formula()).collect();
            writeln!(f, "Not computed by this machine: {}", names.join(", "))?;
        }
        Ok(())
    }
}

fn verdict(f: &mut fmt::Formatter<'_>, report: &Report) -> fmt::Result {
    if report.safety.safe {
        writeln!(f, "float-float is safe here.")?;
    } else {
        writeln!(f, "float-float is not safe here, because")?;
        for reason in &report.safety.because {
            writeln!(f, "  - {reason}")?;
        }
    }
    if !report.safety.caveats.is_empty() {
        writeln!(f, "Keep in mind:")?;
    }
    for caveat in &report.safety.caveats {
        writeln!(f, "  - {caveat}")?;
    }
    Ok(())
}

fn table(f: &mut fmt::Formatter<'_>, rows: &[Row]) -> fmt::Result {
    writeln!(f, "{:<15} {:>20}   {:<22} results", "operation", "error in ulps", "rounding")?;
    for row in rows {
        let interval = format!("[{}, {}]", Ulps(row.low.ulps), Ulps(row.high.ulps));
        let verdict = row.verdict.to_string();
        writeln!(f, "{:<15} {interval:>20}   {verdict:<22} {:>7}", row.op.name(), row.samples)?;
    }
    writeln!(f, "\nWhere the ends were found:")?;
    for row in rows {
        writeln!(f, "  {:<15} low  {}", row.op.name(), row.low.at)?;
        writeln!(f, "  {:<15} high {}", "", row.high.at)?;
    }
    Ok(())
}

/// Shows three decimals; large values in scientific notation.
pub(crate) struct Ulps(pub(crate) f64);

impl fmt::Display for Ulps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Rounded towards zero, so that an open end does not look closed.
        let shown = (self.0 * 1000.0).trunc() / 1000.0 + 0.0;
        if self.0.abs() < 1e5 { write!(f, "{shown:.3}") } else { write!(f, "{:.1e}", self.0) }
    }
}

/// Number of results shown for each fault.
const SHOWN: usize = 4;

fn fault(f: &mut fmt::Formatter<'_>, finding: &Finding) -> fmt::Result {
    write!(f, "  {}: {}", finding.class, finding.message)?;
    if finding.tried > 1 {
        write!(f, " ({} of {} results)", finding.count, finding.tried)?;
    }
    writeln!(f)?;
    for evidence in finding.evidence.iter().take(SHOWN) {
        writeln!(f, "      {evidence}")?;
    }
    if finding.evidence.len() > SHOWN {
        writeln!(f, "      and {} more", finding.count - SHOWN)?;
    }
    Ok(())
}

/// Operation, operands, what was seen and what was expected, in hexadecimal.
impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: &[&str] = if self.op.arity() == 1 { &["x"] } else { &["a", "b", "c"] };
        write!(f, "{}:", self.op)?;
        for (name, &operand) in names.iter().zip(&self.operands).take(self.op.arity()) {
            write!(f, " {name} = {}", Hex(operand))?;
        }
        write!(f, "; seen {}, expected {}", Hex(self.seen), Hex(self.expected))
    }
}

/// C's hexadecimal notation, exact and as short as possible.
pub(crate) struct Hex(pub(crate) f64);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.is_finite() {
            return write!(f, "{}", self.0);
        }
        let (negative, significand, exponent) = parts(self.0);
        let sign = if negative { "-" } else { "" };
        if significand == 0 {
            return write!(f, "{sign}0x0p+0");
        }
        let digits = format!("{:013x}", significand & ((1 << 52) - 1));
        let digits = digits.trim_end_matches('0');
        let point = if digits.is_empty() { "" } else { "." };
        write!(f, "{sign}0x1{point}{digits}p{:+}", exponent + 52)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_is_that_of_c() {
        for (x, text) in [
            (1.0, "0x1p+0"),
            (-0.1, "-0x1.999999999999ap-4"),
            (1.0 + f64::from(f32::EPSILON), "0x1.000002p+0"),
            (f64::from_bits(1), "0x1p-1074"),
            (-0.0, "-0x0p+0"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(Hex(x).to_string(), text);
        }
    }

    #[test]
    fn errors_are_not_shown_larger_than_they_are() {
        assert_eq!(Ulps(-0.999_999).to_string(), "-0.999");
        assert_eq!(Ulps(-0.000_1).to_string(), "0.000");
        assert_eq!(Ulps(1.5e9).to_string(), "1.5e9");
        assert_eq!(Ulps(f64::INFINITY).to_string(), "inf");
    }
}
