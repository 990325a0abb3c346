//! Characterises the floating point of any machine that can compute on arrays.
