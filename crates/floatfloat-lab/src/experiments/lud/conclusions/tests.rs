use super::*;
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
    found[1].error = Some(1e-20);
    assert_eq!(no_gain(&found).0, NotHere);
    assert_eq!(growing(&found).0, Confirmed);
    found[2].error = Some(1.0);
    assert_eq!(growing(&found).0, NotHere);
}

#[test]
fn blocks_are_compared_at_the_largest_size() {
    let mut all = Vec::new();
    assert_eq!(fastest(&all).0, NotMeasured);
    for contender in FOUR {
        all.push(timed(contender, CPU, None, 8.0));
        for (block, seconds) in [(8, 3.0), (16, 1.0), (32, 2.0)] {
            all.push(timed(contender, "made up", Some(block), seconds));
        }
    }
    assert_eq!(fastest(&all).0, Confirmed);
    assert_eq!(speed_up(&all, &[]).0, Confirmed);
    assert_eq!(speed_up(&all, &["made up"]).0, NotMeasured);
    assert_eq!(resources(&all).0, NotMeasured);
    // All have the same bits, so that the error does not change with the block at all.
    assert_eq!(blocks(&all).0, NotHere);
    for contender in FOUR {
        let seconds = (contender == Number(F32)).then_some(0.5);
        all.push(Timed { seconds, ..timed(contender, "made up", Some(64), 1.0) });
    }
    assert_eq!(resources(&all).0, Confirmed);
    assert_eq!(fastest(&all).0, NotHere);
    all.iter_mut().for_each(|timed| timed.seconds = Some(1.0));
    assert_eq!(resources(&all).0, NotHere);
}
