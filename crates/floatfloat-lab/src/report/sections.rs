//! The details: one section per experiment with its companions.

use super::{Picture, figures, table::Raw};
use crate::{error::Error, results::Results};

/// One experiment with its companions (`ulp-histogram` with `ulp-histogram-bins`).
pub struct Section {
    pub id: String,
    pub title: String,
    pub summary: &'static str,
    pub pictures: Vec<Picture>,
    pub tables: Vec<Raw>,
}

/// Id, title and plain words of the experiments that the lab knows.
const CATALOGUE: [(&str, &str, &str); 14] = [
    (
        "paranoia",
        "How this machine rounds",
        "Every operation on every pair of a set of awkward operands, compared with the exact result. \
         The error intervals tell how the hardware rounds: exact rounding to nearest never leaves \
         half a unit in the last place, chopping loses up to a whole one. Machines that no longer \
         exist are simulated beside this one.",
    ),
    (
        "accuracy",
        "Accuracy of every operation",
        "Each operation runs on operands chosen to be difficult and its result is compared with the \
         exact one. The proven bound is what theory promises; the largest error seen must stay \
         below it.",
    ),
    (
        "bench",
        "Speed of every operation",
        "Nanoseconds per operation. The limit is what a device could do if it did nothing but the \
         floating-point operations that the algorithm needs, and moved nothing but its operands and \
         results. Over more and more elements a processor computes at one speed as long as its \
         caches can follow, and then waits for memory, where precision costs no more than the bytes \
         that it takes.",
    ),
    (
        "fit-digits",
        "What it buys you: regression",
        "Least-squares fits of the reference data sets of the US National Institute of Standards \
         and Technology, with exact solutions. The more digits of the coefficients are correct, \
         the better.",
    ),
    (
        "formats",
        "The formats of 2006",
        "The number formats that graphics processors had, as simulated machines.",
    ),
    (
        "ops-accuracy",
        "Accuracy as measured in 2006",
        "Da Graça and Defour ran their float-float operations on 2²⁴ random vectors and took the \
         largest error. The same is done here, on this machine and on simulated ones that explain \
         the numbers which they could not.",
    ),
    (
        "ops-speed",
        "Speed as measured in 2006",
        "The operations of Da Graça and Defour on arrays of their sizes and beyond.",
    ),
    (
        "ulp-histogram",
        "Distance of float-float from f64",
        "Warwick compared float-float with f64 on a million random pairs and counted the units in \
         the last place of f64 between them.",
    ),
    (
        "leibniz",
        "π the slow way",
        "Two thousand terms of Leibniz’s series, one long chain of divisions and additions: the real \
         workload of Warwick’s paper.",
    ),
    (
        "intensity",
        "Operations for each number loaded",
        "Nguyen’s generated kernels: a number is loaded, undergoes one to ten thousand additions or \
         multiplications in sixteen chains, and is stored. Few operations cost nothing in any \
         precision; many cost what their instructions cost.",
    ),
    (
        "mul-chain",
        "Chains of multiplications",
        "Products of up to a hundred thousand factors: how fast errors grow in each number type, and \
         why composite products are no more accurate than those of one word.",
    ),
    (
        "do-undo",
        "Multiply and divide, over and over",
        "x·y/y should be x. By how much it is not, after how many steps, and what that has to do with \
         the kind of division.",
    ),
    (
        "speed-up",
        "Speed beside f64",
        "How much faster or slower than in f64 each operation is, done once to numbers in memory and \
         repeated in registers: Warwick’s measurements on this machine.",
    ),
    ("devices", "Devices", "What can compute here, and whether its arithmetic was proved exact."),
];

/// The experiment that a table belongs to: itself, or the longest id that its own begins with.
pub fn primary<'a>(id: &'a str, results: &'a Results) -> &'a str {
    let present = results.experiments.iter().map(|experiment| experiment.id.as_str());
    present
        .chain(CATALOGUE.iter().map(|(id, _, _)| *id))
        .filter(|other| {
            id.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        })
        .min_by_key(|other| other.len())
        .unwrap_or(id)
}

/// All sections, in the order in which the experiments ran.
pub fn sections(results: &Results) -> Result<Vec<Section>, Error> {
    let mut sections: Vec<Section> = Vec::new();
    for experiment in &results.experiments {
        let id = primary(&experiment.id, results);
        let section = match sections.iter().position(|section| section.id == id) {
            Some(at) => &mut sections[at],
            None => {
                sections.push(empty(id, results)?);
                let last = sections.len() - 1;
                &mut sections[last]
            }
        };
        let same = section.tables.iter().filter(|raw| raw.id == experiment.id).count();
        let anchor = match same {
            0 => format!("table-{}", experiment.id),
            n => format!("table-{}-{}", experiment.id, n + 1),
        };
        section.tables.push(Raw::new(experiment, anchor));
    }
    Ok(sections)
}

fn empty(id: &str, results: &Results) -> Result<Section, Error> {
    let known = CATALOGUE.iter().find(|(known, _, _)| *known == id);
    let pictures = figures::of_section(results, id)
        .into_iter()
        .map(|drawing| Picture::new(drawing, results))
        .collect::<Result<_, _>>()?;
    Ok(Section {
        id: id.into(),
        title: known.map_or_else(|| id.to_owned(), |(_, title, _)| (*title).to_owned()),
        summary: known.map_or("", |(_, _, summary)| summary),
        pictures,
        tables: Vec::new(),
    })
}
