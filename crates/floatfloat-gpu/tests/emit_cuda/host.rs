//! CUDA programs compiled by the host's C++ compiler, with `shim.h` in the place of CUDA.

use floatfloat_gpu::{Lowering, Program, emit::cuda};
use std::{
    env,
    fmt::Write as _,
    fs,
    io::Write as _,
    process::{Command, Stdio},
};

/// A piece of work for the host: a program, its buffers, and how it is launched.
pub struct Case {
    pub name: String,
    pub program: Program,
    pub lowering: Lowering,
    pub buffers: Vec<Vec<u8>>,
    pub arguments: [u32; 8],
    pub groups: [u32; 2],
}

/// Blocks, arguments and buffers of a launch.
type Work<'b> = ([u32; 2], [u32; 8], &'b [Vec<u8>]);

/// The last buffer of each case after its program has run; `None` where the machine has no C++
/// compiler.
pub fn run(cases: &[Case]) -> Option<Vec<Vec<u8>>> {
    let grid = |case: &Case| cuda::grid(cuda::elements(&case.program, &case.lowering), case.groups);
    let launches: Vec<_> =
        cases.iter().map(|case| (grid(case), case.arguments, &case.buffers[..])).collect();
    run_text(&source(cases), &[], &launches)
}

/// As [`run`], for a text that defines the table `programs` itself and includes these headers, a
/// launch of each program: blocks, arguments, buffers.
pub fn run_text(
    text: &str,
    headers: &[(&str, &str)],
    launches: &[Work<'_>],
) -> Option<Vec<Vec<u8>>> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, header) in headers {
        fs::write(folder.path().join(name), header).expect("a temporary file");
    }
    let executable = folder.path().join("programs");
    if !compile(text, &executable) {
        return None;
    }
    let mut lines = String::new();
    for (number, ([x, y], arguments, buffers)) in launches.iter().enumerate() {
        let arguments = arguments.map(|argument| argument.to_string()).join(" ");
        let _ = write!(lines, "{number} {x} {y} {arguments} {}", buffers.len());
        for (place, content) in buffers.iter().enumerate() {
            let path = folder.path().join(format!("{number}-{place}"));
            fs::write(&path, content).expect("a temporary file");
            let _ = write!(lines, " {}", path.display());
        }
        lines.push('\n');
    }
    let mut child =
        Command::new(&executable).stdin(Stdio::piped()).spawn().expect("the programs run");
    let written = child.stdin.take().expect("piped").write_all(lines.as_bytes());
    let status = child.wait().expect("the programs end");
    assert!(status.success(), "the programs ended with {status}");
    written.expect("the programs read everything");
    let results = launches.iter().enumerate().map(|(number, (.., buffers))| {
        let path = folder.path().join(format!("{number}-{}", buffers.len() - 1));
        fs::read(path).expect("the last buffer was written")
    });
    Some(results.collect())
}

/// All programs in one text, each in a namespace of its own.
fn source(cases: &[Case]) -> String {
    let mut text = "#include \"shim.h\"\n".to_owned();
    let mut table = String::new();
    for (number, case) in cases.iter().enumerate() {
        let module = cuda::module(&case.program, &case.lowering);
        let cooperative = module.contains("__syncthreads");
        let _ = write!(
            text,
            "namespace p{number} {{\n#define kernel kernel_{number}\n{module}\n\
             void run(const std::vector<char*>& b, const unsigned* a) {{ call(kernel, b, a); }}\n\
             #undef kernel\n}}\n"
        );
        let threads = case.program.lanes();
        let _ = writeln!(table, "    {{p{number}::run, {cooperative}, {threads}}},");
    }
    let _ = writeln!(text, "const Program programs[] = {{\n{table}}};");
    text
}

/// Whether there is a C++ compiler; it must then take the text.
fn compile(source: &str, executable: &std::path::Path) -> bool {
    let path = executable.with_extension("cc");
    fs::write(&path, source).expect("a temporary file");
    let named = env::var("CXX").ok();
    let compilers = match &named {
        Some(compiler) => vec![compiler.as_str()],
        None => vec!["c++", "g++", "clang++"],
    };
    for compiler in compilers {
        let output = Command::new(compiler)
            .args(["-std=c++20", "-O1", "-ffp-contract=off", "-frounding-math", "-w", "-pthread"])
            .arg(concat!("-I", env!("CARGO_MANIFEST_DIR"), "/../floatfloat-gpu/tests/emit_cuda"))
            .arg(&path)
            .arg("-o")
            .arg(executable)
            .output();
        let Ok(output) = output else { continue };
        let log = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{compiler} refused the text:\n{log}");
        return true;
    }
    assert!(named.is_none(), "the compiler that CXX names cannot be run");
    eprintln!("skipped: there is no C++ compiler; name one in CXX");
    false
}
