//! What the page can ask for.

use crate::{
    asked::Asked,
    bench,
    bridge::{Bridge, Exchange, Steps},
    library::library,
    mandelbrot::{self, View},
    playground::play,
    tasks,
};
use serde_json::Value;
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

/// The task that a text asks for; one that fails at once where it asks for none. `judge/README.md` lists them.
pub fn read(text: &[u8], exchange: &Rc<Exchange>, steps: &Arc<Steps>) -> Task {
    let (exchange, steps) = (Rc::clone(exchange), Arc::clone(steps));
    let asked = Asked::read(text);
    Box::pin(async move {
        let asked = asked?;
        let device = || asked.device()?.ok_or_else(|| "a device is needed".to_owned());
        match asked.text("task")? {
            "about" => Ok(tasks::about()),
            "certify" => {
                tasks::certify(&Bridge::new(device()?, exchange), asked.lowering()?, &steps).await
            }
            "certify-double" => {
                tasks::certify_double(&Bridge::new(device()?, exchange), &steps).await
            }
            "examine" => {
                let bridge = asked.device()?.map(|device| Bridge::new(device, exchange));
                let wanted = tasks::Wanted {
                    certified: asked.certified()?,
                    processor: asked.flag("processor")?,
                    quick: asked.flag("quick")?,
                    seed: asked.whole("seed")?,
                };
                tasks::examine(bridge.as_ref(), wanted, &steps).await
            }
            "bench" => bench::programs(&asked.lowering()?),
            "wgsl" => library(&asked.lowering()?, asked.flag("fast")?),
            "compare" => tasks::compare(asked.text("before")?, asked.text("after")?),
            "play" => {
                play(asked.text("expression")?, &asked.texts("variables")?, &asked.lowering()?)
            }
            "mandelbrot" => mandelbrot::steps(&View::read(&asked)?),
            other => Err(format!("there is no task `{other}`")),
        }
    })
}

/// Goes on with a task; none where it waits for the page.
pub fn poll(task: &mut Task) -> Option<Outcome> {
    match task.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(outcome) => Some(outcome),
        Poll::Pending => None,
    }
}
