//! Values of options, with messages that say what to write instead of a wrong one.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use floatfloat_blackbox::Shape;
use floatfloat_lab::{
    SumType, advise::Kind, contender::Contender, number_type::NumberType, shader::ShaderType,
};
use std::{str::FromStr, time::Duration};

/// A whole number, with a message that says so.
pub fn whole_number<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| {
        let bits = 8 * size_of::<N>();
        format!("it must be a whole number from 0 to 2^{bits} - 1")
    })
}

/// A size: a positive whole number, or a power of one.
pub fn size(text: &str) -> Result<u64, String> {
    let power = || {
        let (base, exponent) = text.split_once('^')?;
        base.parse::<u64>().ok()?.checked_pow(exponent.parse().ok()?)
    };
    let decimal = || {
        let value: f64 = text.parse().ok()?;
        (value.fract() == 0.0 && (1.0..=2f64.powi(53)).contains(&value)).then_some(value as u64)
    };
    let size = text.parse().ok().or_else(power).or_else(decimal);
    size.filter(|&size| size > 0).ok_or_else(|| {
        "write a positive whole number below 2^64, for example 4096, 1e6 or 2^20".into()
    })
}

/// Three sizes: rows, terms and columns of a product of matrices.
pub fn sizes(text: &str) -> Result<Shape, String> {
    const LARGEST: usize = 4096;
    let sizes: Option<Vec<usize>> = text.split(',').map(|size| size.trim().parse().ok()).collect();
    match sizes.as_deref() {
        Some(&[m, k, n]) if [m, k, n].iter().all(|size| (1..=LARGEST).contains(size)) => {
            Ok(Shape { m, k, n })
        }
        _ => Err(format!("write three whole numbers from 1 to {LARGEST}, for example 16,32,16")),
    }
}

pub fn number_type() -> impl TypedValueParser<Value = NumberType> {
    PossibleValuesParser::new(NumberType::ALL.map(NumberType::name))
        .try_map(|name| NumberType::from_str(&name))
}

/// The types that sums are computed in.
pub fn sum_type() -> impl TypedValueParser<Value = SumType> {
    PossibleValuesParser::new(SumType::all().map(SumType::name).collect::<Vec<_>>())
        .try_map(|name| SumType::from_str(&name))
}

/// The types that text for shaders is written for.
pub fn shader_type() -> impl TypedValueParser<Value = ShaderType> {
    PossibleValuesParser::new(ShaderType::all().map(ShaderType::name))
        .try_map(|name| ShaderType::from_str(&name))
}

pub fn contender() -> impl TypedValueParser<Value = Contender> {
    PossibleValuesParser::new(Contender::ALL.map(Contender::name))
        .try_map(|name| Contender::from_str(&name))
}

/// A bind group and a binding.
pub fn binding(text: &str) -> Result<(u32, u32), String> {
    text.split_once(':')
        .and_then(|(group, binding)| Some((group.parse().ok()?, binding.parse().ok()?)))
        .ok_or_else(|| "write group and binding as two numbers, for example 1:0".to_owned())
}

pub fn workload() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::name)).try_map(|name| Kind::from_str(&name))
}

/// A relative error.
pub fn tolerance(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "write a relative error as a number, for example 1e-12".to_owned())
}

/// A number of bytes as 500MB, 4GB or 1073741824.
pub fn bytes(text: &str) -> Result<u64, String> {
    let units = [("KB", 10), ("MB", 20), ("GB", 30), ("TB", 40), ("", 0)];
    let bytes = units.into_iter().find_map(|(unit, power)| {
        let number: f64 = text.strip_suffix(unit)?.trim().parse().ok()?;
        Some(number * f64::from(power).exp2())
    });
    bytes
        .filter(|bytes| (f64::from(1 << 26)..=2f64.powi(53)).contains(bytes))
        .map(|bytes| bytes as u64)
        .ok_or_else(|| {
            "write an amount of memory of at least 64MB, for example 500MB or 4GB".to_owned()
        })
}

/// A time as 500ms, 20s, 2m or 1h.
pub fn time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let seconds = units.into_iter().find_map(|(unit, seconds)| {
        Some(text.strip_suffix(unit)?.trim().parse::<f64>().ok()? * seconds)
    });
    seconds
        .filter(|seconds| (0.0..=86400.0).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| {
            "write a time of at most a day with its unit, for example 500ms, 20s, 2m or 1h"
                .to_owned()
        })
}

#[cfg(test)]
mod tests {
    use super::{bytes, size, time};
    use std::time::Duration;

    #[test]
    fn memory_has_a_unit_or_none() {
        assert_eq!(bytes("500MB"), Ok(500 << 20));
        assert_eq!(bytes("1.5 GB"), Ok(3 << 29));
        assert_eq!(bytes("1073741824"), Ok(1 << 30));
        for text in ["", "GB", "-1GB", "0", "nan", "1e300GB", "4 apples", "3"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_positive_numbers_and_powers() {
        assert_eq!(size("4096"), Ok(4096));
        assert_eq!(size("2^20"), Ok(1 << 20));
        assert_eq!(size("10^7"), Ok(10_000_000));
        assert_eq!(size("1e6"), Ok(1_000_000));
        for text in
            ["", "0", "-1", "2^64", "2^-1", "^2", "2^", "1e300", "1.5", "0^3", "2^2^2", "nan"]
        {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_have_units() {
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("2m"), Ok(Duration::from_secs(120)));
        for wrong in ["", "20", "-1s", "1d", "nans", "1e9s"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }
}
