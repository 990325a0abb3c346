//! Criterion's view of the dependent loops.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use floatfloat_benches::{contestants, operands};
use std::hint::black_box;

fn dependent_loop(criterion: &mut Criterion) {
    const N: usize = 10_000;
    let (start, step) = operands();
    for operation in ["add", "mul", "div"] {
        let mut group = criterion.benchmark_group(operation);
        group.throughput(Throughput::Elements(N as u64));
        for contestant in contestants().into_iter().filter(|c| c.operation == operation) {
            group.bench_function(contestant.who, |b| {
                b.iter(|| (contestant.run)(black_box(start), black_box(step), N))
            });
        }
    }
}

criterion_group!(benches, dependent_loop);
criterion_main!(benches);
