//! The open documents, and the thread that judges each as it changes.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use lsp_server::{Message, Notification};
use lsp_types::notification::{Notification as Notice, PublishDiagnostics};
use lsp_types::{Diagnostic, PublishDiagnosticsParams, Uri};

use crate::document::{Document, Session};
use crate::feature::diagnostics::diagnostics;

/// A text of so many bytes is judged once its writer pauses.
const LONG: u32 = 256 << 10;

/// How long a pause is.
const PAUSE: Duration = Duration::from_millis(120);

type Client = crossbeam_channel::Sender<Message>;

/// The documents, by name.
#[derive(Default)]
struct State {
    open: HashMap<String, Arc<Document>>,
    /// The names of those that are not judged as they are now, the longest waiting first.
    changed: Vec<String>,
    ended: bool,
}

struct Shared {
    state: Mutex<State>,
    change: Condvar,
    client: Client,
}

/// The documents, and what is wrong with them.
pub(super) struct Judge {
    shared: Arc<Shared>,
}

impl Judge {
    pub(super) fn new(client: Client) -> Judge {
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            change: Condvar::new(),
            client,
        });
        let own = shared.clone();
        thread::spawn(move || own.run());
        Judge { shared }
    }

    /// The document of a name as it is now.
    pub(super) fn document(&self, name: &str) -> Option<Arc<Document>> {
        self.shared.lock().open.get(name).cloned()
    }

    /// Takes a document at a new state.
    pub(super) fn keep(&self, document: Document) {
        let mut state = self.shared.lock();
        let name = document.uri.as_str().to_owned();
        state.open.insert(name.clone(), Arc::new(document));
        self.shared.changed(&mut state, name);
    }

    /// Puts all documents under other settings.
    pub(super) fn under(&self, session: &Arc<Session>) {
        let mut state = self.shared.lock();
        let names: Vec<String> = state.open.keys().cloned().collect();
        for document in state.open.values_mut() {
            *document = Arc::new(document.under(session.clone()));
        }
        for name in names {
            self.shared.changed(&mut state, name);
        }
    }

    /// Forgets a document; the editor is to forget its problems.
    pub(super) fn close(&self, uri: Uri) {
        let mut state = self.shared.lock();
        if state.open.remove(uri.as_str()).is_some() {
            state.changed.retain(|name| name != uri.as_str());
            self.shared.publish(uri, Vec::new(), None);
        }
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        self.shared.lock().ended = true;
        self.shared.change.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn changed(&self, state: &mut State, name: String) {
        if !state.changed.contains(&name) {
            state.changed.push(name);
        }
        self.change.notify_all();
    }

    fn run(&self) {
        loop {
            let document = {
                let mut state = self.lock();
                while state.changed.is_empty() && !state.ended {
                    state = self.change.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
                if state.ended {
                    return;
                }
                let name = state.changed.remove(0);
                state.open.get(&name).cloned()
            };
            let Some(document) = document else { continue };
            if document.text().len() > LONG {
                thread::sleep(PAUSE);
                if !self.is_now(&document) {
                    continue;
                }
            }
            // A panic is our error, and costs the problems of this state of one document.
            let found = catch_unwind(AssertUnwindSafe(|| diagnostics(&document))).unwrap_or_default();
            // What the editor no longer shows is not told of. The lock keeps a document from being closed in between.
            let state = self.lock();
            let now = state.open.get(document.uri.as_str());
            if now.is_some_and(|now| Arc::ptr_eq(now, &document)) {
                self.publish(document.uri.clone(), found, Some(document.version));
            }
        }
    }

    /// Whether a document is still what the editor shows.
    fn is_now(&self, document: &Arc<Document>) -> bool {
        let state = self.lock();
        let now = state.open.get(document.uri.as_str());
        now.is_some_and(|now| Arc::ptr_eq(now, document))
    }

    fn publish(&self, uri: Uri, found: Vec<Diagnostic>, version: Option<i32>) {
        let params = PublishDiagnosticsParams::new(uri, found, version);
        let message = Notification::new(PublishDiagnostics::METHOD.to_owned(), params);
        // A client that is gone wants no problems.
        let _ = self.client.send(Message::Notification(message));
    }
}
