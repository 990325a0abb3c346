//! A chart as data: its table, its axes, and the columns that distinguish its lines and panels.

mod draw;
mod panel;
pub(crate) mod quantity;

pub use draw::drawings;

use crate::{page::figures::Drawing, results::Results};

/// A chart of an experiment.
#[derive(Clone, Copy, Debug)]
pub enum Chart {
    /// A line for each series, through points on two axes.
    Lines(Lines),
    /// A marker for each series, in named rows.
    Markers(Markers),
    /// A chart that the other forms cannot draw.
    Special(fn(&Results) -> Option<Drawing>),
    /// Several charts of one form that the others cannot draw.
    Specials(fn(&Results) -> Vec<Drawing>),
}

/// The text of a chart for readers.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// The name of the chart and of its file: `figure-gauss-errors`.
    pub id: &'static str,
    /// The title: what the chart shows.
    pub title: &'static str,
    /// The description for readers who cannot see the chart.
    pub description: &'static str,
    /// The caption: how to read the chart.
    pub caption: &'static str,
    /// What was computed: `random systems`. The names of the devices follow it.
    pub of: &'static str,
}

/// The table and the rows that are drawn, and the columns that distinguish them.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The id of the table.
    pub table: &'static str,
    /// Other tables, such as published numbers, whose rows are drawn in separate panels.
    pub also: &'static [&'static str],
    /// What columns must show in the rows.
    pub with: &'static [(&'static str, Shows)],
    /// The devices.
    pub devices: Devices,
    /// The columns with a panel for each value.
    pub panels: &'static [&'static str],
    /// The column with a series for each value: `type`.
    pub series: &'static str,
    /// A second such column, and its usual value, which the legend does not show.
    pub variant: Option<(&'static str, &'static str)>,
}

impl Source {
    /// All rows of a table, with a panel for each device and a series for each number type.
    pub const fn of(table: &'static str) -> Self {
        let (with, devices, panels) = (&[], Devices::All, &["device"]);
        Source { table, also: &[], with, devices, panels, series: "type", variant: None }
    }
}

/// What a column must show in a row.
#[derive(Clone, Copy, Debug)]
pub enum Shows {
    /// One of these texts. An empty text is an empty cell.
    One(&'static [&'static str]),
    /// Any text except this.
    Not(&'static str),
    /// The largest number of the column, among the rows of the device that agree in these columns.
    Most(&'static [&'static str]),
    /// The smallest number of the column, among the same rows.
    Least(&'static [&'static str]),
}

/// The devices that a chart shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Devices {
    /// All devices.
    All,
    /// All devices, without software if there is hardware.
    Real,
    /// The first device of this machine.
    First,
    /// The first real device that is not the processor, or the processor if there is none.
    FirstOther,
    /// A figure for each real device, except those that show nothing new.
    OneFigureEach,
    /// A figure for each device, including software.
    OneFigureForEach,
}

/// The content of an axis.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// The source of its numbers.
    pub value: Value,
    /// The label of the axis.
    pub label: &'static str,
    /// How numbers are placed on the axis.
    pub scale: Scale,
}

/// The source of numbers.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// A column.
    Column(&'static str),
    /// A column of the row, divided by the same column of another row. In the other row `by` shows
    /// `over`, and all other chosen columns agree.
    Over {
        /// The column of the numbers.
        column: &'static str,
        /// The column in which the two rows differ.
        by: &'static str,
        /// The text of that column in the row of the divisor.
        over: &'static str,
    },
    /// A column of another table, in the row that agrees in these columns.
    Joined {
        /// The id of the other table.
        table: &'static str,
        /// The column of the other table.
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
    /// As numbers, beginning at zero.
    Linear,
    /// Logarithmic.
    Logarithmic,
    /// Logarithmic, with the sizes themselves as ticks.
    Sizes,
    /// Powers of two, with a separate place for errors of zero.
    Errors,
    /// The same, with a separate place for all errors that are larger than the correct value, for
    /// which no digit is right.
    RelativeErrors,
}

impl Scale {
    /// The binary logarithm of the largest error that has its own place; none if the axis does not show
    /// errors.
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

/// Published numbers of the same quantities, drawn as hollow markers.
#[derive(Clone, Copy, Debug)]
pub struct Published {
    /// The id of their table.
    pub table: &'static str,
    /// What columns of that table must show.
    pub with: &'static [(&'static str, Shows)],
    /// The numbers on the horizontal axis.
    pub x: Value,
    /// The numbers on the vertical axis.
    pub y: Value,
    /// Our columns of panels, each with the column of the same meaning in the published table.
    pub panels: &'static [(&'static str, &'static str)],
}

/// A chart with a line for each series.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// The text for readers.
    pub words: Words,
    /// The rows that are drawn.
    pub source: Source,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// Published numbers, drawn with ours.
    pub published: Option<Published>,
}

/// A chart with a marker for each series in named rows.
#[derive(Clone, Copy, Debug)]
pub struct Markers {
    /// The text for readers.
    pub words: Words,
    /// The rows that are drawn.
    pub source: Source,
    /// The columns whose values together name a row.
    pub rows: &'static [&'static str],
    /// The horizontal axis.
    pub x: Axis,
    /// Published numbers for the same rows, drawn with ours.
    pub published: Option<Published>,
}

impl Chart {
    /// The tables that the chart reads, with the columns that it needs of each; none for a special
    /// chart.
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
            Chart::Special(_) | Chart::Specials(_) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests;
