//! Which devices figures show.

use crate::{CPU, page::view::View, results::Results};

/// The devices of a table of which each gets panels of its own: the processor and every other device,
/// without those that are software where there is one that is not.
pub fn devices<'a>(view: View<'a>, results: &Results) -> Vec<&'a str> {
    let is_software =
        |id: &str| results.devices.iter().any(|known| known.id == id && known.software);
    let mut devices = view.devices();
    if devices.iter().any(|id| *id != CPU && !is_software(id)) {
        devices.retain(|id| *id == CPU || !is_software(id));
    }
    devices
}

/// The device of a table that a figure of blocks and threads shows: the first of [`devices`] that is not
/// the processor, or that.
pub fn device<'a>(view: View<'a>, results: &Results) -> &'a str {
    let devices = devices(view, results);
    devices.iter().copied().find(|id| *id != CPU).unwrap_or(devices[0])
}

#[cfg(test)]
pub(crate) mod tests {
    use super::devices;
    use crate::{
        old_table,
        page::view::View,
        results::{Device, Machine, Results, SCHEMA},
        table::row,
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

    #[test]
    fn software_is_shown_where_nothing_else_but_the_processor_was_measured() {
        let results = results();
        let shown = |measured: &[&str]| {
            let mut table = old_table("sum", "cpu", &[("device", "")]);
            measured.iter().for_each(|&id| table.push(row![id]));
            let table = table;
            let names: Vec<String> =
                devices(View(&table), &results).into_iter().map(Into::into).collect();
            (names.join(" "), super::device(View(&table), &results).to_owned())
        };
        let is = |all: &str, one: &str| (all.to_owned(), one.to_owned());
        assert_eq!(shown(&["cpu", "wgpu:0", "cuda:0"]), is("cpu cuda:0", "cuda:0"));
        assert_eq!(shown(&["cpu", "wgpu:0"]), is("cpu wgpu:0", "wgpu:0"));
        assert_eq!(shown(&["wgpu:0", "cuda:0"]), is("cuda:0", "cuda:0"));
        assert_eq!(shown(&["wgpu:0"]), is("wgpu:0", "wgpu:0"));
        assert_eq!(shown(&["cpu"]), is("cpu", "cpu"));
        assert_eq!(shown(&[]), is("cpu", "cpu"));
    }
}
