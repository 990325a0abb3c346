//! One device, open or refused.

mod certificate;

use crate::{
    devices::{Host, OnDevice},
    experiments::Options,
    paranoia::Target,
    progress::{Interruptible, Progress},
    results::Device as Found,
    table::Table,
};
use certificate::{found, trials};
use floatfloat::{
    NativeWord,
    operation::{Fma, Info},
    progress::Silent,
};
use floatfloat_exact::{Concrete, Format};
use floatfloat_gpu::{
    Circuit, Device, DeviceWord, Error as DeviceError, Lowering, OpenOptions, WordType,
    backend::Description,
    certificate::{Certificate, Subnormals, WordCertificate, certify_lowerings},
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
