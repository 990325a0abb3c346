//! One device, open or refused.

use crate::{
    devices::{Host, OnDevice},
    experiments::Options,
    paranoia::Target,
    progress::{Interruptible, Progress},
    results::Device as Found,
    table::Table,
};
use floatfloat::{
    NativeWord,
    operation::{Fma, Info},
    progress::Silent,
};
use floatfloat_exact::{Concrete, Format};
use floatfloat_gpu::{
    Circuit, Device, DeviceWord, Error as DeviceError, Lowering, OpenOptions, WordType,
    backend::Description,
    certificate::{self, Certificate, Subnormals, WordCertificate, certify_lowerings},
};
use pollster::block_on;
use std::{fmt, sync::Arc};

/// An open device.
pub struct Opened {
    /// The device.
    pub device: Device,
    software: bool,
    id: String,
}

/// One lowering that was tried on a device.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The device's id.
    pub device: String,
    /// The word of the arithmetic.
    pub word: WordType,
    /// The lowering.
    pub lowering: String,
    /// Whether the device uses this lowering.
    pub used: bool,
    /// The operation that failed first, and how; none if none failed.
    pub failure: Option<(String, String)>,
}

/// Devices that failed in the middle of an experiment.
#[derive(Default)]
pub struct Failures(Vec<Failure>);

/// Why a device could not continue.
struct Failure {
    device: String,
    why: String,
    /// Whether the device lacks memory, which is not a fault.
    is_too_small: bool,
}

impl fmt::Debug for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Opened").field(&self.id).finish()
    }
}

impl Opened {
    /// The name of the device for `--device`.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Another handle of the same device.
    pub(super) fn again(&self) -> Self {
        let device = self.device.with_progress(Arc::new(Silent));
        Opened { device, software: self.software, id: self.id.clone() }
    }

    /// Whether the device is emulated in software on the processor.
    pub fn is_software(&self) -> bool {
        self.software
    }

    /// The device in every mode, for paranoia.
    pub fn target(&self) -> Target<'_> {
        let words = self.device.description().words.iter();
        let certified = words.filter_map(|&word| Some((word, self.device.lowering(word).ok()?)));
        Target { runner: self.device.backend(), certified: certified.collect() }
    }

    /// The lowerings of words that the device's certificate has not tried.
    pub(super) fn untried(&self) -> Vec<(WordType, Lowering)> {
        let words = self.device.certificate().words.iter();
        let untried = words.flat_map(|word| {
            let is_tried = |lowering: &Lowering| {
                let way =
                    |lowering: &Lowering| (lowering.protection, lowering.controls, lowering.fused);
                word.trials.iter().any(|trial| way(&trial.lowering) == way(lowering))
            };
            let lowerings = self.device.backend().lowerings(word.word).into_iter();
            lowerings
                .filter(move |lowering| !is_tried(lowering))
                .map(|lowering| (word.word, lowering))
        });
        untried.collect()
    }

    /// The outcome of a lowering; none if the trial was interrupted.
    pub(super) fn tried(
        &self,
        word: WordType,
        lowering: Lowering,
        progress: &dyn Progress,
    ) -> Vec<Trial> {
        let watched = Interruptible(progress);
        let one = certify_lowerings(self.device.backend(), word, vec![lowering], &watched);
        let Ok(Some(certificate)) = block_on(one) else { return Vec::new() };
        // The device does not use this lowering.
        let unused = WordCertificate { lowering: None, ..certificate };
        let device = self.device.description().clone();
        trials(&Certificate { device, words: vec![unused] })
    }

    /// The number of results that were compared for the device's certificate.
    pub fn compared(&self) -> u64 {
        self.device.certificate().words.iter().map(|word| word.compared).sum()
    }

    /// Whether products of these words use a fused multiply-add on the device.
    pub fn fused<W: DeviceWord>(&self) -> bool {
        self.device.lowering(W::TYPE).is_ok_and(|lowering| lowering.fused)
    }

    /// Whether the device has these words and experiments can use them.
    pub fn has<W: DeviceWord>(&self) -> bool {
        self.device.lowering(W::TYPE).is_ok() && self.limit(W::TYPE).is_none()
    }

    /// The most operations of integers that a program of these words may have, if the device's compiler does not accept
    /// the programs of experiments.
    fn limit(&self, word: WordType) -> Option<u32> {
        let compiling = self.device.certificate().word(word)?.compiling?;
        compiling.is_limited.then_some(compiling.most)
    }

    /// The words of the device that experiments leave out, and why.
    pub fn left_out(&self) -> Vec<String> {
        let said = |word: WordType| {
            let most = self.limit(word)?;
            Some(format!(
                "{}: {word} is certified, but experiments leave it out. It is made of integers \
                 there. The device's compiler can handle programs of at most {most} integer \
                 operations, and the programs of experiments have more.",
                self.id
            ))
        };
        [WordType::F32, WordType::F64].into_iter().filter_map(said).collect()
    }

    /// Whether the device has these words, and the words or pairs of them are requested.
    pub fn is_wanted<W: OnDevice>(&self, options: &Options) -> bool {
        self.has::<W>() && options.covers_words::<W>()
    }

    /// How many of `f32` and `f64` are requested.
    pub fn wanted_words(&self, options: &Options) -> u64 {
        u64::from(self.is_wanted::<f32>(options)) + u64::from(self.is_wanted::<f64>(options))
    }

    /// Whether an operation runs on these words on the device.
    pub fn runs<W: DeviceWord>(&self, info: &Info) -> bool {
        self.has::<W>() && (self.fused::<W>() || info.fma != Fma::Required)
    }

    /// The format of these words, within which bounds hold on the device. If the device flushes
    /// subnormal numbers, the range of the format ends so far above them that none occurs.
    pub fn format<W: Concrete + DeviceWord>(&self) -> Format {
        let format = W::FORMAT;
        let lost = if self.keeps_subnormals::<W>() { 0 } else { format.p() - 1 };
        Format { emin: format.emin + lost, ..format }
    }

    /// For each element, whether the result of a recorded function may differ from the processor's because the
    /// device flushes subnormal numbers.
    ///
    /// # Errors
    /// If the parameters are not those of the function.
    pub fn flushes<W: DeviceWord + NativeWord>(
        &self,
        function: &Circuit,
        parameters: &[&[W]],
    ) -> Result<Vec<bool>, DeviceError> {
        match self.device.lowering(W::TYPE) {
            Ok(lowering) if !self.keeps_subnormals::<W>() => {
                lowering.rewritten(function).depends_on_subnormal(parameters)
            }
            _ => Ok(vec![false; parameters[0].len() / function.parameters()[0]]),
        }
    }

    fn keeps_subnormals<W: DeviceWord>(&self) -> bool {
        let certificate = self.device.certificate().word(W::TYPE);
        certificate.is_some_and(|word| word.subnormals == Some(Subnormals::Kept))
    }
}

/// Examines a device and reports what was found, also if it is refused.
pub(super) fn open(
    description: &Description,
    recertify: bool,
    host: &dyn Host,
    progress: &dyn Progress,
) -> (Found, Vec<Trial>, Option<Opened>) {
    let watched = Interruptible(progress);
    let options = OpenOptions { recertify, progress: Some(&watched), ..OpenOptions::default() };
    let examined =
        host.open(&description.id).and_then(|backend| Device::examine_backend(backend, &options));
    let (certificate, device) = match examined {
        Ok(examined) => examined,
        Err(why) => {
            let nothing = Certificate { device: description.clone(), words: Vec::new() };
            let lowering = format!("could not be opened: {why}");
            return (Found { lowering, ..found(&nothing) }, Vec::new(), None);
        }
    };
    let opened = device.map(|device| Opened {
        device,
        software: description.software,
        id: description.id.clone(),
    });
    (found(&certificate), trials(&certificate), opened)
}

/// The contents of a certificate, separately for each word if the words differ.
fn found(certificate: &Certificate) -> Found {
    let Description { id, name, backend, driver, software, .. } = certificate.device.clone();
    let certified: Vec<&WordCertificate> =
        certificate.words.iter().filter(|word| word.lowering.is_some()).collect();
    let said = |say: fn(&WordCertificate) -> Option<String>| {
        let words = if certified.is_empty() {
            certificate.words.iter().collect()
        } else {
            certified.clone()
        };
        by_word(words.iter().filter_map(|word| Some((word.word, say(word)?))).collect())
    };
    let names: Vec<_> = certified.iter().map(|word| word.word.name()).collect();
    Found {
        id,
        name,
        backend,
        certified: certificate.is_certified(),
        lowering: said(|word| word.lowering.map(|lowering| lowering.to_string())),
        fma: said(|word| word.fma.map(|fma| fma.to_string())),
        subnormals: said(|word| word.subnormals.map(|subnormals| subnormals.to_string())),
        driver,
        software,
        words: names.join(", "),
        division: said(|word| word.division.map(|division| division.to_string())),
        sqrt: said(|word| word.square_root.map(|root| root.to_string())),
    }
}

/// `fused`, or `fused (f32), unfused (f64)` if the words differ.
fn by_word(said: Vec<(WordType, String)>) -> String {
    match said.split_first() {
        None => String::new(),
        Some(((_, first), others)) if others.iter().all(|(_, other)| other == first) => {
            first.clone()
        }
        Some(_) => {
            let parts = said.iter().map(|(word, text)| format!("{text} ({word})"));
            parts.collect::<Vec<_>>().join(", ")
        }
    }
}

fn trials(certificate: &Certificate) -> Vec<Trial> {
    let trial = |word: &WordCertificate, trial: &certificate::Trial| Trial {
        device: certificate.device.id.clone(),
        word: word.word,
        lowering: trial.lowering.to_string(),
        used: word.lowering == Some(trial.lowering),
        failure: trial.failure.as_ref().map(|failure| {
            let whole = failure.to_string();
            let what = whole.strip_prefix(&failure.operation).unwrap_or(&whole);
            (failure.operation.clone(), what.trim_start_matches(", ").to_owned())
        }),
    };
    let words = certificate.words.iter();
    words.flat_map(|word| word.trials.iter().map(move |tried| trial(word, tried))).collect()
}

impl Failures {
    /// Whether this device could not continue.
    pub(super) fn has(&self, device: &str) -> bool {
        self.0.iter().any(|failure| failure.device == device)
    }

    pub(super) fn push(&mut self, device: &str, error: &floatfloat_gpu::Error) {
        self.0.push(Failure {
            device: device.into(),
            why: error.to_string(),
            is_too_small: matches!(error, floatfloat_gpu::Error::OutOfMemory { .. }),
        });
    }

    /// The table with a row for each device that failed, and a note for each device that is too
    /// small.
    pub fn report(&self, table: Table) -> Table {
        self.0.iter().fold(table, |table, Failure { device, why, is_too_small }| match is_too_small
        {
            true => table.note(format!("{device} is left out of the rest: {why}")),
            false => table.failed(device, why),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{found, trials};
    use floatfloat_gpu::{
        Lowering, WordType,
        backend::Description,
        certificate::{
            Accuracy, Certificate, Difference, Failure, Fma, Form, Subnormals, Trial,
            WordCertificate,
        },
        lowering::Protection,
    };

    /// A certificate of a word with one way of writing that fails, and one that is exact or none.
    fn word(word: WordType, exact: Option<Lowering>, subnormals: Subnormals) -> WordCertificate {
        let failure = Failure {
            operation: "2Sum".into(),
            form: Form::Loop,
            cause: Difference::Unwritten { operands: vec!["0x1p+0".into()] },
        };
        let plain = Lowering::exact(Protection::Plain, true);
        let mut trials = vec![Trial { lowering: plain, failure: Some(failure) }];
        trials.extend(exact.map(|lowering| Trial { lowering, failure: None }));
        WordCertificate {
            word,
            lowering: exact,
            trials,
            fma: Some(Fma::Fused),
            subnormals: Some(subnormals),
            nearest: Some(true),
            division: Some(Accuracy::Ulps(2.5)),
            square_root: None,
            fast: None,
            compiling: None,
            signed_zeros: true,
            special_values: true,
            compared: 7,
        }
    }

    fn certificate(words: Vec<WordCertificate>) -> Certificate {
        let device = Description {
            id: "wgpu:3".into(),
            name: "Made Up".into(),
            backend: "metal".into(),
            driver: "1.0".into(),
            software: false,
            words: vec![WordType::F32, WordType::F64],
        };
        Certificate { device, words }
    }

    #[test]
    fn a_refused_device_is_described_with_what_was_tried() {
        let refused = certificate(vec![word(WordType::F32, None, Subnormals::Flushed)]);
        let device = found(&refused);
        assert!(!device.certified && device.words.is_empty() && device.lowering.is_empty());
        assert_eq!((device.id.as_str(), device.subnormals.as_str()), ("wgpu:3", "flushed"));
        let [trial] = &trials(&refused)[..] else { panic!() };
        assert!(!trial.used);
        let (operation, what) = trial.failure.as_ref().unwrap();
        assert_eq!(operation, "2Sum");
        assert_eq!(what, "in a loop, of 0x1p+0: no result was written");
    }

    #[test]
    fn words_are_told_apart_where_they_differ() {
        let barrier = Lowering::exact(Protection::Barrier, true);
        let both = certificate(vec![
            word(WordType::F32, Some(barrier), Subnormals::Flushed),
            word(WordType::F64, Some(barrier), Subnormals::Kept),
        ]);
        let device = found(&both);
        assert!(device.certified);
        assert_eq!((device.words.as_str(), device.fma.as_str()), ("f32, f64", "fused"));
        assert_eq!(device.subnormals, "flushed (f32), kept (f64)");
        assert_eq!(device.division, "2.500 ulps");
        let used: Vec<_> = trials(&both).iter().map(|trial| trial.used).collect();
        assert_eq!(used, [false, true, false, true]);
    }

    #[test]
    fn a_word_that_is_not_certified_is_not_spoken_of() {
        let barrier = Lowering::exact(Protection::Barrier, true);
        let one = certificate(vec![
            word(WordType::F32, Some(barrier), Subnormals::Kept),
            word(WordType::F64, None, Subnormals::Flushed),
        ]);
        let device = found(&one);
        assert_eq!((device.words.as_str(), device.subnormals.as_str()), ("f32", "kept"));
    }
}
