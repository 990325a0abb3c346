//! Places for the steps of a circuit: in layers, each below those whose results it uses, and within
//! a layer so that wires are short.

use crate::circuit::{Circuit, Id, Node};

/// Width that a step, an input or an output takes.
pub(super) const STEP: f64 = 58.0;
/// Width of a wire that passes a layer.
const PASSING: f64 = 22.0;
/// Times that the layers are gone through, downwards and upwards.
const SWEEPS: usize = 12;

/// Where everything is.
pub(super) struct Layout {
    /// Layer of each node; inputs are in layer 0.
    pub(super) layers: Vec<usize>,
    /// The number of layers, that of the outputs included, which is the last.
    pub(super) height: usize,
    pub(super) width: f64,
    items: Vec<Item>,
    /// Items by node: the node itself, and its wire in each layer that it passes.
    of_node: Vec<Vec<usize>>,
    of_output: Vec<usize>,
}

/// Something that takes room in a layer.
struct Item {
    layer: usize,
    room: f64,
    x: f64,
    above: Vec<usize>,
    below: Vec<usize>,
}

impl Layout {
    pub(super) fn new(circuit: &Circuit) -> Self {
        let nodes = circuit.nodes();
        let mut layers = circuit.depths(|node| !matches!(node, Node::Input(_) | Node::Constant(_)));
        let height = layers.iter().max().map_or(2, |deepest| deepest + 2);
        // Constants stand just above those that use them, and so may inputs that are used late.
        let mut last = layers.clone();
        let mut first_use = vec![height - 1; nodes.len()];
        for (id, node) in nodes.iter().enumerate() {
            for operand in node.operands() {
                let operand = operand as usize;
                last[operand] = last[operand].max(layers[id]);
                first_use[operand] = first_use[operand].min(layers[id]);
            }
        }
        circuit.outputs().iter().for_each(|&output| last[output as usize] = height - 1);
        for (id, node) in nodes.iter().enumerate() {
            if matches!(node, Node::Constant(_)) {
                layers[id] = first_use[id] - 1;
            }
        }
        let mut layout = Layout {
            height,
            width: 0.0,
            items: Vec::new(),
            of_node: Vec::new(),
            of_output: Vec::new(),
            layers,
        };
        for (id, &last) in last.iter().enumerate() {
            let first = layout.layers[id];
            let items = (first..last.max(first + 1))
                .map(|layer| layout.item(layer, if layer == first { STEP } else { PASSING }));
            let items: Vec<_> = items.collect();
            items.windows(2).for_each(|pair| layout.connect(pair[0], pair[1]));
            layout.of_node.push(items);
        }
        for (id, node) in nodes.iter().enumerate() {
            for operand in node.operands() {
                let from = layout.passing(operand, layout.layers[id] - 1);
                layout.connect(from, layout.of_node[id][0]);
            }
        }
        for &output in circuit.outputs() {
            let item = layout.item(height - 1, STEP);
            layout.connect(layout.passing(output, height - 2), item);
            layout.of_output.push(item);
        }
        layout.arrange();
        layout
    }

    fn item(&mut self, layer: usize, room: f64) -> usize {
        let x = self.items.len() as f64;
        self.items.push(Item { layer, room, x, above: Vec::new(), below: Vec::new() });
        self.items.len() - 1
    }

    fn connect(&mut self, above: usize, below: usize) {
        self.items[above].below.push(below);
        self.items[below].above.push(above);
    }

    /// The item of a node's wire in a layer.
    fn passing(&self, node: Id, layer: usize) -> usize {
        self.of_node[node as usize][layer - self.layers[node as usize]]
    }

    /// Where a node is.
    pub(super) fn x(&self, node: usize) -> f64 {
        self.items[self.of_node[node][0]].x
    }

    /// Where an output is.
    pub(super) fn output_x(&self, output: usize) -> f64 {
        self.items[self.of_output[output]].x
    }

    /// Where the wire of a node is in the layers below it, down to one above `layer`.
    pub(super) fn wire(&self, node: Id, layer: usize) -> impl Iterator<Item = f64> {
        let passed = layer - self.layers[node as usize];
        self.of_node[node as usize][1..passed].iter().map(|&item| self.items[item].x)
    }

    fn arrange(&mut self) {
        let mut layers = vec![Vec::new(); self.height];
        for (id, item) in self.items.iter().enumerate() {
            layers[item.layer].push(id);
        }
        for layer in &layers {
            self.place(layer, |item| item.x);
        }
        for _ in 0..SWEEPS {
            for layer in layers.iter_mut().skip(1) {
                self.sort_and_place(layer, |item| &item.above);
            }
            for layer in layers.iter_mut().rev().skip(1) {
                self.sort_and_place(layer, |item| &item.below);
            }
        }
        let left = self.items.iter().map(|item| item.x - item.room / 2.0).fold(0.0, f64::min);
        self.items.iter_mut().for_each(|item| item.x -= left);
        self.width = self.items.iter().map(|item| item.x + item.room / 2.0).fold(0.0, f64::max);
    }

    /// Brings the items of a layer close to their neighbours.
    fn sort_and_place(&mut self, layer: &mut [usize], neighbours: impl Fn(&Item) -> &Vec<usize>) {
        let wanted = |items: &[Item], item: &Item| {
            let near = neighbours(item);
            if near.is_empty() {
                return item.x;
            }
            near.iter().map(|&near| items[near].x).sum::<f64>() / near.len() as f64
        };
        let wishes: Vec<f64> = self.items.iter().map(|item| wanted(&self.items, item)).collect();
        layer.sort_by(|&a, &b| wishes[a].total_cmp(&wishes[b]).then(a.cmp(&b)));
        for &item in layer.iter() {
            self.items[item].x = wishes[item];
        }
        self.place(layer, |item| item.x);
    }

    /// Moves the items of a layer as little as possible, in squares, so that they have room in this
    /// order: isotonic regression by pooling neighbours.
    fn place(&mut self, layer: &[usize], wish: impl Fn(&Item) -> f64) {
        let mut offset = 0.0;
        let mut offsets = Vec::with_capacity(layer.len());
        let mut pools: Vec<(f64, usize)> = Vec::new();
        for &id in layer {
            let item = &self.items[id];
            offset += item.room / 2.0;
            offsets.push(offset);
            pools.push((wish(item) - offset, 1));
            offset += item.room / 2.0;
            while let [.., (before, many), (here, few)] = pools[..] {
                if before <= here {
                    break;
                }
                let count = many + few;
                let mean = (before * many as f64 + here * few as f64) / count as f64;
                pools.truncate(pools.len() - 2);
                pools.push((mean, count));
            }
        }
        let places = pools.into_iter().flat_map(|(place, count)| std::iter::repeat_n(place, count));
        for ((&id, place), offset) in layer.iter().zip(places).zip(offsets) {
            self.items[id].x = place + offset;
        }
    }
}
