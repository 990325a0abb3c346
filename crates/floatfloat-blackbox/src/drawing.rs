//! Drawings of trees.

use crate::tree::Tree;

/// Where a subtree's sum leaves it.
#[derive(Clone, Copy)]
struct End {
    line: usize,
    column: usize,
}

impl Tree {
    /// A drawing with a line for each term. Terms that one vertical stroke joins are added in one step, and strokes further to
    /// the right are later.
    ///
    /// ```
    /// # use floatfloat_blackbox::Tree;
    /// let pair = |i| Tree::node(vec![Tree::Leaf(i), Tree::Leaf(i + 1)]);
    /// let tree = Tree::node(vec![pair(0), pair(2)]);
    /// assert_eq!(tree.drawing(), "0 ─┬─┬─\n1 ─╯ │\n2 ─┬─╯\n3 ─╯\n");
    /// ```
    pub fn drawing(&self) -> String {
        let leaves = self.leaves();
        let mut lines: Vec<Vec<char>> = vec![Vec::new(); leaves.len()];
        let mut next = 0;
        let end = self.draw(&mut next, &mut lines);
        extend(&mut lines[end.line], end.column + 1);
        let width = (leaves.len() - 1).to_string().len();
        let written = leaves.iter().zip(lines);
        written
            .map(|(term, line)| {
                format!("{term:>width$} {}\n", line.into_iter().collect::<String>())
            })
            .collect()
    }

    /// Draws the sum from line `next` on.
    fn draw(&self, next: &mut usize, lines: &mut [Vec<char>]) -> End {
        let Tree::Node(children) = self else {
            *next += 1;
            return End { line: *next - 1, column: 0 };
        };
        let ends: Vec<End> = children.iter().map(|child| child.draw(next, lines)).collect();
        let column = ends.iter().map(|end| end.column).max().unwrap_or(0) + 2;
        let (first, last) = (ends[0].line, ends[ends.len() - 1].line);
        for (number, line) in lines[first..=last].iter_mut().enumerate() {
            let line_number = first + number;
            if ends.iter().any(|end| end.line == line_number) {
                extend(line, column - 1);
                line.push(match line_number {
                    line if line == first => '┬',
                    line if line == last => '╯',
                    _ => '┤',
                });
            } else {
                line.resize(column - 1, ' ');
                line.push('│');
            }
        }
        End { line: first, column }
    }
}

/// Draws a horizontal stroke up to a length.
fn extend(line: &mut Vec<char>, length: usize) {
    line.resize(length.max(line.len()), '─');
}
