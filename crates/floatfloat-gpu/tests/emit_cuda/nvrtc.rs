//! NVIDIA's compiler, from the folder that the environment variable `FLOATFLOAT_CUDA_WHEELS` names:
//! the `nvidia/cu13` of the Python packages nvidia-cuda-nvrtc and nvidia-cuda-nvdisasm.

use libloading::{Library, Symbol};
use std::{
    env,
    ffi::{CString, c_char, c_int, c_void},
    path::{Path, PathBuf},
    ptr,
};

pub const WHEELS: &str = "FLOATFLOAT_CUDA_WHEELS";

type Program = *mut c_void;

/// The compiler.
pub struct Nvrtc {
    library: Library,
    /// Must stay loaded while the compiler is.
    _builtins: Library,
}

/// What it made of a text.
pub struct Compiled {
    pub image: Vec<u8>,
    pub log: String,
}

/// The folder, where the variable is set to one.
pub fn wheels() -> Option<PathBuf> {
    env::var_os(WHEELS).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// Loads the first library of a folder whose name begins so.
fn load(folder: &Path, name: &str) -> Result<Library, String> {
    let files = folder.read_dir().map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut found: Vec<_> = files
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| {
            path.file_name().is_some_and(|file| file.to_string_lossy().starts_with(name))
        })
        .collect();
    found.sort();
    let path = found.first().ok_or_else(|| format!("no {name} in {}", folder.display()))?;
    // SAFETY: NVIDIA's libraries do nothing when they are loaded.
    unsafe { Library::new(path) }.map_err(|error| error.to_string())
}

impl Nvrtc {
    /// The compiler of that folder; a message where it is not as it should be.
    pub fn open(wheels: &Path) -> Result<Self, String> {
        let folder = wheels.join("lib");
        // The compiler asks for these by name alone, and gets what is loaded already.
        let builtins = load(&folder, "libnvrtc-builtins.so")?;
        Ok(Nvrtc { library: load(&folder, "libnvrtc.so")?, _builtins: builtins })
    }

    /// Machine code for an architecture `sm_…`, PTX for `compute_…`; else the compiler's log.
    pub fn compile(
        &self,
        source: &str,
        options: &[String],
        architecture: &str,
    ) -> Result<Compiled, String> {
        let mut options = options.to_vec();
        options.push(format!("--gpu-architecture={architecture}"));
        let options: Vec<CString> =
            options.into_iter().map(|option| CString::new(option).expect("no zero")).collect();
        let options: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
        let source = CString::new(source).expect("no zero");
        let mut program: Program = ptr::null_mut();
        // SAFETY: the signatures are those of nvrtc.h, every pointer outlives its call, and the
        // program is destroyed once.
        unsafe {
            let create: Symbol<
                unsafe extern "C" fn(
                    *mut Program,
                    *const c_char,
                    *const c_char,
                    c_int,
                    *const *const c_char,
                    *const *const c_char,
                ) -> c_int,
            > = self.function("nvrtcCreateProgram")?;
            let compile: Symbol<
                unsafe extern "C" fn(Program, c_int, *const *const c_char) -> c_int,
            > = self.function("nvrtcCompileProgram")?;
            let destroy: Symbol<unsafe extern "C" fn(*mut Program) -> c_int> =
                self.function("nvrtcDestroyProgram")?;
            let none = ptr::null();
            let name = c"floatfloat.cu".as_ptr();
            check(
                "nvrtcCreateProgram",
                create(&mut program, source.as_ptr(), name, 0, none, none),
            )?;
            let status = compile(program, options.len() as c_int, options.as_ptr());
            let log = self.output(program, "nvrtcGetProgramLog");
            let is_machine_code = architecture.starts_with("sm_");
            let kind = if is_machine_code { "nvrtcGetCUBIN" } else { "nvrtcGetPTX" };
            let image = if status == 0 { self.output(program, kind) } else { Ok(Vec::new()) };
            destroy(&mut program);
            let log = String::from_utf8_lossy(&log?).trim_end_matches('\0').trim().to_owned();
            if status != 0 {
                return Err(log);
            }
            let mut image = image?;
            if !is_machine_code {
                // The zero that ends a text.
                image.pop();
            }
            Ok(Compiled { image, log })
        }
    }

    /// # Safety
    /// The function must have this type.
    unsafe fn function<F>(&self, name: &str) -> Result<Symbol<'_, F>, String> {
        // SAFETY: promised by the caller.
        unsafe { self.library.get(name) }.map_err(|error| error.to_string())
    }

    /// What the pair of functions `name` and `nameSize` give.
    ///
    /// # Safety
    /// The program must be alive, and the functions such a pair.
    unsafe fn output(&self, program: Program, name: &str) -> Result<Vec<u8>, String> {
        // SAFETY: the signatures are those of nvrtc.h, and there is room for as much as it says.
        unsafe {
            let size: Symbol<unsafe extern "C" fn(Program, *mut usize) -> c_int> =
                self.function(&format!("{name}Size"))?;
            let get: Symbol<unsafe extern "C" fn(Program, *mut u8) -> c_int> =
                self.function(name)?;
            let mut bytes = 0;
            check(name, size(program, &mut bytes))?;
            let mut output = vec![0; bytes];
            check(name, get(program, output.as_mut_ptr()))?;
            Ok(output)
        }
    }
}

fn check(function: &str, status: c_int) -> Result<(), String> {
    if status == 0 { Ok(()) } else { Err(format!("{function} failed with status {status}")) }
}
