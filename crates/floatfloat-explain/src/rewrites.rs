//! Known ways to compute without a loss of digits.

use crate::{
    explanation::Rewriting,
    place::{Place, Places},
    statistics::Statistics,
};

/// A known form of steps that lose digits.
pub(crate) struct Rewrite {
    /// The place of the step that loses digits.
    place: usize,
    /// All places of the form.
    pub(crate) places: Vec<usize>,
    form: &'static str,
    instead: &'static str,
    /// The error with these places exact.
    pub(crate) error: f64,
}

impl Rewrite {
    pub(crate) fn described(self, places: &Places) -> Rewriting {
        let Place { file, line, .. } = places.list()[self.place];
        Rewriting {
            file: file.to_owned(),
            line,
            form: self.form.to_owned(),
            instead: self.instead.to_owned(),
            error: self.error,
        }
    }
}

/// Terms from which on a loop of additions counts as a sum.
const TERMS: u64 = 16;

/// The known forms of steps that lose digits, and of sums on lines whose roundings matter.
pub(crate) fn known(places: &Places, statistics: &[Statistics], blamed: &[usize]) -> Vec<Rewrite> {
    let mut all = Vec::new();
    for (place, seen) in statistics.iter().enumerate() {
        let operation = places.list()[place].operation;
        let is_sum = |place: usize| {
            let seen = statistics.get(place);
            seen.is_some_and(|seen| seen.count >= TERMS && 2 * seen.sums >= seen.count)
        };
        if is_sum(place) && blamed.contains(&places.line(place)) {
            let form =
                if operation == "*" { "a product of many factors" } else { "a sum of many terms" };
            let instead =
                "accumulate in two words (DoubleDouble), or exactly (floatfloat::ReproducibleSum)";
            all.push(Rewrite { place, places: vec![place], form, instead, error: 0.0 });
        }
        if seen.losses == 0 {
            continue;
        }
        let origins = seen.origins.map(|origin| Some(origin? as usize));
        let of = |origin: Option<usize>| origin.map_or("", |place| places.list()[place].operation);
        let with_one = |origin: Option<usize>| {
            let seen = origin.and_then(|place| statistics.get(place));
            seen.is_some_and(|seen| 2 * seen.ones >= seen.count)
        };
        // A sum, divided.
        let is_mean = |origin: Option<usize>| {
            let divided = origin.and_then(|place| statistics.get(place)?.origins[0]);
            of(origin) == "/" && divided.is_some_and(|sum| is_sum(sum as usize))
        };
        let one = 2 * seen.ones >= seen.count;
        let form = match operation {
            "+" | "-" => difference(origins.map(of), one, origins.map(is_mean)),
            "ln" if matches!(of(origins[0]), "+" | "-") && with_one(origins[0]) => {
                Some(("ln(1 + x)", "x.ln_1p()", 1))
            }
            _ => None,
        };
        if let Some((form, instead, depth)) = form {
            let steps = steps_before(statistics, place, depth);
            all.push(Rewrite { place, places: steps, form, instead, error: 0.0 });
        }
    }
    all
}

/// A place, and those that computed its operands, their operands and so on.
fn steps_before(statistics: &[Statistics], place: usize, depth: u32) -> Vec<usize> {
    let mut steps = vec![place];
    if depth > 0
        && let Some(seen) = statistics.get(place)
    {
        for origin in seen.origins.into_iter().flatten() {
            steps.extend(steps_before(statistics, origin as usize, depth - 1));
        }
    }
    steps
}

/// A form of steps, what to compute instead, and how many steps before the last one the form has.
type Form = (&'static str, &'static str, u32);

/// A form of a difference, or of a sum with terms of different signs, by the operations that computed its terms.
fn difference([x, y]: [&str; 2], one: bool, means: [bool; 2]) -> Option<Form> {
    let either = |function: &str| x == function || y == function;
    let both = |function: &str| x == function && y == function;
    Some(match () {
        () if one && either("exp") => ("exp(x) − 1", "x.exp_m1()", 1),
        () if one && either("cos") => ("1 − cos(x)", "2·sin²(x/2)", 1),
        () if one && either("sqrt") => ("√(1 + x) − 1", "x / (√(1 + x) + 1)", 3),
        () if both("sqrt") => {
            ("√a − √b", "(a − b) / (√a + √b), with a − b from what a and b differ in", 3)
        }
        () if either("sqrt") => (
            "√d − b",
            "(d − b²) / (√d + b), with d − b² from what d is made of; of a quadratic the root c divided by the other root",
            3,
        ),
        () if means.contains(&true) && either("*") => (
            "the mean of squares minus the square of the mean",
            "subtract the mean first, then average the squares",
            3,
        ),
        () if both("*") => (
            "a·b − c·d",
            "(a − c)·(a + c) for squares; else add the rounding errors of both products, which mul_add gives, or use two words",
            1,
        ),
        () if both("/") => {
            ("a/b − c/d", "(a·d − c·b) / (b·d), if the numerator is exact or simplifies", 1)
        }
        () if both("ln") => {
            ("ln(a) − ln(b)", "((a − b) / b).ln_1p(), with a − b from what a and b differ in", 3)
        }
        () if both("exp") => (
            "exp(a) − exp(b)",
            "exp(b) · (a − b).exp_m1(), with a − b from what a and b differ in",
            3,
        ),
        () if both("sin") => (
            "sin(a) − sin(b)",
            "2 · cos((a + b)/2) · sin((a − b)/2), with a − b from what a and b differ in",
            3,
        ),
        () if both("cos") => (
            "cos(a) − cos(b)",
            "−2 · sin((a + b)/2) · sin((a − b)/2), with a − b from what a and b differ in",
            3,
        ),
        () if both("tan") => (
            "tan(a) − tan(b)",
            "sin(a − b) / (cos(a) · cos(b)), with a − b from what a and b differ in",
            3,
        ),
        () if both("atan") => (
            "atan(a) − atan(b)",
            "((a − b) / (1 + a·b)).atan(), with a − b from what a and b differ in",
            3,
        ),
        () => return None,
    })
}
