//! The threads that answer requests, and which requests wait for an answer.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use lsp_server::{ErrorCode, Message, RequestId, Response};

use super::error;
use super::requests::{Answer, Job};

/// A long answer does not keep a short one waiting, and a request that was cancelled keeps its thread for a while.
const THREADS: usize = 4;

type Waiting = Arc<Mutex<HashSet<RequestId>>>;
type Client = crossbeam_channel::Sender<Message>;

/// The threads, and the requests that wait.
pub(super) struct Workers {
    waiting: Waiting,
    jobs: Sender<(RequestId, Job)>,
    client: Client,
}

impl Workers {
    pub(super) fn new(client: Client) -> Workers {
        let waiting = Waiting::default();
        let (jobs, queue) = channel();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..THREADS {
            let (waiting, queue, client) = (waiting.clone(), queue.clone(), client.clone());
            thread::spawn(move || work(&waiting, &queue, &client));
        }
        Workers {
            waiting,
            jobs,
            client,
        }
    }

    /// Has a request answered.
    pub(super) fn start(&self, id: RequestId, job: Job) {
        lock(&self.waiting).insert(id.clone());
        // The threads live as long as this end of the channel.
        let _ = self.jobs.send((id, job));
    }

    /// Answers a request that waits, with nothing.
    pub(super) fn cancel(&self, id: RequestId) {
        let cancelled = error(ErrorCode::RequestCanceled, "cancelled by the client");
        finish(&self.waiting, &self.client, id, Err(cancelled));
    }
}

fn lock(waiting: &Waiting) -> std::sync::MutexGuard<'_, HashSet<RequestId>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

fn work(waiting: &Waiting, queue: &Mutex<Receiver<(RequestId, Job)>>, client: &Client) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((id, job)) = next else { return };
        if !lock(waiting).contains(&id) {
            continue;
        }
        // A panic is our error, and costs one answer.
        let answer = catch_unwind(AssertUnwindSafe(job)).unwrap_or_else(|_| {
            Err(error(
                ErrorCode::InternalError,
                "an error of quadrille, please report it",
            ))
        });
        finish(waiting, client, id, answer);
    }
}

/// Answers a request, unless it was answered already.
fn finish(waiting: &Waiting, client: &Client, id: RequestId, answer: Answer) {
    if lock(waiting).remove(&id) {
        let response = Response {
            id,
            response_result: answer,
        };
        // A client that is gone wants no answer.
        let _ = client.send(Message::Response(response));
    }
}
