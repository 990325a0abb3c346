//! Help, version, usage errors, completions and the manual page.

use crate::{floatfloat, stdout};

#[test]
fn help_names_every_command_and_the_exit_codes() {
    let help = stdout(&mut floatfloat("--help"));
    for word in [
        "report",
        "devices",
        "paranoia",
        "accuracy",
        "bench",
        "papers",
        "sum",
        "fit",
        "shader",
        "web",
        "completions",
        "man",
        "--format",
        "--device",
        "--seed",
        "Examples:",
        "130 interrupted",
    ] {
        assert!(help.contains(word), "{word} is missing in\n{help}");
    }
}

#[test]
fn every_command_has_help_with_the_common_options() {
    for command in
        ["report", "devices", "paranoia", "accuracy", "bench", "papers", "sum", "fit", "shader"]
    {
        let help = stdout(&mut floatfloat(&format!("{command} --help")));
        for option in ["--format", "--device", "--seed", "Usage: floatfloat"] {
            assert!(help.contains(option), "{option} is missing in the help of {command}\n{help}");
        }
    }
}

#[test]
fn version_is_that_of_the_package() {
    let version = stdout(&mut floatfloat("--version"));
    assert_eq!(version, format!("floatfloat {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn usage_errors_exit_with_2_and_say_what_there_is() {
    for (arguments, words) in [
        ("", "Usage: floatfloat"),
        ("reprot", "'report'"),
        ("devices --format xml", "text, json"),
        ("devices --device gpu", "write cpu, wgpu, wgpu:0"),
        ("devices --device cuda:99", "there is no device cuda:99; this machine has: cpu"),
        ("sum - --device wgpu", "sum computes on the cpu only; leave out --device wgpu"),
        ("lab fit-digits --device cuda:0", "fit-digits computes on the cpu only"),
        ("lab add22 --device cuda:0", "there are: devices, paranoia"),
        ("papers add22", "no experiment is called `add22`"),
        ("papers fit-digits --device cuda:0", "fit-digits computes on the cpu only"),
        ("papers --type ff", "<NAME>"),
        ("papers formats --size 1024", "the sizes of formats are fixed; leave out --size"),
        ("devices --seed minus", "--seed"),
        ("lab formats --size 1024", "the sizes of formats are fixed; leave out --size"),
        ("lab formats --size 0", "write a positive whole number"),
        (
            "lab formats --size 2^20,-4",
            "write a positive whole number below 2^64, for example 4096, 1e6 or 2^20",
        ),
        ("lab --size 4096", "<NAME>"),
        ("report --fresh bench,add22", "no experiment is called `add22`"),
        ("report --fresh gauss", "no experiment is called `gauss`"),
        ("sum", "<FILE>"),
        ("sum - --type f16", "f32, ff, f64, tf, qf, dd, td, qd, mp32, mp64, mp128, mp256"),
        ("sum - --type mp512", "mp256"),
        ("dot x y --type Mp64", "a similar value exists: 'mp64'"),
        ("fit - --type mp64", "f32, ff, f64, tf, qf, dd, td, qd"),
        ("fit - --type quad", "f32, ff, f64, tf, qf, dd, td, qd"),
        ("fit - --degree -1", "-1"),
        ("fit - --degree 99999999999999999999999", "--degree"),
        ("completions tcl", "bash"),
    ] {
        let output = floatfloat(arguments).assert().code(2).get_output().clone();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains(words), "`{words}` is missing in\n{stderr}");
        assert!(output.stdout.is_empty(), "{arguments}");
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&mut floatfloat(&format!("completions {shell}")));
        assert!(script.contains("paranoia"), "{shell}");
    }
}

#[test]
fn the_manual_page_is_one() {
    let page = stdout(&mut floatfloat("man"));
    assert!(page.contains(".TH floatfloat 1") && page.contains("fit"), "{page}");
}
