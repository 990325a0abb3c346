//! Examines the modes of a device, one after the other.

use super::{DeviceMachine, Promise, permits, promise};
use crate::{
    error::Error,
    progress::{Interruptible, Progress},
};
use floatfloat_gpu::{Lowering, Runner, WordType, lowering::Mode};
use floatfloat_paranoia::{
    self as paranoia, Finding, Format, Machine, Mode as Rule, Op, Options, Report, Row, Verdict,
    examine,
};
use pollster::block_on;

/// A device to examine.
#[derive(Clone)]
pub struct Target<'d> {
    /// The device.
    pub runner: &'d dyn Runner,
    /// The certified lowerings with which floatfloat computes on the device, one for each word.
    /// Empty if none was certified.
    pub certified: Vec<(WordType, Lowering)>,
}

/// One mode of one device, examined.
#[derive(Clone, Debug)]
pub struct Examined {
    /// The name of the device for `--device`, or the name of a simulated machine.
    pub device: String,
    /// Its name for people.
    pub name: String,
    /// The driver and its version.
    pub driver: String,
    /// The mode in which it was used.
    pub mode: String,
    /// The format that it declares.
    pub declared: Format,
    /// The kind of device and the mode of its programs, which decide what is promised. None for a
    /// simulated machine.
    pub written: Option<(String, Mode)>,
    /// Whether floatfloat computes in this mode. None for a simulated machine.
    pub used: Option<bool>,
    /// The results, or why there are none.
    pub found: Result<Report, paranoia::Error>,
}

impl Examined {
    /// What the specification promises for an operation.
    pub fn promise(&self, op: Op) -> Option<Promise> {
        let (backend, mode) = self.written.as_ref()?;
        promise(backend, mode, op)
    }

    /// Whether the specification permits a fault.
    pub fn permits(&self, finding: &Finding) -> Option<bool> {
        let (backend, mode) = self.written.as_ref()?;
        if finding.class == paranoia::Class::Info {
            return None;
        }
        permits(backend, mode, finding.subject)
    }

    /// Whether the arithmetic is what floatfloat needs, in modes in which it computes: error-free
    /// transforms are error-free, and quotients and roots are correctly rounded.
    pub fn holds(&self) -> Option<bool> {
        let exact = |row: &Row| row.verdict == Verdict::Rounds(Rule::NearestEven);
        let holds = |report: &Report| {
            let needed = [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Sqrt];
            report.safety.safe && needed.iter().all(|&op| report.row(op).is_some_and(exact))
        };
        (self.used == Some(true)).then(|| self.found.as_ref().is_ok_and(holds))
    }

    /// The lowering of its programs.
    pub fn lowering(&self) -> Option<String> {
        self.written.as_ref().map(|(_, mode)| mode.lowering.to_string())
    }
}

/// The name of the modes in which floatfloat computes.
const CERTIFIED: &str = "certified";

/// The modes to examine: the mode in which floatfloat computes, straight-line and in a loop, then
/// the device's other modes.
fn modes(target: &Target<'_>) -> Vec<(Mode, bool, bool)> {
    let mut modes = Vec::new();
    for &(word, lowering) in &target.certified {
        let mode = Mode { name: CERTIFIED.to_owned(), word, lowering };
        modes.push((mode.clone(), true, false));
        modes.push((mode, true, true));
    }
    // The compiler does not see which variants of algorithms floatfloat uses.
    let seen = |lowering: Lowering| Lowering { fused: true, ..lowering };
    let is_new = |mode: &Mode| {
        let same = |&(word, lowering): &(WordType, Lowering)| {
            word == mode.word && seen(lowering) == seen(mode.lowering)
        };
        !target.certified.iter().any(same)
    };
    let others = target.runner.modes().into_iter().filter(is_new);
    modes.extend(others.map(|mode| (mode, false, false)));
    modes
}

/// The number of modes that [`on_device`] examines.
pub fn mode_count(target: &Target<'_>) -> usize {
    modes(target).len()
}

/// The same as [`examine_modes`], but waits for the device.
///
/// # Errors
/// [`Error::Interrupted`].
pub fn on_device(
    target: &Target<'_>,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Vec<Examined>, Error> {
    block_on(examine_modes(target, options, progress))
}

/// Examines every mode of a device. A mode that fails does not end the others. The progress
/// advances by one for each mode.
///
/// # Errors
/// [`Error::Interrupted`].
pub async fn examine_modes(
    target: &Target<'_>,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Vec<Examined>, Error> {
    let description = target.runner.description();
    let mut all = Vec::new();
    for (mode, used, looped) in modes(target) {
        let machine = DeviceMachine::new(target.runner, mode.clone());
        let mut machine = if looped { machine.looped() } else { machine };
        let (name, declared) = (machine.mode(), machine.format());
        let found = examine(&mut machine, options, &Interruptible(progress)).await;
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        all.push(Examined {
            device: description.id.clone(),
            name: description.name.clone(),
            driver: description.driver.clone(),
            mode: name,
            declared,
            written: Some((description.backend.clone(), mode)),
            used: Some(used),
            found,
        });
        progress.advance(1);
    }
    Ok(all)
}
