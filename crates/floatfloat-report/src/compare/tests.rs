use super::{compare, devices::pairs};
use crate::{
    choice::Choice,
    results::{Cell, Device, Machine, Results, SCHEMA, Settings, Table},
    table::{Column, IntoCell, Row, chosen, measured, note, row},
};

fn device(id: &str, name: &str, backend: &str, software: bool) -> Device {
    Device {
        id: id.into(),
        name: name.into(),
        backend: backend.into(),
        certified: true,
        lowering: "barrier".into(),
        fma: "fused".into(),
        subnormals: "kept".into(),
        driver: String::new(),
        software,
        words: "f32".into(),
        division: String::new(),
        sqrt: String::new(),
    }
}

fn results(devices: &[Device], experiments: Vec<Table>) -> Results {
    let machine = Machine {
        processor: "Some CPU".into(),
        architecture: "x86_64".into(),
        system: "linux".into(),
        threads: 2,
        extensions: Vec::new(),
        version: "0.1.0".into(),
        date: "2006-03-29T12:00:00Z".into(),
    };
    Results {
        schema: SCHEMA.into(),
        machine,
        settings: None,
        devices: devices.to_vec(),
        experiments,
    }
}

fn cpu() -> Device {
    device("cpu", "Some CPU", "native", false)
}

/// A table of times, in which column `verdict` is a word that was found out.
fn bench(rows: &[(&str, &str, i64, f64, &str)]) -> Table {
    let columns = [
        chosen("device"),
        chosen("op"),
        chosen("elements"),
        measured("ns_per_op", "ns"),
        measured("verdict", ""),
    ];
    let mut table = Table::new("bench", "cpu", columns);
    for &(device, op, elements, ns, verdict) in rows {
        table.push(row![device, op, elements, ns, verdict]);
    }
    table
}

fn cells<const N: usize>(row: &Row<'_>, columns: [&str; N]) -> [Cell; N] {
    columns.map(|column| row.cell(column).unwrap().clone())
}

fn texts<const N: usize>(texts: [&str; N]) -> [Cell; N] {
    texts.map(IntoCell::into_cell)
}

#[test]
fn rows_are_joined_by_what_was_chosen_wherever_they_stand() {
    let a = bench(&[
        ("cpu", "add", 512, 1.0, "exact"),
        ("cpu", "add", 4096, 2.0, "exact"),
        ("cpu", "mul", 512, 3.0, "exact"),
        ("cpu", "div", 512, 9.0, "exact"),
    ]);
    let b = bench(&[
        ("cpu", "mul", 512, 3.0, "exact"),
        ("cpu", "add", 4096, 16.0, "faithful"),
        ("cpu", "add", 512, 0.5, "exact"),
        ("cpu", "sqrt", 512, 7.0, "exact"),
    ]);
    let compared =
        compare(&results(&[cpu()], vec![a]), &results(&[cpu()], vec![b]), &Choice::all());

    let numbers: Vec<_> = compared
        .numbers
        .rows()
        .map(|row| (cells(&row, ["op", "of", "quantity", "unit"]), row.number("ratio").unwrap()))
        .collect();
    let expected = [
        (texts(["add", "elements 4096", "ns_per_op", "ns"]), 8.0),
        (texts(["add", "elements 512", "ns_per_op", "ns"]), 0.5),
    ];
    assert_eq!(numbers, expected);
    assert!(compared.numbers.notes[0].contains("3 values are equal"), "{:?}", compared.numbers);

    let words: Vec<_> = compared.words.rows().collect();
    let [words] = words[..] else { panic!("{:?}", compared.words) };
    assert_eq!(
        cells(&words, ["op", "quantity", "a", "b"]),
        texts(["add", "verdict", "exact", "faithful"])
    );

    let missing: Vec<_> = compared
        .missing
        .rows()
        .map(|row| (cells(&row, ["device", "only_in", "first"]), row.number("rows")))
        .collect();
    let expected = [
        (texts(["cpu", "A", "div, elements 512"]), Some(1.0)),
        (texts(["cpu", "B", "sqrt, elements 512"]), Some(1.0)),
    ];
    assert_eq!(missing, expected);
}

/// Of table, columns and rows of each side: how often which column differs by which ratio, how many texts
/// differ, and how many rows have no counterpart.
fn joined(
    id: &str,
    columns: &[Column],
    [a, b]: [Vec<Vec<Cell>>; 2],
) -> (Vec<(String, f64)>, usize, usize) {
    let with = |rows: Vec<Vec<Cell>>| {
        let mut table = Table::new(id, "cpu", columns.to_vec());
        rows.into_iter().for_each(|row| table.push(row));
        let gpu = device("cuda:0", "H200", "cuda", false);
        results(&[cpu(), gpu], vec![table])
    };
    let compared = compare(&with(a), &with(b), &Choice::all());
    let ratios = compared
        .numbers
        .rows()
        .map(|row| (row.text("quantity").unwrap().to_owned(), row.number("ratio").unwrap()));
    let missing = compared.missing.rows().filter_map(|row| row.number("rows"));
    (ratios.collect(), compared.words.rows.len(), missing.sum::<f64>() as usize)
}

#[test]
fn numbers_that_were_chosen_join_rows_though_they_are_not_whole() {
    let columns = [
        chosen("device"),
        chosen("op"),
        chosen("type"),
        chosen("elements"),
        chosen("condition"),
        measured("error", ""),
    ];
    let row = |condition: f64, error: f64| row!["cpu", "sum", "f32", 200, condition, error];
    let full = vec![row(138.7, 1e-6), row(983.8, 1e-5), row(1.4e13, 1.0)];
    let quick = vec![row(138.7, 2e-6), row(1.4e13, 1.0)];
    let found = joined("compensated", &columns, [full, quick]);
    assert_eq!(found, (vec![("error".into(), 2.0)], 0, 1));
    // Where the condition is measured, it joins nothing.
    let columns = [
        chosen("device"),
        chosen("op"),
        chosen("type"),
        chosen("elements"),
        measured("condition", ""),
        measured("error", ""),
    ];
    let row = |condition: f64| row!["cpu", "lud", "f32", 200, condition, 1.0];
    let found = joined("lud", &columns, [vec![row(100.0)], vec![row(200.0)]]);
    assert_eq!(found, (vec![("condition".into(), 2.0)], 0, 0));
}

#[test]
fn what_was_chosen_joins_rows_even_where_nothing_else_would_mix_them() {
    // Each side has one number of repetitions, and they differ.
    let columns = [chosen("device"), chosen("op"), chosen("repetitions"), measured("slug_ff", "")];
    let row = |repetitions: i64| row!["cpu", "add", repetitions, 5.0 + repetitions as f64];
    let found = joined("speed-up-slug", &columns, [vec![row(1000)], vec![row(64)]]);
    assert_eq!(found, (vec![], 0, 2));
    let columns = [
        chosen("device"),
        chosen("type"),
        chosen("groups"),
        chosen("lanes"),
        measured("seconds", ""),
    ];
    let row = |lanes: i64| row!["cpu", "ff", 64, lanes, 1.0 / lanes as f64];
    let found = joined("sum-time", &columns, [vec![row(32)], vec![row(64)]]);
    assert_eq!(found, (vec![], 0, 2));
}

#[test]
fn what_was_found_does_not_keep_rows_apart() {
    // Another type is the cheapest: then its time is not that of the first.
    let columns = [
        chosen("device"),
        chosen("workload"),
        chosen("size"),
        chosen("tolerance"),
        measured("type", ""),
        measured("seconds", ""),
    ];
    let row = |number_type: &str, seconds: f64| row!["cpu", "sum", 512, 1e-6, number_type, seconds];
    let found = joined("advise-matrix", &columns, [vec![row("ff", 1.0)], vec![row("f64", 0.5)]]);
    assert_eq!(found, (vec![], 1, 0));
    let found = joined("advise-matrix", &columns, [vec![row("ff", 1.0)], vec![row("ff", 0.5)]]);
    assert_eq!(found, (vec![("seconds".into(), 0.5)], 0, 0));
    // Distances are found of operands.
    let columns =
        [chosen("op"), chosen("type"), measured("ulps_from_f64", ""), chosen("x"), chosen("y")];
    let row = |ulps: i64, x: &str| row!["add", "ff", ulps, x, "-2.5"];
    let (here, there) = (vec![row(8, "1.5"), row(4, "3.5")], vec![row(4, "1.5"), row(8, "7.5")]);
    let found = joined("ulp-histogram-outliers", &columns, [here, there]);
    assert_eq!(found, (vec![("ulps_from_f64".into(), 0.5)], 0, 2));
}

#[test]
fn conclusions_are_joined_by_the_device_that_they_are_about() {
    let columns =
        [chosen("paper"), chosen("conclusion"), measured("verdict", ""), note("evidence")];
    let row = |verdict: &str, evidence: &str| row!["table 1", "ff is slower", verdict, evidence];
    let here = vec![row("confirmed", "cpu: 1.2 times"), row("not here", "cuda:0: 0.8 times")];
    let there = vec![row("not here", "cuda:0: 0.7 times"), row("confirmed", "cpu: 1.3 times")];
    // The verdicts are the same, and evidence is explained, not compared.
    assert_eq!(joined("speed-up-conclusions", &columns, [here, there]), (vec![], 0, 0));
}

#[test]
fn different_work_is_told() {
    let with = |quick, seed| {
        let settings =
            Settings { quick, seed, types: vec!["ff".into()], sizes: None, full: vec![] };
        Results { settings: Some(settings), ..results(&[cpu()], Vec::new()) }
    };
    let notes = |a: &Results, b: &Results| compare(a, b, &Choice::all()).machines.notes;
    assert!(notes(&with(true, 1), &with(true, 1)).is_empty());
    let different = notes(&with(true, 1), &with(false, 2));
    assert!(different[0].contains("different sizes and seeds"), "{different:?}");
    let unknown = results(&[cpu()], Vec::new());
    assert!(notes(&with(true, 1), &unknown).is_empty());
    let compared = compare(&with(true, 1), &unknown, &Choice::all());
    let rows: Vec<_> = compared.machines.rows().collect();
    let sizes = rows.iter().find(|row| row.text("property") == Some("sizes")).unwrap();
    assert_eq!(cells(sizes, ["a", "b"]), texts(["quick", "not recorded"]));
}

#[test]
fn of_each_row_the_number_that_differs_most_is_shown() {
    let table = |ns: f64, rate: f64| {
        let columns = [chosen("op"), measured("ns", "ns"), measured("rate", "")];
        let mut table = Table::new("bench", "cpu", columns);
        table.push(row!["add", ns, rate]);
        table.push(row!["mul", 2.0 * ns, 1.5]);
        results(&[cpu()], vec![table])
    };
    let compared = compare(&table(1.5, 0.5), &table(3.0, 4.5), &Choice::all());
    assert_eq!(compared.numbers.rows.len(), 3);
    let largest = compared.largest(9);
    let shown: Vec<_> = largest.rows().map(|row| cells(&row, ["op", "quantity"])).collect();
    assert_eq!(shown, [texts(["add", "rate"]), texts(["mul", "ns"])]);
    assert!(largest.notes.iter().any(|note| note.starts_with("This table shows 2 numbers")));
    assert_eq!(compared.largest(1).rows.len(), 1);
}

#[test]
fn logarithms_differ_by_the_ratio_of_what_they_stand_for() {
    let table = |error: Cell| {
        let mut table = Table::new("accuracy", "cpu", [chosen("op"), measured("max_log2", "log2")]);
        table.push(row!["add", error]);
        results(&[cpu()], vec![table])
    };
    let ratio = |a: Cell, b: Cell| {
        let compared = compare(&table(a), &table(b), &Choice::all());
        let ratio = compared.numbers.rows().next().and_then(|row| row.number("ratio"));
        (ratio, compared.words.rows.len())
    };
    let exact = || Cell::Text("exact".into());
    assert_eq!(ratio(Cell::Number(-48.0), Cell::Number(-45.0)), (Some(8.0), 0));
    assert_eq!(ratio(exact(), Cell::Number(-45.0)), (None, 1));
    assert_eq!(ratio(exact(), exact()), (None, 0));
}

#[test]
fn devices_are_compared_with_those_that_are_most_like_them() {
    let gpu = |id, name, backend| device(id, name, backend, false);
    let imitation = || device("wgpu:0", "llvmpipe", "vulkan", true);
    let ids = |a: &[Device], b: &[Device]| -> Vec<(String, String)> {
        let id = |id: Option<&str>| id.unwrap_or("-").to_owned();
        pairs(a, b).into_iter().map(|pair| (id(pair.a), id(pair.b))).collect()
    };
    let expected = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect()
    };
    // One kind of device under two names.
    let a = [cpu(), gpu("wgpu:0", "RTX", "vulkan")];
    let b = [cpu(), gpu("cuda:0", "H200", "cuda")];
    assert_eq!(ids(&a, &b), expected(&[("cpu", "cpu"), ("wgpu:0", "cuda:0")]));
    // Two ways to one device, and software beside it.
    let a = [cpu(), imitation(), gpu("cuda:0", "RTX", "cuda")];
    let b = [cpu(), imitation(), gpu("wgpu:1", "H200", "vulkan"), gpu("cuda:0", "H200", "cuda")];
    let found = ids(&a, &b);
    let pairs = [("cpu", "cpu"), ("wgpu:0", "wgpu:0"), ("cuda:0", "wgpu:1"), ("cuda:0", "cuda:0")];
    assert_eq!(found, expected(&pairs));
    assert_eq!(ids(&b, &a)[2..], expected(&[("wgpu:1", "cuda:0"), ("cuda:0", "cuda:0")]));
    // A processor is never compared with anything else.
    let b = [gpu("cuda:0", "H200", "cuda")];
    assert_eq!(ids(&[cpu()], &b), expected(&[("cpu", "-"), ("-", "cuda:0")]));
    assert_eq!(ids(&[], &[]), []);
}

#[test]
fn other_names_of_devices_do_not_keep_rows_apart_and_a_choice_leaves_some_out() {
    let gpu = |id, name, backend| device(id, name, backend, false);
    let here = results(
        &[cpu(), gpu("wgpu:0", "RTX", "vulkan")],
        vec![bench(&[("cpu", "add", 512, 1.0, "exact"), ("wgpu:0", "add", 512, 4.0, "exact")])],
    );
    let there = results(
        &[cpu(), gpu("cuda:0", "H200", "cuda")],
        vec![bench(&[("cpu", "add", 512, 2.0, "exact"), ("cuda:0", "add", 512, 1.0, "exact")])],
    );
    let ratios = |choice: &str| -> Vec<_> {
        let compared = compare(&here, &there, &choice.parse().unwrap());
        let rows = compared.numbers.rows();
        rows.map(|row| (cells(&row, ["device_a", "device_b"]), row.number("ratio").unwrap()))
            .collect()
    };
    let (cpus, gpus) = ((texts(["cpu", "cpu"]), 2.0), (texts(["wgpu:0", "cuda:0"]), 0.25));
    assert_eq!(ratios("all"), [gpus.clone(), cpus.clone()]);
    assert_eq!(ratios("wgpu:0"), ratios("cuda"));
    assert_eq!(ratios("cuda"), [gpus]);
    assert_eq!(ratios("cpu"), [cpus]);
}

#[test]
fn rows_that_nothing_tells_apart_are_joined_in_their_order() {
    let table = |values: &[f64]| {
        let mut table = Table::new("odd", "cpu", [measured("value", "")]);
        values.iter().for_each(|&value| table.push(row![value]));
        results(&[cpu()], vec![table])
    };
    let compared = compare(&table(&[1.0, 2.0]), &table(&[2.0, 6.0, 9.0]), &Choice::all());
    let ratios: Vec<_> = compared.numbers.rows().filter_map(|row| row.number("ratio")).collect();
    assert_eq!(ratios, [3.0, 2.0]);
    assert_eq!(compared.missing.rows.len(), 1);
}

#[test]
fn published_numbers_and_equal_results_give_nothing() {
    let mut published = bench(&[("GPU of 2006", "add", 512, 1.0, "exact")]);
    published.id = "bench-published".into();
    let a = results(&[cpu()], vec![published, bench(&[("cpu", "add", 512, 1.0, "exact")])]);
    let b = results(&[cpu()], vec![bench(&[("cpu", "add", 512, 1.0, "exact")])]);
    let compared = compare(&a, &b, &Choice::all());
    for table in [compared.numbers, compared.words, compared.missing] {
        assert!(table.rows.is_empty(), "{table:?}");
    }
}
