//! Quotients and square roots by fused multiply-adds, for every operand of small machines.

use floatfloat::{
    Word,
    sim::{Machine, Sim, Spec},
};
use floatfloat_cpu::correctly_rounded::{quotient, square_root};

macro_rules! small_machines {
    ($($name:ident: $precision:literal),*) => {$(
        #[derive(Clone, Copy, Default)]
        struct $name;
        impl Machine for $name {
            const SPEC: Spec = Spec::ieee("small", $precision, -126, 127);
        }
    )*};
}

small_machines!(Four: 4, Five: 5, Six: 6, Seven: 7, Eight: 8, Nine: 9, Ten: 10, Eleven: 11);

/// Every pair of significands.
fn all_quotients<M: Machine>() {
    let count = 1u32 << (M::SPEC.precision - 1);
    for b in count..2 * count {
        let divisor = Sim::<M>::new(f64::from(b));
        let reciprocal = divisor.constant(1.0) / divisor;
        for a in count..2 * count {
            let a = Sim::<M>::new(f64::from(a));
            let (_, found) = quotient(a, divisor, reciprocal);
            assert!(found == a / divisor, "{a:?} / {b}: {found:?}");
        }
    }
}

#[test]
fn quotients_of_small_machines_are_correctly_rounded() {
    all_quotients::<Four>();
    all_quotients::<Five>();
    all_quotients::<Six>();
    all_quotients::<Seven>();
    all_quotients::<Eight>();
    all_quotients::<Nine>();
    all_quotients::<Ten>();
    all_quotients::<Eleven>();
}

/// Where a root is said to be right it is, and hardly any is not, for seeds that are wrong by
/// as much as they may be.
#[test]
fn certain_roots_are_correctly_rounded() {
    let mut uncertain = 0;
    for k in 0..1 << 20 {
        let x = 1.0 + f64::from(k) * 3.0 / f64::from(1 << 20);
        for error in [-1.0, -0.3, 0.0, 0.7, 1.0] {
            let seed = (1.0 + error * 2f64.powi(-14)) / x.sqrt();
            let (root, certain) = square_root(x, seed, 2f64.powi(-39));
            assert!(!certain || root == x.sqrt(), "√{x:e}");
            let narrow = x as f32;
            let (root, certain_narrow) = square_root(narrow, seed as f32, 2f64.powi(-20));
            assert!(!certain_narrow || root == narrow.sqrt(), "√{narrow:e}");
            uncertain += u32::from(!certain) + u32::from(!certain_narrow);
        }
    }
    assert!(uncertain < 200, "{uncertain} roots uncertain");
}
