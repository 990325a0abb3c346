//! Ctrl-C.

use crate::{column, floatfloat, json};
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
fn an_interrupted_report_is_written_and_resumed_and_alone_in_its_folder() {
    let list = json(&mut floatfloat("papers --list"));
    let ids: Vec<&str> = column(&list, "name").iter().map(|id| id.as_str().unwrap()).collect();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let report = ["papers", "--quick", "--device", "cpu", "--out", "out"];
    let run = |more: &[&str]| {
        let arguments = [&report[..], more].concat();
        let output = start(&arguments, folder.path()).wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };

    let mut child = start(&report, folder.path());
    let mut progress = lines(&mut child);
    assert!(progress.next().unwrap().starts_with("examining this machine"));
    let first = format!("1/{} {}", ids.len(), ids[0]);
    assert!(progress.any(|line| line == first));
    // The third experiment begins when the second has ended.
    assert!(progress.any(|line| line.starts_with("3/")));
    let (code, refused) = run(&[]);
    assert_eq!(code, Some(2));
    assert!(refused.contains("error: another floatfloat is writing to out; wait"), "{refused}");
    interrupt(&child);
    let rest: Vec<_> = progress.collect();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{rest:?}");
    assert_eq!(rest.last().map(String::as_str), Some("interrupted"), "{rest:?}");
    assert!(out.join("index.html").is_file());
    let first = finished(&out);
    assert!(ids[..2].iter().all(|id| first.iter().any(|known| known == id)), "{first:?}");

    // Killed, so that nothing but what was kept is left of it; the lock went with the process.
    let mut child = start(&report, folder.path());
    let mut progress = lines(&mut child);
    let resumed =
        progress.find(|line| line.starts_with("continuing the unfinished report")).unwrap();
    let words = format!(" of {} experiments are finished ({}, {}", ids.len(), ids[0], ids[1]);
    assert!(resumed.contains(&words), "{resumed}");
    assert!(progress.any(|line| line.starts_with("5/")), "the fourth did not end");
    child.kill().unwrap();
    child.wait().unwrap();

    // What is damaged, or of a run with other options, is told of and measured again.
    let unfinished = out.join("unfinished");
    let file = |id: &str| unfinished.join(format!("{id}.json"));
    fs::write(file(ids[0]), "{").unwrap();
    let third = fs::read_to_string(file(ids[2])).unwrap();
    fs::write(file(ids[2]), third.replace("\"seed\":2006", "\"seed\":2007")).unwrap();
    let mut child = start(&[&report[..], &["--fresh", ids[1]]].concat(), folder.path());
    let progress: Vec<_> = lines(&mut child).collect();
    let told = |why: &str, id: &str| {
        let line = format!("measured again, because the kept result {why}: {id}");
        assert!(progress.contains(&line), "{line}: {progress:?}");
    };
    told("is damaged", ids[0]);
    told("comes from a run with another seed", ids[2]);
    assert_eq!(child.wait().unwrap().code(), Some(0), "{progress:?}");
    let of = format!("/{} ", ids.len());
    let begun: Vec<_> =
        progress.iter().filter_map(|line| line.split_once(&of)).map(|(_, id)| id).collect();
    assert_eq!(begun[..3], ids[..3]);
    assert!(!begun.contains(&ids[3]), "{begun:?}");

    // It is complete: nothing is left to go on with.
    assert!(!unfinished.exists());
    assert!(finished(&out).len() > first.len());
}

/// The ids of the experiments in the results of a folder.
fn finished(folder: &Path) -> Vec<String> {
    let results = fs::read_to_string(folder.join("results.json")).unwrap();
    let results: Value = serde_json::from_str(&results).unwrap();
    let experiments = results["experiments"].as_array().unwrap();
    experiments.iter().map(|e| e["id"].as_str().unwrap().to_owned()).collect()
}

/// What it writes to stderr, line by line.
fn lines(child: &mut Child) -> impl Iterator<Item = String> + use<> {
    BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap)
}

/// Whether a process has a handler for SIGINT; elsewhere than on Linux nobody tells, and it gets some time.
fn takes_interrupts(child: &Child) -> bool {
    let Ok(status) = fs::read_to_string(format!("/proc/{}/status", child.id())) else {
        std::thread::sleep(std::time::Duration::from_secs(2));
        return true;
    };
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).unwrap() & 0b10 != 0)
}

#[test]
fn a_command_that_waits_for_input_quits_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = start(&["sum", "-"], folder.path());
    let _stays_open = child.stdin.take();
    // Before it has taken over the signal, that itself ends it.
    while !takes_interrupts(&child) {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
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
    let older = ["lab", "formats", "--quick", "--out", "."];
    assert!(start(&older, folder.path()).wait().unwrap().success());
    let older = fs::read_to_string(&page).unwrap();
    let mut child = start(&["report", "--device", "cpu", "--out", "."], folder.path());
    let mut progress = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(progress.any(|line| line.starts_with("1/")));
    interrupt(&child);
    let rest: Vec<_> = progress.collect();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest:?}");
    // The first experiment may have ended before the signal came.
    if !rest.iter().any(|line| line.starts_with("2/")) {
        assert_eq!(fs::read_to_string(&page).unwrap(), older, "{rest:?}");
    }
}
