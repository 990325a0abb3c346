//! The size of circuits: operations, operations that wait for one another, and values that are alive at one time.

use super::{Circuit, Id, Node};

impl Circuit {
    /// The number of floating-point operations, as papers count them. A fused multiply-add counts as
    /// one, and so does a division or a root. Changes of sign, exponents, powers of two, comparisons,
    /// choices and operations of integers do not count.
    pub fn flops(&self) -> u32 {
        self.count(Node::is_flop) as u32
    }

    /// The number of operations of 32-bit integers: sums, products and their high halves, logic, shifts,
    /// leading zeros, comparisons, choices, and logic of flags. The operations of a called function count
    /// once for every call. Access to the bits of words does not count.
    pub fn uint_operations(&self) -> u64 {
        self.count(Node::is_uint_operation)
    }

    /// The number of these steps, including those of called functions.
    fn count(&self, which: fn(Node) -> bool) -> u64 {
        let of_functions: Vec<_> =
            self.called.iter().map(|called| called.circuit.count(which)).collect();
        let of_step = |&node: &Node| match node {
            Node::Call(function, _) => of_functions[function as usize],
            node => which(node).into(),
        };
        self.nodes.iter().map(of_step).sum()
    }

    /// The number of floating-point operations on the longest path from an input to a result: the
    /// operations that must wait for one another.
    pub fn depth(&self) -> usize {
        let mut depths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for &node in &self.nodes {
            let before = node.operands().map(|operand| depths[operand as usize]).max();
            let own = match node {
                Node::Call(function, _) => self.called[function as usize].circuit.depth(),
                node => node.is_flop().into(),
            };
            depths.push(before.unwrap_or(0) + own);
        }
        self.outputs.iter().map(|&output| depths[output as usize]).max().unwrap_or(0)
    }

    /// The largest number of values that are alive at one time if the steps run in the recorded order, with functions
    /// inlined. A compiler that does not reorder needs this many registers. Constants do not count.
    pub fn most_alive(&self) -> usize {
        let circuit = self.expanded();
        let is_constant = |node: Node| matches!(node, Node::Constant(_) | Node::UintConstant(_));
        let mut last_use = vec![0; circuit.nodes.len()];
        for (id, node) in circuit.nodes.iter().enumerate() {
            node.operands().for_each(|operand| last_use[operand as usize] = id);
        }
        circuit.outputs.iter().for_each(|&output| last_use[output as usize] = usize::MAX);
        let (mut alive, mut most) = (0usize, 0);
        for (id, node) in circuit.nodes.iter().enumerate() {
            let mut dead: Vec<Id> = node.operands().collect();
            dead.sort_unstable();
            dead.dedup();
            let is_dead = |&&operand: &&Id| {
                last_use[operand as usize] == id && !is_constant(circuit.nodes[operand as usize])
            };
            alive -= dead.iter().filter(is_dead).count();
            alive += usize::from(!is_constant(*node));
            most = most.max(alive);
        }
        most
    }
}
