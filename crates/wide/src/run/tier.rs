//! When a program gets native code: once it has run for so many lanes that making it pays.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use quadrille_numerics::level::Level;
use quadrille_program::Program;

use crate::code::Code;
use crate::compile::compile;

/// The native code of a program, if it has any yet.
pub(super) struct NativeCode {
    /// The lanes after which it is made; `None` if never.
    after: Option<u64>,
    /// The lanes so far, counted until then.
    lanes: AtomicU64,
    /// The code; `None` where the program or the machine has none.
    code: OnceLock<Option<Code>>,
}

impl NativeCode {
    /// Native code that is made after so many lanes.
    pub(super) fn new(after: Option<u64>) -> NativeCode {
        NativeCode {
            after,
            lanes: AtomicU64::new(0),
            code: OnceLock::new(),
        }
    }

    /// The code for a run of so many lanes. It gives the bits that the program's other code gives, so that it does not
    /// matter when it comes.
    pub(super) fn code(&self, program: &Program, level: Level, lanes: usize) -> Option<&Code> {
        let after = self.after?;
        if let Some(code) = self.code.get() {
            return code.as_ref();
        }
        if self.lanes.fetch_add(lanes as u64, Ordering::Relaxed) + (lanes as u64) < after {
            return None;
        }
        let make = || {
            let form = quadrille_scalar::lower(program).ok()?;
            let code = compile(program, &form, Some(level)).ok()?;
            (!code.native.is_empty()).then_some(code)
        };
        self.code.get_or_init(make).as_ref()
    }
}
