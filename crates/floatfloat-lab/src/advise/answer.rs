//! The answer: which candidate to take, and what would change the choice.

use super::{
    candidate::{ALIKE, Candidate, cheapest},
    question::Question,
};
use crate::{contender::Contender, number_type::NumberType};

/// The factor by which f64 is slower than f32 on the devices with the slowest f64.
const SLOWEST_F64: f64 = 64.0;

/// Whether the type is made of f32, so that it runs on graphics processors without f64.
fn is_of_words(contender: Contender) -> bool {
    !contender.needs_f64() && !matches!(contender, Contender::Multiple(_) | Contender::Accurate(_))
}

/// A factor with as many digits as people can remember.
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

/// The answer, in sentences.
pub(super) fn sentences(
    question: &Question,
    candidates: &[Candidate],
    condition: Option<(f64, u64)>,
) -> Vec<String> {
    let mut sentences = Vec::new();
    match cheapest(candidates, question.tolerance) {
        Some(chosen) => {
            let (chosen, tolerance) = (&candidates[chosen], question.tolerance);
            sentences.push(verdict(chosen, tolerance));
            sentences.extend(cheaper(candidates, chosen, tolerance));
            sentences.extend(other_speeds(candidates, chosen, tolerance));
            sentences.push(larger(question, chosen));
            sentences.extend(condition.map(|(condition, of)| {
                let known = known_condition(question, condition, of);
                format!("{known}{}", worse_conditioned(question, chosen, condition))
            }));
        }
        None => {
            sentences.extend(nothing(candidates, question.tolerance));
            sentences.extend(
                condition.map(|(condition, of)| known_condition(question, condition, of) + "."),
            );
        }
    }
    sentences
}

fn verdict(chosen: &Candidate, tolerance: f64) -> String {
    let Candidate { contender, device, at, .. } = chosen;
    let how = match (chosen.measured == at.size, chosen.inputs) {
        (true, 1) => String::new(),
        (true, inputs) => format!(" over {inputs} inputs"),
        (false, _) => format!(", both extrapolated from a size of {}", chosen.measured),
    };
    let error = if at.error > 0.0 {
        let margin = times(tolerance / at.error);
        format!(
            "a relative error of {:.1e}{how}, {margin} times better than the tolerance of {tolerance:e}",
            at.error
        )
    } else {
        format!("no error{how} (tolerance {tolerance:e})")
    };
    format!("Take {contender} on {device}: {} and {error}.", duration(at.seconds))
}

/// The most accurate of the types that are faster but miss the tolerance.
fn cheaper(candidates: &[Candidate], chosen: &Candidate, tolerance: f64) -> Option<String> {
    let faster = candidates.iter().filter(|candidate| {
        candidate.is_for_users()
            && !candidate.meets(tolerance)
            && ALIKE * candidate.at.seconds < chosen.at.seconds
            && candidate.at.error.is_finite()
    });
    let nearest = faster.min_by(|a, b| a.at.error.total_cmp(&b.at.error))?;
    Some(format!(
        "Of the faster types, {} on {} comes nearest: it is {} times as fast, but its error of \
         {:.1e} is {} times too large.",
        nearest.contender,
        nearest.device,
        times(chosen.at.seconds / nearest.at.seconds),
        nearest.at.error,
        times(nearest.at.error / tolerance)
    ))
}

/// The other types that meet the tolerance, and where they would be faster.
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
            fastest(&mut good().filter(|candidate| is_of_words(candidate.contender)))
                .filter(|(_, _, ratio)| *ratio <= SLOWEST_F64)
        {
            sentences.push(format!(
                "On a machine whose f64 is {} times slower, take {contender} on {device}. Graphics processors for \
                 games run f64 at 1/32 or 1/64 of the speed of f32, and some have no f64.",
                times(ratio)
            ));
        }
    } else if let Some((_, device, ratio)) =
        fastest(&mut good().filter(|candidate| candidate.contender == f64_type))
    {
        sentences.push(if ratio < ALIKE {
            format!("f64 on {device} also meets the tolerance, in about the same time.")
        } else {
            format!(
                "f64 on {device} also meets the tolerance, but takes {} times as long.",
                times(ratio)
            )
        });
    }
    let elsewhere = good().filter(|candidate| candidate.device != chosen.device);
    if let Some((contender, device, ratio)) = fastest(&mut elsewhere.into_iter()) {
        sentences.push(format!(
            "On {device} the cheapest type that meets the tolerance is {contender}, which takes \
             {} times as long.",
            times(ratio)
        ));
    }
    sentences
}

fn larger(question: &Question, chosen: &Candidate) -> String {
    let (kind, model) = (question.kind, &chosen.model);
    if !question.input.is_empty() {
        return "How the error grows with the size is unknown, because your input has only one size."
            .to_owned();
    }
    let Some(size) = model.size_of(question.tolerance) else {
        return format!("{} made no error up to size {}.", chosen.contender, chosen.measured);
    };
    let power = power_of_size(model.power());
    let growth = if model.growth > model.power() - 0.05 {
        format!("The error grows like {power}")
    } else {
        format!(
            "The error did not grow over the measured sizes; the error of {kind} is expected to grow at least \
             like {power}"
        )
    };
    let most = kind.largest_size();
    if size >= most as f64 {
        format!(
            "{growth}. {} meets the tolerance up to size {most}, the largest that this workload accepts.",
            chosen.contender
        )
    } else {
        format!(
            "{growth}. {} meets the tolerance up to a size of about {size:.1e} (here {}).",
            chosen.contender, question.size
        )
    }
}

fn power_of_size(power: f64) -> String {
    match format!("{power:.1}").as_str() {
        "0.5" => "√size".into(),
        "1.0" => "the size".into(),
        power => format!("size^{power}"),
    }
}

/// The condition number of operands of a certain size.
fn known_condition(question: &Question, condition: f64, of: u64) -> String {
    if of == question.size {
        format!("The condition number of this input is {condition:.1e}")
    } else {
        format!("The condition number of an input of size {of} is {condition:.1e}")
    }
}

/// The condition number above which a wider type is needed, as the end of the sentence and the next
/// sentence.
fn worse_conditioned(question: &Question, chosen: &Candidate, condition: f64) -> String {
    let (tolerance, error) = (question.tolerance, chosen.at.error);
    if !(condition.is_finite() && condition > 0.0 && error > 0.0) {
        return ".".to_owned();
    }
    // Sum2 and Dot2 of Ogita, Rump and Oishi: u + γ²·condition. γ is at most about n·u, and about
    // √n·u where rounding errors have random signs.
    let u = match chosen.contender {
        Contender::CompensatedF32 => f64::from(f32::EPSILON) / 2.0,
        Contender::CompensatedF64 => f64::EPSILON / 2.0,
        _ => {
            return format!(
                ". The error grows with it: above a condition number of about {:.1e}, take a wider type.",
                condition * tolerance / error
            );
        }
    };
    let squared = question.size as f64 * u * u;
    format!(
        ". Up to a condition number of about {:.1e} the compensated result is as accurate as the rounded exact \
         one; above about {:.1e}, take a wider type.",
        u / squared,
        tolerance / squared
    )
}

fn nothing(candidates: &[Candidate], tolerance: f64) -> Vec<String> {
    let mut sentences = vec![format!("No measured type meets a relative error of {tolerance:e}.")];
    let finite = candidates
        .iter()
        .filter(|candidate| candidate.is_for_users() && candidate.at.error.is_finite());
    if let Some(best) = finite.min_by(|a, b| a.at.error.total_cmp(&b.at.error)) {
        sentences.push(format!(
            "The most accurate is {} on {}. Its error of {:.1e} is {} times too large.",
            best.contender,
            best.device,
            best.at.error,
            times(best.at.error / tolerance)
        ));
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
            question::{Kind, Question},
        },
        contender::Contender,
        number_type::NumberType,
    };
    use std::time::Duration;

    fn candidate(device: &str, number_type: NumberType, error: f64, seconds: f64) -> Candidate {
        let at = Sample { size: 1000, error, seconds };
        let before = Sample { size: 250, error: error / 2.0, seconds: seconds / 4.0 };
        let model = Model::new(&[before, at], 1, 0.5).unwrap();
        let (contender, device) = (Contender::Number(number_type), device.into());
        Candidate { device, contender, at, measured: 1000, inputs: 5, model, scale: 1.0 }
    }

    fn question(tolerance: f64) -> Question {
        Question {
            kind: Kind::Sum,
            size: 1000,
            ranges: Vec::new(),
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
    fn composite_numbers_are_not_called_near() {
        let composite = Candidate {
            contender: Contender::Double2,
            ..candidate("cpu", NumberType::F64, 0.0, 1e-3)
        };
        let all = [composite, candidate("cpu", NumberType::Dd, 1e-31, 8.0)];
        for tolerance in [1e-20, 1e-40] {
            let said = sentences(&question(tolerance), &all, None).join(" ");
            assert!(!said.contains("double2"), "{said}");
        }
    }

    #[test]
    fn what_is_said_of_other_sizes_and_conditions_follows_from_what_was_measured() {
        let said = |of: Candidate, question: &Question| {
            sentences(question, &[of], Some((100.0, 500))).join(" ")
        };
        let f64 = || candidate("cpu", NumberType::F64, 1e-15, 2.0);
        let grows = said(f64(), &question(1e-12));
        assert!(grows.contains("like √size. f64 meets"), "{grows}");
        assert!(grows.contains("up to size 268435456"), "{grows}");
        assert!(grows.contains("of an input of size 500 is 1.0e2"), "{grows}");
        let near = said(f64(), &question(2e-15));
        assert!(near.contains("up to a size of about 4.0e3 (here 1000)"), "{near}");
        let same = Sample { size: 250, ..f64().at };
        let level = Model::new(&[same, f64().at], 1, 0.5).unwrap();
        let level = said(Candidate { model: level, ..f64() }, &question(1e-12));
        assert!(level.contains("did not grow") && level.contains("at least like √size"), "{level}");
        let own = Question { input: vec!["x.npy".into()], ..question(1e-12) };
        assert!(said(f64(), &own).contains("has only one size"));
        let at = Sample { size: 4000, ..f64().at };
        let beyond = said(Candidate { at, ..f64() }, &question(1e-12));
        assert!(beyond.contains("extrapolated from a size of 1000"), "{beyond}");
        let sum2 = Candidate { contender: Contender::CompensatedF64, ..f64() };
        let sum2 = said(sum2, &question(1e-12));
        // 1e-12 / (1000·2^-106)
        assert!(sum2.contains("above about 8.1e16"), "{sum2}");
    }

    #[test]
    fn it_is_said_what_would_change_the_answer() {
        let said = |tolerance| {
            sentences(&question(tolerance), &candidates(), Some((100.0, 1000))).join(" ")
        };
        let ff = said(1e-12);
        assert!(ff.contains("Take ff on wgpu:0"), "{ff}");
        assert!(ff.contains("but takes 4.0 times as long"), "{ff}");
        assert!(ff.contains("condition number") && ff.contains("1.0e3"), "{ff}");
        let f64_chosen = said(1e-14);
        assert!(f64_chosen.contains("10 times too large"), "{f64_chosen}");
        assert!(!f64_chosen.contains("whose f64 is"), "dd needs f64 too: {f64_chosen}");
        let mut slow = candidates();
        slow[2].at.seconds = 6.0;
        let f64_chosen = sentences(&question(1e-12), &slow, None).join(" ");
        assert!(f64_chosen.contains("whose f64 is 3.0 times slower"), "{f64_chosen}");
        assert!(f64_chosen.contains("over 5 inputs"), "{f64_chosen}");
        let none = said(1e-40);
        assert!(none.contains("No measured type") && none.contains("dd on cpu"), "{none}");
    }
}
