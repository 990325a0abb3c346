//! Functions of integers, written once over the trait, and recordings of them.

use floatfloat::{Bits, Uint32, Word};
use floatfloat_gpu::{Circuit, DeviceWord, Error, UintWire, Wire};

/// Every operation of the trait, and functions that are called.
pub fn every_operation<U: Uint32>(x: U, y: U) -> Vec<U> {
    let [zero, one] = [0, 1].map(|value| x.constant(value));
    let count = y & x.constant(63);
    let mut results = vec![
        x.wrapping_add(y),
        x.wrapping_sub(y),
        x.wrapping_mul(y),
        x.high_product(y),
        x & y,
        x | y,
        x ^ y,
        !x,
        x.leading_zeros(),
        y.shift_right(count).leading_zeros(),
        U::select(x.less(y), one, zero),
        U::select(x.less_or_equal(y), one, zero),
        U::select(x.equal(y) | !(x.less(y) & !y.equal(zero)), x, y),
    ];
    for count in [y, count, x.constant(5), x.constant(31), x.constant(32), x.constant(u32::MAX)] {
        results.extend([x.shift_left(count), x.shift_right(count), one.shift_left(count)]);
    }
    // Steps of constants alone.
    results.push(one.constant(3).shift_left(one.constant(31)).wrapping_sub(one));
    let product = wide_product([x, y]);
    results.extend(product);
    results.extend(add_64([product[0], product[1], y, x]));
    results.extend(leading_zeros_64(product));
    results.extend(powers(x));
    results
}

/// The product of two integers, low half first.
pub fn wide_product<U: Uint32>(factors: [U; 2]) -> [U; 2] {
    U::call("wide product", factors, |[x, y]| [x.wrapping_mul(y), x.high_product(y)])
}

/// The sum of two numbers of 64 bits, low half first.
fn add_64<U: Uint32>(operands: [U; 4]) -> [U; 2] {
    U::call("add 64", operands, |[x, x_high, y, y_high]| {
        let (low, high) = (x.wrapping_add(y), x_high.wrapping_add(y_high));
        [low, U::select(low.less(x), high.wrapping_add(high.constant(1)), high)]
    })
}

/// Zeros before the first 1 of a number of 64 bits.
fn leading_zeros_64<U: Uint32>(number: [U; 2]) -> [U; 1] {
    U::call("leading zeros 64", number, |[low, high]| {
        let of_low = low.leading_zeros().wrapping_add(low.constant(32));
        [U::select(high.equal(high.constant(0)), of_low, high.leading_zeros())]
    })
}

/// Powers of a number modulo 2^64, by a function that calls others.
fn powers<U: Uint32>(x: U) -> [U; 6] {
    U::call("powers", [x], |[x]| {
        let square = wide_product([x, x]);
        let twice = add_64([square[0], square[1], square[0], square[1]]);
        [square[0], square[1], twice[0], twice[1], wide_product([square[0], x])[1], x]
    })
}

/// [`every_operation`] of integers that are the bits of words, or the low half of them; the results are the bits of
/// words, high halves zero.
pub fn of_words<W: Bits<N>, const N: usize>(words: &[W]) -> Vec<W> {
    let [x, y] = [0, 1].map(|place| words[place].into_uints()[0]);
    let results = every_operation(x, y).into_iter().map(|result| {
        let mut uints = [result.constant(0); N];
        uints[0] = result;
        W::from_uints(uints)
    });
    // The words themselves, as they are, and with the mask of an integer choosing between words.
    let negative = x.less(x.constant(1 << 31));
    let chosen = W::select(negative & words[0].less(words[1]), words[0], words[1]);
    results.chain([W::from_uints(words[0].into_uints()), chosen]).collect()
}

/// [`of_words`], recorded.
pub fn circuit<E, const N: usize>() -> Circuit
where
    E: DeviceWord,
    Wire<E>: Bits<N>,
{
    let record = |results| Circuit::record_words::<E>(true, &[1, 1], &[results], of_words);
    // How many results there are is told by the first recording.
    let count = match record(0) {
        Err(Error::Length { given, .. }) => given as usize,
        other => panic!("a recording of the wrong length was taken: {other:?}"),
    };
    record(count).unwrap()
}

/// A few steps of integers, of which some are functions that are called: for text that people read.
pub fn small() -> Circuit {
    Circuit::record_words::<f32>(true, &[1, 1], &[2], |words| {
        let [x, y] = [words[0].into_uints()[0], words[1].into_uints()[0]];
        let [low, high] = wide_product([x, y]);
        let [zeros] = leading_zeros_64([low, high]);
        let shifted = high.shift_left(zeros) | low.shift_right(zeros.constant(3));
        let negative = words[0].less(words[0].constant(0.0)) & low.equal(y);
        vec![Wire::from_uints([UintWire::select(negative, !shifted, low)]), words[1]]
    })
    .unwrap()
}
