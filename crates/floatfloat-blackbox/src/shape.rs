//! Words for trees.

use crate::tree::Tree;

impl Tree {
    /// How the tree adds, in a few words; the tree itself where it has no usual form.
    pub fn words(&self) -> String {
        describe(self)
    }
}

fn describe(tree: &Tree) -> String {
    let terms = tree.terms();
    if terms == 1 {
        return "one term".to_owned();
    }
    if let Some(words) = simple(tree) {
        return words;
    }
    if let Some(words) = lanes(tree).or_else(|| with_rest(tree)) {
        return words;
    }
    let text = tree.to_string();
    if text.len() <= 120 {
        text
    } else {
        format!("{}…", text.chars().take(119).collect::<String>())
    }
}

/// One of the usual forms, with no parts.
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

/// One block of terms after the other.
fn chain(tree: &Tree) -> Option<String> {
    let mut blocks: Vec<Vec<usize>> = Vec::new();
    let mut rest = tree;
    loop {
        match rest {
            Tree::Leaf(i) => {
                blocks.push(vec![*i]);
                break;
            }
            Tree::Node(children) => {
                let inner: Vec<&Tree> =
                    children.iter().filter(|child| matches!(child, Tree::Node(_))).collect();
                let mut leaves: Vec<usize> = Vec::new();
                leaves.extend(children.iter().filter_map(|child| match child {
                    Tree::Leaf(i) => Some(*i),
                    Tree::Node(_) => None,
                }));
                leaves.sort_unstable();
                match inner[..] {
                    [] => {
                        blocks.push(leaves);
                        break;
                    }
                    [inner] if !leaves.is_empty() => {
                        blocks.push(leaves);
                        rest = inner;
                    }
                    _ => return None,
                }
            }
        }
    }
    blocks.reverse();
    // A first addition of two terms is two steps of one term.
    let size = blocks.last()?.len();
    if size == 1 && blocks[0].len() == 2 {
        let last = blocks[0].pop()?;
        blocks.insert(1, vec![last]);
        if blocks.len() > 2 && blocks[1] > blocks[2] {
            blocks[0].push(last);
            blocks[1] = vec![blocks[0].remove(0)];
        }
    }
    let order: Vec<usize> = blocks.concat();
    let forward = order.is_sorted();
    let backward = blocks.iter().rev().flatten().is_sorted();
    let stride = order.get(1).map_or(1, |second| second.abs_diff(order[0]));
    let in_steps = order.windows(2).all(|w| w[1].abs_diff(w[0]) == stride) || size > 1;
    let direction = match (forward, backward) {
        (true, _) => "",
        (_, true) => ", from the last to the first",
        _ => return None,
    };
    if size == 1 {
        let plain = in_steps
            && (order.len() < 2 || order.windows(2).all(|w| w[1].abs_diff(w[0]) == stride));
        return plain.then(|| format!("one after the other{direction}"));
    }
    let equal = blocks.iter().rev().take(blocks.len() - 1).all(|block| block.len() == size);
    equal.then(|| format!("{size} at a time onto the sum so far{direction}"))
}

/// Halves, of halves, down to single terms or pairs.
fn is_pairwise(tree: &Tree) -> bool {
    match tree {
        Tree::Leaf(_) => true,
        Tree::Node(children) => match &children[..] {
            [a, b] => {
                let (n, m) = (a.terms(), b.terms());
                n.abs_diff(m) <= n.min(m) && is_pairwise(a) && is_pairwise(b)
            }
            _ => false,
        },
    }
}

/// Several sums that run side by side, and how they are joined.
fn lanes(tree: &Tree) -> Option<String> {
    let mut parts: Vec<&Tree> = vec![tree];
    // Sums of sums are taken apart until each part is a sum that has terms of its own.
    loop {
        let Some(place) = parts
            .iter()
            .position(|part| matches!(part, Tree::Node(children) if !Tree::takes_terms(children)))
        else {
            break;
        };
        let Tree::Node(children) = parts.remove(place) else { break };
        parts.extend(children);
    }
    let sizes = || parts.iter().map(|part| part.terms());
    if parts.len() < 2 || sizes().max() > sizes().min().map(|least| least + 1) {
        return None;
    }
    let first: Vec<usize> = {
        let mut leaves = parts.iter().find(|part| part.first() == 0)?.leaves();
        leaves.sort_unstable();
        leaves
    };
    let words = chain(parts[0]).or_else(|| simple(parts[0]));
    let alike = parts.iter().all(|part| chain(part).or_else(|| simple(part)) == words);
    let count = parts.len();
    let stride = first.get(1).map_or(1, |second| second - first[0]);
    let even = first.windows(2).all(|w| w[1] - w[0] == stride);
    let place =
        if stride == 1 { "blocks".to_owned() } else { format!("lanes, {stride} terms apart") };
    let joined = joined(tree, &parts);
    match (words, alike && even) {
        (Some(words), true) => Some(format!("in {count} {place}: each {words}; these {joined}")),
        _ => None,
    }
}

/// A sum of the first terms, and what is left: the last terms by themselves, or one after the other onto that sum.
fn with_rest(tree: &Tree) -> Option<String> {
    let terms = tree.terms();
    let Tree::Node(children) = tree else { return None };
    if let [main, rest] = &children[..]
        && matches!(rest, Tree::Node(_))
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
    let words = usual(main)?;
    Some(format!(
        "the first {} terms {words}; then the last {taken} one after the other",
        terms - taken
    ))
}

/// Words, not the tree itself.
fn usual(tree: &Tree) -> Option<String> {
    simple(tree).or_else(|| lanes(tree)).or_else(|| with_rest(tree))
}

/// How sums of parts are added.
fn joined(tree: &Tree, parts: &[&Tree]) -> String {
    let mut order: Vec<&Tree> = parts.to_vec();
    order.sort_by_key(|part| part.first());
    let number = |part: &Tree| order.iter().position(|other| *other == part).unwrap_or(0);
    fn replaced(tree: &Tree, number: &impl Fn(&Tree) -> usize, parts: &[&Tree]) -> Tree {
        if parts.contains(&tree) {
            return Tree::Leaf(number(tree));
        }
        match tree {
            Tree::Leaf(i) => Tree::Leaf(*i),
            Tree::Node(children) => {
                Tree::node(children.iter().map(|child| replaced(child, number, parts)).collect())
            }
        }
    }
    describe(&replaced(tree, &number, parts))
}
