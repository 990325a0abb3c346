//! Leaves out measurements that would take too long.

use floatfloat_lab::{
    contender::Contender, error::Error, experiments::Options, timing::now, workloads::Place,
};
use std::time::Duration;

/// The sizes of matrices, and the time that an experiment on them may take. The time of a larger matrix
/// is predicted from that of the largest so far: it grows like the cube of the size.
pub(super) struct Pace {
    /// The start, on the clock of [`now`].
    begin: Duration,
    budget: Duration,
    /// Whether sizes were requested. They are then measured, however long they take.
    forced: bool,
    /// Work, the size at which it was last done, and the seconds that it took.
    taken: Vec<(String, usize, f64)>,
    /// Work, and the sizes at which it was left out.
    left_out: Vec<(String, Vec<usize>)>,
}

/// The share of the time in which multiple precision and software devices must finish.
pub(super) const EXPENSIVE: f64 = 0.4;

/// Sizes up to this are always measured.
const SMALL: usize = 64;

impl Pace {
    /// The sizes to be covered, in ascending order, and the pace for all of them together.
    pub(super) fn new(options: &Options, own: &[usize], budget: Duration) -> (Vec<usize>, Self) {
        let sizes = options.sizes_or(own.iter().map(|&size| size as u64));
        let sizes = sizes.into_iter().filter_map(|size| size.try_into().ok()).collect();
        let (forced, begin) = (options.sizes.is_some(), now());
        let (taken, left_out) = (Vec::new(), Vec::new());
        (sizes, Pace { begin, budget, forced, taken, left_out })
    }

    /// Does work on a matrix of this size, unless it would take too long.
    pub(super) fn at<T>(
        &mut self,
        what: &str,
        size: usize,
        work: impl FnOnce() -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        self.within(1.0, what, size, work)
    }

    /// The same as [`at`](Self::at), for work that must finish in this share of all the time, so that
    /// time is left for more important work.
    pub(super) fn within<T>(
        &mut self,
        share: f64,
        what: &str,
        size: usize,
        work: impl FnOnce() -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        let before = self.taken.iter().position(|(other, _, _)| other == what);
        let foreseen = before.map_or(0.0, |before| {
            let (_, side, seconds) = self.taken[before];
            seconds * (size as f64 / side.max(1) as f64).powi(3)
        });
        let total = (now() - self.begin).as_secs_f64() + foreseen;
        if size > SMALL && !self.forced && total > share * self.budget.as_secs_f64() {
            self.leave_out(what, size);
            return Ok(None);
        }
        let begin = now();
        let result = work()?;
        let now = (what.to_owned(), size, (now() - begin).as_secs_f64());
        match before {
            Some(before) => self.taken[before] = now,
            None => self.taken.push(now),
        }
        Ok(Some(result))
    }

    /// The same as [`within`](Self::within), for work in a number type at a place, on a device in a
    /// block.
    pub(super) fn in_type<T>(
        &mut self,
        number: Contender,
        place: Place<'_>,
        block: Option<&str>,
        size: usize,
        work: impl FnOnce() -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        let is_multiple = matches!(number, Contender::Multiple(_));
        let share = if is_multiple || place.is_software() { EXPENSIVE } else { 1.0 };
        let block = block.map_or(String::new(), |block| format!(" in blocks of {block}"));
        self.within(share, &format!("{number} on {}{block}", place.id()), size, work)
    }

    fn leave_out(&mut self, what: &str, size: usize) {
        match self.left_out.iter_mut().find(|(other, _)| other == what) {
            Some((_, sizes)) if sizes.contains(&size) => {}
            Some((_, sizes)) => sizes.push(size),
            None => self.left_out.push((what.to_owned(), vec![size])),
        }
    }

    /// The measurements that were left out, as text.
    pub(super) fn note(&self) -> Option<String> {
        if self.left_out.is_empty() {
            return None;
        }
        // The same sizes are listed once.
        let mut said: Vec<(&[usize], Vec<&str>)> = Vec::new();
        for (what, sizes) in &self.left_out {
            match said.iter_mut().find(|(other, _)| *other == &sizes[..]) {
                Some((_, works)) => works.push(what),
                None => said.push((sizes, vec![what])),
            }
        }
        let said = said.iter().map(|(sizes, works)| {
            let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
            format!("{}: {}", sizes.join(", "), works.join(", "))
        });
        Some(format!(
            "Left out, because all sizes together may take at most {:.1} s (multiple precision and \
             software {:.0} % of it) and the time grows with the cube of the size; --size \
             measures them nevertheless: {}.",
            self.budget.as_secs_f64(),
            EXPENSIVE * 100.0,
            said.collect::<Vec<_>>().join("; ")
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::Pace;
    use floatfloat_lab::{experiments::Options, timing::simulated::pass};
    use std::time::Duration;

    #[test]
    fn what_would_take_too_long_is_left_out_unless_it_is_asked_for() {
        let budget = Duration::from_millis(500);
        let slow = || {
            pass(20);
            Ok(())
        };
        let (sizes, mut pace) = Pace::new(&Options::default(), &[64, 128, 512], budget);
        assert_eq!(sizes, [64, 128, 512]);
        assert!(pace.note().is_none());
        assert!(pace.at("slow", 64, slow).unwrap().is_some());
        assert!(pace.at("slow", 128, slow).unwrap().is_some());
        assert!(pace.at("slow", 512, slow).unwrap().is_none());
        assert!(pace.at("fast", 512, || Ok(())).unwrap().is_some());
        assert!(pace.within(0.01, "late", 512, || Ok(())).unwrap().is_none());
        assert!(pace.note().unwrap().ends_with("512: slow, late."));

        let asked = Options { sizes: Some(vec![512, 64]), ..Options::default() };
        let (sizes, mut pace) = Pace::new(&asked, &[16], budget);
        assert_eq!(sizes, [64, 512]);
        assert!(pace.at("slow", 64, slow).unwrap().is_some());
        assert!(pace.at("slow", 512, slow).unwrap().is_some());
    }
}
