//! What Nguyen measured of LU decomposition.

use super::{Measured, Source};
use crate::{
    experiments::interval_pair::IntervalPair,
    results::{Cell, Table},
    table::{old_table, row},
};

const SIDES: [u32; 4] = [64, 256, 512, 2048];
const TYPES: [&str; 4] = ["f32", "f64", "float2", "double2"];

/// Interval pair, and elements that do not match with their percentage by side and type.
type Mismatches = (i32, [[(u32, f64); 4]; 4]);

const TABLE_17: [Mismatches; 5] = [
    (
        1,
        [
            [(204, 4.9805), (0, 0.0), (2571, 62.7686), (0, 0.0)],
            [(39419, 60.1486), (0, 0.0), (54433, 83.0582), (0, 0.0)],
            [(205_141, 78.2551), (0, 0.0), (230_510, 87.9326), (0, 0.0)],
            [(4_002_671, 95.4311), (0, 0.0), (4_097_534, 97.6928), (0, 0.0)],
        ],
    ),
    (
        2,
        [
            [(3116, 76.0742), (0, 0.0), (3625, 88.5010), (0, 0.0000)],
            [(60669, 92.5735), (0, 0.0), (63227, 96.4767), (0, 0.0000)],
            [(254_578, 97.1138), (0, 0.0), (258_498, 98.6092), (85, 0.0324)],
            [(4_154_682, 99.0553), (0, 0.0), (4_176_226, 99.5690), (120, 0.0029)],
        ],
    ),
    (
        3,
        [
            [(3534, 86.2793), (0, 0.0), (3824, 93.3594), (1, 0.0244)],
            [(63112, 96.3013), (0, 0.0), (64512, 98.4375), (381, 0.5814)],
            [(256_954, 98.0202), (0, 0.0), (259_804, 99.1074), (3615, 1.3790)],
            [(4_172_933, 99.4905), (0, 0.0), (4_185_760, 99.7963), (72324, 1.7243)],
        ],
    ),
    (
        4,
        [
            [(3630, 88.6230), (0, 0.0000), (3855, 94.1162), (977, 23.8525)],
            [(63408, 96.7529), (0, 0.0000), (64625, 98.6099), (15075, 23.0026)],
            [(257_943, 98.3974), (0, 0.0000), (259_996, 99.1806), (87048, 33.2062)],
            [(4_175_069, 99.5414), (3, 0.0001), (4_186_261, 99.8082), (1_422_031, 33.9039)],
        ],
    ),
    (
        5,
        [
            [(3467, 84.6436), (2098, 51.2207), (3751, 91.5771), (2689, 65.6494)],
            [(62519, 95.3964), (15961, 24.3546), (64212, 97.9797), (36051, 55.0095)],
            [(257_566, 98.2536), (161_445, 61.5864), (259_222, 98.8853), (206_318, 78.7041)],
            [(4_166_277, 99.3318), (973_696, 23.2147), (4_175_825, 99.5594), (2_582_436, 61.5701)],
        ],
    ),
];

/// What table 18 has besides: GMP.
const MULTIPLE_PRECISION: &str = "mp";

/// Milliseconds on the CPU by side and type, multiple precision last.
const TABLE_18: [[f64; 5]; 4] = [
    [0.98, 0.59, 6.73, 5.04, 19.34],
    [37.76, 44.87, 348.54, 291.96, 1133.34],
    [310.58, 326.31, 2757.17, 2344.05, 11266.33],
    [21410.89, 42018.54, 208_913.45, 304_839.82, 905_661.23],
];

/// Block, and milliseconds on the GPU by side and type.
const TABLE_19: [(&str, [[f64; 4]; 4]); 4] = [
    (
        "4x4",
        [
            [0.32, 0.37, 0.40, 0.48],
            [2.15, 2.84, 2.97, 4.24],
            [11.07, 14.57, 15.71, 21.68],
            [619.62, 720.36, 801.51, 1077.20],
        ],
    ),
    (
        "8x8",
        [
            [0.30, 0.41, 0.49, 0.65],
            [1.37, 2.04, 2.43, 4.09],
            [4.28, 6.42, 7.49, 12.45],
            [114.02, 150.06, 188.21, 354.68],
        ],
    ),
    (
        "16x16",
        [
            [0.54, 0.89, 1.12, 1.14],
            [2.38, 4.33, 5.32, 6.34],
            [5.89, 10.97, 13.3, 17.01],
            [66.71, 133.21, 180.62, 330.51],
        ],
    ),
    (
        "32x32",
        [
            [1.86, 1.45, 1.75, 1.80],
            [10.40, 7.71, 9.23, 9.78],
            [22.95, 17.44, 21.05, 24.79],
            [113.80, 174.52, 230.97, 387.47],
        ],
    ),
];

/// Milliseconds of f32 in the largest block, which other types could not run.
const LARGEST_BLOCK: (&str, [f64; 4]) = ("64x64", [2.57, 22.00, 48.64, 295.02]);

/// The share of mismatches that table 17 has.
fn percent(IntervalPair(pair): IntervalPair, size: usize, number_type: &str) -> Option<f64> {
    let (_, counts) = TABLE_17.iter().find(|(n, _)| *n == pair)?;
    let side = SIDES.iter().position(|&side| side as usize == size)?;
    Some(counts[side][TYPES.iter().position(|&of| of == number_type)?].1)
}

/// How the mismatches of the first device compare with table 17, and why they differ.
pub(super) fn beside(found: &[Measured]) -> Option<String> {
    let device = &found.first()?.device;
    let more = |found: &Measured| {
        let Source::Random(pair) = found.source else { return None };
        let of = found.mismatches.filter(|_| &found.device == device)?;
        let here = 100.0 * of.count as f64 / of.of.max(1) as f64;
        let (name, size) = (found.contender.name(), found.size);
        let there = percent(pair, size, name)?;
        let said = format!("{name} in {pair} at {size}, {here:.1} % against {there:.1} %");
        Some((here - there, said))
    };
    let more: Vec<(f64, String)> = found.iter().filter_map(more).collect();
    let (least, fewest) = more.iter().min_by(|x, y| x.0.total_cmp(&y.0))?;
    let (most, largest) = more.iter().max_by(|x, y| x.0.total_cmp(&y.0))?;
    Some(format!(
        "Beside the seed: the share of mismatches on {device} is {least:+.1} ({fewest}) to {most:+.1} \
         percentage points ({largest}) from that of table 17. L·U is computed in dd here, so that what \
         does not match is the factors' fault alone, where the seed does not say what it multiplies in. \
         Products of words are fused with the subtraction where there is a fused multiply-add, composite \
         ones are not, and the seed's matrices, whose small pivots decide, are not published."
    ))
}

/// The tables as published.
pub(super) fn tables() -> Vec<Table> {
    vec![mismatches(), times()]
}

fn mismatches() -> Table {
    let columns = [("range", ""), ("side", ""), ("type", ""), ("mismatches", ""), ("percent", "%")];
    let mut table = old_table("lud-published", "a GPU of Nguyen, not named", &columns)
        .paper("Table 17 of Nguyen")
        .note(
            "As published: elements of the product of L and U that differ from those of the \
             matrix by more than 0.0001, and their share. With multiple precision there were \
             none. The text speaks of three ranges in table 18; the table is 17 and has five.",
        )
        .note(
            "Figures 18, 19 and 20 show the mean absolute error against multiple precision in the \
             first, third and fifth range; no number is given. The text says that it grows much \
             with the range, that double2 is not better than f64, nor float2 better than f32. The \
             axes of two of them run from 10^-11 to 10^3 and from 10^-4 to 10^7. Figure 21 shows \
             error by time: composite types do not gain accuracy.",
        );
    for (n, counts) in TABLE_17 {
        for (side, counts) in SIDES.into_iter().zip(counts) {
            for (number_type, (count, percent)) in TYPES.into_iter().zip(counts) {
                let range = IntervalPair(n).to_string();
                table.push(row![range, side, number_type, count, percent]);
            }
        }
    }
    table
}

fn times() -> Table {
    let columns = [
        ("source", ""),
        ("device", ""),
        ("block", ""),
        ("side", ""),
        ("type", ""),
        ("ms", "ms"),
        ("outcome", ""),
    ];
    let mut table = old_table("lud-time-published", "CPU and GPU of Nguyen, not named", &columns)
        .paper("Tables 18 and 19 of Nguyen")
        .note(
            "As published: milliseconds. The precision of multiple precision (GMP) is not stated. \
             Blocks beyond 32x32 are out of resources for every type but f32.",
        )
        .note(
            "The text differs from the tables: it says that the GPU is faster by up to 300 in f32 \
             and f64 and by up to 1500 in float2 and double2; the largest quotients are 321, 315, \
             1157 and 922, all in blocks of 16x16. It calls these blocks fastest; they are so at \
             2048 only.",
        );
    let (cpu, gpu) = ("one CPU thread", "GPU");
    for (side, times) in SIDES.into_iter().zip(TABLE_18) {
        for (number_type, time) in TYPES.into_iter().chain([MULTIPLE_PRECISION]).zip(times) {
            table.push(row!["Table 18", cpu, Cell::Empty, side, number_type, time, "ran"]);
        }
    }
    for (block, times) in TABLE_19 {
        for (side, times) in SIDES.into_iter().zip(times) {
            for (number_type, time) in TYPES.into_iter().zip(times) {
                table.push(row!["Table 19", gpu, block, side, number_type, time, "ran"]);
            }
        }
    }
    let (block, times) = LARGEST_BLOCK;
    for (side, time) in SIDES.into_iter().zip(times) {
        for number_type in TYPES {
            let (time, outcome) = match number_type {
                "f32" => (Some(time), "ran"),
                _ => (None, "out of resources"),
            };
            table.push(row!["Table 19", gpu, block, side, number_type, time, outcome]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::{IntervalPair, percent};

    #[test]
    fn shares_are_those_of_the_range_the_side_and_the_type() {
        assert_eq!(percent(IntervalPair(4), 2048, "double2"), Some(33.9039));
        assert_eq!(percent(IntervalPair(1), 64, "float2"), Some(62.7686));
        assert_eq!(percent(IntervalPair(6), 64, "float2"), None);
        assert_eq!(percent(IntervalPair(1), 128, "f32"), None);
        assert_eq!(percent(IntervalPair(1), 64, "ff"), None);
    }
}
