//! Machines whose bits depend on what should not matter.

use floatfloat_blackbox::{
    Answer, Examined, Found, MANY, Operator, Options, Same, of_matmul, of_sum,
};

fn forward(x: impl Iterator<Item = f32>) -> f32 {
    x.fold(0.0, |sum, x| sum + x)
}

fn same(machine: &mut dyn Operator, single: Option<&mut dyn Operator>) -> Same {
    let options = Options { checks: 64, ..Options::default() };
    match Examined::sums(machine, &options, &[], single).unwrap().found {
        Found::Sums(report, _) => report.same,
        other => panic!("{other:?}"),
    }
}

/// Which of the answers are no, in their order.
fn denied(same: &Same) -> Vec<&'static str> {
    let is_no =
        |(name, answer): (&'static str, &Answer)| matches!(answer, Answer::No(_)).then_some(name);
    same.rows().into_iter().filter_map(is_no).collect()
}

#[test]
fn a_loop_depends_on_nothing() {
    let sum = |x: &[f32]| forward(x.iter().copied());
    let same = same(&mut of_sum("loop", sum), Some(&mut of_sum("loop", sum)));
    assert!(denied(&same).is_empty(), "{same:?}");
    let answers = [&same.again, &same.moved, &same.many_again, &same.on_one_thread];
    assert!(answers.iter().all(|answer| **answer == Answer::Yes), "{same:?}");
    assert_eq!((&same.everywhere, &same.alone), (&Answer::Unknown, &Answer::Unknown));
}

/// Loops of compilers often take single terms up to an aligned address, and several at a time from there.
#[test]
fn terms_up_to_an_aligned_address() {
    let sum = |x: &[f32]| {
        let single = x.as_ptr().align_offset(32).min(x.len());
        let (head, body) = x.split_at(single);
        let lane = |lane| forward(body.iter().copied().skip(lane).step_by(2));
        forward(head.iter().copied()) + (lane(0) + lane(1))
    };
    assert_eq!(denied(&same(&mut of_sum("aligned", sum), None)), ["same bits at other addresses"]);
}

/// Libraries take other code for a product of a matrix and a vector.
#[test]
fn a_row_alone() {
    let product = |a: &[f32], b: &[f32], m: usize, k: usize, n: usize| {
        let entry = |at: usize| {
            let terms = (0..k).map(|l| a[at / n * k + l] * b[l * n + at % n]);
            if m == 1 { forward(terms.rev()) } else { forward(terms) }
        };
        (0..m * n).map(entry).collect::<Vec<f32>>()
    };
    assert_eq!(denied(&same(&mut of_matmul("rows", product), None)), ["same bits of a row alone"]);
}

/// Libraries divide long sums among threads.
#[test]
fn long_sums_on_two_threads() {
    let halves = |x: &[f32]| {
        let (a, b) = x.split_at(if x.len() < 10_000 { 0 } else { x.len() / 2 });
        forward(a.iter().copied()) + forward(b.iter().copied())
    };
    let whole = |x: &[f32]| forward(x.iter().copied());
    let (mut machine, mut single) = (of_sum("two threads", halves), of_sum("one thread", whole));
    assert_eq!(denied(&same(&mut machine, Some(&mut single))), ["same bits with one thread"]);
}

#[test]
fn long_sums_that_differ_from_call_to_call() {
    let mut calls = 0;
    let sum = move |x: &[f32]| {
        calls += usize::from(x.len() == MANY);
        let first = if x.len() == MANY { calls * 100 } else { 0 };
        let (a, b) = x.split_at(first);
        forward(a.iter().copied()) + forward(b.iter().copied())
    };
    let machine = &mut of_sum("unsteady", sum);
    let examined = Examined::sums(machine, &Options::default(), &[], None).unwrap();
    assert!(examined.faults()[0].starts_with("The same call gives other bits a second time"));
    assert!(examined.to_string().contains("same bits again, 100000 terms"), "{examined}");
}
