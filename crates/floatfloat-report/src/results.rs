//! The results of experiments: `results.json`, from which every table and figure is drawn.

use crate::table::find;
pub use crate::table::{Cell, Column, Table};
use serde::{Deserialize, Serialize};

/// The version of the format, written into every JSON object the command prints.
pub const SCHEMA: &str = "floatfloat/2";

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
    /// The tables of experiments, in the order in which they ran.
    pub experiments: Vec<Table>,
}

impl Results {
    /// The table of this id that has rows and all these columns.
    pub fn find(&self, id: &str, columns: &[&str]) -> Option<&Table> {
        find(&self.experiments, id, columns)
    }

    /// The device that a figure for one device shows: the first of this machine's that the rows of a
    /// table are about.
    pub fn first_device<'a>(&'a self, table: &'a Table) -> &'a str {
        let devices = table.devices();
        let here = self.devices.iter().map(|device| device.id.as_str());
        here.into_iter().find(|id| devices.contains(id)).unwrap_or(devices[0])
    }
}

/// The tables of one command: an experiment, and where it has several tables the others inside it.
#[derive(Clone, Debug, Serialize)]
pub struct Document<'a> {
    schema: &'static str,
    #[serde(flatten)]
    experiment: &'a Table,
    #[serde(skip_serializing_if = "<[Table]>::is_empty")]
    further: &'a [Table],
}

impl<'a> Document<'a> {
    /// Of these tables; none where there are none.
    pub fn new(tables: &'a [Table]) -> Option<Self> {
        let (experiment, further) = tables.split_first()?;
        Some(Document { schema: SCHEMA, experiment, further })
    }
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
    /// Experiments that were measured at their full sizes although the others were not.
    #[serde(default)]
    pub full: Vec<String>,
}

impl Settings {
    /// Which sizes, for people.
    pub(crate) fn sizes_in_words(&self) -> String {
        match (&self.sizes, self.quick) {
            (Some(sizes), _) => sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(", "),
            (None, true) if !self.full.is_empty() => {
                format!(
                    "quick; full for {} (--full measures all experiments at full sizes)",
                    self.full.join(", ")
                )
            }
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
    /// Whether it is a software rasterizer.
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
