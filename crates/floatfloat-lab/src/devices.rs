//! The devices on which experiments run: this processor, which runs compiled code, and all other
//! devices, which run recordings.

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
    parallel,
    progress::Progress,
    results::{Device, Table},
    timing::stop_if_asked,
    workloads::Place,
};
pub use apis::Api;
use floatfloat_gpu::{Backend, backend::Description};
use search::Search;
use std::sync::Arc;

/// A device that was found, and what came of opening it.
pub type Uncertified = (Description, Result<Box<dyn Backend>, floatfloat_gpu::Error>);

/// Opens the requested devices besides this processor, without certifying them.
///
/// # Errors
/// [`Error::NoDevice`] if there is none, and no driver failed; [`Error::Interrupted`].
pub fn uncertified(
    choice: &Choice,
    host: &Arc<dyn Host>,
    progress: &dyn Progress,
) -> Result<Vec<Uncertified>, Error> {
    let search = Search::of(choice, host, progress)?;
    let wanted = search.devices().filter(|device| choice.wants(&device.id));
    let opened: Vec<_> = wanted.map(|device| (device.clone(), host.open(&device.id))).collect();
    if opened.is_empty() && host.endings().is_empty() {
        let found: Vec<_> = search.devices().map(|device| device.id.clone()).collect();
        let found = if found.is_empty() { search.in_vain() } else { found.join(", ") };
        return Err(Error::NoDevice { wanted: choice.to_string(), found });
    }
    Ok(opened)
}

/// The driver failures so far, as a table; none if there were none.
pub fn driver_failures(host: &dyn Host) -> Option<Table> {
    endings::table(&host.endings())
}

/// The devices that were opened for one run, and what was found about those that could not be
/// opened.
#[derive(Debug)]
pub struct Devices {
    found: Vec<Device>,
    trials: Vec<Trial>,
    others: Vec<Opened>,
    search: Option<Search>,
}

impl Devices {
    /// Only this processor. Takes some milliseconds.
    pub fn processor() -> Self {
        Devices { found: vec![machine::processor()], ..Self::none() }
    }

    fn none() -> Self {
        Devices { found: Vec::new(), trials: Vec::new(), others: Vec::new(), search: None }
    }

    /// Opens the requested devices. Each is certified before it is used, with `recertify` even if a
    /// certificate is stored. A refused device is among the devices [found](Self::found), but experiments skip
    /// it. The device of GL is opened if it is named, or if devices of wgpu are requested and GL is the only
    /// one.
    ///
    /// # Errors
    /// [`Error::NoDevice`] if a device was requested by name and does not exist, unless its driver failed, which is
    /// a [finding](Self::endings); [`Error::Interrupted`].
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
        // Most of the time goes into compilers, which run in parallel.
        let opened = parallel::in_threads(&wanted, |description| {
            let opened = opened::open(description, recertify, &**host, progress);
            progress.advance(1);
            opened
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

    /// These devices, without those emulated in software.
    pub fn without_software(&self) -> Self {
        let others = self.others.iter().filter(|other| !other.is_software());
        Devices {
            found: self.found.clone(),
            trials: self.trials.clone(),
            others: others.map(Opened::again).collect(),
            search: self.search.clone(),
        }
    }

    /// The ids of the devices emulated in software.
    pub fn software(&self) -> impl Iterator<Item = &str> {
        self.others.iter().filter(|other| other.is_software()).map(Opened::id)
    }

    /// Also tries the lowerings that a certificate does not need: all after the first exact one. Each takes some
    /// seconds.
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

    /// All devices, including refused ones.
    pub fn found(&self) -> &[Device] {
        &self.found
    }

    /// The ids of the devices on which experiments run, separated by commas.
    pub fn ids(&self) -> String {
        let processor = self.has_processor().then_some(CPU);
        let others = self.others.iter().map(Opened::id);
        processor.into_iter().chain(others).collect::<Vec<_>>().join(", ")
    }

    /// Why there is no device besides the processor; none if there is one.
    pub fn no_other(&self) -> Option<String> {
        let only = self.found.iter().all(|device| device.id == CPU);
        only.then(|| match &self.search {
            None => {
                "--device asked for the cpu only, so no other device was looked for.".to_owned()
            }
            Some(search) => search.in_vain(),
        })
    }

    /// Why this machine cannot use devices that it seems to have.
    pub fn troubles(&self) -> impl Iterator<Item = &str> {
        self.search.iter().flat_map(Search::troubles)
    }

    /// What was found about each API of graphics processors; empty if none was searched.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn apis(&self) -> Result<Vec<Api>, Error> {
        self.search.as_ref().map_or_else(|| Ok(Vec::new()), Search::apis)
    }

    /// A refused device, for examination.
    pub fn refused(&self, id: &str) -> Option<Box<dyn Backend>> {
        self.search.as_ref()?.host.open(id).ok()
    }

    /// Tells the drivers' host for which experiment devices are used from now on.
    pub fn begin(&self, experiment: &str) {
        if let Some(search) = &self.search {
            search.host.begin(experiment);
        }
    }

    /// The driver failures so far, as a table; none if there were none.
    pub fn endings(&self) -> Option<Table> {
        driver_failures(&*self.search.as_ref()?.host)
    }

    /// The number of driver failures so far.
    pub fn failed(&self) -> usize {
        self.search.as_ref().map_or(0, |search| search.host.endings().len())
    }

    /// Whether experiments cover this processor.
    pub fn has_processor(&self) -> bool {
        self.found.iter().any(|device| device.id == CPU)
    }

    /// The open devices besides this processor.
    pub fn others(&self) -> &[Opened] {
        &self.others
    }

    /// The number of devices on which experiments run.
    pub fn places(&self) -> usize {
        usize::from(self.has_processor()) + self.others.len()
    }

    /// The lowerings that were tried on devices.
    pub fn trials(&self) -> &[Trial] {
        &self.trials
    }

    /// Calls a function for this processor, if it takes part, and then for every other device that has
    /// not failed before. The failure of a device does not affect the others.
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

    /// Calls a function for every device besides this processor. The failure of a device does not
    /// affect the others.
    ///
    /// # Errors
    /// All errors except the failure of a device.
    pub fn on_each_other<'d>(
        &'d self,
        mut work: impl FnMut(&'d Opened) -> Result<(), Error>,
    ) -> Result<Failures, Error> {
        let mut failures = Failures::default();
        self.on_those_left(&mut failures, &mut work)?;
        Ok(failures)
    }

    /// The same as [`on_each_other`](Self::on_each_other), without the devices that have failed before.
    /// Devices that fail now are added to these.
    ///
    /// # Errors
    /// All errors except the failure of a device.
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
