//! The list of operations on three and four words is complete.

use floatfloat::registry::{OPERATIONS, OPERATIONS_OF_SEVERAL_WORDS};
use std::{collections::HashSet, fs, path::Path};

#[test]
fn every_operation_is_registered_under_a_name_of_its_own() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/multi_word");
    let mut found = HashSet::new();
    for entry in fs::read_dir(&folder).expect("the folder of operations") {
        let source = fs::read_to_string(entry.expect("an entry").path()).expect("a source file");
        for rest in source.split("name: \"").skip(1) {
            found.insert(rest.split('"').next().expect("a name").to_owned());
        }
        for described in source.split("operation! {").skip(1) {
            let page = described.split(" as ").nth(1).and_then(|rest| rest.split(' ').next());
            let link = format!("[`{}`]", page.unwrap_or_default());
            let documented = source.contains(&link) && source.contains("Range: ");
            assert!(documented || described.starts_with("\n    ("), "no {link} or no range");
        }
    }
    let registered: HashSet<String> =
        OPERATIONS_OF_SEVERAL_WORDS.iter().map(|info| info.name.to_owned()).collect();
    assert_eq!(found, registered);
    assert_eq!(registered.len(), OPERATIONS_OF_SEVERAL_WORDS.len());
    assert!(OPERATIONS.iter().all(|info| !registered.contains(info.name)));
}
