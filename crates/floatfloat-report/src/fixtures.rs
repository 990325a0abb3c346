//! Data for the tests of several modules.

use crate::results::{Device, Machine, Results, SCHEMA};

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

/// Results of a machine with a processor, software and hardware.
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
