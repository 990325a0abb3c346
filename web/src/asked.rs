//! What the page asks for, read from JSON by hand: what serde derives for it makes the module larger.

use crate::bridge::lowerings;
use floatfloat_gpu::{
    Lowering, WordType,
    backend::Description,
    lowering::{Division, Root},
};
use serde_json::Value;
use std::str;

/// A task or an answer: an object of JSON.
pub struct Asked(Value);

impl Asked {
    pub fn read(text: &[u8]) -> Result<Self, String> {
        let text = str::from_utf8(text).map_err(|error| error.to_string())?;
        serde_json::from_str(text).map(Asked).map_err(|error| error.to_string())
    }

    fn field<'a, T>(
        &'a self,
        name: &str,
        of: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<T, String> {
        self.0
            .get(name)
            .and_then(of)
            .ok_or_else(|| format!("`{name}` is missing or something else"))
    }

    pub fn text(&self, name: &str) -> Result<&str, String> {
        self.field(name, Value::as_str)
    }

    pub fn texts(&self, name: &str) -> Result<Vec<String>, String> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        self.field(name, |value| value.as_array()?.iter().map(text).collect())
    }

    pub fn flag(&self, name: &str) -> Result<bool, String> {
        self.field(name, Value::as_bool)
    }

    pub fn whole(&self, name: &str) -> Result<u64, String> {
        self.field(name, Value::as_u64)
    }

    pub fn number(&self, name: &str) -> Result<f32, String> {
        self.field(name, number)
    }

    pub fn numbers(&self, name: &str) -> Result<Vec<f32>, String> {
        self.field(name, |value| value.as_array()?.iter().map(number).collect())
    }

    pub fn lowering(&self) -> Result<Lowering, String> {
        self.field("lowering", lowering)
    }

    /// Words and how they were proved exact.
    pub fn certified(&self) -> Result<Vec<(WordType, Lowering)>, String> {
        let pair = |pair: &Value| Some((word(pair.get(0)?)?, lowering(pair.get(1)?)?));
        self.field("certified", |pairs| pairs.as_array()?.iter().map(pair).collect())
    }

    /// The device; none where it is null.
    pub fn device(&self) -> Result<Option<Description>, String> {
        self.field("device", |device| {
            if device.is_null() {
                return Some(None);
            }
            let text = |name| device.get(name)?.as_str().map(str::to_owned);
            let words = device.get("words")?.as_array()?.iter().map(word).collect::<Option<_>>()?;
            Some(Some(Description {
                id: text("id")?,
                name: text("name")?,
                backend: text("backend")?,
                driver: text("driver")?,
                software: device.get("software")?.as_bool()?,
                words,
            }))
        })
    }
}

fn number(value: &Value) -> Option<f32> {
    value.as_f64().map(|number| number as f32)
}

fn word(name: &Value) -> Option<WordType> {
    match name.as_str()? {
        "f16" => Some(WordType::F16),
        "f32" => Some(WordType::F32),
        _ => None,
    }
}

/// One of those that are tried, with or without corrections.
fn lowering(wanted: &Value) -> Option<Lowering> {
    let tried = lowerings(WordType::F32).into_iter();
    let divided = tried.flat_map(|lowering| {
        [Division::Native, Division::Corrected].map(|division| Lowering { division, ..lowering })
    });
    let mut rooted = divided.flat_map(|lowering| {
        [Root::Native, Root::Corrected].map(|root| Lowering { root, ..lowering })
    });
    rooted.find(|candidate| {
        let candidate = serde_json::to_value(candidate).unwrap_or_default();
        ["protection", "fused", "division", "root"].iter().all(|&of| candidate[of] == wanted[of])
    })
}
