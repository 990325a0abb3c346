//! The plan of a circuit: its steps, and the registers that hold their operands and results.

use crate::circuit::{Circuit, Id, Node};

/// A circuit that is ready to run: its nodes refer to registers instead of nodes.
#[derive(Debug)]
pub struct Plan {
    /// Which word of the parameters goes into which register.
    pub(super) inputs: Vec<(usize, Id)>,
    /// The constants. Each has a register of its own, to which nothing else is written.
    pub(super) constants: Vec<(Node, Id)>,
    pub(super) steps: Vec<Step>,
    pub(super) outputs: Vec<Id>,
    pub(super) registers: usize,
}

/// A node whose operands are registers, and the register of its result, which may be that of an
/// operand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) node: Node,
    pub(super) to: Id,
}

impl Plan {
    /// The plan of a circuit, with calls expanded.
    pub fn new(circuit: &Circuit) -> Self {
        let circuit = &circuit.expanded();
        let nodes = circuit.nodes();
        let mut last_use = vec![0; nodes.len()];
        for (id, node) in nodes.iter().enumerate() {
            node.operands().for_each(|operand| last_use[operand as usize] = id);
        }
        circuit.outputs().iter().for_each(|&output| last_use[output as usize] = usize::MAX);
        let mut plan = Plan {
            inputs: Vec::new(),
            constants: Vec::new(),
            steps: Vec::new(),
            outputs: Vec::new(),
            registers: 0,
        };
        let mut free = Vec::new();
        let mut register_of = Vec::<Id>::with_capacity(nodes.len());
        for (id, &node) in nodes.iter().enumerate() {
            let mut done: Vec<Id> =
                node.operands().filter(|&operand| last_use[operand as usize] == id).collect();
            done.sort_unstable();
            done.dedup();
            let variable = |&operand: &Id| !is_constant(nodes[operand as usize]);
            free.extend(done.into_iter().filter(variable).map(|id| register_of[id as usize]));
            let is_input = matches!(node, Node::Input(_) | Node::UintInput(_));
            let reusable = if is_constant(node) || is_input {
                None // Filled before the first step, when all registers may be in use.
            } else {
                free.pop()
            };
            let to = reusable.unwrap_or_else(|| {
                plan.registers += 1;
                plan.registers as Id - 1
            });
            register_of.push(to);
            match node {
                Node::Input(input) | Node::UintInput(input) => {
                    plan.inputs.push((input as usize, to));
                }
                node if is_constant(node) => plan.constants.push((node, to)),
                _ => plan.steps.push(Step {
                    node: node.map_operands(|operand| register_of[operand as usize]),
                    to,
                }),
            }
        }
        plan.outputs =
            circuit.outputs().iter().map(|&output| register_of[output as usize]).collect();
        plan
    }

    /// The number of steps. Each is a pass over a block.
    pub fn length(&self) -> usize {
        self.steps.len()
    }
}

fn is_constant(node: Node) -> bool {
    matches!(node, Node::Constant(_) | Node::UintConstant(_))
}
