//! How long a shader is once functions stand in the place of calls, as compilers put them there.

use std::collections::HashMap;

/// Operations of `main` in the text of a shader, loops counted once. `known` are those of functions by name; what others have
/// is that of the functions that they call.
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

/// Operations of a function. Shaders have no recursion.
fn of_function<'t>(
    name: &'t str,
    bodies: &HashMap<&'t str, &'t str>,
    known: &mut HashMap<&'t str, u64>,
) -> u64 {
    if let Some(&operations) = known.get(name) {
        return operations;
    }
    // A comment may name the function that it is in.
    known.insert(name, 0);
    let body = bodies.get(name).copied().unwrap_or_default();
    let operations = calls(body).map(|called| of_function(called, bodies, known)).sum();
    known.insert(name, operations);
    operations
}

/// The names that are followed by a parenthesis.
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
