//! Prints `book/operations.md`: every operation with its bound and the largest error found.

use floatfloat::{
    elementary,
    operation::{Fma, Function, Info, Shape},
    registry::FUNCTIONS,
};
use floatfloat_oracle::{
    bounds::{Row, bounds, describe},
    proofs::committed,
    worst_cases,
};

fn main() {
    println!(
        "# Operations\n\n\
         Generated from the registry and from `worst-cases/`: `cargo run --release -p floatfloat-oracle \
         --bin operations > book/operations.md`.\n\n\
         Errors are relative to the exact result, of the whole value high + low, in units of u²; \
         u = 2^-24 for float-float and 2^-53 for double-double. *Largest found* is \
         a lower limit of the true worst case, from random and adversarial \
         search; the bound is what is proved. *Gappa* is the bound that the proof tool Gappa finds by itself, \
         from a script written from the recorded operation, the largest of ff and dd, with and without a fused \
         multiply-add: it knows no argument about sums that cancel, and where a paper's proof is sharper, that counts. (The bound of `add22` is no multiple of the result; what is \
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
            "| name | operands | algorithm | flops | bound | Gappa | largest found: ff | dd | ff, no fma | dd, no fma | fma | source |"
        );
        println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
        let mut last = None;
        for row in rows.iter().filter(|row| row.info.function == function) {
            if last != Some(row.info.name) {
                last = Some(row.info.name);
                println!("{}", line(row.info, &rows));
            }
        }
        println!();
    }
    println!(
        "## Elementary functions\n\n\
         The bound holds where the result's low word is in range. Below that a unit of the least subnormal \
         word is added to it. Every function runs with and without a fused multiply-add, which only \
         shortens it; flops are counted with one, for the widest path.\n"
    );
    println!(
        "| name | method | flops: ff | dd | bound | largest found: ff | dd | ff, no fma | dd, no fma |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for info in FUNCTIONS {
        println!("{}", line_of_function(info));
    }
    println!();
}

fn line_of_function(info: &elementary::Info) -> String {
    let seen = |word| {
        let largest = worst_cases::of(info.name, word).map(|case| case.of_bound).reduce(f64::max);
        largest.map_or_else(|| "–".to_owned(), |part| format!("{:.3}", part * info.bound_u2))
    };
    format!(
        "| `{}` | {} | {} | {} | {}u² | {} | {} | {} | {} |",
        info.name,
        info.method.replace('|', "\\|"),
        info.flops[0],
        info.flops[1],
        info.bound_u2,
        seen("f32"),
        seen("f64"),
        seen("f32-no-fma"),
        seen("f64-no-fma"),
    )
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
        "| `{}` | {operands} | {}{synonyms} | {} | {} | {} | {} | {} | {} | {} | {fma} | {} |",
        info.name,
        info.algorithm,
        info.flops,
        describe(info.bound).replace('|', "\\|"),
        proved(info.name),
        seen("f32"),
        seen("f64"),
        seen("f32-no-fma"),
        seen("f64-no-fma"),
        info.source,
    )
}

/// What Gappa proves of an operation: the largest over the words, in u².
fn proved(operation: &str) -> String {
    let of_operation = committed().into_iter().filter(|proof| proof.operation == operation);
    let largest = of_operation.map(|proof| proof.proved_u2).reduce(f64::max);
    largest.map_or_else(|| "–".to_owned(), |proved| format!("≤ {proved:.2}u²"))
}
