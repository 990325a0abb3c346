//! Pictures of a zoom into the Mandelbrot set, in several types.

use super::Drawing;
use crate::{
    chart::Words,
    plots::{Key, Mark, Panel, Series, Shape, axis::Axis, theme::Ink},
    results::Results,
    table::{Table, distinct},
};

/// The colours of the steps at which pixels leave, used in turn.
const BANDS: [Ink; 4] = [Ink::Blue, Ink::Teal, Ink::Ochre, Ink::Vermilion];

/// The number of steps that share a colour.
const STEPS_OF_A_BAND: u64 = 2;

/// The series of pixels that stay.
const STAYS: usize = BANDS.len();

/// The types on the first device. Every other device shows only the last of them.
const TYPES: [&str; 3] = ["f32", "ff", "wff"];

/// A picture of each type on the first device, and of the type with a wide range on the others.
pub fn drawing(results: &Results) -> Option<Drawing> {
    let table = results.find("wide-range-picture", &["device", "width", "type", "row", "runs"])?;
    let width = table.rows().next()?.text("width")?;
    let devices = distinct(table.rows().filter_map(|row| row.text("device")));
    let mut panels = Vec::new();
    for (k, device) in devices.iter().enumerate() {
        let types = if k == 0 { &TYPES[..] } else { &TYPES[2..] };
        for number in types {
            panels.extend(panel(table, device, width, number));
        }
    }
    if panels.is_empty() {
        return None;
    }
    let band = |(k, &ink): (usize, &Ink)| {
        let name = if k == 0 { "pixels that leave, one colour per two steps" } else { "" };
        Series { name: name.into(), ink, shape: Shape::Square, key: Key::Box }
    };
    let mut series: Vec<Series> = BANDS.iter().enumerate().map(band).collect();
    let name = "pixels that stay".into();
    series.push(Series { name, ink: Ink::Text, shape: Shape::Square, key: Key::Box });
    let words = Words {
        id: "figure-wide-range",
        title: "A zoom into the Mandelbrot set, too deep for f32",
        description: "Pictures of the same place, one for each number type and device. In f32 and ff all pixels look alike; in \
            wff, which has a wide range, there are spirals.",
        caption: "",
        of: "perturbation of one orbit,",
    };
    let mut drawing =
        Drawing::new(&words, &[&table.device], panels, series, &["wide-range-picture"]);
    drawing.figure.columns = drawing.figure.panels.len().min(3);
    let caption = format!(
        "The pictures are {width} wide. In f32 and ff the distances between pixels are zero, so \
         every pixel stays, as the point in the middle does."
    );
    Some(Drawing { caption, ..drawing })
}

/// The colours of a row of pixels, from its runs.
fn colours(runs: &str) -> Option<Vec<usize>> {
    let mut pixels = Vec::new();
    for run in runs.split(' ') {
        let (step, count) = run.split_once('×')?;
        let colour = match step {
            "-" => STAYS,
            _ => (step.parse::<u64>().ok()? / STEPS_OF_A_BAND) as usize % BANDS.len(),
        };
        let count: usize = count.parse().ok().filter(|&count| count < 10_000)?;
        pixels.extend(std::iter::repeat_n(colour, count));
    }
    Some(pixels)
}

fn panel(table: &Table, device: &str, width: &str, number: &str) -> Option<Panel> {
    let rows = table.rows_of(device);
    let rows =
        rows.filter(|row| row.text("width") == Some(width) && row.text("type") == Some(number));
    let rows: Vec<Vec<usize>> = rows.filter_map(|row| colours(row.text("runs")?)).collect();
    let side = rows.len();
    // The rows from the highest to the lowest. Each is drawn down to the bottom, and only where it differs from
    // the row above.
    let mut marks = Vec::new();
    let mut above: &[usize] = &[];
    for (k, row) in rows.iter().enumerate() {
        let differs = |&x: &usize| above.get(x) != Some(&row[x]);
        let mut x = 0;
        while let Some(start) = (x..row.len()).find(differs) {
            let same = |x: &usize| row[*x] == row[start] && differs(x);
            let length = (start..row.len()).take_while(same).count();
            x = start + length;
            marks.push(Mark::Column {
                series: row[start],
                left: start as f64,
                right: x as f64,
                top: (side - k) as f64,
            });
        }
        above = row;
    }
    let side = side as f64;
    (side > 0.0).then(|| Panel {
        title: format!("{number}, {device}"),
        x: Axis::between("pixels", 0.0, side),
        y: Axis::between("", 0.0, side),
        height: 260,
        marks,
    })
}

#[cfg(test)]
mod tests {
    use super::{STAYS, colours};

    #[test]
    fn runs_are_pixels() {
        assert_eq!(colours("0×2 -×1 2×1 9×2"), Some(vec![0, 0, STAYS, 1, 0, 0]));
        for wrong in ["", "3", "3×", "x×2", "3×99999999999"] {
            assert_eq!(colours(wrong), None, "{wrong}");
        }
    }
}
