//! Contexts by their handles, and the one that is current on each thread.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
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
    /// Its number: the driver gives the handle of a context that is no more to another.
    number: u64,
    group: Arc<Group>,
    /// It, where it is current on no thread.
    context: Option<Context>,
    /// Whether it goes once it is current no more.
    is_destroyed: bool,
}

/// A context that is current, and goes back when it is no more, or when its thread ends.
struct Held {
    handle: usize,
    number: u64,
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
    static NUMBERS: AtomicU64 = AtomicU64::new(1);
    Known {
        number: NUMBERS.fetch_add(1, Ordering::Relaxed),
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

/// The number of the context that a handle names now.
pub(super) fn number(handle: usize) -> Option<u64> {
    contexts().get(&handle).map(|known| known.number)
}

/// A context was destroyed, whose number was asked for before; it may still be current. Another thread may have made one by
/// the same handle in between.
pub(super) fn destroyed(handle: usize, number: Option<u64>) {
    let mut contexts = contexts();
    match contexts.get_mut(&handle) {
        Some(known) if number != Some(known.number) => {}
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
        let (number, context) = {
            let mut contexts = contexts();
            let known = contexts.entry(handle).or_insert_with(|| known(Arc::default()));
            (known.number, known.context.take())
        };
        let mut held = Held {
            handle,
            number,
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
        // The handle may be another's by now.
        let known = contexts.get_mut(&self.handle);
        let Some(known) = known.filter(|known| known.number == self.number) else {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{contexts, created, destroyed, made_current, number};

    /// Handles that no other test has; there is no driver, so that no context is ours.
    const HANDLE: usize = 0x1000;
    const OTHER: usize = 0x2000;

    #[test]
    fn a_handle_that_is_given_again_is_another_context() {
        created(HANDLE, 0);
        let first = number(HANDLE);
        made_current(HANDLE);
        // Another thread destroys it, and the driver gives its handle to a context that shares with a third.
        created(OTHER, 0);
        created(HANDLE, OTHER);
        destroyed(HANDLE, first);
        made_current(0);
        let all = contexts();
        let (again, other) = (&all[&HANDLE], &all[&OTHER]);
        assert!(Arc::ptr_eq(&again.group, &other.group));
        assert!(again.context.is_some() && !again.is_destroyed);
        assert_ne!(Some(again.number), first);
    }

    #[test]
    fn a_context_that_is_current_goes_with_its_thread() {
        const HANDLE: usize = 0x3000;
        created(HANDLE, 0);
        // Joined, because a scope ends before its threads do.
        let thread = std::thread::spawn(|| {
            made_current(HANDLE);
            destroyed(HANDLE, number(HANDLE));
            number(HANDLE).is_some()
        });
        assert!(thread.join().expect("it ends"));
        assert_eq!(number(HANDLE), None);
    }
}
