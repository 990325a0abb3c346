//! The library of `f64` made of integers in a browser, beside JavaScript's own numbers: what a user of it has.

use crate::common::skip;
use floatfloat_gpu::{
    Lowering, WordType,
    emit::wgsl::{Library, ZeroBinding},
    integers::operations,
};
use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::mpsc::channel,
    thread,
    time::Duration,
};

/// Operands of each operation; ten times as many where `FLOATFLOAT_EXHAUSTIVE` is set.
const OPERANDS: u32 = 100_000;

/// With what the page begins what it says.
const SAID: &str = "floatfloat: ";

/// How long the page may say nothing.
const PATIENCE: Duration = Duration::from_secs(120);

/// Ends the browser with the test.
struct Browser(Child);

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn chromium() -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let files = env::split_paths(&folders).flat_map(|folder| names.map(|name| folder.join(name)));
    files.into_iter().find(|file| file.is_file())
}

#[test]
fn a_library_gives_the_numbers_of_javascript() {
    let Some(chromium) = chromium() else { return skip("chromium", "Chromium is not installed") };
    let operations = operations(WordType::F64).into_iter();
    let functions: Vec<_> =
        operations.map(|(name, circuit)| (format!("f64_{name}"), circuit)).collect();
    let zero = ZeroBinding { group: 1, binding: 0 };
    let library = Library::new(&functions, &Lowering::INTEGERS, zero).unwrap();
    assert!(!library.reads_zero);
    let operands = OPERANDS * if env::var_os("FLOATFLOAT_EXHAUSTIVE").is_some() { 10 } else { 1 };
    let page = include_str!("browser.html")
        .replace("LIBRARY_TEXT", &serde_json::to_string(&library.text).unwrap())
        .replace("OPERANDS", &operands.to_string());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    fs::write(&file, page).unwrap();

    let child = Command::new(chromium)
        .args(["--headless=new", "--no-sandbox", "--no-first-run", "--enable-logging=stderr"])
        .args(["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"])
        .args(["--enable-features=Vulkan", "--use-vulkan=swiftshader"])
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg(format!("file://{}", file.display()))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut browser = Browser(child);
    let output = BufReader::new(browser.0.stderr.take().unwrap());
    let (sender, said) = channel();
    thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            if let Some((_, words)) = line.split_once(SAID) {
                let words = words.split('"').next().unwrap_or_default().to_owned();
                if sender.send(words).is_err() {
                    return;
                }
            }
        }
    });
    let mut right = 0;
    loop {
        let words = match said.recv_timeout(PATIENCE) {
            Ok(words) => words,
            // It ends where it may not have as much memory as it wants.
            Err(_) if right == 0 => return skip("chromium", "Chromium does not run here"),
            Err(error) => panic!("the page does not say what comes of it: {error}"),
        };
        match words.strip_prefix("end, ") {
            None => right += 1,
            Some("no adapter") => return skip("chromium", "Chromium has no WebGPU here"),
            Some(end) => {
                assert_eq!(end, "all right");
                break;
            }
        }
    }
    assert_eq!(right, 7);
}
