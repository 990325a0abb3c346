//! Judges the claims of a results.json again and prints where verdicts differ from those that stand in it;
//! with a second argument writes the points of every figure there.

use floatfloat_lab::{experiments::studies, report::figures, results::Table, store};
use std::{env, path::Path};

fn verdicts(table: &Table) -> Vec<[String; 3]> {
    table
        .rows()
        .map(|row| ["conclusion", "verdict", "evidence"].map(|name| row.shown(name)))
        .collect()
}

fn main() {
    let file = env::args().nth(1).expect("a results.json");
    let results = store::read(Path::new(&file)).expect("results");
    let mut tables: Vec<Table> =
        results.experiments.iter().filter(|table| !table.is_published()).cloned().collect();
    for study in studies() {
        tables.extend(study.published());
    }
    for study in studies() {
        let Some(judged) = study.judge(&tables, &results.devices) else { continue };
        let Some(before) = results.experiments.iter().find(|table| table.id == judged.id) else {
            println!("{}: not in the file", judged.id);
            continue;
        };
        let (old, new) = (verdicts(before), verdicts(&judged));
        println!("{}: {} before, {} now", judged.id, old.len(), new.len());
        for [text, verdict, evidence] in &new {
            match old.iter().find(|other| other[0] == *text) {
                None => println!("  NEW  {verdict}: {text}\n       {evidence}"),
                Some(other) if other[1] != *verdict => {
                    println!(
                        "  DIFF {text}\n       {}: {}\n       {verdict}: {evidence}",
                        other[1], other[2]
                    )
                }
                Some(other) if other[2] != *evidence => {
                    println!("  same {verdict}: {text}\n       {}\n       {evidence}", other[2])
                }
                Some(_) => {}
            }
        }
    }
    let Some(path) = env::args().nth(2) else { return };
    let (all, mut out) = (studies(), String::new());
    for study in &all {
        for drawing in figures::of_section(&results, study.id, &all) {
            let figure = drawing.figure;
            out += &format!(
                "FIGURE {}\nTITLE {}\nOPS {}\nSOURCES {:?}\n",
                drawing.id, figure.title, drawing.operations, drawing.sources
            );
            for panel in &figure.panels {
                out += &format!("  PANEL {}\n", panel.title);
                panel.marks.iter().for_each(|mark| out += &format!("    {mark:?}\n"));
            }
            figure.series.iter().for_each(|series| out += &format!("  SERIES {series:?}\n"));
        }
    }
    std::fs::write(path, out).expect("written");
}
