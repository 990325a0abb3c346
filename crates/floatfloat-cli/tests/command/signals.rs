//! Ctrl-C.

use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader, Read},
    path::Path,
    process::{Child, Command, Stdio},
};

fn start(arguments: &[&str], folder: &Path) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("floatfloat"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn interrupt(child: &Child) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
}

#[test]
fn a_report_keeps_the_experiments_that_are_finished() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = start(&["report", "--quick", "--device", "cpu", "--out", "out"], folder.path());
    // The second experiment begins when the first has ended.
    let mut progress = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let first = progress.next().unwrap();
    let first = first.strip_prefix("1/").and_then(|rest| rest.split_once(' ')).unwrap().1;
    assert!(progress.any(|line| line.starts_with("2/")));
    interrupt(&child);
    let rest: Vec<_> = progress.collect();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{rest:?}");
    assert_eq!(rest.last().map(String::as_str), Some("interrupted"), "{rest:?}");

    let results = fs::read_to_string(folder.path().join("out/results.json")).unwrap();
    let results: Value = serde_json::from_str(&results).unwrap();
    let finished = results["experiments"].as_array().unwrap();
    assert_eq!(finished[0]["id"].as_str(), Some(first));
    assert!(folder.path().join("out/index.html").is_file());
}

#[test]
fn a_command_that_waits_for_input_quits_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = start(&["sum", "-"], folder.path());
    let _stays_open = child.stdin.take();
    // Give it time to take over the signal; before that the signal itself ends it.
    std::thread::sleep(std::time::Duration::from_millis(300));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut stdout = String::new();
    child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
    assert!(stdout.is_empty());
}

#[test]
fn an_older_report_stays_when_nothing_new_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("index.html");
    fs::write(&page, "older").unwrap();
    let mut child = start(&["report", "--device", "cpu", "--out", "."], folder.path());
    let mut progress = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(progress.next().unwrap().starts_with("1/"));
    interrupt(&child);
    let rest: Vec<_> = progress.collect();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest:?}");
    // The first experiment may have ended before the signal came.
    if !rest.iter().any(|line| line.starts_with("2/")) {
        assert_eq!(fs::read_to_string(&page).unwrap(), "older", "{rest:?}");
        assert!(!folder.path().join("results.json").exists());
    }
}
