//! Which candidate to take, and what would change that.

use super::{
    candidate::{Candidate, cheapest},
    question::Question,
};
use crate::{contender::Contender, number_type::NumberType};

/// Digits of a factor that people can remember.
fn times(factor: f64) -> String {
    match factor {
        f if f < 10.0 => format!("{f:.1}"),
        f if f < 1e5 => format!("{f:.0}"),
        f => format!("{f:.1e}"),
    }
}

fn duration(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.2} s"),
        s if s >= 1e-3 => format!("{:.2} ms", s * 1e3),
        s if s >= 1e-6 => format!("{:.2} µs", s * 1e6),
        s => format!("{:.1} ns", s * 1e9),
    }
}

/// What the candidates say to the question, in sentences.
pub(super) fn sentences(
    question: &Question,
    candidates: &[Candidate],
    condition: Option<f64>,
) -> Vec<String> {
    let mut sentences = Vec::new();
    match cheapest(candidates, question.tolerance) {
        Some(chosen) => {
            let (chosen, tolerance) = (&candidates[chosen], question.tolerance);
            sentences.push(verdict(chosen, tolerance));
            sentences.extend(cheaper(candidates, chosen, tolerance));
            sentences.extend(other_speeds(candidates, chosen, tolerance));
            sentences.push(larger(question, chosen));
            sentences.extend(worse_conditioned(chosen, tolerance, condition));
        }
        None => sentences.extend(nothing(candidates, question.tolerance, condition)),
    }
    sentences
}

fn verdict(chosen: &Candidate, tolerance: f64) -> String {
    let margin = if chosen.at.error > 0.0 {
        format!("{} times better than asked", times(tolerance / chosen.at.error))
    } else {
        "nothing at all wrong".to_owned()
    };
    format!(
        "Take {} on {}: {} and a relative error of {:.1e}, {margin} ({tolerance:.0e}).",
        chosen.contender,
        chosen.device,
        duration(chosen.at.seconds),
        chosen.at.error
    )
}

/// What is faster and not good enough: the fastest of those.
fn cheaper(candidates: &[Candidate], chosen: &Candidate, tolerance: f64) -> Option<String> {
    let faster = candidates.iter().filter(|candidate| {
        !candidate.meets(tolerance)
            && candidate.at.seconds < chosen.at.seconds
            && candidate.at.error.is_finite()
    });
    let nearest = faster.min_by(|a, b| a.at.error.total_cmp(&b.at.error))?;
    Some(format!(
        "Of what is faster, {} on {} comes nearest: {} times as fast, but its error is {:.1e}, {} \
         times too large.",
        nearest.contender,
        nearest.device,
        times(chosen.at.seconds / nearest.at.seconds),
        nearest.at.error,
        times(nearest.at.error / tolerance)
    ))
}

/// How much faster another type would have to be, or f64 slower, for another answer.
fn other_speeds(candidates: &[Candidate], chosen: &Candidate, tolerance: f64) -> Vec<String> {
    let f64_type = Contender::Number(NumberType::F64);
    let good = || candidates.iter().filter(|candidate| candidate.meets(tolerance));
    let fastest = |those: &mut dyn Iterator<Item = &Candidate>| {
        those
            .min_by(|a, b| a.at.seconds.total_cmp(&b.at.seconds))
            .map(|c| (c.contender, c.device.clone(), c.at.seconds / chosen.at.seconds))
    };
    let mut sentences = Vec::new();
    if chosen.contender == f64_type {
        if let Some((contender, device, ratio)) =
            fastest(&mut good().filter(|candidate| !candidate.contender.needs_f64()))
        {
            sentences.push(format!(
                "With an f64 that is {} times slower than here it would be {contender} on {device}: \
                 graphics processors for games run f64 at 1/32 or 1/64 of the speed of f32, and \
                 some have none.",
                times(ratio)
            ));
        }
    } else if let Some((_, device, ratio)) =
        fastest(&mut good().filter(|candidate| candidate.contender == f64_type))
    {
        sentences.push(format!(
            "f64 on {device} is good enough too, and would be the answer if it were {} times faster.",
            times(ratio)
        ));
    }
    let elsewhere = good().filter(|candidate| candidate.device != chosen.device);
    if let Some((contender, device, ratio)) = fastest(&mut elsewhere.into_iter()) {
        sentences.push(format!(
            "On {device} the cheapest that is good enough is {contender}, {} times as long.",
            times(ratio)
        ));
    }
    sentences
}

fn larger(question: &Question, chosen: &Candidate) -> String {
    match chosen.model.size_of(question.tolerance).filter(|size| size.is_finite()) {
        Some(size) if size < 1e15 => format!(
            "Its error grows with the size to the power of {:.1}: it is good enough up to a size of \
             about {size:.1e} (here {}).",
            chosen.model.growth, question.size
        ),
        _ => "Over the sizes that were measured its error does not grow, so that a larger size should \
              change nothing."
            .to_owned(),
    }
}

fn worse_conditioned(chosen: &Candidate, tolerance: f64, condition: Option<f64>) -> Option<String> {
    let condition = condition.filter(|condition| condition.is_finite() && *condition > 0.0)?;
    if chosen.at.error == 0.0 {
        return Some(format!("The condition number of this input is {condition:.1e}."));
    }
    Some(format!(
        "The condition number of this input is {condition:.1e}; errors grow with it, and on an input \
         with more than about {:.1e} the answer would be a wider type.",
        condition * tolerance / chosen.at.error
    ))
}

fn nothing(candidates: &[Candidate], tolerance: f64, condition: Option<f64>) -> Vec<String> {
    let mut sentences =
        vec![format!("No type that was measured meets a relative error of {tolerance:.0e}.")];
    let finite = candidates.iter().filter(|candidate| candidate.at.error.is_finite());
    if let Some(best) = finite.min_by(|a, b| a.at.error.total_cmp(&b.at.error)) {
        sentences.push(format!(
            "The most accurate is {} on {}, with an error of {:.1e}: {} times too much.",
            best.contender,
            best.device,
            best.at.error,
            times(best.at.error / tolerance)
        ));
    }
    if let Some(condition) = condition {
        sentences.push(format!("The condition number of the input is {condition:.1e}."));
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::sentences;
    use crate::{
        advise::{
            candidate::{Candidate, cheapest},
            model::{Model, Sample},
            question::{Kind, Question, Range},
        },
        contender::Contender,
        number_type::NumberType,
    };
    use std::time::Duration;

    fn candidate(device: &str, number_type: NumberType, error: f64, seconds: f64) -> Candidate {
        let at = Sample { size: 1000, error, seconds };
        let before = Sample { size: 250, error: error / 2.0, seconds: seconds / 4.0 };
        let model = Model::new(&[before, at], 1).unwrap();
        let contender = Contender::Number(number_type);
        Candidate { device: device.into(), contender, at, measured: 1000, model, scale: 1.0 }
    }

    fn question(tolerance: f64) -> Question {
        Question {
            kind: Kind::Sum,
            size: 1000,
            range: Range::default(),
            input: Vec::new(),
            tolerance,
            budget: Duration::from_secs(1),
        }
    }

    fn candidates() -> Vec<Candidate> {
        vec![
            candidate("cpu", NumberType::F32, 1e-6, 1.0),
            candidate("cpu", NumberType::F64, 1e-15, 2.0),
            candidate("wgpu:0", NumberType::Ff, 1e-13, 0.5),
            candidate("cpu", NumberType::Dd, 1e-31, 8.0),
        ]
    }

    #[test]
    fn the_fastest_that_is_good_enough_is_chosen() {
        let candidates = candidates();
        let of =
            |tolerance| cheapest(&candidates, tolerance).map(|i| candidates[i].contender.name());
        assert_eq!(of(1e-3), Some("ff"));
        assert_eq!(of(1e-14), Some("f64"));
        assert_eq!(of(1e-20), Some("dd"));
        assert_eq!(of(1e-40), None);
        assert_eq!(cheapest(&[candidate("cpu", NumberType::F32, f64::NAN, 0.1)], 0.5), None);
    }

    #[test]
    fn it_is_said_what_would_change_the_answer() {
        let said =
            |tolerance| sentences(&question(tolerance), &candidates(), Some(100.0)).join(" ");
        let ff = said(1e-12);
        assert!(ff.contains("Take ff on wgpu:0"), "{ff}");
        assert!(ff.contains("if it were 4.0 times faster"), "{ff}");
        assert!(ff.contains("condition number") && ff.contains("1.0e3"), "{ff}");
        let f64_chosen = said(1e-14);
        assert!(f64_chosen.contains("10 times too large"), "{f64_chosen}");
        assert!(!f64_chosen.contains("With an f64 that is"), "dd needs f64 too: {f64_chosen}");
        let mut slow = candidates();
        slow[2].at.seconds = 6.0;
        let f64_chosen = sentences(&question(1e-12), &slow, None).join(" ");
        assert!(f64_chosen.contains("With an f64 that is 3.0 times slower"), "{f64_chosen}");
        let none = said(1e-40);
        assert!(none.contains("No type") && none.contains("dd on cpu"), "{none}");
    }
}
