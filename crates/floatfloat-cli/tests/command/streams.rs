//! Closed pipes, full disks, and what goes where.

use crate::floatfloat;
use std::{
    io::Write,
    process::{Command, Stdio},
};

/// Runs the command with a stdout whose reader is gone before anything is written.
fn with_closed_pipe(arguments: &str, input: &str) -> (Option<i32>, String) {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("floatfloat"))
        .args(arguments.split_whitespace())
        .env_remove("XDG_RUNTIME_DIR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_closed_pipe_is_no_error() {
    for arguments in [
        "sum -",
        "sum - --format json",
        "lab --list",
        "devices",
        "completions bash",
        "man",
        "--help",
        "lab fit-digits",
    ] {
        let (code, stderr) = with_closed_pipe(arguments, "1\n2\n");
        assert_eq!(code, Some(0), "{arguments}: {stderr}");
        assert!(!stderr.contains("panic") && !stderr.contains("error"), "{arguments}: {stderr}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    for arguments in ["lab --list", "--help", "fit --help", "--version"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = Command::new(assert_cmd::cargo::cargo_bin!("floatfloat"))
            .args(arguments.split_whitespace())
            .stdout(full)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.starts_with("error: cannot write to standard output"), "{stderr}");
    }
}

#[test]
fn nothing_but_results_goes_to_stdout_and_no_escapes_go_to_files() {
    let output = floatfloat("lab fit-digits --type dd").assert().success().get_output().clone();
    let stdout = String::from_utf8(output.stdout).unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stdout.starts_with("fit-digits") && !stdout.contains('\u{1b}'), "{stdout}");
    assert_eq!(stderr, "correct digits of least-squares fits\n");
    let output = floatfloat("sum missing").assert().code(2).get_output().clone();
    assert!(!output.stderr.contains(&0x1b));
}
