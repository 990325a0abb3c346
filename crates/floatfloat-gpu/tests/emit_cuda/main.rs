//! The text of CUDA programs: what it means, and what NVIDIA's compiler makes of it.

mod certified;
mod host;
mod library;
mod meaning;
mod nvrtc;
mod sass;
mod shipped;
mod text;
