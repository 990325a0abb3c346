//! A chart as data: its table, its axes, and the columns that distinguish its lines and panels.

mod draw;
mod panel;
mod quantity;

pub use draw::drawings;

use crate::{page::figures::Drawing, results::Results};

/// A chart of an experiment.
#[derive(Clone, Copy, Debug)]
pub enum Chart {
    /// A line for each series through numbers on two axes.
    Lines(Lines),
    /// A marker for each series in rows that have names.
    Markers(Markers),
    /// What no other form draws.
    Special(fn(&Results) -> Vec<Drawing>),
}

/// What a reader is told about a chart.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Its name, also that of its file: `figure-gauss-errors`.
    pub id: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// What a reader who cannot see it should know.
    pub description: &'static str,
    /// How to read it.
    pub caption: &'static str,
    /// What was computed: `random systems`. The devices are named behind it.
    pub of: &'static str,
}

/// Which rows of which table are drawn, and what tells them apart.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The id of the table.
    pub table: &'static str,
    /// Other tables, of published numbers say, whose rows are drawn in panels of their own.
    pub also: &'static [&'static str],
    /// What columns must show.
    pub with: &'static [(&'static str, Shows)],
    /// Which devices.
    pub devices: Devices,
    /// Columns that have a panel for each value.
    pub panels: &'static [&'static str],
    /// The column whose values are the series: `type`.
    pub series: &'static str,
    /// A second such column, and what it shows where that goes without saying.
    pub variant: Option<(&'static str, &'static str)>,
}

impl Source {
    /// All rows of a table, a panel for each device, a series for each number type.
    pub const fn of(table: &'static str) -> Self {
        let (with, devices, panels) = (&[], Devices::All, &["device"]);
        Source { table, also: &[], with, devices, panels, series: "type", variant: None }
    }
}

/// What a column must show.
#[derive(Clone, Copy, Debug)]
pub enum Shows {
    /// One of these; an empty text is an empty cell.
    One(&'static [&'static str]),
    /// Anything but this.
    Not(&'static str),
    /// The largest number that it has among the rows of the device that show the same in these columns.
    Most(&'static [&'static str]),
    /// The smallest number of them.
    Least(&'static [&'static str]),
}

/// The devices that a chart shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Devices {
    /// All of them.
    All,
    /// All but software where there is hardware.
    Real,
    /// The first of this machine's.
    First,
    /// The first of the real ones that is not the processor, or the processor where there is none.
    FirstOther,
    /// A figure for each real one, but for those that give nothing new.
    OneFigureEach,
    /// A figure for each, software too.
    OneFigureForEach,
}

/// What an axis shows.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// Where its numbers come from.
    pub value: Value,
    /// What is written at it.
    pub label: &'static str,
    /// How numbers are placed.
    pub scale: Scale,
}

/// Where numbers come from.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// A column.
    Column(&'static str),
    /// A column in the row itself over that in the row whose `by` shows `over` and which agrees in
    /// everything else that was chosen.
    Over {
        /// The column of the numbers.
        column: &'static str,
        /// The column in which the two rows differ.
        by: &'static str,
        /// What it shows in the row below the line.
        over: &'static str,
    },
    /// A column of the row of another table that agrees in these columns.
    Joined {
        /// The id of the other table.
        table: &'static str,
        /// Its column.
        column: &'static str,
        /// The columns that must be equal.
        on: &'static [&'static str],
        /// What columns of the other table must show.
        with: &'static [(&'static str, Shows)],
    },
}

/// How numbers are placed along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// As numbers, from zero on.
    Linear,
    /// Logarithmic.
    Logarithmic,
    /// Logarithmic, with the sizes themselves written at it.
    Sizes,
    /// Powers of two, with a place for errors of zero.
    Errors,
    /// The same, with a place for all that are larger than what is right, of which no digit is.
    RelativeErrors,
}

impl Scale {
    /// The binary logarithm of the largest error that has a place of its own; none where the axis is not
    /// one of errors.
    fn limit(self) -> Option<f64> {
        match self {
            Scale::Errors => Some(f64::MAX),
            Scale::RelativeErrors => Some(0.0),
            Scale::Linear | Scale::Logarithmic | Scale::Sizes => None,
        }
    }
}

/// A logarithmic axis.
pub const fn logarithmic(value: Value, label: &'static str) -> Axis {
    Axis { value, label, scale: Scale::Logarithmic }
}

/// An axis of sizes.
pub const fn sizes(column: &'static str, label: &'static str) -> Axis {
    Axis { value: Value::Column(column), label, scale: Scale::Sizes }
}

/// An axis of errors.
pub const fn errors(column: &'static str, label: &'static str) -> Axis {
    Axis { value: Value::Column(column), label, scale: Scale::Errors }
}

/// Published numbers of the same quantities, drawn as hollow marks.
#[derive(Clone, Copy, Debug)]
pub struct Published {
    /// The id of their table.
    pub table: &'static str,
    /// What its columns must show.
    pub with: &'static [(&'static str, Shows)],
    /// Where the numbers to the right are.
    pub x: Value,
    /// Where the numbers upwards are.
    pub y: Value,
    /// Our columns of panels beside those of the same meaning there.
    pub panels: &'static [(&'static str, &'static str)],
}

/// A line for each series.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// What a reader is told.
    pub words: Words,
    /// What is drawn.
    pub source: Source,
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// Published numbers beside ours.
    pub published: Option<Published>,
}

/// A marker for each series in rows that have names.
#[derive(Clone, Copy, Debug)]
pub struct Markers {
    /// What a reader is told.
    pub words: Words,
    /// What is drawn.
    pub source: Source,
    /// Columns whose values together name a row.
    pub rows: &'static [&'static str],
    /// To the right.
    pub x: Axis,
    /// Published numbers beside ours, by the same rows.
    pub published: Option<Published>,
}

impl Chart {
    /// The tables that it reads, with the columns that it asks of each; none where it is special.
    pub fn reads(&self) -> Vec<(&'static str, Vec<&'static str>)> {
        match self {
            Chart::Lines(chart) => quantity::reads(
                &chart.source,
                &[chart.x.value, chart.y.value],
                &[],
                chart.published.as_ref(),
            ),
            Chart::Markers(chart) => quantity::reads(
                &chart.source,
                &[chart.x.value],
                chart.rows,
                chart.published.as_ref(),
            ),
            Chart::Special(_) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests;
