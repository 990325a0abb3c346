//! The options of the commands that write a page of many experiments.

use super::values::{contender, size};
use clap::Args;
use floatfloat_lab::contender::Contender;
use std::path::PathBuf;

/// How much a page holds, and whether it is shown.
#[derive(Args)]
pub struct PageOptions {
    /// Open the page in a browser when it is finished
    #[arg(long)]
    pub open: bool,
    /// Small sizes only, for a result in seconds
    #[arg(long)]
    pub quick: bool,
    /// Full sizes of every experiment, however long they take
    #[arg(long, conflicts_with = "quick")]
    pub full: bool,
    /// Measure again what an unfinished run has kept: these experiments, or all if none is named
    #[arg(long, value_name = "NAME,NAME", num_args = 0..=1, value_delimiter = ',')]
    pub fresh: Option<Vec<String>>,
}

/// The options of `report`.
#[derive(Args)]
pub struct Report {
    /// Folder to write to; created if it does not exist
    #[arg(long, value_name = "DIR", default_value = "floatfloat-report")]
    pub out: PathBuf,
    #[command(flatten)]
    pub pages: PageOptions,
    /// Also repeat the experiments of papers
    #[arg(long)]
    pub papers: bool,
    /// Judge an earlier results.json and write its page again; a file, or the folder of a report
    #[arg(long, value_name = "FILE", conflicts_with_all = ["quick", "full", "fresh", "papers"])]
    pub from: Option<PathBuf>,
    /// Compare two results.json files, or the folders of two reports
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with_all = ["quick", "full", "fresh", "papers", "from"])]
    pub compare: Option<Vec<PathBuf>>,
}

/// The options of `papers`.
#[derive(Args)]
pub struct Papers {
    /// Experiments to run, by name; by default all
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// List the experiments; measures nothing
    #[arg(long, conflicts_with_all = ["names", "open", "quick", "full", "fresh"])]
    pub list: bool,
    /// Folder to write to; created if it does not exist
    #[arg(long, value_name = "DIR", default_value = "floatfloat-papers")]
    pub out: PathBuf,
    #[command(flatten)]
    pub pages: PageOptions,
    /// Number types to cover, by default all; types that an experiment does not measure are ignored
    #[arg(long = "type", value_name = "TYPE", value_delimiter = ',', requires = "names", value_parser = contender())]
    pub types: Vec<Contender>,
    /// Sizes to measure, for example 4096,2^20; only for experiments whose sizes can be chosen (see --list)
    #[arg(long = "size", value_name = "N", value_delimiter = ',', requires = "names", allow_negative_numbers = true, value_parser = size)]
    pub sizes: Option<Vec<u64>>,
}
