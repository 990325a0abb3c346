//! The documentation of each operation states the bound and the flops of the registry.

use floatfloat::{operation::Bound, registry::OPERATIONS};
use floatfloat_oracle::bounds::describe;
use std::{fs, path::Path};

/// The documentation comments of the file that describes this operation, on one line.
fn documentation(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../floatfloat/src/double_word");
    for entry in fs::read_dir(&folder).expect("the folder of operations") {
        let source = fs::read_to_string(entry.expect("an entry").path()).expect("a source file");
        if source.contains(&format!("name: \"{name}\"")) {
            let comments = source.lines().filter_map(|line| line.strip_prefix("///"));
            return comments.map(str::trim).collect::<Vec<_>>().join(" ");
        }
    }
    panic!("no file describes {name}");
}

#[test]
fn bounds_and_flops_are_stated() {
    // The error-free transforms are documented where they are written.
    for info in OPERATIONS.iter().filter(|info| info.bound != Bound::Exact) {
        let text = documentation(info.name);
        let bound = describe(info.bound);
        assert!(text.contains(&bound), "{}: no `{bound}` in `{text}`", info.name);
        let flops = format!("{} flops", info.flops);
        assert!(text.contains(&flops), "{}: no `{flops}` in `{text}`", info.name);
        assert!(text.contains("Range: "), "{}: no range in `{text}`", info.name);
    }
}
