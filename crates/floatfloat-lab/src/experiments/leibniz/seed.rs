//! What Warwick measured, for the table of speed-ups.

/// Device, speed-up of float-float over f64 (table 3), effective slug factor of float-float and
/// slug factor of f64 (table 4).
pub(in crate::experiments) const MEASURED: [(&str, f64, f64, f64); 8] = [
    ("GeForce GT 750M (Mobile)", 0.87928, 27.295, 24.0),
    ("GeForce GTX 960M (Mobile)", 1.25012, 25.598, 32.0),
    ("GeForce GTX 1050 Ti (Mobile)", 1.02547, 31.205, 32.0),
    ("GeForce GTX 1070 (Desktop)", 0.96786, 33.063, 32.0),
    ("GeForce RTX 2060 (Mobile)", 1.12984, 28.323, 32.0),
    ("GeForce RTX 2060 (Desktop)", 1.13049, 28.306, 32.0),
    ("Tesla K20x (Linux)", 0.27422, 10.940, 3.0),
    ("Tesla P100 (Linux)", 0.24488, 8.1672, 2.0),
];
