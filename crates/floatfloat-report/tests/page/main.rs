//! The report: what it shows, where from, and how it reaches the disk.

mod markup;
mod synthetic;

use floatfloat_report::{
    chart::{self, Chart, Devices, Lines, Markers, Shows, Source, Value, Words, logarithmic},
    page::figures::special,
    study::Study,
};
use floatfloat_report::{
    choice::Choice,
    compare::compare,
    error::Error,
    page as report,
    results::{Cell, Results},
    row, store,
    table::{Table, chosen},
};
use std::{collections::BTreeSet, fs};

/// What the made-up tables are about.
const STUDIES: &[&Study] = &[
    &study("paranoia", "How this machine rounds", &[Chart::Special(special::intervals_of_error)]),
    &study("accuracy", "Accuracy", &[Chart::Special(special::errors_on_hard_operands)]),
    &study(
        "bench",
        "Speed",
        &[AT_FEW, over_sizes("figure-bench-sizes", "bench-sizes", &["op"], "type"), ROOFLINE],
    ),
    &study(
        "ops-accuracy",
        "Accuracy as measured in 2006",
        &[Chart::Special(special::errors_on_random_vectors)],
    ),
    &study(
        "ops-speed",
        "Speed in 2006",
        &[over_sizes("figure-ops-speed", "ops-speed", &["type"], "op")],
    ),
    &study(
        "ulp-histogram",
        "Distance of float-float from f64",
        &[Chart::Special(special::distances_from_f64)],
    ),
    &study("advise-matrix", "Which type for which work", &[Chart::Special(special::advice)]),
];

const ROOFLINE: Chart = Chart::Special(special::roofline);

const TIME: chart::Axis = logarithmic(Value::Column("ns_per_op"), "ns");

/// Times of the shortest arrays.
const AT_FEW: Chart = Chart::Markers(Markers {
    words: words("figure-at-few"),
    source: Source { with: &[("elements", Shows::Least(&["op", "type"]))], ..Source::of("bench") },
    rows: &["op"],
    x: TIME,
    published: None,
});

/// A figure for each device, a panel and a line for each value of columns.
const fn over_sizes(
    id: &'static str,
    table: &'static str,
    panels: &'static [&'static str],
    series: &'static str,
) -> Chart {
    Chart::Lines(Lines {
        words: words(id),
        source: Source { devices: Devices::OneFigureForEach, panels, series, ..Source::of(table) },
        x: chart::sizes("elements", "elements"),
        y: TIME,
        published: None,
    })
}

const fn words(id: &'static str) -> Words {
    Words { id, title: "Times", description: "Times.", caption: "Lower is faster.", of: "all" }
}

const fn study(id: &'static str, title: &'static str, charts: &'static [Chart]) -> Study {
    let (summary, paper, published, claims) = ("", "", &[], &[]);
    let about = "What is done.\nHow to read it.\n\nHow it is measured.";
    Study { id, title, summary, about, paper, published, claims, charts }
}

fn page(results: &Results) -> String {
    report::html(results, STUDIES).expect("a page")
}

fn texts(page: &str) -> String {
    markup::unescape(&markup::read(page).iter().map(|e| e.text.as_str()).collect::<String>())
}

#[test]
fn written_results_read_back_and_give_the_same_page() {
    let folder = tempfile::tempdir().unwrap();
    let results = synthetic::results();
    report::prepare(folder.path(), None).unwrap();
    report::write(folder.path(), &results, STUDIES).unwrap();
    let again = store::read(&folder.path().join(report::RESULTS)).unwrap();
    let written = fs::read_to_string(folder.path().join(report::PAGE)).unwrap();
    assert_eq!(page(&again), written);
    assert_eq!(store::to_json(&again).unwrap(), store::to_json(&results).unwrap());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "a temporary file was left");
}

#[test]
fn numbers_survive_the_file_to_the_last_bit() {
    let mut results = synthetic::results();
    let numbers = [0.1 + 0.2, f64::MIN_POSITIVE, 5e-324, f64::MAX, -0.0, 1.0, 1e22, -48.000000001];
    results.experiments[0].rows = numbers
        .iter()
        .map(|&number| vec![Cell::Number(number); results.experiments[0].columns.len()])
        .collect();
    let folder = tempfile::tempdir().unwrap();
    report::write(folder.path(), &results, STUDIES).unwrap();
    let again = store::read(&folder.path().join(report::RESULTS)).unwrap();
    for (row, number) in again.experiments[0].rows.iter().zip(numbers) {
        let Cell::Number(read) = row[0] else { panic!("{row:?}") };
        assert_eq!(read.to_bits(), number.to_bits());
    }
}

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
fn the_verdict_follows_the_results() {
    let headline = |results: &Results| {
        let page = page(results);
        let elements = markup::read(&page);
        elements.into_iter().find(|e| e.name == "h1").unwrap().text
    };
    let safe = synthetic::results();
    assert_eq!(headline(&safe), "Float-float is safe on this machine.");

    let broken = |id: &str, column: &str, cell: Cell| {
        let mut results = synthetic::results();
        let experiment = results.experiments.iter_mut().find(|e| e.id == id).unwrap();
        let column = experiment.columns.iter().position(|c| c.name == column).unwrap();
        experiment.rows[0][column] = cell;
        headline(&results)
    };
    let unsafe_here = "Float-float is not safe on this machine.";
    assert_eq!(broken("paranoia-safety", "safe", Cell::Flag(false)), unsafe_here);
    assert_eq!(broken("paranoia", "verdict", Cell::Text("faithful".into())), unsafe_here);
    assert_eq!(broken("accuracy", "max_log2", Cell::Number(-20.0)), unsafe_here);
    assert_eq!(broken("paranoia-findings", "class", Cell::Text("failure".into())), unsafe_here);
    // Faults of simulated machines are not this machine's.
    assert_eq!(
        broken("paranoia-findings", "device", Cell::Text("NV35-like (simulated)".into())),
        headline(&safe)
    );
    let mut uncertified = synthetic::results();
    uncertified.devices[0].certified = false;
    assert_eq!(headline(&uncertified), unsafe_here);

    let mut unexamined = synthetic::results();
    unexamined.experiments.retain(|e| !e.id.starts_with("paranoia"));
    assert!(headline(&unexamined).starts_with("These results do not say"));
}

#[test]
fn each_device_gets_a_sentence() {
    let mut results = synthetic::results();
    let before = texts(&page(&results));
    assert!(
        before
            .contains("Float-float is safe on Synthetic Processor (cpu) with this lowering: fused")
    );
    assert!(before.contains("This page covers no GPU: none was found"), "{before}");
    let mut gpu = results.devices[0].clone();
    (gpu.id, gpu.name, gpu.backend) = ("wgpu:0".into(), "Wrong One".into(), "vulkan".into());
    (gpu.certified, gpu.software) = (false, true);
    results.devices.push(gpu);
    let after = texts(&page(&results));
    assert!(after.contains("Wrong One (wgpu:0, a software rasterizer) is refused"), "{after}");
    assert!(!after.contains("covers no GPU"));

    let columns = ["device", "word", "lowering", "exact", "operation"].map(chosen);
    let mut trials = Table::new("devices-trials", "wgpu:0", columns);
    for (word, lowering, exact, operation) in [
        ("f32", "plain, fma", false, "2Sum"),
        ("f32", "plain, no fma", false, "2Sum"),
        ("f32", "barrier, fma", true, ""),
        ("f64", "plain, fma", false, "2Prod"),
        ("f64", "plain, no fma", true, ""),
    ] {
        trials.push(row!["wgpu:0", word, lowering, exact, operation]);
    }
    results.devices[1].certified = true;
    results.experiments.push(trials);
    let wrong = texts(&page(&results));
    assert!(
        wrong.contains("plain operators are not safe on it: 2Sum is wrong in f32 ("),
        "{wrong}"
    );
}

/// The texts of the rows of a table under the element with this id, markup aside.
fn rows_under(page: &str, id: &str) -> Vec<String> {
    let start = page.find(&format!("id=\"{id}\"")).expect("the id");
    let body = page[start..].split_once("<tbody>").expect("a table").1;
    let body = body.split_once("</tbody>").expect("its end").0;
    let row = |row: &str| {
        let parts = row.split(['<', '>']).enumerate().filter(|(i, _)| i % 2 == 0);
        let parts: Vec<_> = parts.map(|(_, text)| text.trim()).filter(|t| !t.is_empty()).collect();
        markup::unescape(&parts.join(" | "))
    };
    body.split("</tr>").map(row).filter(|text| !text.is_empty()).collect()
}

#[test]
fn the_index_tells_what_each_experiment_reproduces_and_where_it_ran() {
    let page = page(&synthetic::results());
    let rows = rows_under(&page, "contents");
    let row = |id: &str| rows.iter().find(|row| row.contains(&format!("| {id} |"))).expect("a row");
    assert_eq!(
        row("ops-accuracy"),
        "Accuracy as measured in 2006 | ops-accuracy | Table 1 of a paper (published numbers beside \
         those of this run) | cpu | 31 rows"
    );
    assert!(row("leibniz").ends_with("| Table 1 of a paper | cpu | 1 row"), "{}", row("leibniz"));
    assert!(row("never-heard-of").starts_with("never-heard-of"));
}

#[test]
fn conclusions_of_papers_are_counted_and_stand_in_their_section() {
    let mut results = synthetic::results();
    let page_of_all = page(&results);
    let rows = rows_under(&page_of_all, "title-ops-accuracy");
    assert_eq!(rows.len(), 3);
    assert_eq!(
        rows[0],
        "A thesis of 2012 | Multiplication is inaccurate. | true only of composite arithmetic | ff: \
         2⁻⁴⁴"
    );
    let said = texts(&page_of_all);
    assert!(said.contains(
        "3 claims of papers: 1 true only of composite arithmetic, 1 confirmed, 1 not on this machine."
    ));
    // With and without conclusions of their own.
    let (_, listed) =
        page_of_all.split_once("with the published numbers beside those of this run: ").unwrap();
    let (listed, _) = listed.split_once("</p>").unwrap();
    for id in ["paranoia", "ops-accuracy", "ops-speed"] {
        assert!(listed.contains(&format!("<a href=\"#{id}\">{id}</a>")), "{listed}");
    }

    results.experiments.retain(|e| !e.is_published() && !e.id.ends_with("-conclusions"));
    assert!(!page(&results).contains("id=\"papers\""));
}

#[test]
fn a_study_opens_on_what_is_done_and_folds_the_rest() {
    let page = page(&synthetic::results());
    let (_, section) = page.split_once("id=\"title-ops-accuracy\"").unwrap();
    let (shown, folded) = section.split_once("<details class=\"rest\">").unwrap();
    assert!(shown.contains("What is done. How to read it.") && shown.contains("<figure"));
    let (folded, _) = folded.split_once("</section>").unwrap();
    assert!(folded.contains("How it is measured.") && folded.contains("id=\"table-ops-accuracy\""));
}

#[test]
fn the_matrix_of_the_advisor_has_the_loosest_tolerance_first() {
    let mut results = synthetic::results();
    let page_of_all = page(&results);
    let rows = rows_under(&page_of_all, "advice");
    assert_eq!(rows.len(), 2);
    assert_eq!(
        rows[0],
        "sum | 1\u{202f}048\u{202f}576 | f32 | 2.00 × 10⁻⁵ | 0.01250 | s | ff | 3.00 × 10⁻¹³ | \
         0.01250 | s | none"
    );
    let heads = page_of_all.split("class=\"matrix\"").nth(1).unwrap();
    let heads = heads.split_once("</thead>").unwrap().0;
    let place = |text: &str| heads.find(text).unwrap_or_else(|| panic!("{text} in {heads}"));
    assert!(place("10⁻⁴<") < place("10⁻¹²<") && place("10⁻¹²<") < place("10⁻⁴⁰<"));

    results.experiments.retain(|e| e.id != "advise-matrix");
    assert!(!page(&results).contains("id=\"advice\""));
}

#[test]
fn a_page_of_one_experiment_has_its_title_and_no_verdict() {
    let mut results = synthetic::results();
    results.experiments.retain(|e| e.id.starts_with("ulp-histogram"));
    let page = page(&results);
    let headings: Vec<_> = markup::read(&page).into_iter().filter(|e| e.name == "h1").collect();
    let [heading] = &headings[..] else { panic!("{headings:?}") };
    assert_eq!(heading.text, "Distance of float-float from f64");
    assert!(!page.contains("class=\"verdict"));
}

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

#[test]
fn a_folder_that_cannot_be_written_is_refused_before_anything_is_measured() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = report::prepare(&file.join("report"), None).unwrap_err();
    assert!(matches!(error, Error::File { .. }), "{error:?}");
    assert!(error.to_string().contains("cannot make the folder"), "{error}");

    let taken = folder.path().join("taken");
    fs::create_dir_all(taken.join(report::PAGE)).unwrap();
    let error = report::prepare(&taken, None).unwrap_err();
    assert!(error.to_string().contains("index.html: a folder has this name"), "{error}");

    let fresh = folder.path().join("a/b");
    report::prepare(&fresh, None).unwrap();
    assert_eq!(fs::read_dir(&fresh).unwrap().count(), 0, "preparing left something behind");
}

#[test]
fn a_failed_write_keeps_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("kept/inside")).unwrap();
    assert!(store::write(folder.path(), "kept", b"new").is_err());
    assert!(folder.path().join("kept/inside").is_dir());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "a temporary file was left");

    store::write(folder.path(), "file", b"old and long").unwrap();
    store::write(folder.path(), "file", b"new").unwrap();
    assert_eq!(fs::read(folder.path().join("file")).unwrap(), b"new");
}

#[test]
fn files_that_hold_no_results_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.json");
    let refused = |text: &str| {
        fs::write(&path, text).unwrap();
        store::read(&path).unwrap_err().to_string()
    };
    assert!(refused("{").contains("holds no results of floatfloat"));
    let json = store::to_json(&synthetic::results()).unwrap();
    assert!(refused(&json.replace("floatfloat/2", "floatfloat/9")).contains("floatfloat/9"));
    let mut ragged = synthetic::results();
    ragged.experiments[0].rows[1].pop();
    assert!(refused(&store::to_json(&ragged).unwrap()).contains("row 2 of `paranoia`"));
    assert!(matches!(store::read(&folder.path().join("none")), Err(Error::File { .. })));
}
