//! Exact reference arithmetic, operand generators and error measurement for the tests and experiments of floatfloat.
