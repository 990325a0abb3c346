//! One device that was opened, or was refused.

use crate::{paranoia::Target, results::Device as Found, table::Table};
use floatfloat::operation::{Fma, Info};
use floatfloat_gpu::{Device, DeviceWord, WordType, backend::Description};
use floatfloat_oracle::{Concrete, Format};

/// A device that was opened.
pub struct Opened {
    /// The device.
    pub device: Device,
    software: bool,
    id: String,
    flushes: bool,
}

/// One way of writing the arithmetic, tried on a device.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The device's id.
    pub device: String,
    /// The word that was computed with.
    pub word: WordType,
    /// How operations were written.
    pub lowering: String,
    /// What failed first, and with which operands; none where nothing did.
    pub failure: Option<(String, String)>,
}

/// Devices that failed in the middle of an experiment.
#[derive(Default)]
pub struct Failures(Vec<(String, String)>);

impl Opened {
    /// What `--device` calls it.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Whether it is software that runs on the processor.
    pub fn is_software(&self) -> bool {
        self.software
    }

    /// What paranoia examines: the device in every mode.
    pub(crate) fn target(&self) -> Target<'_> {
        let words = self.device.description().words.iter();
        let certified = words.filter_map(|&word| Some((word, self.device.lowering(word).ok()?)));
        Target { backend: self.device.backend(), certified: certified.collect() }
    }

    /// Whether products of these words are made with a fused multiply-add there.
    pub(crate) fn fused<W: DeviceWord>(&self) -> bool {
        self.device.lowering(W::TYPE).is_ok_and(|lowering| lowering.fused)
    }

    /// Whether it has these words.
    pub(crate) fn has<W: DeviceWord>(&self) -> bool {
        self.device.lowering(W::TYPE).is_ok()
    }

    /// Whether an operation runs on these words there.
    pub(crate) fn runs<W: DeviceWord>(&self, info: &Info) -> bool {
        self.has::<W>() && (self.fused::<W>() || info.fma != Fma::Required)
    }

    /// The format of these words as far as bounds hold there: where subnormal numbers are flushed,
    /// as if the range ended so far above them that none arises.
    pub(crate) fn format<W: Concrete>(&self) -> Format {
        let format = W::FORMAT;
        let lost = if self.flushes { format.p() - 1 } else { 0 };
        Format { emin: format.emin + lost, ..format }
    }
}

impl Failures {
    pub(super) fn push(&mut self, device: &str, error: &floatfloat_gpu::Error) {
        self.0.push((device.into(), error.to_string()));
    }

    /// The table with a row for each device that failed.
    pub(crate) fn report(&self, table: Table) -> Table {
        self.0.iter().fold(table, |table, (device, why)| table.failed(device, why))
    }
}
