//! Makes figures from a chart and the tables.

use super::{
    Chart, Devices, Lines, Markers, Published, Scale, Source, Value,
    panel::{Drawn, Legend, cover},
    quantity::shown,
};
use crate::{
    CPU,
    page::figures::{Drawing, of_type, published_key, published_series, sign},
    plots::{self, Mark, Panel, Series},
    results::Results,
    table::{Frame, Row, Table, distinct, find},
};

/// The points of a line: horizontal and vertical coordinates.
type Points = Vec<(f64, f64)>;

/// The figures of a chart; none if nothing was measured for it.
pub fn drawings(chart: &Chart, results: &Results) -> Vec<Drawing> {
    match chart {
        Chart::Lines(chart) => lines(chart, results),
        Chart::Markers(chart) => markers(chart, results).into_iter().collect(),
        Chart::Special(draw) => draw(results).into_iter().collect(),
        Chart::Specials(draw) => draw(results),
    }
}

/// The devices of a table that a chart shows.
fn devices<'a>(table: &'a Table, choice: Devices, results: &'a Results) -> Vec<&'a str> {
    let mut named = table.devices();
    let known = |id: &str| results.devices.iter().find(|device| device.id == id);
    let is_hardware = |id: &&str| *id != CPU && !known(id).is_some_and(|device| device.software);
    if choice == Devices::First {
        return vec![results.first_device(table)];
    }
    let is_any = matches!(choice, Devices::All | Devices::OneFigureForEach);
    if !is_any && named.iter().any(is_hardware) {
        named.retain(|id| *id == CPU || is_hardware(id));
    }
    if choice == Devices::FirstOther {
        named = vec![named.iter().copied().find(|id| *id != CPU).unwrap_or(named[0])];
    }
    named
}

/// The rows of one device that a chart draws.
fn rows_of<'a>(table: &'a Table, source: &Source, device: &str) -> Frame<'a> {
    shown(&table.frame_of(device), source.with)
}

/// The published rows for a panel with these rows.
fn rows_beside<'a>(
    published: &Published,
    panel: &Frame<'_>,
    tables: &'a [Table],
) -> Option<Frame<'a>> {
    let (table, first) = (find(tables, published.table, &[])?, panel.first()?);
    Some(shown(&table.frame(), published.with).filter(|row| {
        published.panels.iter().all(|(ours, theirs)| first.cell(ours) == row.cell(theirs))
    }))
}

/// The legend's name for the series of a row.
fn series_of(row: &Row<'_>, source: &Source) -> Option<String> {
    let name = row.shown(source.series);
    if name.is_empty() {
        return None;
    }
    Some(match source.variant {
        Some((column, usual)) if !row.is(column, usual) => format!("{name}, {}", row.shown(column)),
        _ => name,
    })
}

/// The text of a column in a title, with the column's name if the value alone says nothing.
fn label(row: &Row<'_>, column: &str) -> String {
    let shown = row.shown(column);
    match column {
        _ if shown.is_empty() => shown,
        "op" => sign(&shown).to_owned(),
        "operands" | "x" | "y" => format!("{column} {shown}"),
        "repetitions" if shown == "1" => "once".to_owned(),
        "repetitions" => format!("{shown} times"),
        _ => format!("{shown} {}", row.unit(column)).trim_end().to_owned(),
    }
}

/// The titles of panels, and their rows: `cpu, +`, or `wgpu:0, 16 × 256` by workgroups and lanes.
fn split<'a>(rows: &Frame<'a>, columns: &[&str], device: &str) -> Vec<(String, Frame<'a>)> {
    let title = |row: &Row<'_>| -> String {
        let mut title = String::new();
        for column in columns {
            let value = if *column == "device" { device.to_owned() } else { label(row, column) };
            if !title.is_empty() && !value.is_empty() {
                title += if *column == "lanes" { " × " } else { ", " };
            }
            title += &value;
        }
        title
    };
    let titles = distinct(rows.rows().map(|row| title(&row)));
    titles.into_iter().map(|name| (name.clone(), rows.filter(|row| title(row) == name))).collect()
}

/// The points of each series, from left to right, that logarithmic axes can show.
fn points(
    rows: &Frame<'_>,
    names: &[String],
    name: impl Fn(&Row<'_>) -> Option<String>,
    point: impl Fn(&Row<'_>) -> Option<(f64, f64)>,
) -> Vec<Points> {
    let has_place =
        |at: &(f64, f64)| at.0.is_finite() && at.1.is_finite() && at.0 > 0.0 && at.1 >= 0.0;
    let of = |series: &String| {
        let rows = rows.rows().filter(|row| name(row).as_ref() == Some(series));
        let mut points: Points = rows.filter_map(|row| point(&row)).filter(has_place).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points
    };
    names.iter().map(of).collect()
}

fn lines(chart: &Lines, results: &Results) -> Vec<Drawing> {
    let (source, tables) = (&chart.source, &results.experiments);
    let Some(table) = find(tables, source.table, &[]) else { return Vec::new() };
    let drawn: Vec<&Table> = [table]
        .into_iter()
        .chain(source.also.iter().filter_map(|id| find(tables, id, &[])))
        .collect();
    let of_devices = drawn.iter().flat_map(|&table| {
        devices(table, source.devices, results).into_iter().map(move |device| (table, device))
    });
    let all_rows = drawn.iter().flat_map(|table| table.rows());
    let names = distinct(all_rows.filter_map(|row| series_of(&row, source)));
    let mut figures: Vec<(Vec<&str>, Vec<Drawn>)> = Vec::new();
    for (table, device) in of_devices {
        let rows = rows_of(table, source, device);
        let panels = split(&rows, source.panels, device).into_iter().map(|(title, rows)| {
            let ours = points(
                &rows,
                &names,
                |row| series_of(row, source),
                |row| {
                    let height = chart.y.value.of(row, tables)?;
                    // If no digit is right, all errors count as equal.
                    let is_worse = height.is_nan() || height > 1.0;
                    let is_worse = is_worse && chart.y.scale == Scale::RelativeErrors;
                    let height = if is_worse { f64::MAX } else { height };
                    Some((chart.x.value.of(row, tables)?, height))
                },
            );
            let beside = |published: &Published| {
                let usual = Source { variant: None, ..*source };
                Some(points(
                    &rows_beside(published, &rows, tables)?,
                    &names,
                    |row| series_of(row, &usual),
                    |row| Some((published.x.of(row, tables)?, published.y.of(row, tables)?)),
                ))
            };
            let theirs = chart.published.as_ref().and_then(beside);
            let theirs = theirs.unwrap_or_else(|| vec![Vec::new(); names.len()]);
            Drawn { title, points: ours, published: theirs }
        });
        let panels: Vec<_> = panels.filter(Drawn::has_points).collect();
        if panels.is_empty() {
            continue;
        }
        let known = match source.devices {
            Devices::OneFigureForEach => None,
            Devices::OneFigureEach => figures.iter().position(|(_, known)| cover(known, &panels)),
            _ => (!figures.is_empty()).then_some(0),
        };
        match known {
            None => figures.push((vec![device], panels)),
            Some(known) => {
                figures[known].0.push(device);
                if source.devices != Devices::OneFigureEach {
                    figures[known].1.extend(panels);
                }
            }
        }
    }
    let several = figures.len() > 1;
    let draw = |(devices, panels): (Vec<&str>, Vec<Drawn>)| {
        let has_published = panels.iter().any(Drawn::has_published);
        let legend = Legend::of(&names, &panels);
        let panels: Vec<Panel> =
            panels.into_iter().map(|panel| legend.panel(panel, &chart.x, &chart.y)).collect();
        let mut sources = vec![source.table];
        sources.extend(source.also.iter().filter(|id| find(tables, id, &[]).is_some()));
        sources.extend([chart.x.value, chart.y.value].iter().filter_map(Value::other_table));
        sources.extend(chart.published.iter().filter(|_| has_published).map(|p| p.table));
        let mut drawing = Drawing::new(&chart.words, &devices, panels, legend.series, &sources);
        if several {
            drawing.figure.title = format!("{}, on {}", chart.words.title, devices[0]);
        }
        drawing
    };
    figures.into_iter().map(draw).collect()
}

fn markers(chart: &Markers, results: &Results) -> Option<Drawing> {
    let (source, tables) = (&chart.source, &results.experiments);
    let table = find(tables, source.table, &[])?;
    let name = |row: &Row<'_>| -> String {
        let labels = chart.rows.iter().map(|column| label(row, column));
        labels.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    };
    let frames: Vec<(&str, Frame<'_>)> = devices(table, source.devices, results)
        .into_iter()
        .map(|device| (device, rows_of(table, source, device)))
        .filter(|(_, rows)| !rows.is_empty())
        .collect();
    let is_drawn = |holds: &dyn Fn(&Row<'_>) -> bool| {
        frames.iter().any(|(_, frame)| frame.rows().any(|row| holds(&row)))
    };
    let mut names = distinct(table.rows().filter_map(|row| series_of(&row, source)));
    names.retain(|name| is_drawn(&|row| series_of(row, source).as_ref() == Some(name)));
    // The rows of the figure are in the order of the table, on whichever device they occur.
    let mut rows = distinct(table.rows().map(|row| name(&row)));
    rows.retain(|known| is_drawn(&|row| name(row) == *known));
    let devices: Vec<&str> = frames.iter().map(|(device, _)| *device).collect();
    let drawn: Vec<(String, Frame<'_>)> =
        frames.iter().flat_map(|(device, rows)| split(rows, source.panels, device)).collect();
    let height =
        |row: &Row<'_>| rows.iter().position(|known| *known == name(row)).map(|k| -(k as f64));
    let mut series: Vec<Series> = names.iter().map(|name| of_type(name)).collect();
    let mut panels = Vec::new();
    let mut has_published = false;
    for (title, panel) in &drawn {
        let of = |frame: &Frame<'_>, value: Value, lower: f64| -> Vec<Points> {
            let of = |series: &String| {
                let rows =
                    frame.rows().filter(|row| series_of(row, source).as_ref() == Some(series));
                let at = rows
                    .filter_map(|row| Some((value.of(&row, tables)?.abs(), height(&row)? - lower)));
                at.filter(|at| !at.0.is_nan()).collect()
            };
            names.iter().map(of).collect()
        };
        let mut found = of(panel, chart.x.value, 0.0);
        if let Some(published) = &chart.published
            && let Some(there) = rows_beside(published, panel, tables)
        {
            // Published markers are a little lower, so that they cover nothing.
            let theirs = of(&there, published.x, 0.25);
            has_published |= theirs.iter().any(|at| !at.is_empty());
            found.extend(theirs);
        }
        if found.iter().all(Vec::is_empty) {
            continue;
        }
        let x = chart.x.drawn(found.iter().flatten().map(|at| at.0).collect());
        let marks = found.iter().enumerate().filter(|(_, at)| !at.is_empty());
        let marks = marks.map(|(series, at)| Mark::Points {
            series,
            at: at.iter().map(|&(value, height)| (chart.x.place(&x, value), height)).collect(),
        });
        panels.push(Panel {
            title: title.clone(),
            y: plots::axis::Axis::rows(rows.clone()),
            height: 30 * rows.len() as u32 + 8,
            marks: marks.collect(),
            x,
        });
    }
    if panels.is_empty() {
        return None;
    }
    let mut sources = vec![source.table];
    if has_published {
        let hollow: Vec<_> = series.iter().map(published_series).collect();
        series.extend(hollow);
        series.push(published_key("published"));
        sources.extend(chart.published.map(|published| published.table));
    }
    let mut drawing = Drawing::new(&chart.words, &devices, panels, series, &sources);
    drawing.figure.shared_rows = true;
    Some(drawing)
}
