//! The page as a document: well-formed, safe to open, and with no number that is not in the results.

use crate::{markup, page, studies::STUDIES, synthetic, texts};
use floatfloat_report::{page as report, results::Cell};
use std::collections::BTreeSet;

#[test]
fn the_page_is_well_formed_and_its_links_lead_somewhere() {
    let page = page(&synthetic::results());
    let elements = markup::read(&page);
    let ids: Vec<&str> = elements.iter().filter_map(|e| e.attribute("id")).collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len(), "an id is used twice: {ids:?}");
    for link in elements.iter().filter_map(|e| e.attribute("href")) {
        match link.strip_prefix('#') {
            Some(id) => assert!(unique.contains(id), "{link} leads nowhere"),
            None => assert_eq!(link, report::RESULTS),
        }
    }
    for label in elements.iter().filter_map(|e| e.attribute("aria-labelledby")) {
        assert!(unique.contains(label), "{label}");
    }
}

#[test]
fn nothing_is_loaded_and_nothing_runs() {
    let page = page(&synthetic::results());
    for element in markup::read(&page) {
        assert!(!["script", "link", "img", "iframe", "object"].contains(&element.name.as_str()));
        for (name, value) in &element.attributes {
            assert!(!name.starts_with("on") && name != "src", "{name}");
            assert!(name == "xmlns" || !value.contains("//"), "{name}={value}");
        }
    }
    assert!(!page.contains("url(") && !page.contains("@import"));
}

#[test]
fn every_experiment_has_a_place_and_every_figure_says_where_it_is_from() {
    let results = synthetic::results();
    let elements = markup::read(&page(&results));
    let ids: BTreeSet<&str> = elements.iter().filter_map(|e| e.attribute("id")).collect();
    for experiment in &results.experiments {
        let anchor = format!("table-{}", experiment.id);
        assert!(ids.contains(anchor.as_str()), "{anchor}");
    }
    let captions = elements.iter().filter(|e| e.name == "figcaption").count();
    let figures = elements.iter().filter(|e| e.name == "figure").count();
    assert!(figures >= 11 && captions == figures, "{figures} figures, {captions} captions");
    for (i, caption) in elements.iter().enumerate().filter(|(_, e)| e.name == "figcaption") {
        let sources = elements[i + 1..].iter().take_while(|e| ["span", "a"].contains(&&*e.name));
        let links = sources.filter(|e| e.name == "a").filter_map(|e| e.attribute("href"));
        assert!(links.clone().count() > 0, "{caption:?}");
        assert!(links.clone().all(|link| link.starts_with("#table-")), "{caption:?}");
    }
}

#[test]
fn every_number_in_a_table_stands_in_the_results() {
    let results = synthetic::results();
    let known: BTreeSet<String> = results
        .experiments
        .iter()
        .flat_map(|experiment| experiment.rows.iter().flatten())
        .filter_map(|cell| match cell {
            Cell::Integer(value) => Some(value.to_string()),
            Cell::Number(value) => Some(value.to_string()),
            Cell::Text(text) => Some(text.clone()),
            Cell::Empty | Cell::Flag(_) => None,
        })
        .collect();
    let elements = markup::read(&page(&results));
    let mut numbers = 0;
    for element in elements.iter().filter(|e| e.name == "data") {
        let value = element.attribute("value").expect("a value");
        assert!(known.contains(value), "{value}");
        // What is shown is that value, rounded.
        let shown: String = element.text.chars().filter(|c| *c != '\u{202f}').collect();
        if let (Ok(shown), Ok(value)) =
            (shown.replace('−', "-").parse::<f64>(), value.parse::<f64>())
        {
            let close = (shown - value).abs() <= value.abs() * 0.06;
            assert!(close || !value.is_finite(), "{shown} for {value}");
        }
        numbers += 1;
    }
    assert!(numbers > 1000, "{numbers}");
    // Nothing else in a table is a number.
    for cell in elements.iter().filter(|e| e.name == "td") {
        assert!(cell.text.replace('−', "-").parse::<f64>().is_err(), "{cell:?}");
    }
}

#[test]
fn hostile_names_are_only_text() {
    let hostile = "<script>alert(1)</script>\"'&<svg onload=alert(1)>";
    let mut results = synthetic::results();
    results.machine.processor = hostile.into();
    results.devices[0].name = hostile.into();
    results.devices[0].certified = false;
    for experiment in &mut results.experiments {
        experiment.device = hostile.into();
        experiment.paper = Some(hostile.into());
        experiment.notes.push(hostile.into());
        experiment.columns[0].unit = hostile.into();
        for row in &mut experiment.rows {
            if row[0] == Cell::Text("cpu".into()) {
                row[0] = Cell::Text(hostile.into());
            }
        }
    }
    let page = page(&results);
    assert!(markup::read(&page).iter().all(|e| e.name != "script"));
    assert!(texts(&page).contains("<script>alert(1)</script>"));
    for (name, svg) in report::standalone_figures(&results, STUDIES).unwrap() {
        assert!(!svg.contains("<script"), "{name}");
    }
}

#[test]
fn figures_stand_alone() {
    let figures = report::standalone_figures(&synthetic::results(), STUDIES).unwrap();
    assert!(figures.len() >= 9, "{}", figures.len());
    let names: BTreeSet<&String> = figures.iter().map(|(name, _)| name).collect();
    assert_eq!(names.len(), figures.len(), "a name is used twice");
    for (name, svg) in &figures {
        let elements = markup::read(&format!("<!DOCTYPE html>{svg}"));
        assert_eq!(elements[0].name, "svg", "{name}");
        assert_eq!(elements[0].attribute("xmlns"), Some("http://www.w3.org/2000/svg"));
        assert!(!elements[1].text.is_empty() && elements[1].name == "title", "{name}");
        assert!(!elements[2].text.is_empty() && elements[2].name == "desc", "{name}");
        assert!(svg.contains("prefers-color-scheme"), "{name}");
    }
}
