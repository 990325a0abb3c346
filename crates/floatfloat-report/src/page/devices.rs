//! What each device means for the reader, in one sentence.

use super::{joined::joined, number::Format};
use crate::{
    results::{Device, Results},
    table::{distinct, find},
};

/// A sentence for each device, and a sentence if there is no GPU.
pub fn sentences(results: &Results) -> Vec<String> {
    let mut sentences: Vec<_> =
        results.devices.iter().map(|device| sentence(results, device)).collect();
    if !results.devices.is_empty() && results.devices.iter().all(|d| d.backend == "native") {
        sentences
            .push("This page covers no GPU: none was found, or --device left GPUs out.".into());
    }
    sentences
}

fn sentence(results: &Results, device: &Device) -> String {
    let software = if device.software { ", a software rasterizer" } else { "" };
    let name = format!("{} ({}{software})", device.name, device.id);
    if !device.certified {
        return format!(
            "{name} is refused, because no lowering of the arithmetic is exact on it. The table \
             devices-trials shows the lowerings that were tried."
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
    let mut text =
        format!("Float-float is safe on {name} with this lowering: {}.", device.lowering);
    if !costs.is_empty() {
        text += &format!(" An addition takes {}.", costs.join(", "));
    }
    text + &plain_operators(results, device).unwrap_or_default()
}

/// The errors of the user's own shaders with plain operators on a device, if any were found.
fn plain_operators(results: &Results, device: &Device) -> Option<String> {
    let columns = ["device", "word", "lowering", "exact", "operation"];
    let trials = find(&results.experiments, "devices-trials", &columns)?;
    let plain: Vec<_> = trials
        .rows_of(&device.id)
        .filter(|row| row.text("lowering").is_some_and(|lowering| lowering.starts_with("plain")))
        .collect();
    let is_wrong = |word: &&str| {
        let mut of_word = plain.iter().filter(|row| row.text("word") == Some(*word));
        of_word.all(|row| row.flag("exact") == Some(false))
    };
    let words = distinct(plain.iter().filter_map(|row| row.text("word")).filter(is_wrong));
    let of_words = plain.iter().filter(|row| row.text("word").is_some_and(|w| words.contains(&w)));
    let operations = distinct(of_words.filter_map(|row| row.text("operation")));
    (!words.is_empty()).then(|| {
        let (operations, words) = (operations.join(" and "), words.join(" and "));
        format!(
            " Shaders with plain operators are not safe on it: {operations} is wrong in {words} \
             (see the table devices-trials)."
        )
    })
}

/// Two significant digits.
fn ratio(value: f64) -> String {
    if value >= 10.0 { format!("{value:.0}") } else { format!("{value:.1}") }
}
