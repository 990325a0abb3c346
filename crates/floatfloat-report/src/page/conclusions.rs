//! The conclusions of papers, and the results of this run.

use super::{
    Link,
    number::raised,
    sections::{Section, primary},
};
use crate::{
    results::{Results, Table},
    study::Study,
    table::Row,
};

/// All conclusions of papers for which there are experiments.
pub struct Conclusions {
    pub lines: Vec<Line>,
    /// A sentence that counts the verdicts.
    pub counted: String,
    /// The sections that show published numbers with ours.
    pub published: Vec<Link>,
}

/// One conclusion.
#[derive(Clone)]
pub struct Line {
    pub paper: String,
    pub conclusion: String,
    pub verdict: String,
    pub class: &'static str,
    pub evidence: String,
    pub section: String,
}

/// The conclusions from all tables whose ids end in `-conclusions`; none if no experiment has a
/// paper.
pub fn conclusions(
    results: &Results,
    sections: &[Section],
    studies: &[&'static Study],
) -> Option<Conclusions> {
    let lines: Vec<Line> =
        judged(results).map(|(table, row)| line(table, row, results, studies)).collect();
    let published: Vec<Link> = sections
        .iter()
        .filter(|section| section.has_published)
        .map(|section| Link { id: section.id.clone(), anchor: section.id.clone() })
        .collect();
    if lines.is_empty() && published.is_empty() {
        return None;
    }
    Some(Conclusions { counted: counted(results).unwrap_or_default(), lines, published })
}

/// The rows with the verdicts on claims.
fn judged(results: &Results) -> impl Iterator<Item = (&Table, Row<'_>)> {
    let tables = results.experiments.iter().filter(|table| table.id.ends_with("-conclusions"));
    tables.flat_map(|table| table.rows().map(move |row| (table, row)))
}

fn line(table: &Table, row: Row<'_>, results: &Results, studies: &[&'static Study]) -> Line {
    let text = |column: &str| raised(row.text(column).unwrap_or_default());
    let paper = row.text("paper").or(table.paper.as_deref());
    let section = primary(&table.id, results, studies).to_owned();
    Line {
        paper: raised(paper.unwrap_or_default()),
        conclusion: text("conclusion"),
        class: class(row.text("verdict").unwrap_or_default()),
        verdict: text("verdict"),
        evidence: text("evidence"),
        section,
    }
}

fn class(verdict: &str) -> &'static str {
    match verdict {
        "confirmed" => "yes",
        "not measured" => "empty",
        verdict if verdict.starts_with("not ") => "no",
        _ => "",
    }
}

/// `3 claims of papers: 2 confirmed, 1 not on this machine.` None if there is no claim.
pub fn counted(results: &Results) -> Option<String> {
    let verdicts = judged(results).map(|(_, row)| row.text("verdict").unwrap_or_default());
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for verdict in verdicts {
        match counts.iter_mut().find(|(known, _)| *known == verdict) {
            Some((_, count)) => *count += 1,
            None => counts.push((verdict, 1)),
        }
    }
    let all: usize = counts.iter().map(|(_, count)| count).sum();
    let parts: Vec<_> =
        counts.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
    let plural = if all == 1 { "" } else { "s" };
    (all > 0).then(|| format!("{all} claim{plural} of papers: {}.", parts.join(", ")))
}
