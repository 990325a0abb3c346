//! Where the contest is held, and which versions take part.

use std::process::Command;

/// Name and model of the processor.
pub fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = info.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let name = field("model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let numbers = ["cpu family", "model\t", "stepping"].map(field);
    match numbers {
        [Some(family), Some(model), Some(stepping)] => {
            format!("{name} (family {family}, model {model}, stepping {stepping})")
        }
        _ => name,
    }
}

/// The compilers.
pub fn compilers() -> String {
    let rustc = first_line("rustc", &["--version"]);
    match cfg!(feature = "libqd") {
        true => format!("{rustc}, {}", first_line("c++", &["--version"])),
        false => rustc,
    }
}

/// The versions of the peers that were built in.
pub fn versions() -> Vec<String> {
    let lock = include_str!("../../Cargo.lock");
    let version = |name: &str| {
        // Where a peer itself uses an older one, ours is named with its version where it is asked for.
        let asked = lock.split_once("name = \"floatfloat-benches\"")?.1;
        let exact = asked.split_once(&format!("\n \"{name} ")).map(|(_, rest)| rest);
        let only = || Some(lock.split_once(&format!("name = \"{name}\"\nversion = \""))?.1);
        Some(format!("{name} {}", exact.or_else(only)?.split('"').next()?))
    };
    let crates = [
        (cfg!(feature = "multidouble"), "multidouble"),
        (cfg!(feature = "qd"), "qd"),
        (cfg!(feature = "twofloat"), "twofloat"),
        (cfg!(feature = "faer"), "faer"),
        (cfg!(feature = "mpfr"), "rug"),
        (cfg!(feature = "mpfr"), "gmp-mpfr-sys"),
        (cfg!(feature = "mpfr"), "dashu-float"),
        (cfg!(feature = "softfloat"), "softfloat-wrapper"),
    ];
    let mut versions: Vec<_> =
        crates.iter().filter(|(built, _)| *built).filter_map(|(_, name)| version(name)).collect();
    if cfg!(feature = "libqd") {
        let package = first_line("dpkg-query", &["--show", "libqd-dev"]);
        versions.insert(0, package.replace('\t', " "));
    }
    versions
}

fn first_line(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    text.ok().and_then(|text| text.lines().next().map(str::to_owned)).unwrap_or_default()
}
