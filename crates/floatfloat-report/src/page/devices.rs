//! What each device means for the reader, in a sentence.

use super::{joined::joined, number::Format};
use crate::results::{Device, Results};

/// A sentence for each device, and one that says so where there is no GPU.
pub fn sentences(results: &Results) -> Vec<String> {
    let mut sentences: Vec<_> =
        results.devices.iter().map(|device| sentence(results, device)).collect();
    if !results.devices.is_empty() && results.devices.iter().all(|d| d.backend == "native") {
        sentences.push("No GPU is covered: none was found, or none was asked for.".into());
    }
    sentences
}

fn sentence(results: &Results, device: &Device) -> String {
    let software = if device.software { ", a software rasterizer" } else { "" };
    let name = format!("{} ({}{software})", device.name, device.id);
    if !device.certified {
        return format!(
            "{name} is refused, since no way of writing the arithmetic was exact there; see what was \
             tried below."
        );
    }
    let ns =
        |number_type| joined(results, Some(&device.id), "add", number_type).finite("ns_per_op");
    let mut costs = Vec::new();
    for (pair, words) in [("ff", ["f32", "f64"]), ("dd", ["f64", ""])] {
        let Some(time) = ns(pair) else { continue };
        let ratios: Vec<String> = words
            .iter()
            .filter_map(|word| Some(format!("{} × {word}", ratio(time / ns(word)?))))
            .collect();
        let ratios =
            if ratios.is_empty() { String::new() } else { format!(" ({})", ratios.join(", ")) };
        costs.push(format!("{} ns in {pair}{ratios}", Format::Significant.show(time)));
    }
    let mut text = format!("Float-float is safe on {name}, written as: {}.", device.lowering);
    if !costs.is_empty() {
        text += &format!(" An addition takes {}.", costs.join(", "));
    }
    text
}

/// Two significant digits.
fn ratio(value: f64) -> String {
    if value >= 10.0 { format!("{value:.0}") } else { format!("{value:.1}") }
}
