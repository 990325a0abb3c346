//! The page's GPU as a device: what it should run is written down, and the page answers.

use crate::asked::Asked;
use floatfloat::progress::Progress;
use floatfloat_gpu::{
    Error, Lowering, Program, Runner, WordType,
    backend::{Description, Kernel, UNWRITTEN},
    emit,
    lowering::{Mode, Protection},
    runner::{Answer, Job},
};
use serde::Serialize;
use std::{
    cell::{Cell, RefCell},
    future::poll_fn,
    mem::take,
    rc::Rc,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    task::Poll,
};

/// What is to be run, and what came of it.
#[derive(Default)]
pub struct Exchange {
    request: RefCell<Option<Request>>,
    answer: RefCell<Option<Result<Vec<u8>, Refusal>>>,
}

/// A program that the page should run once.
#[derive(Serialize)]
struct Request {
    /// The number by which the page keeps the program.
    kernel: u32,
    /// The program, unless the page has it.
    program: Option<Shader>,
    /// Address and length of what each buffer is to hold.
    inputs: Vec<[usize; 2]>,
    /// Bytes of the buffer that is written.
    output: usize,
    arguments: [u32; 8],
    groups: [u32; 2],
    /// How it was written, in words.
    lowering: String,
    /// Programs that are not needed any more.
    dropped: Vec<u32>,
}

/// A program as the page compiles it.
#[derive(Serialize)]
pub struct Shader {
    text: String,
    bindings: usize,
    /// The contents of a buffer that follows the buffers and the arguments; none if there are none.
    constants: Vec<u32>,
}

/// A request and how far the task is.
#[derive(Serialize)]
struct Message {
    run: Request,
    /// What memory is filled with before.
    fill: u32,
    done: u64,
    total: u64,
}

/// Why a program did not run, of the kinds `rejected`, `unsupported`, `lost` and `failed`.
pub struct Refusal {
    kind: String,
    message: String,
}

/// How far a task is.
#[derive(Default)]
pub struct Steps {
    done: AtomicU64,
    total: AtomicU64,
}

impl Shader {
    pub fn new(program: &Program, lowering: &Lowering) -> Result<Self, Error> {
        let emit::wgsl::Shader { text, constants, .. } = emit::wgsl::module(program, lowering)?;
        Ok(Shader { text, bindings: program.bindings(), constants })
    }
}

impl Refusal {
    pub fn read(text: &[u8]) -> Self {
        let refusal = Asked::read(text).and_then(|asked| {
            let of = |name| asked.text(name).map(str::to_owned);
            Ok(Refusal { kind: of("kind")?, message: of("message")? })
        });
        refusal.unwrap_or_else(|why| Refusal::failed(format!("an answer without sense: {why}")))
    }

    fn failed(message: String) -> Self {
        Refusal { kind: "failed".to_owned(), message }
    }

    fn into_error(self, device: &str) -> Error {
        let (device, message) = (device.to_owned(), self.message);
        match self.kind.as_str() {
            "rejected" => Error::Rejected { device, message },
            "unsupported" => Error::Unsupported { device, what: message },
            "lost" => Error::Lost { device, reason: message },
            _ => Error::Failed { device, message },
        }
    }
}

impl Exchange {
    pub fn answer(&self, answer: Result<Vec<u8>, Refusal>) {
        *self.answer.borrow_mut() = Some(answer);
    }

    /// What is to be run, as the page reads it.
    pub fn request(&self, steps: &Steps) -> String {
        let Some(run) = self.request.take() else { return String::new() };
        let [done, total] = [&steps.done, &steps.total].map(|steps| steps.load(Ordering::Relaxed));
        serde_json::to_string(&Message { run, fill: UNWRITTEN, done, total }).unwrap_or_default()
    }

    async fn ask(&self, request: Request) -> Result<Vec<u8>, Refusal> {
        *self.request.borrow_mut() = Some(request);
        poll_fn(|_| self.answer.take().map_or(Poll::Pending, Poll::Ready)).await
    }
}

impl Progress for Steps {
    fn advance(&self, done: u64, total: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }
}

/// How far an examination is, which counts modes.
impl floatfloat_lab::progress::Progress for Steps {
    fn begin(&self, _: &str, steps: u64) {
        Progress::advance(self, 0, steps);
    }

    fn advance(&self, steps: u64) {
        self.done.fetch_add(steps, Ordering::Relaxed);
    }

    fn interrupted(&self) -> bool {
        false
    }
}

/// The page's GPU.
pub struct Bridge {
    description: Description,
    exchange: Rc<Exchange>,
    kernels: Cell<u32>,
    dropped: Arc<Mutex<Vec<u32>>>,
}

/// A program that the page keeps.
struct Kept {
    number: u32,
    dropped: Arc<Mutex<Vec<u32>>>,
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.dropped.lock().unwrap_or_else(PoisonError::into_inner).push(self.number);
    }
}

impl Bridge {
    pub fn new(description: Description, exchange: Rc<Exchange>) -> Self {
        Bridge { description, exchange, kernels: Cell::new(0), dropped: Arc::default() }
    }

    async fn answer(&self, job: Job<'_>) -> Result<Vec<u8>, Error> {
        let Job { program, lowering, kernel, inputs, output, arguments, groups } = job;
        let known = kernel.as_ref().and_then(|kernel| kernel.handle.downcast_ref::<Kept>());
        let (number, shader) = match known {
            Some(kept) => (kept.number, None),
            None => {
                let shader = Shader::new(program, lowering)?;
                let number = self.kernels.get();
                self.kernels.set(number + 1);
                let dropped = Arc::clone(&self.dropped);
                let handle = Arc::new(Kept { number, dropped });
                *kernel = Some(Kernel { handle });
                (number, Some(shader))
            }
        };
        let stride = program.skeleton().stride;
        if stride.is_some_and(|stride| !stride.ends(program.lanes(), &arguments)) {
            let what = "the arguments of a launch make a loop without end".to_owned();
            return Err(Refusal::failed(what).into_error(&self.description.name));
        }
        let request = Request {
            kernel: number,
            program: shader,
            inputs: inputs.iter().map(|input| [input.as_ptr() as usize, input.len()]).collect(),
            output,
            arguments,
            groups,
            lowering: lowering.to_string(),
            dropped: take(&mut *self.dropped.lock().unwrap_or_else(PoisonError::into_inner)),
        };
        let answer = self.exchange.ask(request).await;
        answer.map_err(|refusal| refusal.into_error(&self.description.name))
    }
}

/// Ways to write arithmetic that a browser takes, from cheap to dear.
pub fn lowerings(word: WordType) -> Vec<Lowering> {
    let written = |protection| [true, false].map(|fused| Lowering::exact(protection, fused));
    match word {
        WordType::F32 => {
            let floats = [Protection::Plain, Protection::Barrier].into_iter().flat_map(written);
            floats.chain([Lowering::INTEGERS]).collect()
        }
        // WGSL has no f64, and of the others there are no certificates.
        WordType::F16 | WordType::Bf16 | WordType::F64 | WordType::U32 => Vec::new(),
    }
}

impl Runner for Bridge {
    fn description(&self) -> &Description {
        &self.description
    }

    fn lowerings(&self, word: WordType) -> Vec<Lowering> {
        lowerings(word)
    }

    fn modes(&self) -> Vec<Mode> {
        let mode = |name: &str, word, protection| Mode {
            name: name.to_owned(),
            word,
            lowering: Lowering::exact(protection, true),
        };
        let mut modes = vec![
            mode("plain", WordType::F32, Protection::Plain),
            mode("barrier", WordType::F32, Protection::Barrier),
        ];
        if self.description.words.contains(&WordType::F16) {
            modes.push(mode("f16", WordType::F16, Protection::Plain));
        }
        modes
    }

    fn run<'a>(&'a self, job: Job<'a>) -> Answer<'a> {
        Box::pin(self.answer(job))
    }
}
