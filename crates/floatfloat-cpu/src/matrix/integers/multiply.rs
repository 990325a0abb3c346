//! The whole product: chunks, blocks and threads.

use super::{
    each,
    lines::{Entries, Lines, Rows, power_of_two},
    moduli::Plan,
    needs::{Needs, least},
    product::{Block, LONGEST, PAIRS, Panels},
    rebuild::{OfBlock, OfPanel, Rebuild, Words, to_odd_word},
    split::{LANES, Quad, Role, Split, WORDS, pitch, quads},
    tiles,
    wide::Wide,
};
use crate::{
    aligned::{AlignedVec, AtLine},
    dispatch::dispatch,
    matrix::{
        MatrixError,
        gemm::products,
        sharing::{both, threads},
        view::MatrixView,
        view_mut::MatrixViewMut,
    },
    number::{Number, nearest},
    watch,
};
use core::{cell::RefCell, mem, ops::Range};
use floatfloat::{NativeWord, Word, WordArray, eft::two_sum};
use std::sync::Mutex;

/// Panels of rows and of columns of a block. The residues of the operands modulo one number stay in the second-level cache.
const PANELS: [usize; 2] = [16, 12];

/// The same for tiles. They multiply so fast that memory would keep them waiting for the residues of smaller blocks.
const PANELS_OF_TILES: [usize; 2] = [2 * PAIRS, 32];

/// Bytes for the residues of both operands.
const MEMORY: usize = 1 << 28;

/// Panels of rows and of columns of a part, if the residues of the operands do not fit at once.
const PART: usize = 64;

/// c ← alpha · a · b + beta · c. If products of integers are faster, `run` computes them.
pub(super) fn multiply<T: Number, E: From<MatrixError>>(
    a: MatrixView<'_, T>,
    b: MatrixView<'_, T>,
    target: Target<'_, T>,
    run: impl FnOnce(&Work<'_>, Target<'_, T>) -> Result<(), E>,
) -> Result<(), E> {
    multiply_lines(&Rows(a), &Rows(b.transpose()), Accuracy::of::<T>(), target, run)
}

/// How accurate entries are.
#[derive(Clone, Copy)]
pub(super) struct Accuracy {
    /// The error is at most this times the sum of the magnitudes of products, before an entry is rounded.
    pub(super) bound: f64,
    pub(super) words: Words,
}

impl Accuracy {
    /// That of an entry which becomes a number of this type.
    pub(super) fn of<T: Number>() -> Self {
        // Twice u^N.
        let bound = power_of_two(1 - (T::Word::PRECISION as usize * T::WORDS) as i32);
        // So many words of `f64` determine the words of `f32`: each of these is a part of two words of `f64`, or of one.
        Accuracy { bound, words: Words { count: T::WORDS, to_odd: T::Word::PRECISION == 24 } }
    }
}

/// The same, for operands given as lines: rows of a and columns of b.
pub(super) fn multiply_lines<T: Number, E: From<MatrixError>>(
    rows: &dyn Entries,
    columns: &dyn Entries,
    accuracy: Accuracy,
    mut target: Target<'_, T>,
    run: impl FnOnce(&Work<'_>, Target<'_, T>) -> Result<(), E>,
) -> Result<(), E> {
    let Some(least) = least(accuracy.bound) else {
        let operation = "gemm_accurate";
        return Err(MatrixError::TooManyWords { operation, words: T::WORDS }.into());
    };
    if target.c.rows() == 0 || target.c.columns() == 0 {
        return Ok(());
    }
    let (left, right) = both(|| Lines::of(rows), || Lines::of(columns));
    let tiled = rows.depth() > 0 && tiles::in_force();
    let needs = Needs::of(&left, &right, accuracy.bound, least, tiled);
    match needs.moduli {
        Some(moduli) => {
            let (left, right, plan) = (&left, &right, Plan::of(moduli));
            run(&Work { left, right, plan, needs: &needs, words: accuracy.words, tiled }, target)
        }
        None => {
            let wide = Wide::<T::Wide>::of(&left, &right);
            Ok(wide.entries(|i, j, entry| target.put(i, j, entry))?)
        }
    }
}

/// Where entries of the product go.
pub(super) struct Target<'a, T: Number> {
    pub(super) alpha: T,
    pub(super) beta: T,
    pub(super) c: MatrixViewMut<'a, T>,
}

impl<'a, T: Number> Target<'a, T> {
    /// Entries are written into c.
    pub(super) fn new(c: MatrixViewMut<'a, T>) -> Self {
        let [zero, one] = [0.0, 1.0].map(nearest::<T>);
        Target { alpha: one, beta: zero, c }
    }

    /// Whether a product replaces what is in c.
    fn overwrites(&self) -> bool {
        let [zero, one] = [0.0, 1.0].map(nearest::<T>);
        self.alpha == one && self.beta == zero
    }

    fn put(&mut self, i: usize, j: usize, product: T) {
        let [zero, one] = [0.0, 1.0].map(nearest::<T>);
        let product = if self.alpha == one { product } else { self.alpha * product };
        let sum = if self.beta == zero { product } else { product + self.beta * self.c.at(i, j) };
        self.c.put(i, j, sum);
    }
}

/// A product with a certain number of moduli.
pub(super) struct Work<'a> {
    pub(super) left: &'a Lines<'a>,
    pub(super) right: &'a Lines<'a>,
    pub(super) plan: &'static Plan,
    pub(super) needs: &'a Needs,
    words: Words,
    /// Whether tiles multiply, unless another machine does.
    tiled: bool,
}

/// A block of the product.
pub(super) struct Task<'a, T: Number> {
    pub(super) rows: Range<usize>,
    pub(super) columns: Range<usize>,
    pub(super) c: MatrixViewMut<'a, T>,
    /// The residues of the products summed so far.
    residues: AlignedVec<Quad>,
}

/// The residues of some panels of an operand.
pub(super) struct Residues {
    /// At least those of all panels.
    pub(super) quads: AlignedVec<Quad>,
    pub(super) stride: usize,
    pub(super) depth: usize,
    pub(super) panels: Range<usize>,
}

impl Work<'_> {
    /// The product on this processor. If `lower`, blocks above the diagonal may be left out.
    pub(super) fn run<T: Number, E>(&self, target: Target<'_, T>, lower: bool) -> Result<(), E> {
        let Target { alpha, beta, mut c } = target;
        let depth = self.left.entries.depth();
        let tiled = self.tiled;
        let (rows, columns) = (self.left.panels(), self.right.panels());
        let of_panel = size_of::<Quad>() * stride(quads(depth, tiled), self.plan);
        let fits = products([rows + columns, of_panel, 1]) <= MEMORY as u64;
        // Whether all terms of a sum are added at once.
        let whole = fits && depth <= LONGEST;
        let most = if whole { usize::MAX } else { PART };
        let panels = rows.min(most) + columns.min(most);
        let step = if whole { depth.max(1) } else { longest(panels, self.plan) };
        let single = depth <= step;
        let wide = self.wide::<T>();
        let split_left = |rows: &Range<usize>, first, count| {
            self.split(self.left, Role::Left, rows, first, count, tiled)
        };
        for rows in cut(0..rows, most) {
            if !watch::proceed(0) {
                return Ok(());
            }
            let kept = single.then(|| split_left(&rows, 0, depth));
            for columns in cut(0..columns, most) {
                let part = c.part(lines(&rows, self.left), lines(&columns, self.right));
                // Smaller blocks leave out more of what is above the diagonal.
                let mut tasks = tasks(part, &rows, &columns, tiled && !lower);
                tasks.retain(|task| !lower || task.rows.end > task.columns.start);
                for first in (0..depth.max(1)).step_by(step) {
                    let count = step.min(depth - first);
                    let (fresh, right) = both(
                        || (!single).then(|| split_left(&rows, first, count)),
                        || self.split(self.right, Role::Right, &columns, first, count, tiled),
                    );
                    let Some(left) = kept.as_ref().or(fresh.as_ref()) else { continue };
                    each(&mut tasks, &|task| {
                        let (height, width) = task.c.shape();
                        if !watch::proceed(products([height, count, width])) {
                            return;
                        }
                        let plane = plane(task.rows.len() * task.columns.len());
                        let length = plane * self.plan.moduli.len();
                        let mut residues =
                            if single { SPACE.take() } else { mem::take(&mut task.residues) };
                        if residues.as_slice().len() < length {
                            residues = AlignedVec::zeros_to_keep(length);
                        }
                        let quads = &mut residues.as_mut_slice()[..length];
                        self.multiply(task, left, &right, first > 0, quads);
                        if first + count == depth {
                            let width = task.columns.len();
                            let block = OfBlock { quads, width, by_moduli: true };
                            self.rebuild(task, block, wide.as_ref(), alpha, beta);
                        }
                        if single { SPACE.set(residues) } else { task.residues = residues }
                    });
                }
            }
        }
        Ok(())
    }

    /// The operands with more words, if some entries need more moduli than there are.
    pub(super) fn wide<T: Number>(&self) -> Option<Wide<'_, T::Wide>> {
        let beyond = |&need: &u8| usize::from(need) > self.plan.moduli.len();
        self.needs.of.iter().any(beyond).then(|| Wide::of(self.left, self.right))
    }

    pub(super) fn split(
        &self,
        lines: &Lines<'_>,
        role: Role,
        panels: &Range<usize>,
        first: usize,
        entries: usize,
        tiled: bool,
    ) -> Residues {
        let depth = quads(entries, tiled);
        let stride = stride(depth, self.plan);
        let mut quads = KEPT.take(panels.len() * stride);
        let mut parts: Vec<_> =
            quads.as_mut_slice().chunks_exact_mut(stride).zip(panels.clone()).collect();
        each(&mut parts, &|(residues, panel)| {
            let panel = *panel;
            dispatch(Split {
                plan: self.plan,
                lines,
                role,
                panel,
                first,
                entries,
                tiled,
                residues,
            });
        });
        Residues { quads, stride, depth, panels: panels.clone() }
    }

    fn multiply<T: Number>(
        &self,
        task: &Task<'_, T>,
        left: &Residues,
        right: &Residues,
        adds: bool,
        residues: &mut [Quad],
    ) {
        let panels = |of: &Range<usize>, side: &Residues| {
            of.start - side.panels.start..of.end - side.panels.start
        };
        dispatch(Block {
            plan: self.plan,
            left: left.panels(),
            right: right.panels(),
            rows: panels(&task.rows, left),
            columns: panels(&task.columns, right),
            adds,
            tiled: self.tiled,
            residues,
        });
    }

    pub(super) fn rebuild<T: Number>(
        &self,
        task: &mut Task<'_, T>,
        block: OfBlock<'_>,
        wide: Option<&Wide<'_, T::Wide>>,
        alpha: T,
        beta: T,
    ) {
        let plan = self.plan;
        let first = task.columns.start * LANES;
        let scales: Vec<f64> = self.right.lines[first..task.columns.end * LANES]
            .iter()
            .map(|line| f64::from(line.scale(plan)))
            .collect();
        let (height, width) = task.c.shape();
        let mut target = Target { alpha, beta, c: task.c.reborrow() };
        let overwrites = target.overwrites();
        let AtLine(words) = &mut AtLine([[[0.0; LANES]; WORDS]; 4]);
        for i in (0..height).step_by(4) {
            let row = task.rows.start * LANES + i;
            let rows = core::array::from_fn(|r| self.left.lines[row + r].scale(plan));
            for (panel, columns) in scales.chunks_exact(LANES).enumerate() {
                let result = self.words;
                dispatch(Rebuild { plan, block, row: i, panel, rows, columns, result, words });
                let place = panel * LANES;
                let count = LANES.min(width - place);
                for (r, words) in words.iter().enumerate().take(height - i) {
                    // These words are normalised.
                    if T::Word::PRECISION == 53 && overwrites && wide.is_none() {
                        let word = |w: usize, lane: usize| T::Word::nearest(words[w][lane]);
                        target.c.put_words(i + r, place, count, word);
                        continue;
                    }
                    let needs = (row + r) * self.needs.stride + first + place;
                    for (lane, &need) in self.needs.of[needs..][..count].iter().enumerate() {
                        let entry = match wide {
                            Some(wide) if usize::from(need) > plan.moduli.len() => {
                                wide.entry(row + r, first + place + lane)
                            }
                            _ => of_entry::<T>(words, lane),
                        };
                        target.put(i + r, place + lane, entry);
                    }
                }
            }
        }
    }
}

impl Drop for Residues {
    fn drop(&mut self) {
        KEPT.give(mem::take(&mut self.quads));
    }
}

impl Residues {
    fn panels(&self) -> Panels<'_> {
        let Residues { stride, depth, .. } = *self;
        Panels { quads: self.quads.as_slice(), stride, pitch: pitch(depth), depth }
    }
}

/// Memory for the residues of two operands, at most [`MEMORY`], which the process keeps for its next product. To get new memory from
/// the system takes as long as to fill it with residues.
static KEPT: Kept = Kept(Mutex::new(Vec::new()));

struct Kept(Mutex<Vec<AlignedVec<Quad>>>);

impl Kept {
    /// At least so many quads. Those that are not written yet may change.
    fn take(&self, length: usize) -> AlignedVec<Quad> {
        // A far longer one is for a larger product.
        let fits = |quads: &AlignedVec<Quad>| {
            let kept = quads.as_slice().len();
            kept >= length && kept / 2 <= length
        };
        if let Ok(mut kept) = self.0.lock() {
            if let Some(place) = kept.iter().position(fits) {
                return kept.remove(place);
            }
            kept.retain(|quads| quads.as_slice().len() >= length);
        }
        AlignedVec::zeros_to_keep(length)
    }

    fn give(&self, mut quads: AlignedVec<Quad>) {
        let bytes = |quads: &AlignedVec<Quad>| size_of_val(quads.as_slice());
        let Ok(mut kept) = self.0.lock() else { return };
        quads.set_aside();
        kept.push(quads);
        kept.sort_by_key(bytes);
        while kept.len() > 2 || kept.iter().map(bytes).sum::<usize>() > MEMORY {
            kept.remove(0);
        }
    }
}

thread_local! {
    /// Memory for the residues of a block, which this thread keeps for its next block.
    static SPACE: RefCell<AlignedVec<Quad>> = RefCell::new(AlignedVec::zeros(0));
}

/// Quads from the residues of a panel to those of the next. Like those of two moduli ([`pitch`]), they must not begin at the same place
/// of a page.
fn stride(depth: usize, plan: &Plan) -> usize {
    pitch(depth) * plan.moduli.len() + 33
}

/// As many entries as so many panels can have within [`MEMORY`]: a multiple of those that are split at once and of those in a block of
/// a tile.
fn longest(panels: usize, plan: &Plan) -> usize {
    let quads = MEMORY / size_of::<Quad>() / panels.max(1);
    let fit = |entries: &usize| stride(entries / 4, plan) <= quads;
    (64..=LONGEST).step_by(64).take_while(fit).last().unwrap_or(64)
}

/// Quads from the residues of a modulus to those of the next, for so many panels of rows times panels of columns.
pub(super) fn plane(panels: usize) -> usize {
    panels * LANES / 4 + 33
}

/// Consecutive ranges of at most `most`.
pub(super) fn cut(range: Range<usize>, most: usize) -> impl Iterator<Item = Range<usize>> {
    let end = range.end;
    range.step_by(most.min(end.max(1))).map(move |start| start..end.min(start.saturating_add(most)))
}

/// The lines of some panels.
pub(super) fn lines(panels: &Range<usize>, lines: &Lines<'_>) -> Range<usize> {
    let count = lines.entries.count();
    panels.start * LANES..(panels.end * LANES).min(count)
}

/// The blocks of a part of the product.
pub(super) fn tasks<'c, T: Number>(
    c: MatrixViewMut<'c, T>,
    rows: &Range<usize>,
    columns: &Range<usize>,
    tiled: bool,
) -> Vec<Task<'c, T>> {
    let [mut most_rows, mut most_columns] = if tiled { PANELS_OF_TILES } else { PANELS };
    // Enough blocks for all threads.
    while rows.len().div_ceil(most_rows) * columns.len().div_ceil(most_columns) < 2 * threads()
        && most_rows.max(most_columns) > 4
    {
        let larger = if most_rows > most_columns { &mut most_rows } else { &mut most_columns };
        *larger = larger.div_ceil(2);
    }
    if tiled {
        // Blocks of about the same size, in pairs of panels.
        let even = |length: usize, most| {
            length.div_ceil(length.div_ceil(most).max(1)).next_multiple_of(2).max(2)
        };
        most_rows = even(rows.len(), most_rows);
        most_columns = even(columns.len(), most_columns);
    }
    let mut tasks = Vec::new();
    let mut below = c;
    for rows in cut(rows.clone(), most_rows) {
        let height = (rows.len() * LANES).min(below.rows());
        let (mut beside, rest) = below.split_at_row(height);
        below = rest;
        for columns in cut(columns.clone(), most_columns) {
            let width = (columns.len() * LANES).min(beside.columns());
            let (c, rest) = beside.split_at_column(width);
            beside = rest;
            tasks.push(Task { rows: rows.clone(), columns, c, residues: AlignedVec::default() });
        }
    }
    tasks
}

/// The number in one lane of rebuilt words.
#[inline(always)]
fn of_entry<T: Number>(words: &OfPanel, lane: usize) -> T {
    if T::Word::PRECISION == 53 {
        // They are normalised.
        return T::from_normalized(WordArray::from_fn(|w| T::Word::nearest(words[w][lane])));
    }
    from_words(words.map(|word| word[lane]))
}

/// The sum of words, each of which is at most about half an ulp of the one before. Every word of the number is the one nearest to
/// what the words before it leave.
pub(super) fn from_words<T: Number>(words: [f64; WORDS]) -> T {
    let [mut x, mut y, mut z, mut rest] = words;
    let top = nearest::<T>(x);
    if !top.hi().is_finite() {
        return top;
    }
    T::from_parts(WordArray::from_fn(|_| {
        let below = [y, z, rest].into_iter().find(|&word| word != 0.0).unwrap_or(0.0);
        // A word of `f64` is x. The sum with zero has no negative zero.
        let sum = if T::Word::PRECISION == 53 { x } else { to_odd_word(x, below) };
        let word = T::Word::nearest(sum) + T::Word::nearest(0.0);
        x -= word.into();
        (x, y) = two_sum(x, y);
        (y, z) = two_sum(y, z);
        (z, rest) = two_sum(z, rest);
        (x, y) = two_sum(x, y);
        word
    }))
}
