//! The options of the commands that run single experiments.

use super::values::contender;
use clap::Args;
use floatfloat_lab::contender::Contender;
use std::path::PathBuf;

/// Size of an experiment.
#[derive(Args)]
pub struct Quick {
    /// Smaller sizes, for a result in seconds
    #[arg(long)]
    pub quick: bool,
}

/// What an experiment covers, and where its report goes.
#[derive(Args)]
pub struct Scope {
    #[command(flatten)]
    pub quick: Quick,
    /// Number types to cover, by default all; types that the experiment does not measure are ignored
    #[arg(long = "type", value_name = "TYPE", value_delimiter = ',', value_parser = contender())]
    pub types: Vec<Contender>,
    /// Write the tables with their figures to DIR/index.html and DIR/results.json as well
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}
