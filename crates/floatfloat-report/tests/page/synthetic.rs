//! Made-up results in the form of real ones. Nothing here was measured.

use floatfloat_report::results::{Cell, Column, Device, Machine, Results, SCHEMA, Settings, Table};
use floatfloat_report::table::Role;

/// Columns that name the rows of the made-up tables.
const CHOSEN: [&str; 15] = [
    "device",
    "op",
    "type",
    "elements",
    "mode",
    "format",
    "data",
    "word",
    "workload",
    "size",
    "tolerance",
    "paper",
    "conclusion",
    "algorithm",
    "thing",
];

fn text(text: &str) -> Cell {
    Cell::Text(text.into())
}

fn experiment(id: &str, columns: &str, rows: Vec<Vec<Cell>>) -> Table {
    let columns = columns
        .split_whitespace()
        .map(|name| Column {
            name: name.to_owned().into(),
            unit: match name {
                name if name.ends_with("log2") => "log2",
                "ns" | "ns_per_op" => "ns",
                _ => "",
            }
            .into(),
            role: match name {
                "type" if id == "advise-matrix" => Role::Measured,
                name if CHOSEN.contains(&name) => Role::Chosen,
                _ => Role::Measured,
            },
        })
        .collect();
    Table {
        id: id.into(),
        paper: Some("Table 1 of a paper".into()),
        device: "cpu".into(),
        columns,
        rows,
        notes: vec!["Synthetic rows for tests.".into()],
    }
}

fn paranoia() -> Table {
    let machines = [
        ("cpu", "f32", "nearest-even", [(-0.5, 0.5); 4]),
        ("cpu", "f64", "nearest-even", [(-0.5, 0.5); 4]),
        (
            "chopped (simulated)",
            "f32",
            "towards zero",
            [(-1.0, 0.0), (-1.0, 1.0), (-1.0, 0.0), (-1.0, 0.0)],
        ),
        (
            "NV35-like (simulated)",
            "f32",
            "faithful",
            [(-1.0, 0.0), (-0.75, 0.75), (-0.78, 0.62), (-1.2, 1.4)],
        ),
    ];
    let mut rows = Vec::new();
    for (device, format, verdict, intervals) in machines {
        let ops = ["add", "sub", "mul", "div"];
        for (op, (low, high)) in ops.into_iter().zip(intervals) {
            rows.push(vec![
                text(device),
                text("compiled loop"),
                text(format),
                text(op),
                Cell::Number(low),
                Cell::Number(high),
                text(verdict),
            ]);
        }
    }
    experiment("paranoia", "device mode format op low high verdict", rows)
}

/// What else paranoia says: whether it is safe, what it found, and what a paper published.
fn paranoia_companions() -> [Table; 3] {
    let safety =
        [("cpu", "f32", true), ("cpu", "f64", true), ("NV35-like (simulated)", "f32", false)].map(
            |(device, format, safe)| {
                let because = if safe { "" } else { "2Sum is not exact" };
                let caveats = if safe { "x87 was not tried" } else { "" };
                vec![text(device), text(format), Cell::Flag(safe), text(because), text(caveats)]
            },
        );
    let findings = [("cpu", "info"), ("NV35-like (simulated)", "failure")]
        .map(|(device, class)| vec![text(device), text(class), text("A thing was found.")]);
    let theirs = ["add", "div"].map(|op| {
        vec![text("NV35"), text("32-bit"), text(op), Cell::Number(-1.199), Cell::Number(1.375)]
    });
    [
        experiment("paranoia-safety", "device format safe because caveats", safety.to_vec()),
        experiment("paranoia-findings", "device class finding", findings.to_vec()),
        experiment("paranoia-published", "device format op low high", theirs.to_vec()),
    ]
}

fn accuracy(id: &str) -> Table {
    let ops: [(&str, f64, f64, i64); 9] = [
        ("two-sum", f64::NEG_INFINITY, f64::NEG_INFINITY, 6),
        ("add", 3.0, 1.5, 20),
        ("sub", 3.0, 1.5, 20),
        ("mul", 4.0, 3.4, 9),
        ("div", 15.0, 8.4, 18),
        ("sqrt", 3.125, 2.8, 11),
        ("add-word", 2.0, 1.1, 10),
        ("mul-word", 2.0, 1.7, 6),
        ("div-word", 3.0, 2.2, 10),
    ];
    let mut rows = Vec::new();
    for (name, u2) in [("ff", -48.0), ("dd", -106.0)] {
        for (op, bound, max, flops) in ops {
            let log2 = |units: f64| if units > 0.0 { u2 + units.log2() } else { f64::NEG_INFINITY };
            rows.push(vec![
                text("cpu"),
                text(op),
                text(name),
                Cell::Number(log2(bound)),
                Cell::Number(log2(max)),
                Cell::Number(log2(max) - 3.7),
                Cell::Integer(1 << 20),
                Cell::Integer(flops),
            ]);
        }
    }
    for (name, error) in [("f32", -24.0), ("f64", -53.0)] {
        for op in ["add", "sub", "mul", "div", "sqrt"] {
            rows.push(vec![
                text("cpu"),
                text(op),
                text(name),
                Cell::Number(error),
                Cell::Number(error - 0.0001),
                Cell::Number(error - 2.0),
                Cell::Integer(1 << 20),
                Cell::Integer(1),
            ]);
        }
    }
    experiment(id, "device op type bound_log2 max_log2 mean_log2 samples flops", rows)
}

fn speed(id: &str) -> Table {
    let mut rows = Vec::new();
    for (name, scale) in [("f32", 0.04), ("f64", 0.08), ("ff", 0.18), ("dd", 0.36)] {
        for (op, flops) in [("add", 1.0), ("sub", 1.02), ("mul", 0.6), ("div", 2.1), ("sqrt", 3.9)]
        {
            for (i, elements) in [4096, 16384, 65536, 262144, 1048576].into_iter().enumerate() {
                let ns = scale * flops * (1.0 + 0.3 * i as f64);
                rows.push(vec![
                    text("cpu"),
                    text(op),
                    text(name),
                    Cell::Integer(elements),
                    Cell::Number(ns),
                    Cell::Number(1.0 / ns),
                    Cell::Number(90.0 / (1.0 + 0.3 * i as f64)),
                ]);
            }
        }
    }
    experiment(id, "device op type elements ns_per_op gops percent_of_limit", rows)
}

/// Times by size: level to 10^4 elements, then eight times as long.
fn sizes() -> Table {
    let mut rows = Vec::new();
    for (name, words, word, scale) in
        [("f32", 1, 4, 0.04), ("ff", 2, 4, 0.18), ("f64", 1, 8, 0.08), ("dd", 2, 8, 0.36)]
    {
        for (op, flops, moved) in
            [("add", 20, 3), ("mul", 8, 3), ("axpy", 28, 3), ("dot", 28, 2), ("copy", 0, 2)]
        {
            for elements in [100, 1000, 10_000, 100_000, 1_000_000] {
                let flops = if words == 1 { i64::from(flops > 0) } else { flops };
                let bytes = moved * words * word;
                let ns = scale * if elements > 10_000 { 8.0 } else { 1.0 };
                let computes = |value| if flops > 0 { Cell::Number(value) } else { Cell::Empty };
                rows.push(vec![
                    text("cpu"),
                    text(op),
                    text(name),
                    Cell::Integer(elements),
                    Cell::Number(ns),
                    computes(flops as f64 / bytes as f64),
                    computes(flops as f64 / ns),
                    Cell::Number(bytes as f64 / ns),
                ]);
            }
        }
    }
    experiment("bench-sizes", "device op type elements ns_per_op flops_per_byte gflops gb", rows)
}

fn limits() -> Table {
    let of = |word, gops| vec![text("cpu"), text(word), Cell::Number(gops)];
    experiment("bench-limits", "device word measured_gops", vec![of("f32", 120.0), of("f64", 60.0)])
}

fn histogram() -> [Table; 2] {
    let mut bins = Vec::new();
    let mut statistics = Vec::new();
    for op in ["add", "sub", "mul", "div"] {
        for low in 0..34i64 {
            let share = 12.0 * (-((low - 5) as f64 / 6.0).powi(2)).exp() + 0.2;
            let high = if low == 33 { 4_000_000 } else { low };
            bins.push(vec![
                text(op),
                text("ff"),
                Cell::Integer(low),
                Cell::Integer(high),
                Cell::Integer((share * 10240.0) as i64),
                Cell::Number(share),
            ]);
        }
        statistics.push(vec![
            text(op),
            text("ff"),
            Cell::Number(27.1),
            Cell::Integer(4),
            Cell::Integer(2_359_296),
            Cell::Integer(0),
            Cell::Number(2711.0),
            Cell::Integer(10),
        ]);
    }
    [
        experiment("ulp-histogram", "op type mean median max min sd p75", statistics),
        experiment("ulp-histogram-bins", "op type low high count share", bins),
    ]
}

fn digits() -> Table {
    let sets = ["norris", "pontius", "longley", "wampler1", "wampler2", "wampler5"];
    let mut rows = Vec::new();
    for (i, set) in sets.into_iter().enumerate() {
        for (name, most) in [("f32", 5.0), ("ff", 12.0), ("f64", 13.0), ("dd", 29.0)] {
            let digits = most - 1.3 * i as f64;
            let digits = if digits > 0.0 { Cell::Number(digits) } else { Cell::Empty };
            rows.push(vec![text(set), Cell::Integer(6), text(name), digits]);
        }
    }
    experiment("fit-digits", "data coefficients type digits", rows)
}

/// What a paper might have published for the same operations.
fn published() -> [Table; 2] {
    let accuracy = [("two-sum", "Add12", Cell::Number(-48.0)), ("mul", "Mul22", text("exact"))]
        .map(|(op, name, max)| {
            vec![text("GPU of 2006"), text(op), text("ff"), Cell::Empty, max, text(name)]
        });
    let mut times = Vec::new();
    for (op, name) in [("add", "Add22"), ("mul", "Mul22")] {
        for (elements, time) in [(4096, 1.0), (65536, 12.5)] {
            times.push(vec![
                text("GPU of 2006"),
                text(op),
                text("ff"),
                Cell::Integer(elements),
                Cell::Number(time),
                text(name),
            ]);
        }
    }
    [
        experiment(
            "ops-accuracy-published",
            "device op type bound_log2 max_log2 paper_name",
            accuracy.to_vec(),
        ),
        experiment(
            "ops-speed-published-gpu",
            "device op type elements normalised paper_name",
            times,
        ),
    ]
}

/// What experiments concluded about their papers, and what the advisor found.
fn answers() -> [Table; 2] {
    let conclusions = [
        ("Multiplication is inaccurate.", "true only of composite arithmetic", "ff: 2^-44"),
        ("Addition is accurate.", "confirmed", "2^-46"),
        ("Doubles are slow.", "not on this machine", "1.3 times f32"),
    ]
    .map(|(conclusion, verdict, evidence)| {
        vec![text("A thesis of 2012"), text(conclusion), text(verdict), text(evidence)]
    });
    let mut matrix = Vec::new();
    for (workload, size) in [("sum", 1 << 20), ("gauss", 512)] {
        for (tolerance, number_type, error) in
            [(1e-12, "ff", 3e-13), (1e-4, "f32", 2e-5), (1e-40, "", f64::NAN)]
        {
            let measured = |value: f64| {
                if number_type.is_empty() { Cell::Empty } else { Cell::Number(value) }
            };
            matrix.push(vec![
                text("cpu"),
                text(workload),
                Cell::Integer(size),
                Cell::Number(tolerance),
                if number_type.is_empty() { Cell::Empty } else { text(number_type) },
                measured(error),
                measured(0.0125),
            ]);
        }
    }
    [
        experiment(
            "ops-accuracy-conclusions",
            "paper conclusion verdict evidence",
            conclusions.to_vec(),
        ),
        experiment("advise-matrix", "device workload size tolerance type error seconds", matrix),
    ]
}

/// All experiments of a whole run, and one that the report does not know.
pub fn results() -> Results {
    let mut experiments = vec![
        paranoia(),
        accuracy("accuracy"),
        speed("bench"),
        sizes(),
        limits(),
        digits(),
        accuracy("ops-accuracy"),
        speed("ops-speed"),
    ];
    experiments.extend(paranoia_companions());
    experiments.extend(published());
    experiments.extend(histogram());
    experiments.extend(answers());
    experiments.push(experiment(
        "leibniz",
        "device type value ulps_from_f64 ns",
        vec![vec![
            text("cpu"),
            text("dd"),
            text("3.1410926536210432286970258295579986968615976706527"),
            Cell::Empty,
            Cell::Number(f64::NAN),
        ]],
    ));
    experiments.push(experiment(
        "never-heard-of",
        "thing works",
        vec![vec![text("<b>&\"'"), Cell::Flag(true)], vec![Cell::Empty, Cell::Flag(false)]],
    ));
    Results {
        schema: SCHEMA.into(),
        machine: Machine {
            processor: "Synthetic Processor <script>alert(1)</script> & Sons".into(),
            architecture: "x86_64".into(),
            system: "linux".into(),
            threads: 2,
            extensions: vec!["fma".into(), "avx2".into()],
            version: "0.1.0".into(),
            date: "2006-03-29T12:00:00Z".into(),
        },
        settings: Some(Settings {
            quick: true,
            seed: 7,
            types: vec!["ff".into(), "dd".into()],
            sizes: None,
            full: Vec::new(),
        }),
        devices: vec![Device {
            id: "cpu".into(),
            name: "Synthetic Processor".into(),
            backend: "native".into(),
            certified: true,
            lowering: "fused multiply-add, 256-bit vectors".into(),
            fma: "fused".into(),
            subnormals: "kept".into(),
            driver: String::new(),
            software: false,
            words: "f32, f64".into(),
            division: "correctly rounded".into(),
            sqrt: "correctly rounded".into(),
        }],
        experiments,
    }
}
