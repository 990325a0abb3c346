//! What each command does.

mod advise;
mod boxes;
mod certify;
mod compare;
mod data;
pub mod experiments;
mod paranoia;
mod report;
mod shader;
mod web;

use crate::{
    arguments::{Arguments, Command, Papers, Report},
    drivers,
    failure::{Failure, Outcome},
    output,
};
use clap::CommandFactory;
use floatfloat::check_level;
use floatfloat_lab::{
    error::Error,
    experiments::{self as entries, find},
    report::PAGE,
};
use floatfloat_papers::with_those_of_the_report;
use floatfloat_report::page::comparison;
use report::Asked;
use std::path::Path;

/// Runs the command that the user asked for.
pub fn run(arguments: Arguments) -> Result<Outcome, Failure> {
    check_level()?;
    let common = &arguments.common;
    match arguments.command {
        Command::Report(Report { out, pages, compare: Some(files), .. }) => {
            let outcome = compare::run(common, &files, &out);
            report::shown(pages.open, &out, comparison::PAGE, outcome)
        }
        Command::Report(Report { out, pages, from: Some(file), .. }) => {
            report::shown(pages.open, &out, PAGE, report::again(common, &out, &file))
        }
        Command::Report(Report { out, pages, papers, .. }) => {
            let every = with_those_of_the_report();
            let experiments = if papers { &every[..] } else { entries::ALL };
            report::run(common, &Asked { experiments, ..Asked::of(&out, &pages) })
        }
        Command::Papers(Papers { list: true, .. }) => {
            experiments::list(common, "papers", floatfloat_papers::ALL)
        }
        Command::Papers(Papers { names, out, pages, types, sizes, .. }) => {
            let named = names.iter().map(|name| floatfloat_papers::find(name));
            let named = named.collect::<Result<Vec<_>, _>>()?;
            let experiments = if named.is_empty() { floatfloat_papers::ALL } else { &named[..] };
            let tables = !named.is_empty();
            let asked =
                Asked { experiments, types: &types, sizes, tables, ..Asked::of(&out, &pages) };
            report::run(common, &asked)
        }
        Command::Devices { recertify, every_lowering } => {
            experiments::devices(common, recertify, every_lowering)
        }
        Command::Paranoia { diff: Some(files), .. } => paranoia::diff(common, &files),
        Command::Paranoia { quick, out, boxes, .. } if boxes.is_any() => {
            boxes::run(common, &quick, out.as_deref(), &boxes)
        }
        Command::Paranoia { quick, out, .. } => paranoia::run(common, &quick, out.as_deref()),
        Command::Certify(asked) => certify::run(common, &asked),
        Command::Accuracy(scope) => experiments::run(common, find("accuracy")?, &scope, None),
        Command::Bench(scope) => experiments::run(common, find("bench")?, &scope, None),
        Command::Lab { name: Some(name), scope, sizes, .. } => {
            experiments::run(common, floatfloat_papers::find(&name)?, &scope, sizes)
        }
        Command::Lab { name: None, .. } => {
            experiments::list(common, "lab", &with_those_of_the_report())
        }
        Command::Advise(asked) => advise::run(common, asked),
        Command::Sum { file, column, types } => data::sum(common, &file, column.as_deref(), &types),
        Command::Fit { file, degree, number_type, exact } => {
            data::fit(common, &file, degree, number_type, exact.as_deref())
        }
        Command::Dot { x, y, types } => data::dot(common, &x, &y, &types),
        Command::Solve { a, b, number_type } => data::solve(common, &a, &b, number_type),
        Command::Shader(shader) => shader::run(common, &shader),
        Command::Web { out } => web::run(&out),
        Command::ServeDevice => {
            drivers::serve()?;
            Ok(Outcome::Good)
        }
        Command::ServeRoutine { library, routine, every } => {
            boxes::serve(&library, &routine, every)
        }
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "floatfloat", &mut script);
            write_bytes(&script)
        }
        Command::Man => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Arguments::command()).render(&mut page)?;
            write_bytes(&page)
        }
    }
}

fn write_bytes(bytes: &[u8]) -> Result<Outcome, Failure> {
    output::write(&String::from_utf8_lossy(bytes))?;
    Ok(Outcome::Good)
}

/// The folder of an output file, and the file's name in it.
fn folder_and_file(path: &Path) -> Result<(&Path, &str), Error> {
    let unnamed =
        || Error::Input(format!("cannot write {}: it does not name a file", path.display()));
    let file = path.file_name().and_then(|name| name.to_str()).ok_or_else(unnamed)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    Ok((folder.unwrap_or(Path::new(".")), file))
}
