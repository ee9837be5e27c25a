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
}

impl Wide {
    /// The engine at a level.
    pub fn new(level: Level) -> Wide {
        Wide { level }
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
            compile(program, &form).map_err(|uncompiled| refusal(InstId::new(0), uncompiled.name()))?;
        if let Some(at) = limit::may_end(program, code.most) {
            return Err(refusal(at, "a loop that the limit of its language may end"));
        }
        Ok(Arc::new(WideKernel {
            program: program.clone(),
            code,
            level: self.level,
        }))
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
