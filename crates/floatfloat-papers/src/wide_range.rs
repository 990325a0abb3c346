//! A zoom into the Mandelbrot set beyond the range of words: in numbers with a wide range, in words, and in pairs of
//! words.

mod delta;
mod point;
mod zoom;

use delta::Delta;
use floatfloat::{DoubleWord, WideRange};
use floatfloat_gpu::Wire;
use floatfloat_lab::{
    arithmetic::Plain,
    devices::{Failures, OnDevice},
    error::Error,
    experiments::{Experiment, Options, Study},
    progress::Progress,
    results::Table,
    table::{Column, chosen, measured, note, row, verdict},
    timing::stop_if_asked,
    workloads::{Place, timed},
};
use floatfloat_report::{chart::Chart, page::figures};
use point::Point;
use zoom::Zoom;

const STUDY: Study = Study {
    id: "wide-range",
    title: "A zoom beyond the range of words",
    summary: "a deep zoom into the Mandelbrot set: which types have the range for it, and what they cost",
    about: include_str!("wide_range.md"),
    charts: &[Chart::Special(figures::zoom::drawing)],
    ..Study::NONE
};

pub(crate) const EXPERIMENT: Experiment = Experiment::new(STUDY, run).of_speed();

const COLUMNS: [Column; 8] = [
    chosen("device"),
    chosen("width"),
    chosen("type"),
    chosen("pixels"),
    measured("steps", ""),
    measured("right", "%"),
    measured("ns", "ns"),
    verdict("verified"),
];

const REFERENCE: [Column; 4] =
    [chosen("device"), chosen("width"), measured("compared", ""), measured("different", "")];

const PICTURE: [Column; 5] =
    [chosen("device"), chosen("width"), chosen("type"), chosen("row"), note("runs")];

/// The depth of a picture.
struct Depth {
    /// The width of the picture is 10^-`digits`.
    digits: u32,
    /// The number of pixels of a side.
    side: u32,
    /// Whether the picture is stored.
    is_shown: bool,
}

fn depths(options: &Options) -> [Depth; 2] {
    let [shown, deeper] = if options.quick { [32, 8] } else { [64, 24] };
    [
        Depth { digits: 60, side: shown, is_shown: true },
        Depth { digits: 400, side: deeper, is_shown: false },
    ]
}

/// The types whose pictures are stored.
const PICTURED: [&str; 3] = ["f32", "ff", "wff"];

/// The number of pixels of a device that are verified.
const VERIFIED: usize = 64;

/// The number of types of numbers.
const TYPES: u64 = 6;

fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let devices = &options.devices;
    let depths = depths(options);
    progress.begin("zooms", depths.len() as u64 * TYPES * devices.places() as u64);
    let ids = devices.ids();
    let mut tables = Tables {
        zooms: Table::new("wide-range", &ids, COLUMNS),
        pictures: Table::new("wide-range-picture", &ids, PICTURE),
    };
    let mut reference = Table::new("wide-range-reference", &ids, REFERENCE);
    let mut failures = Failures::default();
    for depth in &depths {
        let point = Point::new(depth.digits);
        let zoom = Zoom::new(&point, depth.side);
        let expected = zoom.on_processor::<f64, WideRange<f64, 2>>(progress)?;
        let (compared, different) = point.compare(&zoom, &expected, progress)?;
        let width = depth.width();
        reference.push(row![Place::Processor.id(), width.as_str(), compared, different]);
        devices.everywhere(&mut failures, |place| {
            let mut zooms = Zooms {
                depth,
                zoom: &zoom,
                place,
                expected: &expected,
                tables: &mut tables,
                progress,
            };
            zooms.of_type::<f32, Plain<f32>, Plain<Wire<f32>>>("f32")?;
            zooms.of_type::<f32, DoubleWord<f32>, DoubleWord<Wire<f32>>>("ff")?;
            zooms.of_type::<f32, WideRange<f32, 1>, WideRange<Wire<f32>, 1>>("wff")?;
            zooms.of_type::<f64, Plain<f64>, Plain<Wire<f64>>>("f64")?;
            zooms.of_type::<f64, DoubleWord<f64>, DoubleWord<Wire<f64>>>("dd")?;
            zooms.of_type::<f64, WideRange<f64, 2>, WideRange<Wire<f64>, 2>>("wdd")
        })?;
    }
    Ok(vec![failures.report(tables.zooms), reference, tables.pictures])
}

impl Depth {
    fn width(&self) -> String {
        format!("1e-{}", self.digits)
    }
}

struct Tables {
    zooms: Table,
    pictures: Table,
}

/// The pictures of one depth at one place.
struct Zooms<'a> {
    depth: &'a Depth,
    zoom: &'a Zoom,
    place: Place<'a>,
    /// The steps of the pixels, in the type with enough precision and range for all of them.
    expected: &'a [u32],
    tables: &'a mut Tables,
    progress: &'a dyn Progress,
}

impl Zooms<'_> {
    fn of_type<W, D, R>(&mut self, name: &str) -> Result<(), Error>
    where
        W: OnDevice,
        D: Delta<W>,
        R: Delta<Wire<W>>,
    {
        stop_if_asked(self.progress)?;
        let (zoom, progress) = (self.zoom, self.progress);
        let (steps, seconds, verified) = match self.place {
            Place::Processor => {
                let run = || zoom.on_processor::<W, D>(progress);
                let (steps, seconds) = timed(self.place, progress, run)?;
                (steps, seconds, None)
            }
            Place::Device(opened) if !opened.has::<W>() => {
                progress.advance(1);
                return Ok(());
            }
            Place::Device(opened) => {
                let chain = zoom.recorded::<W, R>(opened.fused::<W>())?;
                let device = &opened.device;
                let pixels = zoom.upload::<W>(device, 1)?;
                let run = || zoom.on_device(device, &chain, &pixels);
                let (steps, seconds) = timed(self.place, progress, run)?;
                let reference = device.reference();
                let every = (self.expected.len() / VERIFIED).max(1);
                let some = zoom.upload::<W>(&reference, every)?;
                let expected = reference.download(&zoom.on_device(&reference, &chain, &some)?)?;
                let steps = device.download(&steps)?;
                let is_same = steps.iter().step_by(every).eq(&expected);
                (zoom::counts(&steps), seconds, Some(is_same))
            }
        };
        let right = steps.iter().zip(self.expected).filter(|(found, expected)| found == expected);
        let pixels = self.expected.len() as f64;
        let total = pixels * f64::from(zoom.most());
        let (width, device) = (self.depth.width(), self.place.id());
        self.tables.zooms.push(row![
            device,
            width.as_str(),
            name,
            self.expected.len() as u64,
            u64::from(zoom.most()),
            100.0 * right.count() as f64 / pixels,
            1e9 * seconds / total,
            verified,
        ]);
        // All types without the necessary range show the same everywhere.
        let is_new = name == "wff" || !self.tables.pictures.rows().any(|row| row.is("type", name));
        if self.depth.is_shown && PICTURED.contains(&name) && is_new {
            for (k, row) in steps.chunks(self.depth.side as usize).enumerate() {
                let runs = zoom::runs(row, zoom.most());
                self.tables.pictures.push(row![device, width.as_str(), name, k as u64, runs]);
            }
        }
        progress.advance(1);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::others::of_wgpu;
    use floatfloat_lab::{
        devices::Devices, experiments::Options, progress::Silent, results::Table,
    };
    use std::sync::Arc;

    fn tables(devices: Devices) -> Vec<Table> {
        let options = Options { quick: true, devices: Arc::new(devices), ..Options::default() };
        run(&options, &Silent).unwrap()
    }

    #[test]
    fn only_types_with_the_range_see_the_picture() {
        let tables = tables(Devices::processor());
        let right = |width: &str, number: &str| {
            let rows = tables[0].frame().with(&[("width", width), ("type", number)]);
            rows.rows().next().unwrap().finite("right").unwrap()
        };
        for width in ["1e-60", "1e-400"] {
            assert_eq!(right(width, "wdd"), 100.0);
            assert!(right(width, "wff") > 95.0, "{}", right(width, "wff"));
            for narrow in ["f32", "ff"] {
                assert!(right(width, narrow) < 50.0, "{narrow} {}", right(width, narrow));
            }
        }
        for number in ["f64", "dd"] {
            assert!(right("1e-60", number) > 95.0 && right("1e-400", number) < 50.0, "{number}");
        }
        for row in tables[1].rows() {
            assert!(row.finite("compared").unwrap() >= 64.0);
            assert_eq!(row.finite("different"), Some(0.0));
        }
        let first = tables[2].frame().with(&[("type", "wff"), ("row", "3")]);
        assert!(first.rows().next().unwrap().text("runs").unwrap().contains('×'));
    }

    #[test]
    fn devices_compute_what_the_processor_does() {
        let Some(devices) = of_wgpu() else { return };
        let others = devices.others().len();
        let tables = tables(devices);
        let verified = tables[0].rows().filter(|row| row.flag("verified") == Some(true)).count();
        let measured = tables[0].rows().filter(|row| row.text("device") != Some("cpu")).count();
        assert!(measured >= 6 * others && verified == measured, "{verified} of {measured}");
    }
}
