//! The number formats of 2006 as simulated machines. Computations on a machine show the properties of
//! its format.

mod probe;

use floatfloat::sim::{
    Machine,
    machines::{Ati16, Ati24, Ati32, IeeeBf16, IeeeF16, IeeeF32, Nvidia16, Nvidia32, TABLE_1},
};
use floatfloat_lab::{
    error::Error,
    experiments::{Experiment, Options, Study},
    parallel,
    progress::Progress,
    results::Table,
    table::{chosen, log2, measured, row},
};
use probe::{FloatFloatErrors, Probe};

const STUDY: Study = Study {
    id: "formats",
    title: "The formats of 2006",
    summary: "properties of the number formats of 2006, found by computing on simulated machines",
    about: include_str!("formats.md"),
    paper: "Table 1 of Da Graça & Defour 2006",
    ..Study::NONE
};

pub(crate) const EXPERIMENT: Experiment = Experiment::new(STUDY, run).on_processor();

const TABLE: &str = "Table 1 of Da Graça & Defour 2006";

/// The number of pieces of random operands for the errors of float-float.
const PIECES: usize = 8;

/// One machine: its probed format, and the errors of float-float on it.
struct Line {
    name: &'static str,
    published: Option<Option<bool>>,
    probe: Probe,
    errors: FloatFloatErrors,
}

type Examine = fn(&Options, &dyn Progress) -> Result<Line, Error>;

fn line<M: Machine>(options: &Options, progress: &dyn Progress) -> Result<Line, Error> {
    let pieces = if options.quick { 1 } else { PIECES };
    let errors =
        parallel::map(pieces, progress, |piece| FloatFloatErrors::new::<M>(options.seed, piece))?;
    let published = TABLE_1.iter().find(|(spec, _)| *spec == M::SPEC).map(|&(_, special)| special);
    Ok(Line {
        name: M::SPEC.name,
        published,
        probe: Probe::new(&M::SPEC),
        errors: FloatFloatErrors::total(&errors),
    })
}

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    const MACHINES: [Examine; 8] = [
        line::<Nvidia16>,
        line::<Nvidia32>,
        line::<Ati16>,
        line::<Ati24>,
        line::<Ati32>,
        line::<IeeeF16>,
        line::<IeeeBf16>,
        line::<IeeeF32>,
    ];
    let pieces = if options.quick { 1 } else { PIECES };
    progress.begin("formats of 2006", (MACHINES.len() * pieces) as u64);
    let columns = [
        chosen("format"),
        measured("sign", "bit"),
        measured("exponent", "bit"),
        measured("mantissa", "bit"),
        measured("special_values", ""),
        measured("special_values_published", ""),
        measured("largest", ""),
        measured("smallest", ""),
        measured("two_sum_log2", "log2"),
        measured("two_prod_log2", "log2"),
        measured("add_log2", "log2"),
        measured("mul_log2", "log2"),
        measured("float_float_bits", "bit"),
    ];
    let mut table = Table::new("formats", "simulated", columns)
        .paper(TABLE)
        .explained(include_str!("notes/formats.md"), &[]);
    for machine in MACHINES {
        let Line { name, published, probe, errors } = machine(options, progress)?;
        let published = published.map(|special| match special {
            Some(true) => "yes",
            Some(false) => "no",
            None => "not tested",
        });
        table.push(row![
            name,
            probe.sign_bits,
            probe.exponent_bits,
            probe.mantissa_bits,
            probe.special_values,
            published,
            probe.largest,
            probe.smallest,
            log2(errors.two_sum.max),
            log2(errors.two_prod.max),
            log2(errors.add.max),
            log2(errors.mul.max),
            -errors.add.max.max(errors.mul.max).log2(),
        ]);
    }
    Ok(vec![table])
}

#[cfg(test)]
mod tests {
    use super::{TABLE_1, probe::Probe};

    #[test]
    fn probing_finds_the_published_table() {
        let published = [(1, 5, 10), (1, 8, 23), (1, 5, 10), (1, 7, 16), (1, 8, 23)];
        for ((spec, special), bits) in TABLE_1.iter().zip(published) {
            let probe = Probe::new(spec);
            let found = (probe.sign_bits, probe.exponent_bits, probe.mantissa_bits);
            assert_eq!(found, bits, "{}", spec.name);
            assert!(special.is_none_or(|special| special == probe.special_values));
            assert_eq!(probe.largest, spec.largest());
            assert_eq!(probe.smallest, spec.smallest_normal(), "{} flushes", spec.name);
        }
    }
}
