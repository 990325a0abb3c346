//! Paranoia kept in a file, and compared with what was kept before.

use crate::{column, columns, floatfloat, stdout};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A small examination, kept in this folder.
fn kept(folder: &Path) -> PathBuf {
    let file = folder.join("before.json");
    floatfloat("paranoia --quick --device cpu --out").arg(&file).assert().success();
    file
}

/// Compares two files as JSON; gives the exit code as well.
fn diff(before: &Path, after: &Path) -> (i32, Value) {
    let mut command = floatfloat("paranoia --format json --diff");
    let output = command.arg(before).arg(after).output().unwrap();
    let json = serde_json::from_slice(&output.stdout).expect("JSON");
    (output.status.code().unwrap(), json)
}

#[test]
fn what_is_kept_is_what_is_printed_and_stays_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file = kept(folder.path());
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text, stdout(&mut floatfloat("paranoia --quick --device cpu --format json")));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left behind");

    let (code, same) = diff(&file, &file);
    assert_eq!((code, same["rows"].as_array().unwrap().len()), (0, 0));
    assert_eq!(same["id"], "paranoia-diff");
    let text = stdout(floatfloat("paranoia --diff").arg(&file).arg(&file));
    assert!(text.contains("nothing changed"), "{text}");
}

#[test]
fn a_change_exits_with_1_and_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let before = kept(folder.path());
    let mut value: Value = serde_json::from_str(&fs::read_to_string(&before).unwrap()).unwrap();
    let names = columns(&value);
    let place = |name: &str| names.iter().position(|&known| known == name).unwrap();
    let (op, verdict, high) = (place("op"), place("verdict"), place("high"));
    let rows = value["rows"].as_array_mut().unwrap();
    let row = rows.iter_mut().find(|row| row[0] == "cpu" && row[op] == "div").unwrap();
    row[verdict] = "faithful".into();
    row[high] = 0.75.into();
    let after = folder.path().join("after.json");
    fs::write(&after, value.to_string()).unwrap();

    let (code, changes) = diff(&before, &after);
    assert_eq!(code, 1);
    assert_eq!(column(&changes, "what"), ["high", "verdict"]);
    assert_eq!(column(&changes, "op"), ["div", "div"]);
    assert_eq!(column(&changes, "before")[1], "nearest-even");
    assert_eq!(column(&changes, "after")[0], 0.75);

    let output = floatfloat("paranoia --diff").arg(&before).arg(&after).assert().code(1);
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.contains("faithful") && text.contains("2 changes"), "{text}");
}

#[test]
fn bad_files_exit_with_2_and_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let good = kept(folder.path());
    let other = folder.path().join("other.json");
    let broken = folder.path().join("broken.json");
    let missing = folder.path().join("missing.json");
    fs::write(&other, "{\"schema\": \"floatfloat/2\", \"id\": \"bench\"}").unwrap();
    fs::write(&broken, "{\"schema\": \"floatfl").unwrap();
    for (before, after, words) in [
        (&good, &missing, "missing.json"),
        (&missing, &good, "missing.json"),
        (&good, &broken, "broken.json is not JSON"),
        (&other, &good, "other.json holds no table"),
        (&good, &folder.path().to_owned(), "cannot read"),
    ] {
        let output = floatfloat("paranoia --diff").arg(before).arg(after).assert().code(2);
        let output = output.get_output();
        let stderr = String::from_utf8(output.stderr.clone()).unwrap();
        assert!(stderr.contains(words), "`{words}` is missing in\n{stderr}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_file_that_cannot_be_written_is_told_of_before_anything_is_measured() {
    let folder = tempfile::tempdir().unwrap();
    let taken = folder.path().join("taken");
    fs::create_dir(&taken).unwrap();
    for (out, words) in [(taken.as_path(), "taken"), (Path::new("/"), "does not name a file")] {
        let output = floatfloat("paranoia --out").arg(out).assert().code(2);
        let stderr = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        assert!(stderr.contains(words), "{stderr}");
        assert!(!stderr.contains("error intervals"), "{stderr}");
    }
    for arguments in ["paranoia --diff one.json", "paranoia --quick --diff a.json b.json"] {
        floatfloat(arguments).assert().code(2);
    }
}
