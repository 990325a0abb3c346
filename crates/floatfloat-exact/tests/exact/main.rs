//! The reference against second paths, and the operands.

mod check;
mod numbers;
mod operands;
