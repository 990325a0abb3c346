//! Parts of a run and odd tables: each gives a page.

use crate::{markup, page, synthetic};
use floatfloat_report::results::{Cell, Results};
use std::collections::BTreeSet;

#[test]
fn any_part_of_a_run_gives_a_page() {
    let whole = synthetic::results();
    for kept in 0..=whole.experiments.len() {
        let mut first = whole.clone();
        first.experiments.truncate(kept);
        markup::read(&page(&first));
        if kept < whole.experiments.len() {
            let mut alone = whole.clone();
            alone.experiments = vec![whole.experiments[kept].clone()];
            alone.devices.clear();
            markup::read(&page(&alone));
            let mut without = whole.clone();
            without.experiments.remove(kept);
            markup::read(&page(&without));
        }
    }
}

#[test]
fn odd_tables_give_a_page() {
    type Change = fn(&mut Results);
    let changes: [Change; 7] = [
        |results| results.experiments.iter_mut().for_each(|e| e.rows.clear()),
        |results| results.experiments.iter_mut().for_each(|e| e.rows.truncate(1)),
        |results| {
            for cell in results.experiments.iter_mut().flat_map(|e| &mut e.rows).flatten() {
                if let Cell::Number(number) = cell {
                    *number = f64::NAN;
                }
            }
        },
        |results| {
            for cell in results.experiments.iter_mut().flat_map(|e| &mut e.rows).flatten() {
                *cell = Cell::Empty;
            }
        },
        |results| {
            for cell in results.experiments.iter_mut().flat_map(|e| &mut e.rows).flatten() {
                if let Cell::Number(number) = cell {
                    *number = if *number > 0.0 { f64::MAX } else { f64::MIN };
                }
            }
        },
        |results| {
            for experiment in &mut results.experiments {
                experiment.notes = vec!["word ".repeat(5000), "x".repeat(5000)];
            }
        },
        |results| {
            let mut gpu = results.devices[0].clone();
            gpu.id = "wgpu:0".into();
            results.devices.push(gpu);
            let mut again = results.experiments.clone();
            for experiment in &mut again {
                experiment.device = "wgpu:0".into();
                for cell in experiment.rows.iter_mut().flatten() {
                    if *cell == Cell::Text("cpu".into()) {
                        *cell = Cell::Text("wgpu:0".into());
                    }
                }
            }
            results.experiments.extend(again);
        },
    ];
    for (i, change) in changes.into_iter().enumerate() {
        let mut results = synthetic::results();
        change(&mut results);
        let page = page(&results);
        let elements = markup::read(&page);
        let ids: Vec<&str> = elements.iter().filter_map(|e| e.attribute("id")).collect();
        let unique: BTreeSet<&&str> = ids.iter().collect();
        assert_eq!(unique.len(), ids.len(), "change {i} repeats an id");
        assert!(!page.contains("NaN,") && !page.contains("=\"NaN\" y"), "change {i}");
    }
}
