//! The command as a user meets it: arguments, standard streams, files and exit codes.

mod advise;
mod arguments;
mod bad_input;
mod book;
#[cfg(unix)]
mod boxes;
mod certify;
mod compare;
mod dot_solve;
#[cfg(unix)]
mod drivers;
mod experiments;
mod fit;
mod paranoia;
mod shader;
#[cfg(unix)]
mod signals;
mod streams;
mod sum;
mod web;

use assert_cmd::Command;
use serde_json::Value;

/// The command with these arguments, separated by blanks.
fn floatfloat(arguments: &str) -> Command {
    let mut command = Command::cargo_bin("floatfloat").expect("the command is built");
    command.args(arguments.split_whitespace());
    command
}

/// What the command prints on stdout; it must succeed.
fn stdout(command: &mut Command) -> String {
    let output = command.assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("UTF-8")
}

/// What the command prints on stdout as JSON; it must succeed.
fn json(command: &mut Command) -> Value {
    serde_json::from_str(&stdout(command.arg("--format=json"))).expect("JSON")
}

/// Names of the columns of an experiment.
fn columns(experiment: &Value) -> Vec<&str> {
    let columns = experiment["columns"].as_array().expect("columns");
    columns.iter().map(|column| column["name"].as_str().expect("a name")).collect()
}

/// The values of one column of an experiment.
fn column<'a>(experiment: &'a Value, name: &str) -> Vec<&'a Value> {
    let index = columns(experiment).iter().position(|&known| known == name).expect("the column");
    let rows = experiment["rows"].as_array().expect("rows");
    rows.iter().map(|row| &row[index]).collect()
}
