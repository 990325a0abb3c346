//! What a device can be asked to run: a loop over memory with circuits in it.
//!
//! A program has one meaning, given here, down to the order of every operation; backends differ in
//! how they carry it out. [`Launch::arguments`](crate::backend::Launch::arguments) says which part
//! of the work one launch does, so that long work can be cut into short launches.

mod workgroup;

pub use workgroup::WorkgroupLimits;

use crate::{circuit::Circuit, word_type::WordType};

/// Invocations of a workgroup, in every program that says nothing else.
pub const WORKGROUP: u32 = 256;

/// Most invocations that a workgroup of any program can have.
pub const WIDEST: u32 = 1024;

/// Most elements that lie in one buffer; longer arrays are chains of buffers. With 16 bytes an
/// element that is the 128 MiB that every WebGPU device can bind. Part of the meaning of sums,
/// whose order follows the segments.
pub const SEGMENT: u64 = 1 << 23;

/// Side of the square of results that a workgroup of [`Program::Gemm`] computes.
pub const TILE: u32 = 64;

/// A loop over memory. `state` is a number of as many words as the reduction carries along.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Program {
    /// `out[i] = function(in0[i], in1[i], …)`
    ///
    /// Buffers: one a parameter of the function, in their order, then the output, whose elements
    /// are all results side by side. Arguments: `[begin, count, to, stride]`: elements `begin` to
    /// `begin + count` are computed and written from place `to` on. Without `looped`, invocation k
    /// computes the k-th of them, and `stride` is not read; with it, `stride` invocations compute
    /// every `stride`-th, in a loop whose end is known only at run time.
    Map {
        /// Computed for every element.
        function: Circuit,
        /// For each parameter whether it is one number for all elements, read at place 0.
        broadcast: Vec<bool>,
        /// One element an invocation, or a loop.
        looped: bool,
    },
    /// Every lane begins with `identity` and accumulates its elements in order; the lanes of each
    /// workgroup are then merged in halves: lane l with lane l + `lanes`/2, then l + `lanes`/4, …
    /// down to 1.
    ///
    /// Of `count` elements lane l of group g takes those at `lanes·g + l`, then every
    /// `lanes·groups`-th. Buffers: one a parameter of `accumulate` after the state, then the states
    /// of the groups. Arguments: `[count, groups, first_group, to]`: this launch does the groups
    /// from `first_group` on, as many as it has, and writes the state of group g at place `to + g`.
    Reduce {
        /// The words of the empty state, as bits of `f64`.
        identity: Vec<u64>,
        /// (state, element…) → state
        accumulate: Circuit,
        /// (state, state) → state
        merge: Circuit,
        /// Invocations of a workgroup: a power of two, at most [`WIDEST`].
        lanes: u32,
    },
    /// `out[r]` = the reduction of row r of a row-major matrix with a vector, one workgroup a row in
    /// the order of `Reduce` with one group of [`WORKGROUP`] lanes.
    ///
    /// Buffers: matrix, vector, output. Arguments: `[columns, first_row, rows, to]`: rows
    /// `first_row` to `first_row + rows` of the buffer, written from place `to` on.
    Gemv {
        /// The words of the empty state, as bits of `f64`.
        identity: Vec<u64>,
        /// (state, matrix element, vector element) → state
        accumulate: Circuit,
        /// (state, state) → state
        merge: Circuit,
        /// state → number
        finish: Circuit,
    },
    /// `state[r][c]` accumulates `a[r][k]`, `b[k][c]` over ascending k, row-major, with no other order.
    ///
    /// Buffers: a, b, states. Arguments: `[rows, columns, depth, a_columns, a_row, a_column,
    /// first]`: `rows` × `columns` states, packed; `depth` values of k; a is read from row `a_row`
    /// and column `a_column` on, its rows `a_columns` long; b from its first row on, its rows
    /// `columns` long. If `first` is 1 states begin with `identity`, if 0 with what the buffer has.
    /// Groups: columns / [`TILE`] × rows / `TILE`, rounded up.
    Gemm {
        /// The words of the empty state, as bits of `f64`.
        identity: Vec<u64>,
        /// (state, element of a, element of b) → state
        accumulate: Circuit,
    },
    /// `out[i] = finish(step(… step(step(begin(x[i]), c[i]), c[i]) …, c[i]))`, `rounds` · `unrolled`
    /// steps.
    ///
    /// Buffers: x, c, output. Arguments: `[begin, count, rounds]`: elements `begin` to
    /// `begin + count`.
    Chain {
        /// What is computed.
        chain: Chain,
        /// Whether c is one number for all elements, read at place 0.
        broadcast: bool,
    },
    /// The first half of a step of Gaussian elimination, that of column t: the multipliers
    /// m\[i\] = divide(a\[i\]\[t\], a\[t\]\[t\]) of rows i > t.
    ///
    /// Buffers: some rows of the matrix a, row-major; the step, which is row t of a and then a
    /// multiplier for every row of a. Arguments: `[columns, t, pivot_row, here, first_row, rows,
    /// to]`: if `here` is 1 row t of a is row `pivot_row` of the buffer, and is copied to the step
    /// from column t on; if 0 the pivot is read from the step, to which another launch has written
    /// it. The multipliers of the buffer's rows `first_row` to `first_row + rows` are written as
    /// those of rows `to` on of a. Invocation k copies the element k columns after t, and computes
    /// the k-th multiplier.
    Fan1 {
        /// (number, pivot) → number
        divide: Circuit,
    },
    /// The second half: a\[i\]\[j\] = update(a\[i\]\[j\], m\[i\], a\[t\]\[j\]) for i > t, j ≥ t.
    ///
    /// Buffers: the step; some rows of a, which are read and written. Arguments: `[columns, t,
    /// first_row, rows, to]`: the buffer's rows `first_row` to `first_row + rows`, which are rows
    /// `to` on of a. A workgroup has the shape of `block`. Groups: (columns − t) / `block[0]` ×
    /// rows / `block[1]`, rounded up.
    Fan2 {
        /// (old, multiplier, element of the pivot's row) → number
        update: Circuit,
        /// Invocations of a workgroup along a row and along a column.
        block: [u32; 2],
    },
    /// The first of three parts of a step of a blocked LU decomposition, in place: the square of
    /// `block` rows and columns from `o` on, or less where the matrix ends, becomes L and U.
    ///
    /// In all three parts element a\[i\]\[j\] of an n × n matrix comes to
    /// update(a\[i\]\[j\], l\[i\]\[k\], u\[k\]\[j\]) for ascending k, and then, below the diagonal, to
    /// divide(a\[i\]\[j\], u\[j\]\[j\]): so all steps together have one meaning, whatever `block` is.
    ///
    /// Buffer: the matrix, row-major, read and written. Arguments: `[n, o]`. Groups: one.
    LuDiagonal {
        /// (element, element of L, element of U) → element
        update: Circuit,
        /// (element, pivot) → element of L
        divide: Circuit,
        /// Rows and columns of a block.
        block: u32,
    },
    /// The second: the blocks to the right of that square become U, those below it L. They are
    /// numbered in this order, and are as large as it, but for the last of either.
    ///
    /// Buffer: the matrix. Arguments: `[n, o, first]`: this launch does the blocks from `first` on,
    /// as many as it has groups.
    LuPerimeter {
        /// (element, element of L, element of U) → element
        update: Circuit,
        /// (element, pivot) → element of L
        divide: Circuit,
        /// Rows and columns of a block.
        block: u32,
    },
    /// The third: what is below and to the right is updated with what the second has made.
    ///
    /// Buffer: the matrix. Arguments: `[n, o, first_row, rows]`: rows `first_row` to
    /// `first_row + rows`. Groups: (n − o − `block`) / [`TILE`] × rows / `TILE`, rounded up.
    LuInternal {
        /// (element, element of L, element of U) → element
        update: Circuit,
        /// Rows and columns of a block.
        block: u32,
    },
}

/// Many steps on a state, which may be of any number of words: several independent chains side by
/// side keep a device busier than one, whose steps wait for each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chain {
    /// number → state
    pub begin: Circuit,
    /// (state, number) → state
    pub step: Circuit,
    /// state → number
    pub finish: Circuit,
    /// Steps written out in the body of the loop.
    pub unrolled: u32,
    /// Invocations of a workgroup, 1 to [`WIDEST`].
    pub lanes: u32,
}

impl Chain {
    /// Steps on the numbers themselves, by workgroups of [`WORKGROUP`].
    pub fn of_step(step: Circuit, unrolled: u32) -> Self {
        let identity = |words: usize| Circuit::identity(step.word(), words);
        let begin = identity(step.parameters().first().copied().unwrap_or(0));
        let finish = identity(step.outputs().len());
        Chain { begin, step, finish, unrolled, lanes: WORKGROUP }
    }
}

/// Groups among which a reduction of `count` elements is divided: 8 elements a lane, at most 1024
/// groups. Part of the meaning of a sum: it depends on nothing else.
pub fn reduction_groups(count: u64) -> u32 {
    count.div_ceil(u64::from(WORKGROUP) * 8).clamp(1, 1024) as u32
}

impl Program {
    /// The circuits in it, with the names that emitted text gives them.
    pub fn circuits(&self) -> Vec<(&'static str, &Circuit)> {
        match self {
            Program::Map { function, .. } => vec![("function", function)],
            Program::Reduce { accumulate, merge, .. } => {
                vec![("accumulate", accumulate), ("merge", merge)]
            }
            Program::Gemv { accumulate, merge, finish, .. } => {
                vec![("accumulate", accumulate), ("merge", merge), ("finish", finish)]
            }
            Program::Gemm { accumulate, .. } => vec![("accumulate", accumulate)],
            Program::Chain { chain, .. } => {
                vec![("begin", &chain.begin), ("step", &chain.step), ("finish", &chain.finish)]
            }
            Program::Fan1 { divide } => vec![("divide", divide)],
            Program::Fan2 { update, .. } | Program::LuInternal { update, .. } => {
                vec![("update", update)]
            }
            Program::LuDiagonal { update, divide, .. }
            | Program::LuPerimeter { update, divide, .. } => {
                vec![("update", update), ("divide", divide)]
            }
        }
    }

    /// The type of its words.
    pub fn word(&self) -> WordType {
        self.circuits()[0].1.word()
    }

    /// Buffers that a launch binds.
    pub fn bindings(&self) -> usize {
        match self {
            Program::Map { function, .. } => function.parameters().len() + 1,
            Program::Reduce { accumulate, .. } => accumulate.parameters().len(),
            Program::Gemv { .. } | Program::Gemm { .. } | Program::Chain { .. } => 3,
            Program::Fan1 { .. } | Program::Fan2 { .. } => 2,
            Program::LuDiagonal { .. }
            | Program::LuPerimeter { .. }
            | Program::LuInternal { .. } => 1,
        }
    }
}
