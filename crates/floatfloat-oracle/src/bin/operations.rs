//! Prints `book/operations.md`: every operation with its bound and the largest error found.

use floatfloat::{
    elementary::{
        self,
        kernels::{Error, Kernel, KernelVisitor, for_each_kernel},
    },
    multi_word::operation::{Operand, Operation, Proof},
    operation::{Fma, Function, Info, Shape},
    registry::{
        FUNCTIONS, FUNCTIONS_OF_SEVERAL_WORDS, SeveralWordsVisitor, for_each_of_several_words,
    },
};
use floatfloat_oracle::{
    bounds::{Row, bounds, describe},
    proofs::Subject,
    worst_cases::{
        self,
        several_words::{self, WorstCase},
    },
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
        "## Three and four words\n\n\
         Errors are in units of u³ for three words and of u⁴ for four. Bounds of sums are those of Zhang & \
         Aiken, proved for words of 8 bits and more; the others are derived in the documentation of the \
         function, and are well above what is found.\n"
    );
    println!(
        "| name | operands | algorithm | flops | without fma | bound | largest found: f32 | f64 | f32, no fma | f64, no fma | source |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for_each_of_several_words(&mut SeveralWords(several_words::all()));
    println!();
    println!(
        "## Elementary functions\n\n\
         The bound holds where the result's low word is in range. Below that a unit of the least subnormal \
         word is added to it. Every function runs with and without a fused multiply-add, which only \
         shortens it; flops are counted with one, for the widest path. Where *bound from* is *Gappa*, the proof tool \
         has checked the bound from the reduced argument on, with a fused multiply-add, and the largest that it proves follows. \
         Other bounds are derived by hand, in the documentation of the function; of the kernels in them what Gappa proves \
         follows, of exact operands or, for sine and cosine, of a reduced argument with 1.5u². It takes every error as large \
         as it can be at once.\n"
    );
    println!(
        "| name | method | flops: ff | dd | bound | bound from | largest found: ff | dd | ff, no fma | dd, no fma |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for info in FUNCTIONS {
        println!("{}", line_of_function(info));
    }
    println!(
        "\n## Elementary functions of three and four words\n\n\
         The bound holds where the result's last word is in range. Below that sixteen units of the least subnormal word are \
         added to it. Bounds are derived in the documentation of the functions; tests find a small part of them. Flops are of `f64`, \
         with a fused multiply-add, for the widest path.\n"
    );
    println!("| name | method | flops: three words | four | bound: three words | four |");
    println!("|---|---|---|---|---|---|");
    for info in FUNCTIONS_OF_SEVERAL_WORDS {
        let ([three, four], method) = (info.bounds, info.method.replace('|', "\\|"));
        let [flops_of_three, flops_of_four] = info.flops;
        println!(
            "| `{}` | {method} | {flops_of_three} | {flops_of_four} | {three}u³ | {four}u⁴ |",
            info.name
        );
    }
    println!();
}

/// Prints the line of each operation on three or four words.
struct SeveralWords(Vec<WorstCase>);

impl SeveralWordsVisitor for SeveralWords {
    fn visit<O: Operation>(&mut self) {
        let info = O::INFO;
        let (count, power) = if info.words == 3 { ("three", "u³") } else { ("four", "u⁴") };
        let operands = match info.second {
            Operand::None => format!("{count} words"),
            Operand::Word => format!("{count} words, word"),
            Operand::Number => format!("{count} words, {count} words"),
        };
        let seen = |word: &str| {
            let of_operation =
                self.0.iter().filter(|case| case.operation == info.name && case.word == word);
            let largest = of_operation.map(|case| case.error.abs()).reduce(f64::max);
            largest.map_or_else(|| "–".to_owned(), |error| format!("{error:.3}"))
        };
        let proof = match info.proof {
            Proof::Published => "published",
            Proof::Derived => "derived",
        };
        println!(
            "| `{}` | {operands} | {} | {} | {} | {}{power}, {proof} | {} | {} | {} | {} | {} |",
            info.name,
            info.algorithm,
            info.flops,
            info.flops_without_fma,
            info.bound,
            seen("f32"),
            seen("f64"),
            seen("f32-no-fma"),
            seen("f64-no-fma"),
            info.source,
        );
    }
}

fn line_of_function(info: &elementary::Info) -> String {
    let seen = |word| {
        let largest = worst_cases::of(info.name, word).map(|case| case.of_bound).reduce(f64::max);
        largest.map_or_else(|| "–".to_owned(), |part| format!("{:.3}", part * info.bound_u2))
    };
    format!(
        "| `{}` | {} | {} | {} | {}u² | {} | {} | {} | {} | {} |",
        info.name,
        info.method.replace('|', "\\|"),
        info.flops[0],
        info.flops[1],
        info.bound_u2,
        source_of_bound(info.name),
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

/// The error that Gappa proves for an operation: the largest over the words, in u².
fn proved(operation: &str) -> String {
    let proofs = Subject::Operations.committed();
    let of_operation = proofs.into_iter().filter(|proof| proof.name == operation);
    let largest = of_operation.map(|proof| proof.proved_u2).reduce(f64::max);
    largest.map_or_else(|| "–".to_owned(), |proved| format!("≤ {proved:.2}u²"))
}

/// The origin of a function's bound, and the errors that Gappa proves for its kernels.
fn source_of_bound(function: &str) -> String {
    struct Kernels<'n> {
        function: &'n str,
        whole: Option<f64>,
        parts: Vec<String>,
    }
    impl KernelVisitor for Kernels<'_> {
        fn visit<K: Kernel>(&mut self) {
            let info = K::INFO;
            let is_relative = matches!(info.result.error, Error::Relative(_));
            if !is_relative || !info.functions.contains(&self.function) {
                return;
            }
            let proofs = Subject::Kernels.committed();
            let of_kernel = proofs.iter().filter(|proof| proof.name == info.name);
            let Some(largest) = of_kernel.map(|proof| proof.proved_u2).reduce(f64::max) else {
                return;
            };
            if info.is_result {
                self.whole = Some(largest);
            } else {
                self.parts.push(format!("{} ≤ {largest:.2}u²", info.name));
            }
        }
    }
    let mut kernels = Kernels { function, whole: None, parts: Vec::new() };
    for_each_kernel(&mut kernels);
    match (kernels.whole, &kernels.parts[..]) {
        (Some(whole), _) => format!("Gappa, ≤ {whole:.2}u²"),
        (None, []) => "by hand".to_owned(),
        (None, parts) => format!("by hand; {}", parts.join(", ")),
    }
}
