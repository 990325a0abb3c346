//! What Nguyen measured of global summation.

use crate::{
    experiments::interval_pair::IntervalPair,
    results::Table,
    table::{old_table, row},
};

const ONE_CPU: &str = "one CPU thread";

/// The thesis names its devices in general; where a table does not, this stands.
const SOME_GPU: &str = "a Tesla C2050, C2070, C2075 or K40c";

/// 8M elements: 2^23 (section 5.2).
const EIGHT_M: u32 = 8_388_608;

/// Type and signed sum by interval pair.
const TABLE_1: [(&str, [(i32, f64); 3]); 2] = [
    ("f32", [(3, -3.57e1), (4, -2.49e2), (6, -3.77e3)]),
    ("f64", [(3, 1.52e-8), (4, -2.89e-6), (6, -4.26e-5)]),
];

const PAIRS_OF_TABLE_7: [i32; 5] = [1, 4, 13, 19, 37];
const TYPES_OF_TABLE_7: [&str; 4] = ["mp64", "mp32", "mp128", "mp256"];

/// Elements, shape, and the sum by interval pair and type.
type Sums = (u32, &'static str, [[f64; 4]; 5]);

const TABLE_7: [Sums; 4] = [
    (
        1024,
        "sequential",
        [
            [0.0, 0.0, 0.0, 0.0],
            [4.07e-19, 0.0, 0.0, 0.0],
            [6.44e-18, 2.01e-18, 0.0, 0.0],
            [9.60e1, 9.60e1, 6.51e-18, 0.0],
            [0.0, 0.0, 5.34e-18, 0.0],
        ],
    ),
    (
        1024,
        "parallel",
        [
            [0.0, 0.0, 0.0, 0.0],
            [2.67e-19, 0.0, 0.0, 0.0],
            [3.18e-18, 1.06e-18, 0.0, 0.0],
            [5.98e1, 5.98e1, 3.77e-18, 0.0],
            [0.0, 0.0, 2.89e-18, 0.0],
        ],
    ),
    (
        1_048_576,
        "sequential",
        [
            [0.0, 0.0, 0.0, 0.0],
            [1.58e-16, 0.0, 0.0, 0.0],
            [2.62e-15, 6.77e-16, 0.0, 0.0],
            [3.85e4, 3.85e4, 2.61e-15, 0.0],
            [0.0, 0.0, 7.95e1, 1.48e-34],
        ],
    ),
    (
        1_048_576,
        "parallel",
        [
            [0.0, 0.0, 0.0, 0.0],
            [3.53e-17, 0.0, 0.0, 0.0],
            [5.61e-16, 1.45e-16, 0.0, 0.0],
            [8.20e3, 8.20e3, 5.64e-16, 0.0],
            [0.0, 0.0, 6.94e1, 3.89e-35],
        ],
    ),
];

pub(super) const TYPES_OF_TABLE_11: [&str; 5] = ["f32", "f64", "float2", "double2", "mp256"];

/// Interval pair and the sum by type.
pub(super) const TABLE_11: [(i32, [f64; 5]); 5] = [
    (2, [1.38e-1, 3.18e-10, 1.17e-5, 0.0, 0.0]),
    (3, [1.51e0, 2.75e-9, 9.84e-5, 3.78e-18, 0.0]),
    (4, [1.43e1, 2.57e-8, 1.38e-3, 1.44e-16, 0.0]),
    (5, [1.10e2, 2.51e-7, 1.53e-2, 2.01e-15, 0.0]),
    (6, [1.21e3, 3.64e-6, 6.06e-3, 1.08e-14, 0.0]),
];

const TYPES_OF_TABLE_8: [&str; 5] = ["mp32", "mp64", "mp128", "mp256", "f64"];

/// Elements, threads of the one block or none on the CPU, time by type.
const TABLE_8: [(u32, Option<u32>, [f64; 5]); 8] = [
    (1024, None, [0.0562, 0.0563, 0.0583, 0.0623, 0.0049]),
    (1024, Some(1), [4.7144, 4.7408, 5.3914, 5.7841, 0.1499]),
    (1024, Some(32), [0.7185, 0.7357, 0.8867, 0.9298, 0.0740]),
    (1024, Some(512), [0.0183, 0.0305, 0.0211, 0.0226, 0.0410]),
    (1_048_576, None, [69.3969, 69.8896, 69.1415, 70.2967, 3.9748]),
    (1_048_576, Some(1), [4925.7116, 4947.8438, 5522.3788, 6067.5971, 130.1221]),
    (1_048_576, Some(32), [912.3816, 915.9377, 1054.0357, 1150.5203, 58.8911]),
    (1_048_576, Some(512), [99.7857, 100.5909, 117.0254, 130.4637, 7.4749]),
];

const TYPES_OF_TABLE_10: [&str; 4] = ["mp32", "mp64", "mp128", "mp256"];

/// Blocks, threads of each, time by type.
const TABLE_10: [(u32, u32, [f64; 4]); 8] = [
    (1, 1, [5583.4224, 5571.0618, 5898.5952, 5900.0278]),
    (1, 32, [1093.5682, 1000.4324, 1316.6489, 1315.535]),
    (1, 512, [115.7171, 112.3185, 131.2939, 131.3426]),
    (32, 64, [24.0186, 22.9559, 28.7283, 28.7056]),
    (64, 32, [23.5261, 22.6891, 28.1209, 28.0694]),
    (128, 16, [32.6578, 30.9646, 38.4514, 38.3379]),
    (256, 8, [34.9698, 33.3845, 41.5386, 41.2134]),
    (512, 4, [37.9684, 36.5593, 43.0963, 43.0193]),
];

const TYPES_OF_TABLE_12: [&str; 4] = ["f32", "f64", "float2", "double2"];

/// Blocks, threads of each, time by type.
const TABLE_12: [(u32, u32, [f64; 4]); 9] = [
    (1, 1, [1518.6588, 1721.518, 2479.5372, 2946.7413]),
    (1, 32, [160.0303, 165.8942, 189.0708, 200.9911]),
    (1, 64, [79.5287, 82.9776, 94.8857, 101.3879]),
    (1, 128, [39.927, 41.7331, 47.7054, 51.8449]),
    (1, 1024, [5.3105, 5.8793, 6.8778, 10.0757]),
    (16, 32, [10.1154, 10.5467, 12.08, 13.0258]),
    (32, 32, [5.1069, 5.3986, 6.1285, 6.8715]),
    (64, 32, [2.6152, 2.9384, 3.2512, 3.9833]),
    (128, 32, [2.6544, 3.0005, 3.326, 4.1112]),
];

/// The tables as published.
pub(super) fn tables() -> Vec<Table> {
    vec![accuracy(), time()]
}

fn accuracy() -> Table {
    let columns = [
        ("device", ""),
        ("source", ""),
        ("range", ""),
        ("elements", ""),
        ("shape", ""),
        ("type", ""),
        ("error", ""),
    ];
    let mut table = old_table("sum-accuracy-published", "CPU and GPUs of Nguyen", &columns)
        .paper("Tables 1, 7 and 11 of Nguyen")
        .note(
            "As published: the computed sum of numbers whose sum is 0, so that it is the absolute \
             error. Table 1 prints it with its sign, the others without. Tables 1 and 7 do not \
             name the CPU, table 11 does not name the GPU, its blocks and its threads.",
        )
        .note(
            "Multiple precision is GMP on the CPU and CUMP on the GPU. Columns of table 7 are \
             printed in the order 64, 32, 128, 256 bits, and the text agrees: 64 bits come out \
             worse than 32, because operands of 32 bits are made from f32 and those of 64 bits \
             from f64, while both compute with two limbs of 64 bits.",
        )
        .note(
            "In the widest range of table 7 small numbers are about 2^240 times smaller than \
             large ones, which is beyond the limbs of 32, 64 and 128 bits: a sum of 0 there does \
             not show accuracy.",
        )
        .note(
            "Slips in print: the text writes 1020 elements for 2^20; it says that errors grow \
             with the range, but that of float2 shrinks from the fourth range of table 11 to the \
             fifth. The text's average errors (f32 10, float2 10^-3, f64 10^-8, double2 10^-16) \
             are those of the exponents.",
        );
    for (number_type, sums) in TABLE_1 {
        for (n, sum) in sums {
            let range = IntervalPair(n).to_string();
            table.push(row![ONE_CPU, "Table 1", range, EIGHT_M, "sequential", number_type, sum]);
        }
    }
    for (elements, shape, sums) in TABLE_7 {
        let device = if shape == "sequential" { ONE_CPU } else { "Tesla C2075" };
        for (n, sums) in PAIRS_OF_TABLE_7.into_iter().zip(sums) {
            for (number_type, sum) in TYPES_OF_TABLE_7.into_iter().zip(sums) {
                let range = IntervalPair(n).to_string();
                table.push(row![device, "Table 7", range, elements, shape, number_type, sum]);
            }
        }
    }
    for (n, sums) in TABLE_11 {
        for (number_type, sum) in TYPES_OF_TABLE_11.into_iter().zip(sums) {
            let range = IntervalPair(n).to_string();
            table.push(row![SOME_GPU, "Table 11", range, EIGHT_M, "parallel", number_type, sum]);
        }
    }
    table
}

fn time() -> Table {
    let columns = [
        ("source", ""),
        ("device", ""),
        ("elements", ""),
        ("shape", ""),
        ("groups", ""),
        ("lanes", ""),
        ("type", ""),
        ("printed", ""),
        ("seconds", "s"),
    ];
    let mut table = old_table("sum-time-published", "CPU and GPUs of Nguyen", &columns)
        .paper("Tables 8, 10 and 12 of Nguyen")
        .note(
            "The column printed is as published. Table 8 states no unit, table 10 states seconds, \
             and the text says seconds of figure 6, which shows times of table 12. Seconds cannot \
             be: one addition would take 3.8 µs on the CPU (table 8, f64) and 181 µs (table 12, \
             f32) or 5.3 ms (table 10, 32 bits) on one thread of the GPU. The column seconds \
             reads all three as milliseconds.",
        )
        .note(
            "Groups are blocks, lanes are threads of a block. Table 8 does not name its devices; \
             its GPU runs have one block. Its columns of time over that of f64, and those of \
             table 12 relative to f32, follow from the times and agree with them.",
        )
        .note(
            "Registers of a thread (table 9), on Fermi and Kepler: CUMP 63 and 71, float2 14 and \
             15, double2 21 and 28, f32 9 and 10, f64 12 and 12. CUMP's limit a block to 520 and \
             923 threads.",
        )
        .note(
            "The text differs from the tables: of figure 7 it says that float2 takes less time \
             than f64, and in table 12 it takes more in every row; it calls a block of 32 threads \
             best in all cases, and in one block 1024 threads are fastest; it sees no gain beyond \
             128 blocks, and there is none beyond 64.",
        );
    for (elements, lanes, times) in TABLE_8 {
        let (device, shape) = match lanes {
            None => (ONE_CPU, "sequential"),
            Some(_) => (SOME_GPU, "parallel"),
        };
        for (number_type, time) in TYPES_OF_TABLE_8.into_iter().zip(times) {
            table.push(row![
                "Table 8",
                device,
                elements,
                shape,
                lanes.map(|_| 1),
                lanes,
                number_type,
                time,
                seconds(time),
            ]);
        }
    }
    let table_10 = Launched { source: "Table 10", device: "Tesla C2075", elements: 1_048_576 };
    table_10.push(&mut table, TYPES_OF_TABLE_10, &TABLE_10);
    let table_12 = Launched { source: "Table 12", device: "Tesla C2070", elements: EIGHT_M };
    table_12.push(&mut table, TYPES_OF_TABLE_12, &TABLE_12);
    table
}

/// A table of times by blocks and threads.
struct Launched {
    source: &'static str,
    device: &'static str,
    elements: u32,
}

impl Launched {
    fn push(&self, table: &mut Table, types: [&str; 4], rows: &[(u32, u32, [f64; 4])]) {
        let Launched { source, device, elements } = *self;
        for &(groups, lanes, times) in rows {
            for (number_type, time) in types.into_iter().zip(times) {
                table.push(row![
                    source,
                    device,
                    elements,
                    "parallel",
                    groups,
                    lanes,
                    number_type,
                    time,
                    seconds(time),
                ]);
            }
        }
    }
}

/// A printed time, which is in milliseconds whatever the thesis says.
fn seconds(printed: f64) -> f64 {
    printed / 1000.0
}
