//! Certificates stored from one run to the next: one file for each device, and one for each function that is
//! certified on it.
//!
//! A certificate is valid for a device, its driver, this version of the crate, the text that is written for the
//! device, and the compilers in between. When any of them changes, the device is examined again. A file that
//! cannot be read or belongs to something else is ignored. If the folder cannot be written, the next run only
//! takes longer.

use crate::{
    backend::{Backend, Description},
    certificate::{
        self, Certificate, Failure, Part, WordCertificate, certify_blocking, measure_compiling,
    },
    error::Error,
    runner::Runner,
};
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use floatfloat::progress::Progress;
use pollster::block_on;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::{
    collections::hash_map::DefaultHasher,
    fs,
    hash::{Hash, Hasher},
    io::{self, Write},
    path::{Path, PathBuf},
};
use tempfile::NamedTempFile;

/// The environment variable that names the folder.
pub const FOLDER_VARIABLE: &str = "FLOATFLOAT_CACHE";

/// The contents of a file.
#[derive(Serialize, Deserialize)]
struct Kept<T> {
    schema: String,
    key: Key,
    /// A certificate, or the name of a function that is certified.
    certificate: T,
}

/// What a certificate is valid for.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Key {
    /// The device, without its number among the devices.
    device: Description,
    version: String,
    /// What compiles the text, besides the driver.
    compiler: String,
    /// A hash of the text that is written for the device.
    emitted: String,
}

const SCHEMA: &str = "floatfloat-certificate/1";

impl Key {
    /// The key of a device. `emit` produces the text that is written for it.
    fn of(runner: &dyn Runner, emit: impl FnOnce(&mut dyn FnMut(&str))) -> Self {
        let mut hasher = DefaultHasher::new();
        emit(&mut |text| text.hash(&mut hasher));
        Key {
            device: Description { id: String::new(), ..runner.description().clone() },
            version: env!("CARGO_PKG_VERSION").to_owned(),
            compiler: runner.compiler(),
            emitted: format!("{:016x}", hasher.finish()),
        }
    }

    /// The name of the file, which begins with the kind of its contents.
    fn file(&self, kind: &str) -> String {
        let mut hasher = DefaultHasher::new();
        let Description { name, backend, driver, .. } = &self.device;
        (name, backend, driver, &self.version, &self.compiler, &self.emitted).hash(&mut hasher);
        format!("{kind}-{:016x}.json", hasher.finish())
    }
}

/// The folder that the environment variable `FLOATFLOAT_CACHE` names, otherwise `floatfloat` in the
/// user's cache folder. None if there is neither.
pub fn default_folder() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os(FOLDER_VARIABLE).filter(|folder| !folder.is_empty()) {
        return Some(folder.into());
    }
    Some(choose_native_strategy().ok()?.cache_dir().join("floatfloat"))
}

/// The certificate of a device: a stored one, or a new one, which is then stored. The folder is
/// `cache`, or the [default folder](default_folder) if `cache` is none. `recertify` asks for a new
/// certificate.
///
/// # Errors
/// [`Error::Cancelled`] if `progress` asks to stop; the stored certificate then stays as it is.
pub fn certificate_of(
    backend: &dyn Backend,
    recertify: bool,
    cache: Option<&Path>,
    progress: &dyn Progress,
) -> Result<Certificate, Error> {
    let certify = || {
        let mut certificate = certify_blocking(backend, progress)?;
        measure_compiling(&mut certificate, backend, progress)?;
        Ok(certificate)
    };
    let Some(folder) = cache.map(Path::to_owned).or_else(default_folder) else {
        return certify();
    };
    let key = Key::of(backend, |text| certificate::emitted(backend, text));
    let path = folder.join(key.file("certificate"));
    if !recertify && let Some(mut certificate) = load::<Certificate>(&path, &key) {
        certificate.device = backend.description().clone();
        if measure_compiling(&mut certificate, backend, progress)? {
            let _ = store(&folder, &path, key, &certificate);
        }
        return Ok(certificate);
    }
    let certificate = certify()?;
    if is_settled(&certificate) {
        // A certificate that cannot be stored is valid all the same.
        let _ = store(&folder, &path, key, &certificate);
    }
    Ok(certificate)
}

/// The failure of a function that programs of a device use, or none if it is correct. A verdict stored in the folder
/// is returned, unless a new one is asked for.
///
/// # Errors
/// [`Error::Cancelled`].
pub(crate) fn verdict_on(
    backend: &dyn Backend,
    proof: &WordCertificate,
    part: impl Into<Part>,
    recertify: bool,
    cache: Option<&Path>,
) -> Result<Option<Failure>, Error> {
    let part = part.into();
    let examine = || block_on(certificate::certify_function(backend, proof, part.clone()));
    let Some(folder) = cache else { return examine() };
    let key = Key::of(backend, |text| certificate::emitted_function(backend, proof, &part, text));
    let path = folder.join(key.file("function"));
    if !recertify && load::<String>(&path, &key).is_some() {
        return Ok(None);
    }
    let verdict = examine()?;
    if verdict.is_none() {
        let _ = store(folder, &path, key, &part.name());
    }
    Ok(verdict)
}

fn load<T: DeserializeOwned>(path: &Path, key: &Key) -> Option<T> {
    let kept: Kept<T> = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    (kept.schema == SCHEMA && kept.key == *key).then_some(kept.certificate)
}

/// Writes a file beside its place and moves it there, so that nobody reads half a file.
fn store(folder: &Path, path: &Path, key: Key, certificate: &impl Serialize) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let kept = Kept { schema: SCHEMA.to_owned(), key, certificate };
    let mut file = NamedTempFile::new_in(folder)?;
    serde_json::to_writer_pretty(&mut file, &kept)?;
    file.write_all(b"\n")?;
    file.persist(path)?;
    Ok(())
}

/// Whether the device would receive the same certificate again. This is not so where a word is
/// refused because of a failure that may have been bad luck, such as memory that ran out.
fn is_settled(certificate: &Certificate) -> bool {
    let mut refused = certificate.words.iter().filter(|word| word.lowering.is_none());
    !refused.any(|word| {
        let mut failures = word.trials.iter().filter_map(|trial| trial.failure.as_ref());
        failures.any(|failure| !failure.is_result())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        backend::{Buffer, Kernel, Launch, Timing},
        device::cpu::Cpu,
        lowering::{Lowering, Mode},
        program::Program,
        runner::{Answer, Job, run_blocking},
        word_type::WordType,
    };
    use floatfloat::progress::Silent;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    /// The processor, with a compiler of this name, and how often it has compiled.
    struct Compiled(Cpu, &'static str, AtomicUsize);

    impl Compiled {
        fn by(compiler: &'static str) -> Self {
            Compiled(Cpu::open(), compiler, AtomicUsize::new(0))
        }
    }

    impl Runner for Compiled {
        fn description(&self) -> &Description {
            self.0.description()
        }
        fn compiler(&self) -> String {
            self.1.to_owned()
        }
        fn lowerings(&self, word: WordType) -> Vec<Lowering> {
            self.0.lowerings(word)
        }
        fn modes(&self) -> Vec<Mode> {
            self.0.modes()
        }
        fn run<'a>(&'a self, job: Job<'a>) -> Answer<'a> {
            Box::pin(async move { run_blocking(self, job) })
        }
    }

    impl Backend for Compiled {
        fn allocate(&self, bytes: u64) -> Result<Buffer, Error> {
            self.0.allocate(bytes)
        }
        fn write(&self, buffer: &Buffer, bytes: &[u8]) -> Result<(), Error> {
            self.0.write(buffer, bytes)
        }
        fn read(&self, buffer: &Buffer, bytes: &mut [u8]) -> Result<(), Error> {
            self.0.read(buffer, bytes)
        }
        fn compile(&self, program: &Program, lowering: &Lowering) -> Result<Kernel, Error> {
            self.2.fetch_add(1, Relaxed);
            self.0.compile(program, lowering)
        }
        fn launch(&self, launch: &Launch<'_>) -> Result<(), Error> {
            self.0.launch(launch)
        }
        fn finish(&self) -> Result<(), Error> {
            self.0.finish()
        }
        fn time(&self, work: &mut dyn FnMut() -> Result<(), Error>) -> Result<Timing, Error> {
            self.0.time(work)
        }
    }

    #[test]
    fn a_certificate_of_another_compiler_does_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let kept = |compiler| {
            let backend = Compiled::by(compiler);
            certificate_of(&backend, false, Some(folder.path()), &Silent).unwrap();
            fs::read_dir(folder.path()).unwrap().count()
        };
        assert_eq!((kept("1.0"), kept("1.0"), kept("1.1"), kept("1.0")), (1, 1, 2, 2));
        let [one, other] = ["1.0", "1.1"].map(|compiler| {
            let backend = Compiled::by(compiler);
            Key::of(&backend, |text| certificate::emitted(&backend, text))
        });
        let path = folder.path().join(one.file("certificate"));
        assert!(load::<Certificate>(&path, &one).is_some());
        assert!(load::<Certificate>(&path, &other).is_none());
    }

    #[test]
    fn a_function_is_examined_once_unless_that_is_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let certificate = certify_blocking(&Cpu::open(), &Silent).unwrap();
        let compiled = |function, word, recertify, compiler| {
            let device = Compiled::by(compiler);
            let proof = certificate.word(word).unwrap();
            let verdict = verdict_on(&device, proof, function, recertify, Some(folder.path()));
            assert_eq!(verdict, Ok(None));
            device.2.load(Relaxed)
        };
        let (f32, f64) = (WordType::F32, WordType::F64);
        assert_eq!(
            (compiled("exp", f32, false, "1.0"), compiled("exp", f32, false, "1.0")),
            (2, 0)
        );
        assert_eq!(compiled("exp", f32, true, "1.0"), 2);
        assert_eq!((compiled("exp", f64, false, "1.0"), compiled("ln", f32, false, "1.0")), (2, 2));
        assert_eq!(compiled("exp", f32, false, "1.1"), 2);
    }

    #[test]
    fn a_device_is_examined_once_unless_another_certificate_is_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let compiled = |recertify| {
            let device = Compiled::by("1.0");
            let certificate =
                certificate_of(&device, recertify, Some(folder.path()), &Silent).unwrap();
            (device.2.load(Relaxed), certificate)
        };
        let (first, certificate) = compiled(false);
        assert!(first > 0);
        assert_eq!(compiled(false), (0, certificate.clone()));
        assert_eq!(compiled(true), (first, certificate));
    }
}
