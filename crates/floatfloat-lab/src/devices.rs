//! The devices that experiments run on: this processor, which runs the compiled code itself, and
//! every other device there is, which runs what was recorded.

mod apis;
mod endings;
mod host;
mod opened;
mod operations;
mod search;
mod words;

pub use floatfloat_report::choice::Choice;
pub use host::{Ending, Host, InProcess};
pub use opened::{Failures, Opened, Trial};
pub use operations::operations;
pub use words::{OnDevice, Source};

use crate::{
    error::Error,
    machine::{self, CPU},
    progress::Progress,
    results::{Device, Table},
    timing::stop_if_asked,
    workloads::Place,
};
pub use apis::Api;
use floatfloat_gpu::Backend;
use search::Search;
use std::{panic::resume_unwind, sync::Arc, thread};

/// Devices that were opened for one run, and what was found of those that were not.
#[derive(Debug)]
pub struct Devices {
    found: Vec<Device>,
    trials: Vec<Trial>,
    others: Vec<Opened>,
    search: Option<Search>,
}

impl Devices {
    /// This processor alone. Takes some milliseconds.
    pub fn processor() -> Self {
        Devices { found: vec![machine::processor()], ..Self::none() }
    }

    fn none() -> Self {
        Devices { found: Vec::new(), trials: Vec::new(), others: Vec::new(), search: None }
    }

    /// Opens the devices that are wanted, each certified before it is used: with `recertify` also
    /// where an earlier certificate is remembered. A device that is refused is among those
    /// [found](Self::found), but experiments pass it over. That of GL is opened where it is named, or where it
    /// is wanted among others and there is no other of wgpu.
    ///
    /// # Errors
    /// [`Error::NoDevice`] if a device was asked for by name that is not there, unless its driver failed, which is a
    /// [finding](Self::endings); [`Error::Interrupted`].
    pub fn open(
        choice: &Choice,
        recertify: bool,
        host: &Arc<dyn Host>,
        progress: &dyn Progress,
    ) -> Result<Self, Error> {
        let mut devices = if choice.wants_processor() { Self::processor() } else { Self::none() };
        if !choice.wants_others() {
            return Ok(devices);
        }
        host.begin("devices");
        let search = Search::of(choice, host, progress)?;
        let wanted: Vec<_> =
            search.devices().filter(|device| choice.wants(&device.id)).cloned().collect();
        if !wanted.is_empty() {
            progress.begin("opening devices", wanted.len() as u64);
        }
        // Most of the time goes into compilers, which run beside each other.
        let opened: Vec<_> = thread::scope(|scope| {
            let open = |description| {
                let opened = opened::open(description, recertify, &**host, progress);
                progress.advance(1);
                opened
            };
            let opening: Vec<_> =
                wanted.iter().map(|description| scope.spawn(move || open(description))).collect();
            let joined = opening.into_iter().map(|thread| thread.join());
            joined.map(|opened| opened.unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        stop_if_asked(progress)?;
        for (found, trials, opened) in opened {
            devices.found.push(found);
            devices.trials.extend(trials);
            devices.others.extend(opened);
        }
        if devices.found.is_empty() && host.endings().is_empty() {
            let ids = [CPU.to_owned()].into_iter();
            let ids = ids.chain(search.devices().map(|device| device.id.clone()));
            let found: Vec<_> = ids.chain(search.troubles().map(str::to_owned)).collect();
            return Err(Error::NoDevice { wanted: choice.to_string(), found: found.join(", ") });
        }
        devices.search = Some(search);
        Ok(devices)
    }

    /// These devices, without those that are software.
    pub fn without_software(&self) -> Self {
        let others = self.others.iter().filter(|other| !other.is_software());
        Devices {
            found: self.found.clone(),
            trials: self.trials.clone(),
            others: others.map(Opened::again).collect(),
            search: self.search.clone(),
        }
    }

    /// The ids of those that are software.
    pub fn software(&self) -> impl Iterator<Item = &str> {
        self.others.iter().filter(|other| other.is_software()).map(Opened::id)
    }

    /// Tries those ways of writing arithmetic, too, that a certificate needs not: all after the first that is exact.
    /// Each takes some seconds.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn try_every_lowering(&mut self, progress: &dyn Progress) -> Result<(), Error> {
        let untried: Vec<_> = self.others.iter().map(|opened| (opened, opened.untried())).collect();
        let count = untried.iter().map(|(_, lowerings)| lowerings.len() as u64).sum();
        if count > 0 {
            progress.begin("trying other lowerings", count);
        }
        for (opened, lowerings) in untried {
            for (word, lowering) in lowerings {
                stop_if_asked(progress)?;
                let tried = opened.tried(word, lowering, progress);
                stop_if_asked(progress)?;
                self.trials.extend(tried);
                progress.advance(1);
            }
        }
        let of_device =
            |trial: &Trial| self.found.iter().position(|found| found.id == trial.device);
        self.trials.sort_by_key(|trial| (of_device(trial), trial.word.name()));
        Ok(())
    }

    /// Every device, those that were refused too.
    pub fn found(&self) -> &[Device] {
        &self.found
    }

    /// The ids of the devices that experiments run on, separated by commas.
    pub fn ids(&self) -> String {
        let processor = self.has_processor().then_some(CPU);
        let others = self.others.iter().map(Opened::id);
        processor.into_iter().chain(others).collect::<Vec<_>>().join(", ")
    }

    /// Why there is no device but the processor; nothing if there is one.
    pub fn no_other(&self) -> Option<String> {
        let only = self.found.iter().all(|device| device.id == CPU);
        only.then(|| match &self.search {
            None => {
                "--device asked for the cpu only, so no other device was looked for.".to_owned()
            }
            Some(search) => search.in_vain(),
        })
    }

    /// What keeps this machine from using devices that it seems to have.
    pub fn troubles(&self) -> impl Iterator<Item = &str> {
        self.search.iter().flat_map(Search::troubles)
    }

    /// What was found of each API of graphics processors; nothing where none was looked for.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn apis(&self) -> Result<Vec<Api>, Error> {
        self.search.as_ref().map_or_else(|| Ok(Vec::new()), Search::apis)
    }

    /// A device that was refused, to examine it.
    pub fn refused(&self, id: &str) -> Option<Box<dyn Backend>> {
        self.search.as_ref()?.host.open(id).ok()
    }

    /// What devices are used for from here on.
    pub fn begin(&self, experiment: &str) {
        if let Some(search) = &self.search {
            search.host.begin(experiment);
        }
    }

    /// Drivers that have failed until now, as a table; none where none has.
    pub fn endings(&self) -> Option<Table> {
        endings::table(&self.search.as_ref()?.host.endings())
    }

    /// How often drivers have failed until now.
    pub fn failed(&self) -> usize {
        self.search.as_ref().map_or(0, |search| search.host.endings().len())
    }

    /// Whether this processor is to be covered.
    pub fn has_processor(&self) -> bool {
        self.found.iter().any(|device| device.id == CPU)
    }

    /// The devices besides this processor, opened.
    pub fn others(&self) -> &[Opened] {
        &self.others
    }

    /// How many devices experiments run on.
    pub fn places(&self) -> usize {
        usize::from(self.has_processor()) + self.others.len()
    }

    /// What was tried on devices to find out how arithmetic must be written there.
    pub fn trials(&self) -> &[Trial] {
        &self.trials
    }

    /// Does something on this processor, if it takes part, and then on every other device that has not
    /// failed before. One that fails now does not keep the others from it.
    pub fn everywhere<'d>(
        &'d self,
        failures: &mut Failures,
        mut work: impl FnMut(Place<'d>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if self.has_processor() {
            work(Place::Processor)?;
        }
        self.on_those_left(failures, |opened| work(Place::Device(opened)))
    }

    /// Does something on every device besides this processor. One that fails does not keep the
    /// others from it.
    ///
    /// # Errors
    /// Everything else than the failure of a device.
    pub fn on_each_other<'d>(
        &'d self,
        mut work: impl FnMut(&'d Opened) -> Result<(), Error>,
    ) -> Result<Failures, Error> {
        let mut failures = Failures::default();
        self.on_those_left(&mut failures, &mut work)?;
        Ok(failures)
    }

    /// As [`on_each_other`](Self::on_each_other), but for the devices that have failed before, and adds
    /// those that fail now to them.
    ///
    /// # Errors
    /// Everything else than the failure of a device.
    pub fn on_those_left<'d>(
        &'d self,
        failures: &mut Failures,
        mut work: impl FnMut(&'d Opened) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for other in &self.others {
            if failures.has(other.id()) {
                continue;
            }
            match work(other) {
                Err(Error::Device(error)) => failures.push(other.id(), &error),
                result => result?,
            }
        }
        Ok(())
    }
}
