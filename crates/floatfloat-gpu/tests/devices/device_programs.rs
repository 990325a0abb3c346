//! Programs whose shape the caller chooses: against straightforward code on the processor, and on
//! every other device of this machine against the processor, bit for bit.

mod shapes;
