//! The length of a shader after inlining, as compilers do it.

use std::collections::HashMap;

/// The number of operations of `main` in the text of a shader, with loops counted once. `known` gives the operations of
/// functions by name. Any other function has the operations of the functions that it calls.
pub(super) fn inlined(text: &str, known: &HashMap<&str, u64>) -> u64 {
    let bodies: HashMap<&str, &str> = text
        .split("\nfn ")
        .skip(1)
        .filter_map(|function| {
            let (name, rest) = function.split_once('(')?;
            let end = rest.find("\n}").unwrap_or(rest.len());
            Some((name, &rest[..end]))
        })
        .collect();
    of_function("main", &bodies, &mut known.clone())
}

/// The number of operations of a function. Shaders have no recursion.
fn of_function<'t>(
    name: &'t str,
    bodies: &HashMap<&'t str, &'t str>,
    known: &mut HashMap<&'t str, u64>,
) -> u64 {
    if let Some(&operations) = known.get(name) {
        return operations;
    }
    // A comment may contain the name of its own function.
    known.insert(name, 0);
    let body = bodies.get(name).copied().unwrap_or_default();
    let operations = calls(body).map(|called| of_function(called, bodies, known)).sum();
    known.insert(name, operations);
    operations
}

/// The names that a parenthesis follows.
fn calls(body: &str) -> impl Iterator<Item = &str> {
    body.match_indices('(').map(|(end, _)| {
        let before = &body[..end];
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let begin = before.rfind(|letter| !is_part(letter)).map_or(0, |place| place + 1);
        &before[begin..]
    })
}

#[cfg(test)]
mod tests {
    use super::inlined;
    use std::collections::HashMap;

    #[test]
    fn functions_stand_in_the_place_of_every_call() {
        let text = "// step(\n\nfn step(x: u32) -> u32 {\n    return x;\n}\n\nfn both(x: u32) -> u32 {\n    \
                    let a = step(x);\n    return step(a + min(a, 1u));\n}\n\n@compute\nfn main(\n    \
                    @builtin(lane) lane: u32,\n) {\n    out = both(step(1u)) + both(2u);\n}\n";
        let known = HashMap::from([("step", 10)]);
        assert_eq!(inlined(text, &known), 50);
        assert_eq!(inlined("", &known), 0);
    }
}
