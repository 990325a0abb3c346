//! The paranoia of libraries and programs, in processes of their own.

use crate::{column, floatfloat, stdout};
use assert_cmd::Command;
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
    process,
};

/// Exit status, tables by name, and standard error.
fn run(command: &mut Command) -> (i32, Value, String) {
    let output = command.arg("--format=json").output().unwrap();
    let json = serde_json::from_slice(&output.stdout).unwrap_or_default();
    (output.status.code().unwrap(), json, String::from_utf8(output.stderr).unwrap())
}

/// The value of a property of a box.
fn value<'a>(tables: &'a Value, name: &str, property: &str) -> &'a str {
    let rows = tables["rows"].as_array().expect("rows");
    let row = rows.iter().find(|row| row[0] == name && row[1] == property);
    row.and_then(|row| row[2].as_str()).unwrap_or_else(|| panic!("{name}: {property} in {tables}"))
}

/// A BLAS that adds from the last term to the first, whose `ddot` crashes, and that has no `sdot`.
const PLANTED: &str = "
#[no_mangle]
pub unsafe extern \"C\" fn cblas_sgemm(
    _: i32, _: i32, _: i32, m: i32, n: i32, k: i32, _: f32,
    a: *const f32, _: i32, b: *const f32, _: i32, _: f32, c: *mut f32, _: i32,
) {
    println!(\"a library that writes to standard output\");
    for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let mut sum = 0.0;
        for l in (0..k).rev() {
            sum += *a.offset((i * k + l) as isize) * *b.offset((l * n + j) as isize);
        }
        *c.offset((i * n + j) as isize) = sum;
    }
}
#[no_mangle]
pub extern \"C\" fn cblas_ddot64_(_: i64, _: *const f64, _: i64, _: *const f64, _: i64) -> f64 {
    eprintln!(\"about to crash\");
    std::process::abort()
}
";

fn planted(folder: &Path) -> PathBuf {
    let (source, library) = (folder.join("planted.rs"), folder.join("libplanted.so"));
    fs::write(&source, PLANTED).unwrap();
    let rustc = option_env!("RUSTC").unwrap_or("rustc");
    let options = ["--edition=2021", "--crate-type=cdylib", "-O", "-o"];
    let built = process::Command::new(rustc).args(options).arg(&library).arg(source).status();
    assert!(built.unwrap().success());
    library
}

#[test]
fn a_library_of_sums_is_examined_and_what_crashes_is_a_finding() {
    let folder = tempfile::tempdir().unwrap();
    let library = planted(folder.path());
    let kept = folder.path().join("kept.json");
    let mut command = floatfloat("paranoia --quick --sizes 4,16,4 --out");
    let (code, tables, errors) = run(command.arg(&kept).arg("--blas").arg(&library));
    assert_eq!(code, 1, "{errors}");
    assert_eq!(value(&tables, "sgemm", "products"), "rounded as a sum");
    assert!(value(&tables, "sgemm", "order").contains("last to the first"), "{tables}");
    assert!(value(&tables, "sgemm", "explained").starts_with("the machine found"), "{tables}");
    for same in ["of a row alone", "at other addresses", "again, 100000 terms", "with one thread"] {
        assert_eq!(value(&tables, "sgemm", &format!("same bits {same}")), "yes");
    }
    let ended = value(&tables, "ddot", "ended early");
    assert!(ended.contains("SIGABRT") && ended.contains("about to crash"), "{ended}");
    assert!(column(&tables, "box").iter().all(|name| *name != "sdot" && *name != "dgemm"));
    assert!(errors.contains("ddot: The examination ended early"), "{errors}");

    let diff = |other: &Path| run(floatfloat("paranoia --diff").arg(&kept).arg(other));
    assert_eq!(diff(&kept).0, 0);
    let text = fs::read_to_string(&kept).unwrap();
    let other = folder.path().join("other.json");
    fs::write(&other, text.replace("rounded as a sum", "exact until they are added")).unwrap();
    let (code, changes, _) = diff(&other);
    assert_eq!((code, column(&changes, "what").len()), (1, 1));
    assert_eq!(column(&changes, "what")[0], "products");
    let machine = folder.path().join("machine.json");
    floatfloat("paranoia --quick --device cpu --out").arg(&machine).assert().success();
    let (code, _, errors) = diff(&machine);
    assert!(code == 2 && errors.contains("compare two of the same kind"), "{errors}");
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn functions_of_the_c_library_are_examined() {
    let (_, tables, errors) =
        run(&mut floatfloat("paranoia --quick --libm libm.so.6 --only sinf,exp,pow"));
    for (name, reference) in [("sinf", "sin"), ("exp", "exp"), ("pow", "powf")] {
        assert_eq!(value(&tables, name, "function"), reference);
        let error = value(&tables, name, "largest error");
        let ulps: f64 = error.split(' ').next().unwrap().parse().unwrap();
        assert!((0.1..4.0).contains(&ulps), "{name}: {error}; {errors}");
    }
    let classes = &tables["further"][0];
    assert_eq!(classes["id"], "black-box-functions");
    assert!(column(classes, "operands").iter().any(|class| *class == "HardToRound"));
}

/// The process of a routine, which compares ranges of numbers.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn every_number_of_a_range_is_compared() {
    let mut serve = floatfloat("serve-routine libm.so.6 expf --every");
    let output = serve.write_stdin("\n1065353216 1065353316\n0 1000000\n").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines[0]), (3, "ready"), "{text}");
    let tried = |line: &str| floatfloat_blackbox::Every::of_line(line).unwrap().row.tried;
    assert_eq!((tried(lines[1]), tried(lines[2])), (100, 1_000_000));
}

#[test]
fn every_number_of_a_short_format_is_compared() {
    let program = "paranoia --quick --exhaustive --kind exp --type bf16 --command";
    let (code, tables, errors) = run(floatfloat(program).arg("cat"));
    assert_eq!(code, 1, "{errors}");
    let classes = &tables["further"][0];
    let number = column(classes, "operands").iter().position(|class| *class == "every number");
    assert_eq!(column(classes, "tried")[number.unwrap()], 2 * 0x7F80);
}

#[test]
fn a_program_in_any_language_is_examined() {
    // `cat` adds one term.
    let program = "paranoia --quick --sizes 1,1,1 --kind sum --type f64 --command";
    let (code, tables, errors) = run(floatfloat(program).arg("cat"));
    assert_eq!(code, 0, "{errors}");
    assert_eq!(value(&tables, "cat", "operands"), "all 53 bits");
    assert!(value(&tables, "cat", "explained").starts_with("the machine found"), "{tables}");
    let text = stdout(floatfloat(&program.replace("--kind", "--draw --kind")).arg("cat"));
    assert!(text.ends_with("\n0 ─\n"), "{text}");
}

/// Two versions of a program have different commands, and one name.
#[test]
fn versions_of_a_program_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let kept = |version: &str, program: &str| {
        let file = folder.path().join(version);
        let command = "paranoia --quick --sizes 1,1,1 --kind sum --name mine --out";
        let mut command = floatfloat(command);
        let (code, tables, errors) = run(command.arg(&file).arg("--command").arg(program));
        assert!(code != 2 && column(&tables, "box").iter().all(|name| *name == "mine"), "{errors}");
        file
    };
    let [old, new, broken] = [
        kept("old", "cat"),
        kept("new", "while read line; do echo $line; done"),
        kept("broken", "while read line; do echo 0; done"),
    ];
    let changes = |other: &Path| run(floatfloat("paranoia --diff").arg(&old).arg(other));
    assert_eq!(changes(&new).0, 0);
    let (code, changes, _) = changes(&broken);
    assert!(code == 1 && !column(&changes, "what").is_empty(), "{changes}");
}

#[test]
fn programs_that_parse_and_print_are_examined() {
    // `cat` reads decimals as they are, and prints hexadecimal numbers.
    let parse = "paranoia --quick --kind parser --type f64 --command";
    let (code, tables, errors) = run(floatfloat(parse).arg("cat"));
    assert_eq!((code, value(&tables, "cat", "text")), (0, "parser"), "{errors}");
    let print = "paranoia --quick --kind printer --command";
    let (code, tables, _) = run(floatfloat(print).arg("cat"));
    assert_eq!((code, value(&tables, "cat", "text")), (1, "printer"));
    assert!(tables.to_string().contains("are not read back"), "{tables}");
}

#[test]
fn programs_that_do_not_answer_are_findings() {
    for (program, words) in [
        ("sleep 100", "flush its output"),
        ("exit 3", "ended itself with status 3"),
        ("kill -SEGV $$", "SIGSEGV"),
        ("echo hello >&2; read line; exit", "it wrote: hello"),
        ("cat", "48 results where 1 are due"),
        ("while read line; do echo one; done", "\\\"one\\\" is not a number"),
        ("yes", "\\\"y\\\""),
        ("yes 1", "before it was asked"),
        ("echo ready; cat", "ready"),
        ("printf '\\377\\n'; sleep 9", "as an answer"),
    ] {
        let arguments = "paranoia --quick --sizes 1,48,1 --kind sum --device-timeout 1s --command";
        let (code, tables, errors) = run(floatfloat(arguments).arg(program));
        assert_eq!(code, 1, "{program}: {errors}");
        assert!(tables.to_string().contains(words), "{program}: {tables}");
    }
}

#[test]
fn bad_input_is_named() {
    for (arguments, words) in [
        ("paranoia --blas libnothere.so", "cannot load libnothere.so"),
        ("paranoia --libm=", "name a library"),
        ("paranoia --libm libm.so.6 --only sine", "sine cannot be examined; there are: sinf, sin"),
        ("paranoia --command cat", "--kind"),
        ("paranoia --command cat --kind sine", "sine is no kind"),
        ("paranoia --kind sum", "--command"),
        ("paranoia --name mine", "--command"),
        ("paranoia --libm libm.so.6 --name mine", "cannot be used with"),
        ("paranoia --libm libm.so.6 --kind sum --type f64", "cannot be used with"),
        ("paranoia --only sin", "--blas"),
        ("paranoia --libm libm.so.6 --only pow,powf --exhaustive", "functions of one number"),
        ("paranoia --command cat --kind sum --exhaustive", "functions of one number"),
        ("paranoia --blas a --libm b", "cannot be used with"),
        ("paranoia --blas a --sizes 1,2", "three whole numbers"),
        ("paranoia --blas a --sizes 1,0,2", "three whole numbers"),
        ("paranoia --command cat --kind parser --type f16", "f32 and f64"),
        ("paranoia --command cat --kind sum --type f8", "f16, bf16, f32, f64"),
    ] {
        let output = floatfloat(arguments).assert().code(2);
        let errors = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        assert!(errors.contains(words), "{arguments}: {errors}");
    }
}
