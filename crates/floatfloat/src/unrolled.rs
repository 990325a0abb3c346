//! Arrays without loops. In a long function the compiler neither unrolls loops nor inlines functions of the
//! standard library such as `[T; N]::map`. Then registers are stored to memory, and functions that are not
//! inlined are compiled for the plain instruction set.

/// `value(0)` … `value(N − 1)`, N at most 64.
#[inline(always)]
pub fn each<T: Copy, const N: usize>(value: impl Fn(usize) -> T) -> [T; N] {
    const { assert!(1 <= N && N <= 64, "an array of one to 64") };
    let mut values = [value(0); N];
    macro_rules! rest {
        ($($k:literal)*) => {$(
            // A constant, so that only what is needed is compiled.
            if const { N > $k } {
                values[$k] = value($k);
            }
        )*};
    }
    rest!(
        1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
        33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
    );
    values
}

/// Calls `work(0)` … `work(N − 1)` in this order, N at most 64.
#[inline(always)]
pub fn times<const N: usize>(mut work: impl FnMut(usize)) {
    const { assert!(N <= 64, "at most 64 times") };
    macro_rules! all {
        ($($k:literal)*) => {$(
            if const { N > $k } {
                work($k);
            }
        )*};
    }
    all!(
        0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
        33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
    );
}

/// Maps an array of 1 to 64 elements, element by element.
#[inline(always)]
pub fn map<T: Copy, U: Copy, const N: usize>(values: [T; N], value: impl Fn(T) -> U) -> [U; N] {
    each(
        #[inline(always)]
        |k| value(values[k]),
    )
}
