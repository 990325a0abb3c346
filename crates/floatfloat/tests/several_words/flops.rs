//! The stated number of flops is the number of operations that the code does, with and without a fused
//! multiply-add.

use crate::shared::counted::{Counted, flops};
use floatfloat::{
    MultiWord, WordArray,
    multi_word::operation::Operation,
    registry::{SeveralWordsVisitor, for_each_of_several_words},
};

/// Names with the flops that are done and that are stated.
struct Flops(Vec<(&'static str, [u32; 2], [u32; 2])>);

fn counted<O: Operation, const FUSED: bool>() -> u32 {
    let number = |first: f64| -> O::Number<Counted<53, FUSED>> {
        let word = |k: usize| Counted(first * 2f64.powi(-60 * k as i32));
        MultiWord::from_normalized(WordArray::from_fn(word))
    };
    let (x, y) = (number(3.0), number(7.0));
    flops(|| O::apply(x, y))
}

impl SeveralWordsVisitor for Flops {
    fn visit<O: Operation>(&mut self) {
        let done = [counted::<O, true>(), counted::<O, false>()];
        self.0.push((O::INFO.name, done, [O::INFO.flops, O::INFO.flops_without_fma]));
    }
}

#[test]
fn flops_are_as_stated() {
    let mut flops = Flops(Vec::new());
    for_each_of_several_words(&mut flops);
    let wrong: Vec<_> = flops.0.iter().filter(|(_, done, stated)| done != stated).collect();
    assert!(wrong.is_empty(), "done and stated: {wrong:?}");
}
