//! The certificate: the proof, on the device itself, that its arithmetic is exact.
//!
//! Each word type has several lowerings, that is, ways to write its arithmetic. The certificate tries them in order, the fastest
//! first, and takes the first one that passes every step:
//!
//! 1. The error-free transforms run, because all else depends on them. Where the device's own division or square root is
//!    not correctly rounded, the corrected one takes its place (`corrected`).
//! 2. Every operation runs on operands of every class of the oracle, once in straight-line code and once in a loop whose end is
//!    known only at run time.
//! 3. Sums and dot products run in workgroups.
//!
//! Each word of each result must equal the processor's, bit for bit. There are three allowances, and the certificate names
//! each one that it makes:
//!
//! * A device that flushes subnormal numbers is compared only where the reference has none.
//! * Signs of zeros may differ.
//! * Drivers may assume that nothing is infinite or NaN. If results differ only where an infinity or NaN occurs in the
//!   computation, the lowering is taken if no other is better: on finite numbers it is exact.
//!
//! Elementary functions (`functions`), operations of three and four words (`several_words`) and functions of integers that
//! programs call (`called`) are certified when a program first uses them. They are certified under the same three allowances,
//! except that finite operands with finite results must always match.

mod called;
mod character;
mod checks;
mod compare;
mod compiling;
mod display;
mod execute;
mod fast;
mod functions;
mod integers;
mod kernels;
mod meter;
mod proved;
mod several_words;
mod text;

#[cfg(test)]
mod tests;

pub use crate::cache::{FOLDER_VARIABLE, certificate_of, default_folder};
pub use character::{Accuracy, Fma, Subnormals};
pub use compare::{Difference, Failure, Form};
pub use compiling::Compiling;
pub(crate) use compiling::measure as measure_compiling;
pub use fast::Fast;
pub(crate) use functions::{Part, certify_function, emitted_function};
pub use proved::{Certificate, Trial, WordCertificate};
pub(crate) use text::emitted;

use crate::{
    backend::Backend,
    error::Error,
    lowering::{Division, Lowering, Protection, Root},
    number::DeviceNumber,
    runner::Runner,
    word_type::{DeviceWord, WordType},
};
pub(crate) use called::of_class;
use character::{Character, Probe};
use compare::Comparison;
use execute::{Stop, Subject};
use floatfloat::{DoubleDouble, FloatFloat, NativeWord, progress::Progress};
use floatfloat_exact::Concrete;
use meter::{Meter, Share};
use pollster::block_on;
use std::{panic::resume_unwind, thread};
use text::text_of;

/// The words that certificates cover.
pub trait CertifiedWord: DeviceWord + NativeWord + Concrete {
    /// The number of two such words.
    type Double: DeviceNumber<Word = Self>;
}

impl CertifiedWord for f32 {
    type Double = FloatFloat;
}

impl CertifiedWord for f64 {
    type Double = DoubleDouble;
}

/// Examines a device, one word type after the other. A device that fails during the examination is
/// not certified, and the trials say how it failed. The examination takes a second or two where
/// programs are compiled for the processor.
///
/// # Errors
/// [`Error::Cancelled`] if `progress` asks to stop. It is asked before each program.
pub async fn certify(runner: &dyn Runner, progress: &dyn Progress) -> Result<Certificate, Error> {
    let device = runner.description().clone();
    let meter = Meter::new(progress, lowerings(runner));
    let mut words = Vec::new();
    for word in words_of(runner) {
        words.extend(certify_those(runner, word, runner.lowerings(word), &meter).await?);
    }
    meter.finish();
    Ok(Certificate { words, device })
}

/// The same as [`certify`], for callers that can wait. It uses a thread for each word type where
/// this helps.
///
/// # Errors
/// Those of [`certify`].
pub fn certify_blocking(
    backend: &dyn Backend,
    progress: &dyn Progress,
) -> Result<Certificate, Error> {
    let device = backend.description().clone();
    if cfg!(target_family = "wasm") || !backend.is_concurrent() {
        return block_on(certify(backend, progress));
    }
    let meter = &Meter::new(progress, lowerings(backend));
    let all = |word| block_on(certify_those(backend, word, backend.lowerings(word), meter));
    // Most of the time goes into compiling, which drivers do on several threads.
    let words = thread::scope(|scope| {
        let running: Vec<_> =
            words_of(backend).map(|word| scope.spawn(move || all(word))).collect();
        let joined = running.into_iter().map(|word| match word.join() {
            Ok(certificate) => certificate,
            Err(panic) => resume_unwind(panic),
        });
        joined.filter_map(Result::transpose).collect::<Result<_, Error>>()
    })?;
    meter.finish();
    Ok(Certificate { words, device })
}

/// The largest number of lowerings to be tried.
fn lowerings(runner: &dyn Runner) -> usize {
    words_of(runner).map(|word| runner.lowerings(word).len()).sum()
}

/// The word types that certificates cover and for which there is a lowering.
fn words_of(runner: &dyn Runner) -> impl Iterator<Item = WordType> {
    [WordType::F32, WordType::F64].into_iter().filter(|&word| !runner.lowerings(word).is_empty())
}

/// Examines these lowerings for one word type, whether the device offers them or not. None for
/// words without certificates.
///
/// # Errors
/// Those of [`certify`].
pub async fn certify_lowerings(
    runner: &dyn Runner,
    word: WordType,
    lowerings: Vec<Lowering>,
    progress: &dyn Progress,
) -> Result<Option<WordCertificate>, Error> {
    let meter = Meter::new(progress, lowerings.len());
    let certificate = certify_those(runner, word, lowerings, &meter).await?;
    meter.finish();
    Ok(certificate)
}

/// The same as [`certify_lowerings`], for a word that is known at compile time, so that the program contains no
/// code for other words.
///
/// # Errors
/// Those of [`certify`].
pub async fn certify_lowerings_of<F: CertifiedWord>(
    runner: &dyn Runner,
    lowerings: Vec<Lowering>,
    progress: &dyn Progress,
) -> Result<WordCertificate, Error> {
    let meter = Meter::new(progress, lowerings.len());
    let certificate = certify_word::<F>(runner, lowerings, &meter).await?;
    meter.finish();
    Ok(certificate)
}

/// Examines arithmetic made of integers alone, for a word that is known at compile time. The device need not have this
/// word.
///
/// # Errors
/// Those of [`certify`].
pub async fn certify_integers_of<F: CertifiedWord>(
    runner: &dyn Runner,
    progress: &dyn Progress,
) -> Result<WordCertificate, Error> {
    let meter = Meter::new(progress, 1);
    let share = meter.share(1);
    let mut trials = Vec::new();
    let mut character = Character::default();
    let mut attempt = Attempt { runner, share: &share, trials: &mut trials };
    let passed = attempt.of_integers::<F>(Lowering::INTEGERS, &mut character).await?;
    share.next_lowering();
    meter.finish();
    Ok(WordCertificate::new(F::TYPE, passed, trials, character))
}

/// Examines one word type, as part of a certificate.
async fn certify_those(
    runner: &dyn Runner,
    word: WordType,
    lowerings: Vec<Lowering>,
    meter: &Meter<'_>,
) -> Result<Option<WordCertificate>, Error> {
    Ok(match word {
        WordType::F32 => Some(certify_word::<f32>(runner, lowerings, meter).await?),
        WordType::F64 => Some(certify_word::<f64>(runner, lowerings, meter).await?),
        WordType::F16 | WordType::Bf16 | WordType::U32 => None,
    })
}

async fn certify_word<F: CertifiedWord>(
    runner: &dyn Runner,
    lowerings: Vec<Lowering>,
    meter: &Meter<'_>,
) -> Result<WordCertificate, Error> {
    let mut trials = Vec::new();
    let mut best: Option<Passed> = None;
    let mut character = Character::default();
    let share = meter.share(lowerings.len());
    for lowering in lowerings {
        // With integers everything is exact, and slow.
        if lowering.protection == Protection::Integers && best.is_some() {
            continue;
        }
        let mut attempt = Attempt { runner, share: &share, trials: &mut trials };
        let passed = attempt.lowering::<F>(lowering, &mut character).await?;
        share.next_lowering();
        let Some(passed) = passed else { continue };
        let exact = passed.comparison.special.is_none();
        if exact || best.is_none() {
            best = Some(passed);
        }
        if exact {
            break;
        }
    }
    let fma = match best.as_ref().map(|passed| passed.lowering).or(character.lowering) {
        Some(lowering) if lowering.protection != Protection::Integers => {
            let fused = Lowering { fused: true, ..lowering };
            character::fma::<F>(Subject::new(runner, fused, &share)).await?
        }
        _ => None,
    };
    let fast = match &best {
        Some(Passed { lowering, .. }) if lowering.protection != Protection::Integers => {
            let flushed = character.subnormals != Some(Subnormals::Kept);
            fast::measured::<F>(Subject::new(runner, *lowering, &share), flushed).await?
        }
        _ => None,
    };
    Ok(WordCertificate { fma, fast, ..WordCertificate::new(F::TYPE, best, trials, character) })
}

impl WordCertificate {
    /// A certificate without the measurements that need the lowering that was taken.
    fn new(word: WordType, best: Option<Passed>, trials: Vec<Trial>, character: Character) -> Self {
        let comparison = best.as_ref().map(|passed| &passed.comparison);
        WordCertificate {
            word,
            lowering: best.as_ref().map(|passed| passed.lowering),
            trials,
            fma: None,
            subnormals: character.subnormals,
            nearest: character.nearest,
            division: character.division,
            square_root: character.square_root,
            fast: None,
            compiling: None,
            signed_zeros: comparison.is_some_and(|comparison| comparison.signed_zeros),
            special_values: comparison.is_some_and(|comparison| comparison.special.is_none()),
            compared: comparison.map_or(0, |comparison| comparison.compared),
        }
    }
}

/// A lowering that is exact on numbers.
struct Passed {
    lowering: Lowering,
    comparison: Comparison,
}

/// A lowering being tried.
struct Attempt<'a> {
    runner: &'a dyn Runner,
    share: &'a Share<'a>,
    trials: &'a mut Vec<Trial>,
}

impl Attempt<'_> {
    /// Tries a lowering. Where its division or square root is not correctly rounded, tries the
    /// corrected lowering. `character` becomes that of the last lowering that was probed.
    async fn lowering<F: CertifiedWord>(
        &mut self,
        lowering: Lowering,
        character: &mut Character,
    ) -> Result<Option<Passed>, Error> {
        if lowering.protection == Protection::Integers {
            return self.of_integers::<F>(lowering, character).await;
        }
        let probe = match Probe::run::<F>(self.subject(lowering)).await {
            Ok(probe) => probe,
            Err(stop) => return self.failed(lowering, stop),
        };
        *character = probe.character;
        if let Some(failure) = probe.transforms {
            return self.failed(lowering, failure.into());
        }
        let inexact = probe.inexact.is_some();
        self.trials.extend(probe.inexact.map(|failure| Trial { lowering, failure: Some(failure) }));
        let flushed = probe.character.subnormals != Some(Subnormals::Kept);
        if !inexact {
            let passed = self.checked::<F>(lowering, flushed).await?;
            // The probe may have missed a wrong quotient or root.
            let both =
                Lowering { division: Division::Corrected, root: Root::Corrected, ..lowering };
            if passed.is_some() || both == lowering {
                return Ok(passed);
            }
            return self.checked::<F>(both, flushed).await;
        }
        let worse = |accuracy| accuracy != Some(Accuracy::CorrectlyRounded);
        let mut corrected = lowering;
        if worse(probe.character.division) {
            corrected.division = Division::Corrected;
        }
        if worse(probe.character.square_root) {
            corrected.root = Root::Corrected;
        }
        if corrected == lowering { Ok(None) } else { self.checked::<F>(corrected, flushed).await }
    }

    /// Tries integers alone.
    async fn of_integers<F: CertifiedWord>(
        &mut self,
        lowering: Lowering,
        character: &mut Character,
    ) -> Result<Option<Passed>, Error> {
        // Two ways: inlined, and as loops over steps, which only shaders have.
        let mut ways = vec![lowering];
        if !matches!(self.runner.description().backend.as_str(), "native" | "cuda") {
            ways.push(Lowering { most_inlined: 0, ..lowering });
        }
        let mut comparison = Comparison::new();
        for way in ways {
            if let Err(stop) = integers::run::<F>(self.subject(way), &mut comparison).await {
                return self.failed(lowering, stop);
            }
        }
        if let Some(failure) = comparison.special {
            return self.failed(lowering, failure.into());
        }
        self.trials.push(Trial { lowering, failure: None });
        *character = Character {
            lowering: Some(lowering),
            subnormals: Some(Subnormals::Kept),
            nearest: Some(true),
            ..Character::default()
        };
        Ok(Some(Passed { lowering, comparison }))
    }

    fn subject(&self, lowering: Lowering) -> Subject<'_> {
        Subject::new(self.runner, lowering, self.share)
    }

    /// Runs every check with this lowering.
    async fn checked<F: CertifiedWord>(
        &mut self,
        lowering: Lowering,
        flushed: bool,
    ) -> Result<Option<Passed>, Error> {
        match checks::run::<F>(self.subject(lowering), flushed).await {
            Ok(comparison) => {
                self.trials.push(Trial { lowering, failure: comparison.special.clone() });
                Ok(Some(Passed { lowering, comparison }))
            }
            Err(stop) => self.failed(lowering, stop),
        }
    }

    fn failed(&mut self, lowering: Lowering, stop: Stop) -> Result<Option<Passed>, Error> {
        match stop {
            Stop::Failed(failure) => {
                self.trials.push(Trial { lowering, failure: Some(failure) });
                Ok(None)
            }
            Stop::Cancelled => Err(Error::Cancelled),
        }
    }
}
