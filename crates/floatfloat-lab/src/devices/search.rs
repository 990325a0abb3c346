//! The search for devices.

use super::{
    Choice, Host,
    apis::{APIS, Api, Known},
};
use crate::{error::Error, parallel, progress::Progress, timing::stop_if_asked};
use floatfloat_gpu::{backend::Description, device::Family};
use std::{fmt, sync::Arc};

/// The families that were searched, the host, and what was found.
#[derive(Clone)]
pub(super) struct Search {
    pub(super) host: Arc<dyn Host>,
    found: Vec<Found>,
}

/// What was found in a family.
#[derive(Clone)]
struct Found {
    family: Family,
    devices: Vec<Description>,
    troubles: Vec<String>,
}

/// The name of the device of GL for `--device`.
const GL: &str = "wgpu:gl";

impl Search {
    /// Searches the requested families.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub(super) fn of(
        choice: &Choice,
        host: &Arc<dyn Host>,
        progress: &dyn Progress,
    ) -> Result<Self, Error> {
        let wanted = |family: &Family| match family {
            Family::Wgpu => choice.wants_some_of("wgpu") && choice.to_string() != GL,
            Family::Gl => choice.to_string() == GL,
            Family::Cuda => choice.wants_some_of("cuda"),
        };
        let families = host.families().into_iter().filter(wanted);
        let found = parallel::in_threads(families, |family| Found::of(family, &**host));
        let found = found.into_iter().collect::<Result<_, _>>()?;
        stop_if_asked(progress)?;
        let mut search = Search { host: Arc::clone(host), found };
        let none_of_wgpu = !search.devices().any(|device| device.id.starts_with("wgpu"));
        if choice.wants(GL) && none_of_wgpu && !search.has_looked_for(Family::Gl) {
            search.look_for(Family::Gl)?;
        }
        Ok(search)
    }

    fn has_looked_for(&self, family: Family) -> bool {
        self.found.iter().any(|found| found.family == family)
    }

    /// Also searches a family, if the host has it.
    fn look_for(&mut self, family: Family) -> Result<(), Error> {
        if self.host.families().contains(&family) {
            self.found.push(Found::of(family, &*self.host)?);
        }
        Ok(())
    }

    /// All devices that were found.
    pub(super) fn devices(&self) -> impl Iterator<Item = &Description> {
        self.found.iter().flat_map(|found| &found.devices)
    }

    /// Why this machine cannot use other devices.
    pub(super) fn troubles(&self) -> impl Iterator<Item = &str> {
        self.found.iter().flat_map(|found| &found.troubles).map(String::as_str)
    }

    /// What was found about each API. Searches GL, too, which is normally not searched if there is
    /// something better.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub(super) fn apis(&self) -> Result<Vec<Api>, Error> {
        let host = &*self.host;
        let looks = |family| host.families().contains(&family);
        let gl = (looks(Family::Gl) && !self.has_looked_for(Family::Gl))
            .then(|| Found::of(Family::Gl, host))
            .transpose()?;
        let devices = || self.devices().chain(gl.iter().flat_map(|found| &found.devices));
        let api = |known: &Known| Api {
            name: known.name,
            devices: devices()
                .filter(|device| device.backend == known.backend)
                .map(|device| format!("{} ({})", device.id, device.name))
                .collect(),
            missing: match gl.as_ref().filter(|found| found.family == known.family) {
                Some(Found { troubles, .. }) if !troubles.is_empty() => troubles.join(" "),
                _ => known.missing(looks(known.family)),
            },
        };
        Ok(APIS.iter().map(api).collect())
    }

    /// The families in which nothing was found.
    pub(super) fn in_vain(&self) -> String {
        let name = |family| match family {
            Family::Wgpu => "wgpu",
            Family::Gl => "GL",
            Family::Cuda => "CUDA",
        };
        let asked: Vec<_> = self.found.iter().map(|found| name(found.family)).collect();
        match asked.split_last() {
            None => "No GPU was looked for, because floatfloat was built without wgpu and cuda."
                .to_owned(),
            Some((last, [])) => format!("No GPU was found through {last}."),
            Some((last, others)) => {
                format!("No GPU was found through {} or {last}.", others.join(", "))
            }
        }
    }
}

impl Found {
    /// Searches a family. If a driver fails in the search, that is a trouble.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    fn of(family: Family, host: &dyn Host) -> Result<Self, Error> {
        match host.look(family) {
            Ok((devices, troubles)) => Ok(Found { family, devices, troubles }),
            Err(floatfloat_gpu::Error::Cancelled) => Err(Error::Interrupted),
            Err(error) => {
                Ok(Found { family, devices: Vec::new(), troubles: vec![error.to_string()] })
            }
        }
    }
}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.devices().map(|device| &device.id)).finish()
    }
}
