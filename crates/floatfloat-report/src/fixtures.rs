//! Data for the tests of several modules.

use crate::{
    results::{Device, Machine, Results, SCHEMA},
    schema_1,
    table::{Column, Table},
};

/// A certified device.
pub(crate) fn device(id: &str, software: bool) -> Device {
    Device {
        id: id.into(),
        name: id.into(),
        backend: String::new(),
        certified: true,
        lowering: String::new(),
        fma: String::new(),
        subnormals: String::new(),
        driver: String::new(),
        software,
        words: String::new(),
        division: String::new(),
        sqrt: String::new(),
    }
}

/// Of a machine with a processor, software and hardware.
pub(crate) fn results() -> Results {
    Results {
        schema: SCHEMA.into(),
        machine: Machine {
            processor: String::new(),
            architecture: String::new(),
            system: String::new(),
            threads: 2,
            extensions: Vec::new(),
            version: String::new(),
            date: String::new(),
        },
        settings: None,
        devices: vec![device("cpu", false), device("wgpu:0", true), device("cuda:0", false)],
        experiments: Vec::new(),
    }
}

/// An empty table whose columns, pairs of name and unit, have the role that their name tells.
pub(crate) fn table(id: &str, device: &str, columns: &[(&str, &str)]) -> Table {
    let column = |&(name, unit): &(&str, &str)| Column {
        name: name.to_owned().into(),
        unit: unit.to_owned().into(),
        role: schema_1::role(id, name),
    };
    Table::new(id, device, columns.iter().map(column).collect::<Vec<_>>())
}
