//! The contents of a device's certificate, as the report shows them.

use super::Trial;
use crate::results::Device as Found;
use floatfloat_gpu::{
    WordType,
    backend::Description,
    certificate::{self, Certificate, WordCertificate},
};

/// The contents of a certificate, separately for each word if the words differ.
pub(super) fn found(certificate: &Certificate) -> Found {
    let Description { id, name, backend, driver, software, .. } = certificate.device.clone();
    let certified: Vec<&WordCertificate> =
        certificate.words.iter().filter(|word| word.lowering.is_some()).collect();
    let said = |say: fn(&WordCertificate) -> Option<String>| {
        let words = if certified.is_empty() {
            certificate.words.iter().collect()
        } else {
            certified.clone()
        };
        by_word(words.iter().filter_map(|word| Some((word.word, say(word)?))).collect())
    };
    let names: Vec<_> = certified.iter().map(|word| word.word.name()).collect();
    Found {
        id,
        name,
        backend,
        certified: certificate.is_certified(),
        lowering: said(|word| word.lowering.map(|lowering| lowering.to_string())),
        fma: said(|word| word.fma.map(|fma| fma.to_string())),
        subnormals: said(|word| word.subnormals.map(|subnormals| subnormals.to_string())),
        driver,
        software,
        words: names.join(", "),
        division: said(|word| word.division.map(|division| division.to_string())),
        sqrt: said(|word| word.square_root.map(|root| root.to_string())),
    }
}

/// `fused`, or `fused (f32), unfused (f64)` if the words differ.
fn by_word(said: Vec<(WordType, String)>) -> String {
    match said.split_first() {
        None => String::new(),
        Some(((_, first), others)) if others.iter().all(|(_, other)| other == first) => {
            first.clone()
        }
        Some(_) => {
            let parts = said.iter().map(|(word, text)| format!("{text} ({word})"));
            parts.collect::<Vec<_>>().join(", ")
        }
    }
}

pub(super) fn trials(certificate: &Certificate) -> Vec<Trial> {
    let trial = |word: &WordCertificate, trial: &certificate::Trial| Trial {
        device: certificate.device.id.clone(),
        word: word.word,
        lowering: trial.lowering.to_string(),
        used: word.lowering == Some(trial.lowering),
        failure: trial.failure.as_ref().map(|failure| {
            let whole = failure.to_string();
            let what = whole.strip_prefix(&failure.operation).unwrap_or(&whole);
            (failure.operation.clone(), what.trim_start_matches(", ").to_owned())
        }),
    };
    let words = certificate.words.iter();
    words.flat_map(|word| word.trials.iter().map(move |tried| trial(word, tried))).collect()
}

#[cfg(test)]
mod tests {
    use super::{found, trials};
    use floatfloat_gpu::{
        Lowering, WordType,
        backend::Description,
        certificate::{
            Accuracy, Certificate, Difference, Failure, Fma, Form, Subnormals, Trial,
            WordCertificate,
        },
        lowering::Protection,
    };

    /// A certificate of a word with one way of writing that fails, and one that is exact or none.
    fn word(word: WordType, exact: Option<Lowering>, subnormals: Subnormals) -> WordCertificate {
        let failure = Failure {
            operation: "2Sum".into(),
            form: Form::Loop,
            cause: Difference::Unwritten { operands: vec!["0x1p+0".into()] },
        };
        let plain = Lowering::exact(Protection::Plain, true);
        let mut trials = vec![Trial { lowering: plain, failure: Some(failure) }];
        trials.extend(exact.map(|lowering| Trial { lowering, failure: None }));
        WordCertificate {
            word,
            lowering: exact,
            trials,
            fma: Some(Fma::Fused),
            subnormals: Some(subnormals),
            nearest: Some(true),
            division: Some(Accuracy::Ulps(2.5)),
            square_root: None,
            fast: None,
            compiling: None,
            signed_zeros: true,
            special_values: true,
            compared: 7,
        }
    }

    fn certificate(words: Vec<WordCertificate>) -> Certificate {
        let device = Description {
            id: "wgpu:3".into(),
            name: "Made Up".into(),
            backend: "metal".into(),
            driver: "1.0".into(),
            software: false,
            words: vec![WordType::F32, WordType::F64],
        };
        Certificate { device, words }
    }

    #[test]
    fn a_refused_device_is_described_with_what_was_tried() {
        let refused = certificate(vec![word(WordType::F32, None, Subnormals::Flushed)]);
        let device = found(&refused);
        assert!(!device.certified && device.words.is_empty() && device.lowering.is_empty());
        assert_eq!((device.id.as_str(), device.subnormals.as_str()), ("wgpu:3", "flushed"));
        let [trial] = &trials(&refused)[..] else { panic!() };
        assert!(!trial.used);
        let (operation, what) = trial.failure.as_ref().unwrap();
        assert_eq!(operation, "2Sum");
        assert_eq!(what, "in a loop, of 0x1p+0: no result was written");
    }

    #[test]
    fn words_are_told_apart_where_they_differ() {
        let barrier = Lowering::exact(Protection::Barrier, true);
        let both = certificate(vec![
            word(WordType::F32, Some(barrier), Subnormals::Flushed),
            word(WordType::F64, Some(barrier), Subnormals::Kept),
        ]);
        let device = found(&both);
        assert!(device.certified);
        assert_eq!((device.words.as_str(), device.fma.as_str()), ("f32, f64", "fused"));
        assert_eq!(device.subnormals, "flushed (f32), kept (f64)");
        assert_eq!(device.division, "2.500 ulps");
        let used: Vec<_> = trials(&both).iter().map(|trial| trial.used).collect();
        assert_eq!(used, [false, true, false, true]);
    }

    #[test]
    fn a_word_that_is_not_certified_is_not_spoken_of() {
        let barrier = Lowering::exact(Protection::Barrier, true);
        let one = certificate(vec![
            word(WordType::F32, Some(barrier), Subnormals::Kept),
            word(WordType::F64, None, Subnormals::Flushed),
        ]);
        let device = found(&one);
        assert_eq!((device.words.as_str(), device.subnormals.as_str()), ("f32", "kept"));
    }
}
