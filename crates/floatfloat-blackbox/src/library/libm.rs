//! Functions of numbers of a C library.

use super::Call;
use crate::operator::Element;
use libloading::Library;

/// The names of C, those of floatfloat, and whether there is a second operand.
pub(crate) const NAMES: [(&str, &str, bool); 32] = [
    ("sin", "sin", false),
    ("cos", "cos", false),
    ("tan", "tan", false),
    ("sinpi", "sin_pi", false),
    ("cospi", "cos_pi", false),
    ("tanpi", "tan_pi", false),
    ("asin", "asin", false),
    ("acos", "acos", false),
    ("atan", "atan", false),
    ("atan2", "atan2", true),
    ("sinh", "sinh", false),
    ("cosh", "cosh", false),
    ("tanh", "tanh", false),
    ("asinh", "asinh", false),
    ("acosh", "acosh", false),
    ("atanh", "atanh", false),
    ("exp", "exp", false),
    ("exp2", "exp2", false),
    ("exp10", "exp10", false),
    ("expm1", "exp_m1", false),
    ("log", "ln", false),
    ("log2", "log2", false),
    ("log10", "log10", false),
    ("log1p", "ln_1p", false),
    ("pow", "powf", true),
    ("cbrt", "cbrt", false),
    ("hypot", "hypot", true),
    ("erf", "erf", false),
    ("erfc", "erfc", false),
    ("tgamma", "gamma", false),
    ("lgamma", "ln_gamma", false),
    ("rsqrt", "rsqrt", false),
];

/// Finds a function.
///
/// # Safety
/// The library's function of this name must take one or two numbers of the type and return one.
pub(super) unsafe fn find<T: Element + 'static>(
    library: Library,
    name: &str,
    has_two: bool,
) -> Option<Call> {
    if has_two {
        // SAFETY: the caller promises this type.
        let function = unsafe { library.get::<unsafe extern "C" fn(T, T) -> T>(name) }.ok()?;
        let function = *function;
        return Some(Box::new(move |x, y, _, _| {
            let _loaded = &library;
            let results = x.iter().zip(y).map(|(&x, &y)| {
                // SAFETY: the library is still loaded, and the function has this type.
                unsafe { function(T::of(x), T::of(y)) }.to_f64()
            });
            results.collect()
        }));
    }
    // SAFETY: the caller promises this type.
    let function = unsafe { library.get::<unsafe extern "C" fn(T) -> T>(name) }.ok()?;
    let function = *function;
    Some(Box::new(move |x, _, _, _| {
        let _loaded = &library;
        // SAFETY: the library is still loaded, and the function has this type.
        x.iter().map(|&x| unsafe { function(T::of(x)) }.to_f64()).collect()
    }))
}
