//! The page of two results side by side.

use crate::{markup, synthetic, texts};
use floatfloat_report::{choice::Choice, compare::compare, page as report, results::Cell};
use std::{collections::BTreeSet, fs};

#[test]
fn two_results_stand_side_by_side() {
    let here = synthetic::results();
    let mut there = synthetic::results();
    there.machine.processor = "<b>Other</b>".into();
    there.experiments.retain(|e| e.id != "fit-digits");
    for experiment in there.experiments.iter_mut().filter(|e| e.id == "bench") {
        for row in &mut experiment.rows {
            if let Cell::Number(ns) = &mut row[4] {
                *ns /= 2.0;
            }
        }
    }
    let compared = compare(&here, &there, &Choice::all());
    // 4 types, 5 operations, 5 sizes.
    assert_eq!(compared.numbers.rows.len(), 100);
    assert_eq!(compared.missing.rows.len(), 1);

    let folder = tempfile::tempdir().unwrap();
    report::comparison::write(folder.path(), &compared).unwrap();
    let page = fs::read_to_string(folder.path().join(report::comparison::PAGE)).unwrap();
    let elements = markup::read(&page);
    assert!(elements.iter().all(|e| !["script", "link", "img"].contains(&e.name.as_str())));
    assert!(texts(&page).contains("<b>Other</b>"));
    let ids: Vec<&str> = elements.iter().filter_map(|e| e.attribute("id")).collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len(), "an id is used twice: {ids:?}");
    for link in elements.iter().filter_map(|e| e.attribute("href")) {
        assert!(unique.contains(link.trim_start_matches('#')), "{link} leads nowhere");
    }
    for id in ["compare-operations", "compare-experiments", "numbers-bench", "missing"] {
        assert!(unique.contains(id), "{id} is missing in {ids:?}");
    }

    let equal = compare(&here, &here, &Choice::all());
    assert!(equal.numbers.rows.is_empty() && equal.words.rows.is_empty());
    let page = report::comparison::html(&equal).unwrap();
    assert!(texts(&page).contains("No number differs.") && !page.contains("<figure"));
}
