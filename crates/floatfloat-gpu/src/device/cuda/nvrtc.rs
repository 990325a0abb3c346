//! NVRTC, the compiler of CUDA C++, loaded at run time.

use crate::emit::cuda::shipped;
use cudarc::nvrtc::{result, sys};
use std::{
    ffi::{CStr, CString, c_char},
    fmt::Write as _,
    sync::OnceLock,
};

/// Functions that cudarc looks up at their first call. It panics if they are missing. NVRTC has
/// them since CUDA 11.2.
const USED: [&[u8]; 12] = [
    b"nvrtcVersion",
    b"nvrtcGetNumSupportedArchs",
    b"nvrtcGetSupportedArchs",
    b"nvrtcCreateProgram",
    b"nvrtcCompileProgram",
    b"nvrtcDestroyProgram",
    b"nvrtcGetCUBIN",
    b"nvrtcGetCUBINSize",
    b"nvrtcGetPTX",
    b"nvrtcGetPTXSize",
    b"nvrtcGetProgramLog",
    b"nvrtcGetProgramLogSize",
];

/// The installed NVRTC.
#[derive(Debug)]
pub(super) struct Nvrtc {
    /// The major and minor version.
    pub version: (i32, i32),
    /// The build of that version, if NVRTC reports it.
    pub build: Option<String>,
    /// The architectures for which it can compile, 90 for `sm_90`.
    architectures: Vec<i32>,
    /// The options of every compilation: [`NO_CACHE`] if the compiler knows it.
    always: Vec<String>,
}

/// The cache of NVRTC 13.0 treats programs of the same text as equal, whatever `--ftz`, `--prec-div` and `--prec-sqrt`
/// say. On an H100 they all received the code of the first. Older compilers have no cache and do not know this option.
const NO_CACHE: &str = "--no-cache";

/// The target of a compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    /// The device's own architecture, in machine code.
    Machine(i32),
    /// The newest architecture that the compiler knows, in PTX. The driver compiles the PTX.
    Ptx(i32),
}

/// A program of the compiler, destroyed when dropped.
struct Program(sys::nvrtcProgram);

impl Drop for Program {
    fn drop(&mut self) {
        // SAFETY: the program was created by `Nvrtc::compile` and is destroyed only here. A failure
        // only leaks the program.
        let _ = unsafe { result::destroy_program(self.0) };
    }
}

impl Nvrtc {
    /// The compiler, if this machine has one.
    pub fn get() -> Option<&'static Self> {
        static NVRTC: OnceLock<Option<Nvrtc>> = OnceLock::new();
        NVRTC.get_or_init(Self::load).as_ref()
    }

    fn load() -> Option<Self> {
        // SAFETY: libnvrtc may be loaded at any time, and by any thread.
        if !unsafe { sys::is_culib_present() } {
            return None;
        }
        // SAFETY: as above; the library is present, so this does not panic.
        let library = unsafe { sys::culib() };
        // SAFETY: the type is only a pointer, and is not called.
        let has = |name: &[u8]| unsafe { library.get::<*const ()>(name) }.is_ok();
        if !USED.iter().all(|name| has(name)) {
            return None;
        }
        let (mut major, mut minor, mut count) = (0, 0, 0);
        // SAFETY: each writes integers.
        unsafe { sys::nvrtcVersion(&mut major, &mut minor) }.result().ok()?;
        // SAFETY: as above.
        unsafe { sys::nvrtcGetNumSupportedArchs(&mut count) }.result().ok()?;
        let mut architectures = vec![0; usize::try_from(count).ok()?];
        // SAFETY: writes as many integers as the call above returned.
        unsafe { sys::nvrtcGetSupportedArchs(architectures.as_mut_ptr()) }.result().ok()?;
        let mut nvrtc =
            Nvrtc { version: (major, minor), build: None, architectures, always: Vec::new() };
        nvrtc.always = nvrtc.find_always();
        nvrtc.build = nvrtc.find_build();
        Some(nvrtc)
    }

    fn find_always(&self) -> Vec<String> {
        let no_cache = vec![NO_CACHE.to_owned()];
        let oldest = self.architectures.iter().copied().min();
        let is_known = oldest
            .is_some_and(|oldest| self.compile_for(Target::Ptx(oldest), "", &no_cache).is_ok());
        if is_known { no_cache } else { Vec::new() }
    }

    /// Finds the build, which the compiler writes into the output of an empty program.
    fn find_build(&self) -> Option<String> {
        let oldest = self.architectures.iter().copied().min()?;
        let text = self.compile_for(Target::Ptx(oldest), "", &[]).ok()?;
        let text = String::from_utf8_lossy(&text);
        let (_, build) = text.split_once("Compiler Build ID: ")?;
        Some(build.lines().next()?.trim().to_owned())
    }

    /// A form of the program that a device of this compute capability can load: machine code if the
    /// compiler knows the device, otherwise PTX. The error is a text for people: the compiler's
    /// log, or what is missing.
    pub fn compile(
        &self,
        source: &str,
        options: &[String],
        capability: (i32, i32),
    ) -> Result<Vec<u8>, String> {
        let target = target(&self.architectures, capability).ok_or_else(|| {
            let (major, minor) = self.version;
            format!(
                "NVRTC {major}.{minor} no longer compiles for compute capability {}.{}; \
                 install the NVRTC of an older CUDA toolkit",
                capability.0, capability.1
            )
        })?;
        self.compile_for(target, source, options)
    }

    /// PTX that drivers older than this compiler can load.
    pub fn compile_in_old_form(
        &self,
        source: &str,
        options: &[String],
        capability: (i32, i32),
    ) -> Result<Vec<u8>, String> {
        let (major, minor) = shipped::CAPABILITY;
        let oldest = 10 * major + minor;
        if capability < shipped::CAPABILITY || !self.architectures.contains(&oldest) {
            let (major, minor) = self.version;
            return Err(format!(
                "the driver takes no program of NVRTC {major}.{minor}, which is newer; update the \
                 driver, or use the NVRTC of an older CUDA toolkit"
            ));
        }
        let ptx = self.compile_for(Target::Ptx(oldest), source, options)?;
        Ok(shipped::in_old_form(&String::from_utf8_lossy(&ptx)).into_bytes())
    }

    fn compile_for(
        &self,
        target: Target,
        source: &str,
        options: &[String],
    ) -> Result<Vec<u8>, String> {
        let architecture = match target {
            Target::Machine(number) => format!("--gpu-architecture=sm_{number}"),
            Target::Ptx(number) => format!("--gpu-architecture=compute_{number}"),
        };
        let mut options = [options, &self.always].concat();
        options.push(architecture);

        let source = CString::new(source).map_err(|_| "the text has a zero byte".to_owned())?;
        let program = result::create_program(&source, Some(c"floatfloat.cu"))
            .map(Program)
            .map_err(|error| error.to_string())?;
        // SAFETY: the program is alive until the end of this function.
        unsafe { result::compile_program(program.0, &options) }.map_err(|error| {
            let mut message = format!("{error} with {}", options.join(" "));
            // SAFETY: as above.
            if let Ok(log) = unsafe { result::get_program_log(program.0) } {
                let _ = write!(message, "\n{}", text(&log));
            }
            message
        })?;
        let image = match target {
            Target::Machine(_) => machine_code(&program),
            // SAFETY: as above; the text ends with a zero.
            Target::Ptx(_) => unsafe { result::get_ptx(program.0) },
        };
        let image = image.map_err(|error| error.to_string())?;
        Ok(bytemuck::cast_slice(&image).to_vec())
    }
}

fn machine_code(program: &Program) -> Result<Vec<c_char>, result::NvrtcError> {
    let mut size = 0;
    // SAFETY: the program is alive, and one number is written.
    unsafe { sys::nvrtcGetCUBINSize(program.0, &mut size) }.result()?;
    let mut image = vec![0; size];
    // SAFETY: there is room for as many bytes as the call above returned.
    unsafe { sys::nvrtcGetCUBIN(program.0, image.as_mut_ptr()) }.result()?;
    Ok(image)
}

/// The text that the compiler wrote, up to the terminating zero.
fn text(log: &[c_char]) -> String {
    let bytes = bytemuck::cast_slice(log);
    CStr::from_bytes_until_nul(bytes)
        .map_or_else(|_| String::from_utf8_lossy(bytes), CStr::to_string_lossy)
        .trim()
        .to_owned()
}

/// None for a device that is older than all architectures of the compiler.
fn target(architectures: &[i32], (major, minor): (i32, i32)) -> Option<Target> {
    let own = 10 * major + minor;
    if architectures.contains(&own) {
        return Some(Target::Machine(own));
    }
    architectures.iter().copied().filter(|&known| known < own).max().map(Target::Ptx)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_code_for_known_devices_and_ptx_for_later_ones() {
        let known = [75, 80, 86, 90, 100];
        assert_eq!(target(&known, (9, 0)), Some(Target::Machine(90)));
        assert_eq!(target(&known, (8, 9)), Some(Target::Ptx(86)));
        assert_eq!(target(&known, (13, 1)), Some(Target::Ptx(100)));
        assert_eq!(target(&known, (7, 0)), None);
    }
}
