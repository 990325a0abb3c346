//! The experiments by name, the devices, the report, and the papers.

use crate::{column, columns, floatfloat, json, stdout};
use serde_json::Value;
use std::{fs, path::Path};

#[test]
fn the_list_has_every_experiment_of_this_version() {
    let list = json(&mut floatfloat("lab --list"));
    assert_eq!(list["schema"], "floatfloat/2");
    let names = column(&list, "name");
    for name in [
        "devices",
        "formats",
        "paranoia",
        "accuracy",
        "ops-accuracy",
        "ops-speed",
        "bench",
        "ulp-histogram",
        "intensity",
        "mul-chain",
        "do-undo",
        "speed-up",
        "leibniz",
        "fit-digits",
        "multi-precision",
    ] {
        assert!(names.contains(&&Value::from(name)), "{name} is missing in {names:?}");
    }
    assert!(stdout(&mut floatfloat("papers --list")).contains("fit-digits"));
    assert_eq!(stdout(&mut floatfloat("lab")), stdout(&mut floatfloat("lab --list")));
}

#[test]
fn devices_have_the_promised_columns_and_the_processor_is_certified() {
    let devices = json(&mut floatfloat("devices --device cpu"));
    let names = ["device", "name", "backend", "certified", "lowering", "fma", "subnormals"];
    assert!(columns(&devices).starts_with(&names));
    assert_eq!(column(&devices, "device"), ["cpu"]);
    assert_eq!(column(&devices, "certified"), [true]);
}

#[test]
fn an_experiment_covers_the_types_that_are_asked_for() {
    let digits = json(&mut floatfloat("lab fit-digits --type ff --type dd,f64"));
    let mut types = column(&digits, "type");
    types.dedup();
    assert_eq!(types[..3], ["ff", "f64", "dd"]);
    assert!(!types.contains(&&Value::from("f32")));
}

#[test]
fn several_tables_make_one_json_object() {
    let histogram = json(&mut floatfloat("lab ulp-histogram --quick"));
    assert_eq!(histogram["id"], "ulp-histogram");
    let names = columns(&histogram);
    for name in ["op", "type", "mean", "median", "max", "min", "sd", "p75"] {
        assert!(names.contains(&name), "{name} is missing in {names:?}");
    }
    let further = histogram["further"].as_array().unwrap();
    assert!(further.iter().all(|table| table["id"].as_str().unwrap().starts_with("ulp-histogram")));
}

#[test]
fn every_experiment_has_the_promised_columns_and_finds_nothing_wrong() {
    for (command, names) in [
        ("paranoia --quick", "device mode format op low high verdict"),
        ("accuracy --quick --type ff", "device op type bound_log2 max_log2 mean_log2 samples"),
        ("lab ops-accuracy --quick", "device op type bound_log2 max_log2 mean_log2 samples"),
        ("bench --quick --type ff", "device op type elements ns_per_op gops percent_of_limit"),
        ("lab ops-speed --quick", "device op type elements ns_per_op gops percent_of_limit"),
        ("lab leibniz --quick", "device type terms value ulps_from_f64 ns speed_up"),
    ] {
        // Other devices have tests of their own.
        let experiment = json(floatfloat(command).args(["--device", "cpu"]));
        assert_eq!(experiment["schema"], "floatfloat/2");
        let found = columns(&experiment);
        for name in names.split(' ') {
            assert!(found.contains(&name), "{command}: {name} is missing in {found:?}");
        }
        assert!(!experiment["rows"].as_array().unwrap().is_empty(), "{command}");
    }
}

#[test]
fn the_same_seed_gives_the_same_numbers() {
    let run = |seed| stdout(&mut floatfloat(&format!("lab ulp-histogram --quick --seed {seed}")));
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn a_report_is_a_page_and_its_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new/report");
    let text = stdout(floatfloat("report --quick --out").arg(&out));
    // The reasons, a line each; then the verdict and the page.
    let page = out.join("index.html");
    let last = format!("Float-float is safe on this machine. Open {}", page.display());
    assert_eq!(text.lines().last(), Some(&*last), "{text}");
    assert!(text.lines().all(|line| line == last || line.starts_with("- ")), "{text}");
    let results = fs::read_to_string(out.join("results.json")).unwrap();
    let results: Value = serde_json::from_str(&results).unwrap();
    assert_eq!(results["schema"], "floatfloat/2");
    let ids: Vec<_> = results["experiments"].as_array().unwrap().iter().map(|e| &e["id"]).collect();
    let of_the_report = ["devices", "paranoia", "accuracy", "bench", "functions", "advise-matrix"];
    for name in of_the_report {
        assert!(ids.contains(&&Value::from(name)), "{name} is missing in {ids:?}");
    }
    // What papers have is not measured.
    assert!(!ids.contains(&&Value::from("gauss")), "{ids:?}");
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(page.starts_with("<!") && page.contains("advise-matrix"));
    // A page, its numbers, and the file that is locked while a run writes here.
    assert_eq!(files(&out), [".lock", "index.html", "results.json"]);
}

#[test]
fn the_experiments_of_papers_have_a_page_and_verdicts_on_claims() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("papers");
    let text = stdout(floatfloat("papers --quick --device cpu --out").arg(&out));
    assert!(text.contains(" claims of papers: ") && text.contains(" confirmed"), "{text}");
    let results = fs::read_to_string(out.join("results.json")).unwrap();
    let results: Value = serde_json::from_str(&results).unwrap();
    let ids: Vec<_> = results["experiments"].as_array().unwrap().iter().map(|e| &e["id"]).collect();
    let list = json(&mut floatfloat("papers --list"));
    for name in column(&list, "name") {
        assert!(ids.contains(&name), "{name} is missing in {ids:?}");
    }
    for published in ["paranoia-published", "bench-published", "gauss-published"] {
        assert!(ids.contains(&&Value::from(published)), "{published} is missing in {ids:?}");
    }
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(page.contains("fit-digits") && page.contains("claims of papers: "));
    assert_eq!(files(&out), [".lock", "index.html", "results.json"]);
    // The claims of a file are judged again, and drawn.
    let again = folder.path().join("again");
    let command = format!("report --from {} --out", out.display());
    assert!(stdout(floatfloat(&command).arg(&again)).contains(" claims of papers: "));
    assert!(fs::read_to_string(again.join("index.html")).unwrap().contains("fit-digits"));
}

#[test]
fn named_experiments_of_papers_are_printed_and_their_page_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("two");
    let text =
        stdout(floatfloat("papers formats leibniz --quick --type ff --device cpu --out").arg(&out));
    assert!(text.starts_with("formats") && text.contains("\nleibniz"), "{text}");
    assert!(text.ends_with(&format!("Open {}\n", out.join("index.html").display())), "{text}");
    assert_eq!(files(&out), [".lock", "index.html", "results.json"]);
}

/// Names of the files in a folder, sorted.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut names: Vec<_> = entries.map(|e| e.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn an_experiment_can_have_a_report_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    for (command, id) in [("lab formats", "formats"), ("bench --quick --type ff", "bench")] {
        let out = folder.path().join(id);
        let command = format!("{command} --device cpu --out");
        let text = stdout(floatfloat(&command).arg(&out));
        assert!(text.starts_with(id), "{text}");
        assert!(text.ends_with(&format!("Open {}\n", out.join("index.html").display())), "{text}");
        assert_eq!(files(&out), [".lock", "index.html", "results.json"]);
        let results = fs::read_to_string(out.join("results.json")).unwrap();
        let results: Value = serde_json::from_str(&results).unwrap();
        assert_eq!(results["experiments"][0]["id"], id);
        let page = fs::read_to_string(out.join("index.html")).unwrap();
        assert!(page.contains(&format!("id=\"table-{id}\"")));
    }
    // The JSON of the command stays one object, and what is asked for in vain leaves nothing.
    let out = folder.path().join("json");
    let formats = json(floatfloat("lab formats --out").arg(&out));
    assert_eq!(formats["id"], "formats");
    let out = folder.path().join("none");
    floatfloat("lab no-such --out").arg(&out).assert().code(2);
    assert!(!out.exists());
}

#[test]
fn paranoia_begins_with_a_plain_verdict() {
    let text = stdout(&mut floatfloat("paranoia --quick"));
    assert!(text.starts_with("Float-float is safe on this machine."), "{text}");
}
