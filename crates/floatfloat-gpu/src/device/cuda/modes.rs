//! The modes of CUDA's compiler.

use crate::{
    lowering::{Division, Lowering, Mode, Protection, Relaxed, Rounding},
    word_type::WordType,
};

/// Intrinsic functions are never contracted, and fused multiply-adds are fused.
pub(super) const NEAREST: Lowering =
    Lowering::exact(Protection::Intrinsics(Rounding::Nearest), true);

/// Every way in which CUDA's compiler can be told to treat arithmetic, whatever the device.
pub(super) fn modes() -> Vec<Mode> {
    use WordType::{Bf16, F16, F32, F64};
    let rounded = |rounding| Lowering::exact(Protection::Intrinsics(rounding), true);
    let divided = |division| Lowering { division, ..NEAREST };
    // NVRTC contracts unless it is told not to.
    let default = Relaxed { contract: true, ..Relaxed::default() };
    let plain = |relaxed| Lowering { relaxed, ..Lowering::exact(Protection::Plain, true) };
    let mode = |name: &str, word, lowering| Mode { name: name.to_owned(), word, lowering };
    vec![
        mode("_rn", F32, NEAREST),
        mode("_rz", F32, rounded(Rounding::Zero)),
        mode("_ru", F32, rounded(Rounding::Up)),
        mode("_rd", F32, rounded(Rounding::Down)),
        mode("plain", F32, plain(default)),
        mode("--use_fast_math", F32, plain(Relaxed { fast_math: true, ..default })),
        mode("--ftz=true", F32, plain(Relaxed { flush: true, ..default })),
        mode("--prec-div=false", F32, plain(Relaxed { division: true, ..default })),
        mode("--prec-sqrt=false", F32, plain(Relaxed { root: true, ..default })),
        mode("__fdividef", F32, divided(Division::Approximate)),
        mode("__frcp_rn", F32, divided(Division::Reciprocal)),
        mode("f64 _rn", F64, NEAREST),
        mode("f64 _rz", F64, rounded(Rounding::Zero)),
        mode("f64 _ru", F64, rounded(Rounding::Up)),
        mode("f64 _rd", F64, rounded(Rounding::Down)),
        mode("f64 plain", F64, plain(default)),
        mode("f64 __drcp_rn", F64, divided(Division::Reciprocal)),
        mode("half", F16, NEAREST),
        mode("bfloat16", Bf16, NEAREST),
    ]
}
