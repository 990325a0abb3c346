//! The largest and the mean error of every operation over random vectors, measured as by Da Graça &
//! Defour.

use crate::published::DA_GRACA_DEFOUR;
use floatfloat::{
    operation::{Fma, Function, Info, Operation},
    registry::{OPERATIONS, Visitor, for_each},
    sim::{Sim, machines::Nv35},
};
use floatfloat_gpu::Circuit;
use floatfloat_lab::{
    devices::{OnDevice, Opened, operations},
    error::Error,
    errors::{self, Errors, PIECE},
    experiments::{Experiment, Options, Study},
    machine::CPU,
    number_type::NumberType,
    progress::Progress,
    real::{Real, Scalar},
    results::Table,
    table::{Column, chosen, log2, measured, note, row, verdict},
};
use floatfloat_report::{
    chart::Chart,
    page::figures::{accuracy, published},
};

const STUDY: Study = Study {
    id: "ops-accuracy",
    title: "Accuracy as measured in 2006",
    summary: "largest and mean error of every operation over random vectors",
    about: include_str!("ops_accuracy.md"),
    paper: "Table 5 of Da Graça & Defour 2006",
    published: &[(&DA_GRACA_DEFOUR, "ops-accuracy-published")],
    charts: &[Chart::Special(published::errors), Chart::Specials(accuracy::on_random_vectors)],
    ..Study::NONE
};

pub(crate) const EXPERIMENT: Experiment = Experiment::new(STUDY, run);

/// The exponents of the operands lie within ± this. For sums it is as large as a pair of `f32`
/// allows without subnormal low words, for the other operations so that products keep their low
/// words.
const fn exponents(function: Function) -> u32 {
    match function {
        Function::Add | Function::Sub => 75,
        Function::Mul | Function::Div | Function::Sqrt => 24,
    }
}

const COLUMNS: [Column; 9] = [
    chosen("device"),
    chosen("op"),
    chosen("type"),
    measured("bound_log2", "log2"),
    measured("max_log2", "log2"),
    measured("mean_log2", "log2"),
    measured("samples", ""),
    note("paper_name"),
    verdict("holds"),
];

/// The operations of the paper's table.
const PUBLISHED: [&str; 4] = ["two-sum", "two-prod-dekker", "add22", "mul22"];

/// The default operations.
const DEFAULTS: [&str; 8] =
    ["add", "sub", "mul", "div", "sqrt", "add-word", "mul-word", "div-word"];

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let sizes = Sizes { quick: options.quick };
    let table =
        Table::new("ops-accuracy", &options.devices.ids(), COLUMNS).paper(STUDY.paper).explained(
            include_str!("notes/ops-accuracy.md"),
            &[
                ("of_sums", &exponents(Function::Add)),
                ("of_others", &exponents(Function::Mul)),
                ("seed", &options.seed),
            ],
        );
    let mut measured = Measured { sizes, options, progress, table };
    progress.begin("error of each operation", measured.pieces() as u64);
    if options.devices.has_processor() {
        let mut here = Here { measured: &mut measured, result: Ok(()) };
        for_each(&mut here);
        here.result?;
    }
    let failed = options.devices.on_each_other(|device| {
        operations().into_iter().try_for_each(|operation| {
            measured.measure_on::<f32>(device, &operation.info, operation.on_f32)?;
            measured.measure_on::<f64>(device, &operation.info, operation.on_f64)
        })
    })?;
    Ok(vec![failed.report(measured.table)])
}

/// The number of pieces of random operands for each operation.
#[derive(Clone, Copy)]
struct Sizes {
    quick: bool,
}

impl Sizes {
    /// 2^24 operands for the operations of the paper and the defaults, a quarter of that for
    /// variants.
    fn real(self, name: &str) -> usize {
        let operands: usize =
            match (self.quick, PUBLISHED.contains(&name) || DEFAULTS.contains(&name)) {
                (true, _) => 1 << 18,
                (false, true) => 1 << 24,
                (false, false) => 1 << 22,
            };
        operands / PIECE
    }

    /// As many on another device as on the processor; fewer in software.
    fn device(self, name: &str, software: bool) -> usize {
        let pieces = self.real(name);
        if software { (pieces / 16).max(1) } else { pieces }
    }

    /// Fewer on the simulated machine, which takes longer: as many for the operations of the paper,
    /// fewer for the defaults, none for variants and for operations that need a fused multiply-add.
    fn simulated(self, info: &Info) -> usize {
        let default = DEFAULTS.contains(&info.name) && info.fma != Fma::Required;
        let operands: usize = match (PUBLISHED.contains(&info.name), default) {
            (true, _) => return self.real(info.name),
            (false, true) if self.quick => 1 << 14,
            (false, true) => 1 << 20,
            (false, false) => 0,
        };
        operands / PIECE
    }
}

struct Measured<'a> {
    sizes: Sizes,
    options: &'a Options,
    progress: &'a dyn Progress,
    table: Table,
}

impl Measured<'_> {
    fn wants(&self, number_type: NumberType) -> bool {
        self.options.covers(number_type)
    }

    fn pieces(&self) -> usize {
        let single = usize::from(self.wants(NumberType::Ff));
        let double = usize::from(self.wants(NumberType::Dd));
        let devices = &self.options.devices;
        let processor = usize::from(devices.has_processor());
        let of_device = |info: &Info, device: &Opened| {
            let types = single * usize::from(device.runs::<f32>(info))
                + double * usize::from(device.runs::<f64>(info));
            types * self.sizes.device(info.name, device.is_software())
        };
        OPERATIONS
            .iter()
            .map(|info| {
                let here = (single + double) * self.sizes.real(info.name)
                    + single * self.sizes.simulated(info);
                let others = devices.others().iter().map(|device| of_device(info, device));
                processor * here + others.sum::<usize>()
            })
            .sum()
    }

    /// Measures on the processor, and on the machine that is simulated on it.
    fn measure<O: Operation>(&mut self) -> Result<(), Error> {
        let pieces = self.sizes.real(O::INFO.name);
        if self.wants(NumberType::Ff) {
            self.real::<O, f32>(pieces)?;
        }
        if self.wants(NumberType::Dd) {
            self.real::<O, f64>(pieces)?;
        }
        let pieces = self.sizes.simulated(&O::INFO);
        if self.wants(NumberType::Ff) && pieces > 0 {
            let errors = self.errors::<O, Sim<Nv35>>(pieces)?;
            self.push("NV35-like (simulated)", &O::INFO, NumberType::Ff, None, errors);
        }
        Ok(())
    }

    fn real<O: Operation, W: Real>(&mut self, pieces: usize) -> Result<(), Error> {
        let errors = self.errors::<O, W>(pieces)?;
        self.push(CPU, &O::INFO, W::PAIR, O::INFO.bound.relative(W::PRECISION), errors);
        Ok(())
    }

    /// Measures on another device.
    fn measure_on<W: OnDevice>(
        &mut self,
        device: &Opened,
        info: &Info,
        operation: fn(bool) -> Circuit,
    ) -> Result<(), Error> {
        if !self.wants(W::PAIR) || !device.runs::<W>(info) {
            return Ok(());
        }
        let errors = errors::random_on::<W>(
            device,
            info,
            &operation(device.fused::<W>()),
            self.sizes.device(info.name, device.is_software()),
            exponents(info.function),
            self.options.seed,
            self.progress,
        )?;
        let bound = info.bound.relative(W::PRECISION);
        self.push(device.id(), info, W::PAIR, bound, errors);
        Ok(())
    }

    fn errors<O: Operation, W: Scalar>(&self, pieces: usize) -> Result<Errors, Error> {
        errors::random::<O, W>(
            pieces,
            exponents(O::INFO.function),
            self.options.seed,
            self.progress,
        )
    }

    fn push(
        &mut self,
        device: &str,
        info: &Info,
        number_type: NumberType,
        bound: Option<f64>,
        errors: Errors,
    ) {
        let paper_name = PUBLISHED.contains(&info.name).then(|| info.synonyms[0]);
        self.table.push(row![
            device,
            info.name,
            number_type.name(),
            bound.map(log2),
            log2(errors.max),
            log2(errors.mean()),
            errors.samples,
            paper_name,
            bound.map(|bound| errors.max <= bound),
        ]);
    }
}

/// Every operation of the registry on the processor.
struct Here<'m, 'a> {
    measured: &'m mut Measured<'a>,
    result: Result<(), Error>,
}

impl Visitor for Here<'_, '_> {
    fn visit<O: Operation>(&mut self) {
        if self.result.is_ok() {
            self.result = self.measured.measure::<O>();
        }
    }
}
