//! The process of a driver: it opens one device, and carries out the requests that it reads from standard
//! input.

use crate::{
    failure::Failure,
    stand_in,
    wire::{self, Answer, Frame, GREETING, Opened, Reply, Request},
};
use floatfloat_gpu::{
    Backend, Error, Select, WordType,
    backend::{Buffer, Kernel, Launch, Timing, Vendor},
    device::{open_backend, troubles},
    program::Skeleton,
};
use std::{
    collections::HashMap,
    ffi::OsString,
    fs::File,
    io::{self, Write, stdin},
    sync::{
        Arc,
        mpsc::{Receiver, channel},
    },
    thread,
    time::Duration,
};

/// The argument with which a program that starts itself serves a device.
pub const SERVE: &str = "serve-device";

/// The command for [`Drivers::new`](crate::Drivers::new) in a program that starts itself: `own`, which starts
/// the program, and [`SERVE`]. Empty if the program cannot be started.
pub fn serving(own: &[OsString]) -> Vec<OsString> {
    let serve = (!own.is_empty()).then(|| SERVE.into());
    own.iter().cloned().chain(serve).collect()
}

/// Serves one device on standard input and output until standard input ends. `skeletons` are those of all
/// programs that may be requested. A serving process must call this before anything else.
///
/// # Errors
/// Those of writing to standard output.
pub fn serve(skeletons: &[&'static Skeleton]) -> io::Result<()> {
    let mut output = own_output()?;
    output.write_all(GREETING)?;
    output.flush()?;
    let (sender, requests) = channel();
    // A thread of its own, so that this process ends with the process that started it, whatever the driver
    // does.
    thread::Builder::new().name("floatfloat-requests".to_owned()).spawn(move || {
        while let Ok(Some(frame)) = Frame::read(&mut stdin().lock(), &|| {}) {
            if sender.send(frame).is_err() {
                break;
            }
        }
        end_now();
    })?;
    let mut server = Server {
        skeletons,
        requests,
        output,
        device: None,
        deferred: None,
        objects: Objects::default(),
    };
    server.work(false).map(drop)
}

/// Reserves standard output for answers: from here on, what a driver writes there goes to standard error.
///
/// # Errors
/// The system's, if it has no second name for standard output.
#[cfg(unix)]
pub fn own_output() -> io::Result<File> {
    let output = rustix::io::dup(io::stdout())?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(output.into())
}

/// Standard output. If a driver writes there, the reader finds that it is not an answer.
///
/// # Errors
/// The system's, if it has no second name for standard output.
#[cfg(windows)]
pub fn own_output() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(io::stdout().as_handle().try_clone_to_owned()?.into())
}

/// Ends the process without the driver's own cleanup, whose threads may wait for each other.
fn end_now() -> ! {
    #[cfg(unix)]
    let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
    std::process::exit(0)
}

struct Server<'s> {
    skeletons: &'s [&'static Skeleton],
    requests: Receiver<Frame>,
    output: File,
    device: Option<Device>,
    /// The first error of the requests without a reply.
    deferred: Option<Failure>,
    objects: Objects,
}

/// The device, and its id, as in `--device`.
#[derive(Clone)]
struct Device {
    id: String,
    backend: Arc<dyn Backend>,
}

/// The objects that the other process refers to by number.
#[derive(Default)]
struct Objects {
    buffers: HashMap<u64, Buffer>,
    kernels: HashMap<u64, Kernel>,
}

/// The result of a request: an answer, and the bytes that go with it.
type Outcome = (Answer, Vec<u8>);

impl Server<'_> {
    /// Carries out requests until there are no more or, while `timing`, until the time is requested. Returns
    /// true in the latter case.
    fn work(&mut self, timing: bool) -> io::Result<bool> {
        while let Ok(frame) = self.requests.recv() {
            match frame.parse()? {
                Request::End if timing => return Ok(true),
                Request::Begin => self.time()?,
                request => self.carry_out(request, &frame.load)?,
            }
        }
        Ok(false)
    }

    /// Measures the time of all requests until the time is requested.
    fn time(&mut self) -> io::Result<()> {
        let Some(Device { id, backend }) = self.device.clone() else { return Ok(()) };
        let mut ended = Ok(true);
        let timing = backend.time(&mut || {
            ended = self.work(true);
            Ok(())
        });
        if !ended? {
            return Ok(());
        }
        let timed = |timing: Timing| Answer::Timed {
            device: timing.device.map(nanoseconds),
            wall: nanoseconds(timing.wall),
        };
        let outcome = timing.map(|timing| (timed(timing), Vec::new()));
        self.reply(outcome.map_err(|error| Failure::of(&id, error)))
    }

    fn carry_out(&mut self, request: Request<'_>, load: &[u8]) -> io::Result<()> {
        let is_answered = request.is_answered();
        let outcome = match (request, &self.device) {
            (Request::Devices(family), _) => {
                let devices = stand_in::devices(family).unwrap_or_else(|| family.devices());
                Ok((Answer::Devices { devices, troubles: troubles(family) }, Vec::new()))
            }
            (Request::Open { id }, _) => self.open(&id).map_err(|error| Failure::of(&id, error)),
            (request, Some(Device { id, backend })) => self
                .objects
                .carry_out(&**backend, self.skeletons, request, load)
                .map_err(|error| Failure::of(id, error)),
            (_, None) => Err(Failure::of("", no_device())),
        };
        match outcome {
            outcome if is_answered => self.reply(outcome),
            Ok(_) => Ok(()),
            Err(failure) => {
                self.deferred.get_or_insert(failure);
                Ok(())
            }
        }
    }

    fn open(&mut self, id: &str) -> Result<Outcome, Error> {
        let select = || id.parse::<Select>().map_err(|_| no_device());
        let backend: Arc<dyn Backend> = match stand_in::open(id, &self.output) {
            Some(stand_in) => Arc::new(stand_in),
            None => open_backend(select()?)?.into(),
        };
        let vendor = backend.vendor().map(|vendor| {
            let stated = |word| Some((word, vendor.instructions_per_second(word)?));
            WordType::ALL.into_iter().filter_map(stated).collect()
        });
        let opened = Opened {
            description: backend.description().clone(),
            compiler: backend.compiler(),
            lowerings: WordType::ALL.map(|word| (word, backend.lowerings(word))).into(),
            modes: backend.modes(),
            limits: backend.workgroup_limits(),
            vendor,
        };
        self.device = Some(Device { id: id.to_owned(), backend });
        Ok((Answer::Opened(Box::new(opened)), Vec::new()))
    }

    /// Replies, with the error of an earlier request if there is one.
    fn reply(&mut self, outcome: Result<Outcome, Failure>) -> io::Result<()> {
        let outcome = self.deferred.take().map_or(outcome, Err);
        let (reply, load): (Reply, _) = match outcome {
            Ok((answer, load)) => (Ok(answer), load),
            Err(failure) => (Err(failure), Vec::new()),
        };
        wire::write(&mut self.output, &reply, &load, &|| {})
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

fn no_device() -> Error {
    Error::NoDevice { wanted: "as asked".to_owned(), found: "no device that is open".to_owned() }
}

/// The error for a number that belongs to no object.
fn unknown() -> Error {
    Error::ForeignBuffer { device: "the driver's process".to_owned() }
}

impl Objects {
    /// Carries out a request on the open device.
    fn carry_out(
        &mut self,
        backend: &dyn Backend,
        skeletons: &[&'static Skeleton],
        request: Request<'_>,
        load: &[u8],
    ) -> Result<Outcome, Error> {
        match request {
            Request::Allocate { buffer, bytes } => {
                self.buffers.insert(buffer, backend.allocate(bytes)?);
            }
            Request::Free { buffer } => drop(self.buffers.remove(&buffer)),
            Request::Write { buffer } => backend.write(self.buffer(buffer)?, load)?,
            Request::Read { buffer, bytes } => {
                let mut read = vec![0; bytes as usize];
                backend.read(self.buffer(buffer)?, &mut read)?;
                return Ok((Answer::Done, read));
            }
            Request::Compile { kernel, program, lowering } => {
                let program = program.program(skeletons).ok_or_else(unknown)?;
                let compiled = backend.compile(&program, &lowering)?;
                let registers = backend.vendor().and_then(|vendor| vendor.registers(&compiled));
                self.kernels.insert(kernel, compiled);
                return Ok((Answer::Compiled { registers }, Vec::new()));
            }
            Request::Discard { kernel } => drop(self.kernels.remove(&kernel)),
            Request::Launch { kernel, buffers, arguments, groups } => {
                let kernel = self.kernels.get(&kernel).ok_or_else(unknown)?;
                let buffers: Vec<_> =
                    buffers.iter().map(|&buffer| self.buffer(buffer)).collect::<Result<_, _>>()?;
                backend.launch(&Launch { kernel, buffers: &buffers, arguments, groups })?;
            }
            Request::Finish => backend.finish()?,
            Request::Foreign { program, output, groups } => {
                let results = backend.run_foreign(&program, load, output as usize, groups)?;
                return Ok((Answer::Done, results));
            }
            Request::Copy { from, to, bytes } => {
                let (from, to) = (self.buffer(from)?, self.buffer(to)?);
                vendor(backend)?.copy(from, to, bytes)?;
            }
            Request::Gemm { buffers: [a, b, c], shape: [rows, columns, depth] } => {
                let buffers = [self.buffer(a)?, self.buffer(b)?, self.buffer(c)?];
                let product = vendor(backend)?.gemm_f64(buffers, rows, columns, depth);
                return Ok((Answer::Multiplied(product.transpose()?.is_some()), Vec::new()));
            }
            Request::Devices(_) | Request::Open { .. } | Request::Begin | Request::End => {}
        }
        Ok((Answer::Done, Vec::new()))
    }

    fn buffer(&self, number: u64) -> Result<&Buffer, Error> {
        self.buffers.get(&number).ok_or_else(unknown)
    }
}

fn vendor(backend: &dyn Backend) -> Result<&dyn Vendor, Error> {
    let device = || backend.description().id.clone();
    let what = "what only its vendor offers".to_owned();
    backend.vendor().ok_or_else(|| Error::Unsupported { device: device(), what })
}
