//! The names of the operations in the paper of 2006.

use floatfloat_lab::number_type::NumberType;

/// The paper's operations in the order of its columns: its name, ours, and the type. Its Mad is a product
/// and a sum, both rounded.
const OPERATIONS: [(&str, &str, NumberType); 7] = [
    ("Add", "add", NumberType::F32),
    ("Mul", "mul", NumberType::F32),
    ("Mad", "mad", NumberType::F32),
    ("Add12", "two-sum", NumberType::Ff),
    ("Mul12", "two-prod-dekker", NumberType::Ff),
    ("Add22", "add22-branch", NumberType::Ff),
    ("Mul22", "mul22-dekker", NumberType::Ff),
];

/// The paper's name of an operation.
pub(super) fn name(op: &str, number_type: NumberType) -> Option<&'static str> {
    OPERATIONS
        .iter()
        .find(|&&(_, ours, its_type)| (ours, its_type) == (op, number_type))
        .map(|&(name, _, _)| name)
}

/// The paper's name of an operation as other devices run it: without a branch, and Mul22 with the
/// fused multiply-add, if there is one, which its authors lacked.
pub(super) fn name_on_device(op: &str, number_type: NumberType) -> Option<&'static str> {
    match (op, number_type) {
        ("add22", NumberType::Ff) => Some("Add22"),
        ("mul22", NumberType::Ff) => Some("Mul22"),
        _ => name(op, number_type),
    }
}
