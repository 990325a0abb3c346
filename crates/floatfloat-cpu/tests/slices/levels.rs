//! Calls are held to a level, on every thread.

use crate::on_threads;
use floatfloat_cpu::{at_level, join, level, levels};

#[test]
#[cfg_attr(target_family = "wasm", ignore = "needs threads")]
fn a_call_is_held_to_a_level_and_no_other_is() {
    let usual = level();
    for one in levels() {
        at_level(one, || {
            assert_eq!(level(), one);
            // Never more than around it.
            at_level(usual, || assert_eq!(level(), one));
            assert_eq!(std::thread::spawn(level).join().unwrap(), usual);
        });
        assert_eq!(level(), usual);
    }
}

#[test]
fn all_threads_of_a_call_are_held() {
    for one in levels() {
        let found = on_threads(3, || {
            at_level(one, || {
                let two = || join(level, level);
                join(two, two)
            })
        });
        assert_eq!(found, ((one, one), (one, one)));
    }
}
