//! The report: what it shows, where from, and how it reaches the disk.

mod comparison;
mod contents;
mod document;
mod files;
mod markup;
mod odd_results;
mod studies;
mod synthetic;

use floatfloat_report::{page as report, results::Results};
use studies::STUDIES;

fn page(results: &Results) -> String {
    report::html(results, STUDIES).expect("a page")
}

fn texts(page: &str) -> String {
    markup::unescape(&markup::read(page).iter().map(|e| e.text.as_str()).collect::<String>())
}
