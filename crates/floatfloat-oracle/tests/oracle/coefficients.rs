//! The constants of the elementary functions are those that their declarations give.

use floatfloat_oracle::coefficients::{families, file};
use std::{fs, path::Path};

#[test]
#[ignore = "a minute"]
fn files_are_unchanged() {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../floatfloat/src/elementary/coefficients");
    let families = families();
    for family in &families {
        let path = folder.join(format!("{}.rs", family.name));
        let kept = fs::read_to_string(&path).expect("a source file");
        // Not `assert_eq`: nobody reads two files of digits.
        assert!(
            kept == file(family).expect("rustfmt"),
            "{} differs from what `cargo coefficients` writes",
            path.display()
        );
    }
    let files = fs::read_dir(&folder).expect("the folder of coefficients").count();
    assert_eq!(files, families.len(), "a file belongs to no family");
}
