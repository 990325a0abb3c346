//! Vectors and matrices read from files.

/// The contents of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Array<T> {
    /// A vector.
    Vector(Vec<T>),
    /// A matrix with every element.
    Dense(Dense<T>),
    /// A matrix for which only some elements are given; the others are zero.
    Sparse(Sparse<T>),
}

/// A matrix with every element.
#[derive(Clone, Debug, PartialEq)]
pub struct Dense<T> {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// The elements column by column.
    pub values: Vec<T>,
}

impl<T> Dense<T> {
    /// The columns, from the first on.
    pub fn by_columns(&self) -> impl ExactSizeIterator<Item = &[T]> {
        self.values.chunks_exact(self.rows)
    }
}

/// A matrix for which only some elements are given; the others are zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Sparse<T> {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// Row and column, counted from 0, and value. Every position occurs once; a symmetric matrix has the
    /// entries of both triangles.
    pub entries: Vec<(usize, usize, T)>,
}

/// The most elements to which a sparse matrix is expanded, those of a matrix of order 4096. The limit keeps a
/// few bytes of input from claiming all memory.
pub const MOST_EXPANDED: usize = 1 << 24;

/// Why an array does not have the required shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// It is not a vector; it has this number of rows and of columns.
    NotAVector(usize, usize),
    /// With its zeros it would have more than [`MOST_EXPANDED`] elements.
    TooLarge(usize, usize),
}

impl<T> Array<T> {
    /// Number of rows and of columns; a vector is a column.
    pub fn shape(&self) -> (usize, usize) {
        match self {
            Array::Vector(values) => (values.len(), 1),
            Array::Dense(matrix) => (matrix.rows, matrix.columns),
            Array::Sparse(matrix) => (matrix.rows, matrix.columns),
        }
    }

    /// The given elements.
    pub fn values(&self) -> Box<dyn Iterator<Item = &T> + '_> {
        match self {
            Array::Vector(values) => Box::new(values.iter()),
            Array::Dense(matrix) => Box::new(matrix.values.iter()),
            Array::Sparse(matrix) => Box::new(matrix.entries.iter().map(|(_, _, value)| value)),
        }
    }
}

impl<T: Copy> Array<T> {
    /// The elements of a vector, or of a matrix of one row or column. Missing ones are `zero`.
    pub fn into_vector(self, zero: T) -> Result<Vec<T>, Misfit> {
        match (self.shape(), self) {
            (_, Array::Vector(values)) => Ok(values),
            ((rows, columns), _) if rows != 1 && columns != 1 => {
                Err(Misfit::NotAVector(rows, columns))
            }
            // The elements of a single row and of a single column have the same order.
            (_, matrix) => Ok(matrix.into_dense(zero)?.values),
        }
    }

    /// The matrix with every element; a vector is a column. Missing elements are `zero`.
    pub fn into_dense(self, zero: T) -> Result<Dense<T>, Misfit> {
        match self {
            Array::Vector(values) => Ok(Dense { rows: values.len(), columns: 1, values }),
            Array::Dense(matrix) => Ok(matrix),
            Array::Sparse(Sparse { rows, columns, entries }) => {
                let elements = rows.checked_mul(columns).filter(|&count| count <= MOST_EXPANDED);
                let mut values = vec![zero; elements.ok_or(Misfit::TooLarge(rows, columns))?];
                for (row, column, value) in entries {
                    values[column * rows + row] = value;
                }
                Ok(Dense { rows, columns, values })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Array, Dense, Misfit, Sparse};

    #[test]
    fn sparse_matrices_are_filled_with_zeros() {
        let entries = vec![(0, 1, 5), (1, 0, 7)];
        let sparse = Array::Sparse(Sparse { rows: 2, columns: 3, entries });
        let dense = Dense { rows: 2, columns: 3, values: vec![0, 7, 5, 0, 0, 0] };
        assert_eq!(sparse.into_dense(0), Ok(dense));
    }

    #[test]
    fn a_few_entries_cannot_claim_all_memory() {
        let entries = vec![(0, 0, 1)];
        let sparse = Array::Sparse(Sparse { rows: usize::MAX, columns: 1, entries });
        assert_eq!(sparse.into_vector(0), Err(Misfit::TooLarge(usize::MAX, 1)));
    }

    #[test]
    fn a_row_and_a_column_are_vectors() {
        for (rows, columns) in [(1, 3), (3, 1)] {
            let matrix = Dense { rows, columns, values: vec![1, 2, 3] };
            assert_eq!(Array::Dense(matrix).into_vector(0), Ok(vec![1, 2, 3]));
        }
        let matrix = Dense { rows: 2, columns: 2, values: vec![1, 2, 3, 4] };
        assert_eq!(Array::Dense(matrix).into_vector(0), Err(Misfit::NotAVector(2, 2)));
    }
}
