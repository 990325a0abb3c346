//! The reference against second paths, and the operands.

mod check;
mod functions;
mod numbers;
mod operands;
