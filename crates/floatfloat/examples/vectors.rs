//! Results for other implementations to compare theirs with, as JSON: bits of conversions between `f64` and pairs of `f32`,
//! and of operations and functions on `f32`, with a fused multiply-add and without.
//!
//! `cargo run -p floatfloat --example vectors`

use floatfloat::{DoubleWord, FloatFloat, MultiWord, NoFma, QuadWord, TripleWord, Word, WordArray};

const CASES: usize = 512;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// From 0 to 1.
    fn fraction(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Words of a number about as large as `size` at most, each below the last bit of the one before.
    fn words<const N: usize>(&mut self, size: f64, signed: bool) -> [f32; N] {
        let mut size = size;
        core::array::from_fn(|k| {
            let sign = if (k > 0 || signed) && self.bits() & 1 == 1 { -1.0 } else { 1.0 };
            let word = (sign * size * (0.01 + 0.99 * self.fraction())) as f32;
            size = f64::from(word.abs()) * 2f64.powi(-26);
            word
        })
    }
}

/// A word that computes on `f32`.
trait Single: Word<Mask = bool> {
    const FUSED: bool;
    fn of(word: f32) -> Self;
    fn bits(self) -> u32;
}

impl Single for f32 {
    const FUSED: bool = true;
    fn of(word: f32) -> Self {
        word
    }
    fn bits(self) -> u32 {
        self.to_bits()
    }
}

impl Single for NoFma<f32> {
    const FUSED: bool = false;
    fn of(word: f32) -> Self {
        NoFma(word)
    }
    fn bits(self) -> u32 {
        self.0.to_bits()
    }
}

fn number<W: Single, M: MultiWord<Word = W>>(words: &[f32]) -> M {
    M::from_normalized(WordArray::from_fn(|k| W::of(words[k])))
}

fn bits<W: Single, M: MultiWord<Word = W>>(number: M) -> String {
    list(number.parts().as_ref().iter().map(|word| Single::bits(*word)))
}

fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(","))
}

/// One function: words of a number, and for every case the bits of operands and result.
fn function<W: Single, const N: usize>(
    name: &str,
    draw: impl Fn(&mut Random) -> Vec<[f32; N]>,
    compute: impl Fn(&[[f32; N]]) -> String,
) -> String {
    let mut random = Random(2006);
    let cases = list((0..CASES).map(|_| {
        let operands = draw(&mut random);
        let of_operands = operands.iter().flatten().map(|word| word.to_bits());
        format!("[{},{}]", list(of_operands), compute(&operands))
    }));
    let fused = W::FUSED;
    format!("{{\"name\":\"{name}\",\"fused\":{fused},\"words\":{N},\"cases\":{cases}}}")
}

macro_rules! unary {
    ($($name:ident: $size:expr, $signed:expr;)*) => {[$(
        function::<W, 2>(
            concat!("ff_", stringify!($name)),
            |random| vec![random.words($size, $signed)],
            |operands| bits(number::<W, DoubleWord<W>>(&operands[0]).$name()),
        )
    ),*]};
}

macro_rules! binary {
    ($($name:literal, $number:ident, $words:literal: $compute:expr;)*) => {[$(
        function::<W, $words>(
            $name,
            |random| vec![random.words(1e3, true), random.words(1e3, true)],
            |operands| {
                let [x, y] = [0, 1].map(|k| number::<W, $number<W>>(&operands[k]));
                let compute: fn($number<W>, $number<W>) -> $number<W> = $compute;
                bits(compute(x, y))
            },
        )
    ),*]};
}

/// What the library computes with these words.
fn functions<W: Single>() -> Vec<String> {
    let mut all = Vec::new();
    all.extend(binary! {
        "ff_add", DoubleWord, 2: |x, y| x + y;
        "ff_sub", DoubleWord, 2: |x, y| x - y;
        "ff_mul", DoubleWord, 2: |x, y| x * y;
        "ff_div", DoubleWord, 2: |x, y| x / y;
        "ff_atan2", DoubleWord, 2: |x, y| x.atan2(y);
        "tf_add", TripleWord, 3: |x, y| x + y;
        "tf_mul", TripleWord, 3: |x, y| x * y;
        "qf_add", QuadWord, 4: |x, y| x + y;
        "qf_mul", QuadWord, 4: |x, y| x * y;
        "qf_div", QuadWord, 4: |x, y| x / y;
    });
    all.extend(unary! {
        sqrt: 1e6, false;
        exp: 20.0, true;
        ln: 1e6, false;
        sin: 100.0, true;
        cbrt: 1e6, true;
        erf: 3.0, true;
    });
    all
}

/// Bits of numbers, of the pairs that they become, and of the numbers that these become.
fn conversions() -> String {
    let mut random = Random(1);
    let edges = [
        0.0,
        -0.0,
        1.0,
        0.1,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        f64::MIN_POSITIVE,
        f64::from(f32::MAX),
        f64::from(f32::MAX) * (1.0 + 2f64.powi(-25)),
        f64::from(f32::MAX) * (1.0 + 2f64.powi(-24)),
        f64::from(f32::MIN_POSITIVE),
        1e-40,
        1.0 + 2f64.powi(-24),
        1.0 + 3.0 * 2f64.powi(-24),
        1.0 - 2f64.powi(-53),
        1.0 + 2f64.powi(-24) + 2f64.powi(-52),
    ];
    let drawn = (0..4 * CASES).map(|_| f64::from_bits(random.bits())).filter(|x| !x.is_nan());
    let near = (0..4 * CASES).map(|k| (k as f64 + 0.5) / 3.0 * 1e-3);
    list(edges.into_iter().chain(near).chain(drawn).map(|x| {
        let pair = FloatFloat::from_f64(x);
        let [high, low] = [pair.hi(), pair.lo()].map(f32::to_bits);
        // 64 bits are too many for a number of JSON.
        format!("[\"{:016x}\",{high},{low},\"{:016x}\"]", x.to_bits(), pair.to_f64().to_bits())
    }))
}

fn main() {
    let functions = [functions::<f32>(), functions::<NoFma<f32>>()].concat();
    println!("{{\"conversions\":{},\"functions\":{}}}", conversions(), list(functions));
}
