//! Files of every kind.
use floatfloat::DoubleDouble;
use floatfloat_lab::data::input::{Loaded, Wanted};
#[test]
fn dump() {
    for kind in ["good", "malformed"] {
        let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(kind);
        let mut names: Vec<_> =
            std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).collect();
        names.sort();
        for path in names {
            let name = path.file_name().unwrap().to_str().unwrap();
            let bytes = std::fs::read(&path).unwrap();
            let r =
                Loaded::new(name, None, bytes).and_then(|l| l.read::<DoubleDouble>(Wanted::Matrix));
            match r {
                Ok(a) => println!(
                    "OK {name} {:?} {:?}",
                    a.shape(),
                    a.values().map(|v| format!("{:e}", v.hi())).collect::<Vec<_>>()
                ),
                Err(e) => println!("{e}"),
            }
        }
    }
}
