//! `advise`: the cheapest type that is good enough, on drawn numbers and on the user's own.

use crate::{column, columns, floatfloat, json};
use assert_cmd::assert::Assert;
use serde_json::Value;
use std::fs;

/// Chosen type, and the whole answer. On the processor, which every machine has.
fn answer(arguments: &str) -> (String, Value) {
    let advice = json(&mut floatfloat(&format!("advise --device cpu --budget 1s {arguments}")));
    let chosen = column(&advice, "chosen");
    let place = chosen.iter().position(|&chosen| chosen == true).expect("a type is chosen");
    let name = column(&advice, "type")[place].as_str().unwrap().to_owned();
    (name, advice)
}

#[test]
fn the_answer_says_what_was_measured_and_what_to_take() {
    let (name, advice) = answer("--workload sum --size 20000 --tolerance 1e-12 --type f32,f64,dd");
    assert_eq!(advice["id"], "advise");
    assert_eq!(columns(&advice)[..6], ["device", "type", "error", "seconds", "meets", "chosen"]);
    let types = column(&advice, "type");
    assert_eq!(types.len(), 3);
    let of = |name: &str, of: &str| {
        let place = types.iter().position(|&t| t == name).unwrap();
        column(&advice, of)[place].clone()
    };
    assert_eq!(["f32", "f64", "dd"].map(|name| of(name, "meets")), [false, true, true]);
    // Which of the two that meet the tolerance is faster is up to the machine; the answer follows from the times in the table.
    let [f64, dd, chosen] = ["f64", "dd", &name].map(|name| of(name, "seconds").as_f64().unwrap());
    assert!(["f64", "dd"].contains(&name.as_str()) && chosen <= 1.05 * f64.min(dd), "{advice}");
    let notes = advice["notes"].to_string();
    for words in [&format!("Take {name} on cpu"), "condition number", "seeds from 2006 on"] {
        assert!(notes.contains(words), "{words} is missing in {notes}");
    }
    let tests = &advice["further"][0];
    assert_eq!(tests["id"], "advise-tests");
    let rtol = column(tests, "rtol")[0].as_f64().unwrap();
    let expected = if name == "dd" { 1e-32..1e-20 } else { 2e-16..1e-11 };
    assert!(expected.contains(&rtol), "{rtol}");
    let steps = &advice["further"][1];
    assert_eq!(steps["id"], "advise-steps");
    assert_eq!(columns(steps), ["line", "place", "share", "bits"]);
}

/// The types that can meet 1e-20. Which of them is the cheapest depends on the machine.
const PRECISE: [&str; 8] = ["tf", "qf", "dd", "td", "qd", "mp128", "mp256", "wdd"];

#[test]
fn every_workload_has_an_answer() {
    for workload in ["dot", "gemm", "gauss", "lud", "solve", "leibniz", "chain"] {
        let (name, _) = answer(&format!("--workload {workload} --size 40 --tolerance 1e-20"));
        assert!(PRECISE.contains(&name.as_str()), "{workload}: {name}");
    }
}

#[test]
fn ones_own_numbers_are_weighed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(folder.path().join("x.csv"), "eur,kg\n1e17,1\n3.25,2\n-1e17,1\n").unwrap();
    let sum = format!("--workload sum --input {}:eur --tolerance 1e-3", path("x.csv"));
    assert!(["ff", "dd"].contains(&answer(&format!("{sum} --type f32,f64,ff,dd")).0.as_str()));
    let dot = format!("--workload dot --input {0}:eur --input {0}:kg", path("x.csv"));
    assert_eq!(answer(&format!("{dot} --tolerance 1e-3 --type f32,dd")).0, "dd");
    fs::write(folder.path().join("A.csv"), "4,1\n1,3\n").unwrap();
    fs::write(folder.path().join("b.csv"), "1\n2\n").unwrap();
    let solve = format!("--workload solve --input {} --input {}", path("A.csv"), path("b.csv"));
    let (_, advice) = answer(&format!("{solve} --tolerance 1e-10 --type f64,dd"));
    assert!(advice["notes"].to_string().contains("solve of 2"), "{advice}");
}

/// Runs `advise` with these arguments.
fn advise(arguments: &str) -> Assert {
    floatfloat(&format!("advise --device cpu {arguments}")).assert()
}

fn stderr(assert: &Assert) -> String {
    String::from_utf8_lossy(&assert.get_output().stderr).into_owned()
}

#[test]
fn nothing_good_enough_is_a_finding() {
    let failed = advise("--workload dot --size 1000 --tolerance 1e-12 --type f32").code(1);
    assert!(stderr(&failed).contains("no type meets"), "{}", stderr(&failed));
    let out = String::from_utf8_lossy(&failed.get_output().stdout).into_owned();
    assert!(out.contains("The most accurate is f32"), "{out}");
}

#[test]
fn questions_without_sense_get_a_message() {
    for (arguments, words) in [
        ("--workload sum --tolerance 0", "above 0 and below 1"),
        ("--workload sum --tolerance x", "invalid"),
        ("--workload swim --tolerance 1e-9", "possible values"),
        ("--workload sum --size 1 --tolerance 1e-9", "from 2"),
        ("--workload sum --size 5x --tolerance 1e-9", "2^20"),
        ("--workload sum --range 2:1 --tolerance 1e-9", "write the smaller one first"),
        ("--workload sum --budget 20 --tolerance 1e-9", "20s"),
        ("--workload lud --input x.npy --tolerance 1e-9", "no --input"),
        ("--workload sum --input nowhere.npy --tolerance 1e-9", "nowhere.npy"),
        ("--workload solve --size 8 --type float2 --tolerance 1e-9", "leave out --type"),
    ] {
        let message = stderr(&advise(arguments).code(2));
        assert!(message.contains(words), "{arguments}: {message}");
    }
}

#[test]
fn a_page_is_written_where_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("advice");
    let question = "--workload chain --size 200 --tolerance 1e-10";
    advise(&format!("{question} --out {}", out.display())).success();
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(page.contains("Error against time of this job"), "the plot is missing");
    assert!(out.join("results.json").exists());
}
