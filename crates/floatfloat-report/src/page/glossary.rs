//! Technical terms, for a reader who does not know them.

/// Terms with their meaning, in alphabetical order.
pub const TERMS: &[(&str, &str)] = &[
    (
        "2Prod",
        "The error-free transform of a product: p is a × b, rounded, and e is the error, so that \
         p + e = a × b exactly.",
    ),
    (
        "2Sum",
        "The error-free transform of a sum: s is a + b, rounded, and e is the error, so that s + \
         e = a + b exactly. It takes six operations and has no branch. Da Graça & Defour call it \
         Add12.",
    ),
    (
        "bound",
        "The largest error that an algorithm can have, as a proof shows. Measured errors must \
         not exceed it.",
    ),
    (
        "cancellation",
        "What happens when nearly equal numbers are subtracted: the leading digits vanish, and \
         errors in the last digits of the operands become errors in the first digits of the \
         result.",
    ),
    (
        "chopping",
        "Cutting off the digits that do not fit, also called truncation or rounding towards zero.",
    ),
    (
        "double-word number",
        "A number stored as the unevaluated sum hi + lo of two machine words. Two f32 make a \
         float-float (ff, about 48 bits), two f64 a double-double (dd, about 106 bits).",
    ),
    (
        "dd, ff, f32, f64",
        "The number types of this report: double-double, float-float, and IEEE single and double \
         precision with 24 and 53 bits.",
    ),
    (
        "faithful",
        "Said of a result that is one of the two representable numbers next to the exact value, \
         but not always the nearer one.",
    ),
    (
        "flops",
        "The floating-point operations that an algorithm needs; a fused multiply-add counts as one.",
    ),
    (
        "fma",
        "Fused multiply-add: a × b + c with a single rounding. With it 2Prod needs two operations.",
    ),
    (
        "guard digit",
        "A digit beyond the last place that the hardware keeps while it subtracts. Without a \
         guard digit even the difference of neighbouring numbers is wrong.",
    ),
    (
        "log2 of an error",
        "An error of 2⁻⁴⁸ is written as −48. A value smaller by 1 is one more correct bit; 3.32 bits \
         are a decimal digit.",
    ),
    (
        "lowering",
        "A way of writing the arithmetic for a device, so that its compiler does not change it. A device \
         is certified with the first lowering on which every result is exact.",
    ),
    (
        "nearest-even",
        "IEEE rounding: the result is the representable number nearest to the exact value; if \
         two are equally near, it is the even one. Error-free transforms depend on it.",
    ),
    ("paper", "One of the papers whose tables are measured again here."),
    (
        "sticky bit",
        "One bit that records whether anything nonzero was shifted out before rounding.",
    ),
    (
        "subnormal",
        "A number below the normal range, with fewer bits. Some hardware flushes subnormal \
         numbers to zero.",
    ),
    ("u", "The largest relative error of one rounding to nearest: 2⁻²⁴ for f32, 2⁻⁵³ for f64."),
    (
        "ulp",
        "Unit in the last place: the distance between neighbouring numbers. Rounding to nearest \
         has an error of at most half an ulp.",
    ),
];
