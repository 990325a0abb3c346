//! One program of every kind over any word.

use floatfloat::DoubleWord;
use floatfloat_gpu::{Chain, Circuit, DeviceWord, Number, Program, Recorded, Wire};

type Double<E> = DoubleWord<Wire<E>>;

/// Programs over words of type `E`, with names.
pub fn programs<E>(fused: bool) -> Vec<(&'static str, Program)>
where
    E: DeviceWord + Number<Word = E, Recorded = Wire<E>>,
    Wire<E>: Recorded<Number = E>,
    DoubleWord<E>: Number<Word = E, Recorded = Double<E>>,
    Double<E>: Recorded<Number = DoubleWord<E>>,
{
    let zero = vec![0.0_f64.to_bits(); 2];
    let function = Circuit::record2(fused, |a: Double<E>, b: Double<E>| (a * b - a / b).sqrt());
    let function = function.unwrap();
    let add = Circuit::record2(fused, |a: Double<E>, b: Double<E>| a + b).unwrap();
    let mixed = Circuit::record3(fused, |a: Wire<E>, b: Double<E>, c: Double<E>| b * a + c);
    let multiply_add =
        Circuit::record3(fused, |s: Double<E>, a: Double<E>, b: Double<E>| s + a * b).unwrap();
    let finish = Circuit::record1(fused, |s: Double<E>| -s).unwrap();
    let map = |function: &Circuit, broadcast: &[bool], looped| Program::Map {
        function: function.clone(),
        broadcast: broadcast.to_vec(),
        looped,
    };
    vec![
        ("map", map(&function, &[false, false], false)),
        ("map_loop", map(&function, &[false, false], true)),
        ("axpy", map(&mixed.unwrap(), &[true, false, false], false)),
        (
            "sum",
            Program::Reduce {
                identity: zero.clone(),
                accumulate: add.clone(),
                merge: add.clone(),
                lanes: 256,
            },
        ),
        (
            "dot",
            Program::Reduce {
                identity: zero.clone(),
                accumulate: multiply_add.clone(),
                merge: add.clone(),
                lanes: 64,
            },
        ),
        (
            "gemv",
            Program::Gemv {
                identity: zero.clone(),
                accumulate: multiply_add.clone(),
                merge: add.clone(),
                finish,
            },
        ),
        ("gemm", Program::Gemm { identity: zero, accumulate: multiply_add.clone() }),
        (
            "lu_diagonal",
            Program::LuDiagonal {
                update: multiply_add.clone(),
                divide: function.clone(),
                block: 16,
            },
        ),
        (
            "lu_perimeter",
            Program::LuPerimeter {
                update: multiply_add.clone(),
                divide: function.clone(),
                block: 32,
            },
        ),
        ("lu_internal", Program::LuInternal { update: multiply_add.clone(), block: 16 }),
        ("fan1", Program::Fan1 { divide: function }),
        ("fan2", Program::Fan2 { update: multiply_add.clone(), block: [8, 4] }),
        ("chain", Program::Chain { chain: Chain::of_step(add, 3), broadcast: false }),
    ]
}
