//! The registry is complete.

use floatfloat::registry::{FUNCTIONS, OPERATIONS};
use std::{collections::HashSet, fs, path::Path};

/// Every string that follows `name: ` in a source text.
fn names(source: &str) -> Vec<&str> {
    let texts = source.split("name: \"").skip(1);
    texts.map(|rest| rest.split('"').next().expect("split gives one part at least")).collect()
}

#[test]
fn every_file_is_registered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/double_word");
    let registered: HashSet<&str> = OPERATIONS.iter().map(|info| info.name).collect();
    let mut found = HashSet::new();
    for entry in fs::read_dir(&folder).expect("the folder of operations") {
        let path = entry.expect("an entry of it").path();
        let source = fs::read_to_string(&path).expect("a source file");
        let names = names(&source);
        assert!(!names.is_empty(), "{} describes no operation", path.display());
        for name in names {
            assert!(
                registered.contains(name),
                "{} has `{name}`, which is not in registry.rs",
                path.display()
            );
            found.insert(name.to_owned());
        }
    }
    assert_eq!(found.len(), OPERATIONS.len(), "an operation is registered without a file");
}

#[test]
fn names_are_unique() {
    let names: HashSet<&str> = OPERATIONS.iter().map(|info| info.name).collect();
    assert_eq!(names.len(), OPERATIONS.len());
}

#[test]
fn names_can_be_typed() {
    for info in OPERATIONS {
        let lawful = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(info.name.chars().all(lawful), "{}", info.name);
        assert!(!info.algorithm.is_empty() && !info.source.is_empty(), "{}", info.name);
    }
}

/// So that a device knows which functions a recording has.
#[test]
fn methods_tell_recordings_which_functions_they_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/elementary");
    let registered: HashSet<&str> = FUNCTIONS.iter().map(|info| info.name).collect();
    let mut called = HashSet::new();
    for entry in fs::read_dir(&folder).expect("the folder of functions") {
        let path = entry.expect("an entry of it").path();
        let Ok(source) = fs::read_to_string(&path) else { continue };
        let file = path.display();
        assert!(
            !source.contains("W::dispatch("),
            "{file}: a method calls `W::function` with its name"
        );
        for call in source.split("W::function(").skip(1) {
            let name = call.split('"').nth(1).expect("a name");
            assert!(registered.contains(name), "{file} has `{name}`, which is not in registry.rs");
            called.insert(name.to_owned());
        }
    }
    for name in registered {
        assert!(called.contains(name), "no method says that it is `{name}`");
    }
}
