//! Every experiment of the papers keeps its contract, and finds what the papers and theory say.

#[path = "../../floatfloat-lab/tests/contract/mod.rs"]
mod contract;

use contract::{
    ACCURACY, Contract, SPEED, has_its_columns_and_nothing_failed, number, quick,
    shows_only_the_type_asked_for, stops_when_asked, value,
};
use floatfloat_lab::{
    experiments,
    progress::Silent,
    results::{Cell, Table},
};
use floatfloat_papers::{ALL, find, of_papers_alone};

/// The columns that others rely on, by the id of the experiment.
const CONTRACT: &Contract = &[
    ("formats", &["format", "sign", "exponent", "mantissa"]),
    ("ops-accuracy", ACCURACY),
    ("ops-speed", SPEED),
    ("ulp-histogram", &["op", "type", "mean", "median", "max", "min", "sd", "p75"]),
    ("sum", &["device", "type", "range", "elements", "shape", "groups", "lanes", "bits", "error"]),
    ("gauss", &["device", "type", "size", "block", "seconds"]),
    ("lud", &["device", "type", "range", "size", "block", "mismatches", "percent", "error"]),
    ("intensity", &["device", "type", "op", "operations", "groups", "lanes", "elements", "ms"]),
    ("mul-chain", &["device", "type", "variant", "range", "operands", "products", "error"]),
    ("do-undo", &["device", "type", "division", "x", "y", "steps", "chains", "error"]),
    ("speed-up", &["device", "type", "op", "elements", "repetitions", "ns", "speed_up"]),
    ("compensated", &["device", "op", "type", "elements", "condition", "error", "bound", "holds"]),
    ("leibniz", &["device", "type", "terms", "value", "ulps_from_f64", "ns", "speed_up"]),
];

fn run(id: &str) -> Vec<Table> {
    find(id).unwrap().run(&quick(), &Silent).unwrap()
}

/// The tests of the lab run the others.
#[test]
fn every_experiment_has_its_columns_and_nothing_failed() {
    of_papers_alone().for_each(|entry| has_its_columns_and_nothing_failed(entry, CONTRACT));
}

#[test]
fn every_experiment_of_the_contract_exists_once() {
    for (id, _) in CONTRACT {
        assert_eq!(ALL.iter().filter(|entry| entry.study.id == *id).count(), 1, "{id}");
    }
}

#[test]
fn every_experiment_stops_when_asked() {
    of_papers_alone().for_each(stops_when_asked);
}

#[test]
fn only_the_types_asked_for_are_shown() {
    for id in [
        "ops-accuracy",
        "ops-speed",
        "ulp-histogram",
        "mul-chain",
        "do-undo",
        "speed-up",
        "leibniz",
    ] {
        shows_only_the_type_asked_for(find(id).unwrap());
    }
}

/// Of an experiment of the report, papers add what they published, and nothing else changes.
#[test]
fn experiments_of_the_report_stand_beside_published_numbers() {
    for (id, published) in [("paranoia", "paranoia-published"), ("bench", "bench-published")] {
        let (theirs, own) = (find(id).unwrap(), experiments::find(id).unwrap());
        let tables = theirs.study.published();
        assert!(tables.iter().any(|table| table.id == published && !table.rows.is_empty()));
        assert!(own.study.published().is_empty());
        assert_eq!(theirs.study.about, own.study.about);
    }
    for entry in experiments::ALL {
        assert!(find(entry.study.id).is_ok(), "{}", entry.study.id);
    }
}

#[test]
fn results_do_not_depend_on_how_work_is_spread() {
    let rows = |id| run(id).into_iter().map(|e| e.rows).collect::<Vec<_>>();
    assert_eq!(rows("ops-accuracy"), rows("ops-accuracy"));
    assert_eq!(rows("ulp-histogram"), rows("ulp-histogram"));
}

#[test]
fn the_errors_of_2006_are_reproduced_on_the_nv35_like_machine() {
    let accuracy = &run("ops-accuracy")[0];
    let of = |op| number(accuracy, &["NV35-like (simulated)", op, "ff"], "max_log2");
    assert!((-48.1..=-47.9).contains(&of("two-sum")), "{}", of("two-sum"));
    assert!((-45.0..=-28.0).contains(&of("add22")), "{}", of("add22"));
    assert!((-46.5..=-44.0).contains(&of("mul22")), "{}", of("mul22"));
    let product = value(accuracy, &["NV35-like (simulated)", "two-prod-dekker"], "max_log2");
    assert_eq!(product, Cell::Text("exact".into()));
    assert_eq!(value(accuracy, &["cpu", "two-sum", "ff"], "max_log2"), Cell::Text("exact".into()));
}

#[test]
fn the_statistics_of_warwick_come_out() {
    let histogram = run("ulp-histogram");
    for (op, mean, median, p75) in [("mul-warwick", 7.847, 6.0, 11.0), ("div", 10.29, 7.0, 14.0)] {
        let of = |column| number(&histogram[0], &[op, "ff"], column);
        assert!((of("mean") / mean - 1.0).abs() < 0.05, "{op}: {}", of("mean"));
        assert_eq!((of("median"), of("p75"), of("min")), (median, p75, 0.0), "{op}");
    }
    let sum = |column| number(&histogram[0], &["add-accurate", "ff"], column);
    assert_eq!((sum("median"), sum("p75")), (4.0, 10.0));
}

#[test]
fn kernels_of_every_intensity_are_measured_in_every_type() {
    let tables = run("intensity");
    let rows = &tables[0].rows;
    for name in ["f32", "float2", "ff", "f64", "double2", "dd"] {
        for op in ["add", "mul"] {
            let begins = [Cell::Text("cpu".into()), Cell::Text(name.into()), Cell::Text(op.into())];
            let sizes =
                rows.iter().filter(|row| row.starts_with(&begins)).map(|row| row[3].clone());
            let sizes: Vec<Cell> = sizes.collect();
            assert_eq!(sizes, [1, 1, 1000, 1000].map(Cell::Integer), "{name} {op}");
        }
    }
    let why = tables[0].columns.iter().position(|c| c.name == "why_not").unwrap();
    let missing = rows.iter().filter(|row| row[why] != Cell::Text(String::new())).count();
    assert_eq!(missing, 2, "a processor has no workgroups");
    let roofline = tables.iter().find(|table| table.id == "intensity-roofline").unwrap();
    assert_eq!(roofline.rows.len(), 6 * 2 * 2);
    let more = number(roofline, &["cpu", "dd", "add"], "flops_per_byte");
    assert!(more > 0.5, "{more}");
}

#[test]
fn conclusions_of_the_seeds_have_a_verdict() {
    let verdicts =
        ["confirmed", "not on this machine", "true only of composite arithmetic", "not measured"];
    for id in ["intensity", "mul-chain", "do-undo", "speed-up"] {
        let tables = run(id);
        let conclusions =
            tables.iter().find(|table| table.id == format!("{id}-conclusions")).unwrap();
        for row in &conclusions.rows {
            let Cell::Text(verdict) = &row[2] else { panic!("{row:?}") };
            assert!(verdicts.contains(&verdict.as_str()), "{verdict}");
        }
    }
    let products = run("mul-chain");
    let conclusions = products.iter().find(|table| table.id == "mul-chain-conclusions").unwrap();
    let last = conclusions.rows.last().unwrap();
    assert_eq!(last[2], Cell::Text("true only of composite arithmetic".into()), "{last:?}");
}

#[test]
fn errors_along_products_are_ordered_as_theory_says() {
    let products = &run("mul-chain")[0];
    let range = "(0.1, 1) & (1, 6)";
    let error = |name: &str, variant: &str| {
        let begins = ["cpu", name, variant, range, "two f32"].map(|text| Cell::Text(text.into()));
        let last = products.rows.iter().rfind(|row| row.starts_with(&begins)).unwrap();
        if let Cell::Number(error) = last[6] { error } else { panic!("{last:?}") }
    };
    let f32 = error("f32", "");
    assert!(error("float2", "") > f32 / 10.0 && error("float2", "renormalised") > f32 / 10.0);
    assert!(error("ff", "") < f32 / 1e4 && error("dd", "") < error("f64", "") / 1e10);
}

/// The numbers of a column in the rows that have these texts in these columns.
fn numbers(experiment: &Table, wanted: &[(&str, &str)], column: &str) -> Vec<f64> {
    let place = |name: &str| experiment.columns.iter().position(|c| c.name == name).unwrap();
    let is_wanted = |row: &&Vec<Cell>| {
        wanted.iter().all(|(name, text)| row[place(name)] == Cell::Text((*text).into()))
    };
    let found = experiment.rows.iter().filter(is_wanted).map(|row| &row[place(column)]);
    found
        .filter_map(|cell| match cell {
            Cell::Number(number) => Some(*number),
            Cell::Integer(integer) => Some(*integer as f64),
            _ => None,
        })
        .collect()
}

#[test]
fn sums_that_cancel_are_as_accurate_as_their_types() {
    let all = run("sum");
    let sum = &all[0];
    let widest = "(10^-6, 10^-5) & (10^5, 10^6)";
    // The last is that of the most numbers, with as many bits as the word has.
    let error = |number_type| {
        *numbers(sum, &[("type", number_type), ("range", widest)], "error").last().unwrap()
    };
    assert!(error("f32") > error("float2") && error("float2") >= error("ff"));
    assert!(error("f32") > 1e4 * error("f64") && error("f64") > error("double2"));
    assert!(error("f32-compensated") < 1e-3 * error("f32"));
    assert!(error("f64-compensated") < 1e-3 * error("f64"));
    assert!(error("double2") >= error("dd"));
    assert_eq!(error("mp256"), 0.0);
    // 24 bits of numbers up to 10^6 and down to 10^-6 are 66 bits apart at most, and dd has 106.
    let exact = numbers(sum, &[("type", "dd"), ("range", widest)], "error");
    assert_eq!(exact[0], 0.0);
    // In the widest range of table 7 even 256 bits are too few, but the more the better.
    let widest = "(10^-37, 10^-36) & (10^36, 10^37)";
    let few = |bits| numbers(sum, &[("type", bits), ("range", widest)], "error")[0];
    assert!(few("mp64") > 1e2 * few("mp256") && few("mp128") > 1e2 * few("mp256"));
    let id = |id: &str| all.iter().find(|e| e.id == id).unwrap();
    assert_eq!(id("sum-conclusions").columns[2].name, "verdict");
    let verdicts =
        ["confirmed", "not on this machine", "true only of composite arithmetic", "not measured"];
    for row in &id("sum-conclusions").rows {
        let Cell::Text(verdict) = &row[2] else { panic!("{row:?}") };
        assert!(verdicts.contains(&verdict.as_str()), "{verdict}");
    }
    let along = id("sum-error-along");
    assert!(numbers(along, &[("type", "float2")], "component").iter().any(|c| *c != 0.0));
    assert!(numbers(id("sum-time"), &[("type", "ff")], "seconds").iter().all(|s| *s > 0.0));
}

#[test]
fn compensation_makes_up_for_the_condition_number() {
    let all = run("compensated");
    for op in ["sum", "dot", "horner"] {
        let of =
            |number_type, column| numbers(&all[0], &[("op", op), ("type", number_type)], column);
        let conditions = of("f64", "condition");
        assert!(
            conditions[0] < 1e4 && conditions.iter().any(|c| *c > 1e24),
            "{op}: {conditions:?}"
        );
        let (plain, compensated) = (of("f64", "error"), of("f64-compensated", "error"));
        for (k, condition) in conditions.into_iter().enumerate() {
            let u = f64::EPSILON / 2.0;
            if condition < 1e8 {
                assert!(compensated[k] <= 2.0 * u, "{op}: {:e} at {condition:e}", compensated[k]);
            }
            if (1e10..1e20).contains(&condition) {
                assert!(compensated[k] < 1e-3 * plain[k], "{op} at {condition:e}");
            }
        }
        assert!(of("mp256", "error").into_iter().all(|error| error < 1e-16), "{op}");
        assert!(of("dd", "error")[0] < 1e-28, "{op}");
    }
}

#[test]
fn eliminated_systems_are_as_accurate_as_their_types() {
    let all = run("gauss");
    for table in &all[..2] {
        let of = |number_type, column| {
            let rows = numbers(table, &[("type", number_type)], column);
            let sizes = numbers(table, &[("type", number_type)], "size");
            rows[sizes.iter().position(|size| *size == 64.0).unwrap()]
        };
        for column in ["error", "backward_error"] {
            let of = |number_type| of(number_type, column);
            assert!(of("f32") > 1e3 * of("ff") && of("ff") > of("f64"), "{} {column}", table.id);
            assert!(of("f64") > 1e8 * of("dd"), "{} {column}", table.id);
            assert!(of("float2") > 1e2 * of("ff"), "{} {column}", table.id);
            assert!(of("double2") > 1e4 * of("dd"), "{} {column}", table.id);
        }
        if table.id == "gauss" {
            assert!(of("mp128", "error") < 1e-25, "{}", of("mp128", "error"));
        }
        assert!(numbers(table, &[], "seconds").iter().all(|seconds| *seconds > 0.0));
    }
    let conclusions = all.iter().find(|e| e.id == "gauss-conclusions").unwrap();
    assert!(conclusions.rows.iter().any(|row| row[2] != Cell::Text("not measured".into())));
}

#[test]
fn factors_are_as_accurate_as_their_types() {
    let all = run("lud");
    let widest = "(10^-5, 10^-4) & (10^4, 10^5)";
    let of = |number_type, range, column| {
        numbers(&all[0], &[("type", number_type), ("range", range)], column)[0]
    };
    for column in ["error", "residual"] {
        let of = |number_type| of(number_type, widest, column);
        assert!(of("f32") > 1e3 * of("ff") && of("ff") > of("f64"), "{column}");
        assert!(of("f64") > 1e8 * of("dd") && of("float2") > 1e2 * of("ff"), "{column}");
    }
    assert!(of("f32", widest, "mismatches") > 64.0);
    assert_eq!(of("dd", widest, "mismatches"), 0.0);
    assert_eq!(of("mp256", widest, "mismatches"), 0.0);
    let narrowest = "(10^-1, 10^0) & (10^0, 10^1)";
    assert!(of("f32", narrowest, "error") < of("f32", widest, "error"));
    assert_eq!(all[1].id, "lud-time");
    assert!(numbers(&all[1], &[], "ms").iter().all(|ms| *ms > 0.0));
}
