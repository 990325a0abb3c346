//! The documentation of each operation says where its bound holds, and leads to the page that has source,
//! bound and flops: `operation!` writes that page and the registry from the same words.

use floatfloat::{operation::Bound, registry::OPERATIONS};
use std::{fs, path::Path};

/// The source file that describes this operation.
fn source(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../floatfloat/src/double_word");
    for entry in fs::read_dir(&folder).expect("the folder of operations") {
        let source = fs::read_to_string(entry.expect("an entry").path()).expect("a source file");
        if source.contains(&format!("name: \"{name}\"")) {
            return source;
        }
    }
    panic!("no file describes {name}");
}

#[test]
fn ranges_are_stated_and_bounds_are_led_to() {
    // The error-free transforms are documented where they are written.
    for info in OPERATIONS.iter().filter(|info| info.bound != Bound::Exact) {
        let source = source(info.name);
        let (code, described) = source.split_once("operation! {").expect("a description");
        let comments = code.lines().filter_map(|line| line.strip_prefix("///"));
        let text = comments.map(str::trim).collect::<Vec<_>>().join(" ");
        let (_, page) = described.split_once(" as ").expect("the name of its page");
        let (page, _) = page.split_once(',').expect("the end of the name");
        assert!(text.contains(&format!("[`{page}`]")), "{}: no [`{page}`] in `{text}`", info.name);
        assert!(text.contains("Range: "), "{}: no range in `{text}`", info.name);
        assert!(described.contains(&format!("flops: {},", info.flops)), "{}", info.name);
    }
}
