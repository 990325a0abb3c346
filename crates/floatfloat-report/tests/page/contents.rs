//! What the page says: the verdict, a sentence for each device, and a section for each study.

use crate::{markup, page, synthetic, texts};
use floatfloat_report::{
    results::{Cell, Results},
    row,
    table::{Table, chosen},
};

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
