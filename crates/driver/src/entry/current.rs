//! Contexts by their handles, and the one that is current on each thread.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use super::real::Driver;
use crate::context::{Context, Group, Settings};
use crate::files::{Cache, Record};

/// Whether programs are translated that the driver would take.
const FORCE: &str = "QUADRILLE_FORCE";

/// The folder into which programs and their translations are written.
const DUMP: &str = "QUADRILLE_DUMP";

/// The folder in which linked programs are kept; empty for none.
const CACHE: &str = "QUADRILLE_CACHE";

/// The folder of caches of all programs.
const CACHES: &str = if cfg!(windows) {
    "LOCALAPPDATA"
} else {
    "XDG_CACHE_HOME"
};

/// A context that was made.
struct Known {
    group: Arc<Group>,
    /// It, where it is current on no thread.
    context: Option<Context>,
    /// Whether it goes once it is current no more.
    is_destroyed: bool,
}

/// A context that is current, and goes back when it is no more, or when its thread ends.
struct Held {
    handle: usize,
    context: Option<Context>,
    /// Whether programs are translated for it.
    is_ours: bool,
}

static CONTEXTS: Mutex<BTreeMap<usize, Known>> = Mutex::new(BTreeMap::new());

static SETTINGS: LazyLock<Settings> = LazyLock::new(|| {
    let is_set = |value: &std::ffi::OsStr| !value.is_empty() && value != "0";
    Settings {
        force: std::env::var_os(FORCE).is_some_and(|value| is_set(&value)),
        record: Record::new(
            std::env::var_os(DUMP).map(Into::into),
            std::env::var_os(quadrille_journal::VARIABLE).map(Into::into),
            Cache::new(
                std::env::var_os(CACHE),
                std::env::var_os(CACHES),
                std::env::var_os("HOME"),
            ),
        ),
    }
});

thread_local! {
    static CURRENT: RefCell<Option<Held>> = const { RefCell::new(None) };
}

/// What the environment says.
pub(super) fn settings() -> &'static Settings {
    &SETTINGS
}

fn contexts() -> MutexGuard<'static, BTreeMap<usize, Known>> {
    CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn known(group: Arc<Group>) -> Known {
    Known {
        context: Some(Context::new(Arc::clone(&group), SETTINGS.clone())),
        group,
        is_destroyed: false,
    }
}

/// A context was made, which shares objects with another or, by 0, with none.
pub(super) fn created(handle: usize, shared: usize) {
    let mut contexts = contexts();
    let group = contexts.get(&shared).map(|other| Arc::clone(&other.group));
    contexts.insert(handle, known(group.unwrap_or_default()));
}

/// A context that was made takes over the objects that another has (wglShareLists); it is current on no thread.
#[cfg(windows)]
pub(super) fn shared(handle: usize, with: usize) {
    let mut contexts = contexts();
    if let Some(group) = contexts.get(&with).map(|other| Arc::clone(&other.group)) {
        contexts.insert(handle, known(group));
    }
}

/// A context was destroyed; it may still be current.
pub(super) fn destroyed(handle: usize) {
    let mut contexts = contexts();
    match contexts.get_mut(&handle) {
        Some(known) if known.context.is_none() => known.is_destroyed = true,
        Some(_) => drop(contexts.remove(&handle)),
        None => {}
    }
}

/// A context became current on this thread, or by 0 none.
pub(super) fn made_current(handle: usize) {
    let done = CURRENT.try_with(|current| {
        let Ok(mut current) = current.try_borrow_mut() else {
            return;
        };
        if current.as_ref().is_some_and(|held| held.handle == handle) {
            return;
        }
        *current = None;
        if handle == 0 {
            return;
        }
        // Taken out of the lock before the driver is asked anything.
        let context = contexts()
            .entry(handle)
            .or_insert_with(|| known(Arc::default()))
            .context
            .take();
        let mut held = Held {
            handle,
            context,
            is_ours: false,
        };
        let begun = catch_unwind(AssertUnwindSafe(|| {
            held.context
                .as_mut()
                .is_some_and(|context| context.begin(&Driver))
        }));
        held.is_ours = begun.unwrap_or(false);
        *current = Some(held);
    });
    // A thread that is about to end has no contexts any more.
    let _ = done;
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut contexts = contexts();
        let Some(known) = contexts.get_mut(&self.handle) else {
            return;
        };
        known.context = self.context.take();
        if known.is_destroyed {
            contexts.remove(&self.handle);
        }
    }
}

/// Does something with the current context, if programs are translated for it; nothing that panics crosses.
#[inline]
pub(super) fn with<R>(work: impl FnOnce(&mut Context) -> R) -> Option<R> {
    let done = CURRENT.try_with(|current| {
        let mut current = current.try_borrow_mut().ok()?;
        let held = current.as_mut().filter(|held| held.is_ours)?;
        let context = held.context.as_mut()?;
        match catch_unwind(AssertUnwindSafe(|| work(context))) {
            Ok(done) => Some(done),
            // It cannot be relied on any more: from here on the driver answers alone.
            Err(_) => {
                held.is_ours = false;
                None
            }
        }
    });
    done.ok().flatten()
}
