//! The arithmetic, from single operations to text. One program, so that what the tests share is compiled
//! once and they run side by side.

mod accuracy;
mod claims;
mod common;
mod constants;
mod elementary;
mod elementary_special_values;
mod error_free;
mod exact_operations;
mod flops;
mod functions_at_special_values;
mod hillesland;
mod laws;
mod methods_of_f64;
mod multi_word;
mod powers_and_roots;
mod recording;
mod registry;
mod scaling;
mod sim_definitions;
mod sim_exhaustive_products;
mod sim_exhaustive_sums;
mod sim_ieee;
mod sim_table_2;
mod sim_table_5;
mod sim_word;
mod small;
mod small_formats;
mod soft;
mod special_values;
mod text_exact;
mod text_format;
mod text_round_trip;

#[path = "../shared/mod.rs"]
mod shared;
