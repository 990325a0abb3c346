// Sums of products of the rows of a and the columns of b.
//% declarations

fn first_row() -> u32 {
    return 0u;
}

fn first_column() -> u32 {
    return 0u;
}

fn products() -> u32 {
    return arguments[0].z;
}

// With what the state in this place begins.
fn begin(row: u32, column: u32) -> State {
    let rows = arguments[0].x;
    let columns = arguments[0].y;
    let first = arguments[1].z;
    if first == 0u && row < rows && column < columns {
        return output[row * columns + column];
    }
    return empty();
}

fn end(row: u32, column: u32, state: State) {
    let rows = arguments[0].x;
    let columns = arguments[0].y;
    if row < rows && column < columns {
        output[row * columns + column] = state;
    }
}

// Past the edges the last elements are repeated, whose products nobody uses.
fn left_element(row: u32, k: u32) -> A {
    let a_columns = arguments[0].w;
    let a_row = arguments[1].x + min(row, arguments[0].x - 1u);
    let a_column = arguments[1].y + min(k, products() - 1u);
    return input0[a_row * a_columns + a_column];
}

fn right_element(k: u32, column: u32) -> B {
    let columns = arguments[0].y;
    let b_row = arguments[1].w + min(k, products() - 1u);
    return input1[b_row * columns + min(column, columns - 1u)];
}
