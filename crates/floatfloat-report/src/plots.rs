//! Figures as SVG. The rest of the crate describes a figure ([`Figure`]). Only `draw` uses the
//! plotting library.

pub mod axis;
mod draw;
mod labels;
mod marker;
pub mod theme;

use crate::error::Error;
use axis::Axis;
pub use marker::Shape;
use theme::Ink;

/// A figure: one or more panels with one legend.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The title: what it shows, in one line.
    pub title: String,
    /// The description for readers who cannot see it.
    pub description: String,
    /// The entries of the legend. Marks refer to them by index.
    pub series: Vec<Series>,
    /// The panels, row by row.
    pub panels: Vec<Panel>,
    /// The number of panels beside each other if there is space. Otherwise the panels are below
    /// each other.
    pub columns: usize,
    /// Whether the panels in a row have the same named rows, which are written once, on the left.
    pub shared_rows: bool,
}

/// An entry of the legend: everything that is drawn in one colour and shape.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name in the legend. A series with an empty name is not in the legend.
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
    /// The outline of a marker, also in the panels.
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
    /// The title; empty if that of the figure suffices.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The height of the coordinate system in CSS pixels.
    pub height: u32,
    /// The marks in the panel, the lowest layer first.
    pub marks: Vec<Mark>,
}

/// Something drawn at positions of the axes. Positions that are not finite are not drawn.
#[derive(Clone, Debug)]
pub enum Mark {
    /// Markers of a series.
    Points {
        /// The index of the series.
        series: usize,
        /// The positions.
        at: Vec<(f64, f64)>,
    },
    /// A line through points, with markers.
    Line {
        /// The index of the series.
        series: usize,
        /// The points of the line.
        at: Vec<(f64, f64)>,
    },
    /// A horizontal bar with end caps.
    Span {
        /// The index of the series.
        series: usize,
        /// The height.
        y: f64,
        /// The number of pixels by which the bar is moved down, so that two bars in a row do not
        /// cover each other.
        shift: i32,
        /// The left end.
        low: f64,
        /// The right end.
        high: f64,
    },
    /// A short vertical line: a bound.
    Tick {
        /// The index of the series.
        series: usize,
        /// The position.
        at: (f64, f64),
    },
    /// A thin line between marks that belong together.
    Join {
        /// One end.
        from: (f64, f64),
        /// The other.
        to: (f64, f64),
    },
    /// A filled box from the bottom of the panel up.
    Column {
        /// The index of the series.
        series: usize,
        /// The left edge.
        left: f64,
        /// The right edge.
        right: f64,
        /// The top.
        top: f64,
    },
    /// A name beside a point, placed where it covers nothing.
    Name {
        /// The index of the series that gives the colour.
        series: usize,
        /// The position of the point.
        at: (f64, f64),
        /// The name.
        text: String,
    },
}

impl Figure {
    /// The same figure with all texts rewritten that a reader sees.
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
    /// All positions of the mark, from which the ranges of axes are computed.
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

/// The width of a figure that fills the page, in CSS pixels.
pub const FULL: u32 = 920;
/// The width of a figure that fills half of the page.
pub const HALF: u32 = 448;
/// The width of a figure on a phone.
pub const NARROW: u32 = 344;

/// The figure as an `svg` element for a page that carries [`theme::css`].
pub fn inline(figure: &Figure, width: u32) -> Result<String, Error> {
    draw::svg(figure, width, draw::Place::Page)
}

/// The figure as a separate file, with its own colours for light and dark.
pub fn standalone(figure: &Figure) -> Result<String, Error> {
    draw::svg(figure, FULL, draw::Place::File)
}
