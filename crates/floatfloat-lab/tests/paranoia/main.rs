//! Paranoia on devices: what is found of planted faults, and what changed between two examinations.

mod changes;
mod machines;
mod planted;
#[cfg(feature = "wgpu")]
mod vulkan;

use floatfloat_gpu::{WordType, lowering::Protection};
use floatfloat_lab::{
    experiments::Options,
    findings,
    paranoia::{Examined, Target, experiments, on_device},
    progress::Silent,
    results::{Cell, Table},
};
use floatfloat_paranoia::{Fma, Machine as _, Op, Report, Subject, Subnormals};
use planted::{Fault, Planted};
use pollster::block_on;

fn small() -> floatfloat_paranoia::Options {
    floatfloat_paranoia::Options { positions: 6, random: 64, ..Default::default() }
}

/// As floatfloat computes, straight-line and in a loop.
fn examined(device: &Planted) -> Vec<Examined> {
    let certified = vec![(WordType::F32, device.lowering())];
    on_device(&Target { runner: device, certified }, &small(), &Silent).unwrap()
}

/// The straight-line code of a device with this fault.
fn with(fault: Fault) -> (Examined, Report) {
    let mut all = examined(&Planted::new("vulkan", Protection::NoContraction, fault));
    let first = all.swap_remove(0);
    let report = first.found.clone().unwrap();
    (first, report)
}

fn found(report: &Report, subject: Subject, op: Op) -> bool {
    report.faults().any(|fault| (fault.subject, fault.op) == (subject, op))
}

#[test]
fn a_device_without_fault_is_safe_and_keeps_every_promise() {
    let all = examined(&Planted::new("vulkan", Protection::NoContraction, Fault::None));
    assert_eq!(all.len(), 2, "the mode that was certified is not examined again");
    assert_eq!([all[0].mode.as_str(), all[1].mode.as_str()], ["certified", "certified, in a loop"]);
    for one in all {
        let report = one.found.as_ref().unwrap();
        assert_eq!(report.faults().count(), 0, "{report}");
        assert_eq!((one.holds(), report.character.fma), (Some(true), Fma::Fused), "{report}");
        assert!(report.unsupported.is_empty());
        for row in &report.rows {
            assert_eq!(one.promise(row.op).unwrap().kept(row, report), Some(true), "{}", row.op);
        }
    }
}

#[test]
fn forbidden_optimisations_are_found() {
    let (one, report) = with(Fault::Cancels);
    assert!(found(&report, Subject::Reassociation, Op::AddThenSubtract), "{report}");
    assert!(report.faults().any(|fault| fault.op == Op::TwoSumError), "{report}");
    assert_eq!(one.holds(), Some(false));
    let fault = report.faults().find(|fault| fault.op == Op::AddThenSubtract).unwrap();
    assert_eq!(one.permits(fault), Some(false), "NoContraction forbids it");
    let plain = Planted::new("vulkan", Protection::Plain, Fault::Cancels);
    assert_eq!(examined(&plain)[0].permits(fault), Some(true), "WGSL lets compilers reassociate");

    let (_, report) = with(Fault::Contracts);
    assert!(found(&report, Subject::Contraction, Op::MultiplyAdd), "{report}");
    assert!(!found(&report, Subject::Reassociation, Op::AddThenSubtract), "{report}");
    assert_eq!(report.character.contracts, Some(true));
}

#[test]
fn what_is_rewritten_in_loops_alone_is_found_there() {
    let all = examined(&Planted::new("vulkan", Protection::NoContraction, Fault::CancelsInLoops));
    assert_eq!(all.iter().map(Examined::holds).collect::<Vec<_>>(), [Some(true), Some(false)]);
}

#[test]
fn an_fma_that_is_none_is_found_and_permitted() {
    let (one, report) = with(Fault::Unfused);
    assert_eq!(report.character.fma, Fma::Unfused);
    let row = report.row(Op::Fma).unwrap();
    assert_eq!(one.promise(Op::Fma).unwrap().kept(row, &report), Some(true));
    assert_eq!(one.holds(), Some(true), "float-float does without");
    let fault = report.faults().find(|fault| fault.subject == Subject::Fma).unwrap();
    assert_eq!(one.permits(fault), Some(true));

    let (_, report) = with(Fault::LacksFma);
    assert_eq!(report.unsupported, [Op::Fma, Op::ProductErrorFused]);
    assert_eq!(report.character.fma, Fma::Absent);
    assert!(report.safety.safe, "{report}");
}

#[test]
fn a_device_that_flushes_is_safe_with_a_caveat() {
    let (one, report) = with(Fault::Flushes);
    assert_eq!(report.character.subnormal_outputs, Subnormals::Flushed);
    assert_eq!(one.holds(), Some(true), "{report}");
    assert!(report.safety.caveats.iter().any(|text| text.contains("flushed")), "{report}");
    let flushed = report.faults().find(|fault| fault.subject == Subject::SubnormalOutputs).unwrap();
    assert_eq!(one.permits(flushed), Some(true));
}

#[test]
fn a_broken_promise_is_a_finding() {
    let device = Planted::new("metal", Protection::Plain, Fault::DividesBadly);
    let tables = tables(&Target { runner: &device, certified: Vec::new() });
    let failed = findings::failed(&tables);
    assert!(!failed.is_empty(), "three ulps are more than two and a half");
    assert!(
        failed.iter().all(|text| text.contains("planted:0") && text.contains("kept")),
        "{failed:?}"
    );
    assert!(failed.iter().any(|text| text.contains("offered")));

    let device = Planted::new("metal", Protection::Plain, Fault::Cancels);
    let permitted = self::tables(&Target { runner: &device, certified: Vec::new() });
    assert_eq!(findings::failed(&permitted), Vec::<String>::new());
}

#[test]
fn a_device_that_fails_is_told_of_and_ends_nothing() {
    for (fault, words) in
        [(Fault::Forgets(3), "unwritten"), (Fault::Rejects, "rejected a program: no thanks")]
    {
        let device = Planted::new("vulkan", Protection::NoContraction, fault);
        let certified = vec![(WordType::F32, device.lowering())];
        let tables = tables(&Target { runner: &device, certified });
        let safety = tables.iter().find(|table| table.id == "paranoia-safety").unwrap();
        let rows: Vec<_> =
            safety.rows.iter().filter(|row| row[0] == Cell::Text("planted:0".into())).collect();
        assert_eq!(rows.len(), 2);
        for row in rows {
            let Cell::Text(because) = &row[4] else { panic!("{row:?}") };
            assert!(because.contains(words), "{because}");
        }
        assert_eq!(findings::failed(&tables).len(), 2, "a mode that is used must be examined");
    }
}

/// Every table, at the smallest size.
fn tables(target: &Target<'_>) -> Vec<Table> {
    let options = Options { quick: true, ..Options::default() };
    experiments(&options, std::slice::from_ref(target), &Silent).unwrap()
}

#[test]
fn long_arrays_are_cut() {
    let device = Planted::new("vulkan", Protection::Plain, Fault::None);
    let mode = floatfloat_gpu::Runner::modes(&device).remove(0);
    let mut machine = floatfloat_lab::paranoia::DeviceMachine::new(&device, mode);
    let numbers: Vec<f64> = (0..(1 << 20) + 7).map(f64::from).collect();
    let doubled = block_on(machine.run(Op::Add, &[&numbers, &numbers])).unwrap();
    assert!(doubled.iter().zip(&numbers).all(|(&double, &x)| double == 2.0 * x));
    assert_eq!(doubled.len(), numbers.len());
    assert_eq!(block_on(machine.run(Op::Sqrt, &[&[]])).unwrap(), Vec::<f64>::new());
    assert!(block_on(machine.run(Op::Add, &[&[1.0]])).is_err());
}
