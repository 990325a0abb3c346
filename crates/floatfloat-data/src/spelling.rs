//! Spellings of numbers that are refused, and how to write such numbers.

/// Whether a number is written with a decimal comma.
pub(crate) fn has_decimal_comma(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, ',' | '.' | '-' | '+' | 'e' | 'E');
    text.contains(',') && text.chars().all(is_part) && stand_between_digits(text, |c| c == ',')
}

/// Whether the digits of a number are grouped by blanks, apostrophes or underscores. Spaces of the keyboard group three
/// digits each; otherwise they separate numbers.
pub(crate) fn has_groups(text: &str) -> bool {
    let is_mark = |c: char| {
        matches!(c, ' ' | '_' | '\'' | '\u{2019}' | '\u{a0}' | '\u{202f}' | '\u{2007}'..='\u{200a}')
    };
    let is_part = |c: char| c.is_ascii_digit() || is_mark(c) || matches!(c, '.' | ',' | '-' | '+');
    let are_three = |digits: &str| {
        let whole = digits.split(['.', ',']).next().unwrap_or_default();
        whole.len() == 3
    };
    let mut groups = text.split(' ');
    let first = groups.next().unwrap_or_default().trim_start_matches(['-', '+']);
    text.contains(is_mark)
        && text.chars().all(is_part)
        && stand_between_digits(text, is_mark)
        && (!text.contains(' ') || first.len() <= 3 && groups.all(are_three))
}

/// Whether a text is a number that is refused because of how it is written.
pub(crate) fn is_misspelt(text: &str) -> bool {
    has_decimal_comma(text) || has_groups(text)
}

/// Whether all these marks stand between two digits.
fn stand_between_digits(text: &str, is_mark: impl Fn(char) -> bool) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let mut marks = text.char_indices().filter(|&(_, c)| is_mark(c));
    marks.all(|(at, mark)| {
        is_digit(text[..at].chars().next_back())
            && is_digit(text[at + mark.len_utf8()..].chars().next())
    })
}

/// Advice for a text that is not a number, beginning with a separator; empty if there is none.
pub(crate) fn advice(found: &str) -> &'static str {
    let begins_complex = found.starts_with(|c: char| c.is_ascii_digit() || "(+-.".contains(c));
    let is_complex = begins_complex && found.trim_end_matches(')').ends_with(['i', 'j']);
    match found {
        "" => "; fill it in or remove the row",
        _ if has_groups(found) => "; write the number without separators of thousands",
        _ if has_decimal_comma(found) => "; write a decimal point, and no separator of thousands",
        _ if is_complex => {
            "; complex numbers are not supported: write real and imaginary parts to two columns"
        }
        _ if found.contains([' ', '\t', ';', ',']) => {
            "; separate columns by commas, semicolons, tabs or blanks, the same in every line"
        }
        _ if found.contains('\u{2212}') => "; write the minus sign as the hyphen of the keyboard",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::{advice, has_decimal_comma, has_groups};

    #[test]
    fn separators_of_thousands() {
        for text in [
            "1 234",
            "-12 345 678.5",
            "1\u{a0}234,5",
            "1\u{202f}234",
            "12\u{2009}345",
            "1'234.50",
            "1\u{2019}234",
            "1_000",
            "12'34'567",
        ] {
            assert!(has_groups(text), "{text}");
            assert!(advice(text).contains("without separators of thousands"), "{text}");
        }
        for text in ["1234", "1 2", "1234 567", "1 234 5", "'5'", "1 a", "_1", "2019-20", ""] {
            assert!(!has_groups(text), "{text}");
        }
    }

    #[test]
    fn decimal_commas() {
        for text in ["1,5", "-1,5", "1.234,5", "1,5e-3", "1,234,567"] {
            assert!(has_decimal_comma(text), "{text}");
        }
        for text in ["1.5", ",5", "1,", "a,b", "1,a"] {
            assert!(!has_decimal_comma(text), "{text}");
        }
    }

    #[test]
    fn other_advice() {
        for text in ["1+2j", "(1.5e+00-2.0e+00j)", "2i"] {
            assert!(advice(text).contains("complex"), "{text}");
        }
        assert!(advice("1 2").contains("tabs or blanks"));
        assert_eq!(advice("four"), "");
    }
}
