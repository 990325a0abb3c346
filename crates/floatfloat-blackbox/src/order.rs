//! The order of summation, from results alone (FPRev: Xie, Gao, Chen, Xue, "Revealing floating-point accumulation
//! orders in software/hardware implementations", USENIX ATC 2025).
//!
//! One term is a huge number M, another −M, all others are one small unit. A unit that meets M is lost; the others
//! are left when M and −M have cancelled. So the result counts the terms outside the smallest subtree that has both.
//! That count for every pair of terms is the tree.
//!
//! A machine that rounds toward zero does not lose a unit that meets −M: it moves to the next number. There, only one
//! unit at a time stands beside M and −M, and the result is that unit or it is not.

use crate::{
    operator::Failure,
    probe::{Asked, Probe},
    tree::Tree,
};
use floatfloat_exact::Random;
use floatfloat_paranoia::Format;
use thiserror::Error;

/// Why no tree is found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Trouble {
    #[error(transparent)]
    Failed(#[from] Failure),
    /// No huge number makes units vanish in a way that can be counted.
    #[error("no pair of a large and a small number lets terms be counted")]
    Uncountable,
    /// The counts fit no tree.
    #[error("the counts of lost terms fit no tree")]
    NoTree,
}

/// The huge number and the unit, as exponents.
#[derive(Clone, Copy, Debug)]
struct Masks {
    large: i32,
    unit: i32,
    /// One unit at a time.
    singly: bool,
}

/// Finds the tree.
pub(crate) fn find(asked: &mut Asked) -> Result<Tree, Trouble> {
    let terms = asked.terms();
    if terms == 1 {
        return Ok(Tree::Leaf(0));
    }
    if !asked.kind().has_signs() {
        let counts = Counts::Triples(Triples::choose(asked)?);
        return search(asked, counts);
    }
    let mut trouble = Trouble::Uncountable;
    for singly in [false, true] {
        match with_masks(asked, singly) {
            Ok(tree) => return Ok(tree),
            Err(Trouble::Failed(failure)) => return Err(failure.into()),
            Err(other) => trouble = other,
        }
    }
    Err(trouble)
}

fn with_masks(asked: &mut Asked, singly: bool) -> Result<Tree, Trouble> {
    let counts = Counts::Pairs(choose(asked, singly)?);
    search(asked, counts)
}

fn search(asked: &mut Asked, counts: Counts) -> Result<Tree, Trouble> {
    let terms = asked.terms();
    let mut search = Search { asked, counts, random: Random::new(1), terms };
    let mut tops = search.children((0..terms).collect(), terms)?;
    Ok(if tops.len() == 1 { tops.remove(0) } else { Tree::node(tops) })
}

/// Masks with which all units can be counted, and are lost or kept whole.
fn choose(asked: &mut Asked, singly: bool) -> Result<Masks, Trouble> {
    let terms = asked.terms();
    let (operands, results) = (asked.operands(), asked.results());
    let factors = if asked.kind().has_products() { 2 } else { 1 };
    let smallest = |format: Format| format.ulp_exponent(format.emin);
    let most = factors * operands.emax - 1;
    // Subnormal units, which leave the most room, unless they count as zero.
    let units = [
        (factors * smallest(operands)).max(smallest(results)),
        (factors * operands.emin).max(results.emin),
    ];
    let mut tried = Vec::new();
    // Within the range of an accumulator of f32 or of the results; beyond, it would be infinite or the largest number.
    for large in [(results.emax - 2).max(125), most, results.emax - 1] {
        for unit in units {
            let large = large.min(most);
            let masks = Masks { large, unit, singly };
            if large <= unit || tried.contains(&(large, unit)) {
                continue;
            }
            tried.push((large, unit));
            let all = masks.count(asked, &[None])?;
            let pairs = [Some((0, terms - 1)), Some((terms - 1, 0)), Some((0, terms / 2))];
            let some = masks.count(asked, &pairs)?;
            let kept = |count: &Option<usize>| count.is_some_and(|count| count + 2 <= terms);
            if all == [Some(terms)] && some.iter().all(kept) && masks.cancel(asked, &pairs)? {
                return Ok(masks);
            }
        }
    }
    Err(Trouble::Uncountable)
}

impl Masks {
    /// Whether M and −M alone give zero. They do not where M is beyond the range of the accumulator, and becomes the
    /// largest number there.
    fn cancel(&self, asked: &mut Asked, pairs: &[Option<(usize, usize)>]) -> Result<bool, Failure> {
        let large = crate::probe::scaled(1.0, self.large);
        let alone = |&(i, j): &(usize, usize)| asked.of_values(&[(i, large), (j, -large)]);
        let probes: Vec<Probe> = pairs.iter().flatten().map(alone).collect();
        Ok(asked.ask(&probes)?.iter().all(|&result| result == 0.0))
    }

    /// For each pair of places of M and −M, the number of units that are left; `None` if the result is none. No
    /// pair: the number of units without masks.
    fn count(
        &self,
        asked: &mut Asked,
        pairs: &[Option<(usize, usize)>],
    ) -> Result<Vec<Option<usize>>, Failure> {
        let terms = asked.terms();
        // A result holds no larger count exactly.
        let most = if self.singly { 1 } else { 1usize << asked.results().precision.min(30) };
        let chunks = terms.div_ceil(most);
        let unit = crate::probe::scaled(1.0, self.unit);
        let large = crate::probe::scaled(1.0, self.large);
        let probes: Vec<Probe> = pairs
            .iter()
            .flat_map(|pair| (0..chunks).map(move |chunk| (pair, chunk)))
            .map(|(pair, chunk)| {
                let within = chunk * most..((chunk + 1) * most).min(terms);
                let mut values: Vec<(usize, f64)> = within.map(|i| (i, unit)).collect();
                if let Some((i, j)) = *pair {
                    values.retain(|&(place, _)| place != i && place != j);
                    values.extend([(i, large), (j, -large)]);
                }
                asked.of_values(&values)
            })
            .collect();
        let results = asked.ask(&probes)?;
        let count = |&result: &f64| {
            if !result.is_finite() {
                return None;
            }
            if self.singly {
                return Some(usize::from(result == unit));
            }
            let count = crate::probe::scaled(result, -self.unit);
            (count.fract() == 0.0 && (0.0..=terms as f64).contains(&count))
                .then_some(count as usize)
        };
        Ok(results.chunks(chunks).map(|chunk| chunk.iter().map(count).sum()).collect())
    }
}

/// Sums of magnitudes have no −M. There, two units below M's last bit stand beside M: each alone is lost, and both together
/// are not if they meet before they meet M. So M at every third place shows the terms outside the smallest subtree that has
/// both units.
#[derive(Clone, Copy, Debug)]
struct Triples {
    large: f64,
    unit: f64,
}

impl Triples {
    /// M and the unit, half of its last bit, which is lost where M is even.
    fn choose(asked: &mut Asked) -> Result<Self, Trouble> {
        let at = crate::draw::around(asked);
        let large = crate::probe::scaled(1.0, at);
        let unit = crate::probe::scaled(1.0, at - asked.results().precision as i32);
        let last = asked.terms() - 1;
        let probes = [
            asked.of_values(&[(0, large), (last, unit)]),
            asked.of_values(&[(0, unit), (last, large)]),
            asked.of_values(&[(0, large), (last, 2.0 * unit)]),
        ];
        let results = asked.ask(&probes)?;
        if results != [large, large, large + 2.0 * unit] {
            return Err(Trouble::Uncountable);
        }
        let triples = Triples { large, unit };
        // Where no unit is lost, sums have more bits than the result, which then does not show their order.
        if last > 1 {
            let three = [[0, 1, 2], [0, last / 2, last]];
            let rotated = |[i, j, l]: [usize; 3]| [[i, j, l], [j, l, i], [l, i, j]];
            let probes =
                three.into_iter().flat_map(rotated).filter(|[i, j, l]| i != j && j != l && l != i);
            let probes: Vec<Probe> =
                probes.map(|[i, j, l]| asked.of_values(&triples.with(l, [i, j]))).collect();
            if asked.ask(&probes)?.iter().all(|&result| result > large) {
                return Err(Trouble::Uncountable);
            }
        }
        Ok(triples)
    }

    /// M at one place, a unit at two others.
    fn with(&self, large: usize, units: [usize; 2]) -> [(usize, f64); 3] {
        [(large, self.large), (units[0], self.unit), (units[1], self.unit)]
    }

    /// The number of terms in the smallest subtree that has both.
    fn size(&self, asked: &mut Asked, i: usize, j: usize) -> Result<usize, Failure> {
        let terms = asked.terms();
        let others: Vec<usize> = (0..terms).filter(|&l| l != i && l != j).collect();
        // The two units meet before M does, or all three meet in one step.
        let both = |l: usize| [self.with(l, [i, j]), self.with(i, [l, j])];
        let probes: Vec<Probe> =
            others.iter().flat_map(|&l| both(l)).map(|values| asked.of_values(&values)).collect();
        let results = asked.ask(&probes)?;
        let kept = |result: f64| result > self.large;
        let outside = results.chunks_exact(2).filter(|pair| kept(pair[0]) && !kept(pair[1]));
        Ok(terms - outside.count())
    }
}

/// How subtrees are measured.
#[derive(Clone, Copy, Debug)]
enum Counts {
    Pairs(Masks),
    Triples(Triples),
}

struct Search<'s, 'a> {
    asked: &'s mut Asked<'a>,
    counts: Counts,
    random: Random,
    terms: usize,
}

impl Search<'_, '_> {
    /// For each of `others`, the number of terms in the smallest subtree that has it and `term`. Terms that lose
    /// nothing count as two.
    fn sizes(&mut self, term: usize, others: &[usize]) -> Result<Vec<usize>, Trouble> {
        let masks = match self.counts {
            Counts::Pairs(masks) => masks,
            Counts::Triples(triples) => {
                let sizes = others.iter().map(|&other| triples.size(self.asked, term, other));
                return Ok(sizes.collect::<Result<_, _>>()?);
            }
        };
        let pairs: Vec<_> = others.iter().map(|&other| Some((term, other))).collect();
        let counts = masks.count(self.asked, &pairs)?;
        let terms = self.terms;
        let size = |count: Option<usize>| count.and_then(|count| terms.checked_sub(count));
        counts.into_iter().map(|count| size(count).ok_or(Trouble::NoTree)).collect()
    }

    /// The subtrees that these terms are, below a sum of `size` terms.
    fn children(&mut self, mut terms: Vec<usize>, size: usize) -> Result<Vec<Tree>, Trouble> {
        let mut found = Vec::new();
        while !terms.is_empty() {
            let term = terms.swap_remove(self.random.below(terms.len() as u64) as usize);
            let sizes = self.sizes(term, &terms)?;
            let mut below = Vec::new();
            let mut beside = Vec::new();
            for (other, s) in terms.into_iter().zip(sizes) {
                match s {
                    s if s < size => below.push((s, other)),
                    s if s == size => beside.push(other),
                    _ => return Err(Trouble::NoTree),
                }
            }
            found.push(self.subtree(term, below)?);
            terms = beside;
        }
        Ok(found)
    }

    /// The subtree of `term` and these, each with the size of the smallest subtree that has both.
    fn subtree(&mut self, term: usize, mut others: Vec<(usize, usize)>) -> Result<Tree, Trouble> {
        others.sort_unstable();
        let mut tree = Tree::Leaf(term);
        for group in others.chunk_by(|a, b| a.0 == b.0) {
            let size = group[0].0;
            let mut children =
                self.children(group.iter().map(|&(_, other)| other).collect(), size)?;
            children.push(tree);
            tree = Tree::node(children);
            // A sum that loses nothing, whatever its size, counts as one of two terms.
            if tree.terms() != size && size != 2 {
                return Err(Trouble::NoTree);
            }
        }
        Ok(tree)
    }
}
