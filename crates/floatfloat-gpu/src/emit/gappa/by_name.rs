//! Scripts by name, for word types known at run time.

use super::{NoScript, Reciprocals, kernel_script, script};
use crate::{
    circuit::Circuit,
    word_type::{DeviceWord, WordType},
};
use floatfloat::{
    elementary::kernels::{Kernel, KernelVisitor, for_each_kernel},
    operation::{Fma, Operation},
    registry::{Visitor, for_each},
};

/// The scripts for an operation or for the kernels of an elementary function. An operation has one script. A function
/// has one for each case of each kernel, in the order in which the bound of one is assumed by the next. `fused` says
/// whether there is a fused multiply-add.
///
/// # Errors
/// Why there are no scripts.
pub fn scripts(name: &str, word: WordType, fused: bool) -> Result<Vec<String>, NoScript> {
    match word {
        WordType::F32 => of_word::<f32>(name, fused),
        WordType::F64 => of_word::<f64>(name, fused),
        word => Err(NoScript::Word(word)),
    }
}

fn of_word<E: DeviceWord>(name: &str, fused: bool) -> Result<Vec<String>, NoScript> {
    let mut named = Named { name, fused, word: std::marker::PhantomData::<E>, found: Vec::new() };
    for_each(&mut named);
    for_each_kernel(&mut named);
    if named.found.is_empty() {
        return Err(NoScript::Name);
    }
    named.found.into_iter().collect()
}

struct Named<'n, E> {
    name: &'n str,
    fused: bool,
    word: std::marker::PhantomData<E>,
    found: Vec<Result<String, NoScript>>,
}

impl<E: DeviceWord> Visitor for Named<'_, E> {
    fn visit<O: Operation>(&mut self) {
        if O::INFO.name != self.name {
            return;
        }
        if O::INFO.fma == Fma::Required && !self.fused {
            self.found.push(Err(NoScript::Fma));
            return;
        }
        let circuit = Circuit::of_operation::<O, E>(self.fused);
        let scripts = Reciprocals::ALL.map(|reciprocals| script(&O::INFO, &circuit, reciprocals));
        // Where more terms cancel, the script is shorter and usually the bound smaller.
        let shortest =
            scripts.into_iter().min_by_key(|script| script.as_ref().map_or(0, String::len));
        self.found.extend(shortest);
    }
}

impl<E: DeviceWord> KernelVisitor for Named<'_, E> {
    fn visit<K: Kernel>(&mut self) {
        if K::INFO.functions.contains(&self.name) {
            let circuit = Circuit::of_kernel::<K, E>(self.fused);
            self.found.extend((0..K::CASES).map(|case| kernel_script::<K>(&circuit, case)));
        }
    }
}
