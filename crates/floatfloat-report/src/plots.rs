//! Figures as SVG. The rest of the lab describes a figure ([`Figure`]) and never meets the plotting
//! library, which only `draw` knows.

pub mod axis;
mod draw;
mod labels;
mod marker;
pub mod theme;

use crate::error::Error;
use axis::Axis;
pub use marker::Shape;
use theme::Ink;

/// A figure: one or more panels under one legend.
#[derive(Clone, Debug)]
pub struct Figure {
    /// What it shows, in one line.
    pub title: String,
    /// What a reader who cannot see it should know.
    pub description: String,
    /// What the legend explains; marks refer to it by index.
    pub series: Vec<Series>,
    /// The panels, row by row.
    pub panels: Vec<Panel>,
    /// Panels beside each other where there is room; below each other where there is none.
    pub columns: usize,
    /// Panels of one row have the same rows of names on the left, written once.
    pub shared_rows: bool,
}

/// One entry of the legend: everything drawn in one colour and shape.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name in the legend; left out of the legend where empty.
    pub name: String,
    /// Its colour.
    pub ink: Ink,
    /// Its marker.
    pub shape: Shape,
    /// How the legend shows it.
    pub key: Key,
}

/// How the legend shows a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A marker.
    Marker,
    /// The outline of a marker, and so in the panels.
    Hollow,
    /// A marker on a line.
    Line,
    /// A bar with end caps.
    Span,
    /// A short upright line.
    Tick,
    /// A filled box.
    Box,
}

/// One coordinate system.
#[derive(Clone, Debug)]
pub struct Panel {
    /// Its title, empty where the figure's says it all.
    pub title: String,
    /// Left to right.
    pub x: Axis,
    /// Bottom to top.
    pub y: Axis,
    /// Height of the coordinate system in CSS pixels.
    pub height: u32,
    /// What is drawn in it, the first at the bottom.
    pub marks: Vec<Mark>,
}

/// Something drawn at positions of the axes. Positions that are not finite are not drawn.
#[derive(Clone, Debug)]
pub enum Mark {
    /// Markers of a series.
    Points {
        /// Which series.
        series: usize,
        /// Where.
        at: Vec<(f64, f64)>,
    },
    /// A line through points, with markers.
    Line {
        /// Which series.
        series: usize,
        /// Through where.
        at: Vec<(f64, f64)>,
    },
    /// A level bar with end caps.
    Span {
        /// Which series.
        series: usize,
        /// At which height.
        y: f64,
        /// Pixels by which it is moved down, so that two of a row do not cover each other.
        shift: i32,
        /// Left end.
        low: f64,
        /// Right end.
        high: f64,
    },
    /// A short upright line: a bound.
    Tick {
        /// Which series.
        series: usize,
        /// Where.
        at: (f64, f64),
    },
    /// A thin line that joins what belongs together.
    Join {
        /// One end.
        from: (f64, f64),
        /// The other.
        to: (f64, f64),
    },
    /// A filled box from the bottom of the panel up.
    Column {
        /// Which series.
        series: usize,
        /// Left edge.
        left: f64,
        /// Right edge.
        right: f64,
        /// Top.
        top: f64,
    },
    /// A name beside a point, put where it covers nothing.
    Name {
        /// Which series gives the colour.
        series: usize,
        /// Which point.
        at: (f64, f64),
        /// The name.
        text: String,
    },
}

impl Figure {
    /// The same figure with all that a reader sees rewritten.
    pub fn with_texts(mut self, rewrite: impl Fn(&str) -> String) -> Self {
        self.title = rewrite(&self.title);
        self.description = rewrite(&self.description);
        for series in &mut self.series {
            series.name = rewrite(&series.name);
        }
        for panel in &mut self.panels {
            panel.title = rewrite(&panel.title);
            panel.x.rewrite(&rewrite);
            panel.y.rewrite(&rewrite);
            for mark in &mut panel.marks {
                if let Mark::Name { text, .. } = mark {
                    *text = rewrite(text);
                }
            }
        }
        self
    }
}

impl Mark {
    /// Every position it touches, for ranges of axes.
    pub fn positions(&self) -> Vec<(f64, f64)> {
        match self {
            Mark::Points { at, .. } | Mark::Line { at, .. } => at.clone(),
            Mark::Span { y, low, high, .. } => vec![(*low, *y), (*high, *y)],
            Mark::Tick { at, .. } | Mark::Name { at, .. } => vec![*at],
            Mark::Join { from, to } => vec![*from, *to],
            Mark::Column { left, right, top, .. } => vec![(*left, *top), (*right, *top)],
        }
    }
}

/// Width of a figure that fills the page, in CSS pixels.
pub const FULL: u32 = 920;
/// Width of a figure that has half of the page.
pub const HALF: u32 = 448;
/// Width of a figure on a phone.
pub const NARROW: u32 = 344;

/// The figure as an `svg` element for a page that carries [`theme::css`].
pub fn inline(figure: &Figure, width: u32) -> Result<String, Error> {
    draw::svg(figure, width, draw::Place::Page)
}

/// The figure as a file of its own, which carries its own colours for light and dark.
pub fn standalone(figure: &Figure) -> Result<String, Error> {
    draw::svg(figure, FULL, draw::Place::File)
}
