//! Adds up the numbers of a file, exactly: `cargo run --example column_sum -- FILE [COLUMN]`.

use floatfloat_data::{Error, NumberType, sum_file};
use std::{env, path::Path};

fn main() -> Result<(), Error> {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().unwrap_or("-".into());
    let sum = sum_file(Path::new(&file), arguments.next().as_deref(), &NumberType::ALL)?;
    println!("{} numbers in {}", sum.count, sum.source);
    for value in &sum.values {
        println!("{:>3}  {}", value.sum_type(), value.digits());
    }
    if let Some(naive) = sum.naive {
        println!("naively in f64: {}, {:.1} digits right", naive.value, naive.correct_digits);
    }
    Ok(())
}
