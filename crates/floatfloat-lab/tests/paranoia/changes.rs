//! What changed between two examinations.

use crate::planted::{Fault, Planted};
use floatfloat_gpu::{WordType, lowering::Protection};
use floatfloat_lab::{
    experiments::Options,
    paranoia::{
        Target,
        changes::{Changes, Fingerprint, compare},
        experiments,
    },
    progress::Silent,
    results::{Cell, SCHEMA, Table},
};
use serde_json::{Value, json};
use std::sync::OnceLock;

fn examined(fault: Fault, seed: u64) -> Vec<Table> {
    let device = Planted::new("vulkan", Protection::NoContraction, fault);
    let certified = vec![(WordType::F32, device.lowering())];
    let options = Options { quick: true, seed, ..Options::default() };
    experiments(&options, &[Target { runner: &device, certified }], &Silent).unwrap()
}

fn without_fault() -> &'static [Table] {
    static TABLES: OnceLock<Vec<Table>> = OnceLock::new();
    TABLES.get_or_init(|| examined(Fault::None, 1))
}

/// As the command prints it.
fn printed(tables: &[Table]) -> Value {
    let mut document = serde_json::to_value(&tables[0]).unwrap();
    document["schema"] = SCHEMA.into();
    document["further"] = serde_json::to_value(&tables[1..]).unwrap();
    document
}

fn read(name: &str, value: &Value) -> Fingerprint {
    Fingerprint::parse(name, &value.to_string()).unwrap()
}

fn changes(before: &[Table], after: &[Table]) -> Changes {
    compare(&read("A.json", &printed(before)), &read("B.json", &printed(after))).unwrap()
}

/// The rows of a kind, as text.
fn rows(changes: &Changes, kind: &str) -> Vec<String> {
    let is = |row: &&Vec<Cell>| row[0] == Cell::Text(kind.into());
    let text = |row: &Vec<Cell>| row[1..].iter().map(|cell| format!("{cell:?} ")).collect();
    changes.table.rows.iter().filter(is).map(text).collect()
}

#[test]
fn the_same_machine_gives_the_same_fingerprint() {
    let again = examined(Fault::None, 1);
    assert_eq!(printed(without_fault()).to_string(), printed(&again).to_string());
    let changes = changes(without_fault(), &again);
    assert_eq!((changes.count, changes.table.rows.len()), (0, 0));
    assert!(changes.table.notes[0].contains("nothing changed"), "{:?}", changes.table.notes);
}

#[test]
fn what_a_new_driver_breaks_is_shown() {
    let broken = examined(Fault::Unfused, 1);
    let forth = changes(without_fault(), &broken);
    let changed = rows(&forth, "changed");
    let shows = |words: &[&str]| changed.iter().any(|row| words.iter().all(|w| row.contains(w)));
    assert!(shows(&["certified", "\"fma\"", "\"fused\"", "\"not fused\""]), "{changed:?}");
    assert!(shows(&["\"fma\"", "verdict", "nearest-even", "neither"]), "{changed:?}");
    assert!(shows(&["\"fma\"", "\"low\""]), "{changed:?}");
    assert!(rows(&forth, "only after").iter().any(|row| row.contains("it is not fused")));
    assert!(rows(&forth, "only before").iter().any(|row| row.contains("info: fma is fused")));
    assert!(forth.table.rows.iter().all(|row| row[1] == Cell::Text("planted:0".into())));
    let told = rows(&forth, "information");
    assert!(told.len() == 2 && told.iter().all(|row| row.contains("driver")), "{told:?}");
    assert_eq!(forth.count, forth.table.rows.len() - told.len());
    assert_eq!(changes(&broken, without_fault()).count, forth.count);
}

#[test]
fn a_device_that_is_new_or_gone_is_one_row_a_mode() {
    let without =
        experiments(&Options { quick: true, seed: 1, ..Options::default() }, &[], &Silent).unwrap();
    let new = changes(&without, without_fault());
    assert_eq!((new.count, rows(&new, "only after").len()), (2, 2), "{:?}", new.table.rows);
    let gone = changes(without_fault(), &without);
    assert_eq!((gone.count, rows(&gone, "only before").len()), (2, 2), "{:?}", gone.table.rows);
}

#[test]
fn other_operands_are_not_compared() {
    let (one, other) = (printed(without_fault()), printed(&examined(Fault::None, 2)));
    let error = compare(&read("A.json", &one), &read("B.json", &other)).unwrap_err().to_string();
    assert!(error.contains("A.json and B.json were made with different operands"), "{error}");
    assert!(error.contains("--seed"), "{error}");
}

#[test]
fn a_report_is_a_fingerprint_too() {
    let report = json!({ "schema": SCHEMA, "experiments": without_fault() });
    let of_report = read("results.json", &report);
    let of_command = read("A.json", &printed(without_fault()));
    assert_eq!(compare(&of_command, &of_report).unwrap().count, 0);
}

#[test]
fn what_is_no_fingerprint_is_refused() {
    let good = printed(without_fault());
    let without_safety = {
        let mut value = good.clone();
        value["further"] = json!([]);
        value
    };
    let ragged = {
        let mut value = good.clone();
        value["rows"][1] = json!(["cpu"]);
        value
    };
    let unnamed = {
        let mut value = good.clone();
        value["columns"][4]["name"] = "lowest".into();
        value
    };
    for (text, words) in [
        (String::new(), "is not JSON"),
        ("[1, 2".to_owned(), "is not JSON"),
        ("[1, 2]".to_owned(), "has no schema"),
        (json!({ "schema": "floatfloat/9" }).to_string(), "has schema `floatfloat/9`"),
        (json!({ "schema": SCHEMA }).to_string(), "holds no table"),
        (without_safety.to_string(), "has no table `paranoia-safety`"),
        (
            ragged.to_string(),
            "holds a damaged table: row 2 of `paranoia` has 1 cells for 13 columns",
        ),
        (unnamed.to_string(), "has no column `low` in its table `paranoia`"),
    ] {
        let error = Fingerprint::parse("A.json", &text).unwrap_err().to_string();
        assert!(error.starts_with("A.json ") && error.contains(words), "{error}");
        assert!(error.contains("floatfloat paranoia --out FILE"), "{error}");
    }
}
