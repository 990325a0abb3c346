//! A strict little reader of the page's markup.

use std::collections::BTreeMap;

/// An element's start, in document order.
#[derive(Debug)]
pub struct Element {
    pub name: String,
    pub attributes: BTreeMap<String, String>,
    /// The text between this tag and the next.
    pub text: String,
}

impl Element {
    /// The attribute, if it is there.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }
}

const VOID: [&str; 3] = ["meta", "br", "link"];

/// Every element; panics where tags do not nest, quotes are missing, or text is not escaped.
pub fn read(page: &str) -> Vec<Element> {
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("a doctype");
    let mut open: Vec<String> = Vec::new();
    let mut elements: Vec<Element> = Vec::new();
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "stray > in {:?}", &rest[..start]);
        rest = &rest[start + 1..];
        let end = rest.find('>').expect("an end of the tag");
        let tag = &rest[..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "before {:.80}", rest);
            continue;
        }
        let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        let text = rest[..rest.find('<').unwrap_or(rest.len())].to_owned();
        elements.push(Element { name: name.into(), attributes: read_attributes(attributes), text });
        if !closed && !VOID.contains(&name) {
            open.push(name.into());
        }
        if name == "style" {
            rest = &rest[rest.find("</style>").expect("an end of the style")..];
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
    elements
}

fn read_attributes(mut text: &str) -> BTreeMap<String, String> {
    let mut attributes = BTreeMap::new();
    loop {
        text = text.trim_start();
        if text.is_empty() {
            return attributes;
        }
        let (name, after) = text.split_once("=\"").expect("a quoted attribute");
        let (value, after) = after.split_once('"').expect("an end of the attribute");
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || "-:".contains(c)), "{name:?}");
        assert!(attributes.insert(name.into(), value.into()).is_none(), "{name} twice");
        text = after;
    }
}

/// Escaped text as a reader sees it.
pub fn unescape(text: &str) -> String {
    let mut text = text.to_owned();
    for (entity, plain) in [
        ("&lt;", "<"),
        ("&#60;", "<"),
        ("&gt;", ">"),
        ("&#62;", ">"),
        ("&quot;", "\""),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&apos;", "'"),
        ("&#38;", "&"),
        ("&amp;", "&"),
    ] {
        text = text.replace(entity, plain);
    }
    text
}
