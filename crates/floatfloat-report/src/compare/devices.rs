//! Pairs the devices of two results.

use super::Rows;
use crate::{results::Device, table::distinct};

/// A device of A and a device of B, or one device without a counterpart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair<'a> {
    pub(super) a: Option<&'a str>,
    pub(super) b: Option<&'a str>,
}

impl<'a> Pair<'a> {
    /// The device of A (0) or of B (1).
    pub(super) fn side(self, side: usize) -> Option<&'a str> {
        if side == 0 { self.a } else { self.b }
    }

    /// The ids of one or two devices.
    pub(super) fn ids(self) -> impl Iterator<Item = &'a str> {
        self.a.into_iter().chain(self.b)
    }
}

/// Pairs processors with processors, and every other device with the most similar one: the same name,
/// also hardware or software, the same backend, the same number. If one result has a device in two
/// forms (by Vulkan and by CUDA) and the other in one, the one form is in two pairs, so that none is
/// left out.
pub(super) fn pairs<'a>(a: &'a [Device], b: &'a [Device]) -> Vec<Pair<'a>> {
    let mut pairs = Vec::new();
    let mut add = |a: Option<&'a Device>, b: Option<&'a Device>| {
        let pair = Pair { a: a.map(|device| device.id.as_str()), b: b.map(|d| d.id.as_str()) };
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    };
    let mut taken = Vec::new();
    for device in b {
        let partner = most_like(device, a);
        taken.extend(partner.map(|partner| &partner.id));
        add(partner, Some(device));
    }
    for device in a.iter().filter(|device| !taken.contains(&&device.id)) {
        add(Some(device), most_like(device, b));
    }
    // In the order of A's devices. Devices of B without a counterpart come last.
    let place = |pair: &Pair| a.iter().position(|d| Some(d.id.as_str()) == pair.a);
    pairs.sort_by_key(|pair| place(pair).unwrap_or(a.len()));
    pairs
}

/// The first of the devices that are most similar to this one.
fn most_like<'a>(device: &Device, among: &'a [Device]) -> Option<&'a Device> {
    let is_processor = |device: &Device| device.backend == "native";
    let likeness = |other: &&Device| {
        (
            other.name == device.name,
            other.software == device.software,
            other.backend == device.backend,
            other.id == device.id,
        )
    };
    among
        .iter()
        .rev()
        .filter(|other| is_processor(other) == is_processor(device))
        .max_by_key(likeness)
}

/// The pairs, and all other subjects of rows (simulated machines, nothing in particular), each paired
/// with itself.
pub(super) fn groups<'a>(pairs: &[Pair<'a>], both: &[Rows<'a>; 2]) -> Vec<Pair<'a>> {
    let named = distinct(both.iter().flatten().map(|(device, _)| *device));
    let others =
        named.into_iter().filter(|name| pairs.iter().all(|pair| !pair.ids().any(|id| id == *name)));
    pairs.iter().copied().chain(others.map(|name| Pair { a: Some(name), b: Some(name) })).collect()
}
