//! The findings that are kept in `machines/` can be read and compared.

use floatfloat_lab::paranoia::changes::{Fingerprint, compare};
use serde_json::Value;
use std::{fs, path::PathBuf};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../machines")
}

#[test]
fn kept_findings_are_read_and_compared() {
    let mut count = 0;
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let name = path.display().to_string();
        let found = Fingerprint::parse(&name, &fs::read_to_string(&path).unwrap()).unwrap();
        let changes = compare(&found, &found).unwrap();
        assert_eq!(changes.count, 0, "{name} differs from itself");
        count += 1;
    }
    assert!(count > 0);
}

/// Why devices are certified: in plain shaders NVIDIA's compiler for Vulkan takes the error out of 2Sum.
#[test]
fn plain_shaders_of_an_h100_lose_digits() {
    let text = fs::read_to_string(folder().join("nvidia-h100-driver-580.159.04.json")).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    let further = document["further"].as_array().unwrap();
    let safety = further.iter().find(|table| table["id"] == "paranoia-safety").unwrap();
    let columns = safety["columns"].as_array().unwrap();
    let place = |name: &str| columns.iter().position(|column| column["name"] == name).unwrap();
    let [device, mode, safe] = ["device", "mode", "safe"].map(place);
    let of = |id: &str, name: &str| {
        let rows = safety["rows"].as_array().unwrap();
        rows.iter().find(|row| row[device] == id && row[mode] == name).unwrap()[safe].clone()
    };
    assert_eq!(of("wgpu:0", "plain"), false);
    assert_eq!(of("wgpu:0", "certified"), true);
    assert_eq!(of("cuda:0", "certified"), true);
}
