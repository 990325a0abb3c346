//! The arithmetic of a machine whose order of summation is known: every combination of parameters is tried, and those
//! that give another result than the machine for any probe go out. What all that are left agree on is determined.

use crate::{
    draw::{Draw, Site, around, sites},
    operand::Read,
    operator::Failure,
    probe::{Asked, Probe, scaled},
    term::Rounding,
    tree::Tree,
    unit::{Addition, Alignment, Product, Start, Unit},
};
use floatfloat_paranoia::{Format, Mode};

/// Machines that explain every result seen; none if nothing does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Survivors {
    pub(crate) units: Vec<Unit>,
    /// The first probe that left none, with the machine's result.
    pub(crate) witness: Option<(Probe, f64)>,
}

/// Probes in one question, and questions in a row that nothing fails before the search ends.
const BATCH: usize = 128;
const QUIET: usize = 6;

/// Finds the machines.
pub(crate) fn find(
    asked: &mut Asked,
    tree: &Tree,
    read: &Read,
    seed: u64,
) -> Result<Survivors, Failure> {
    let mut found = Survivors::default();
    let places = sites(tree, true);
    if let Some(site) = places.first() {
        found.units = candidates(asked, site, read)?;
        let joined = !sites(tree, false).is_empty();
        let explains = |unit: &Unit, probe: &Probe, result: f64| {
            explains(tree, unit, probe, result)
                || joined && explains_with_any_join(tree, unit, probe, result)
        };
        narrow(
            asked,
            &mut found,
            explains,
            |draw, terms, spread| draw.at_any(&places, terms, spread),
            seed,
        )?;
    }
    let explains = |unit: &Unit, probe: &Probe, result: f64| explains(tree, unit, probe, result);
    let places = sites(tree, false);
    if let Some(site) = places.first() {
        if found.units.is_empty() && found.witness.is_none() {
            found.units = candidates(asked, site, read)?;
        }
        found.units = with_joins(&found.units);
        narrow(
            asked,
            &mut found,
            explains,
            |draw, terms, spread| draw.at_any(&places, terms, spread),
            seed + 1,
        )?;
    }
    narrow(asked, &mut found, explains, Draw::anywhere, seed + 2)?;
    let mut within = found.units.clone();
    found.units = with_ranges(&found.units, asked);
    let edge = |draw: &mut Draw, terms: usize, _| draw.at_the_edge(terms);
    narrow(asked, &mut found, explains, edge, seed + 3)?;
    for (search, seed) in Search::all(asked.terms()).into_iter().zip(seed + 4..) {
        search.run(asked, &mut found, &mut within, tree, seed)?;
    }
    if found.units.is_empty() {
        // What happens near the ends of the range is left unexplained.
        found.units = within;
    }
    Ok(found)
}

/// A search for probes that tell machines apart.
struct Search {
    /// Of those that are left, the machines that a round compares.
    machines: fn(&mut Draw, &[Unit]) -> Vec<Unit>,
    /// How many probes a round tries at most.
    probes: usize,
    /// How many rounds in a row that refute nothing end the search.
    quiet: usize,
}

impl Search {
    /// In their order: machines drawn at random differ in much, which few probes show; machines that differ in little need many.
    fn all(terms: usize) -> [Search; 2] {
        const COMPARED: usize = 24;
        // Short sums are simulated fast, and show most where all terms meet.
        let random = Search {
            machines: |draw, units| draw.some_of(units, COMPARED),
            probes: ((1 << 14) / terms).clamp(256, 4096),
            quiet: QUIET,
        };
        let near = Search {
            machines: |_, units| near_in_each_parameter(units),
            probes: (1 << 19) / terms,
            quiet: 1,
        };
        [random, near]
    }

    /// Asks only probes for which some of the machines that are left differ. Those inside the range count for the machines
    /// `within` it, too.
    fn run(
        &self,
        asked: &mut Asked,
        found: &mut Survivors,
        within: &mut Vec<Unit>,
        tree: &Tree,
        seed: u64,
    ) -> Result<(), Failure> {
        const ROUNDS: usize = 24;
        let mut draw = Draw::new(seed, asked);
        let places = [sites(tree, true), sites(tree, false)].concat();
        let mut quiet = 0;
        for _ in 0..ROUNDS {
            let some = (self.machines)(&mut draw, &found.units);
            if quiet == self.quiet || some.len() < 2 {
                break;
            }
            let spread = 3 + found.units.iter().map(reach).max().unwrap_or(0);
            let drawn = (0..self.probes).map(|i| match i % 5 {
                0 => (true, draw.at_any(&places, asked.terms(), spread)),
                1 => (true, draw.anywhere(asked.terms(), spread)),
                2 => (false, draw.at_the_edge(asked.terms())),
                3 => (false, draw.tie(&places, asked.terms(), reach(&some[i / 5 % some.len()]))),
                _ => (false, draw.of_any_size(asked.terms())),
            });
            let parts = |(_, probe): &(bool, Probe)| {
                let mut results =
                    some.iter().map(|unit| unit.run(tree, &probe.first, &probe.second));
                let first = results.next().unwrap_or_default();
                results.any(|result| !is_same(result, first))
            };
            let (inside, probes): (Vec<bool>, Vec<Probe>) = drawn.filter(parts).take(BATCH).unzip();
            let results = asked.ask(&probes)?;
            let before = found.units.len();
            for ((probe, &result), inside) in probes.iter().zip(&results).zip(inside) {
                found.units.retain(|unit| explains(tree, unit, probe, result));
                if inside {
                    within.retain(|unit| explains(tree, unit, probe, result));
                }
                if within.is_empty() {
                    found.witness.get_or_insert((probe.clone(), result));
                }
            }
            quiet = if found.units.len() == before { quiet + 1 } else { 0 };
        }
        Ok(())
    }
}

/// The first machine and, for each parameter, those that differ from it in this one and in the fewest others.
fn near_in_each_parameter(units: &[Unit]) -> Vec<Unit> {
    const EACH: usize = 3;
    let [first, others @ ..] = units else { return Vec::new() };
    let mut others: Vec<_> = others.iter().map(|unit| (differences(first, unit), unit)).collect();
    others.sort_by_key(|(differ, _)| differ.iter().filter(|&&differs| differs).count());
    let mut near = vec![first.clone()];
    for parameter in 0..PARAMETERS {
        for (_, unit) in others.iter().filter(|(differ, _)| differ[parameter]).take(EACH) {
            if !near.contains(unit) {
                near.push((*unit).clone());
            }
        }
    }
    near
}

const PARAMETERS: usize = 12;

/// In which parameters two machines differ.
fn differences(a: &Unit, b: &Unit) -> [bool; PARAMETERS] {
    let [x, y] = [a, b].map(|unit| unit.steps.rounding);
    let [p, q] = [a, b].map(|unit| unit.steps.alignment);
    [
        a.product != b.product,
        a.operands != b.operands,
        a.result != b.result,
        x.format.precision != y.format.precision,
        x.format.emin != y.format.emin,
        x.mode != y.mode,
        x.flushes != y.flushes,
        p.map(|p| p.bits) != q.map(|q| q.bits),
        p.map(|p| p.mode) != q.map(|q| q.mode),
        p.map(|p| p.floor) != q.map(|q| q.floor),
        p.map(|p| p.normalised) != q.map(|q| q.normalised),
        a.joins != b.joins && a.steps == b.steps,
    ]
}

/// Asks until nothing fails any more.
fn narrow(
    asked: &mut Asked,
    found: &mut Survivors,
    explains: impl Fn(&Unit, &Probe, f64) -> bool,
    mut probe: impl FnMut(&mut Draw, usize, i32) -> Probe,
    seed: u64,
) -> Result<(), Failure> {
    let mut draw = Draw::new(seed, asked);
    let mut quiet = 0;
    while quiet < QUIET && !found.units.is_empty() {
        let spread = 3 + found.units.iter().map(reach).max().unwrap_or(0);
        let probes: Vec<Probe> =
            (0..BATCH).map(|_| probe(&mut draw, asked.terms(), spread)).collect();
        let results = asked.ask(&probes)?;
        let before = found.units.len();
        for (probe, &result) in probes.iter().zip(&results) {
            found.units.retain(|unit| explains(unit, probe, result));
            if found.units.is_empty() {
                found.witness = Some((probe.clone(), result));
                return Ok(());
            }
        }
        quiet = if found.units.len() == before { quiet + 1 } else { 0 };
    }
    Ok(())
}

fn explains(tree: &Tree, unit: &Unit, probe: &Probe, result: f64) -> bool {
    is_same(unit.run(tree, &probe.first, &probe.second), result)
}

/// Whether the steps explain a result, however sums of sums are rounded.
fn explains_with_any_join(tree: &Tree, unit: &Unit, probe: &Probe, result: f64) -> bool {
    Mode::ALL.into_iter().any(|mode| {
        let mut unit = unit.clone();
        unit.joins.rounding.mode = mode;
        explains(tree, &unit, probe, result)
    })
}

/// Binades below the leading bit that can matter.
fn reach(unit: &Unit) -> i32 {
    let aligned = unit.steps.alignment.map_or(0, |alignment| alignment.bits);
    unit.steps.rounding.format.precision.max(aligned) as i32
}

/// The same number; zeros of both signs are the same here.
pub(crate) fn is_same(x: f64, y: f64) -> bool {
    x == y || x.is_nan() && y.is_nan()
}

/// Every machine whose accumulator and alignment are near what simple probes show.
fn candidates(asked: &mut Asked, site: &Site, read: &Read) -> Result<Vec<Unit>, Failure> {
    let [later, earlier, within] = kept_bits(asked, site)?;
    // An accumulator of few bits looks like operands of few bits.
    let whole = Read { bits: asked.operands().precision, mode: None };
    let mut readings = vec![whole.rounding(asked.operands())];
    if read.bits < whole.bits && read.mode.is_some() {
        readings.insert(0, read.rounding(asked.operands()));
    }
    let results = asked.results();
    let wide = Format { emin: Format::F64.emin, emax: Format::F64.emax, ..results };
    let mut precisions = near(&[later, earlier], -1, 2);
    let mut bits = match within {
        Some(within) => near(&[Some(within)], -2, 2),
        None => near(&[later, earlier], -2, 5),
    };
    // Results of fewer bits than the accumulator hide it.
    precisions.extend(near(&[within], -4, 8));
    // An alignment that loses nothing of what an operand has is seen as none.
    bits.retain(|&bits| bits <= 80);
    precisions.extend([results.precision, 24]);
    precisions.extend(near(&[Some(read.bits as i32)], -1, 1));
    precisions.retain(|precision| (2..=64).contains(precision));
    precisions.sort_unstable();
    precisions.dedup();
    let is_sum = !asked.kind().has_products();
    let products = [
        Product::Exact(Start::Neither),
        Product::Exact(Start::Lower),
        Product::Exact(Start::Higher),
        Product::Rounded,
    ];
    let products = if is_sum { &products[..1] } else { &products[..] };
    let normalised = if is_sum { &[true][..] } else { &[true, false][..] };
    let mut alignments = vec![None];
    for &bits in &bits {
        for mode in [Mode::TowardZero, Mode::Down, Mode::NearestEven] {
            let with = |&normalised: &bool| Some(Alignment { bits, mode, normalised, floor: None });
            alignments.extend(normalised.iter().map(with));
        }
    }
    let mut found = Vec::new();
    for &precision in &precisions {
        for mode in Mode::ALL {
            // Sums of small products are subnormal in a narrow accumulator.
            let range = if precision == results.precision { results } else { wide };
            let rounding = Rounding { format: Format { precision, ..range }, mode, flushes: false };
            let ends: &[Mode] = if precision > results.precision { &Mode::ALL } else { &[mode] };
            for &alignment in &alignments {
                for &product in products {
                    for &end in ends {
                        found.extend(readings.iter().map(|&operands| Unit {
                            operands,
                            passed: asked.operands(),
                            product,
                            steps: Addition { alignment, rounding },
                            joins: Addition { alignment: None, rounding },
                            result: Rounding { format: results, mode: end, flushes: false },
                        }));
                    }
                }
            }
        }
    }
    Ok(found)
}

/// Integers around these.
fn near(values: &[Option<i32>], low: i32, high: i32) -> Vec<u32> {
    let mut found: Vec<u32> = values
        .iter()
        .flatten()
        .flat_map(|&value| (value + low..=value + high).filter_map(|x| u32::try_from(x).ok()))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The smallest powers of two, as binades below the leading term, that are seen when the leading term is cancelled
/// later: added, subtracted; and when it is cancelled in the same sum. `None` where the tree has no such places.
fn kept_bits(asked: &mut Asked, site: &Site) -> Result<[Option<i32>; 3], Failure> {
    let around = around(asked);
    let room = around - asked.results().emin.min(-20) + asked.results().precision as i32 - 1;
    let most = room.min(100);
    let one = scaled(1.0, around);
    let ports = &site.ports;
    let later = site.later.first().copied();
    let third = ports.get(2).copied();
    let mut seen = [None; 3];
    for (kind, sign) in [(0, 1.0), (1, -1.0), (2, 1.0)] {
        let cancel = if kind == 2 { third } else { later };
        if kind == 2 && cancel.is_none() || ports.len() < 2 {
            continue;
        }
        let probes: Vec<Probe> = (0..=most)
            .map(|t| {
                let mut values = vec![(ports[0], one), (ports[1], sign * scaled(1.0, around - t))];
                values.extend(cancel.map(|place| (place, -one)));
                asked.of_values(&values)
            })
            .collect();
        let results = asked.ask(&probes)?;
        let nothing = if cancel.is_some() { 0.0 } else { one };
        let t = (0..=most).filter(|&t| results[t as usize] != nothing).max();
        seen[kind] = t;
    }
    Ok(seen)
}

/// The machines that are left, each with every way to add sums.
fn with_joins(units: &[Unit]) -> Vec<Unit> {
    let Some(first) = units.first() else { return Vec::new() };
    let p = first.steps.rounding.format.precision;
    let mut precisions = vec![p, first.result.format.precision, 24, 53];
    precisions.sort_unstable();
    precisions.dedup();
    let mut found = Vec::new();
    for precision in precisions {
        for mode in Mode::ALL {
            let format = Format { precision, ..first.steps.rounding.format };
            let rounding = Rounding { format, mode, flushes: false };
            let joins = Addition { alignment: None, rounding };
            found.extend(units.iter().map(|unit| Unit { joins, ..unit.clone() }));
        }
    }
    found
}

/// Every range that the accumulator may have, and whether subnormal operands, sums and results become zero.
fn with_ranges(units: &[Unit], asked: &Asked) -> Vec<Unit> {
    let results = asked.results();
    let factors = if asked.kind().has_products() { 2 } else { 1 };
    let operands = asked.operands();
    let smallest_term = factors * operands.ulp_exponent(operands.emin);
    let mut found = Vec::new();
    for range in [results, Format::F32, Format::F64] {
        if range.emax < results.emax || range != results && range.emax == results.emax {
            continue;
        }
        for flushes in 0..8 {
            let [operands, accumulates, result] = [1, 2, 4].map(|bit| flushes & bit != 0);
            if accumulates && smallest_term >= range.emin {
                // No sum is subnormal.
                continue;
            }
            found.extend(units.iter().flat_map(|unit| floors(unit, range.emin)).map(|mut unit| {
                for addition in [&mut unit.steps, &mut unit.joins] {
                    addition.rounding.format.emin = range.emin;
                    addition.rounding.format.emax = range.emax;
                    addition.rounding.flushes = accumulates;
                }
                unit.operands.flushes = operands;
                unit.result.flushes = result;
                unit
            }));
        }
    }
    found
}

/// The unit with each of the lowest places from which an alignment may count, near the smallest normal number.
fn floors(unit: &Unit, emin: i32) -> Vec<Unit> {
    let Some(alignment) = unit.steps.alignment else { return vec![unit.clone()] };
    let floors = [None].into_iter().chain((emin - 24..=emin + 1).map(Some));
    floors
        .map(|floor| {
            let alignment = Some(Alignment { floor, ..alignment });
            Unit { steps: Addition { alignment, ..unit.steps }, ..unit.clone() }
        })
        .collect()
}
