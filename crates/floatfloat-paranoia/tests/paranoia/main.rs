//! Machines examined: native, simulated, and with planted faults.

mod machines;
mod planted_faults;
