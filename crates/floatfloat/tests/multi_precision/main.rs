//! Numbers of several limbs.

mod exact;
mod reference;
mod text;
