//! How many machine instructions `f64` made of integers takes on NVIDIA's devices, beside `fp64emu` of NVIDIA's CCCL, whose
//! default is IEEE 754, too; and how many instructions of SPIR-V.
//!
//! Needs NVIDIA's compiler, and the headers of the Python package cuda-cccl, but no device:
//! `FLOATFLOAT_CUDA_WHEELS=…/nvidia/cu13 FLOATFLOAT_CCCL=…/cuda/cccl/headers/include
//! cargo run -p floatfloat-gpu --example machine_instructions`

#[path = "../tests/emit_cuda/machine_code.rs"]
#[expect(dead_code, reason = "tests name instructions")]
mod machine_code;
#[path = "../tests/emit_cuda/nvrtc.rs"]
#[expect(dead_code, reason = "tests read the compiler's log")]
mod nvrtc;

use floatfloat::Word;
use floatfloat_gpu::{
    Circuit, Lowering, Program, Wire,
    emit::{cuda, spirv, wgsl},
    lowering::Products,
};
use nvrtc::{Nvrtc, WHEELS, wheels};
use std::{env, error::Error};

/// The variable that names the folder of NVIDIA's headers.
const HEADERS: &str = "FLOATFLOAT_CCCL";

const ARCHITECTURE: &str = "sm_90";

type Number = Wire<f64>;

/// An operation: its name, how many operands it has, what it is here, and there.
type Compared = (&'static str, usize, fn([Number; 3]) -> Number, &'static str);

const OPERATIONS: [Compared; 6] = [
    ("none", 1, |[x, ..]| x, "x"),
    ("x + y", 2, |[x, y, _]| x + y, "x + y"),
    ("x · y", 2, |[x, y, _]| x * y, "x * y"),
    ("x / y", 2, |[x, y, _]| x / y, "x / y"),
    ("√x", 1, |[x, ..]| x.sqrt(), "sqrt(x)"),
    ("x · y + z", 3, |[x, y, z]| x.mul_add(y, z), "fma(x, y, z)"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let wheels = wheels().ok_or_else(|| format!("set {WHEELS} to the folder of the compiler"))?;
    let headers = env::var(HEADERS)
        .map_err(|_| format!("set {HEADERS} to the folder of NVIDIA's headers"))?;
    let compilers = Compilers { nvrtc: Nvrtc::open(&wheels)?, wheels, headers };
    println!(
        "| operation | floatfloat, {ARCHITECTURE} | fp64emu | fp64emu / floatfloat | floatfloat, SPIR-V |"
    );
    println!("|---|---|---|---|---|");
    let counts: Result<Vec<_>, _> =
        OPERATIONS.iter().map(|operation| compilers.counts(operation)).collect();
    let counts = counts?;
    for ((name, ..), count) in OPERATIONS.iter().zip(&counts).skip(1) {
        // Without the loop over memory.
        let [ours, theirs, text] = [0, 1, 2].map(|place| count[place] - counts[0][place]);
        println!("| {name} | {ours} | {theirs} | {:.2} | {text} |", theirs as f64 / ours as f64);
    }
    Ok(())
}

struct Compilers {
    nvrtc: Nvrtc,
    wheels: std::path::PathBuf,
    headers: String,
}

impl Compilers {
    /// Instructions of a loop over memory: ours, theirs, and ours in SPIR-V.
    fn counts(
        &self,
        (_, operands, function, expression): &Compared,
    ) -> Result<[usize; 3], Box<dyn Error>> {
        let circuit = Circuit::record_words::<f64>(true, &vec![1; *operands], &[1], |x| {
            let x = |place: usize| x[place.min(x.len() - 1)];
            vec![function([x(0), x(1), x(2)])]
        })?;
        let program = Program::map(circuit, vec![false; *operands], true);
        let ours = cuda::module(&program, &Lowering::INTEGERS);
        let ours = self.machine(&ours, &cuda::options(&Lowering::INTEGERS))?;
        let options = [format!("-I{}", self.headers), "--std=c++17".into()];
        let theirs = self.machine(&theirs(*operands, expression), &options)?;
        let wide = Lowering { products: Products::Wide, ..Lowering::INTEGERS };
        let text = wgsl::module(&program, &wide)?.text;
        Ok([ours, theirs, in_functions(&spirv::compile(&text, false)?)])
    }

    fn machine(&self, source: &str, options: &[String]) -> Result<usize, Box<dyn Error>> {
        let compiled = self.nvrtc.compile(source, options, ARCHITECTURE)?;
        let all = machine_code::instructions(&compiled.image, &self.wheels.join("bin/nvdisasm"));
        // What fills the last line of code is not carried out.
        Ok(all.iter().filter(|name| *name != "NOP").count())
    }
}

/// Instructions of SPIR-V in functions, whose first and last are none.
fn in_functions(spirv: &[u32]) -> usize {
    const HEADER: usize = 5;
    const FUNCTION: u32 = 54;
    const FUNCTION_PARAMETER: u32 = 55;
    const FUNCTION_END: u32 = 56;
    const LABEL: u32 = 248;
    let (mut place, mut inside, mut count) = (HEADER, false, 0);
    while let Some(first) = spirv.get(place) {
        match first & 0xffff {
            FUNCTION => inside = true,
            FUNCTION_END => inside = false,
            FUNCTION_PARAMETER | LABEL => {}
            _ => count += usize::from(inside),
        }
        place += (first >> 16).max(1) as usize;
    }
    count
}

/// The same loop with NVIDIA's type.
fn theirs(operands: usize, expression: &str) -> String {
    let names = ["x", "y", "z"];
    let parameters: String =
        (0..operands).map(|i| format!("const Number *__restrict__ in{i}, ")).collect();
    let loads: String =
        (0..operands).map(|i| format!("const Number {} = in{i}[begin + k]; ", names[i])).collect();
    format!(
        "#include <cuda/fpemu>\n\
         using Number = cuda::experimental::fp64emu;\n\
         extern \"C\" __global__ void kernel({parameters}Number *out, unsigned begin, unsigned count, unsigned to, \
         unsigned stride) {{\n    \
             const unsigned invocation = blockIdx.x * blockDim.x + threadIdx.x;\n    \
             if (invocation >= stride) return;\n    \
             #pragma unroll 1\n    \
             for (unsigned k = invocation; k < count; k += stride) {{ {loads}out[to + k] = {expression}; }}\n\
         }}\n"
    )
}
