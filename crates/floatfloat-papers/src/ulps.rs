//! Distance between numbers of `f64`.

/// The number of steps from one finite `f64` to another, through neighbouring numbers. Zeros of
/// either sign count as the same number.
pub(crate) fn ulp_distance(x: f64, y: f64) -> u64 {
    let position = |x: f64| {
        let magnitude = (x.to_bits() & (u64::MAX >> 1)) as i64;
        if x.is_sign_negative() { -magnitude } else { magnitude }
    };
    position(x).abs_diff(position(y))
}

#[cfg(test)]
mod tests {
    use super::ulp_distance;

    #[test]
    fn counts_numbers_across_zero_and_powers_of_two() {
        assert_eq!(ulp_distance(1.0, 1.0f64.next_up()), 1);
        assert_eq!(ulp_distance(1.0f64.next_down(), 1.0f64.next_up()), 2);
        assert_eq!(ulp_distance(0.0f64.next_down(), 0.0f64.next_up()), 2);
        assert_eq!(ulp_distance(0.0, -0.0), 0);
    }
}
