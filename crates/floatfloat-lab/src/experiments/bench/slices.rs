//! The operations of slices, as users of `floatfloat-cpu` call them: special values included.

use super::{Contest, ELEMENTS, Timed};
use crate::{
    machine::CPU,
    random::Random,
    real::{Real, same_bits},
    speed::limit::flops_per_second,
};
use floatfloat::{
    DoubleWord,
    double_word::{
        add_network::AddNetwork, div_warwick::DivWarwick, mul_dw2::MulDw2, sqrt::Sqrt,
        sub_network::SubNetwork,
    },
    operation::{Function, Info, Operation},
};
use floatfloat_cpu::{DoubleWordVec, Element};

/// What one operation of slices is.
struct Entry<W: Element> {
    op: &'static str,
    function: Option<Function>,
    flops: u32,
    /// What becomes of the output, which holds z before.
    run: fn(&Operands<W>, &mut DoubleWordVec<W>),
    /// The same for one element.
    one: fn([DoubleWord<W>; 3]) -> DoubleWord<W>,
}

/// x with square roots, y and z without zeros.
struct Operands<W: Element> {
    x: DoubleWordVec<W>,
    y: DoubleWordVec<W>,
    z: DoubleWordVec<W>,
}

impl<W: Real + Element> Operands<W> {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed, 0);
        let mut draw = || -> DoubleWordVec<W> { (0..ELEMENTS).map(|_| random.pair(8)).collect() };
        Operands { x: draw().as_slice().abs(), y: draw(), z: draw() }
    }
}

/// The factor of `axpy`.
fn factor<W: Real>() -> DoubleWord<W> {
    DoubleWord::from_parts(W::from_f64(1e-3), W::from_f64(1e-12))
}

const FITS: &str = "all have as many elements";

fn entries<W: Real + Element>() -> [Entry<W>; 7] {
    let of = |info: Info, run, one| Entry {
        op: info.name,
        function: Some(info.function),
        flops: info.flops,
        run,
        one,
    };
    let both = AddNetwork::INFO.flops + MulDw2::INFO.flops;
    [
        of(
            AddNetwork::INFO,
            |o: &Operands<W>, out| {
                o.x.as_slice().add_into(o.y.as_slice(), out.as_mut_slice()).expect(FITS);
            },
            |[x, y, _]| x + y,
        ),
        of(
            SubNetwork::INFO,
            |o, out| o.x.as_slice().sub_into(o.y.as_slice(), out.as_mut_slice()).expect(FITS),
            |[x, y, _]| x - y,
        ),
        of(
            MulDw2::INFO,
            |o, out| o.x.as_slice().mul_into(o.y.as_slice(), out.as_mut_slice()).expect(FITS),
            |[x, y, _]| x * y,
        ),
        of(
            DivWarwick::INFO,
            |o, out| o.x.as_slice().div_into(o.y.as_slice(), out.as_mut_slice()).expect(FITS),
            |[x, y, _]| x / y,
        ),
        of(
            Sqrt::INFO,
            |o, out| o.x.as_slice().sqrt_into(out.as_mut_slice()).expect(FITS),
            |[x, _, _]| x.sqrt(),
        ),
        Entry {
            op: "mul_add",
            function: None,
            flops: both,
            run: |o, out| {
                let (y, z) = (o.y.as_slice(), o.z.as_slice());
                o.x.as_slice().mul_add_into(y, z, out.as_mut_slice()).expect(FITS);
            },
            one: |[x, y, z]| x.mul_add(y, z),
        },
        Entry {
            op: "axpy",
            function: None,
            flops: both,
            run: |o, out| out.as_mut_slice().axpy(factor(), o.y.as_slice()).expect(FITS),
            one: |[_, y, z]| y.mul_add(factor(), z),
        },
    ]
}

/// Enters every operation of slices over words `W`, verified.
pub(super) fn enter<W: Real + Element>(contest: &mut Contest, seed: u64) {
    let limit = flops_per_second::<W>();
    for Entry { op, function, flops, run, one } in entries::<W>() {
        let operands = Operands::<W>::new(seed);
        let mut out = operands.z.clone();
        run(&operands, &mut out);
        let number = |of: &DoubleWordVec<W>, i| of.get(i).expect("it has as many elements");
        let verified = (0..ELEMENTS).all(|i| {
            let [x, y, z] = [&operands.x, &operands.y, &operands.z].map(|of| number(of, i));
            same_bits(number(&out, i), one([x, y, z]))
        });
        contest.timed.push(Timed {
            device: CPU.into(),
            elements: ELEMENTS as u64,
            work: "slice",
            op,
            type_name: W::PAIR.name(),
            function,
            flops: Some(flops),
            percent_per_ns: Some(100.0 * f64::from(flops) * 1e9 / limit),
            ns_per_op: f64::NAN,
            verified,
        });
        contest.works.push(Box::new(move || run(&operands, &mut out)));
    }
}
