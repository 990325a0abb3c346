//! Programs compiled in advance, for machines that have a driver but not its compiler.

use super::{module, options};
use crate::{
    lowering::{Lowering, Protection, Rounding},
    program::Program,
};
use std::collections::BTreeSet;

/// PTX of every program of [`standard`](crate::program::standard) and of the programs that certify a
/// device, each after a line from [`heading`]. The example `ptx` writes it.
const ARCHIVE: &str = include_str!("../../../kernels/standard.ptx");

/// The lowering of the compiled programs, with which a CUDA device is certified.
pub const LOWERING: Lowering = Lowering::exact(Protection::Intrinsics(Rounding::Nearest), true);

/// The target of the compiled programs: the oldest devices that current compilers know, and all
/// later ones.
pub const ARCHITECTURE: &str = "compute_75";

/// The compute capability of [`ARCHITECTURE`].
pub const CAPABILITY: (i32, i32) = (7, 5);

/// PTX for compute capability 7.5 and later of a [`module`] with this text, compiled with
/// [`options`], if it was compiled in advance.
pub fn lookup(source: &str, lowering: &Lowering) -> Option<&'static str> {
    let (_, from) = ARCHIVE.split_once(&heading(key(source, lowering)))?;
    let (_, ptx) = from.split_once('\n')?;
    Some(ptx.split_once(HEADING).map_or(ptx, |(ptx, _)| ptx))
}

/// The version of PTX that the archive states: the oldest version that knows [`ARCHITECTURE`].
/// Drivers refuse versions newer than themselves, and the programs use nothing that came later.
pub const VERSION: &str = ".version 6.3";

/// The archive with this PTX for these programs, after a line that names its version.
pub fn archive<'p>(programs: impl IntoIterator<Item = (&'p (String, Program), String)>) -> String {
    let (mut versions, mut text) = (BTreeSet::new(), String::new());
    for ((name, program), ptx) in programs {
        let heading = heading(key(&module(program, &LOWERING), &LOWERING));
        text += &format!("{heading} {name}\n{}\n", stripped(&ptx));
        versions.extend(ptx.lines().find(|line| line.starts_with(".version")).map(str::to_owned));
    }
    let versions: Vec<_> = versions.into_iter().collect();
    format!("{COMPILED}{}\n{text}", versions.join(", "))
}

/// The archive that is built in.
pub fn built_in() -> &'static str {
    ARCHIVE
}

/// The line that begins an archive. It names the compiler's output, which another compiler need not
/// reproduce.
pub fn compiled(archive: &str) -> &str {
    archive.lines().next().unwrap_or_default()
}

const COMPILED: &str = "//! compiled as ";
const HEADING: &str = "//# ";

fn heading(key: u64) -> String {
    format!("{HEADING}{key:016x}")
}

/// FNV-1a of the text and of the options.
fn key(source: &str, lowering: &Lowering) -> u64 {
    let options = options(lowering).join(" ");
    let bytes = source.bytes().chain([0]).chain(options.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// PTX for [`ARCHITECTURE`] in [`VERSION`].
pub fn in_old_form(ptx: &str) -> String {
    let version = |line| if str::starts_with(line, ".version") { VERSION } else { line };
    ptx.lines().flat_map(|line| [version(line), "\n"]).collect()
}

/// PTX in [`VERSION`], without comments and without meaningless space.
fn stripped(ptx: &str) -> String {
    let ptx = in_old_form(ptx);
    let lines = ptx.lines().map(|line| {
        let words: Vec<_> = line.split_whitespace().collect();
        words.join(" ").replace(", ", ",")
    });
    let lines: Vec<_> = lines.filter(|line| !line.is_empty() && !line.starts_with("//")).collect();
    lines.join("\n")
}
