//! The table of driver failures.

use super::Ending;
use crate::table::{Table, chosen, known, measured, note, row, verdict};

/// Each process of a driver that ended early; none if there are none.
pub(super) fn table(endings: &[Ending]) -> Option<Table> {
    let columns = [
        chosen("device"),
        chosen("experiment"),
        chosen("doing"),
        measured("name", ""),
        measured("driver", ""),
        verdict("survived"),
        note("cause"),
        note("words"),
    ];
    let mut ids: Vec<_> = endings.iter().map(|ending| ending.device.as_str()).collect();
    ids.dedup();
    let mut table = Table::new("devices-endings", &ids.join(", "), columns)
        .explained(include_str!("../experiments/notes/devices-endings.md"), &[]);
    for ending in endings {
        table.push(row![
            ending.device.as_str(),
            ending.experiment.as_str(),
            ending.doing.as_str(),
            known(&ending.name),
            known(&ending.driver),
            false,
            ending.cause.as_str(),
            known(ending.words.trim()),
        ]);
    }
    (!endings.is_empty()).then_some(table)
}
