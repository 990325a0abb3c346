//! The whole product: chunks, blocks and threads.

use super::{
    each,
    lines::{Entries, Lines, Rows, power_of_two},
    moduli::Plan,
    needs::{Needs, least},
    product::{Block, LONGEST, Panels},
    rebuild::{OfPanel, Rebuild, Words, to_odd_word},
    split::{LANES, Quad, Role, Split, WORDS},
    wide::Wide,
};
use crate::{
    dispatch::dispatch,
    matrix::{
        MatrixError, gemm::products, sharing::both, view::MatrixView, view_mut::MatrixViewMut,
    },
    number::{Number, nearest},
    watch,
};
use core::{cell::RefCell, mem, ops::Range};
use floatfloat::{NativeWord, Word, WordArray, eft::two_sum};

/// Panels of rows and of columns of a block. The residues of its entries stay in the second level cache.
const ROWS: usize = 16;
const COLUMNS: usize = 12;

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
    let needs = Needs::of(&left, &right, accuracy.bound, least);
    match needs.moduli {
        Some(moduli) => {
            let (left, right, plan) = (&left, &right, Plan::of(moduli));
            run(&Work { left, right, plan, needs: &needs, words: accuracy.words }, target)
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
}

/// A block of the product.
pub(super) struct Task<'a, T: Number> {
    pub(super) rows: Range<usize>,
    pub(super) columns: Range<usize>,
    pub(super) c: MatrixViewMut<'a, T>,
    /// The residues of the products summed so far.
    residues: Vec<Quad>,
}

/// The residues of some panels of an operand.
pub(super) struct Residues {
    pub(super) quads: Vec<Quad>,
    pub(super) stride: usize,
    pub(super) depth: usize,
    first: usize,
}

impl Work<'_> {
    /// The product on this processor. If `lower`, blocks above the diagonal may be left out.
    pub(super) fn run<T: Number, E>(&self, target: Target<'_, T>, lower: bool) -> Result<(), E> {
        let Target { alpha, beta, mut c } = target;
        let depth = self.left.entries.depth();
        let (rows, columns) = (self.left.panels(), self.right.panels());
        let fits = products([rows + columns, self.of_panel(depth), 1]) <= MEMORY as u64;
        // Whether all terms of a sum are added at once.
        let whole = fits && depth <= LONGEST;
        let most = if whole { usize::MAX } else { PART };
        let panels = rows.min(most) + columns.min(most);
        let step = match whole {
            true => depth.max(1),
            // A multiple of the entries that are split at once.
            false => {
                (MEMORY / (LANES * self.plan.moduli.len() * panels) / 64 * 64).clamp(64, LONGEST)
            }
        };
        let single = depth <= step;
        let wide = self.wide::<T>();
        let split_left = |rows: &Range<usize>, first, count| {
            self.split(self.left, Role::Left, rows, first, count)
        };
        for rows in cut(0..rows, most) {
            if !watch::proceed(0) {
                return Ok(());
            }
            let kept = single.then(|| split_left(&rows, 0, depth));
            for columns in cut(0..columns, most) {
                let part = c.part(lines(&rows, self.left), lines(&columns, self.right));
                let mut tasks = tasks(part, &rows, &columns);
                tasks.retain(|task| !lower || task.rows.end > task.columns.start);
                for first in (0..depth.max(1)).step_by(step) {
                    let count = step.min(depth - first);
                    let (fresh, right) = both(
                        || (!single).then(|| split_left(&rows, first, count)),
                        || self.split(self.right, Role::Right, &columns, first, count),
                    );
                    let Some(left) = kept.as_ref().or(fresh.as_ref()) else { continue };
                    each(&mut tasks, &|task| {
                        let (height, width) = task.c.shape();
                        if !watch::proceed(products([height, count, width])) {
                            return;
                        }
                        let length =
                            task.rows.len() * LANES * task.columns.len() * self.plan.groups;
                        let mut residues =
                            if single { SPACE.take() } else { mem::take(&mut task.residues) };
                        residues.resize(length, [0; LANES]);
                        self.multiply(task, left, &right, first > 0, &mut residues);
                        if first + count == depth {
                            self.rebuild(task, &residues, wide.as_ref(), alpha, beta);
                        }
                        if single { SPACE.set(residues) } else { task.residues = residues }
                    });
                }
            }
        }
        Ok(())
    }

    /// Bytes of the residues of a panel.
    fn of_panel(&self, depth: usize) -> usize {
        size_of::<Quad>() * stride(depth.div_ceil(4), self.plan)
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
    ) -> Residues {
        let depth = entries.div_ceil(4);
        let stride = stride(depth, self.plan);
        let mut quads = vec![[0; LANES]; panels.len() * stride];
        let mut parts: Vec<_> = quads.chunks_exact_mut(stride).zip(panels.clone()).collect();
        each(&mut parts, &|(residues, panel)| {
            let panel = *panel;
            dispatch(Split { plan: self.plan, lines, role, panel, first, entries, residues });
        });
        Residues { quads, stride, depth, first: panels.start }
    }

    fn multiply<T: Number>(
        &self,
        task: &Task<'_, T>,
        left: &Residues,
        right: &Residues,
        adds: bool,
        residues: &mut [Quad],
    ) {
        let panels =
            |of: &Range<usize>, side: &Residues| of.start - side.first..of.end - side.first;
        dispatch(Block {
            plan: self.plan,
            left: left.panels(),
            right: right.panels(),
            rows: panels(&task.rows, left),
            columns: panels(&task.columns, right),
            adds,
            residues,
        });
    }

    pub(super) fn rebuild<T: Number>(
        &self,
        task: &mut Task<'_, T>,
        residues: &[Quad],
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
        let mut words: [OfPanel; COLUMNS] = [[[0.0; LANES]; WORDS]; COLUMNS];
        let (height, width) = task.c.shape();
        let mut target = Target { alpha, beta, c: task.c.reborrow() };
        let rows = residues.chunks_exact(task.columns.len() * plan.groups).enumerate();
        for (i, residues) in rows.take(height) {
            let row = task.rows.start * LANES + i;
            let scale = self.left.lines[row].scale(plan);
            let columns = &scales[..];
            dispatch(Rebuild {
                plan,
                residues,
                row: scale,
                columns,
                result: self.words,
                words: &mut words,
            });
            let needs = &self.needs.of[row * self.needs.stride + first..];
            for (j, &need) in needs.iter().enumerate().take(width) {
                let entry = match wide {
                    Some(wide) if usize::from(need) > plan.moduli.len() => {
                        wide.entry(row, first + j)
                    }
                    _ => of_entry::<T>(&words[j / LANES], j % LANES),
                };
                target.put(i, j, entry);
            }
        }
    }
}

impl Residues {
    fn panels(&self) -> Panels<'_> {
        Panels { quads: &self.quads, stride: self.stride, depth: self.depth }
    }
}

thread_local! {
    /// Memory for the residues of a block, which this thread keeps for its next block.
    static SPACE: RefCell<Vec<Quad>> = const { RefCell::new(Vec::new()) };
}

/// Quads from a panel to the next. Panels that began at the same place of a page would compete for a few places of the cache.
fn stride(depth: usize, plan: &Plan) -> usize {
    depth * plan.moduli.len() + 33
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
) -> Vec<Task<'c, T>> {
    let mut tasks = Vec::new();
    let mut below = c;
    for rows in cut(rows.clone(), ROWS) {
        let height = (rows.len() * LANES).min(below.rows());
        let (mut beside, rest) = below.split_at_row(height);
        below = rest;
        for columns in cut(columns.clone(), COLUMNS) {
            let width = (columns.len() * LANES).min(beside.columns());
            let (c, rest) = beside.split_at_column(width);
            beside = rest;
            tasks.push(Task { rows: rows.clone(), columns, c, residues: Vec::new() });
        }
    }
    tasks
}

/// The number in one lane of rebuilt words.
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
