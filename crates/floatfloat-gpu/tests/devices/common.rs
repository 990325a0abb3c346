//! What all tests on devices share.

/// Says that a test is skipped for want of a device of this kind (`wgpu`, `cuda`), or fails where
/// the environment variable `FLOATFLOAT_REQUIRE_DEVICE` (kinds, separated by commas) asks for it.
pub fn skip(kind: &str, why: &str) {
    let required = std::env::var("FLOATFLOAT_REQUIRE_DEVICE").unwrap_or_default();
    let required = required.split(',').any(|name| name.trim() == kind);
    assert!(!required, "FLOATFLOAT_REQUIRE_DEVICE asks for {kind}: {why}");
    eprintln!("skipped: {why}");
}
