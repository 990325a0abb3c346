//! Words for trees.

use crate::tree::Tree;

/// Letters of a tree that has no words, at most.
const MOST: usize = 120;

impl Tree {
    /// How the tree adds, in a few words; the tree itself, cut if it is long, where it has no usual form.
    pub fn words(&self) -> String {
        if self.terms() == 1 {
            return "one term".to_owned();
        }
        usual(self).unwrap_or_else(|| {
            let text = self.to_string();
            match text.char_indices().nth(MOST) {
                Some((end, _)) => format!("{}…", &text[..end]),
                None => text,
            }
        })
    }
}

/// Words of a usual form.
fn usual(tree: &Tree) -> Option<String> {
    simple(tree).or_else(|| lanes(tree)).or_else(|| with_rest(tree))
}

/// One of the usual forms that have no parts.
fn simple(tree: &Tree) -> Option<String> {
    let Tree::Node(children) = tree else { return None };
    if children.iter().all(|child| matches!(child, Tree::Leaf(_))) {
        return Some(match children.len() {
            2 => "one addition".to_owned(),
            n => format!("all {n} terms in one step"),
        });
    }
    chain(tree).or_else(|| is_pairwise(tree).then(|| "pairwise".to_owned()))
}

/// The terms that each step adds onto the sum so far, from the first step on; `None` if some step adds two sums.
fn steps(mut tree: &Tree) -> Option<Vec<Vec<usize>>> {
    let mut steps = Vec::new();
    while let Tree::Node(children) = tree {
        let mut terms = Vec::new();
        let mut sums = Vec::new();
        for child in children {
            match child {
                Tree::Leaf(i) => terms.push(*i),
                Tree::Node(_) => sums.push(child),
            }
        }
        terms.sort_unstable();
        let is_first = sums.is_empty();
        if !is_first && (sums.len() > 1 || terms.is_empty()) {
            return None;
        }
        steps.push(terms);
        if is_first {
            break;
        }
        tree = sums[0];
    }
    steps.reverse();
    Some(steps)
}

/// One term, or one block of terms, after the other.
fn chain(tree: &Tree) -> Option<String> {
    let mut steps = steps(tree)?;
    let size = steps.last()?.len();
    if size == 1 && steps[0].len() == 2 {
        // An addition of two terms is two steps of one term, from the end that continues.
        let [low, high] = [steps[0][0], steps[0][1]];
        let forward = steps.get(1).is_none_or(|next| high < next[0]);
        let (first, second) = if forward { (low, high) } else { (high, low) };
        steps.splice(..1, [vec![first], vec![second]]);
    }
    let forward = steps.iter().flatten().is_sorted();
    let backward = steps.iter().rev().flatten().is_sorted();
    let direction = match (forward, backward) {
        (true, _) => "",
        (_, true) => ", from the last to the first",
        _ => return None,
    };
    if steps.iter().skip(1).any(|step| step.len() != size) {
        return None;
    }
    if size > 1 {
        return Some(format!("{size} at a time onto the sum so far{direction}"));
    }
    let order = steps.concat();
    let stride = order[1].abs_diff(order[0]);
    let even = order.windows(2).all(|pair| pair[1].abs_diff(pair[0]) == stride);
    even.then(|| format!("one after the other{direction}"))
}

/// Halves, of halves, down to single terms or pairs.
fn is_pairwise(tree: &Tree) -> bool {
    let Tree::Node(children) = tree else { return true };
    let [a, b] = &children[..] else { return false };
    let (n, m) = (a.terms(), b.terms());
    n.abs_diff(m) <= n.min(m) && is_pairwise(a) && is_pairwise(b)
}

/// Several sums that run side by side, and how they are joined.
fn lanes(tree: &Tree) -> Option<String> {
    let mut parts = Vec::new();
    take_apart(tree, &mut parts);
    let sizes = || parts.iter().map(|part| part.terms());
    if parts.len() < 2 || sizes().max() > sizes().min().map(|least| least + 1) {
        return None;
    }
    let words = simple(parts[0])?;
    if parts.iter().any(|part| simple(part).as_ref() != Some(&words)) {
        return None;
    }
    let mut terms = parts.iter().find(|part| part.first() == 0)?.leaves();
    terms.sort_unstable();
    let stride = terms[1] - terms[0];
    if terms.windows(2).any(|pair| pair[1] - pair[0] != stride) {
        return None;
    }
    let count = parts.len();
    let place = match stride {
        1 => "blocks".to_owned(),
        _ => format!("lanes, {stride} terms apart"),
    };
    parts.sort_by_key(|part| part.first());
    let joined = numbered(tree, &parts).words();
    Some(format!("in {count} {place}: each {words}; these {joined}"))
}

/// The sums that have terms of their own, or are added by nothing but sums.
fn take_apart<'a>(tree: &'a Tree, parts: &mut Vec<&'a Tree>) {
    match tree {
        Tree::Node(children) if !Tree::takes_terms(children) => {
            children.iter().for_each(|child| take_apart(child, parts));
        }
        _ => parts.push(tree),
    }
}

/// The tree with the numbers of its parts in place of the parts.
fn numbered(tree: &Tree, parts: &[&Tree]) -> Tree {
    match (parts.iter().position(|part| *part == tree), tree) {
        (Some(number), _) => Tree::Leaf(number),
        (None, Tree::Leaf(i)) => Tree::Leaf(*i),
        (None, Tree::Node(children)) => {
            Tree::node(children.iter().map(|child| numbered(child, parts)).collect())
        }
    }
}

/// A sum of the first terms, and what is left: the last terms by themselves, or one after the other onto that sum.
fn with_rest(tree: &Tree) -> Option<String> {
    let terms = tree.terms();
    let Tree::Node(children) = tree else { return None };
    if let [main, rest @ Tree::Node(_)] = &children[..]
        && rest.first() == main.terms()
        && rest.terms() < main.terms()
    {
        let (first, last) = (main.terms(), rest.terms());
        let (main, rest) = (usual(main)?, usual(rest)?);
        return Some(format!(
            "the first {first} terms {main}; the last {last} {rest}; then one addition"
        ));
    }
    let mut main = tree;
    let mut taken = 0;
    while let Tree::Node(children) = main
        && let [inner @ Tree::Node(_), Tree::Leaf(last)] = &children[..]
        && *last == terms - 1 - taken
    {
        taken += 1;
        main = inner;
    }
    if taken == 0 {
        return None;
    }
    let (first, words) = (terms - taken, usual(main)?);
    Some(format!("the first {first} terms {words}; then the last {taken} one after the other"))
}
