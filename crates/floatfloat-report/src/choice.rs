//! The values of the option `--device`.

use std::{fmt, str::FromStr};

/// The requested devices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    text: String,
}

/// The kinds of devices: the beginnings of the ids of devices.
const KINDS: [&str; 3] = ["cpu", "wgpu", "cuda"];

impl Choice {
    /// All devices.
    pub fn all() -> Self {
        Choice { text: "all".into() }
    }

    /// Whether the device with this id is requested: `wgpu` requests `wgpu:0` and `wgpu:1`.
    pub fn wants(&self, id: &str) -> bool {
        let of_kind = |id: &str| id.strip_prefix(&self.text).is_some_and(|n| n.starts_with(':'));
        self.text == "all" || self.text == id || of_kind(id)
    }

    /// Whether this processor is requested.
    pub fn wants_processor(&self) -> bool {
        self.wants("cpu")
    }

    /// Whether a device of this kind is requested: `wgpu:1` requests a device of `wgpu`.
    pub fn wants_some_of(&self, kind: &str) -> bool {
        self.text == "all" || self.text.split(':').next() == Some(kind)
    }

    /// Whether any device besides the processor is requested.
    pub fn wants_others(&self) -> bool {
        self.text != "cpu"
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (kind, number) = match text.split_once(':') {
            Some((kind, number)) => (kind, Some(number)),
            None => (text, None),
        };
        let numbered = match number {
            None => true,
            Some("gl") => kind == "wgpu",
            Some(number) => kind != "cpu" && number.parse::<u16>().is_ok(),
        };
        if text == "all" || KINDS.contains(&kind) && numbered {
            Ok(Choice { text: text.into() })
        } else {
            Err("write cpu, wgpu, wgpu:0, cuda, cuda:0 (or another number), wgpu:gl, or all".into())
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::Choice;

    #[test]
    fn kinds_and_numbers_are_told_apart() {
        let wants = |choice: &str, id| choice.parse::<Choice>().unwrap().wants(id);
        for (choice, wanted, unwanted) in [
            ("cpu", "cpu", "wgpu:0"),
            ("wgpu", "wgpu:3", "cpu"),
            ("wgpu:1", "wgpu:1", "wgpu:10"),
            ("wgpu:gl", "wgpu:gl", "wgpu:0"),
            ("wgpu", "wgpu:gl", "cuda:0"),
            ("cuda", "cuda:0", "wgpu:0"),
        ] {
            assert!(wants(choice, wanted) && !wants(choice, unwanted), "{choice}");
            assert!(wants("all", wanted) && wants("all", unwanted));
        }
    }

    #[test]
    fn what_is_no_device_is_refused() {
        for text in [
            "", "gpu", "cpu:0", "wgpu:", "wgpu:x", "cuda:-1", "cuda:gl", "cpu:gl", "all:0",
            "wgpu:0:1",
        ] {
            assert!(text.parse::<Choice>().is_err(), "{text}");
        }
    }
}
