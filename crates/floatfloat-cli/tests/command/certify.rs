//! Arithmetic that others wrote, certified on the devices of this machine.

use crate::{column, floatfloat, stdout};
use assert_cmd::Command;
use serde_json::Value;
use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// Sums and products as others write them: right ones, and two that are not what their names say.
const TEXT: &str = "
struct Df { hi: f32, lo: f32 }

fn two_sum(a: f32, b: f32) -> vec2<f32> {
    let s = a + b;
    let t = s - a;
    return vec2(s, (a - (s - t)) + (b - t));
}

fn fast_two_sum(a: f32, b: f32) -> vec2<f32> {
    let s = a + b;
    return vec2(s, b - (s - a));
}

fn df_add(a: Df, b: Df) -> Df {
    let s = two_sum(a.hi, b.hi);
    let t = two_sum(a.lo, b.lo);
    let u = fast_two_sum(s.x, s.y + t.x);
    let v = fast_two_sum(u.x, t.y + u.y);
    return Df(v.x, v.y);
}

fn sloppy_add(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
    let s = two_sum(a.x, b.x);
    return fast_two_sum(s.x, s.y + (a.y + b.y));
}
";

fn written(folder: &Path) -> PathBuf {
    let file = folder.join("df64.wgsl");
    fs::write(&file, TEXT).unwrap();
    file
}

fn certified(arguments: &str, file: &Path) -> Option<(i32, Value, String)> {
    let mut command = floatfloat(&format!("certify --quick --device wgpu {arguments}"));
    on_wgpu(command.arg(file))
}

/// Exit status, first table and standard error; `None` if there is no device of wgpu.
fn on_wgpu(command: &mut Command) -> Option<(i32, Value, String)> {
    let output = command.arg("--format=json").output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    if errors.contains("there is no device") {
        let required = env::var("FLOATFLOAT_REQUIRE_DEVICE").unwrap_or_default();
        assert!(!required.split(',').any(|kind| kind == "wgpu"), "{errors}");
        eprintln!("skipped: {errors}");
        return None;
    }
    let json = serde_json::from_slice(&output.stdout).unwrap_or_default();
    Some((output.status.code().unwrap(), json, errors))
}

#[test]
fn right_functions_hold_and_wrong_ones_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path());
    for (function, operation, status) in [
        ("two_sum", "two-sum --bits", 0),
        ("df_add", "add", 0),
        ("df_add", "add --bits", 0),
        ("sloppy_add", "add", 1),
        ("fast_two_sum", "two-sum", 1),
    ] {
        let arguments = format!("--function {function} --as {operation} --wgsl");
        let Some((code, table, errors)) = certified(&arguments, &file) else { return };
        let notes = table["notes"].to_string();
        assert!(notes.contains("Executed on"), "{notes}");
        assert_eq!(column(&table, "tried")[0], 512);
        // Compilers rewrite right sums, too: Mesa's for GL and for Vulkan do.
        if status == 0 && code == 1 {
            continue;
        }
        assert_eq!(code, status, "{function} as {operation}: {table} {errors}");
        let holds = column(&table, "holds");
        assert_eq!(holds.iter().all(|holds| **holds == true), status == 0, "{table}");
    }
}

/// floatfloat's own shaders keep their sums from every compiler, with a zero that it cannot know.
#[test]
fn shaders_of_floatfloat_hold_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("floatfloat.wgsl");
    let library =
        stdout(&mut floatfloat("shader --lang wgsl --ops two-sum,two-prod-dekker,add,mul"));
    fs::write(&file, library).unwrap();
    for (function, operation) in [
        ("ff_two_sum", "two-sum"),
        ("ff_two_prod_dekker", "two-prod-dekker"),
        ("ff_add", "add"),
        ("ff_mul", "mul"),
    ] {
        let arguments = format!("--function {function} --as {operation} --bits --wgsl");
        let Some((code, table, errors)) = certified(&arguments, &file) else { return };
        assert_eq!(code, 0, "{function}: {table} {errors}");
    }
}

#[test]
fn modules_of_spirv_run_as_they_are() {
    let entry = "
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> r: array<f32>;
@compute @workgroup_size(32) fn sums(@builtin(global_invocation_id) id: vec3<u32>) {
    let s = two_sum(x[2u * id.x], x[2u * id.x + 1u]);
    r[2u * id.x] = s.x;
    r[2u * id.x + 1u] = s.y;
}";
    let module = crate::shader::valid(&format!("{TEXT}{entry}"));
    let information = naga::valid::Validator::new(Default::default(), Default::default());
    let information = { information }.validate(&module).unwrap();
    let options = naga::back::spv::Options::default();
    let words = naga::back::spv::write_vec(&module, &information, &options, None).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sums.spv");
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    fs::write(&file, bytes).unwrap();
    let Some((code, table, errors)) = certified("--entry sums --as two-sum --bits --spirv", &file)
    else {
        return;
    };
    // Devices other than those of Vulkan take no SPIR-V.
    if table.is_null() && errors.contains("it runs no programs in SPIR-V") {
        assert_eq!(code, 2, "{errors}");
        return;
    }
    // Vulkan's compilers may rewrite sums.
    assert!(code < 2, "{table} {errors}");
    let same: u64 = column(&table, "same_bits").iter().filter_map(|same| same.as_u64()).sum();
    assert!(same > 1000, "{table} {errors}");
}

#[test]
fn units_of_devices_are_examined() {
    let units = |only: &str| {
        let mut command = floatfloat("paranoia --units --quick --device wgpu --only");
        on_wgpu(command.arg(only))
    };
    let Some((code, table, errors)) = units("a loop of additions of f32,exp of f32,dot4I8Packed")
    else {
        return;
    };
    assert_eq!(code, 0, "{errors}");
    let properties = column(&table, "property");
    for property in ["order", "largest error", "function", "right integers"] {
        assert!(properties.iter().any(|known| *known == property), "{property}: {table}");
    }
    let integers = properties.iter().position(|property| *property == "right integers").unwrap();
    assert_eq!(column(&table, "value")[integers], "16384 of 16384");
    let (code, _, errors) = units("dot of vec4 of f8").unwrap();
    assert!(code == 2 && errors.contains("there is no unit dot of vec4 of f8"), "{errors}");
}

#[test]
fn bad_input_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path());
    let path = file.display();
    for (arguments, words) in [
        (format!("--wgsl {path} --function sub --as add"), "it has no function"),
        (
            format!("--wgsl {path} --function two_sum --as add"),
            "takes 2 words and returns 2; add takes 4",
        ),
        (format!("--wgsl {path} --function two_sum --as sum"), "there is no operation sum"),
        (format!("--wgsl {path} --as add"), "--function"),
        (format!("--spirv {path} --entry main --as add"), "no module of SPIR-V"),
        ("--cuda nothere.cu --entry add --as add".to_owned(), "nothere.cu"),
        ("--as add".to_owned(), "--wgsl"),
    ] {
        let output = floatfloat(&format!("certify {arguments}")).assert().code(2);
        let errors = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        assert!(errors.contains(words), "{arguments}: {errors}");
    }
}
