//! Our numbers beside those that Da Graça & Defour published.

use super::Drawing;
use crate::{
    chart::Words,
    plots::{
        Key, Mark, Panel, Series, Shape,
        axis::Axis,
        theme::{Ink, SERIES},
    },
    results::Results,
    table::{Row, Table, distinct},
};

/// Largest errors of the operations of their table 5: each device of ours, and theirs.
pub fn errors(results: &Results) -> Option<Drawing> {
    let columns = ["device", "op", "type", "max_log2", "paper_name"];
    let published = results.find("ops-accuracy-published", &columns)?;
    let ours = results.find("ops-accuracy", &columns)?;
    let ops = published.distinct("op");
    let rows: Vec<Row> = ours
        .rows()
        .chain(published.rows())
        .filter(|row| row.text("type") == Some("ff"))
        .filter(|row| row.text("op").is_some_and(|op| ops.contains(&op)))
        .collect();
    let values: Vec<f64> = rows.iter().filter_map(|row| row.log2("max_log2")).collect();
    let x = Axis::errors("largest relative error", &values, f64::INFINITY);
    let (mut series, mut marks) = (Vec::new(), Vec::new());
    let devices = distinct(rows.iter().filter_map(|row| row.text("device")));
    let count = devices.len();
    for (i, device) in devices.into_iter().enumerate() {
        // Markers at the same error stand above each other.
        let dodge = 0.22 * ((count - 1) as f64 / 2.0 - i as f64);
        let at = rows
            .iter()
            .filter(|row| row.text("device") == Some(device))
            .filter_map(|row| {
                let line = ops.iter().position(|op| row.text("op") == Some(op))?;
                Some((x.place(row.log2("max_log2")?), dodge - line as f64))
            })
            .collect();
        marks.push(Mark::Points { series: i, at });
        let theirs = published.rows().any(|row| row.text("device") == Some(device));
        series.push(of_device(device, theirs, i));
    }
    let name = |op: &&str| {
        let row = published.rows().find(|row| row.text("op") == Some(op));
        row.and_then(|row| row.text("paper_name")).unwrap_or(op).to_owned()
    };
    let panel = Panel {
        title: String::new(),
        x,
        y: Axis::rows(ops.iter().map(name).collect()),
        height: 46 * ops.len() as u32 + 8,
        marks,
    };
    let words = Words {
        id: "figure-ops-accuracy-published",
        title: "The errors that were left open in 2006",
        description: "For each of Add12, Mul12, Add22 and Mul22 the largest error on this \
            machine, on simulated machines, and as published.",
        caption: "Add12 is exact on a machine that rounds to nearest, and off by 2⁻⁴⁸ on one that \
            chops with two guard bits: the simulated marker stands with the cross of 2006. \
            Add22 is off on every machine, because it cancels; how far depends on the \
            luck and the number of random operands. The notes below explain both.",
        of: "Add12, Mul12, Add22 and Mul22 on f32",
    };
    let sources = ["ops-accuracy", "ops-accuracy-published"];
    Some(Drawing::new(&words, &[], vec![panel], series, &sources))
}

fn of_device(device: &str, theirs: bool, i: usize) -> Series {
    const OURS: [(Ink, Shape); 4] = [
        (Ink::Blue, Shape::Circle),
        (Ink::Green, Shape::Square),
        (Ink::Purple, Shape::Diamond),
        (Ink::Ochre, Shape::Triangle),
    ];
    let (ink, shape) = if theirs { (Ink::Vermilion, Shape::Cross) } else { OURS[i % OURS.len()] };
    Series { name: device.into(), ink, shape, key: Key::Marker }
}

/// Times of their tables 3 and 4: ours, and theirs on processor and GPU, normalised alike.
pub fn times(results: &Results) -> Option<Drawing> {
    let columns = ["op", "elements", "normalised", "paper_name"];
    let ids = ["ops-speed", "ops-speed-published-cpu", "ops-speed-published-gpu"];
    let views: Vec<&Table> = ids.iter().filter_map(|id| results.find(id, &columns)).collect();
    let theirs = views.iter().filter(|view| view.id != "ops-speed");
    let names = distinct(theirs.flat_map(|view| view.distinct("paper_name")));
    let series: Vec<Series> = names
        .iter()
        .zip(SERIES.into_iter().zip(Shape::ALL))
        .map(|(&name, (ink, shape))| Series { name: name.into(), ink, shape, key: Key::Line })
        .collect();
    let panels: Vec<Panel> = views
        .iter()
        .flat_map(|view| view.devices().into_iter().map(|device| (*view, device)))
        .filter_map(|(view, device)| panel(view, device, &names[..series.len()]))
        .collect();
    if panels.len() < 2 {
        return None;
    }
    let words = Words {
        id: "figure-ops-speed-published",
        title: "Time of a whole array, normalised to 4096 additions",
        description: "Time over the number of elements, one line per operation of Da Graça and \
            Defour, a panel each for every device here, their processor and their GPU; \
            both axes logarithmic.",
        caption: "Each panel is normalised to its own time of 4096 additions of the word, as their \
            tables are: the panels compare shapes, not machines.",
        of: "the operations of their tables 3 and 4 on f32",
    };
    let sources: Vec<&str> = views.iter().map(|view| view.id.as_str()).collect();
    Some(Drawing::new(&words, &[], panels, series, &sources))
}

fn panel<'a>(view: &'a Table, device: &'a str, names: &[&str]) -> Option<Panel> {
    let line = |name: &str| {
        let rows = view.rows_of(device).filter(|row| row.text("paper_name") == Some(name));
        let mut at: Vec<(f64, f64)> = rows
            .filter_map(|row| Some((row.finite("elements")?, row.finite("normalised")?)))
            .filter(|&(elements, time)| elements > 0.0 && time > 0.0)
            .collect();
        at.sort_by(|a, b| a.0.total_cmp(&b.0));
        at
    };
    let marks: Vec<Mark> = names
        .iter()
        .enumerate()
        .map(|(series, name)| Mark::Line { series, at: line(name) })
        .filter(|mark| mark.positions().len() > 1)
        .collect();
    let positions: Vec<(f64, f64)> = marks.iter().flat_map(Mark::positions).collect();
    if positions.is_empty() {
        return None;
    }
    let sizes: Vec<f64> = positions.iter().map(|at| at.0).collect();
    Some(Panel {
        title: device.to_owned(),
        x: Axis::sizes("elements", &sizes),
        y: Axis::logarithmic("time", positions.iter().map(|at| at.1)),
        height: 220,
        marks,
    })
}
