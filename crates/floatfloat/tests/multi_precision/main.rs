//! Numbers of several limbs.

mod exact;
mod text;
