//! What the networks compute, operation by operation, is what their published lists of gates say. Random
//! operands would not tell: many of the last gates change a result in rare cases only.

use floatfloat::{
    Word,
    eft::{fast_two_sum, two_prod, two_sum},
    multi_word::{
        add::{add3, add4},
        mul::{mul3, mul4},
    },
};
use std::{
    cell::RefCell,
    collections::HashMap,
    ops::{Add, Div, Mul, Neg, Sub},
};

/// Zhang & Aiken 2025, as their authors list them: `Ta,b` 2Sum of the wires a and b, `Fa,b` Fast2Sum, `Aa,b` a
/// sum into a, `Pi,j:a,b` 2Prod of x_i and y_j into a and b, `Mi,j:a` a product into a. The addition starts with
/// x_k on wire 2k and y_k on wire 2k + 1.
const ADD3: &str =
    "T0,1 T2,3 T4,5 F0,2 A1,5 T3,4 F0,3 T1,2 A2,4 T2,3 T1,2 F0,1 A2,3 F1,2 F0,1 F1,2";
const ADD4: &str = "T0,1 T2,3 T4,5 T6,7 F0,2 A1,7 T3,4 T5,6 T1,6 F2,3 T4,5 F0,2 F3,4 T1,3 F2,6 A4,5 T1,2 \
    T3,4 F0,1 T2,3 A4,6 F1,2 T3,4 F0,1 F2,3 F1,2 A3,4 F0,1 F2,3 F1,2 F2,3";
const MUL3: &str = "P0,0:0,1 P0,1:2,4 P1,0:3,5 M0,2:6 M1,1:7 M2,0:8 T2,3 A4,5 A6,8 T1,2 A6,7 F0,1 A2,3 A4,6 \
    A2,4 T1,2 F0,1 F1,2 F0,1";
const MUL4: &str = "P0,0:0,1 P0,1:2,4 P1,0:3,5 P0,2:6,7 P1,1:8,9 P2,0:10,11 M0,3:12 M1,2:13 M2,1:14 M3,0:15 \
    T2,3 T4,5 T6,10 A7,11 A12,15 A13,14 T1,2 T4,8 A5,7 A10,9 A12,13 F0,1 F2,3 T4,6 A5,12 A8,10 T2,4 A3,8 A5,6 \
    A3,4 T2,3 T1,2 A3,5 F0,1 T2,3 T1,2 F0,1 F2,3 F1,2 F0,1 F2,3 F1,2 F2,3";

/// A value: what is computed of which values. Two results are the same circuit if and only if they are the
/// same value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Node {
    Input(usize),
    Constant(u64),
    Neg(usize),
    Op(char, usize, usize),
    MulAdd(usize, usize, usize),
}

thread_local! {
    static VALUES: RefCell<HashMap<Node, usize>> = RefCell::new(HashMap::new());
}

/// A word that is a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Value(usize);

fn value(node: Node) -> Value {
    VALUES.with_borrow_mut(|values| {
        let next = values.len();
        Value(*values.entry(node).or_insert(next))
    })
}

macro_rules! recorded {
    ($($op:ident::$method:ident $sign:literal),*) => {$(
        impl $op for Value {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                value(Node::Op($sign, self.0, other.0))
            }
        }
    )*};
}

recorded!(Add::add '+', Sub::sub '-', Mul::mul '*', Div::div '/');

impl Neg for Value {
    type Output = Self;
    fn neg(self) -> Self {
        value(Node::Neg(self.0))
    }
}

impl Word for Value {
    type Mask = bool;
    const PRECISION: u32 = 53;

    fn fused() -> bool {
        true
    }
    #[inline(never)]
    fn step<R>(work: impl FnOnce() -> R) -> R {
        work()
    }
    fn constant(self, constant: f64) -> Self {
        value(Node::Constant(constant.to_bits()))
    }
    fn abs(self) -> Self {
        panic!("no network takes a magnitude")
    }
    fn sqrt(self) -> Self {
        panic!("no network takes a root")
    }
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        value(Node::MulAdd(self.0, factor.0, addend.0))
    }
    fn less(self, _: Self) -> bool {
        panic!("no network compares")
    }
    fn less_or_equal(self, _: Self) -> bool {
        panic!("no network compares")
    }
    fn equal(self, _: Self) -> bool {
        panic!("no network compares")
    }
    fn select(_: bool, _: Self, _: Self) -> Self {
        panic!("no network chooses")
    }
}

/// The wires after the gates of a list.
fn run<W: Word>(gates: &str, x: &[W], y: &[W], mut wires: Vec<W>) -> Vec<W> {
    for gate in gates.split_whitespace() {
        let (kind, numbers) = gate.split_at(1);
        let numbers: Vec<usize> =
            numbers.split([',', ':']).map(|number| number.parse().expect("a number")).collect();
        match (kind, &numbers[..]) {
            ("T", &[a, b]) => (wires[a], wires[b]) = two_sum(wires[a], wires[b]),
            ("F", &[a, b]) => (wires[a], wires[b]) = fast_two_sum(wires[a], wires[b]),
            ("A", &[a, b]) => wires[a] = wires[a] + wires[b],
            ("P", &[i, j, a, b]) => (wires[a], wires[b]) = two_prod(x[i], y[j]),
            ("M", &[i, j, a]) => wires[a] = x[i] * y[j],
            _ => panic!("{gate} is no gate"),
        }
    }
    wires
}

fn inputs<const N: usize>() -> ([Value; N], [Value; N]) {
    let input = |k: usize| value(Node::Input(k));
    (std::array::from_fn(input), std::array::from_fn(|k| input(N + k)))
}

fn addition<const N: usize>(
    network: fn([Value; N], [Value; N]) -> [Value; N],
) -> impl Fn(&str) -> bool {
    move |gates| {
        let (x, y) = inputs::<N>();
        let wires = x.into_iter().zip(y).flat_map(|(a, b)| [a, b]).collect();
        run(gates, &x, &y, wires)[..N] == network(x, y)
    }
}

fn multiplication<const N: usize>(
    network: fn([Value; N], [Value; N]) -> [Value; N],
) -> impl Fn(&str) -> bool {
    move |gates| {
        let (x, y) = inputs::<N>();
        let wires = vec![x[0].constant(0.0); N * N];
        run(gates, &x, &y, wires)[..N] == network(x, y)
    }
}

/// The network is the list, and is none of the lists with a gate less or with another order of its wires.
fn is_the_list(gates: &str, is_circuit: impl Fn(&str) -> bool) {
    assert!(is_circuit(gates), "{gates}");
    let list: Vec<&str> = gates.split_whitespace().collect();
    for k in 0..list.len() {
        let mut others = list.clone();
        others.remove(k);
        assert!(!is_circuit(&others.join(" ")), "without gate {k}, {}", list[k]);
    }
}

#[test]
fn networks_are_the_published_lists_of_gates() {
    is_the_list(ADD3, addition(add3));
    is_the_list(ADD4, addition(add4));
    is_the_list(MUL3, multiplication(mul3));
    is_the_list(MUL4, multiplication(mul4));
}
