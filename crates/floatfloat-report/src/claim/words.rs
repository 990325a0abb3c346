//! The evidence in words: a sentence with places for numbers.

use crate::table::distinct;

/// The sentence with all places filled. `[…|, ]` is repeated for each item, with the text after the bar
/// between two items. Inside brackets, `{name}` is the text of `value` for one item. Outside, it is the
/// text of `of_all` or, if there is none, the texts of `value` for all items, each once.
pub(super) fn fill<T>(
    words: &str,
    things: &[T],
    value: impl Fn(&T, &str) -> String,
    of_all: impl Fn(&str) -> Option<String>,
) -> String {
    let of_all = |name: &str| {
        let each = || distinct(things.iter().map(|thing| value(thing, name))).join(", ");
        of_all(name).unwrap_or_else(each)
    };
    let (mut said, mut rest) = (String::new(), words);
    while let Some((before, (each, after))) = place(rest, '[', ']') {
        let (each, between) = each.split_once('|').unwrap_or((each, ""));
        let each = things.iter().map(|thing| named(each, |name| value(thing, name)));
        said += &named(before, of_all);
        said += &each.collect::<Vec<_>>().join(between);
        rest = after;
    }
    said + &named(rest, of_all)
}

/// The words before the first pair of brackets, between the brackets, and after them.
fn place(words: &str, open: char, close: char) -> Option<(&str, (&str, &str))> {
    let (before, rest) = words.split_once(open)?;
    Some((before, rest.split_once(close)?))
}

fn named(words: &str, value: impl Fn(&str) -> String) -> String {
    let (mut said, mut rest) = (String::new(), words);
    while let Some((before, (name, after))) = place(rest, '{', '}') {
        said = said + before + &value(name);
        rest = after;
    }
    said + rest
}
