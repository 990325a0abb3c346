//! Programs, which a device runs: a loop over memory with circuits in it.
//!
//! A [`Skeleton`] is the loop, written for every kind of device. A [`Program`] is a skeleton filled
//! with circuits. This crate has the skeletons of [`Program::map`], [`Program::reduce`],
//! [`Program::gemv`] and [`Program::gemm`]; other crates add their own.
//!
//! A program has one meaning, down to the order of every operation: that of its [`Reference`],
//! which the processor runs. Backends run it in different ways.
//! [`Launch::arguments`](crate::backend::Launch::arguments) says which part of the work one launch
//! does, so that long work can be divided into short launches.

pub(crate) mod portable;
pub mod reference;
mod workgroup;

pub use portable::PortableProgram;
pub use workgroup::{Workgroup, WorkgroupLimits};

pub use crate::{
    circuit::{Binary, Called, Comparison, Id, Kind, Node, UintBinary, UintUnary, Unary},
    corrected::{quotient, square_root},
    kernels::{reduction_groups, skeletons, standard},
};

use crate::{circuit::Circuit, error::Error, word_type::WordType};
use floatfloat::NativeWord;
use reference::Reference;
use std::{
    fmt,
    hash::{Hash, Hasher},
    ptr,
    sync::Arc,
};

/// The invocations of a workgroup, unless a program states another number.
pub const WORKGROUP: u32 = 256;

/// The most invocations that a workgroup of any program can have.
pub const WIDEST: u32 = 1024;

/// The most elements of one buffer. Longer arrays are chains of buffers. With 16 bytes an element,
/// a full buffer has the 128 MiB that every WebGPU device can bind. The number is part of the
/// meaning of sums, whose order follows the segments.
pub const SEGMENT: u64 = 1 << 23;

/// The side of the square of results of a matrix product that a workgroup computes.
pub const TILE: u32 = 64;

/// A loop over memory, written for every kind of device. It calls functions that a [`Program`]
/// supplies. Skeletons are `static`: two are equal if they are the same variable.
pub struct Skeleton {
    /// The name, for people.
    pub name: &'static str,
    /// The functions that the loop calls, in the order of [`Program::circuits`].
    pub functions: &'static [Function],
    /// The loop in WGSL. In group 0, binding i is the i-th buffer; the buffers are called `input0`,
    /// `input1`, …, and the last `output`. `arguments` are two vectors of four `u32`. The text has
    /// a line `//% declarations`, and a line `    //% prologue` at the beginning of the entry point
    /// `main`.
    pub wgsl: Text,
    /// The loop in CUDA C++: a kernel `kernel`, whose parameters are pointers to the buffers, then
    /// `const Arguments arguments`, a struct of `unsigned value[8]`. [`Text::for_cuda`] keeps it out of modules of
    /// WebAssembly.
    pub cuda: Text,
    /// The number of elements that one CUDA thread computes, if the grid has fewer threads than
    /// invocations.
    pub cuda_elements: Option<fn(&Program) -> u64>,
    /// The code that the processor runs.
    pub reference: Reference,
    /// The loop whose step is an argument, if there is one.
    pub stride: Option<Stride>,
    /// Whether the number of invocations of a workgroup must be a power of two.
    pub halving: bool,
    /// Whether the buffer that is written contains integers to which workgroups add atomically.
    pub adds_to_output: bool,
}

/// A function that a skeleton calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// The name.
    pub name: &'static str,
    /// The names of the first parameters; the others are x, y, …
    pub parameters: &'static [&'static str],
}

/// A skeleton in one language.
pub struct Text {
    /// The text, in consecutive parts.
    pub parts: &'static [&'static str],
    /// The definitions that the text needs besides the functions: types and constants, generated
    /// for a program.
    pub definitions: fn(&Program) -> String,
}

impl Text {
    /// A skeleton in CUDA C++. Empty in WebAssembly, since browsers have no CUDA.
    #[must_use]
    pub const fn for_cuda(self) -> Self {
        if cfg!(target_family = "wasm") {
            Text { parts: &[], definitions: |_| String::new() }
        } else {
            self
        }
    }
}

/// A loop `for (i = …; i < arguments[count]; i += arguments[step])`. If `by_lanes` holds, the step
/// counts workgroups. Launches for which the loop does not end are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stride {
    /// The index of the argument below which i stays.
    pub count: usize,
    /// The index of the argument that is added to i.
    pub step: usize,
    /// Whether the step is multiplied by the invocations of a workgroup.
    pub by_lanes: bool,
}

/// The most elements and the largest step of a loop, so that its index does not overflow.
const LONGEST: u64 = 1 << 31;

impl Stride {
    /// Whether the loop ends in a launch with these arguments and workgroups of `lanes` invocations.
    pub fn ends(self, lanes: u32, arguments: &[u32; 8]) -> bool {
        let step = self.step(lanes, arguments);
        u64::from(arguments[self.count]) <= LONGEST && (1..=LONGEST).contains(&step)
    }

    /// The most iterations of an invocation, for a loop that ends.
    pub fn iterations(self, lanes: u32, arguments: &[u32; 8]) -> u64 {
        u64::from(arguments[self.count]).div_ceil(self.step(lanes, arguments).max(1))
    }

    fn step(self, lanes: u32, arguments: &[u32; 8]) -> u64 {
        let scale = if self.by_lanes { lanes } else { 1 };
        u64::from(arguments[self.step]) * u64::from(scale)
    }
}

/// A [`Skeleton`] filled with circuits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Program {
    skeleton: &'static Skeleton,
    circuits: Arc<[Circuit]>,
    elements: Vec<usize>,
    identity: Vec<u64>,
    broadcast: Vec<bool>,
    constants: Vec<u32>,
    workgroup: Workgroup,
}

impl Program {
    /// A program with workgroups of [`WORKGROUP`] invocations. `circuits` are the functions that
    /// the skeleton calls, in its order. `elements` gives the number of words of an element of each
    /// buffer. The last buffer is written, the others are read.
    ///
    /// # Errors
    /// [`Error::Length`] if the numbers of circuits and of functions differ or there is no buffer,
    /// [`Error::NoWord`] if the circuits have different word types.
    pub fn new(
        skeleton: &'static Skeleton,
        circuits: Vec<Circuit>,
        elements: Vec<usize>,
    ) -> Result<Self, Error> {
        let length = |what, expected: usize, given: usize| {
            let (expected, given) = (expected as u64, given as u64);
            Err(Error::Length { what, expected, given })
        };
        let Some(first) = circuits.first().filter(|_| circuits.len() == skeleton.functions.len())
        else {
            return length("circuits of a program", skeleton.functions.len(), circuits.len());
        };
        if elements.is_empty() {
            return length("buffers of a program, at least", 1, 0);
        }
        if let Some(other) = circuits.iter().find(|circuit| circuit.word() != first.word()) {
            let device = format!("a program of {}", first.word());
            return Err(Error::NoWord { device, word: other.word() });
        }
        Ok(Program::filled(skeleton, circuits, elements))
    }

    /// The same as [`new`](Program::new), for circuits that fit.
    pub(crate) fn filled(
        skeleton: &'static Skeleton,
        circuits: Vec<Circuit>,
        elements: Vec<usize>,
    ) -> Self {
        let broadcast = vec![false; elements.len() - 1];
        let workgroup = Workgroup::of(WORKGROUP);
        let (identity, constants) = (Vec::new(), Vec::new());
        let circuits = circuits.into();
        Program { skeleton, circuits, elements, identity, broadcast, constants, workgroup }
    }

    /// Sets the words of the empty state of a reduction, as bits of `f64`.
    #[must_use]
    pub fn with_identity(self, identity: Vec<u64>) -> Self {
        Program { identity, ..self }
    }

    /// Sets a flag for each input: whether it is one number for all elements, read at place 0.
    #[must_use]
    pub fn with_broadcast(self, broadcast: Vec<bool>) -> Self {
        Program { broadcast, ..self }
    }

    /// Sets integers that the skeleton's definitions and its reference use.
    #[must_use]
    pub fn with_constants(self, constants: Vec<u32>) -> Self {
        Program { constants, ..self }
    }

    /// Sets the workgroups.
    #[must_use]
    pub fn with_workgroup(self, workgroup: Workgroup) -> Self {
        Program { workgroup, ..self }
    }

    /// The same program with every circuit rewritten to one with the same parameters and results.
    #[must_use]
    pub fn with_circuits(&self, rewrite: impl FnMut(&Circuit) -> Circuit) -> Self {
        Program { circuits: self.circuits.iter().map(rewrite).collect(), ..self.clone() }
    }

    /// Sets the number of words of an element of each buffer.
    pub(crate) fn with_elements(self, elements: Vec<usize>) -> Self {
        Program { elements, ..self }
    }

    /// The loop.
    pub fn skeleton(&self) -> &'static Skeleton {
        self.skeleton
    }

    /// The circuits, in the order of the skeleton's functions.
    pub fn circuits(&self) -> &[Circuit] {
        &self.circuits
    }

    /// The circuits, with their names in emitted text.
    pub fn functions(&self) -> impl Iterator<Item = (&'static Function, &Circuit)> {
        self.skeleton.functions.iter().zip(self.circuits())
    }

    /// The number of words of an element of each buffer, in the order in which a launch binds the
    /// buffers. The last buffer is written.
    pub fn elements(&self) -> &[usize] {
        &self.elements
    }

    /// The number of buffers that a launch binds.
    pub fn bindings(&self) -> usize {
        self.elements.len()
    }

    /// The words of the empty state, as bits of `f64`, or unchanged if they are integers. Empty if there is no
    /// state.
    pub fn identity(&self) -> &[u64] {
        &self.identity
    }

    /// The words of the empty state on the processor, where integers are the bits of words.
    pub(crate) fn identity_of<F: NativeWord>(&self) -> impl Iterator<Item = F> {
        let is_integer = self.word() == WordType::U32;
        self.identity.iter().map(move |&bits| match is_integer {
            true => F::with_bits(bits),
            false => F::nearest(f64::from_bits(bits)),
        })
    }

    /// For each input whether it is one number for all elements, read at place 0.
    pub fn broadcast(&self) -> &[bool] {
        &self.broadcast
    }

    /// The integers of [`with_constants`](Program::with_constants).
    pub fn constants(&self) -> &[u32] {
        &self.constants
    }

    /// The workgroups of the program.
    pub fn workgroup(&self) -> &Workgroup {
        &self.workgroup
    }

    /// The number of invocations of a workgroup.
    pub fn lanes(&self) -> u32 {
        self.workgroup.lanes
    }

    /// The type of its words.
    pub fn word(&self) -> WordType {
        self.circuits[0].word()
    }
}

impl PartialEq for Skeleton {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self, other)
    }
}

impl Eq for Skeleton {}

impl Hash for Skeleton {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// The name of the skeleton.
impl fmt::Debug for Skeleton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
