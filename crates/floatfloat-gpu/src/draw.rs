//! Circuits as pictures.

mod layout;

use crate::circuit::{Binary, Circuit, Comparison, Id, Node, Unary};
use layout::{Layout, STEP};
use std::fmt::Write;

/// Height of a layer.
const LAYER: f64 = 62.0;
/// Room around the picture.
const MARGIN: f64 = 20.0;
/// Radius of a step.
const RADIUS: f64 = 15.0;

/// Colours for light and for dark surroundings; wires and text take that of the text around.
const STYLE: &str = "
.wire{fill:none;stroke:#8a8f98;stroke-width:1.3}
text{font:13px system-ui,sans-serif;text-anchor:middle;fill:#1b1f24}
.small{font-size:11px;fill:#5a606a}
.legend{text-anchor:start}
.step{stroke-width:1.5}
.sum{fill:#d9e8fb;stroke:#2f6fb7}
.product{fill:#fde6c8;stroke:#b8731a}
.quotient{fill:#f8d5d5;stroke:#b33a3a}
.sign{fill:#e8e8ea;stroke:#777c85}
.choice{fill:#dcefdc;stroke:#3d8a43}
@media (prefers-color-scheme:dark){
text{fill:#e4e7eb}.small{fill:#a4abb6}
.sum{fill:#1d3a5c;stroke:#6aa5e8}
.product{fill:#52380f;stroke:#e0a04a}
.quotient{fill:#5a2323;stroke:#e67c7c}
.sign{fill:#35383d;stroke:#9aa0aa}
.choice{fill:#1f4424;stroke:#74c47a}
}
";

/// What is said of a kind of step.
const LEGEND: [(&str, &str); 5] = [
    ("sum", "sum or difference"),
    ("product", "product, fused multiply-add"),
    ("quotient", "quotient, square root"),
    ("sign", "change of sign (no operation)"),
    ("choice", "comparison, choice"),
];

/// The symbol of a step and its kind; none for inputs and constants.
fn symbol(node: Node) -> Option<(&'static str, &'static str)> {
    Some(match node {
        Node::Input(_) | Node::Constant(_) => return None,
        Node::Unary(Unary::Neg, _) => ("−a", "sign"),
        Node::Unary(Unary::Abs, _) => ("|a|", "sign"),
        Node::Unary(Unary::Sqrt, _) => ("√", "quotient"),
        Node::Binary(Binary::Add, ..) => ("+", "sum"),
        Node::Binary(Binary::Sub, ..) => ("−", "sum"),
        Node::Binary(Binary::Mul, ..) => ("×", "product"),
        Node::Binary(Binary::Div, ..) => ("÷", "quotient"),
        Node::Fma(..) => ("×+", "product"),
        Node::Compare(Comparison::Less, ..) => ("&lt;", "choice"),
        Node::Compare(Comparison::LessOrEqual, ..) => ("≤", "choice"),
        Node::Compare(Comparison::Equal, ..) => ("=", "choice"),
        Node::And(..) => ("∧", "choice"),
        Node::Or(..) => ("∨", "choice"),
        Node::Not(_) => ("¬", "choice"),
        Node::Select(..) => ("?:", "choice"),
    })
}

/// Names for the words of numbers: `x hi`, `x lo`, `y hi`, …, `c` where a number is one word.
fn word_names(widths: &[usize], names: impl Fn(usize) -> String) -> Vec<String> {
    let words = |(number, &width): (usize, &usize)| {
        let name = names(number);
        (0..width).map(move |word| match (width, word) {
            (1, _) => name.clone(),
            (2, 0) => format!("{name} hi").trim_start().to_owned(),
            (2, _) => format!("{name} lo").trim_start().to_owned(),
            _ => format!("{name}{word}"),
        })
    };
    widths.iter().enumerate().flat_map(words).collect()
}

/// A constant as short as can be: in decimal if that has few digits, else as a multiple of a power
/// of two or in scientific notation.
fn constant(value: f64) -> String {
    let decimal = format!("{value}");
    if decimal.len() <= 6 {
        return decimal;
    }
    let exponent = value.abs().log2();
    if value.is_finite() && value != 0.0 && exponent.fract() == 0.0 {
        return format!("{}2^{exponent}", if value < 0.0 { "−" } else { "" });
    }
    if value.fract() == 0.0 && (value - 1.0).abs().log2().fract() == 0.0 {
        return format!("2^{}+1", (value - 1.0).log2());
    }
    format!("{value:.3e}")
}

/// The middle of a layer.
fn y(layer: usize) -> f64 {
    MARGIN + LAYER * (layer as f64 + 0.5)
}

impl Circuit {
    /// A picture of the network as SVG, for pages light or dark: inputs at the top, each step below
    /// those that it waits for, the left operand from the left. A fused multiply-add has its factors
    /// first, a choice its flag.
    pub fn to_svg(&self) -> String {
        let layout = Layout::new(self);
        let width = (layout.width + 2.0 * MARGIN).max(300.0);
        let shift = (width - layout.width) / 2.0;
        let used: Vec<_> = LEGEND
            .iter()
            .filter(|(kind, _)| {
                self.nodes().iter().any(|&node| symbol(node).is_some_and(|(_, of)| of == *kind))
            })
            .collect();
        let bottom = y(layout.height - 1) + LAYER / 2.0;
        let height = bottom + 24.0 * used.len() as f64 + 24.0 + MARGIN;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\">\n<style>{STYLE}</style>\n"
        );
        self.wires(&layout, shift, &mut svg);
        self.steps(&layout, shift, &mut svg);
        for (line, (kind, meaning)) in used.iter().enumerate() {
            let y = bottom + 24.0 * line as f64 + 12.0;
            let _ = writeln!(
                svg,
                "<circle class=\"{kind}\" cx=\"{MARGIN}\" cy=\"{y}\" r=\"7\"/>\
                 <text class=\"small legend\" x=\"{}\" y=\"{}\">{meaning}</text>",
                MARGIN + 14.0,
                y + 4.0
            );
        }
        let (count, depth) = (self.operations().flops(), self.depth());
        let _ = writeln!(
            svg,
            "<text class=\"small legend\" x=\"{}\" y=\"{}\">{count} floating-point operations, \
             {depth} one after another</text>\n</svg>",
            MARGIN - 7.0,
            height - MARGIN
        );
        svg
    }

    fn wires(&self, layout: &Layout, shift: f64, svg: &mut String) {
        let mut wire = |from: Id, layer: usize, to: f64| {
            let start = layout.layers[from as usize];
            let (mut x, mut above) = (layout.x(from as usize) + shift, y(start));
            let mut path = format!("M{x:.1} {above:.1}");
            let passed = layout.wire(from, layer).map(|x| x + shift).chain([to]);
            for (step, next) in passed.enumerate() {
                let below = y(start + step + 1);
                let half = (above + below) / 2.0;
                let _ = write!(path, "C{x:.1} {half:.1} {next:.1} {half:.1} {next:.1} {below:.1}");
                (x, above) = (next, below);
            }
            let _ = writeln!(svg, "<path class=\"wire\" d=\"{path}\"/>");
        };
        for (id, node) in self.nodes().iter().enumerate() {
            let count = node.operands().count() as f64;
            for (place, operand) in node.operands().enumerate() {
                let aside = (place as f64 - (count - 1.0) / 2.0) * RADIUS * 0.9;
                wire(operand, layout.layers[id], layout.x(id) + shift + aside);
            }
        }
        for (place, &output) in self.outputs().iter().enumerate() {
            wire(output, layout.height - 1, layout.output_x(place) + shift);
        }
    }

    fn steps(&self, layout: &Layout, shift: f64, svg: &mut String) {
        let inputs = word_names(self.parameters(), |number| match number {
            0..=2 => ["x", "y", "z"][number].to_owned(),
            _ => format!("x{number}"),
        });
        let results = self.results().len();
        let outputs = word_names(self.results(), |number| match results {
            1 => String::new(),
            _ => format!("r{number}"),
        });
        let mut label = |x: f64, y: f64, text: &str| {
            let half = STEP / 2.0 - 3.0;
            let _ = writeln!(
                svg,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"22\" rx=\"5\" \
                 class=\"sign\"/><text x=\"{x:.1}\" y=\"{:.1}\">{text}</text>",
                x - half,
                y - 11.0,
                2.0 * half,
                y + 4.5
            );
        };
        for (id, &node) in self.nodes().iter().enumerate() {
            let (x, y) = (layout.x(id) + shift, y(layout.layers[id]));
            match node {
                Node::Input(input) => label(x, y, &inputs[input as usize]),
                Node::Constant(bits) => label(x, y, &constant(f64::from_bits(bits))),
                _ => {}
            }
        }
        for (place, name) in outputs.iter().enumerate() {
            let name = if name.is_empty() { "result" } else { name };
            label(layout.output_x(place) + shift, y(layout.height - 1), name);
        }
        for (id, &node) in self.nodes().iter().enumerate() {
            let Some((symbol, kind)) = symbol(node) else { continue };
            let (x, y) = (layout.x(id) + shift, y(layout.layers[id]));
            let class = format!("{}{kind}", if kind == "sign" { "" } else { "step " });
            let _ = writeln!(
                svg,
                "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\">{symbol}</text>",
                y + 4.5
            );
        }
    }
}
