//! The code of this module with a stand-in for the driver, and with the real compiler.

mod compiler;
#[cfg(target_os = "linux")]
mod stand_in;

use super::*;

/// Whatever this machine has or lacks.
#[test]
fn devices_are_numbered_and_others_are_not_opened() {
    let devices = enumerate();
    for (index, device) in devices.iter().enumerate() {
        assert_eq!(device.id, format!("cuda:{index}"));
        assert!(!device.name.is_empty());
    }
    let Err(Error::NoDevice { wanted, .. }) = open(devices.len()) else { panic!() };
    assert_eq!(wanted, format!("cuda:{}", devices.len()));
}

#[test]
fn modes_have_names_of_their_own() {
    let modes = modes();
    for (index, mode) in modes.iter().enumerate() {
        assert!(modes[..index].iter().all(|other| other.name != mode.name), "{}", mode.name);
        assert!(
            modes[..index]
                .iter()
                .all(|other| (other.word, other.lowering) != (mode.word, mode.lowering)),
            "{}",
            mode.name
        );
    }
}
