//! What Warwick measured.

pub(in crate::experiments) const TABLE: &str = "Table 2 of Warwick 2020";

/// Elements of each array.
pub(in crate::experiments) const ELEMENTS: u32 = 1_024_000;

/// Device and speed-up of float-float + − × ÷ over f64.
pub(in crate::experiments) const MEASURED: [(&str, [f64; 4]); 8] = [
    ("GeForce GT 750M (Mobile)", [0.62209, 0.59221, 0.59800, 0.80469]),
    ("GeForce GTX 960M (Mobile)", [1.00247, 1.00334, 1.00256, 1.02301]),
    ("GeForce GTX 1050 Ti (Mobile)", [1.00216, 1.00214, 1.00196, 1.01108]),
    ("GeForce GTX 1070 (Desktop)", [1.00772, 1.00779, 1.00753, 1.01393]),
    ("GeForce RTX 2060 (Mobile)", [0.99981, 0.99334, 0.99680, 1.20577]),
    ("GeForce RTX 2060 (Desktop)", [0.99712, 1.00435, 0.99584, 1.03800]),
    ("Tesla K20x (Linux)", [0.93858, 0.93662, 0.94728, 0.88510]),
    ("Tesla P100 (Linux)", [0.87725, 0.87734, 0.87427, 0.87526]),
];
