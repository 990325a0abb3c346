//! By which devices claims about speed are judged.

use super::{
    Found,
    Verdict::{self, NotHere, NotMeasured, OnlyComposite},
};
use crate::{
    devices::{Devices, Opened},
    machine::CPU,
};

/// How claims about speed are judged, in words.
pub(super) const NOTE: &str = "What the seed says of a GPU's speed is judged on the GPUs of this machine; where \
     there are none on the processor, if it makes sense of a processor; else not at all. Software \
     that imitates a GPU decides nothing. Times within a tenth of each other are taken for the \
     same, and one that is over a limit by no more is called not measured.";

/// The devices of a run.
#[derive(Clone, Debug, Default)]
pub(in crate::experiments) struct Judges {
    pub(in crate::experiments) has_processor: bool,
    /// GPUs.
    pub(in crate::experiments) hardware: Vec<String>,
    /// What imitates GPUs.
    pub(in crate::experiments) software: Vec<String>,
}

/// What a claim about speed is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::experiments) enum Subject {
    /// Launches, blocks, latency that threads hide: what processors do not have.
    Gpus,
    /// What makes sense of a processor too.
    ProcessorsToo,
}

impl Judges {
    pub(in crate::experiments) fn of(devices: &Devices) -> Self {
        let ids = |software: bool| {
            let of = devices.others().iter().filter(move |other| other.is_software() == software);
            of.map(Opened::id).map(str::to_owned).collect()
        };
        let has_processor = devices.has_processor();
        Judges { has_processor, hardware: ids(false), software: ids(true) }
    }

    /// The verdict on a claim about speed from what it looks like on each device; `measure` gives
    /// nothing for a device on which that was not measured.
    pub(in crate::experiments) fn speed(
        &self,
        subject: Subject,
        measure: impl Fn(&str) -> Option<Found>,
    ) -> Found {
        let found = on_each(&self.hardware, &measure);
        if let Some(verdict) = together(&found) {
            return (verdict, listed(&found));
        }
        let processors = self.has_processor && subject == Subject::ProcessorsToo;
        if processors && let Some((verdict, said)) = measure(CPU) {
            let why = if self.hardware.is_empty() { ", there being no GPU" } else { "" };
            return (verdict, format!("{CPU}{why}: {said}"));
        }
        let none = match &self.hardware[..] {
            [] => "no GPU".to_owned(),
            these => format!("nothing that tells was measured on {}", these.join(", ")),
        };
        let shown = on_each(&self.software, &measure);
        let evidence = match shown.is_empty() {
            true => none,
            false => format!("{none}; software, which decides nothing, shows: {}", listed(&shown)),
        };
        (NotMeasured, evidence)
    }

    /// The device by whose numbers notes compare with the seed's: a GPU if there is one, else the
    /// processor, else what there is.
    pub(in crate::experiments) fn foremost(&self) -> Option<&str> {
        let processor = self.has_processor.then_some(CPU);
        let hardware = self.hardware.first().map(String::as_str);
        hardware.or(processor).or(self.software.first().map(String::as_str))
    }
}

fn on_each(devices: &[String], measure: impl Fn(&str) -> Option<Found>) -> Vec<(&str, Found)> {
    devices.iter().filter_map(|device| Some((device.as_str(), measure(device)?))).collect()
}

fn listed(found: &[(&str, Found)]) -> String {
    let said = found.iter().map(|(device, (_, said))| format!("{device}: {said}"));
    said.collect::<Vec<_>>().join("; ")
}

/// What holds of all devices; of those that decide.
fn together(found: &[(&str, Found)]) -> Option<Verdict> {
    let verdicts = || found.iter().map(|(_, (verdict, _))| *verdict);
    let decided = || verdicts().filter(|verdict| *verdict != NotMeasured);
    let first = decided().next().or_else(|| verdicts().next())?;
    if decided().all(|verdict| verdict == first) {
        return Some(first);
    }
    Some(if decided().any(|verdict| verdict == NotHere) { NotHere } else { OnlyComposite })
}

#[cfg(test)]
mod tests {
    use super::{Judges, Subject::*, Verdict::*};

    fn judges(has_processor: bool, hardware: &[&str], software: &[&str]) -> Judges {
        let owned = |ids: &[&str]| ids.iter().map(|&id| id.to_owned()).collect();
        Judges { has_processor, hardware: owned(hardware), software: owned(software) }
    }

    #[test]
    fn software_decides_nothing_and_the_processor_only_what_makes_sense_of_it() {
        let measure = |device: &str| {
            let verdict = if device == "cpu" { NotHere } else { Confirmed };
            Some((verdict, format!("number of {device}")))
        };
        let with = judges(true, &["cuda:0"], &["wgpu:0"]);
        assert_eq!(with.speed(Gpus, measure), (Confirmed, "cuda:0: number of cuda:0".into()));
        let without = judges(true, &[], &["wgpu:0"]);
        let (verdict, evidence) = without.speed(ProcessorsToo, measure);
        assert_eq!(
            (verdict, evidence.as_str()),
            (NotHere, "cpu, there being no GPU: number of cpu")
        );
        let (verdict, evidence) = without.speed(Gpus, measure);
        assert_eq!(verdict, NotMeasured);
        assert!(
            evidence.contains("decides nothing, shows: wgpu:0: number of wgpu:0"),
            "{evidence}"
        );
        let (verdict, evidence) = judges(false, &[], &["wgpu:0"]).speed(ProcessorsToo, measure);
        assert_eq!(verdict, NotMeasured);
        assert!(evidence.starts_with("no GPU; "), "{evidence}");
        assert_eq!(judges(true, &[], &[]).speed(Gpus, measure), (NotMeasured, "no GPU".into()));
    }

    #[test]
    fn a_claim_must_hold_on_every_gpu_that_tells() {
        let both = judges(true, &["a", "b"], &[]);
        let holding = |on_b| {
            both.speed(Gpus, move |id| Some((if id == "b" { on_b } else { Confirmed }, id.into())))
        };
        assert_eq!(holding(Confirmed).0, Confirmed);
        assert_eq!(holding(NotMeasured).0, Confirmed);
        assert_eq!(holding(OnlyComposite).0, OnlyComposite);
        assert_eq!(holding(NotHere), (NotHere, "a: a; b: b".into()));
        let (verdict, evidence) = both.speed(Gpus, |_| None);
        assert_eq!(
            (verdict, evidence.as_str()),
            (NotMeasured, "nothing that tells was measured on a, b")
        );
    }
}
