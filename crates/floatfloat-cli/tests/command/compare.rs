//! Two results side by side.

use crate::{column, floatfloat, json, stdout};
use serde_json::Value;
use std::{fs, path::Path};

/// Results of a cheap experiment in a folder of their own.
fn measured(folder: &Path, seed: u32) {
    let quick = format!("lab formats --quick --seed {seed} --out");
    floatfloat(&quick).arg(folder).assert().success();
}

#[test]
fn two_reports_stand_side_by_side_as_text_json_and_page() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b, out] = ["a", "b", "out"].map(|name| folder.path().join(name));
    measured(&a, 1);
    measured(&b, 2);
    // A folder, or the file in it.
    let mut compare = floatfloat("report --compare");
    compare.arg(&a).arg(b.join("results.json")).arg("--out").arg(&out);
    let text = stdout(&mut compare);
    assert!(text.starts_with("compare-machines"), "{text}");
    assert!(text.ends_with(&format!("Open {}\n", out.join("compare.html").display())), "{text}");
    assert!(text.contains("mul_log2"), "{text}");
    let page = fs::read_to_string(out.join("compare.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("mul_log2"));
    assert_eq!(fs::read_dir(&out).unwrap().count(), 1);

    let numbers = json(&mut compare);
    assert_eq!((&numbers["schema"], &numbers["id"]), (&"floatfloat/2".into(), &"compare".into()));
    assert!(column(&numbers, "experiment").iter().all(|id| **id == "formats"));
    let size = |ratio: &&Value| ratio.as_f64().unwrap().ln().abs();
    let sizes: Vec<f64> = column(&numbers, "ratio").iter().map(size).collect();
    assert!(!sizes.is_empty() && sizes.is_sorted_by(|a, b| a >= b), "{sizes:?}");
    let further = numbers["further"].as_array().unwrap();
    let ids: Vec<_> = further.iter().map(|table| table["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["compare-machines", "compare-devices", "compare-words", "compare-missing"]);
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let good = folder.path().join("good");
    measured(&good, 1);
    let text = fs::read_to_string(good.join("results.json")).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    for (other, words) in [
        (folder.path().join("none.json"), "cannot read"),
        (folder.path().to_owned(), "results.json: "),
        (file("text.json", "a,b\n1,2\n"), "holds no results of floatfloat: expected value"),
        (
            file("half.json", &text[..text.find("\"rows\"").unwrap()]),
            "holds no results of floatfloat: EOF",
        ),
        (file("one.json", "{\"schema\": \"floatfloat/2\", \"id\": \"sum\"}"), "missing field"),
        (file("later.json", "{\"schema\": \"floatfloat/9\"}"), "has schema `floatfloat/9`"),
        (file("list.json", "[1, 2]"), "holds no results of floatfloat"),
    ] {
        let mut compare = floatfloat("report --out never --compare");
        compare.current_dir(folder.path()).arg(&good).arg(&other);
        let output = compare.assert().code(2).get_output().clone();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains(words), "`{words}` is missing in\n{stderr}");
        assert!(output.stdout.is_empty() && !folder.path().join("never").exists());
    }
    floatfloat("report --compare a.json").assert().code(2);
    floatfloat("report --quick --compare a.json b.json").assert().code(2);
}
