//! What the specification of a device's interface promises about its arithmetic.
//!
//! WGSL, Vulkan and the other specifications of Khronos count ulps from the exact result, CUDA from
//! the correctly rounded result. Here ulps always count from the exact result. Therefore half an
//! ulp is added to CUDA's promises, except where CUDA promises zero.

use floatfloat_gpu::{
    WordType,
    lowering::{Controls, Division, Mode, Protection, Root, Rounding},
};
use floatfloat_paranoia::{Fma, Mode as Rule, Op, Report, Row, Subject, Verdict};
use std::fmt;

/// The promise for one operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Promise {
    /// The exactness for results in the normal range.
    pub exactness: Exactness,
    /// The source of the promise.
    pub source: &'static str,
}

/// The promised exactness of an operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Exactness {
    /// The result is rounded by this rule.
    Rounded(Rule),
    /// Exact results are exact; other results are either of the two neighbours. WGSL and Vulkan
    /// call this correctly rounded.
    EitherNeighbour,
    /// The result is within this many ulps of the exact result.
    Ulps(f64),
    /// The result is within this many ulps that numbers of single precision would have at that
    /// place.
    SingleUlps(f64),
    /// A product and a sum, each with its own promise. There is no bound on the whole.
    TwoSteps,
}

impl Promise {
    /// The promised interval of errors in ulps, counted as in [`Row`].
    pub fn interval(&self) -> Option<(f64, f64)> {
        match self.exactness {
            Exactness::Rounded(rule) if rule.is_nearest() => Some((-0.5, 0.5)),
            Exactness::Rounded(_) | Exactness::EitherNeighbour => Some((-1.0, 1.0)),
            Exactness::Ulps(ulps) => Some((-ulps, ulps)),
            Exactness::SingleUlps(ulps) => Some((-ulps * SINGLE_ULP, ulps * SINGLE_ULP)),
            Exactness::TwoSteps => None,
        }
    }

    /// Whether the results keep the promise; `None` if this cannot be decided.
    pub fn kept(&self, row: &Row, report: &Report) -> Option<bool> {
        match self.exactness {
            Exactness::Rounded(rule) => Some(row.verdict == Verdict::Rounds(rule)),
            Exactness::EitherNeighbour => Some(row.verdict != Verdict::Neither),
            Exactness::Ulps(_) | Exactness::SingleUlps(_) => {
                let (low, high) = self.interval()?;
                Some(low <= row.low.ulps && row.high.ulps <= high)
            }
            Exactness::TwoSteps => {
                let kept = row.verdict != Verdict::Neither || report.character.fma == Fma::Unfused;
                kept.then_some(true)
            }
        }
    }
}

/// The promise, in a few words.
impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exactness {
            Exactness::Rounded(rule) => write!(f, "{rule}")?,
            Exactness::EitherNeighbour => f.write_str("either neighbour")?,
            Exactness::Ulps(ulps) => write!(f, "{ulps} ulp")?,
            Exactness::SingleUlps(ulps) => write!(f, "{ulps} ulp of f32")?,
            Exactness::TwoSteps => f.write_str("a product, then a sum")?,
        }
        write!(f, " ({})", self.source)
    }
}

/// An ulp of single precision, in ulps of double precision.
const SINGLE_ULP: f64 = (1u64 << 29) as f64;

const NEAREST: Exactness = Exactness::Rounded(Rule::NearestEven);

/// The specification that applies to a mode of a device of this backend.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Specification {
    Ieee,
    Wgsl,
    Vulkan,
    VulkanDouble,
    Cuda,
}

fn specification(backend: &str, mode: &Mode) -> Option<Specification> {
    Some(match (backend, mode.word) {
        ("native", _) => Specification::Ieee,
        ("cuda", _) => Specification::Cuda,
        ("vulkan", WordType::F64) => Specification::VulkanDouble,
        (_, WordType::F64 | WordType::Bf16) => return None,
        ("vulkan", _) if mode.lowering.protection == Protection::NoContraction => {
            Specification::Vulkan
        }
        _ => Specification::Wgsl,
    })
}

/// The promise for an operation in this mode of a device. `backend` is a name as in
/// [`Description::backend`](floatfloat_gpu::backend::Description::backend). `None` if nothing is
/// promised.
pub fn promise(backend: &str, mode: &Mode, op: Op) -> Option<Promise> {
    use Op::{Add, Div, Fma, Mul, Reciprocal, Sqrt, Sub};
    if !matches!(op, Add | Sub | Mul | Div | Reciprocal | Sqrt | Fma) {
        return None;
    }
    let corrected = match op {
        Div | Reciprocal => mode.lowering.division == Division::Corrected,
        Sqrt => mode.lowering.root == Root::Corrected,
        _ => false,
    };
    if corrected {
        return Some(Promise { exactness: NEAREST, source: "corrected here" });
    }
    let (exactness, source) = match specification(backend, mode)? {
        Specification::Ieee => (NEAREST, "IEEE 754, by Rust"),
        Specification::Wgsl => (khronos(op), "WGSL, accuracy of built-in operations"),
        Specification::Vulkan => (khronos(op), "Vulkan, precision of SPIR-V instructions"),
        Specification::VulkanDouble => {
            let single = match khronos(op) {
                Exactness::Ulps(ulps) => Exactness::SingleUlps(ulps),
                Exactness::TwoSteps => Exactness::TwoSteps,
                _ => Exactness::SingleUlps(1.0),
            };
            (single, "Vulkan, at least as single precision")
        }
        Specification::Cuda => (cuda(mode, op), "CUDA C++ Programming Guide"),
    };
    Some(Promise { exactness, source })
}

/// WGSL and Vulkan promise the same.
fn khronos(op: Op) -> Exactness {
    match op {
        Op::Div | Op::Reciprocal => Exactness::Ulps(2.5),
        // 1 / inverseSqrt(x), of 2.5 and 2 ulp. The relative error of inverseSqrt is at most 2 ·
        // 2^(1-p), which is less than 4 ulp of a root whose significand is large.
        Op::Sqrt => Exactness::Ulps(6.5),
        Op::Fma => Exactness::TwoSteps,
        _ => Exactness::EitherNeighbour,
    }
}

fn cuda(mode: &Mode, op: Op) -> Exactness {
    let lowering = &mode.lowering;
    let relaxed = &lowering.relaxed;
    let is_single = mode.word == WordType::F32;
    let quotient = matches!(op, Op::Div | Op::Reciprocal);
    match lowering.division {
        Division::Approximate if quotient => return Exactness::Ulps(2.0 + 0.5),
        // Two roundings, each of at most 2^-p of the result.
        Division::Reciprocal if quotient => return Exactness::Ulps(2.0),
        _ => {}
    }
    if let Protection::Intrinsics(rounding) = lowering.protection {
        return Exactness::Rounded(match rounding {
            Rounding::Nearest => Rule::NearestEven,
            Rounding::Zero => Rule::TowardZero,
            Rounding::Up => Rule::Up,
            Rounding::Down => Rule::Down,
        });
    }
    if is_single && quotient && (relaxed.fast_math || relaxed.division) {
        return Exactness::Ulps(2.0 + 0.5);
    }
    if is_single && op == Op::Sqrt && (relaxed.fast_math || relaxed.root) {
        return Exactness::Ulps(3.0 + 0.5);
    }
    NEAREST
}

/// Whether the specification permits a fault of this kind. `None` if it says nothing, or if
/// [`promise`] covers it with the operation.
pub fn permits(backend: &str, mode: &Mode, subject: Subject) -> Option<bool> {
    use Specification::{Cuda, Ieee, Vulkan, VulkanDouble, Wgsl};
    use Subject::{
        Contraction, Fma, Infinity, Nan, Reassociation, SignedZero, SubnormalInputs,
        SubnormalOutputs,
    };
    let (protection, relaxed) = (mode.lowering.protection, &mode.lowering.relaxed);
    let contracts = protection == Protection::Plain && (relaxed.contract || relaxed.fast_math);
    let flushes = mode.word == WordType::F32 && (relaxed.flush || relaxed.fast_math);
    match (specification(backend, mode)?, subject) {
        (Ieee, _) => Some(false),
        (Wgsl, Reassociation | Contraction) => Some(true),
        (Vulkan | VulkanDouble, Reassociation | Contraction) => {
            Some(protection != Protection::NoContraction)
        }
        // The error of Dekker's product may become 0 by contraction alone.
        (Cuda, Reassociation) => (!contracts).then_some(false),
        (Cuda, Contraction) => Some(contracts),
        (Cuda, Fma) => Some(false),
        (Cuda, SubnormalInputs | SubnormalOutputs) => Some(flushes),
        (Cuda, _) => None,
        // A driver may offer some of the controls and not the others.
        (Vulkan | VulkanDouble, SubnormalInputs | SubnormalOutputs)
            if mode.lowering.controls == Controls::All =>
        {
            None
        }
        (Vulkan | VulkanDouble, SignedZero | Infinity | Nan)
            if mode.lowering.controls != Controls::None =>
        {
            None
        }
        (_, Fma | SubnormalInputs | SubnormalOutputs | SignedZero | Infinity | Nan) => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use floatfloat_gpu::Lowering;

    fn mode(word: WordType, protection: Protection) -> Mode {
        Mode { name: "mode".into(), word, lowering: Lowering::exact(protection, true) }
    }

    fn exactness(backend: &str, mode: &Mode, op: Op) -> Option<Exactness> {
        promise(backend, mode, op).map(|promise| promise.exactness)
    }

    #[test]
    fn khronos_promises_neighbours_and_a_few_ulps() {
        for (backend, protection) in [
            ("vulkan", Protection::Plain),
            ("vulkan", Protection::NoContraction),
            ("metal", Protection::Barrier),
        ] {
            for word in [WordType::F16, WordType::F32] {
                let mode = mode(word, protection);
                let of = |op| exactness(backend, &mode, op).unwrap();
                assert_eq!(of(Op::Add), Exactness::EitherNeighbour);
                assert_eq!(of(Op::Div), Exactness::Ulps(2.5));
                assert_eq!(of(Op::Fma), Exactness::TwoSteps);
            }
        }
        let double = mode(WordType::F64, Protection::Plain);
        assert_eq!(promise("metal", &double, Op::Add), None);
        let promise = promise("vulkan", &double, Op::Add).unwrap();
        assert_eq!(promise.interval(), Some((-536_870_912.0, 536_870_912.0)));
    }

    #[test]
    fn ulps_of_cuda_are_counted_from_the_exact_result() {
        let mut plain = mode(WordType::F32, Protection::Plain);
        assert_eq!(exactness("cuda", &plain, Op::Div), Some(NEAREST));
        plain.lowering.relaxed.fast_math = true;
        assert_eq!(exactness("cuda", &plain, Op::Div), Some(Exactness::Ulps(2.5)));
        assert_eq!(exactness("cuda", &plain, Op::Sqrt), Some(Exactness::Ulps(3.5)));
        assert_eq!(exactness("cuda", &plain, Op::Mul), Some(NEAREST));
        plain.word = WordType::F64;
        assert_eq!(exactness("cuda", &plain, Op::Div), Some(NEAREST));
        let up = mode(WordType::F32, Protection::Intrinsics(Rounding::Up));
        assert_eq!(exactness("cuda", &up, Op::Sqrt), Some(Exactness::Rounded(Rule::Up)));
    }

    #[test]
    fn what_is_corrected_here_is_promised_here() {
        let mut corrected = mode(WordType::F32, Protection::NoContraction);
        corrected.lowering.division = Division::Corrected;
        assert_eq!(exactness("vulkan", &corrected, Op::Reciprocal), Some(NEAREST));
        assert_eq!(exactness("vulkan", &corrected, Op::Sqrt), Some(Exactness::Ulps(6.5)));
    }

    #[test]
    fn rewriting_is_permitted_where_the_specification_says_so() {
        let plain = mode(WordType::F32, Protection::Plain);
        let protected = mode(WordType::F32, Protection::NoContraction);
        let intrinsic = mode(WordType::F32, Protection::Intrinsics(Rounding::Nearest));
        let mut controlled = protected.clone();
        controlled.lowering.controls = Controls::All;
        let mut fast = plain.clone();
        fast.lowering.relaxed.fast_math = true;
        for (backend, mode, subject, permitted) in [
            ("vulkan", &plain, Subject::Reassociation, Some(true)),
            ("vulkan", &protected, Subject::Reassociation, Some(false)),
            ("vulkan", &protected, Subject::SubnormalOutputs, Some(true)),
            ("vulkan", &protected, Subject::Fma, Some(true)),
            ("vulkan", &controlled, Subject::Reassociation, Some(false)),
            ("vulkan", &controlled, Subject::SubnormalOutputs, None),
            ("vulkan", &controlled, Subject::Nan, None),
            ("vulkan", &protected, Subject::Nan, Some(true)),
            ("cuda", &plain, Subject::Fma, Some(false)),
            ("cuda", &plain, Subject::Reassociation, Some(false)),
            ("cuda", &plain, Subject::SubnormalInputs, Some(false)),
            ("cuda", &fast, Subject::Contraction, Some(true)),
            ("cuda", &fast, Subject::Reassociation, None),
            ("cuda", &fast, Subject::SubnormalInputs, Some(true)),
            ("cuda", &intrinsic, Subject::Contraction, Some(false)),
            ("native", &plain, Subject::Monotonicity, Some(false)),
        ] {
            assert_eq!(permits(backend, mode, subject), permitted, "{backend} {subject:?}");
        }
    }
}
