//! The name of the processor.

use std::{env::consts, fs};

/// The processor's name as Linux reports it; on other systems, the name that the compiler knows.
pub fn processor_name() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    name_in(&info).unwrap_or_else(|| format!("{} processor", consts::ARCH))
}

/// The name in the text of /proc/cpuinfo. The keys differ by architecture.
fn name_in(info: &str) -> Option<String> {
    ["model name", "Model", "cpu model", "Processor", "cpu", "uarch"].iter().find_map(|key| {
        info.lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(name, value)| name.trim() == *key && !value.trim().is_empty())
            .map(|(_, value)| value.trim().to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::name_in;

    #[test]
    fn names_are_found_in_both_spellings() {
        let x86 = "processor\t: 0\nmodel\t\t: 143\nmodel name\t: Some CPU @ 3 GHz\n";
        assert_eq!(name_in(x86).as_deref(), Some("Some CPU @ 3 GHz"));
        let arm = "processor\t: 0\nBogoMIPS\t: 108.00\n\nModel\t\t: Raspberry Pi 5\n";
        assert_eq!(name_in(arm).as_deref(), Some("Raspberry Pi 5"));
        assert_eq!(name_in(""), None);
    }
}
