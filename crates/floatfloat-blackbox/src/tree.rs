//! The order in which terms are added, as a tree.

use std::fmt;

/// A term, or the sum of several subtrees in one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// The term with this number, counted from zero.
    Leaf(usize),
    /// A sum. Its children are in the order of their smallest terms.
    Node(Vec<Tree>),
}

impl Tree {
    /// A sum of these.
    pub fn node(mut children: Vec<Tree>) -> Tree {
        children.sort_by_key(Tree::first);
        Tree::Node(children)
    }

    /// The terms one after the other, from the first.
    pub fn sequential(terms: usize) -> Tree {
        (1..terms).fold(Tree::Leaf(0), |sum, i| Tree::node(vec![sum, Tree::Leaf(i)]))
    }

    /// The smallest term in it.
    pub fn first(&self) -> usize {
        match self {
            Tree::Leaf(i) => *i,
            Tree::Node(children) => children.iter().map(Tree::first).min().unwrap_or(0),
        }
    }

    /// Number of terms.
    pub fn terms(&self) -> usize {
        match self {
            Tree::Leaf(_) => 1,
            Tree::Node(children) => children.iter().map(Tree::terms).sum(),
        }
    }

    /// Every sum in it, the inner ones before the outer ones.
    pub fn nodes(&self) -> Vec<&[Tree]> {
        let mut found = Vec::new();
        self.collect(&mut found);
        found
    }

    fn collect<'a>(&'a self, found: &mut Vec<&'a [Tree]>) {
        if let Tree::Node(children) = self {
            for child in children {
                child.collect(found);
            }
            found.push(children);
        }
    }

    /// Every term in it, in the order in which it is written.
    pub fn leaves(&self) -> Vec<usize> {
        match self {
            Tree::Leaf(i) => vec![*i],
            Tree::Node(children) => children.iter().flat_map(Tree::leaves).collect(),
        }
    }

    /// Whether a sum has a term of its own among its children.
    pub(crate) fn takes_terms(children: &[Tree]) -> bool {
        children.iter().any(|child| matches!(child, Tree::Leaf(_)))
    }
}

/// `((0 1) 2) 3`: what stands in one pair of parentheses is added in one step. Neighbouring terms in one sum are
/// written as a range, `0..7`.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::Leaf(i) => write!(f, "{i}"),
            Tree::Node(children) => {
                f.write_str("(")?;
                let mut rest = children.as_slice();
                let mut separator = "";
                while let Some(child) = rest.first() {
                    f.write_str(separator)?;
                    separator = " ";
                    let run = run_of_leaves(rest);
                    if run >= 3 {
                        write!(f, "{}..{}", child.first(), child.first() + run - 1)?;
                        rest = &rest[run..];
                    } else {
                        write!(f, "{child}")?;
                        rest = &rest[1..];
                    }
                }
                f.write_str(")")
            }
        }
    }
}

/// How many children from the first on are terms that follow one another.
fn run_of_leaves(children: &[Tree]) -> usize {
    let Some(Tree::Leaf(first)) = children.first() else { return 0 };
    let follows = |(i, child): (usize, &Tree)| *child == Tree::Leaf(first + i);
    children.iter().enumerate().take_while(|&(i, child)| follows((i, child))).count()
}
