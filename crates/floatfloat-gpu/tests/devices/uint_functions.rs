//! Functions of integers, written once over the trait, and recordings of them.

use floatfloat::{Bits, Uint32};
use floatfloat_gpu::{Circuit, Wire};

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
    E: floatfloat_gpu::DeviceWord,
    Wire<E>: Bits<N>,
{
    let record =
        |results| Circuit::record_words::<E>(true, &[1, 1], &[results], |words| of_words(words));
    // How many results there are is told by the first recording.
    let count = match record(0) {
        Err(floatfloat_gpu::Error::Length { given, .. }) => given as usize,
        other => panic!("a recording of the wrong length was taken: {other:?}"),
    };
    record(count).unwrap()
}

/// Borders of halves, numbers of every length, and words that are special: for two operands each.
pub fn operands() -> [Vec<u64>; 2] {
    let mut random = floatfloat_exact::Random::new(9);
    let mut some: Vec<u64> =
        [0, 1, 2, 31, 32, 33, 0xffff, 0x1_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]
            .into_iter()
            .chain([0x7f80_0000, 0xff80_0000, 0x7fc0_1234, 0x7fa0_0001, 0x0080_0000, 0x007f_ffff])
            .collect();
    some.extend((0..60).map(|k| random.bits() >> 32 >> (k % 32)));
    // The high halves make f64 of every kind.
    let highs = [0, 0x3ff0_0000, 0x7ff0_0000, 0xfff8_0001, 0x000f_ffff, 0x8000_0000, 0x4330_0000];
    let some: Vec<u64> =
        some.iter().zip(highs.iter().cycle()).map(|(&low, &high)| high << 32 | low).collect();
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for &a in &some {
        for &b in &some {
            x.push(a);
            y.push(b);
        }
    }
    [x, y]
}
