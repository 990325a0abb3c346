//! π by Leibniz's series, Warwick's real-world test: one long chain of divisions and additions.

mod charts;
mod order;

use crate::{published::WARWICK, ulps::ulp_distance};
use floatfloat::{DoubleDouble, FloatFloat};
use floatfloat_lab::{
    arithmetic::{Family, PlainOf, each_type},
    contender::Contender,
    devices::Failures,
    error::Error,
    experiments::{Experiment, Options, Study},
    number_type::NumberType,
    progress::Progress,
    results::Table,
    table::{Column, chosen, measured, note, row, verdict},
    timing::median,
    workloads::{Place, leibniz::Leibniz},
};

const STUDY: Study = Study {
    id: "leibniz",
    title: "π by Leibniz's series",
    summary: "π from 2000 terms of Leibniz's series: value and speed in every type",
    about: include_str!("leibniz.md"),
    paper: "Tables 3 and 4 of Warwick 2020",
    published: &[(&WARWICK, "leibniz-published"), (&WARWICK, "leibniz-slug-published")],
    charts: charts::CHARTS,
    ..Study::NONE
};

pub(crate) const EXPERIMENT: Experiment = Experiment::new(STUDY, run).of_speed();

/// The number of terms in the paper.
const TERMS: u32 = 2000;

/// The number of measurements; the median counts.
const ROUNDS: usize = 5;

const COLUMNS: [Column; 9] = [
    chosen("device"),
    chosen("type"),
    chosen("terms"),
    note("value"),
    measured("ulps_from_f64", "ulp"),
    measured("ns", "ns"),
    measured("speed_up", ""),
    measured("error", ""),
    verdict("verified"),
];

/// The factor by which the series is slower than in f32.
const SLUG: [Column; 3] = [chosen("device"), measured("slug_f64", ""), measured("slug_ff", "")];

/// The series in one type on one device.
struct Sum {
    contender: Contender,
    /// The words.
    parts: [f64; 2],
    ns: f64,
    verified: Option<bool>,
}

impl Sum {
    /// The sum with all digits of the type.
    fn text(&self) -> String {
        let [high, low] = self.parts;
        match self.contender {
            Contender::Number(NumberType::F32) => (high as f32).to_string(),
            Contender::Number(NumberType::F64) => high.to_string(),
            Contender::Number(NumberType::Ff) | Contender::Float2 => {
                FloatFloat::from_parts(high as f32, low as f32).to_string()
            }
            _ => DoubleDouble::from_parts(high, low).to_string(),
        }
    }

    /// The sum rounded to `f64`.
    fn in_f64(&self) -> f64 {
        self.parts[0] + self.parts[1]
    }
}

/// The sums in the requested types, and in the types with which they are compared, on one device.
fn sums(
    place: Place<'_>,
    types: &[Contender],
    leibniz: &Leibniz,
    progress: &dyn Progress,
) -> Result<Vec<Sum>, Error> {
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let mut sums = Vec::new();
        each_type!(types, F, W => {
            if let Some((sum, seconds)) = leibniz.sum::<F, W>(place, progress)? {
                let parts = F::parts(sum);
                let verified = match place {
                    Place::Processor => None,
                    Place::Device(opened) => {
                        Some(F::parts(leibniz.expected::<F, W>(opened)?) == parts)
                    }
                };
                let contender = F::contender::<W>();
                sums.push(Sum { contender, parts, ns: 1e9 * seconds, verified });
            }
            progress.advance(1);
        });
        rounds.push(sums);
    }
    let mut sums = rounds.pop().unwrap_or_default();
    for (i, sum) in sums.iter_mut().enumerate() {
        let mut times: Vec<f64> = rounds.iter().map(|round| round[i].ns).collect();
        times.push(sum.ns);
        sum.ns = median(&mut times);
    }
    Ok(sums)
}

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let devices = &options.devices;
    let leibniz = Leibniz::new(TERMS);
    // Speed-up and slug factors compare these types.
    let types = options.types_beside(&[NumberType::F32, NumberType::F64, NumberType::Ff]);
    progress.begin("π by Leibniz's series", (6 * ROUNDS * devices.places()) as u64);
    let mut measured = Vec::new();
    let mut failures = Failures::default();
    devices.everywhere(&mut failures, |place| {
        measured.push((place.id().to_owned(), sums(place, &types, &leibniz, progress)?));
        Ok(())
    })?;
    let reference = reference(&leibniz, progress)?;
    let mut table = Table::new("leibniz", &devices.ids(), COLUMNS).paper(STUDY.paper);
    let mut factors =
        Table::new("leibniz-slug", &devices.ids(), SLUG).paper("Table 4 of Warwick 2020");
    for (device, sums) in &measured {
        let time = |wanted: NumberType| {
            sums.iter().find(|sum| sum.contender == wanted.into()).map(|sum| sum.ns)
        };
        for sum in sums.iter().filter(|sum| options.types.contains(&sum.contender)) {
            table.push(row![
                device.as_str(),
                sum.contender.name(),
                TERMS,
                sum.text(),
                ulp_distance(sum.in_f64(), reference),
                sum.ns,
                time(NumberType::F64).map(|f64| f64 / sum.ns),
                leibniz.exact().distance(&sum.parts),
                sum.verified,
            ]);
        }
        let slug = |of| Some(time(of)? / time(NumberType::F32)?);
        factors.push(row![device.as_str(), slug(NumberType::F64), slug(NumberType::Ff)]);
    }
    Ok(vec![failures.report(table), factors, order::table()])
}

/// The sum in `f64`.
fn reference(leibniz: &Leibniz, progress: &dyn Progress) -> Result<f64, Error> {
    let sum = leibniz.sum::<PlainOf, f64>(Place::Processor, progress)?;
    Ok(sum.map_or(f64::NAN, |(sum, _)| sum.0))
}

#[cfg(test)]
mod tests {
    use super::{Sum, TERMS, sums};
    use floatfloat_lab::{
        contender::Contender,
        number_type::NumberType,
        progress::Silent,
        workloads::{Place, leibniz::Leibniz},
    };

    /// The exact sum of the 2000 terms, times 4, to 32 digits.
    const EXACT: &str = "3.1410926536210432286970258295579986";

    #[test]
    fn the_value_is_that_of_the_truncated_series() {
        // π − 1/n + 1/(4n³) − 5/(16n⁵) + … (Borwein, Borwein, Dilcher 1989), n = 2000.
        let n = f64::from(TERMS);
        let expected = std::f64::consts::PI - 1.0 / n + 1.0 / (4.0 * n * n * n);
        let sums = sums(Place::Processor, &Contender::ALL, &Leibniz::new(TERMS), &Silent).unwrap();
        let of = |wanted: Contender| sums.iter().find(|sum| sum.contender == wanted).unwrap();
        let off = |wanted: Contender| (of(wanted).in_f64() - expected).abs();
        let (f32, ff): (Contender, Contender) = (NumberType::F32.into(), NumberType::Ff.into());
        assert_eq!(of(NumberType::Dd.into()).text()[..31], EXACT[..31]);
        assert!(off(NumberType::Dd.into()) < 1e-15 && off(ff) < 1e-12 && off(f32) < 1e-5);
        assert!(off(Contender::Float2) > off(ff));
        assert_eq!(sums.len(), 6);
    }

    #[test]
    fn values_are_written_with_the_digits_of_their_type() {
        let text = |contender, parts| Sum { contender, parts, ns: 1.0, verified: None }.text();
        assert_eq!(text(NumberType::F32.into(), [0.1_f32.into(), 0.0]), "0.1");
        assert_eq!(text(NumberType::F64.into(), [0.1, 0.0]), "0.1");
        let dd = text(NumberType::Dd.into(), [1.0, 2f64.powi(-60)]);
        assert!(dd.starts_with("1.00000000000000000086736173798840"), "{dd}");
    }
}
