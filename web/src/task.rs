//! What the page can ask for.

use crate::{
    bench,
    bridge::{Bridge, Exchange, Steps},
    library::library,
    mandelbrot,
    playground::play,
    tasks,
};
use floatfloat_gpu::{Lowering, WordType, backend::Description};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::{
    pin::Pin,
    rc::Rc,
    sync::Arc,
    task::{Context, Poll, Waker},
};

/// What comes of a task: a value, or why there is none.
pub type Outcome = Result<Value, String>;

/// Work under way.
pub type Task = Pin<Box<dyn Future<Output = Outcome>>>;

/// What the page can ask for.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Asked {
    /// The version, and the ways to write arithmetic, from cheap to dear.
    About {},
    /// Whether a lowering is exact on the device.
    Certify { device: Description, lowering: Lowering },
    /// How the device rounds, in every mode; the processor, too, if it is wanted.
    Examine {
        device: Option<Description>,
        #[serde(default)]
        certified: Vec<(WordType, Lowering)>,
        processor: bool,
        quick: bool,
        seed: u64,
    },
    /// Programs whose time can be measured.
    Bench { lowering: Lowering },
    /// The operators of float-floats as WGSL, with the fast quotient and root where they hold.
    Wgsl { lowering: Lowering, fast: bool },
    /// What changed between two results of `Examine`, which are given as text.
    Compare { before: String, after: String },
    /// An expression in a, b and c, which are given as text.
    Play { expression: String, variables: [String; 3], lowering: Lowering },
    /// Pixels of the Mandelbrot set, computed here.
    Mandelbrot(mandelbrot::View),
}

/// The task that a text asks for; one that fails at once where it asks for none.
pub fn read(text: &[u8], exchange: &Rc<Exchange>, steps: &Arc<Steps>) -> Task {
    let (exchange, steps) = (Rc::clone(exchange), Arc::clone(steps));
    let asked = asked(text).map_err(|error| format!("no such task: {error}"));
    Box::pin(async move {
        match asked? {
            Asked::About {} => Ok(tasks::about()),
            Asked::Certify { device, lowering } => {
                tasks::certify(&Bridge::new(device, exchange), lowering, &steps).await
            }
            Asked::Examine { device, certified, processor, quick, seed } => {
                let bridge = device.map(|device| Bridge::new(device, exchange));
                let wanted = tasks::Wanted { certified, processor, quick, seed };
                tasks::examine(bridge.as_ref(), wanted, &steps).await
            }
            Asked::Bench { lowering } => bench::programs(&lowering),
            Asked::Wgsl { lowering, fast } => library(&lowering, fast),
            Asked::Compare { before, after } => tasks::compare(&before, &after),
            Asked::Play { expression, variables, lowering } => {
                play(&expression, &variables, &lowering)
            }
            Asked::Mandelbrot(view) => mandelbrot::steps(&view),
        }
    })
}

/// The page names the task in an object, `{"task": name, …}`, which serde reads as `{name: {…}}` with far less code.
fn asked(text: &[u8]) -> serde_json::Result<Asked> {
    let mut wanted: Map<String, Value> = serde_json::from_slice(text)?;
    let name = wanted.remove("task").unwrap_or_default();
    let tagged = Map::from_iter([(name.as_str().unwrap_or_default().to_owned(), wanted.into())]);
    serde_json::from_value(tagged.into())
}

/// Goes on with a task; none where it waits for the page.
pub fn poll(task: &mut Task) -> Option<Outcome> {
    match task.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(outcome) => Some(outcome),
        Poll::Pending => None,
    }
}
