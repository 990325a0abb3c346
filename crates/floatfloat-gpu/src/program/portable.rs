//! Programs as data, for another process that compiles and runs them.

use super::{Program, Skeleton, Workgroup};
use crate::circuit::{Called, Circuit};
use serde::{Deserialize, Deserializer, Serialize};
use std::{
    borrow::Cow,
    collections::HashSet,
    sync::{Mutex, PoisonError},
};

/// A program in which the name of its skeleton replaces the skeleton. A reader finds the skeleton in a list. The names
/// of steps, which only proofs use, are left out.
#[derive(Debug, Serialize, Deserialize)]
pub struct PortableProgram<'p> {
    skeleton: Cow<'p, str>,
    circuits: Cow<'p, [Circuit]>,
    elements: Cow<'p, [usize]>,
    identity: Cow<'p, [u64]>,
    broadcast: Cow<'p, [bool]>,
    constants: Cow<'p, [u32]>,
    workgroup: Cow<'p, Workgroup>,
}

impl<'p> PortableProgram<'p> {
    /// The program as data.
    pub fn of(program: &'p Program) -> Self {
        PortableProgram {
            skeleton: program.skeleton.name.into(),
            circuits: program.circuits().into(),
            elements: program.elements.as_slice().into(),
            identity: program.identity.as_slice().into(),
            broadcast: program.broadcast.as_slice().into(),
            constants: program.constants.as_slice().into(),
            workgroup: Cow::Borrowed(&program.workgroup),
        }
    }

    /// The program, with a skeleton from this list. None if the list does not contain the skeleton.
    pub fn program(self, skeletons: &[&'static Skeleton]) -> Option<Program> {
        let skeleton = skeletons.iter().find(|known| known.name == self.skeleton)?;
        Some(Program {
            skeleton,
            circuits: self.circuits.into_owned().into(),
            elements: self.elements.into_owned(),
            identity: self.identity.into_owned(),
            broadcast: self.broadcast.into_owned(),
            constants: self.constants.into_owned(),
            workgroup: self.workgroup.into_owned(),
        })
    }
}

/// The name of a function, kept for the rest of the process. A process reads only names that the process which it
/// serves has written, so there are few.
fn kept(name: String) -> &'static str {
    static NAMES: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    let names = names.get_or_insert_default();
    if let Some(known) = names.get(name.as_str()) {
        return known;
    }
    let name = &*name.leak();
    names.insert(name);
    name
}

/// Not derived, because a derived implementation would read names that live as long as the process.
impl<'de> Deserialize<'de> for Called {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Read {
            name: String,
            circuit: Circuit,
        }
        let Read { name, circuit } = Read::deserialize(from)?;
        Ok(Called { name: kept(name), circuit })
    }
}

/// Names of functions as data.
pub(crate) mod names {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(names: &[&str], to: S) -> Result<S::Ok, S::Error> {
        names.serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<&'static str>, D::Error> {
        let names = Vec::<String>::deserialize(from)?;
        Ok(names.into_iter().map(super::kept).collect())
    }
}

/// Called functions as data.
pub(crate) mod shared {
    use crate::circuit::Called;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::sync::Arc;

    pub(crate) fn serialize<S: Serializer>(
        called: &[Arc<Called>],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(called.iter().map(|called| &**called))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<Arc<Called>>, D::Error> {
        let called = Vec::<Called>::deserialize(from)?;
        Ok(called.into_iter().map(Arc::new).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::PortableProgram;
    use crate::{
        circuit::Circuit,
        kernels::{skeletons, standard},
        program::Program,
        wire::Wire,
    };
    use floatfloat::DoubleWord;

    fn there_and_back(program: &Program) -> Program {
        let text = serde_json::to_string(&PortableProgram::of(program)).unwrap();
        let read: PortableProgram<'_> = serde_json::from_str(&text).unwrap();
        read.program(&skeletons()).unwrap()
    }

    /// Without the names of steps, which are left out.
    fn unnamed(program: &Program) -> Program {
        program.with_circuits(|circuit| Circuit { named: Vec::new(), ..circuit.clone() })
    }

    #[test]
    fn programs_are_the_same_after_writing_and_reading() {
        for (name, program) in standard() {
            assert_eq!(there_and_back(&program), unnamed(&program), "{name}");
        }
        let exp = Circuit::record1(true, |x: DoubleWord<Wire<f64>>| x.exp()).unwrap();
        let exp = Program::map(exp, vec![false], false);
        let by_integers = exp.of_integers();
        for program in [exp, by_integers] {
            assert!(
                !program.circuits()[0].functions().is_empty()
                    || program.circuits()[0].called().count() > 0
            );
            assert_eq!(there_and_back(&program), unnamed(&program));
        }
    }

    #[test]
    fn a_skeleton_that_is_not_listed_is_not_found() {
        let (_, program) = &standard()[0];
        assert!(PortableProgram::of(program).program(&[]).is_none());
    }
}
