//! Draws a [`Figure`] with plotters. No other file uses that library's drawing calls.

use super::{
    Figure, Key, Mark, Panel, Series,
    axis::Axis,
    labels::{self, Rectangle, Side},
    marker::Shape,
    theme::{self, Ink},
};
use crate::error::Error;
use plotters::{
    chart::{ChartBuilder, ChartContext},
    coord::Shift,
    drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea},
    element::{Circle, PathElement, Polygon, Text},
    prelude::{Cartesian2d, DrawingBackend, SVGBackend},
    style::{
        Color, IntoFont, RGBColor, ShapeStyle, TRANSPARENT, TextStyle,
        text_anchor::{HPos, Pos, VPos},
    },
};

/// The units of the drawing in a CSS pixel. The library rounds positions to whole units.
const UNIT: i32 = 4;
/// The size of text in CSS pixels.
const TEXT: f64 = 12.5;
const TITLE: f64 = 13.5;
const RADIUS: f64 = 4.6;
const LEGEND_ROW: u32 = 22;
const LEGEND_SWATCH: f64 = 30.0;
const HEADER: u32 = 26;
const FOOTER: u32 = 44;
const GAP: u32 = 22;
/// Space on the right for half of the last tick's name.
const RIGHT: u32 = 16;

type Root<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Failure<'a> = DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;
type Drawn<'a> = Result<(), Failure<'a>>;
type Chart<'r, 'a> = ChartContext<'r, SVGBackend<'a>, Cartesian2d<Axis, Axis>>;

/// Where the drawing will be shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In a page that has the style sheet and shows the title.
    Page,
    /// In a separate file, with style sheet, title and background.
    File,
}

fn colour(ink: Ink) -> RGBColor {
    let (r, g, b) = ink.light();
    RGBColor(r, g, b)
}

fn px(pixels: f64) -> i32 {
    (pixels * f64::from(UNIT)).round() as i32
}

fn line(ink: Ink, pixels: f64) -> ShapeStyle {
    colour(ink).stroke_width(px(pixels).unsigned_abs())
}

/// The library divides sizes by 1.24 when it writes SVG.
fn text(ink: Ink, size: f64, h: HPos) -> TextStyle<'static> {
    let size = size * f64::from(UNIT) * 1.24;
    let style = TextStyle::from(("sans-serif", size).into_font()).pos(Pos::new(h, VPos::Center));
    TextStyle { color: colour(ink).to_backend_color(), ..style }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The figure as an `svg` element of this width in CSS pixels.
pub fn svg(figure: &Figure, width: u32, place: Place) -> Result<String, Error> {
    let grid = Grid::new(figure, width, place);
    let size = (width * UNIT as u32, grid.height * UNIT as u32);
    let mut body = String::new();
    {
        let root = SVGBackend::with_string(&mut body, size).into_drawing_area();
        draw(figure, &grid, place, &root)
            .and_then(|()| root.present())
            .map_err(|error| Error::Render(format!("{}: {error}", figure.title)))?;
    }
    let content = body.split_once('>').map_or("", |(_, content)| content);
    let (w, h) = size;
    let css_height = grid.height;
    let style = match place {
        Place::Page => String::new(),
        Place::File => format!(
            "<style>\n.plot{{background:var(--ground)}}\n.plot text{{font-family:system-ui,sans-serif}}\n{}</style>\n",
            theme::css()
        ),
    };
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" width=\"{width}\" \
         height=\"{css_height}\" viewBox=\"0 0 {w} {h}\" role=\"img\">\n<title>{}</title>\n\
         <desc>{}</desc>\n{style}{}",
        escape(&figure.title),
        escape(&figure.description),
        content.trim_start()
    ))
}

/// The positions of all parts, in CSS pixels.
struct Grid {
    height: u32,
    legend: Vec<(usize, f64, u32)>,
    panels: Vec<Frame>,
}

/// The area of one panel's coordinate system.
struct Frame {
    left: u32,
    top: u32,
    width: u32,
    names: bool,
}

impl Grid {
    fn new(figure: &Figure, width: u32, place: Place) -> Self {
        let title = if place == Place::File { 34 } else { 0 };
        let (legend, legend_rows) = legend(&figure.series, f64::from(width));
        let columns = if width >= super::FULL { figure.columns.max(1) } else { 1 };
        let margin = |panel: &Panel| {
            let widest = panel.y.names().map(|name| labels::width(name, TEXT)).fold(0.0, f64::max);
            widest.ceil() as u32 + 12
        };
        let widest = figure.panels.iter().map(margin).max().unwrap_or(0).min(width / 2);
        // Different names are never shared, whatever the figure says.
        let same_rows =
            figure.panels.windows(2).all(|pair| pair[0].y.names().eq(pair[1].y.names()));
        let shared_rows = figure.shared_rows && same_rows;
        let margin_of = |column: usize| if column > 0 && shared_rows { 0 } else { widest };
        let taken: u32 = (0..columns).map(|column| margin_of(column) + RIGHT).sum::<u32>()
            + GAP * (columns as u32 - 1);
        let plot = width.saturating_sub(taken) / columns as u32;
        let mut panels = Vec::new();
        let mut top = title + legend_rows * LEGEND_ROW;
        if legend_rows > 0 {
            top += 8;
        }
        for row in figure.panels.chunks(columns) {
            let mut left = 0;
            for (column, _) in row.iter().enumerate() {
                left += margin_of(column);
                let names = !(column > 0 && shared_rows);
                panels.push(Frame { left, top: top + HEADER, width: plot, names });
                left += plot + RIGHT + GAP;
            }
            let tallest = row.iter().map(|panel| panel.height).max().unwrap_or(0);
            top += HEADER + tallest + FOOTER + 6;
        }
        Grid { height: top.max(1), legend, panels }
    }
}

/// The places of the entries of the legend (series, left, row), and the number of rows.
fn legend(series: &[Series], width: f64) -> (Vec<(usize, f64, u32)>, u32) {
    let mut places = Vec::new();
    let (mut left, mut row) = (0.0, 0);
    for (i, entry) in series.iter().enumerate().filter(|(_, entry)| !entry.name.is_empty()) {
        let entry_width = LEGEND_SWATCH + labels::width(&entry.name, TEXT) + 18.0;
        if left > 0.0 && left + entry_width > width {
            left = 0.0;
            row += 1;
        }
        places.push((i, left, row));
        left += entry_width;
    }
    let rows = if places.is_empty() { 0 } else { row + 1 };
    (places, rows)
}

fn draw<'a>(figure: &Figure, grid: &Grid, place: Place, root: &Root<'a>) -> Drawn<'a> {
    let mut top = 0.0;
    if place == Place::File {
        let style = text(Ink::Text, 17.0, HPos::Left);
        root.draw(&Text::new(figure.title.clone(), (0, px(14.0)), style))?;
        top = 34.0;
    }
    for &(series, left, row) in &grid.legend {
        let y = top + f64::from(row * LEGEND_ROW) + f64::from(LEGEND_ROW) / 2.0;
        draw_key(&figure.series[series], (px(left), px(y)), root)?;
        let style = text(Ink::Text, TEXT, HPos::Left);
        let name = figure.series[series].name.clone();
        root.draw(&Text::new(name, (px(left + LEGEND_SWATCH), px(y)), style))?;
    }
    for (panel, frame) in figure.panels.iter().zip(&grid.panels) {
        draw_panel(figure, panel, frame, root)?;
    }
    Ok(())
}

fn draw_key<'a>(series: &Series, (x, y): (i32, i32), root: &Root<'a>) -> Drawn<'a> {
    let (start, end) = (x + px(2.0), x + px(22.0));
    let middle = (x + px(12.0), y);
    match series.key {
        Key::Marker | Key::Hollow => marker(series, middle, root),
        Key::Line => {
            root.draw(&PathElement::new(vec![(start, y), (end, y)], line(series.ink, 2.0)))?;
            marker(series, middle, root)
        }
        Key::Span => span(series, (start, end), y, root),
        Key::Tick => tick(series, middle, root),
        Key::Box => {
            let corners = [(start, y - px(5.0)), (end, y + px(5.0))];
            root.draw(&plotters::element::Rectangle::new(corners, colour(series.ink).filled()))
        }
    }
}

fn marker<'a>(series: &Series, at: (i32, i32), root: &Root<'a>) -> Drawn<'a> {
    let hollow = series.key == Key::Hollow;
    let style = if hollow { line(series.ink, 1.5) } else { colour(series.ink).filled() };
    if series.shape == Shape::Circle {
        return root.draw(&Circle::new(at, px(RADIUS), style));
    }
    let corners = series.shape.corners(at, RADIUS * f64::from(UNIT));
    if hollow {
        let closed = corners.iter().chain(corners.first()).copied().collect::<Vec<_>>();
        root.draw(&PathElement::new(closed, style))
    } else {
        root.draw(&Polygon::new(corners, style))
    }
}

fn span<'a>(series: &Series, (low, high): (i32, i32), y: i32, root: &Root<'a>) -> Drawn<'a> {
    let style = line(series.ink, 3.0);
    let cap = px(5.0);
    root.draw(&PathElement::new(vec![(low, y), (high, y)], style))?;
    for x in [low, high] {
        root.draw(&PathElement::new(vec![(x, y - cap), (x, y + cap)], style))?;
    }
    Ok(())
}

fn tick<'a>(series: &Series, (x, y): (i32, i32), root: &Root<'a>) -> Drawn<'a> {
    let half = px(7.0);
    root.draw(&PathElement::new(vec![(x, y - half), (x, y + half)], line(series.ink, 2.5)))
}

fn draw_panel<'a>(figure: &Figure, panel: &Panel, frame: &Frame, root: &Root<'a>) -> Drawn<'a> {
    let y_axis = if frame.names { panel.y.clone() } else { panel.y.clone().unnamed() };
    let x_axis = panel
        .x
        .clone()
        .thinned(px(f64::from(frame.width)), |name| f64::from(UNIT) * labels::width(name, TEXT));
    let area = root.clone().shrink(
        (0, px(f64::from(frame.top))),
        (px(f64::from(frame.left + frame.width)), px(f64::from(panel.height + FOOTER))),
    );
    let mut chart = ChartBuilder::on(&area)
        .y_label_area_size(px(f64::from(frame.left)))
        .x_label_area_size(px(f64::from(FOOTER)))
        .build_cartesian_2d(x_axis, y_axis)?;
    let mut mesh = chart.configure_mesh();
    if panel.y.has_rows() {
        mesh.axis_style(colour(Ink::Ground).mix(0.0));
    } else {
        mesh.axis_style(line(Ink::Axis, 1.0));
    }
    mesh.bold_line_style(line(Ink::Grid, 1.0))
        .light_line_style(TRANSPARENT)
        .set_all_tick_mark_size(px(4.0))
        .x_label_style(text(Ink::Muted, TEXT, HPos::Center))
        .y_label_style(text(
            if panel.y.has_rows() { Ink::Text } else { Ink::Muted },
            TEXT,
            HPos::Right,
        ))
        .draw()?;
    draw_axis_names(panel, frame, root)?;
    for mark in &panel.marks {
        draw_mark(figure, panel, mark, &chart, root)?;
    }
    draw_names(figure, panel, &chart, root)
}

/// Draws the title and the name of the vertical axis above the panel, and that of the horizontal
/// axis below it.
fn draw_axis_names<'a>(panel: &Panel, frame: &Frame, root: &Root<'a>) -> Drawn<'a> {
    let (left, top) = (f64::from(frame.left), f64::from(frame.top));
    let above = px(top - f64::from(HEADER) / 2.0 - 1.0);
    let mut x = left;
    if !panel.title.is_empty() {
        let style = text(Ink::Text, TITLE, HPos::Left);
        root.draw(&Text::new(panel.title.clone(), (px(x), above), style))?;
        x += labels::width(&panel.title, TITLE) * 1.05 + 18.0;
    }
    if !panel.y.label.is_empty() {
        let style = text(Ink::Muted, TEXT, HPos::Left);
        let x = if panel.title.is_empty() { 0.0 } else { x };
        root.draw(&Text::new(format!("↑ {}", panel.y.label), (px(x), above), style))?;
    }
    let below = top + f64::from(panel.height + FOOTER) - 9.0;
    let style = text(Ink::Muted, TEXT, HPos::Right);
    let right = left + f64::from(frame.width);
    root.draw(&Text::new(format!("{} →", panel.x.label), (px(right), px(below)), style))
}

fn draw_mark<'a>(
    figure: &Figure,
    panel: &Panel,
    mark: &Mark,
    chart: &Chart<'_, 'a>,
    root: &Root<'a>,
) -> Drawn<'a> {
    let shows = |&(x, y): &(f64, f64)| panel.x.shows(x) && panel.y.shows(y);
    if !matches!(mark, Mark::Points { .. } | Mark::Line { .. })
        && !mark.positions().iter().all(shows)
    {
        return Ok(());
    }
    let place = |at: (f64, f64)| chart.backend_coord(&at);
    match mark {
        Mark::Points { series, at } => at
            .iter()
            .filter(|at| shows(at))
            .try_for_each(|&at| marker(&figure.series[*series], place(at), root)),
        Mark::Line { series, at } => {
            let path: Vec<_> = at.iter().filter(|at| shows(at)).map(|&at| place(at)).collect();
            let series = &figure.series[*series];
            root.draw(&PathElement::new(path.clone(), line(series.ink, 1.8)))?;
            path.into_iter().try_for_each(|at| marker(series, at, root))
        }
        Mark::Span { series, y, shift, low, high } => {
            let ((low, y), (high, _)) = (place((*low, *y)), place((*high, *y)));
            span(&figure.series[*series], (low, high), y + px(f64::from(*shift)), root)
        }
        Mark::Tick { series, at } => tick(&figure.series[*series], place(*at), root),
        Mark::Join { from, to } => {
            root.draw(&PathElement::new(vec![place(*from), place(*to)], line(Ink::Axis, 1.2)))
        }
        Mark::Column { series, left, right, top } => {
            let corners = [place((*left, *top)), place((*right, panel.y.lowest()))];
            let style = colour(figure.series[*series].ink).filled();
            root.draw(&plotters::element::Rectangle::new(corners, style))
        }
        Mark::Name { .. } => Ok(()),
    }
}

/// Draws the names beside points, after everything else and clear of all markers.
fn draw_names<'a>(
    figure: &Figure,
    panel: &Panel,
    chart: &Chart<'_, 'a>,
    root: &Root<'a>,
) -> Drawn<'a> {
    let unit = f64::from(UNIT);
    let place = |at: (f64, f64)| {
        let (x, y) = chart.backend_coord(&at);
        (f64::from(x), f64::from(y))
    };
    let (xs, ys) = chart.plotting_area().get_pixel_range();
    let frame = Rectangle {
        left: f64::from(xs.start),
        top: f64::from(ys.start),
        right: f64::from(xs.end),
        bottom: f64::from(ys.end),
    };
    let mut taken: Vec<Rectangle> = panel
        .marks
        .iter()
        .filter(|mark| matches!(mark, Mark::Points { .. } | Mark::Line { .. }))
        .flat_map(Mark::positions)
        .filter(|&(x, y)| panel.x.shows(x) && panel.y.shows(y))
        .map(|at| Rectangle::around(place(at), (RADIUS + 2.0) * unit))
        .collect();
    for mark in &panel.marks {
        let Mark::Name { series, at, text: name } = mark else { continue };
        if !(panel.x.shows(at.0) && panel.y.shows(at.1)) {
            continue;
        }
        let size = (labels::width(name, TEXT) * unit, TEXT * unit);
        let gap = (RADIUS + 3.0) * unit;
        let Some(((x, y), side, rectangle)) = labels::place(place(*at), size, gap, &frame, &taken)
        else {
            continue;
        };
        taken.push(rectangle);
        let h = match side {
            Side::Right => HPos::Left,
            Side::Left => HPos::Right,
            Side::Middle => HPos::Center,
        };
        let style = text(figure.series[*series].ink, TEXT, h);
        root.draw(&Text::new(name.clone(), (x.round() as i32, y.round() as i32), style))?;
    }
    Ok(())
}
