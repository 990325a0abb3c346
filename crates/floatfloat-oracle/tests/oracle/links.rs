//! Links in the project's text lead to files that exist, and every page of the book is in its summary.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

/// Every text of the project, wherever a reader begins.
fn texts() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["", "book", "python", "web", "web/package", "worst-cases", "proofs", "benches"];
    let crates = fs::read_dir(root.join("crates")).expect("the folder of crates");
    let crates = crates.map(|entry| entry.expect("a crate").path());
    let folders = folders.map(|folder| root.join(folder)).into_iter().chain(crates);
    let files = folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let files = files.map(|entry| entry.expect("a file").path());
    files.filter(|path| path.extension() == Some(OsStr::new("md"))).collect()
}

/// Where the links of a text lead, without those to other places than this repository.
fn links(text: &str) -> Vec<&str> {
    let inside = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let paths = inside.map(|(link, _)| link.split('#').next().expect("a first part"));
    paths.filter(|path| !path.is_empty() && !path.contains("://")).collect()
}

#[test]
fn links_lead_to_files() {
    let mut seen = 0;
    for path in texts() {
        let text = fs::read_to_string(&path).expect("a text");
        for link in links(&text) {
            let target = path.parent().expect("a folder").join(link);
            assert!(target.exists(), "{}: there is no {link}", path.display());
            seen += 1;
        }
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn every_page_is_in_the_summary() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book");
    let summary = fs::read_to_string(book.join("SUMMARY.md")).expect("the summary");
    let listed = links(&summary);
    let mut pages = 0;
    for path in texts().iter().filter(|path| path.parent().is_some_and(|f| f.ends_with("book"))) {
        let name = path.file_name().expect("a file").to_str().expect("UTF-8");
        assert!(name == "SUMMARY.md" || listed.contains(&name), "{name}");
        pages += 1;
    }
    assert_eq!(pages, listed.len() + 1);
}
