//! The choice of a device.

use std::{fmt, str::FromStr};

/// The name of the device of GL for `--device`.
pub(crate) const GL: &str = "wgpu:gl";

/// Which device to open: `best`, `cpu`, `wgpu`, `wgpu:1`, `wgpu:gl`, `cuda`, `cuda:1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Select {
    /// The first certified device in this order: hardware of CUDA, hardware of wgpu, and the CPU
    /// last. Within each group devices with `f64` come first, then the order is that of their
    /// numbers. A GPU emulated in software is never chosen, because the CPU does the same work
    /// faster. The device of GL is never chosen.
    #[default]
    Best,
    /// The processor.
    Cpu,
    /// The device of wgpu with this number.
    Wgpu(usize),
    /// The device of GL. Its drivers are loaded only when it is named.
    Gl,
    /// The device of CUDA with this number.
    Cuda(usize),
}

/// A text that does not name a device.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not the name of a device; write best, cpu, wgpu, wgpu:1, wgpu:gl, cuda or cuda:1"
)]
pub struct ParseSelectError(String);

impl FromStr for Select {
    type Err = ParseSelectError;

    fn from_str(text: &str) -> Result<Self, ParseSelectError> {
        let error = || ParseSelectError(text.to_owned());
        if text == GL {
            return Ok(Select::Gl);
        }
        let (kind, number) = match text.split_once(':') {
            Some((kind, number)) => (kind, Some(number.parse().map_err(|_| error())?)),
            None => (text, None),
        };
        match (kind, number) {
            ("best", None) => Ok(Select::Best),
            ("cpu", None) => Ok(Select::Cpu),
            ("wgpu", number) => Ok(Select::Wgpu(number.unwrap_or(0))),
            ("cuda", number) => Ok(Select::Cuda(number.unwrap_or(0))),
            _ => Err(error()),
        }
    }
}

impl fmt::Display for Select {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Select::Best => f.pad("best"),
            Select::Cpu => f.pad("cpu"),
            Select::Wgpu(number) => f.pad(&format!("wgpu:{number}")),
            Select::Gl => f.pad(GL),
            Select::Cuda(number) => f.pad(&format!("cuda:{number}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for text in ["best", "cpu", "wgpu:0", "wgpu:17", "wgpu:gl", "cuda:1"] {
            assert_eq!(text.parse::<Select>().unwrap().to_string(), text);
        }
        assert_eq!("wgpu".parse(), Ok(Select::Wgpu(0)));
        assert_eq!("cuda".parse(), Ok(Select::Cuda(0)));
        for text in ["", "gpu", "cpu:0", "best:1", "wgpu:", "wgpu:-1", "cuda:1:2", "CPU"] {
            let error = text.parse::<Select>().unwrap_err();
            assert!(error.to_string().contains(&format!("`{text}`")), "{error}");
        }
    }
}
