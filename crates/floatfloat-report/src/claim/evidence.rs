//! The tables from which a claim is judged, for one device or for all devices.

use super::{
    Finding, Rows,
    Verdict::{self, NotHere, NotMeasured, OnlyComposite},
    Whose,
};
use crate::{
    CPU,
    results::Device,
    table::{Frame, Table, find},
};

/// How claims about speed are judged, in words.
pub(super) const NOTE: &str = "A claim about the speed of GPUs is judged on the GPUs of this \
     machine. Without a GPU it is judged on the processor if it makes sense for a processor, and \
     otherwise not at all. A software rasterizer decides nothing. Times within a tenth of each \
     other count as equal. If a time exceeds a limit by no more than a tenth, the claim is \
     called not measured.";

/// The tables, and the device whose rows count.
#[derive(Clone, Copy)]
pub struct Evidence<'a> {
    tables: &'a [Table],
    devices: &'a [Device],
    device: Option<&'a str>,
}

impl<'a> Evidence<'a> {
    pub(super) fn new(tables: &'a [Table], devices: &'a [Device]) -> Self {
        Evidence { tables, devices, device: None }
    }

    /// The rows that `of` selects; none if there are no such rows.
    pub fn rows(&self, of: Rows) -> Option<Frame<'a>> {
        let all = find(self.tables, of.table, &[])?.frame();
        let rows = of.among(&match self.device_of(&all, of.whose) {
            Some(device) => all.with(&[("device", &device)]),
            None => all,
        });
        (!rows.is_empty()).then_some(rows)
    }

    /// The single device whose rows count, if there is one.
    fn device_of(&self, rows: &Frame<'_>, whose: Whose) -> Option<String> {
        match (whose, self.device) {
            (Whose::All, _) => None,
            (Whose::InQuestion, Some(device)) => Some(device.into()),
            (Whose::InQuestion, None) | (Whose::First, _) => {
                rows.distinct("device").into_iter().next()
            }
        }
    }

    /// The device in question, if there is one.
    pub fn device(&self) -> Option<&'a str> {
        self.device
    }

    /// The same tables, with another device in question.
    pub fn of(&self, device: &'a str) -> Self {
        Evidence { device: Some(device), ..*self }
    }

    /// The other devices of this machine: GPUs, or software in place of a GPU.
    fn others(&self, software: bool) -> Vec<&'a str> {
        let of =
            self.devices.iter().filter(|d| d.id != CPU && d.certified && d.software == software);
        of.map(|device| device.id.as_str()).collect()
    }

    /// The verdict on a claim about speed, from the verdict on each device. `measure` returns none
    /// for a device on which nothing was measured.
    pub fn speed(
        &self,
        of_processors_too: bool,
        measure: impl Fn(&Evidence<'a>) -> Option<Finding>,
    ) -> Finding {
        let on_each = |devices: &[&'a str]| -> Vec<(&'a str, Finding)> {
            let found = devices.iter().map(|device| (*device, measure(&self.of(device))));
            found.filter_map(|(device, found)| Some((device, found?))).collect()
        };
        let hardware = self.others(false);
        let found = on_each(&hardware);
        if let Some(verdict) = together(&found) {
            return (verdict, listed(&found));
        }
        let has_processor = self.devices.iter().any(|device| device.id == CPU);
        if has_processor
            && of_processors_too
            && let Some((verdict, said)) = measure(&self.of(CPU))
        {
            let why = if hardware.is_empty() { " (there is no GPU)" } else { "" };
            return (verdict, format!("{CPU}{why}: {said}"));
        }
        let none = match &hardware[..] {
            [] => "no GPU".to_owned(),
            these => format!("nothing that decides it was measured on {}", these.join(", ")),
        };
        let shown = on_each(&self.others(true));
        let evidence = match shown.is_empty() {
            true => none,
            false => format!("{none}; software, which decides nothing, shows: {}", listed(&shown)),
        };
        (NotMeasured, evidence)
    }
}

fn listed(found: &[(&str, Finding)]) -> String {
    let said = found.iter().map(|(device, (_, said))| format!("{device}: {said}"));
    said.collect::<Vec<_>>().join("; ")
}

/// The common verdict of the devices that decide.
fn together(found: &[(&str, Finding)]) -> Option<Verdict> {
    let verdicts = || found.iter().map(|(_, (verdict, _))| *verdict);
    let decided = || verdicts().filter(|verdict| *verdict != NotMeasured);
    let first = decided().next().or_else(|| verdicts().next())?;
    if decided().all(|verdict| verdict == first) {
        return Some(first);
    }
    Some(if decided().any(|verdict| verdict == NotHere) { NotHere } else { OnlyComposite })
}
