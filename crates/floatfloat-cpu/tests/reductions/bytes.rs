//! Sums travel as bytes.

use floatfloat_cpu::reproducible::ReproducibleSum;

#[test]
fn sums_travel_as_bytes() {
    let terms = [1e300, -1e-300, f64::MIN_POSITIVE, -3.5, f64::MAX, f64::MAX];
    let (mut sum, mut negative) = (ReproducibleSum::new(), ReproducibleSum::new());
    for term in terms {
        sum.add_word(term);
        negative.add_word(-term);
        for sum in [&sum, &negative] {
            let received = ReproducibleSum::from_bytes(&sum.to_bytes());
            assert_eq!(received.as_ref(), Some(sum));
            assert_eq!(received.map(|received| received.to_bytes()), Some(sum.to_bytes()));
        }
    }
    sum.add_word(f64::INFINITY);
    let received = ReproducibleSum::from_bytes(&sum.to_bytes());
    assert_eq!(received.map(|received| received.to_word()), Some(f64::INFINITY));
}

#[test]
fn other_bytes_are_refused() {
    let bytes = ReproducibleSum::new().to_bytes();
    assert_eq!(ReproducibleSum::from_bytes(&bytes[1..]), None);
    assert_eq!(ReproducibleSum::from_bytes(&[]), None);
    let with = |place: usize, byte| {
        let mut bytes = bytes;
        bytes[place] = byte;
        ReproducibleSum::from_bytes(&bytes)
    };
    // A finite number where only what is special stands, and a sum that no terms have.
    assert_eq!(with(0, 1), None);
    assert_eq!(with(bytes.len() - 1, 0x7f), None);
    assert_eq!(with(9, 0), Some(ReproducibleSum::new()));
}
