//! Accurate products whose products of integers another machine computes: here a loop.

use crate::{
    accurate_products::{KINDS, Kind, operands},
    wide_matrices::assert_same,
};
use floatfloat::{DoubleDouble, FloatFloat, TripleDouble};
use floatfloat_cpu::{
    Number,
    matrix::{Matrix, MatrixError, Multiplier, gemm_accurate, gemm_accurate_by},
};
use std::any::type_name;

/// Loops over 64-bit integers, which show whether 32 bits are enough.
#[derive(Default)]
pub(crate) struct Loops {
    pub(crate) memory: usize,
    shape: [usize; 2],
    moduli: Vec<u32>,
    sums: Vec<i64>,
    /// How many parts there were, and how many calls of `add`.
    pub(crate) begun: usize,
    added: usize,
}

impl Multiplier for Loops {
    type Error = MatrixError;

    fn memory(&self) -> usize {
        self.memory
    }

    fn begin(&mut self, rows: usize, columns: usize, moduli: &[u32]) -> Result<(), MatrixError> {
        self.shape = [rows, columns];
        self.moduli = moduli.to_vec();
        self.sums = vec![0; rows * columns * moduli.len()];
        self.begun += 1;
        Ok(())
    }

    fn add(&mut self, left: &[u32], right: &[u32], quads: usize) -> Result<(), MatrixError> {
        let [rows, columns] = self.shape;
        let byte = |element: u32, place: usize| i64::from(element.to_le_bytes()[place] as i8);
        for (place, sum) in self.sums.iter_mut().enumerate() {
            let (row, column) = (place / columns, place % columns);
            let (modulus, row) = (row / rows, row);
            for k in 0..quads {
                let element = left[row * quads + k];
                let other = right[(modulus * quads + k) * columns + column];
                *sum += (0..4).map(|place| byte(element, place) * byte(other, place)).sum::<i64>();
            }
            assert!(sum.abs() < 1 << 30);
        }
        self.added += 1;
        Ok(())
    }

    fn finish(&mut self) -> Result<Vec<u32>, MatrixError> {
        let of_modulus = self.shape[0] * self.shape[1];
        let mut residues = vec![0; of_modulus * self.moduli.len().div_ceil(4)];
        for (k, (sums, &m)) in self.sums.chunks(of_modulus).zip(&self.moduli).enumerate() {
            let to = &mut residues[k / 4 * of_modulus..][..of_modulus];
            for (to, &sum) in to.iter_mut().zip(sums) {
                let m = i64::from(m);
                let residue = (sum + m / 2).rem_euclid(m) - m / 2;
                *to |= u32::from(residue as u8) << (8 * (k % 4));
            }
        }
        Ok(residues)
    }
}

fn same_bits<T: Number>() {
    for (k, kind) in KINDS.into_iter().enumerate() {
        for (sizes, memory) in [([33, 70, 50], 1 << 20), ([3, 200, 2], 0)] {
            let [a, b] = operands::<T>(kind, sizes, 80 + k as u64);
            let mut loops = Loops { memory, ..Loops::default() };
            let found = gemm_accurate_by(&mut loops, a.view(), b.view()).unwrap();
            let expected = gemm_accurate(a.view(), b.view()).unwrap();
            assert_same(found.view(), expected.view(), &format!("{} {kind:?}", type_name::<T>()));
            // Without memory, an addition takes 64 entries.
            if memory == 0 && loops.begun > 0 {
                assert_eq!(loops.added, 4, "{kind:?}");
            }
        }
    }
}

#[test]
fn bits_of_products_elsewhere() {
    same_bits::<FloatFloat>();
    same_bits::<DoubleDouble>();
    same_bits::<TripleDouble>();
}

#[test]
fn parts_of_products_elsewhere() {
    let [a, b] = operands::<DoubleDouble>(Kind::Integers, [2050, 3, 2060], 81);
    let mut loops = Loops { memory: 1 << 20, ..Loops::default() };
    let found = gemm_accurate_by(&mut loops, a.view(), b.view()).unwrap();
    assert_same(found.view(), gemm_accurate(a.view(), b.view()).unwrap().view(), "parts");
    assert_eq!(loops.begun, 4);
}

/// This processor computes what has too many entries.
#[test]
fn long_and_empty_products_elsewhere() {
    for sizes in [[2, 65_100, 1], [2, 0, 3], [0, 2, 3]] {
        let [a, b] = operands::<DoubleDouble>(Kind::Positive, sizes, 82);
        let mut loops = Loops::default();
        let found = gemm_accurate_by(&mut loops, a.view(), b.view()).unwrap();
        assert_same(found.view(), gemm_accurate(a.view(), b.view()).unwrap().view(), "long");
        assert_eq!(loops.begun, 0);
    }
}

/// Fails.
struct Broken;

impl Multiplier for Broken {
    type Error = MatrixError;

    fn begin(&mut self, _: usize, _: usize, _: &[u32]) -> Result<(), MatrixError> {
        Ok(())
    }

    fn add(&mut self, _: &[u32], _: &[u32], _: usize) -> Result<(), MatrixError> {
        Err(MatrixError::Singular { column: 7 })
    }

    fn finish(&mut self) -> Result<Vec<u32>, MatrixError> {
        unreachable!("nothing was added")
    }
}

#[test]
fn errors_of_products_elsewhere() {
    let one = Matrix::<DoubleDouble>::identity(2);
    let error = gemm_accurate_by(&mut Broken, one.view(), one.view()).unwrap_err();
    assert_eq!(error, MatrixError::Singular { column: 7 });
    let empty = Matrix::<DoubleDouble>::zeros(0, 3);
    let error = gemm_accurate_by(&mut Broken, empty.view(), empty.view()).unwrap_err();
    assert!(matches!(error, MatrixError::ShapesDiffer { operand: "b", .. }), "{error}");
}
