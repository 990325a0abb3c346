//! The page for browsers: written where the command has it.

use crate::floatfloat;
use std::fs;

#[test]
fn the_page_is_written_or_it_is_said_where_to_get_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let output = floatfloat("web --out").arg(&file).output().unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    if option_env!("FLOATFLOAT_PAGE").is_some_and(|page| !page.is_empty()) {
        assert!(output.status.success(), "{complaint}");
        assert!(fs::read_to_string(&file).unwrap().starts_with("<!doctype html>"));
    } else {
        assert_eq!(output.status.code(), Some(2));
        assert!(complaint.contains(".ci/page"), "{complaint}");
        assert!(complaint.contains("FLOATFLOAT_PAGE"), "{complaint}");
        assert!(!file.exists());
    }
}

#[test]
fn a_file_is_wanted() {
    floatfloat("web").assert().code(2);
}
