//! One task at a time, and what it says to the page.

use crate::{
    bridge::{Exchange, Steps},
    task::{self, Outcome, Task},
};
use serde::Serialize;
use std::{rc::Rc, sync::Arc};

/// What is going on.
#[derive(Default)]
pub struct Session {
    task: Option<Task>,
    pub exchange: Rc<Exchange>,
    steps: Arc<Steps>,
    /// JSON for the page.
    pub message: String,
}

/// What came of a task.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum End<'a> {
    Done(&'a serde_json::Value),
    Failed(&'a str),
}

impl Session {
    pub fn begin(text: &[u8]) -> Self {
        let (exchange, steps) = (Rc::new(Exchange::default()), Arc::new(Steps::default()));
        let task = task::read(text, &exchange, &steps);
        Session { task: Some(task), exchange, steps, message: String::new() }
    }

    pub fn take(&mut self) -> (Option<Task>, Rc<Exchange>) {
        (self.task.take(), Rc::clone(&self.exchange))
    }

    /// Whether a program is to be run.
    pub fn put_back(&mut self, task: Task, exchange: &Exchange, done: Option<Outcome>) -> bool {
        match done {
            None => {
                self.message = exchange.request(&self.steps);
                self.task = Some(task);
                true
            }
            Some(Ok(value)) => {
                self.say(&End::Done(&value));
                false
            }
            Some(Err(why)) => {
                self.say(&End::Failed(&why));
                false
            }
        }
    }

    /// What a panic said.
    pub fn broken(&mut self, why: &str) {
        self.say(&End::Failed(why));
    }

    fn say(&mut self, end: &End<'_>) {
        self.message = serde_json::to_string(end).unwrap_or_default();
    }
}
