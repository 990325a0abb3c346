// Updates the elements below and to the right of the panels at `o` with products of the panels.
//% declarations

alias State = Number;
alias A = Number;
alias B = Number;

fn first_row() -> u32 {
    return arguments[0].z;
}

fn first_column() -> u32 {
    return arguments[0].y + BLOCK;
}

fn products() -> u32 {
    return BLOCK;
}

fn accumulate(state: Number, l: Number, u: Number) -> Number {
    return update(state, l, u);
}

fn inside(row: u32, column: u32) -> bool {
    return row < arguments[0].z + arguments[0].w && column < arguments[0].x;
}

// What lies outside is computed from the pivot, and not stored.
fn begin(row: u32, column: u32) -> Number {
    let n = arguments[0].x;
    let o = arguments[0].y;
    return output[select(o * n + o, row * n + column, inside(row, column))];
}

fn end(row: u32, column: u32, value: Number) {
    if inside(row, column) {
        output[row * arguments[0].x + column] = value;
    }
}

// Past the edges the last elements are repeated, whose products nobody uses.
fn left_element(row: u32, k: u32) -> Number {
    let last_row = arguments[0].z + arguments[0].w - 1u;
    let column = arguments[0].y + min(k, BLOCK - 1u);
    return output[min(row, last_row) * arguments[0].x + column];
}

fn right_element(k: u32, column: u32) -> Number {
    let n = arguments[0].x;
    let row = arguments[0].y + min(k, BLOCK - 1u);
    return output[row * n + min(column, n - 1u)];
}
