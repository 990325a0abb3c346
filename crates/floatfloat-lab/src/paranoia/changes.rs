//! The differences between two examinations, for instance after an upgrade of a driver.

mod boxes;
mod fingerprint;

pub use boxes::Boxes;
pub use fingerprint::{Fingerprint, Kept};

use crate::{
    error::Error,
    results::{Cell, Table},
    table::{IntoCell, chosen, measured, row},
};
use floatfloat_report::table::Row;
use std::collections::{HashMap, HashSet};

/// The differences.
#[derive(Clone, Debug)]
pub struct Changes {
    /// One row for each change, and rows for information.
    pub table: Table,
    /// The number of rows that are changes.
    pub count: usize,
}

/// The columns that identify a mode of a machine.
const MODE: [&str; 3] = ["device", "mode", "format"];

/// The columns that describe a mode; some are only for information.
const CHARACTER: [&str; 14] = [
    "safe",
    "because",
    "caveats",
    "guard_digit",
    "sticky_bit",
    "division",
    "fma",
    "contracts",
    "reassociates",
    "subnormal_operands",
    "subnormal_results",
    "holds",
    "used",
    "lowering",
];
const INFORMATION: [&str; 2] = ["name", "driver"];

/// The columns that describe an operation.
const OPERATION: [&str; 5] = ["low", "high", "verdict", "promised", "kept"];

/// Compares two examinations of machines, or two of what others compute.
///
/// # Errors
/// [`Error::Input`] as [`compare`], and if they are not of the same kind.
pub fn compare_kept(before: &Kept, after: &Kept) -> Result<Changes, Error> {
    match (before, after) {
        (Kept::Machine(before), Kept::Machine(after)) => compare(before, after),
        (Kept::Boxes(before), Kept::Boxes(after)) => boxes::compare(before, after),
        (Kept::Machine(machine), Kept::Boxes(boxes))
        | (Kept::Boxes(boxes), Kept::Machine(machine)) => Err(Error::Input(format!(
            "{} examines a machine, and {} a library or program: compare two of the same kind",
            machine.name(),
            boxes.name
        ))),
    }
}

/// Compares two examinations: modes that only one of them has, properties, intervals and verdicts,
/// findings. Different names and drivers are shown, but do not count as changes.
///
/// # Errors
/// [`Error::Input`] if they used different operands, so that differences would mean nothing.
pub fn compare(before: &Fingerprint, after: &Fingerprint) -> Result<Changes, Error> {
    let mut comparison = Comparison::new(before, after);
    let (old, new) = (by_key(before.safety(), &MODE), by_key(after.safety(), &MODE));
    let mut different = None;
    each(&old, &new, |old, new| match (old, new) {
        (Some(old), Some(new)) if old.text("operands") != new.text("operands") => {
            let of = |row: &Row<'_>| row.text("operands").unwrap_or("unknown").to_owned();
            different = different.take().or(Some([of(old), of(new)]));
        }
        (Some(old), Some(new)) => comparison.mode(old, new),
        (Some(old), None) => comparison.only(ONLY_BEFORE, old),
        (None, Some(new)) => comparison.only(ONLY_AFTER, new),
        (None, None) => {}
    });
    match different {
        None => Ok(comparison.finish()),
        Some([tried, retried]) => Err(Error::Input(format!(
            "{} and {} were made with different operands ({tried} and {retried}): use the same \
             --seed, and --quick for both or none",
            before.name(),
            after.name(),
        ))),
    }
}

const CHANGED: &str = "changed";
const ONLY_BEFORE: &str = "only before";
const ONLY_AFTER: &str = "only after";
const FOR_INFORMATION: &str = "information";

/// A comparison in progress.
struct Comparison<'a> {
    before: &'a Fingerprint,
    after: &'a Fingerprint,
    table: Table,
    count: usize,
}

impl<'a> Comparison<'a> {
    fn new(before: &'a Fingerprint, after: &'a Fingerprint) -> Self {
        let columns = [
            chosen("kind"),
            chosen("device"),
            chosen("mode"),
            chosen("format"),
            chosen("op"),
            chosen("what"),
            measured("before", ""),
            measured("after", ""),
        ];
        let table = Table::new("paranoia-diff", "", columns);
        Comparison { before, after, table, count: 0 }
    }

    fn push(&mut self, kind: &str, of: &Row<'_>, what: &str, before: Cell, after: Cell) {
        self.count += usize::from(kind != FOR_INFORMATION);
        let text = |column| of.text(column).map(str::to_owned);
        let op = text("op");
        let mode = MODE.map(text);
        let [device, mode, format] = mode;
        self.table.push(row![kind, device, mode, format, op, what, before, after]);
    }

    fn only(&mut self, kind: &str, of: &Row<'_>) {
        let described = ["lowering", "name", "driver"].map(|column| of.text(column).unwrap_or(""));
        let described: Vec<&str> = described.into_iter().filter(|text| !text.is_empty()).collect();
        let described = described.join("; ").into_cell();
        let (before, after) =
            if kind == ONLY_BEFORE { (described, Cell::Empty) } else { (Cell::Empty, described) };
        self.push(kind, of, "mode", before, after);
    }

    fn cells(&mut self, kind: &str, columns: &[&str], old: &Row<'_>, new: &Row<'_>) {
        for &column in columns {
            let cell = |row: &Row<'_>| row.cell(column).cloned().unwrap_or(Cell::Empty);
            if cell(old) != cell(new) {
                self.push(kind, old, column, cell(old), cell(new));
            }
        }
    }

    /// Compares a mode that both examinations have.
    fn mode(&mut self, old: &Row<'_>, new: &Row<'_>) {
        self.cells(FOR_INFORMATION, &INFORMATION, old, new);
        self.cells(CHANGED, &CHARACTER, old, new);
        let same_mode =
            |row: &Row<'_>| MODE.iter().all(|&column| row.cell(column) == old.cell(column));
        let (before, after) = (self.before, self.after);
        let old_rows = by_key(before.intervals().filter(same_mode), &["op"]);
        let new_rows = by_key(after.intervals().filter(same_mode), &["op"]);
        each(&old_rows, &new_rows, |old, new| match (old, new) {
            (Some(old), Some(new)) => self.cells(CHANGED, &OPERATION, old, new),
            (Some(old), None) => self.push(ONLY_BEFORE, old, "row", interval(old), Cell::Empty),
            (None, Some(new)) => self.push(ONLY_AFTER, new, "row", Cell::Empty, interval(new)),
            (None, None) => {}
        });
        let old_rows = by_key(before.findings().filter(same_mode), &["op", "finding"]);
        let new_rows = by_key(after.findings().filter(same_mode), &["op", "finding"]);
        each(&old_rows, &new_rows, |old, new| match (old, new) {
            (Some(old), Some(new)) if finding(old) != finding(new) => {
                self.push(CHANGED, old, "finding", finding(old), finding(new));
            }
            (Some(old), None) => self.push(ONLY_BEFORE, old, "finding", finding(old), Cell::Empty),
            (None, Some(new)) => self.push(ONLY_AFTER, new, "finding", Cell::Empty, finding(new)),
            _ => {}
        });
    }

    fn finish(self) -> Changes {
        let text = summary(self.before.name(), self.after.name(), self.count);
        let table = self.table.note(text).note(
            "The operands at the ends of intervals and the results that show a finding are not \
             compared. Rows of kind information do not count as changes.",
        );
        Changes { table, count: self.count }
    }
}

/// How many changes there are, as a sentence.
fn summary(before: &str, after: &str, count: usize) -> String {
    let outcome = match count {
        0 => "nothing changed".to_owned(),
        1 => "1 change".to_owned(),
        count => format!("{count} changes"),
    };
    format!("{after} compared with {before}: {outcome}.")
}

/// Rows with their keys, in order.
type Keyed<'a> = Vec<(Key, Row<'a>)>;

/// The texts of the key columns, and the index among rows with the same texts.
type Key = (Vec<String>, usize);

fn by_key<'a>(rows: impl Iterator<Item = Row<'a>>, columns: &[&str]) -> Keyed<'a> {
    let mut seen: HashMap<Vec<String>, usize> = HashMap::new();
    let keyed = |row: Row<'a>| {
        let texts: Vec<String> =
            columns.iter().map(|&column| row.text(column).unwrap_or("").to_owned()).collect();
        let times = seen.entry(texts.clone()).or_default();
        *times += 1;
        ((texts, *times), row)
    };
    rows.map(keyed).collect()
}

/// All keys: those of the first examination in their order, then those that only the second has.
fn each(
    old: &Keyed<'_>,
    new: &Keyed<'_>,
    mut visit: impl FnMut(Option<&Row<'_>>, Option<&Row<'_>>),
) {
    let in_new: HashMap<_, _> = new.iter().map(|(key, row)| (key, row)).collect();
    for (key, row) in old {
        visit(Some(row), in_new.get(key).copied());
    }
    let in_old: HashSet<_> = old.iter().map(|(key, _)| key).collect();
    for (_, row) in new.iter().filter(|(key, _)| !in_old.contains(key)) {
        visit(None, Some(row));
    }
}

fn interval(row: &Row<'_>) -> Cell {
    let end = |column| {
        let number = row.cell(column).and_then(Cell::number);
        number.map_or_else(|| row.shown(column), |end| format!("{end:.3}"))
    };
    let verdict = row.text("verdict").unwrap_or("");
    Cell::Text(format!("[{}, {}], {verdict}", end("low"), end("high")))
}

fn finding(row: &Row<'_>) -> Cell {
    let text = |column| row.text(column).unwrap_or("");
    let mut finding = format!("{}: {}", text("class"), text("finding"));
    let number = |column| row.cell(column).and_then(Cell::number);
    if let (Some(count), Some(tried)) = (number("count"), number("tried"))
        && tried > 1.0
    {
        finding += &format!(" ({count} of {tried} results)");
    }
    if row.flag("permitted") == Some(false) {
        finding += ", which the specification does not permit";
    }
    Cell::Text(finding)
}
