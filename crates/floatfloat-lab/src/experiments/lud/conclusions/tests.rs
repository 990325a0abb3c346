use super::*;
use crate::experiments::{
    conclusion::Verdict::{Confirmed, NotHere, OnlyComposite},
    interval_pair::IntervalPair,
};
use crate::workloads::lud::Mismatches;

fn measured(contender: Contender, range: i32, error: f64, count: usize) -> Measured {
    Measured {
        device: CPU.into(),
        contender,
        source: Source::Random(IntervalPair(range)),
        size: 64,
        block: None,
        mismatches: Some(Mismatches { count, of: 4096 }),
        error: Some(error),
        relative: Some(error * 1e-8),
        residual: Some(error),
        condition: None,
        reference: None,
        verified: None,
    }
}

fn timed(contender: Contender, device: &str, block: Option<u32>, seconds: f64) -> Timed {
    let (device, outcome) = (device.into(), "ran".into());
    let (seconds, verified) = (Some(seconds), block.map(|_| true));
    Timed { device, contender, size: 512, block, seconds, outcome, verified }
}

#[test]
fn what_holds_of_composite_arithmetic_alone_is_told_apart() {
    let mut found = Vec::new();
    assert_eq!(no_gain(&found).0, NotMeasured);
    for range in 1..=5 {
        let gap = 100f64.powi(range);
        found.push(measured(Number(F32), range, 1e-6 * gap, 200));
        found.push(measured(Float2, range, 2e-6 * gap, 300));
        found.push(measured(Number(F64), range, 1e-14 * gap, 0));
        found.push(measured(Double2, range, 2e-14 * gap, 1));
        found.push(measured(Number(Ff), range, 1e-12 * gap, 0));
        found.push(measured(Number(Dd), range, 1e-28 * gap, 0));
        found.push(measured(Multiple(256), range, 0.0, 0));
    }
    assert_eq!(no_gain(&found).0, OnlyComposite);
    assert_eq!(worst(&found).0, Confirmed);
    assert_eq!(growing(&found).0, Confirmed);
    assert_eq!(multiple(&found).0, Confirmed);
    found[0].mismatches = Some(Mismatches { count: 400, of: 4096 });
    assert_eq!(worst(&found).0, NotHere);
    // One lucky matrix changes no median, and one step downwards no trend.
    found[1].relative = Some(1e-30);
    found[16].error = Some(1e-12);
    assert_eq!(no_gain(&found).0, OnlyComposite);
    assert_eq!(growing(&found).0, Confirmed);
    for found in found.iter_mut().filter(|found| found.contender == Float2) {
        found.relative = found.relative.map(|relative| relative / 100.0);
        found.error = Some(1e-3);
    }
    assert_eq!(no_gain(&found).0, NotHere);
    assert_eq!(growing(&found).0, NotHere);
}

#[test]
fn factors_that_mean_nothing_are_not_compared() {
    let mut found = Vec::new();
    for (range, [one, two]) in [(1, [1e-4, 2e-4]), (2, [1e-3, 3e-3]), (3, [9.0, 1e-6])] {
        for (types, scale) in TRIPLES.iter().zip([1.0, 1e-9]) {
            for (&contender, relative) in types.iter().zip([one, two, one * 1e-8]) {
                let relative = Some(relative * scale);
                found.push(Measured { relative, ..measured(contender, range, 1.0, 0) });
            }
        }
    }
    let (verdict, evidence) = no_gain(&found);
    assert_eq!(verdict, OnlyComposite);
    assert!(evidence.contains("float2 2.4e0 (2.0e0 to 3.0e0, of 2)"), "{evidence}");
}

#[test]
fn blocks_are_compared_at_the_largest_size() {
    let mut all = Vec::new();
    let of = |judge: fn(&[Timed], &str) -> Option<Found>, all: &[Timed]| {
        judge(all, "made up").map(|found| found.0)
    };
    assert_eq!(of(fastest, &all), None);
    for contender in FOUR {
        all.push(timed(contender, CPU, None, 8.0));
        for (block, seconds) in [(8, 3.0), (16, 1.0), (32, 2.0)] {
            all.push(timed(contender, "made up", Some(block), seconds));
        }
    }
    assert_eq!(of(fastest, &all), Some(Confirmed));
    assert_eq!(of(speed_up, &all), Some(Confirmed));
    assert_eq!(speed_up(&all, "another"), None);
    assert_eq!(of(resources, &all), None);
    // All have the same bits, so that the error does not change with the block at all.
    assert_eq!(blocks(&all).0, NotHere);
    for contender in FOUR {
        let seconds = (contender == Number(F32)).then_some(0.5);
        all.push(Timed { seconds, ..timed(contender, "made up", Some(64), 1.0) });
    }
    assert_eq!(of(resources, &all), Some(Confirmed));
    assert_eq!(of(fastest, &all), Some(NotHere));
    all.iter_mut().for_each(|timed| timed.seconds = Some(1.0));
    assert_eq!(of(resources, &all), Some(NotHere));
}
