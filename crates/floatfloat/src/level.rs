//! Which instruction sets dispatch may use.

/// An instruction set that loops are compiled for; a greater one includes the lesser ones.
///
/// The environment variable `FLOATFLOAT_LEVEL` limits every dispatch of the process to a level, to test or to
/// measure what other machines would run. Its value is the [`name`](Level::name) of one of [`Level::ALL`], and
/// means "no more than". It is read once. Libraries ignore any other value; programs can refuse it by
/// [`check_level`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// What the build itself is compiled for: on x86-64 SSE2 unless compiler flags add to it, on
    /// AArch64 NEON with its fused multiply-add.
    Baseline,
    /// On x86-64: AVX2 with the fused multiply-add, vectors of 256 bits.
    Avx2,
    /// On x86-64: AVX-512 with F, VL and DQ, vectors of 512 bits.
    Avx512,
}

impl Level {
    /// The levels of this architecture, the least first.
    pub const ALL: &[Level] = if cfg!(target_arch = "x86_64") {
        &[Level::Baseline, Level::Avx2, Level::Avx512]
    } else {
        &[Level::Baseline]
    };

    /// The name of the level in `FLOATFLOAT_LEVEL`.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Baseline => "baseline",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
        }
    }

    /// The level in force: the greatest that this machine has and `FLOATFLOAT_LEVEL` admits, but never less
    /// than the level the build is compiled for. Without the feature `std` it is always the latter.
    #[inline]
    pub fn in_force() -> Level {
        #[cfg(feature = "std")]
        {
            static IN_FORCE: std::sync::OnceLock<Level> = std::sync::OnceLock::new();
            *IN_FORCE.get_or_init(|| {
                let most = environment::admitted().unwrap_or(None).unwrap_or(Level::Avx512);
                COMPILED.max(most.min(detected()))
            })
        }
        #[cfg(not(feature = "std"))]
        COMPILED
    }
}

impl core::fmt::Display for Level {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// The level that this build is compiled for.
const COMPILED: Level = if cfg!(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512vl",
    target_feature = "avx512dq"
)) {
    Level::Avx512
} else if cfg!(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "fma")) {
    Level::Avx2
} else {
    Level::Baseline
};

#[cfg(feature = "std")]
fn detected() -> Level {
    #[cfg(target_arch = "x86_64")]
    {
        use std::is_x86_feature_detected as has;
        if has!("avx2") && has!("fma") {
            let wide = has!("avx512f") && has!("avx512vl") && has!("avx512dq");
            return if wide { Level::Avx512 } else { Level::Avx2 };
        }
    }
    Level::Baseline
}

#[cfg(feature = "std")]
pub use environment::{UnknownLevel, check_level};

#[cfg(feature = "std")]
mod environment {
    use super::Level;
    use std::{ffi::OsStr, fmt};

    const VARIABLE: &str = "FLOATFLOAT_LEVEL";

    /// `FLOATFLOAT_LEVEL` has a value that names no level of this architecture.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct UnknownLevel {
        value: String,
    }

    impl fmt::Display for UnknownLevel {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let known: Vec<_> = Level::ALL.iter().map(|level| level.name()).collect();
            let (value, known) = (&self.value, known.join(", "));
            write!(f, "{VARIABLE} is {value:?}, but must be one of: {known}")
        }
    }

    impl std::error::Error for UnknownLevel {}

    /// Refuses a value of `FLOATFLOAT_LEVEL` that names no level of this architecture. Programs call it when
    /// they start.
    ///
    /// # Errors
    /// If it has such a value; the message lists the valid names.
    pub fn check_level() -> Result<(), UnknownLevel> {
        admitted().map(drop)
    }

    /// The greatest level that the environment admits, if the variable is set.
    pub(super) fn admitted() -> Result<Option<Level>, UnknownLevel> {
        std::env::var_os(VARIABLE).map_or(Ok(None), |value| parse(&value))
    }

    fn parse(value: &OsStr) -> Result<Option<Level>, UnknownLevel> {
        if value.is_empty() {
            return Ok(None);
        }
        match Level::ALL.iter().find(|level| value == level.name()) {
            Some(&level) => Ok(Some(level)),
            None => Err(UnknownLevel { value: value.to_string_lossy().into_owned() }),
        }
    }

    #[cfg(test)]
    mod tests {
        use super::{super::Level, parse};
        use std::ffi::OsStr;

        #[test]
        fn every_level_is_known_by_its_name() {
            for &level in Level::ALL {
                assert_eq!(parse(OsStr::new(level.name())), Ok(Some(level)));
            }
            assert_eq!(parse(OsStr::new("")), Ok(None));
        }

        #[test]
        fn an_unknown_name_is_refused_with_those_there_are() {
            let message = parse(OsStr::new("AVX1024")).unwrap_err().to_string();
            assert!(message.contains("\"AVX1024\""), "{message}");
            assert!(Level::ALL.iter().all(|level| message.contains(level.name())), "{message}");
        }
    }
}
