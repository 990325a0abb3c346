//! Code over [`MultiWord`] computes what the same code over the type itself does, bit for bit.

use crate::common::{Random, bits};
use floatfloat::{
    DoubleDouble, DoubleWord, FloatFloat, MultiWord, NativeWord, NoFma, Word, WordArray,
};

/// Every operation of the trait.
fn generic<N: MultiWord>(x: N, y: N, word: N::Word) -> N {
    let mut sum = x.mul_add(y, x / y) - (x + word) * word / (-y).abs().sqrt();
    sum += y - word;
    sum *= x / word;
    sum -= word;
    sum /= y.constant(0.1);
    let larger = N::select(x.less(y), y, x);
    let same = N::select(x.equal(larger) & y.less_or_equal(larger), N::from_word(x.hi()), y);
    sum + larger * same
}

fn direct<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>, word: W) -> DoubleWord<W> {
    let sum = DoubleWord::mul_add(x, y, x / y) - (x + word) * word / DoubleWord::abs(-y).sqrt();
    let sum = ((sum + (y - word)) * (x / word) - word) / y.constant(0.1);
    let larger = DoubleWord::select(x.less(y), y, x);
    let same = DoubleWord::select(
        x.equal(larger) & y.less_or_equal(larger),
        DoubleWord::from_word(x.hi()),
        y,
    );
    sum + larger * same
}

/// The same number over another word, and back.
fn over<N: MultiWord, V: Word>(x: N, word: impl Fn(N::Word) -> V) -> N::Over<V> {
    let parts = x.parts();
    MultiWord::from_normalized(WordArray::from_fn(|k| word(parts[k])))
}

fn agrees<F: NativeWord>(random: &mut Random) {
    for _ in 0..2000 {
        let [x, y]: [DoubleWord<F>; 2] = [0, 1].map(|_| {
            let high = random.word_near(0);
            DoubleWord::from_parts(high, random.word_near(-(F::PRECISION as i32) - 1))
        });
        let word = random.word_near(0);
        assert_eq!(bits(generic(x, y, word)), bits(direct(x, y, word)), "{x:?} {y:?} {word}");

        let [bare_x, bare_y] = [x, y].map(|x| over(x, NoFma));
        let bare = generic(bare_x, bare_y, NoFma(word));
        let back: DoubleWord<F> = MultiWord::from_normalized(bare.parts().map(|word| word.0));
        let expected = direct(bare_x, bare_y, NoFma(word));
        assert_eq!((back.hi(), back.lo()), (expected.hi().0, expected.lo().0));
    }
}

#[test]
fn generic_code_has_the_bits_of_the_type() {
    agrees::<f32>(&mut Random(61));
    agrees::<f64>(&mut Random(62));
}

#[test]
fn parts_go_in_and_out() {
    assert_eq!((DoubleDouble::WORDS, FloatFloat::WORDS), (2, 2));
    let x = <DoubleDouble as MultiWord>::from_parts([1e-20, 1.0]);
    assert_eq!(x.parts(), [1.0, 1e-20]);
    assert_eq!(<DoubleDouble as MultiWord>::from_normalized(x.parts()), x);
    assert_eq!(MultiWord::hi(x), 1.0);
}
