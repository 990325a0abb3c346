//! The results of experiments: `results.json`, from which every table and figure is drawn.

use crate::table::find;
pub use crate::table::{Cell, Column, Table};
use serde::{Deserialize, Serialize};

/// The version of the format, written into every JSON object that the command prints.
pub const SCHEMA: &str = "floatfloat/2";

/// All measurements of one run of the report.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Results {
    /// Always [`SCHEMA`].
    pub schema: String,
    /// The machine that was measured.
    pub machine: Machine,
    /// The settings of the measurements; none in files from before settings were recorded.
    #[serde(default)]
    pub settings: Option<Settings>,
    /// The devices of that machine.
    pub devices: Vec<Device>,
    /// The tables of experiments, in the order in which they ran.
    pub experiments: Vec<Table>,
}

impl Results {
    /// The table with this id that has rows and all these columns.
    pub fn find(&self, id: &str, columns: &[&str]) -> Option<&Table> {
        find(&self.experiments, id, columns)
    }

    /// The device that a figure for one device shows: the first device of this machine that occurs
    /// in the rows of a table.
    pub fn first_device<'a>(&'a self, table: &'a Table) -> &'a str {
        let devices = table.devices();
        let here = self.devices.iter().map(|device| device.id.as_str());
        here.into_iter().find(|id| devices.contains(id)).unwrap_or(devices[0])
    }
}

/// The tables of one command: an experiment, with its further tables inside.
#[derive(Clone, Debug, Serialize)]
pub struct Document<'a> {
    schema: &'static str,
    #[serde(flatten)]
    experiment: &'a Table,
    #[serde(skip_serializing_if = "<[Table]>::is_empty")]
    further: &'a [Table],
}

impl<'a> Document<'a> {
    /// The document of these tables; none if there are none.
    pub fn new(tables: &'a [Table]) -> Option<Self> {
        let (experiment, further) = tables.split_first()?;
        Some(Document { schema: SCHEMA, experiment, further })
    }
}

/// The machine that was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The name of the processor from the operating system, or the architecture if there is none.
    pub processor: String,
    /// The target architecture, such as `x86_64`.
    pub architecture: String,
    /// The operating system.
    pub system: String,
    /// The number of threads that can run at once.
    pub threads: usize,
    /// The relevant instruction set extensions that are present (`fma`, `avx512f`, …).
    pub extensions: Vec<String>,
    /// The version of floatfloat.
    pub version: String,
    /// The UTC time of the run, RFC 3339.
    pub date: String,
}

/// The settings of experiments. Numbers of runs with different settings belong to different work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Whether the smaller sizes were used.
    pub quick: bool,
    /// The seed of the random operands.
    pub seed: u64,
    /// The number types.
    pub types: Vec<String>,
    /// The sizes, if they were not the experiments' own.
    pub sizes: Option<Vec<u64>>,
    /// The experiments that were measured at their full sizes although the others were not.
    #[serde(default)]
    pub full: Vec<String>,
}

impl Settings {
    /// The sizes, for people.
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

/// A device that can run the arithmetic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Device {
    /// The name for `--device`: `cpu`, `wgpu:0`, `cuda:0`.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// `native`, `vulkan`, `metal`, `dx12`, `gl`, `cuda`.
    pub backend: String,
    /// Whether its arithmetic was proved exact.
    pub certified: bool,
    /// The lowering: how operations are written so that they stay exact.
    pub lowering: String,
    /// `fused`, `unfused` or `none`.
    pub fma: String,
    /// `kept`, `flushed`, or the side that is flushed.
    pub subnormals: String,
    /// The driver and its version, as far as the driver reports them.
    #[serde(default)]
    pub driver: String,
    /// Whether it is a software rasterizer.
    #[serde(default)]
    pub software: bool,
    /// The certified words, separated by commas.
    #[serde(default)]
    pub words: String,
    /// How the device's own quotients are rounded.
    #[serde(default)]
    pub division: String,
    /// How the device's own square roots are rounded.
    #[serde(default)]
    pub sqrt: String,
}
