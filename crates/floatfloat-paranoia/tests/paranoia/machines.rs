//! Whole machines: exact and chopped ones of several formats, this processor, and those of 2004.

use floatfloat::sim::{Rounding, Spec, machines};
use floatfloat_paranoia::{
    Division, Error, Fma, Format, FormatError, FromFn, Machine, Mode, Native, Op, Options,
    Progress, Report, Results, Silent, Simulated, Subject, Subnormals, Verdict, examine_blocking,
};
use pollster::block_on;
use std::{future::poll_fn, sync::Mutex, task::Poll, time::Instant};

const FOUR: [Op; 4] = [Op::Add, Op::Sub, Op::Mul, Op::Div];

fn report(machine: &mut dyn Machine) -> Report {
    examine_blocking(machine, &Options::default(), &Silent).unwrap()
}

fn small(precision: u32) -> Spec {
    Spec::ieee("small", precision, -40, 40)
}

fn interval(report: &Report, op: Op) -> (f64, f64) {
    let row = report.row(op).unwrap();
    (row.low.ulps, row.high.ulps)
}

#[test]
fn exact_rounding_is_half_an_ulp() {
    let formats = [small(3), small(5), small(8), small(11), small(17)];
    for spec in formats.into_iter().chain([machines::IEEE_F32, machines::IEEE_F64]) {
        let report = report(&mut Simulated(spec));
        for op in FOUR {
            let (low, high) = interval(&report, op);
            assert!((-0.5..=-0.3).contains(&low) && (0.3..=0.5).contains(&high), "{report}");
            assert_eq!(report.row(op).unwrap().verdict, Verdict::Rounds(Mode::NearestEven));
        }
        for op in [Op::Add, Op::Sub, Op::Mul] {
            assert_eq!(interval(&report, op), (-0.5, 0.5), "{report}");
        }
        if spec.precision > 8 {
            let (low, high) = interval(&report, Op::Div);
            assert!(low < -0.49 && high > 0.49, "{report}");
        }
        assert_eq!(report.faults().count(), 0, "{report}");
        assert!(report.safety.safe, "{report}");
    }
}

#[test]
fn chopping_is_less_than_an_ulp_downwards() {
    for precision in [5, 8, 11, 16, 17, 24, 53] {
        let format = if precision == 53 { machines::IEEE_F64 } else { small(precision) };
        let spec = Spec { rounding: Rounding::TowardZero, ..format };
        let report = report(&mut Simulated(spec));
        let nearly = 1.0 - 0.5f64.powi(precision.min(12) as i32 - 2);
        for op in FOUR {
            let (low, high) = interval(&report, op);
            assert!(low > -1.0 && low < -nearly, "{op}: {report}");
            assert!(
                if op == Op::Sub { (nearly..1.0).contains(&high) } else { high == 0.0 },
                "{op}: {report}"
            );
            assert_eq!(report.row(op).unwrap().verdict, Verdict::Rounds(Mode::TowardZero));
        }
        assert_eq!(report.character.guard_digit, Some(true));
        assert_eq!(report.character.sticky_bit, Some(true));
        assert!(!report.safety.safe);
    }
}

#[test]
fn directed_rounding_is_told_from_chopping() {
    for (rounding, mode) in [(Rounding::Up, Mode::Up), (Rounding::Down, Mode::Down)] {
        let report = report(&mut Simulated(Spec { rounding, ..machines::IEEE_F32 }));
        for op in FOUR {
            assert_eq!(report.row(op).unwrap().verdict, Verdict::Rounds(mode));
            let (low, high) = interval(&report, op);
            assert!(low > -1.0 && low < -0.99 && high > 0.99 && high < 1.0, "{report}");
        }
        assert!(!report.safety.safe);
        // Directed rounding changes signs of zeros and thresholds of overflow, by rule.
        let by_rule = [Subject::Rounding, Subject::ErrorFree];
        assert!(report.faults().all(|f| by_rule.contains(&f.subject)), "{report}");
    }
}

fn this_processor(machine: &mut dyn Machine) {
    let start = Instant::now();
    let report = report(machine);
    println!("{report}\n{:?}", start.elapsed());
    for op in FOUR.into_iter().chain([Op::Reciprocal, Op::Sqrt, Op::Fma]) {
        assert_eq!(report.row(op).unwrap().verdict, Verdict::Rounds(Mode::NearestEven), "{report}");
    }
    assert_eq!(report.faults().count(), 0, "{report}");
    assert!(report.safety.safe && report.safety.caveats.is_empty(), "{report}");
    assert_eq!(report.character.fma, Fma::Fused);
    assert_eq!(report.character.division, Division::Ieee);
    assert_eq!(report.character.subnormal_inputs, Subnormals::Kept);
    assert_eq!(report.character.subnormal_outputs, Subnormals::Kept);
    assert_eq!(report.format, report.declared);
    assert!(report.unsupported.is_empty());
    let text = report.to_string();
    assert!(text.contains("float-float is safe here."), "{text}");
    assert!(text.contains("[-0.500, 0.500]"), "{text}");
}

#[test]
fn this_processor_in_single_precision() {
    this_processor(&mut Native::<f32>::new());
}

#[test]
fn this_processor_in_double_precision() {
    this_processor(&mut Native::<f64>::new());
}

/// Table 2 of Da Graça & Defour 2006, after Hillesland & Lastra 2004, with their operands.
fn beside_table_2(spec: Spec, table: [(f64, f64); 4]) -> [(f64, f64); 4] {
    let options = Options { random: 0, ..Options::default() };
    let report = examine_blocking(&mut Simulated(spec), &options, &Silent).unwrap();
    println!("{}", spec.name);
    for (op, (low, high)) in FOUR.into_iter().zip(table) {
        let (ours_low, ours_high) = interval(&report, op);
        println!("{:<15} [{low:.3}, {high:.3}]   here [{ours_low:.3}, {ours_high:.3}]", op.name());
    }
    assert!(!report.safety.safe);
    assert_eq!(report.character.division, Division::ReciprocalTimes);
    assert_eq!(report.row(Op::Add).unwrap().verdict, Verdict::Rounds(Mode::TowardZero));
    assert_eq!(report.row(Op::Sub).unwrap().verdict, Verdict::Faithful);
    assert_eq!(report.row(Op::Mul).unwrap().verdict, Verdict::Faithful);
    assert_eq!(report.row(Op::Div).unwrap().verdict, Verdict::Neither);
    FOUR.map(|op| interval(&report, op))
}

#[test]
fn machines_of_2004_come_near_the_table() {
    let table = [(-1.0, 0.0), (-1.0, 1.0), (-0.989, 0.125), (-2.869, 0.094)];
    let within = [(0.001, 0.0), (0.001, 0.001), (0.005, 0.002), (0.014, 0.005)];
    near(beside_table_2(machines::R300_LIKE, table), table, within);
    let table = [(-1.0, 0.0), (-0.75, 0.75), (-0.782, 0.625), (-1.199, 1.375)];
    let within = [(0.001, 0.0), (0.0, 0.0), (0.032, 0.0), (0.042, 0.007)];
    near(beside_table_2(machines::NV35_LIKE, table), table, within);
}

#[track_caller]
fn near(found: [(f64, f64); 4], table: [(f64, f64); 4], within: [(f64, f64); 4]) {
    for ((x, y), within) in found.into_iter().zip(table).zip(within) {
        let off = ((x.0 - y.0).abs(), (x.1 - y.1).abs());
        assert!(off.0 <= within.0 && off.1 <= within.1, "{x:?} is not near {y:?}");
    }
}

#[test]
fn what_a_machine_lacks_is_no_error() {
    let exact = Simulated(machines::IEEE_F32);
    let lacking = |op, x| if op == Op::Fma || op == Op::Sqrt { None } else { exact.basic(op, x) };
    let report = report(&mut FromFn::new("bare", Format::F32, lacking));
    assert!(report.safety.safe, "{report}");
    assert!(report.row(Op::Fma).is_none() && report.row(Op::Sqrt).is_none());
    assert_eq!(report.character.fma, Fma::Absent);
    assert!(report.unsupported.contains(&Op::Fma) && report.unsupported.contains(&Op::Sqrt));
    assert_eq!(report.faults().count(), 0, "{report}");
}

#[test]
fn a_machine_that_only_adds_is_not_safe() {
    let add = |op, [a, b, _]: [f64; 3]| (op == Op::Add).then_some(a + b);
    let report = report(&mut FromFn::new("adder", Format::F64, add));
    assert!(!report.safety.safe);
    assert!(report.safety.because.iter().any(|b| b.contains("2Sum")), "{report}");
}

#[test]
fn rubbish_does_not_panic() {
    for constant in [0.0, 1.0, f64::NAN, f64::INFINITY, -1e300, 5e-324] {
        for format in [Format::F32, Format::F64, Format { precision: 3, emin: -2, emax: 2 }] {
            let report = report(&mut FromFn::new("rubbish", format, |_, _| Some(constant)));
            assert!(!report.safety.safe, "{report}");
            assert!(report.faults().count() > 5);
        }
    }
}

#[test]
fn a_format_away_from_one_is_examined() {
    for (emin, emax) in [(-200, -100), (20, 60), (-6, 0)] {
        let spec = Spec::ieee("far", 6, emin, emax);
        let report = report(&mut Simulated(spec));
        assert_eq!((report.format.emin, report.format.emax), (emin, emax));
        assert_eq!(report.row(Op::Add).unwrap().verdict, Verdict::Rounds(Mode::NearestEven));
    }
}

struct Broken(Result<Vec<f64>, Error>, Format);

impl Machine for Broken {
    fn name(&self) -> String {
        "broken".to_owned()
    }
    fn format(&self) -> Format {
        self.1
    }
    fn run<'a>(&'a mut self, _: Op, _: &'a [&'a [f64]]) -> Results<'a> {
        Box::pin(async { self.0.clone() })
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let fails = |result, format| {
        examine_blocking(&mut Broken(result, format), &Options::default(), &Silent).unwrap_err()
    };
    let lost = Error::Device { op: Op::Add, message: "lost".to_owned() };
    assert_eq!(fails(Err(lost.clone()), Format::F32), lost);
    assert!(matches!(fails(Ok(vec![]), Format::F32), Error::Length { given: 0, .. }));
    let bad = |precision, emin, emax| Format { precision, emin, emax }.check().unwrap_err();
    assert_eq!(bad(2, -14, 15), FormatError::Precision(2));
    assert_eq!(bad(64, -14, 15), FormatError::Precision(64));
    assert!(matches!(bad(53, -1023, 1023), FormatError::Range { least: -1022, .. }));
    assert!(matches!(bad(24, -126, 1024), FormatError::Range { .. }));
    assert!(matches!(bad(24, 1, 2), FormatError::Empty { .. }));
    let format = Format { precision: 60, ..Format::F64 };
    assert_eq!(fails(Ok(vec![]), format), Error::Format(FormatError::Precision(60)));
    let refused =
        |operands| block_on(Native::<f32>::new().run(Op::Add, operands)).unwrap_err().to_string();
    let message = refused(&[&[1.0]]);
    assert_eq!(message, "a + b takes 2 operands, not 1");
    let message = refused(&[&[1.0], &[]]);
    assert_eq!(message, "a + b: 1 elements expected, 0 found");
}

#[test]
fn the_same_options_give_the_same_report() {
    let once = report(&mut Simulated(machines::NV35_LIKE));
    assert_eq!(once, report(&mut Simulated(machines::NV35_LIKE)));
}

/// A machine whose results are ready only when they have been asked for three times.
struct Slow(Simulated);

impl Machine for Slow {
    fn name(&self) -> String {
        self.0.name()
    }
    fn mode(&self) -> String {
        self.0.mode()
    }
    fn format(&self) -> Format {
        self.0.format()
    }
    fn run<'a>(&'a mut self, op: Op, operands: &'a [&'a [f64]]) -> Results<'a> {
        Box::pin(async move {
            let mut asked = 0;
            poll_fn(|context| {
                asked += 1;
                context.waker().wake_by_ref();
                if asked < 3 { Poll::Pending } else { Poll::Ready(()) }
            })
            .await;
            self.0.run(op, operands).await
        })
    }
}

#[test]
fn a_machine_that_lets_wait_gives_the_same_report() {
    let slow = report(&mut Slow(Simulated(machines::NV35_LIKE)));
    assert_eq!(slow, report(&mut Simulated(machines::NV35_LIKE)));
}

/// Stops the work when so many steps are done; takes down all it hears of.
struct Watch {
    stop: u64,
    heard: Mutex<Vec<(u64, u64)>>,
}

impl Progress for Watch {
    fn advance(&self, done: u64, total: u64) {
        self.heard.lock().unwrap().push((done, total));
    }
    fn cancelled(&self) -> bool {
        self.heard.lock().unwrap().last().is_some_and(|&(done, _)| done >= self.stop)
    }
}

#[test]
fn progress_comes_to_its_end_and_can_be_cancelled() {
    let watched = |stop| {
        let watch = Watch { stop, heard: Mutex::default() };
        let options = Options { positions: 6, random: 64, ..Options::default() };
        let report = examine_blocking(&mut Native::<f32>::new(), &options, &watch);
        (report, watch.heard.into_inner().unwrap())
    };
    let (report, heard) = watched(u64::MAX);
    assert!(report.is_ok());
    assert!(heard.is_sorted());
    assert!(heard.iter().all(|&(_, total)| total == heard.len() as u64));
    assert_eq!(heard.last().map(|&(done, total)| total - done), Some(0));
    let (report, heard) = watched(4);
    assert_eq!(report, Err(Error::Cancelled));
    assert_eq!(heard.len(), 4);
}
