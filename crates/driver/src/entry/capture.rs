//! The frame that is captured: which it is, and the draws of which are given to [`crate::capture`].

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::current::{settings, with};
use super::look::quietly;
use super::real::{Driver, call};
use crate::capture::{Frame, Look};
use crate::files::Captured;
use crate::gl::{Gl, number};

/// The number of the frame; the first ends with the first SwapBuffers.
const FRAME: &str = "QUADRILLE_CAPTURE";

/// The folder that its scenes go to.
const FOLDER: &str = "QUADRILLE_CAPTURE_FOLDER";

/// Whether the frame is being drawn.
static IS_ON: AtomicBool = AtomicBool::new(false);

static STATE: Mutex<Option<State>> = Mutex::new(None);

struct State {
    wanted: u64,
    shown: u64,
    folder: Captured,
    frame: Frame,
}

thread_local! {
    /// The list that holds what is between Begin and End.
    static BEGUN: Cell<u32> = const { Cell::new(0) };
}

/// Reads from the environment what is to be captured.
pub(super) fn prepare() {
    let wanted = std::env::var(FRAME).ok().and_then(|number| number.parse().ok());
    let (Some(wanted), Some(folder)) = (wanted.filter(|wanted| *wanted > 0), std::env::var_os(FOLDER)) else {
        return;
    };
    let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    if state.is_none() {
        *state = Some(State {
            wanted,
            shown: 0,
            folder: Captured::new(folder.into()),
            frame: Frame::new(wanted),
        });
        IS_ON.store(wanted == 1, Ordering::Relaxed);
    }
}

/// Something is about to be drawn, which `draw` does each time that it is called.
#[inline]
pub(super) fn drawing(call: &str, draw: impl Fn()) {
    if IS_ON.load(Ordering::Relaxed) {
        capture(call, &draw);
    }
}

#[cold]
fn capture(call: &str, draw: &dyn Fn()) {
    // Nothing is drawn while a list is made, and not for a context whose programs are left alone.
    if with(|_| ()).is_none() || Driver.integer(number::LIST_INDEX) != 0 {
        return;
    }
    guarded(|state| {
        quietly(|| {
            if let Some(draw) = state.frame.draw(&Driver, &state.folder, call, draw) {
                settings().record.captured(draw);
            }
        });
    });
    // The programs that draw were put away.
    with(|context| {
        context.changed();
        context.is_ready_again(&Driver);
    });
}

/// Work groups are about to be dispatched, as many as `groups` gives.
pub(super) fn dispatching(call: &str, groups: impl FnOnce() -> Option<[u32; 3]>) {
    let is_ours = || Driver.has_program(number::COMPUTE_PROGRAM) && !Driver.has_shaders();
    if !IS_ON.load(Ordering::Relaxed) || with(|_| ()).is_none() || !is_ours() {
        return;
    }
    guarded(|state| {
        quietly(|| {
            if let Some(groups) = groups()
                && let Some(draw) = state.frame.dispatch(&Driver, &state.folder, call, groups)
            {
                settings().record.captured(draw);
            }
        });
    });
}

/// A frame is about to be shown.
pub(super) fn shown() {
    guarded(|state| {
        if IS_ON.swap(false, Ordering::Relaxed) && with(|_| ()).is_some() {
            quietly(|| state.frame.end(&Driver, &state.folder));
        }
        state.shown += 1;
        IS_ON.store(state.shown + 1 == state.wanted, Ordering::Relaxed);
    });
}

/// Does something with the state, where there is any and no other thread has it; nothing that panics crosses.
fn guarded(work: impl FnOnce(&mut State)) {
    let Ok(mut state) = STATE.try_lock() else {
        return;
    };
    if let Some(state) = state.as_mut()
        && catch_unwind(AssertUnwindSafe(|| work(state))).is_err()
    {
        IS_ON.store(false, Ordering::Relaxed);
    }
}

/// Begin: what follows goes into a list, so that it can be drawn more than once.
pub(super) fn begin() {
    if IS_ON.load(Ordering::Relaxed) && with(|_| ()).is_some() && Driver.integer(number::LIST_INDEX) == 0 {
        const COMPILE: u32 = 0x1300;
        let list = call!(glGenLists(1)).unwrap_or(0);
        if list != 0 {
            call!(glNewList(list, COMPILE));
            BEGUN.set(list);
        }
    }
}

/// End, once the driver has had it.
pub(super) fn end() {
    let list = BEGUN.take();
    if list != 0 {
        call!(glEndList());
        drawing("glBegin", || {
            call!(glCallList(list));
        });
        call!(glCallList(list));
        call!(glDeleteLists(list, 1));
    }
}
