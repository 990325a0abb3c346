//! Certificates as text for people.

use super::{
    Accuracy, Certificate, Difference, Failure, Fast, Fma, Form, Subnormals, WordCertificate,
};
use std::fmt;

impl fmt::Display for Fma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Fma::Fused => "fused",
            Fma::Unfused => "unfused",
            Fma::Wrong => "wrong",
        })
    }
}

impl fmt::Display for Subnormals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Subnormals::Kept => "kept",
            Subnormals::OperandsFlushed => "operands flushed",
            Subnormals::ResultsFlushed => "results flushed",
            Subnormals::Flushed => "flushed",
        })
    }
}

impl fmt::Display for Accuracy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Accuracy::CorrectlyRounded => f.pad("correctly rounded"),
            Accuracy::Ulps(error) => f.pad(&format!("{error:.3} ulps")),
        }
    }
}

/// Part of a line: `fast quotients within 22.1u², fast roots within 8.4u²`.
impl fmt::Display for Fast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fast { quotient, square_root } = self;
        if self.holds() {
            write!(f, "fast quotients within {quotient:.1}u², fast roots within {square_root:.1}u²")
        } else {
            write!(
                f,
                "no fast quotients and roots, which are {quotient:.0}u² and {square_root:.0}u² off"
            )
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Form::StraightLine => "straight-line",
            Form::Loop => "in a loop",
            Form::Kernel => "in a loop over memory",
        })
    }
}

/// One line: `2Sum, straight-line, of 0x1p+0 and 0x1p-30: 0x1p+0 + 0x0p+0, not 0x1p+0 + 0x1p-30`.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.operation, self.form)?;
        match &self.cause {
            Difference::Result { operands, found, expected } => {
                write!(f, ", of {}: {found}, not {expected}", operands.join(" and "))
            }
            Difference::Unwritten { operands } => {
                write!(f, ", of {}: no result was written", operands.join(" and "))
            }
            Difference::Error { message } => write!(f, ": {message}"),
        }
    }
}

/// One line for the lowering, one for the properties, and one for each lowering that was not exact.
impl fmt::Display for WordCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.lowering {
            Some(lowering) => {
                write!(f, "{}: exact ({lowering}), {} results compared", self.word, self.compared)?;
            }
            None => write!(f, "{}: not certified, no lowering is exact", self.word)?,
        }
        let mut character = Vec::new();
        character.extend(self.fma.map(|fma| format!("fma {fma}")));
        character.extend(self.subnormals.map(|subnormals| format!("subnormals {subnormals}")));
        character.extend((self.nearest == Some(false)).then(|| "not rounded to nearest".into()));
        character.extend(self.division.map(|division| format!("division {division}")));
        character.extend(self.square_root.map(|root| format!("square root {root}")));
        character.extend(self.fast.map(|fast| fast.to_string()));
        if let Some(compiling) = self.compiling.filter(|compiling| compiling.is_limited) {
            character.push(format!(
                "at most {} operations of integers inlined, for the compiler's sake",
                compiling.most
            ));
        }
        if self.lowering.is_some() {
            character.extend((!self.signed_zeros).then(|| "signs of zeros lost".into()));
            character.extend((!self.special_values).then(|| "infinities and NaN wrong".into()));
        }
        if !character.is_empty() {
            write!(f, "\n  {}", character.join(", "))?;
        }
        for trial in &self.trials {
            if let Some(failure) = &trial.failure {
                write!(f, "\n  {} fails: {failure}", trial.lowering)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let device = &self.device;
        write!(f, "{} ({}, {})", device.name, device.backend, device.driver)?;
        if self.words.is_empty() {
            write!(f, "\nno f32 or f64 arithmetic")?;
        }
        self.words.iter().try_for_each(|word| write!(f, "\n{word}"))
    }
}
