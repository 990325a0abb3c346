//! Phrases of error messages.

use crate::{number_type::NumberType, spelling::has_groups, sum_type::SumType};

pub(crate) fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

pub(crate) fn quoted(found: &str) -> String {
    if found.is_empty() { "an empty value".into() } else { format!("`{}`", short(found)) }
}

/// A text from the user, prepared for messages: shortened, and without control characters.
pub(crate) fn short(text: &str) -> String {
    const LONGEST: usize = 60;
    let visible = |c: char| {
        if c.is_control() { c.escape_unicode().to_string() } else { c.to_string() }
    };
    let shown: String = text.chars().take(LONGEST).map(visible).collect();
    if text.chars().nth(LONGEST).is_some() { format!("{shown}…") } else { shown }
}

/// A hint for a first line of numbers, which may be one number with a decimal comma or separators of thousands.
pub(crate) fn comma_hint(found: &str) -> &'static str {
    let mut numbers = found.split(", ");
    let is_whole = |text: &str| text.trim_start_matches('-').chars().all(|c| c.is_ascii_digit());
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(whole), Some(decimals), None) if is_whole(whole) && is_whole(decimals) => {
            "; a decimal comma must be written as a point"
        }
        _ if has_groups(found) => "; a single number must have no blanks",
        _ => "",
    }
}

/// What columns or arrays there are: `the columns are a and b`.
pub(crate) fn listed(kind: &str, names: &[String]) -> String {
    match names {
        [] => format!("there is no other {kind}"),
        [_] => format!("the only {kind} is {}", joined(names)),
        _ => format!("the {kind}s are {}", joined(names)),
    }
}

/// Names between quotation marks, the first of them if there are many.
pub(crate) fn joined(names: &[String]) -> String {
    const MOST: usize = 12;
    let mut shown: Vec<_> = names.iter().map(|name| format!("`{}`", short(name))).collect();
    if names.len() > MOST {
        shown.truncate(MOST - 1);
        shown.push(format!("{} more", names.len() - shown.len()));
    }
    match shown.as_slice() {
        [] => String::new(),
        [name] => name.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

pub(crate) fn dependence(terms: &[String], tolerance: f64) -> String {
    let within = format!("to within {tolerance:.0e} of its size");
    match terms {
        [zero] => format!("`{zero}` is zero everywhere,"),
        [one, constant] if one == "1" => format!("`{constant}` is constant, {within},"),
        [first, second, .., last] if terms.len() > 5 => format!(
            "the data cannot tell the terms `{first}`, `{second}`, … and `{last}` apart: each is a \
             linear combination of the others, {within},"
        ),
        [first @ .., last] => {
            let first = first.iter().map(|term| format!("`{term}`")).collect::<Vec<_>>().join(", ");
            format!(
                "the data cannot tell the terms {first} and `{last}` apart: each is a linear combination of the others, {within},"
            )
        }
        [] => "the terms depend on each other".into(),
    }
}

pub(crate) fn combination(columns: &[usize]) -> String {
    const MOST: usize = 6;
    match columns {
        [zero] => format!("column {zero} is zero"),
        [first @ .., last] => {
            let shown: Vec<_> = first.iter().take(MOST).map(ToString::to_string).collect();
            let more = if first.len() > MOST { ", …" } else { "" };
            format!("columns {}{more} and {last} depend on each other", shown.join(", "))
        }
        [] => "its columns depend on each other".into(),
    }
}

pub(crate) fn limits(sum_type: SumType) -> (&'static str, &'static str) {
    let SumType::Number(number_type) = sum_type else { return ("1e-323228496", "1e323228496") };
    match number_type.word() {
        NumberType::F32 => ("1.4e-45", "3.4e38"),
        _ => ("4.9e-324", "1.8e308"),
    }
}

/// A type with more digits, in brackets.
pub(crate) fn more_digits(number_type: NumberType) -> String {
    let resolves = |better| format!(" (--type {better} resolves more)");
    number_type.more_digits().map_or_else(String::new, resolves)
}

pub(crate) fn wider(sum_type: SumType) -> String {
    let wider = match sum_type {
        SumType::Number(NumberType::F32) => return "; f64 or dd have a wider range".into(),
        SumType::Number(of) if of.word() == NumberType::F32 => {
            NumberType::of(NumberType::F64, of.words())
        }
        _ => None,
    };
    wider.map_or_else(
        || "; rescale the data".into(),
        |wider| format!("; {wider} has a wider range (--type {wider})"),
    )
}
