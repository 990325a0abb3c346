//! The stated number of flops is the number of operations that the code does.

use crate::counted::{Counted, flops};
use floatfloat::{
    MultiWord, QuadWord, TripleWord, WordArray,
    elementary::several_words::{Elementary, SeveralWords},
    registry::{SeveralWordsFunctionVisitor, for_each_function_of_several_words},
};

/// Names with the flops that are done and that are stated, of three words and of four.
struct Flops(Vec<(&'static str, [u32; 2], [u32; 2])>);

fn counted<F: Elementary, N: SeveralWords<Word = Counted<53, true>>>() -> u32 {
    let number = |first: f64| -> N {
        let word = |k: usize| Counted(first * 2f64.powi(-60 * k as i32));
        MultiWord::from_normalized(WordArray::from_fn(word))
    };
    let (x, y) = (number(3.0), number(7.0));
    flops(|| F::apply(x, y))
}

impl SeveralWordsFunctionVisitor for Flops {
    fn visit<F: Elementary>(&mut self) {
        let done = [counted::<F, TripleWord<_>>(), counted::<F, QuadWord<_>>()];
        self.0.push((F::INFO.name, done, F::INFO.flops));
    }
}

#[test]
fn flops_are_as_stated() {
    let mut flops = Flops(Vec::new());
    for_each_function_of_several_words(&mut flops);
    let wrong: Vec<_> = flops.0.iter().filter(|(_, done, stated)| done != stated).collect();
    assert!(wrong.is_empty(), "done and stated: {wrong:?}");
}
