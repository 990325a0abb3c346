//! The recordings in progress: the steps recorded so far, and where each step belongs.

use crate::{
    circuit::{Called, Circuit, Id, Named, Node},
    error::Error,
    word_type::WordType,
};
use floatfloat::Step;
use std::{
    cell::RefCell,
    collections::{BTreeSet, HashMap, HashSet},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

/// A node and the recording to which it belongs, in one integer. Compiled algorithms consist of calls that
/// record steps. They pass this integer in a register, which makes them a third as long.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place(u64);

impl Place {
    /// A place that every recording refuses.
    pub(super) const NOWHERE: Place = Place(0);

    fn new(id: Id, recording: u32) -> Self {
        Place(u64::from(recording) << 32 | u64::from(id))
    }

    pub(super) fn id(self) -> Id {
        self.0 as u32
    }

    fn recording(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// A recording in progress.
pub(super) struct Tape {
    recording: u32,
    pub(super) word: WordType,
    pub(super) fused: bool,
    nodes: Vec<Node>,
    ids: HashMap<Node, Id>,
    /// Names of elementary functions, and of operations of three and four words.
    functions: BTreeSet<&'static str>,
    named: Vec<Named>,
    /// The functions that steps call.
    pub(super) called: Vec<Arc<Called>>,
    /// The first error of the recording.
    pub(super) failure: Option<Error>,
}

static RECORDINGS: AtomicU32 = AtomicU32::new(1);

thread_local! {
    /// The recordings in progress, the innermost last.
    pub(super) static TAPES: RefCell<Vec<Tape>> = const { RefCell::new(Vec::new()) };
}

/// Records a step with these places as operands, if any. Without a recording in progress it records
/// nothing, and every recording refuses the wire that it returns.
pub(super) fn push(node: Node, of: &[Place]) -> Place {
    TAPES.with_borrow_mut(|tapes| {
        let Some(tape) = tapes.last_mut() else { return Place::NOWHERE };
        if of.iter().any(|place| place.recording() != tape.recording) {
            tape.failure.get_or_insert(Error::ForeignWire);
        }
        let next = tape.nodes.len() as Id;
        let id = *tape.ids.entry(node).or_insert(next);
        if id == next {
            tape.nodes.push(node);
        }
        Place::new(id, tape.recording)
    })
}

/// Records that these results are those of a step of known meaning.
#[inline(never)]
pub(super) fn name(step: Step, operands: &[Place], results: &[Place]) {
    let ids = |places: &[Place]| places.iter().map(|place| place.id()).collect();
    let named = Named { step, operands: ids(operands), results: ids(results) };
    TAPES.with_borrow_mut(|tapes| {
        if let Some(tape) = tapes.last_mut() {
            tape.named.push(named);
        }
    });
}

/// Records the name of a function that the computation contains.
#[inline(never)]
pub(super) fn remember(name: &'static str) {
    TAPES.with_borrow_mut(|tapes| {
        if let Some(tape) = tapes.last_mut() {
            tape.functions.insert(name);
        }
    });
}

/// Runs `computation` with a tape of its own, and returns the tape with the results.
pub(super) fn on_tape(
    word: WordType,
    fused: bool,
    computation: &mut dyn FnMut() -> Vec<Place>,
) -> (Vec<Place>, Tape) {
    /// Removes the tape when the computation ends, also by a panic.
    struct UnderWay;
    impl UnderWay {
        fn end(self) -> Tape {
            std::mem::forget(self);
            TAPES.with_borrow_mut(Vec::pop).expect("pushed below, and every inner one was popped")
        }
    }
    impl Drop for UnderWay {
        fn drop(&mut self) {
            TAPES.with_borrow_mut(Vec::pop);
        }
    }
    let tape = Tape {
        recording: RECORDINGS.fetch_add(1, Ordering::Relaxed),
        word,
        fused,
        nodes: Vec::new(),
        ids: HashMap::new(),
        functions: BTreeSet::new(),
        named: Vec::new(),
        called: Vec::new(),
        failure: None,
    };
    TAPES.with_borrow_mut(|tapes| tapes.push(tape));
    let under_way = UnderWay;
    let outputs = computation();
    (outputs, under_way.end())
}

impl Tape {
    pub(super) fn into_circuit(
        self,
        parameters: &[usize],
        results: &[usize],
        outputs: &[Place],
    ) -> Result<Circuit, Error> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if outputs.iter().any(|place| place.recording() != self.recording) {
            return Err(Error::ForeignWire);
        }
        let circuit = Circuit {
            word: self.word,
            parameters: parameters.to_vec(),
            results: results.to_vec(),
            nodes: self.nodes,
            outputs: outputs.iter().map(|place| place.id()).collect(),
            functions: self.functions.into_iter().collect(),
            named: once_each(self.named),
            called: self.called,
            uncorrected: false,
        };
        Ok(circuit.pruned())
    }
}

/// Removes duplicate names. Equal steps are recorded once, and so are their names.
fn once_each(mut named: Vec<Named>) -> Vec<Named> {
    let mut seen = HashSet::with_capacity(named.len());
    named.retain(|step| seen.insert(step.clone()));
    named
}
