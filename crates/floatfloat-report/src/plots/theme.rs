//! Colours. A figure names roles; the style sheet gives each role its colour in light and in dark.
//!
//! The plotting library writes the light colour into each element. A rule for each colour replaces it
//! by a variable. So the same file follows the reader's theme, and still has colours where style
//! sheets are not supported. The series differ in lightness and hue for colour-blind readers, after
//! Okabe and Ito's palette, and each has its own marker.

use std::fmt::Write;

/// The role of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Text.
    Text,
    /// Less important text: ticks, names of axes.
    Muted,
    /// The lines of the grid.
    Grid,
    /// Axes and thin joining lines.
    Axis,
    /// The background of the page.
    Ground,
    /// Blue.
    Blue,
    /// Vermilion.
    Vermilion,
    /// Green.
    Green,
    /// Purple.
    Purple,
    /// Ochre.
    Ochre,
    /// Pink.
    Pink,
    /// Teal.
    Teal,
    /// Grey.
    Grey,
}

struct Role {
    ink: Ink,
    variable: &'static str,
    light: (u8, u8, u8),
    dark: (u8, u8, u8),
}

const fn role(ink: Ink, variable: &'static str, light: u32, dark: u32) -> Role {
    const fn bytes(colour: u32) -> (u8, u8, u8) {
        ((colour >> 16) as u8, (colour >> 8) as u8, colour as u8)
    }
    Role { ink, variable, light: bytes(light), dark: bytes(dark) }
}

const ROLES: &[Role] = &[
    role(Ink::Text, "--text", 0x1d2733, 0xe3e8ee),
    role(Ink::Muted, "--muted", 0x566372, 0x9aa7b6),
    role(Ink::Grid, "--grid", 0xe4e8ed, 0x29323d),
    role(Ink::Axis, "--axis", 0x9ba6b2, 0x5d6a79),
    role(Ink::Ground, "--ground", 0xffffff, 0x12171d),
    role(Ink::Blue, "--blue", 0x0a66b5, 0x63aef2),
    role(Ink::Vermilion, "--vermilion", 0xc24a05, 0xf58b4c),
    role(Ink::Green, "--green", 0x0b7f5d, 0x41c79c),
    role(Ink::Purple, "--purple", 0x8746b0, 0xc596f0),
    role(Ink::Ochre, "--ochre", 0x8a6900, 0xd9b540),
    role(Ink::Pink, "--pink", 0xbd2f78, 0xf283b6),
    role(Ink::Teal, "--teal", 0x167b8c, 0x55c3d6),
    role(Ink::Grey, "--grey", 0x6b7785, 0xa4afbb),
];

/// The colours of series, in the order in which series receive them.
pub const SERIES: [Ink; 8] = [
    Ink::Blue,
    Ink::Vermilion,
    Ink::Green,
    Ink::Purple,
    Ink::Ochre,
    Ink::Pink,
    Ink::Teal,
    Ink::Grey,
];

impl Ink {
    /// Red, green and blue in the light theme.
    pub(super) fn light(self) -> (u8, u8, u8) {
        ROLES.iter().find(|role| role.ink == self).map_or((0, 0, 0), |role| role.light)
    }
}

fn hex((r, g, b): (u8, u8, u8)) -> String {
    format!("#{r:02X}{g:02X}{b:02X}")
}

/// The style sheet: the variables in both themes, and a rule for each colour of a figure. Print is
/// light.
pub fn css() -> String {
    let variables = |colour: fn(&Role) -> (u8, u8, u8)| {
        ROLES.iter().fold(String::new(), |mut css, role| {
            let _ = write!(css, "{}:{};", role.variable, hex(colour(role)));
            css
        })
    };
    let mut css = format!(
        ":root{{color-scheme:light;{}}}\n@media screen and (prefers-color-scheme:dark){{\
         :root{{color-scheme:dark;{}}}}}\n",
        variables(|role| role.light),
        variables(|role| role.dark)
    );
    for role in ROLES {
        let (light, variable) = (hex(role.light), role.variable);
        for property in ["fill", "stroke"] {
            let _ = writeln!(css, ".plot [{property}=\"{light}\"]{{{property}:var({variable})}}");
        }
    }
    css
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance((r, g, b): (u8, u8, u8)) -> f64 {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    fn contrast(a: (u8, u8, u8), b: (u8, u8, u8)) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_and_series_stand_out_from_the_ground_in_both_themes() {
        let ground = ROLES.iter().find(|role| role.ink == Ink::Ground).unwrap();
        for role in ROLES {
            if matches!(role.ink, Ink::Ground | Ink::Grid | Ink::Axis) {
                continue;
            }
            for (theme, a, b) in
                [("light", role.light, ground.light), ("dark", role.dark, ground.dark)]
            {
                assert!(contrast(a, b) >= 4.5, "{} {theme}: {:.2}", role.variable, contrast(a, b));
            }
        }
    }

    #[test]
    fn no_two_roles_share_a_colour() {
        for (i, a) in ROLES.iter().enumerate() {
            for b in &ROLES[i + 1..] {
                assert_ne!(a.light, b.light, "{} {}", a.variable, b.variable);
            }
        }
    }
}
