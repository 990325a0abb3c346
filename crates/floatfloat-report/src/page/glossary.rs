//! Technical terms, for a reader who does not know them.

/// Terms with their meaning, in alphabetical order.
pub const TERMS: &[(&str, &str)] = &[
    (
        "2Prod",
        "An error-free transform: from a and b it makes p, the rounded product, and e, exactly what \
         the rounding lost, so that p + e = a × b.",
    ),
    (
        "2Sum",
        "The error-free transform of a sum: s = the rounded a + b, and e with s + e = a + b exactly. Six \
         operations, no branch. Da Graça & Defour call it Add12.",
    ),
    (
        "bound",
        "The largest error that an algorithm can make, by proof. Measured errors must not exceed it.",
    ),
    (
        "cancellation",
        "Subtracting nearly equal numbers: leading digits vanish, and errors in the last digits of the \
         operands become errors in the first digits of the result.",
    ),
    (
        "chopping",
        "Cutting off the digits that do not fit, also called truncation or rounding towards zero.",
    ),
    (
        "double-word number",
        "A number stored as the unevaluated sum hi + lo of two machine words: of two f32 a \
         float-float (ff, about 48 bits), of two f64 a double-double (dd, about 106 bits).",
    ),
    (
        "dd, ff, f32, f64",
        "The number types of this report: double-double, float-float, and IEEE single and double \
         precision with 24 and 53 bits.",
    ),
    (
        "faithful",
        "A result that is one of the two representable numbers next to the exact value, though not \
         always the nearer one.",
    ),
    (
        "flops",
        "Floating-point operations that an algorithm takes; a fused multiply-add counts as one.",
    ),
    (
        "fma",
        "Fused multiply-add: a × b + c with a single rounding. With it 2Prod needs two operations.",
    ),
    (
        "guard digit",
        "A digit that hardware keeps beyond the last one while it subtracts. Without one even the \
         difference of neighbouring numbers is wrong.",
    ),
    (
        "log2 of an error",
        "An error of 2⁻⁴⁸ is written as −48. A value smaller by 1 is one more correct bit; 3.32 bits \
         are a decimal digit.",
    ),
    (
        "nearest-even",
        "IEEE rounding: the representable number nearest to the exact value; of two equally near, \
         the even one. Error-free transforms depend on it.",
    ),
    ("paper", "One of the papers whose tables are measured again here."),
    (
        "sticky bit",
        "One bit that records whether anything nonzero was shifted out before rounding.",
    ),
    (
        "subnormal",
        "A number below the normal range, with fewer bits. Some hardware flushes them to zero.",
    ),
    ("u", "The largest relative error of one rounding to nearest: 2⁻²⁴ for f32, 2⁻⁵³ for f64."),
    (
        "ulp",
        "Unit in the last place: the distance between neighbouring numbers. Exact rounding has an error \
         of at most half of it.",
    ),
];
