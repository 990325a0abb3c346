//! Digests of results: of every registered operation and function on one number at a time, and of slices and
//! matrices. Two machines compute alike if they print the same; nothing printed depends on the machine.
//!
//! `cargo test --release -p floatfloat-cpu --test slices -- --ignored --nocapture digests`

use floatfloat::{
    DoubleWord, NoFma, TripleWord,
    elementary::Elementary,
    multi_word::operation::Operation as SeveralWords,
    operation::Operation,
    registry::{
        FunctionVisitor, SeveralWordsVisitor, Visitor, for_each, for_each_function,
        for_each_of_several_words,
    },
};
use floatfloat_cpu::{
    Element, Vector, VectorView,
    elementwise::{Elementwise, functions, map_into},
    matrix::{Lu, Matrix, gemm, gemm_accurate},
    reproducible,
};
use floatfloat_exact::{
    Class, Concrete, Operands, Pair,
    functions::{self as reference, Arguments},
    several_words, survey,
};

const SEED: u64 = 2006;

/// Operands of each class.
const EACH: usize = 500;

#[test]
#[ignore = "prints digests, which .ci/release compares with those of other processors"]
fn digests() {
    for_each(&mut Scalars);
    for_each_function(&mut Scalars);
    for_each_of_several_words(&mut Scalars);
    slices::<f32>("f32");
    slices::<f64>("f64");
}

/// FNV-1a, of words.
struct Digest(u64);

impl Digest {
    /// # Panics
    /// If all words are NaN, whose digest would tell nothing.
    fn of(words: impl IntoIterator<Item = f64>) -> Self {
        let mut tells = false;
        let digest = words.into_iter().fold(Digest(0xcbf2_9ce4_8422_2325), |digest, word| {
            tells |= !word.is_nan();
            // Machines differ in the bits of NaN.
            let bits = if word.is_nan() { f64::NAN.to_bits() } else { word.to_bits() };
            bits.to_le_bytes().into_iter().fold(digest, |Digest(digest), byte| {
                Digest((digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
            })
        });
        assert!(tells, "all results are NaN");
        digest
    }

    fn print(self, name: &str, of: &str) {
        println!("{name:<18} {of:<10} {:016x}", self.0);
    }
}

/// One number at a time.
struct Scalars;

impl Visitor for Scalars {
    fn visit<O: Operation>(&mut self) {
        operation::<O, f32>();
        operation::<O, f64>();
        operation::<O, NoFma<f32>>();
        operation::<O, NoFma<f64>>();
    }
}

impl FunctionVisitor for Scalars {
    fn visit<F: Elementary>(&mut self) {
        function::<F, f32>();
        function::<F, f64>();
        function::<F, NoFma<f32>>();
        function::<F, NoFma<f64>>();
    }
}

impl SeveralWordsVisitor for Scalars {
    fn visit<O: SeveralWords>(&mut self) {
        on_several_words::<O, f32>();
        on_several_words::<O, f64>();
    }
}

fn operation<O: Operation, W: Concrete<Mask = bool>>() {
    if survey::applies::<W>(&O::INFO) {
        let mut operands = Operands::new(&O::INFO, W::FORMAT, W::fused(), SEED);
        let pairs = Class::ALL.into_iter().flat_map(|class| [class; EACH]);
        let results = pairs.flat_map(|class| survey::measure::<O, W>(operands.draw(class)).result);
        Digest::of(results).print(O::INFO.name, W::NAME);
    }
}

fn function<F: Elementary, W: Concrete<Mask = bool>>() {
    let mut arguments = Arguments::new(F::INFO.function, W::FORMAT, SEED);
    let pairs = reference::Class::ALL.into_iter().flat_map(|class| [class; EACH]);
    let results = pairs.flat_map(|class| reference::survey::apply::<F, W>(arguments.draw(class)));
    Digest::of(results).print(F::INFO.name, W::NAME);
}

fn on_several_words<O: SeveralWords, W: Concrete<Mask = bool>>() {
    let mut operands = several_words::Operands::new(&O::INFO, W::FORMAT, W::fused(), SEED);
    let pairs = several_words::Class::ALL.into_iter().flat_map(|class| [class; EACH]);
    let results =
        pairs.flat_map(|class| several_words::measure::<O, W>(operands.draw(class)).result);
    Digest::of(results).print(O::INFO.name, W::NAME);
}

/// Sums, products, functions and systems of many numbers.
fn slices<E: Element + Concrete<Mask = bool>>(of: &'static str) {
    let [x, y] = operands::<E>();
    let (x, y) = (x.view(), y.view());
    let print = |name: &str, numbers: &[DoubleWord<E>]| {
        Digest::of(numbers.iter().flat_map(parts)).print(name, of);
    };
    let all = |numbers: Vector<DoubleWord<E>>| numbers.to_interleaved();
    print("slice add", &all(x.try_add(y).expect("lengths are the same")));
    print("slice sub", &all(x.try_sub(y).expect("lengths are the same")));
    print("slice mul", &all(x.try_mul(y).expect("lengths are the same")));
    print("slice div", &all(x.try_div(y).expect("lengths are the same")));
    print("slice sqrt", &all(x.sqrt()));
    let [fractions_x, fractions_y] = [x, y].map(fractions);
    let (p, q) = (fractions_x.view(), fractions_y.view());
    let dot = p.dot(q).expect("lengths are the same");
    print("slice sum, dot", &[p.sum(), p.asum(), p.nrm2(), dot]);
    print("slice exact sum", &[reproducible::sum_numbers(p), reproducible::sum_numbers(x)]);
    functions::for_each(&mut OfSlices { x: x.to_vector(), y: y.to_vector(), of });

    let three = |x: Vector<DoubleWord<E>>| x.iter().map(TripleWord::from).collect::<Vector<_>>();
    let (x3, y3) = (three(fractions_x), three(fractions_y));
    let numbers = [x3.sum(), x3.dot(y3.view()).expect("lengths are the same")];
    let words = numbers.iter().flat_map(|number| number.parts().map(Concrete::to_f64));
    Digest::of(words).print("three words", of);

    let near_one = |i: usize, j: usize| {
        let number = x.get((31 * i + j) % x.len()).expect("within the slice");
        let fraction = DoubleWord::from_word(E::from_f64(1.0)) / (number.abs() + E::from_f64(1.0));
        if i == j { fraction + E::from_f64(4.0) } else { fraction }
    };
    let [a, b] = [Matrix::from_fn(150, 150, near_one), Matrix::from_fn(150, 70, near_one)];
    let product = gemm(a.view(), b.view()).expect("sizes fit");
    print("matrix product", &product.to_row_major());
    // Without registers it takes long, so it is a small one.
    let rows = Matrix::from_fn(20, 100, near_one);
    let accurate = gemm_accurate(rows.view(), rows.t()).expect("sizes fit");
    print("accurate matrix product", &accurate.to_row_major());
    let lu = Lu::new(a.view()).expect("the diagonal is large");
    let mut solution = b.clone();
    lu.solve_in_place(solution.view_mut()).expect("sizes fit");
    print("solution", &solution.to_row_major());
}

/// Numbers of all classes.
fn operands<E: Element + Concrete<Mask = bool>>() -> [Vector<DoubleWord<E>>; 2] {
    use floatfloat::double_word::add_accurate::AddAccurate;
    let mut operands = Operands::new(&AddAccurate::INFO, E::FORMAT, true, SEED);
    let number =
        |[high, low]: [f64; 2]| DoubleWord::from_normalized(E::from_f64(high), E::from_f64(low));
    let pairs: Vec<Pair> =
        (0..20 * EACH).flat_map(|_| Class::ALL).map(|class| operands.draw(class)).collect();
    [
        pairs.iter().map(|pair| number(pair.x)).collect(),
        pairs.iter().map(|pair| number(pair.y)).collect(),
    ]
}

/// The same brought between −1 and 1, so that sums do not overflow.
fn fractions<E: Element + Concrete<Mask = bool>>(
    numbers: VectorView<'_, DoubleWord<E>>,
) -> Vector<DoubleWord<E>> {
    numbers.iter().map(|number| number / (number.abs() + E::from_f64(1.0))).collect()
}

fn parts<E: Element + Concrete>(number: &DoubleWord<E>) -> [f64; 2] {
    [number.hi().to_f64(), number.lo().to_f64()]
}

/// Every elementary function of slices.
struct OfSlices<E: Element> {
    x: Vector<DoubleWord<E>>,
    y: Vector<DoubleWord<E>>,
    of: &'static str,
}

impl<E: Element + Concrete<Mask = bool>> OfSlices<E> {
    fn print<O: Elementwise<N, DoubleWord<E>>, const N: usize>(
        &self,
        name: &str,
        function: O,
        others: [&Vector<DoubleWord<E>>; N],
    ) {
        let mut results = Vector::zeros(self.x.len());
        let others = others.map(Vector::view);
        map_into(function, self.x.view(), others, results.view_mut())
            .expect("lengths are the same");
        let words = results.iter().flat_map(|number| parts(&number)).collect::<Vec<_>>();
        Digest::of(words).print(&format!("slice {name}"), self.of);
    }
}

impl<E: Element + Concrete<Mask = bool>> functions::Visitor<E> for OfSlices<E> {
    fn one<F: Elementary + Elementwise<0, DoubleWord<E>>>(&mut self, function: F) {
        self.print(F::INFO.name, function, []);
    }

    fn two<F: Elementary + Elementwise<1, DoubleWord<E>>>(&mut self, function: F) {
        self.print(F::INFO.name, function, [&self.y]);
    }

    fn integer<F: Elementwise<0, DoubleWord<E>> + 'static>(&mut self, function: fn(i32) -> F) {
        self.print("root of degree 3", function(3), []);
    }
}
