//! Simulated machines as words.

use floatfloat::{
    DoubleWord, Word,
    eft::{two_prod, two_sum},
    sim::{
        Machine, Sim, Spec,
        machines::{self, Ati24, IeeeF32, IeeeF64, Nv35, R300, Small},
    },
};

#[test]
fn algorithms_give_the_bits_of_the_native_type() {
    let mut random = crate::common::Random(3);
    for _ in 0..200_000 {
        let [a, b] = [(); 2].map(|()| (random.bits() as i32 as f32) * 2f32.powi(-20));
        let [x, y] = [a, b].map(|x| Sim::<IeeeF32>::from_carrier(f64::from(x)));
        let (s, e) = two_sum(a, b);
        assert_eq!(two_sum(x, y), (f64::from(s).into(), f64::from(e).into()));
        let (p, e) = two_prod(a, b);
        assert_eq!(two_prod(x, y), (f64::from(p).into(), f64::from(e).into()));
        assert_eq!(x < y, a < b);
        assert_eq!(x.less_or_equal(y), a <= b);
        assert_eq!(f64::from(-x.abs()), f64::from(-a.abs()));
    }
}

#[test]
fn constants_come_from_the_machine() {
    assert_eq!((Sim::<Nv35>::PRECISION, Sim::<Nv35>::fused()), (24, false));
    assert_eq!((Sim::<Ati24>::PRECISION, Sim::<Ati24>::fused()), (17, false));
    assert_eq!((Sim::<IeeeF64>::PRECISION, Sim::<IeeeF64>::fused()), (53, true));
    assert_eq!(Small::<5, R300>::SPEC.precision, 5);
    assert_eq!(Sim::<Ati24>::new(1.0).constant(0.1).to_f64(), 52429.0 / 524288.0);
    assert_eq!(format!("{:?}", Sim::<Ati24>::new(0.5)), "0.5");
    let [one, three] = [1.0, 3.0].map(Sim::<Small<5, IeeeF32>>::new);
    let third = DoubleWord::from_word(one) / three;
    assert_eq!(third.hi().to_f64(), 0.328125);
    assert_eq!(format!("{third:?}"), "0x1.5p-2 + 0x1.5p-8");
}

#[test]
fn a_machine_that_flushes_operands_compares_them_so() {
    let tiny = machines::NV35_LIKE.smallest_subnormal();
    let zero = Sim::<Nv35>::new(0.0);
    assert_eq!(Sim::<Nv35>::from_carrier(tiny), zero);
    assert!(!zero.less(Sim::from_carrier(tiny)));
    assert!(Sim::<IeeeF32>::new(0.0).less(Sim::from_carrier(tiny)));
}

#[test]
fn formats_of_2006_have_their_limits() {
    let limits = |m: Spec| (m.smallest_normal(), m.largest());
    let of = machines::TABLE_1.map(|(spec, _)| limits(spec));
    let f32_limits = (f64::from(f32::MIN_POSITIVE), f64::from(f32::MAX));
    assert_eq!(of[0], (2f64.powi(-14), 65504.0));
    assert_eq!(of[1], f32_limits);
    // Without special values the highest exponent is an ordinary one.
    assert_eq!(of[2], (2f64.powi(-14), 131008.0));
    assert_eq!(of[3], (2f64.powi(-62), (2.0 - 2f64.powi(-16)) * 2f64.powi(64)));
    assert_eq!(of[4], f32_limits);
}

#[test]
fn limits_of_the_ieee_formats() {
    let f64_format = machines::IEEE_F64;
    assert_eq!(f64_format.largest(), f64::MAX);
    assert_eq!(f64_format.smallest_normal(), f64::MIN_POSITIVE);
    assert_eq!(f64_format.smallest_subnormal(), f64::from_bits(1));
    assert_eq!(machines::IEEE_F32.smallest_subnormal(), f64::from(f32::from_bits(1)));
    assert_eq!(machines::IEEE_BF16.largest(), f64::from(f32::from_bits(0x7f7f_0000)));
}
