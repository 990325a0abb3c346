//! Elementary functions of three and four words, and exact results of all types. A program of its own, since they are long to
//! compile.

mod accuracy;
mod exact_results;
mod flops;
mod methods;
mod special_values;

#[path = "../shared/counted.rs"]
mod counted;
