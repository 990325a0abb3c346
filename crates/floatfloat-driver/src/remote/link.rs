//! Requests to the process of a device, which is started again after it has ended.

use crate::{
    child::{Child, Stop},
    drivers::{Shared, unexpected},
    ending::{Doing, Ending},
    wire::{Answer, Opened, Request},
};
use floatfloat_gpu::{Error, backend::Description};
use std::sync::{Arc, Mutex};

/// The connection to a device. Its process is started again after it has ended.
pub(crate) struct Link {
    pub(super) shared: Arc<Shared>,
    pub(super) id: String,
    pub(super) state: Mutex<State>,
}

#[derive(Default)]
pub(super) struct State {
    pub(super) child: Option<Child>,
    /// What the device reported when it was first opened.
    pub(super) opened: Option<Opened>,
    /// Number of earlier processes.
    pub(super) generation: u64,
    /// The number of the latest buffer or kernel.
    last: u64,
    /// Bytes of the buffers of this process.
    pub(super) arrays: u64,
    /// Launches since the device was last waited for.
    pub(super) queued: u32,
    /// The program that was launched last.
    pub(super) launched: String,
}

/// A buffer or a kernel of one process of a device.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) generation: u64,
    pub(super) number: u64,
}

impl Link {
    pub(crate) fn new(shared: Arc<Shared>, id: &str) -> Arc<Self> {
        Arc::new(Link { shared, id: id.to_owned(), state: Mutex::default() })
    }

    pub(super) fn lost(&self, reason: impl Into<String>) -> Error {
        Error::Lost { device: self.id.clone(), reason: reason.into() }
    }

    /// The error for something that was lost with an earlier process, which an interruption may have ended.
    pub(super) fn gone(&self, reason: &str) -> Error {
        if self.shared.is_interrupted() { Error::Cancelled } else { self.lost(reason) }
    }

    /// Sends a request to the device, and waits for its answer. Starts the process if there is none.
    pub(super) fn ask(
        &self,
        state: &mut State,
        request: &Request<'_>,
        load: &[u8],
        doing: impl FnOnce(&State) -> Doing,
    ) -> Result<(Answer, Vec<u8>), Error> {
        let arrays = state.arrays;
        let child = self.child(state)?;
        child.may_keep(arrays);
        match child.ask(request, load) {
            Ok((reply, load)) => {
                // By now the device has freed everything that it was told to free.
                child.keeps(arrays);
                state.queued = 0;
                Ok((reply?, load))
            }
            Err(stop) => {
                let doing = doing(state);
                Err(self.stopped(state, stop, doing))
            }
        }
    }

    /// As [`ask`](Self::ask), for requests whose answer carries no information.
    pub(super) fn order(
        &self,
        state: &mut State,
        request: &Request<'_>,
        load: &[u8],
    ) -> Result<(), Error> {
        self.ask(state, request, load, State::running).map(drop)
    }

    /// Sends a request that has no answer.
    pub(super) fn tell(&self, state: &mut State, request: &Request<'_>) -> Result<(), Error> {
        let told = self.child(state)?.tell(request);
        told.map_err(|stop| {
            let doing = state.running();
            self.stopped(state, stop, doing)
        })
    }

    /// Tells a process that one of its objects is not needed any more.
    pub(super) fn forget(&self, state: &mut State, name: Name, request: &Request<'_>) {
        if name.generation == state.generation
            && let Some(child) = &mut state.child
        {
            // If this fails, the next request finds out.
            let _ = child.tell(request);
        }
    }

    /// The process; if there is none, it is started and its device opened.
    pub(super) fn child<'s>(&self, state: &'s mut State) -> Result<&'s mut Child, Error> {
        if let Some(reason) = self.shared.given_up(&self.id) {
            return Err(self.lost(reason));
        }
        if state.child.is_none() {
            let mut child = self.shared.start(&self.id)?;
            let opened = match child.ask(&Request::Open { id: self.id.clone() }, &[]) {
                Ok((reply, _)) => reply?,
                Err(stop) => return Err(self.stopped(state, stop, Doing::Opening)),
            };
            let Answer::Opened(opened) = opened else { return Err(unexpected(&self.id)) };
            let first = state.opened.get_or_insert_with(|| (*opened).clone());
            if (&first.description, &first.lowerings) != (&opened.description, &opened.lowerings) {
                let reason = format!(
                    "it was {}, and now is {}",
                    first.description.name, opened.description.name
                );
                self.shared.give_up(&self.id, &reason);
                return Err(self.lost(reason));
            }
            state.child = Some(child);
        }
        state.child.as_mut().ok_or_else(|| self.lost("its process is gone"))
    }

    /// Handles the end of the device's process.
    fn stopped(&self, state: &mut State, stop: Stop, doing: Doing) -> Error {
        state.child = None;
        state.generation += 1;
        state.arrays = 0;
        state.queued = 0;
        let Stop::Ended(cause, words) = stop else { return Error::Cancelled };
        let of = |say: fn(&Description) -> &String| {
            state.opened.as_ref().map(|opened| say(&opened.description).clone()).unwrap_or_default()
        };
        let ending = Ending {
            device: self.id.clone(),
            name: of(|description| &description.name),
            driver: of(|description| &description.driver),
            experiment: self.shared.experiment(),
            doing,
            cause,
            words,
        };
        let mut reason = ending.to_string();
        state.launched.clear();
        if self.shared.ended(ending) {
            reason =
                format!("{reason}; this is the second time, so the device is not used any more");
            self.shared.give_up(&self.id, &reason);
        }
        self.lost(reason)
    }
}

impl State {
    /// A name for a new object.
    pub(super) fn name(&mut self) -> Name {
        self.last += 1;
        Name { generation: self.generation, number: self.last }
    }

    pub(super) fn running(&self) -> Doing {
        Doing::Running(self.launched.clone())
    }
}
