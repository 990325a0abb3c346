//! Prints `book/operations.md`: every operation with its bound and the largest error found.

use floatfloat::operation::{Fma, Function, Info, Shape};
use floatfloat_oracle::bounds::{Row, bounds, describe};

fn main() {
    println!(
        "# Operations\n\n\
         Generated from the registry and from `worst-cases/`: `cargo run --release -p floatfloat-oracle \
         --bin operations > book/operations.md`.\n\n\
         Errors are relative to the exact result, of the whole value high + low, in units of u²; \
         u = 2^-24 for float-float and 2^-53 for double-double. *Largest found* is \
         a lower limit of the true worst case, from random and adversarial \
         search; the bound is what is proved. (The bound of `add22` is no multiple of the result; what is \
         found is its error where it uses up most of the bound.) A fused multiply-add counts as one \
         flop.\n"
    );
    let rows = bounds();
    for (title, function) in [
        ("Addition", Function::Add),
        ("Subtraction", Function::Sub),
        ("Multiplication", Function::Mul),
        ("Division", Function::Div),
        ("Square root", Function::Sqrt),
    ] {
        println!("## {title}\n");
        println!(
            "| name | operands | algorithm | flops | bound | largest found: ff | dd | ff, no fma | dd, no fma | fma | source |"
        );
        println!("|---|---|---|---|---|---|---|---|---|---|---|");
        let mut last = None;
        for row in rows.iter().filter(|row| row.info.function == function) {
            if last != Some(row.info.name) {
                last = Some(row.info.name);
                println!("{}", line(row.info, &rows));
            }
        }
        println!();
    }
}

fn line(info: &Info, rows: &[Row]) -> String {
    let seen = |word| {
        rows.iter().find(|row| row.info.name == info.name && row.word == word).map_or_else(
            || "–".to_owned(),
            |row| if row.seen_u2 == 0.0 { "0".to_owned() } else { format!("{:.3}", row.seen_u2) },
        )
    };
    let operands = match info.shape {
        Shape::WordWord => "word, word",
        Shape::DoubleWordWord => "dw, word",
        Shape::DoubleWordDoubleWord => "dw, dw",
        Shape::DoubleWord => "dw",
    };
    let fma = match info.fma {
        Fma::Unused => "not used",
        Fma::Shortens => "shortens",
        Fma::Required => "required",
    };
    let synonyms = match info.synonyms {
        [] => String::new(),
        names => format!(" ({})", names.join(", ")),
    };
    format!(
        "| `{}` | {operands} | {}{synonyms} | {} | {} | {} | {} | {} | {} | {fma} | {} |",
        info.name,
        info.algorithm,
        info.flops,
        describe(info.bound).replace('|', "\\|"),
        seen("f32"),
        seen("f64"),
        seen("f32-no-fma"),
        seen("f64-no-fma"),
        info.source,
    )
}
