//! The report as HTML: the lines of the program, with their part of the error in the margin.

use crate::{
    Explanation,
    explanation::{Excerpt, Verdict},
};
use std::fmt::Write;

const VERMILION: &str = "213, 94, 0";
const GREEN: &str = "0, 158, 115";
const GREY: &str = "128, 128, 128";

impl Explanation {
    /// The report as HTML, a fragment for a page or a notebook: the lines of the program, each with a strip whose colour is its part
    /// of the error, and the report as text.
    #[must_use]
    pub fn to_html(&self) -> String {
        let mut html = String::from("<meta charset=\"utf-8\">");
        self.write_html(&mut html).expect("a string takes any text");
        html
    }

    fn write_html(&self, html: &mut String) -> std::fmt::Result {
        let tone = match self.verdict {
            Verdict::Accurate => GREEN,
            Verdict::LosesDigits | Verdict::NotDetermined => VERMILION,
            Verdict::IllConditioned | Verdict::Unknown => GREY,
        };
        let said = self.verdict.sentence();
        write!(
            html,
            "<div style=\"font: 15px/1.5 system-ui, sans-serif\"><p style=\"border-left: 6px solid rgb({tone}); padding: 6px 14px; \
             background: rgba({tone}, 0.08)\"><b>{}</b></p>",
            escaped(said)
        )?;
        for excerpt in &self.excerpts {
            self.write_excerpt(html, excerpt)?;
        }
        let text = escaped(&self.to_string());
        write!(
            html,
            "<details><summary>The report as text</summary><pre>{text}</pre></details></div>"
        )
    }

    fn write_excerpt(&self, html: &mut String, excerpt: &Excerpt) -> std::fmt::Result {
        let Excerpt { file, first, lines } = excerpt;
        write!(
            html,
            "<p style=\"margin: 14px 0 4px\"><code>{}</code></p><table style=\"border-collapse: collapse; font: 13px/1.5 monospace\">",
            escaped(file)
        )?;
        for (number, text) in (*first..).zip(lines) {
            let here = |other: &str, line: u32| other == file && line == number;
            let blamed = self.lines.iter().find(|line| here(&line.file, line.line));
            let share = blamed.map_or(0.0, |line| line.share);
            let mut notes = Vec::new();
            if share > 0.0 {
                notes.push(format!("{:.0}% of the error", 100.0 * share));
            }
            let losses = self.losses.iter().filter(|step| here(&step.file, step.line));
            if let Some(bits) = losses.map(|step| step.bits).reduce(f64::max) {
                notes.push(format!("loses up to {bits:.0} bits"));
            }
            // A small part is visible, too.
            let depth = if share > 0.0 { 0.15 + 0.85 * share } else { 0.0 };
            write!(
                html,
                "<tr><td style=\"width: 14px; background: rgba({VERMILION}, {depth:.2})\"></td>\
                 <td style=\"padding: 0 12px; color: rgb({GREY}); text-align: right\">{number}</td>\
                 <td style=\"padding: 0; white-space: pre; text-align: left\">{}</td>\
                 <td style=\"padding: 0 0 0 24px; color: rgb({VERMILION}); text-align: left\">{}</td></tr>",
                escaped(text),
                notes.join(", ")
            )?;
        }
        write!(html, "</table>")
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
