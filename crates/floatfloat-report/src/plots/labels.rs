//! Labels: their widths, and places where they cover nothing.

/// The estimated width of a text in the reader's sans-serif font, whose metrics are unknown.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars()
        .map(|c| match c {
            'i' | 'l' | 'j' | '.' | ',' | ' ' | '|' | '\'' | ':' | ';' => 0.3,
            'm' | 'w' | 'M' | 'W' | '%' => 0.86,
            'A'..='Z' => 0.68,
            '⁰'..='⁻' | '¹' | '²' | '³' => 0.4,
            _ => 0.56,
        })
        .sum::<f64>()
        * size
}

/// An upright rectangle: left, top, right, bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Rectangle {
    /// The square around a point.
    pub fn around((x, y): (f64, f64), radius: f64) -> Self {
        Rectangle { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius }
    }

    fn touches(&self, other: &Rectangle) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    fn within(&self, other: &Rectangle) -> bool {
        self.left >= other.left
            && self.right <= other.right
            && self.top >= other.top
            && self.bottom <= other.bottom
    }
}

/// The side of the point at which a name is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Right,
    Left,
    Middle,
}

/// A place near the point for a name of this width and height, inside the frame and clear of
/// everything taken. Returns the vertical middle of the text and how the text is anchored. None if
/// there is no place.
pub fn place(
    point: (f64, f64),
    (width, height): (f64, f64),
    gap: f64,
    frame: &Rectangle,
    taken: &[Rectangle],
) -> Option<((f64, f64), Side, Rectangle)> {
    let (x, y) = point;
    let lift = gap + height / 2.0;
    let candidates = [
        ((x + gap, y), Side::Right),
        ((x, y - lift), Side::Middle),
        ((x, y + lift), Side::Middle),
        ((x - gap, y), Side::Left),
        ((x + gap * 0.7, y - lift * 0.8), Side::Right),
        ((x + gap * 0.7, y + lift * 0.8), Side::Right),
        ((x - gap * 0.7, y - lift * 0.8), Side::Left),
        ((x - gap * 0.7, y + lift * 0.8), Side::Left),
    ];
    candidates.into_iter().find_map(|((x, y), side)| {
        let left = match side {
            Side::Right => x,
            Side::Left => x - width,
            Side::Middle => x - width / 2.0,
        };
        let (top, bottom) = (y - height / 2.0, y + height / 2.0);
        let rectangle = Rectangle { left, top, right: left + width, bottom };
        let free = rectangle.within(frame) && !taken.iter().any(|other| rectangle.touches(other));
        free.then_some(((x, y), side, rectangle))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_cover_points_or_each_other() {
        let frame = Rectangle { left: 0.0, top: 0.0, right: 200.0, bottom: 200.0 };
        let points = [(50.0, 50.0), (60.0, 52.0), (55.0, 60.0), (195.0, 100.0)];
        let mut taken: Vec<_> = points.iter().map(|&p| Rectangle::around(p, 4.0)).collect();
        for point in points {
            let (_, _, rectangle) = place(point, (30.0, 12.0), 8.0, &frame, &taken).unwrap();
            assert!(!taken.iter().any(|other| other.touches(&rectangle)));
            assert!(rectangle.within(&frame));
            taken.push(rectangle);
        }
    }

    #[test]
    fn a_name_without_room_is_left_out() {
        let frame = Rectangle { left: 0.0, top: 0.0, right: 20.0, bottom: 20.0 };
        assert_eq!(place((10.0, 10.0), (50.0, 10.0), 5.0, &frame, &[]), None);
    }
}
