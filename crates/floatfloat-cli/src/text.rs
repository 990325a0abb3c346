//! Experiments as text tables.

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, TableStyle};
use floatfloat_lab::results::{Cell, Column, Table};
use textwrap::Options;

/// Title, table and notes, at full width or wrapped to `width` characters.
pub fn experiment(experiment: &Table, width: Option<u16>) -> String {
    let mut text = experiment.id.clone();
    if let Some(paper) = &experiment.paper {
        text += &format!(" ({paper})");
    }
    text += "\n";
    if !experiment.rows.is_empty() {
        text += &table(experiment, width).to_string();
        text += "\n";
    }
    for note in &experiment.notes {
        text += &wrapped(note, width);
    }
    text
}

fn wrapped(note: &str, width: Option<u16>) -> String {
    let width = width.map_or(usize::MAX, usize::from);
    let options = Options::new(width).initial_indent("- ").subsequent_indent("  ");
    textwrap::fill(note, options) + "\n"
}

/// The columns that contain anything.
fn table(experiment: &Table, width: Option<u16>) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    let style = TableStyle::new().header_separator(LineStyle::none().fill('─'));
    table.load_style(style);
    match width {
        Some(width) => table.set_width(width).set_content_arrangement(ContentArrangement::Dynamic),
        None => table.set_content_arrangement(ContentArrangement::Disabled),
    };
    let has_values = |i: usize| experiment.rows.iter().any(|row| row[i] != Cell::Empty);
    let shown: Vec<usize> = (0..experiment.columns.len()).filter(|&i| has_values(i)).collect();
    table.set_header(shown.iter().map(|&i| heading(&experiment.columns[i])));
    for row in &experiment.rows {
        table.add_row(shown.iter().map(|&i| {
            let alignment = match row[i] {
                Cell::Integer(_) | Cell::Number(_) => CellAlignment::Right,
                _ => CellAlignment::Left,
            };
            comfy_table::Cell::new(value(&row[i])).set_alignment(alignment)
        }));
    }
    table
}

fn heading(column: &Column) -> String {
    if column.unit.is_empty() {
        column.name.to_string()
    } else {
        format!("{} [{}]", column.name, column.unit)
    }
}

fn value(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Flag(yes) => if *yes { "yes" } else { "no" }.into(),
        Cell::Integer(integer) => integer.to_string(),
        Cell::Number(number) => significant(*number),
        Cell::Text(text) => text.clone(),
    }
}

/// Five significant digits, without an exponent if that is readable.
fn significant(number: f64) -> String {
    let magnitude = number.abs();
    if magnitude == 0.0 {
        "0".into()
    } else if !(1e-3..1e7).contains(&magnitude) {
        format!("{number:.4e}")
    } else {
        let decimals = (4 - magnitude.log10().floor() as i32).clamp(0, 6);
        let text = format!("{number:.*}", decimals as usize);
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').into()
        } else {
            text
        }
    }
}

#[cfg(test)]
mod tests {
    use super::significant;

    #[test]
    fn numbers_are_short_and_readable() {
        for (number, text) in [
            (0.0, "0"),
            (-0.5, "-0.5"),
            (1.0, "1"),
            (100.0, "100"),
            (-46.123456, "-46.123"),
            (0.001234567, "0.001235"),
            (123456.7, "123457"),
            (1.5e-9, "1.5000e-9"),
            (2e9, "2.0000e9"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(significant(number), text);
        }
    }
}
