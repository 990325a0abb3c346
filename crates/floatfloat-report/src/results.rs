//! What an experiment leaves behind: `results.json`, from which every table and figure is drawn.

use serde::{Deserialize, Serialize};

/// The version of the format, written into every JSON object the command prints.
pub const SCHEMA: &str = "floatfloat/1";

/// Everything one run of the report measured.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Results {
    /// Always [`SCHEMA`].
    pub schema: String,
    /// The machine that was measured.
    pub machine: Machine,
    /// What it was measured with; nothing in files of before this was written down.
    #[serde(default)]
    pub settings: Option<Settings>,
    /// The devices of that machine.
    pub devices: Vec<Device>,
    /// One entry per experiment and device, in the order in which they ran.
    pub experiments: Vec<Experiment>,
}

/// The machine that was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// Processor name as the operating system gives it, or the architecture where it gives none.
    pub processor: String,
    /// Target architecture, `x86_64` say.
    pub architecture: String,
    /// Operating system.
    pub system: String,
    /// Threads that can run at once.
    pub threads: usize,
    /// Instruction set extensions that matter here and are present (`fma`, `avx512f`, …).
    pub extensions: Vec<String>,
    /// Version of floatfloat.
    pub version: String,
    /// UTC time of the run, RFC 3339.
    pub date: String,
}

/// What experiments were asked for: numbers of runs that differ here are of different work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Whether sizes were the smaller ones.
    pub quick: bool,
    /// Seed of the random operands.
    pub seed: u64,
    /// Number types.
    pub types: Vec<String>,
    /// Sizes, where they were not the experiments' own.
    pub sizes: Option<Vec<u64>>,
}

impl Settings {
    /// Which sizes, for people.
    pub(crate) fn sizes_in_words(&self) -> String {
        match (&self.sizes, self.quick) {
            (Some(sizes), _) => sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(", "),
            (None, true) => "quick".into(),
            (None, false) => "full".into(),
        }
    }
}

/// One device that can run the arithmetic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Device {
    /// What `--device` calls it: `cpu`, `wgpu:0`, `cuda:0`.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// `native`, `vulkan`, `metal`, `dx12`, `gl`, `cuda`.
    pub backend: String,
    /// Whether its arithmetic was proved exact.
    pub certified: bool,
    /// How operations are written so that they stay exact.
    pub lowering: String,
    /// `fused`, `unfused` or `none`.
    pub fma: String,
    /// `kept`, `flushed`, or which side is flushed.
    pub subnormals: String,
    /// Driver and version, as far as it tells.
    #[serde(default)]
    pub driver: String,
    /// Whether it is software that imitates a graphics processor.
    #[serde(default)]
    pub software: bool,
    /// Words that were certified, separated by commas.
    #[serde(default)]
    pub words: String,
    /// How the device's own quotients are rounded.
    #[serde(default)]
    pub division: String,
    /// How the device's own square roots are rounded.
    #[serde(default)]
    pub sqrt: String,
}

/// One experiment on one device: a table with typed columns.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Experiment {
    /// Name in the lab, `ops-accuracy` say.
    pub id: String,
    /// The table or figure of a seed paper that this reproduces.
    pub seed: Option<String>,
    /// Device it ran on.
    pub device: String,
    /// What each column holds.
    pub columns: Vec<Column>,
    /// The values, one vector per row, in the order of `columns`.
    pub rows: Vec<Vec<Cell>>,
    /// What the rows show, in plain words, and how they were made (sizes, seeds).
    pub notes: Vec<String>,
}

impl Experiment {
    /// Whether it holds the published numbers of a seed paper: `ops-accuracy-seed`,
    /// `ops-speed-seed-gpu`.
    pub fn is_published(&self) -> bool {
        self.id.ends_with("-seed") || self.id.contains("-seed-")
    }
}

/// Name and unit of one column.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Column {
    /// Name, `max_log2` say.
    pub name: String,
    /// Unit, or empty where there is none.
    pub unit: String,
}

/// One value of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// Nothing was measured here.
    Empty,
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Integer(i64),
    /// A measured number. Non-finite numbers are written as text, since JSON has none.
    Number(f64),
    /// A name, a verdict, or a number with more digits than a `f64` has.
    Text(String),
}
