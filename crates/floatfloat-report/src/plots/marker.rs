//! The shapes of markers, so that series differ without colour.

/// The shape of a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// ●
    Circle,
    /// ■
    Square,
    /// ▲
    Triangle,
    /// ◆
    Diamond,
    /// ▼
    Down,
    /// ✚
    Plus,
    /// ✖
    Cross,
    /// ★
    Star,
}

impl Shape {
    /// The shapes, in the order in which series receive them.
    pub const ALL: [Shape; 8] = [
        Self::Circle,
        Self::Triangle,
        Self::Square,
        Self::Diamond,
        Self::Down,
        Self::Plus,
        Self::Cross,
        Self::Star,
    ];

    /// The corners of a marker with about this radius; none for the circle.
    pub(super) fn corners(self, (x, y): (i32, i32), radius: f64) -> Vec<(i32, i32)> {
        let at = |(dx, dy): (f64, f64)| {
            (x + (dx * radius).round() as i32, y + (dy * radius).round() as i32)
        };
        const T: f64 = 0.38;
        const PLUS: [(f64, f64); 12] = [
            (-T, -1.1),
            (T, -1.1),
            (T, -T),
            (1.1, -T),
            (1.1, T),
            (T, T),
            (T, 1.1),
            (-T, 1.1),
            (-T, T),
            (-1.1, T),
            (-1.1, -T),
            (-T, -T),
        ];
        match self {
            Shape::Circle => Vec::new(),
            Shape::Square => [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)].map(at).to_vec(),
            Shape::Triangle => [(0.0, -1.15), (1.1, 0.85), (-1.1, 0.85)].map(at).to_vec(),
            Shape::Diamond => [(0.0, -1.3), (1.1, 0.0), (0.0, 1.3), (-1.1, 0.0)].map(at).to_vec(),
            Shape::Down => [(0.0, 1.15), (1.1, -0.85), (-1.1, -0.85)].map(at).to_vec(),
            Shape::Plus => PLUS.map(at).to_vec(),
            Shape::Cross => {
                let turn = std::f64::consts::FRAC_1_SQRT_2;
                PLUS.map(|(dx, dy)| at(((dx - dy) * turn, (dx + dy) * turn))).to_vec()
            }
            Shape::Star => (0..10)
                .map(|i| {
                    let angle = std::f64::consts::PI * (f64::from(i) / 5.0 - 0.5);
                    let reach = if i % 2 == 0 { 1.35 } else { 0.55 };
                    at((reach * angle.cos(), reach * angle.sin()))
                })
                .collect(),
        }
    }
}
