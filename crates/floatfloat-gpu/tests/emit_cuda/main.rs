//! The text of CUDA programs: what it means, and what NVIDIA's compiler makes of it.

mod cases;
mod certified;
mod host;
mod library;
mod machine_code;
mod meaning;
mod nvrtc;
mod sass;
mod shipped;
mod text;
#[path = "../devices/uint_functions.rs"]
mod uint_functions;
