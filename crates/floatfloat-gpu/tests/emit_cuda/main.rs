//! The text of CUDA programs: what it means, and what NVIDIA's compiler makes of it.

mod host;
mod meaning;
