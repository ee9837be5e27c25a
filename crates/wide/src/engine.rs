//! The engine.

use quadrille_numerics::level::Level;
use std::sync::Arc;

use quadrille_base::Id;
use quadrille_engine::{Engine, Kernel, Refusal};
use quadrille_program::{InstId, Program};

use crate::compile::compile;
use crate::limit;
use crate::run::WideKernel;

/// The batched engine.
#[derive(Clone, Copy, Debug)]
pub struct Wide {
    level: Level,
    native_after: Option<u64>,
}

/// The invocations after which a program gets native code: then what it saves soon is more than what making it costs,
/// which is some hundred microseconds.
const NATIVE_AFTER: u64 = 1 << 15;

impl Wide {
    /// The engine at a level. A program that runs for many invocations gets native code, where the level has it.
    pub fn new(level: Level) -> Wide {
        Wide {
            level,
            native_after: Some(NATIVE_AFTER),
        }
    }

    /// The same, whose programs get native code after so many invocations; `None` is never.
    #[must_use]
    pub fn native_after(self, invocations: Option<u64>) -> Wide {
        Wide {
            native_after: invocations,
            ..self
        }
    }
}

impl Engine for Wide {
    fn name(&self) -> &'static str {
        "wide"
    }

    /// # Errors
    ///
    /// The program has no scalar form, too many values at one time, or loops that its language may end.
    fn prepare(&self, program: &Arc<Program>) -> Result<Arc<dyn Kernel>, Refusal> {
        let form = quadrille_scalar::lower(program)
            .map_err(|unlowered| refusal(unlowered.instruction, unlowered.reason.name()))?;
        let code =
            compile(program, &form, None).map_err(|uncompiled| refusal(InstId::new(0), uncompiled.name()))?;
        if let Some(at) = limit::may_end(program, code.most) {
            return Err(refusal(at, "a loop that the limit of its language may end"));
        }
        let kernel = WideKernel::new(program, code, self.level, self.native_after);
        Ok(Arc::new(kernel))
    }
}

fn refusal(instruction: InstId, reason: &'static str) -> Refusal {
    Refusal::Form { instruction, reason }
}

impl Default for Wide {
    fn default() -> Wide {
        Wide::new(Level::best())
    }
}
