//! Machines by name: as data in capitals, as types for [`Sim`](super::Sim).

use super::{
    spec::{Adder, Divider, Multiplier, Rounding, Spec},
    word::Machine,
};
use core::marker::PhantomData;

/// IEEE half precision.
pub const IEEE_F16: Spec = Spec::ieee("IEEE f16", 11, -14, 15);
/// bfloat16 with IEEE arithmetic.
pub const IEEE_BF16: Spec = Spec::ieee("IEEE bf16", 8, -126, 127);
/// IEEE single precision.
pub const IEEE_F32: Spec = Spec::ieee("IEEE f32", 24, -126, 127);
/// IEEE double precision.
pub const IEEE_F64: Spec = Spec::ieee("IEEE f64", 53, -1022, 1023);

/// Single precision, chopped.
pub const CHOPPED: Spec = Spec { name: "chopped", rounding: Rounding::TowardZero, ..IEEE_F32 };

/// Arithmetic units of the first programmable graphics processors, where nothing better is known: chopped, no
/// subnormals, no fused multiply-add.
const fn graphics(
    name: &'static str,
    precision: u32,
    exponent_bits: u32,
    special_values: bool,
) -> Spec {
    let bias = (1 << (exponent_bits - 1)) - 1;
    // Without special values the highest exponent is one like the others.
    let max_exponent = if special_values { bias } else { bias + 1 };
    Spec {
        rounding: Rounding::TowardZero,
        flush_inputs: true,
        flush_outputs: true,
        special_values,
        fused: false,
        divider: Divider::Reciprocal { precision, bias: 0 },
        ..Spec::ieee(name, precision, 1 - bias, max_exponent)
    }
}

/// Nvidia's 16-bit format (Da Graça & Defour 2006, table 1).
pub const NVIDIA_16: Spec = graphics("Nvidia 16-bit", 11, 5, true);
/// Nvidia's 32-bit format (Da Graça & Defour 2006, table 1).
pub const NVIDIA_32: Spec = graphics("Nvidia 32-bit", 24, 8, true);
/// ATI's 16-bit format (Da Graça & Defour 2006, table 1), without infinities and NaN.
pub const ATI_16: Spec = graphics("ATI 16-bit", 11, 5, false);
/// ATI's 24-bit format (Da Graça & Defour 2006, table 1), without infinities and NaN.
pub const ATI_24: Spec = graphics("ATI 24-bit", 17, 7, false);
/// ATI's 32-bit format (Da Graça & Defour 2006, table 1). The table leaves its special values open;
/// here it has them.
pub const ATI_32: Spec = graphics("ATI 32-bit", 24, 8, true);

/// The formats of table 1 of Da Graça & Defour 2006 in its order, with the table's entry on support for special
/// values; `None` where the table says "not tested".
pub const TABLE_1: [(Spec, Option<bool>); 5] = [
    (NVIDIA_16, Some(true)),
    (NVIDIA_32, Some(true)),
    (ATI_16, Some(false)),
    (ATI_24, Some(false)),
    (ATI_32, None),
];

/// A machine like ATI's R300 of 2002; see Machines of 2004 in the [page of the book](super).
pub const R300_LIKE: Spec = Spec {
    name: "R300-like",
    adder: Adder::Guarded { guard_bits: 1, sticky: false },
    multiplier: Multiplier::Truncated { dropped_columns: 10, compensation: 9 << 10 },
    divider: Divider::Reciprocal { precision: 17, bias: -2 },
    ..ATI_24
};

/// A machine like Nvidia's NV35 of 2003; see Machines of 2004 in the [page of the book](super).
pub const NV35_LIKE: Spec = Spec {
    name: "NV35-like",
    adder: Adder::Guarded { guard_bits: 2, sticky: false },
    multiplier: Multiplier::Truncated { dropped_columns: 17, compensation: 5 << 20 },
    divider: Divider::Reciprocal { precision: 24, bias: 114 },
    ..NVIDIA_32
};

const fn binary32(name: &'static str, rounding: Rounding, adder: Adder) -> Spec {
    Spec { name, rounding, adder, ..IEEE_F32 }
}

const fn guarded(guard_bits: u32) -> Adder {
    Adder::Guarded { guard_bits, sticky: false }
}

macro_rules! machines {
    ($($(#[$doc:meta])* $name:ident = $spec:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl Machine for $name {
            const SPEC: Spec = $spec;
        }
    )*};
}

machines! {
    /// [`IEEE_F16`]
    IeeeF16 = IEEE_F16;
    /// [`IEEE_BF16`]
    IeeeBf16 = IEEE_BF16;
    /// [`IEEE_F32`]
    IeeeF32 = IEEE_F32;
    /// [`IEEE_F64`]
    IeeeF64 = IEEE_F64;
    /// [`CHOPPED`]
    Chopped = CHOPPED;
    /// [`NVIDIA_16`]
    Nvidia16 = NVIDIA_16;
    /// [`NVIDIA_32`]
    Nvidia32 = NVIDIA_32;
    /// [`ATI_16`]
    Ati16 = ATI_16;
    /// [`ATI_24`]
    Ati24 = ATI_24;
    /// [`ATI_32`]
    Ati32 = ATI_32;
    /// [`R300_LIKE`]
    R300 = R300_LIKE;
    /// [`NV35_LIKE`]
    Nv35 = NV35_LIKE;
    /// Single precision rounding to nearest, ties away from zero.
    NearestAway = binary32("nearest, ties away", Rounding::NearestAway, Adder::Exact);
    /// Single precision rounding up.
    Upward = binary32("upward", Rounding::Up, Adder::Exact);
    /// Single precision rounding down.
    Downward = binary32("downward", Rounding::Down, Adder::Exact);
    /// Single precision, chopped, whose adder has one guard bit and no sticky bit.
    OneGuardBit = binary32("one guard bit", Rounding::TowardZero, guarded(1));
    /// Single precision, chopped, whose adder has two guard bits and no sticky bit.
    TwoGuardBits = binary32("two guard bits", Rounding::TowardZero, guarded(2));
}

/// The rounding and the adder of M in a format of P bits, with an exact multiplier and divider and a wide range
/// of exponents, so that only the differences of exponents matter: for exhaustive proofs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Small<const P: u32, M>(PhantomData<M>);

impl<const P: u32, M: Machine> Machine for Small<P, M> {
    const SPEC: Spec = Spec {
        rounding: M::SPEC.rounding,
        fused: M::SPEC.fused,
        adder: M::SPEC.adder,
        ..Spec::ieee(M::SPEC.name, P, -200, 200)
    };
}
