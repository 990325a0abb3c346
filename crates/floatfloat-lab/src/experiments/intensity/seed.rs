//! What Nguyen measured of arithmetic intensity.

use super::{
    counted,
    measured::{Measured, Shape},
    same,
};
use crate::{
    experiments::conclusion::Judges,
    results::Table,
    table::{old_table, row},
};

const DEVICE: &str = "Tesla C2070";
const OPERATIONS: [u32; 8] = [1, 20, 50, 100, 500, 1000, 5000, 10000];
const TYPES: [&str; 4] = ["f32", "f64", "float2", "double2"];

/// Table, threads of the one block, operation, milliseconds by number of operations and type.
type Times = (&'static str, u32, &'static str, [[f64; 4]; 8]);

const MEASURED: [Times; 6] = [
    (
        "Table 13",
        1,
        "add",
        [
            [0.0073, 0.0073, 0.0074, 0.0073],
            [0.0074, 0.0075, 0.0097, 0.0104],
            [0.0075, 0.0076, 0.0115, 0.0121],
            [0.0077, 0.0078, 0.0146, 0.0168],
            [0.0098, 0.0103, 0.0427, 0.0437],
            [0.0124, 0.0134, 0.0761, 0.0782],
            [0.0446, 0.045, 0.3442, 0.3499],
            [0.0815, 0.0826, 0.679, 0.712],
        ],
    ),
    (
        "Table 13",
        1,
        "mul",
        [
            [0.0073, 0.0071, 0.0074, 0.0072],
            [0.0077, 0.0074, 0.0087, 0.0085],
            [0.0076, 0.0074, 0.0095, 0.0104],
            [0.0078, 0.0077, 0.0114, 0.013],
            [0.0098, 0.0107, 0.0413, 0.1272],
            [0.0122, 0.0142, 0.078, 0.2477],
            [0.0445, 0.0473, 0.3707, 1.4152],
            [0.0808, 0.087, 1.0078, 2.409],
        ],
    ),
    (
        "Table 14",
        256,
        "add",
        [
            [0.0074, 0.0075, 0.0075, 0.0076],
            [0.0075, 0.008, 0.0104, 0.0129],
            [0.0076, 0.0084, 0.0124, 0.0179],
            [0.008, 0.0089, 0.0158, 0.0236],
            [0.0105, 0.0139, 0.0438, 0.0686],
            [0.0138, 0.02, 0.078, 0.125],
            [0.0452, 0.0693, 0.352, 0.5767],
            [0.0829, 0.1308, 0.6945, 1.1644],
        ],
    ),
    (
        "Table 14",
        256,
        "mul",
        [
            [0.0073, 0.0074, 0.0076, 0.0076],
            [0.0079, 0.0075, 0.0091, 0.0108],
            [0.0076, 0.008, 0.0105, 0.0173],
            [0.008, 0.0086, 0.0129, 0.0236],
            [0.0105, 0.0133, 0.0391, 0.3013],
            [0.0138, 0.0194, 0.0714, 0.6515],
            [0.0452, 0.0687, 0.3298, 3.3636],
            [0.0825, 0.13, 0.6594, 6.5767],
        ],
    ),
    (
        "Table 15",
        512,
        "add",
        [
            [0.0076, 0.0076, 0.0079, 0.0082],
            [0.0081, 0.0086, 0.0129, 0.0185],
            [0.0084, 0.0096, 0.0163, 0.0282],
            [0.009, 0.0104, 0.0222, 0.0394],
            [0.0138, 0.0203, 0.067, 0.1289],
            [0.0201, 0.0328, 0.123, 0.2419],
            [0.0692, 0.1307, 0.57, 1.1425],
            [0.1303, 0.2527, 1.129, 2.2929],
        ],
    ),
    (
        "Table 15",
        512,
        "mul",
        [
            [0.0074, 0.0074, 0.0077, 0.008],
            [0.008, 0.0081, 0.0109, 0.0143],
            [0.008, 0.0086, 0.0134, 0.0254],
            [0.0087, 0.0095, 0.0176, 0.0366],
            [0.0136, 0.0193, 0.0607, 0.3757],
            [0.0198, 0.0318, 0.1252, 0.7888],
            [0.0688, 0.1297, 0.6772, 3.994],
            [0.1299, 0.2517, 1.461, 7.9606],
        ],
    ),
];

/// The time of a type over that of f32 in tables 13 to 15.
fn over_f32(shape: Shape, op: &str, operations: u32, number_type: &str) -> Option<f64> {
    let lanes = match shape {
        Shape::One => 1,
        Shape::Group(lanes) => lanes,
        Shape::Full => return None,
    };
    let (.., times) = MEASURED.iter().find(|of| (of.1, of.2) == (lanes, op))?;
    let row = times[OPERATIONS.iter().position(|&of| of == operations)?];
    Some(row[TYPES.iter().position(|&of| of == number_type)?] / row[0])
}

/// How what types cost compares with the tables, and why it differs.
pub(super) fn beside(found: &[Measured], judges: &Judges) -> Option<String> {
    let device = judges.foremost()?;
    let compared = |m: &Measured| {
        let is_told = m.device == device && m.type_name() != TYPES[0];
        let here = m.seconds / same(found, m, TYPES[0]).filter(|_| is_told)?.seconds;
        let there = over_f32(m.shape, m.op, m.operations, m.type_name())?;
        let [groups, lanes] = m.shape.sizes(m.elements);
        let said = format!(
            "{} of {} in {groups} × {lanes}, {here:.2} times f32 against {there:.2}",
            counted(m.operations, m.op),
            m.type_name()
        );
        Some((here / there, said))
    };
    let ratios: Vec<(f64, String)> = found.iter().filter_map(compared).collect();
    let (least, few) = ratios.iter().min_by(|x, y| x.0.total_cmp(&y.0))?;
    let (most, many) = ratios.iter().max_by(|x, y| x.0.total_cmp(&y.0))?;
    let why = match judges.hardware.is_empty() {
        true => {
            "Without a GPU there is neither a launch, whose 7 µs made all types alike there where \
             operations are few, nor fewer units for f64."
        }
        false => {
            "Times are those of the device's own clock where it has one, without most of the launch \
             that made all types alike there where operations are few, and other GPUs have other shares \
             of units for f64."
        }
    };
    Some(format!(
        "Beside the seed: what a type costs over f32 on {device} is {least:.2} ({few}) to {most:.2} times \
         ({many}) what tables 13 to 15 give. {why} Composite products are not contracted to fused \
         multiply-adds here, as the seed's compiler did half of them."
    ))
}

/// The tables as published.
pub(super) fn tables() -> Vec<Table> {
    let columns = [
        ("device", ""),
        ("source", ""),
        ("op", ""),
        ("operations", ""),
        ("groups", ""),
        ("lanes", ""),
        ("type", ""),
        ("ms", "ms"),
    ];
    let mut table = old_table("intensity-published", DEVICE, &columns)
        .paper("Tables 13, 14 and 15 of Nguyen")
        .note(
            "As published: milliseconds of a kernel that loads one number, does so many additions \
             or multiplications in 16 independent chains, and stores the sum of the chains. \
             Groups are blocks, lanes are threads of a block. Relative times over f32 are also \
             printed; they follow from the times and agree with them.",
        )
        .note(
            "Slips in print: the first column is headed # blocks and holds the threads of one \
             block; table 15 states no unit and is in milliseconds as the two before it; the text \
             calls tables 13, 14 and 15 tables 14, 15 and 16.",
        )
        .note(
            "Instructions of the kernels of 1000 iterations, by the text: of f32 and f64 each \
             more than 900 additions; of float2 and double2 more than 8000 additions and \
             subtractions. Multiplication: of f32 and f64 16 additions, 847 multiplications and \
             14 fused ones; of float2 and double2 152 additions and subtractions, 1968 \
             multiplications and 2000 fused ones. A multiprocessor of this GPU has 32 units for \
             f32 and 16 for f64 (table 5).",
        );
    for (source, lanes, op, times) in MEASURED {
        for (operations, times) in OPERATIONS.into_iter().zip(times) {
            for (number_type, time) in TYPES.into_iter().zip(times) {
                table.push(row![DEVICE, source, op, operations, 1, lanes, number_type, time]);
            }
        }
    }
    vec![table]
}

#[cfg(test)]
mod tests {
    use super::{Shape, over_f32};

    #[test]
    fn ratios_are_those_of_the_shape_the_operation_and_the_type() {
        assert_eq!(over_f32(Shape::One, "mul", 10_000, "double2"), Some(2.409 / 0.0808));
        assert_eq!(over_f32(Shape::Group(512), "add", 1, "f64"), Some(1.0));
        assert_eq!(over_f32(Shape::Full, "add", 1, "f64"), None);
        assert_eq!(over_f32(Shape::One, "add", 2, "f64"), None);
        assert_eq!(over_f32(Shape::One, "add", 1, "ff"), None);
    }
}
