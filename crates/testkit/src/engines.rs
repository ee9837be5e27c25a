//! The engines that must agree to the bit: `reference`, and `wide` at each level of vector instructions of the machine.

use quadrille::{EvaluationError, Inputs, Level, Loaded, Outputs, Refusal, Session, TrapKind};

use crate::program::Made;

/// Sessions of the engine `wide`, one for each level.
pub struct Engines(Vec<(&'static str, Session)>);

/// Two engines that give other bits, as texts of these.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("wide at {level} with {lanes} lanes differs from the reference: {found}; {wanted}")]
pub struct EnginesError {
    /// The level.
    pub level: &'static str,
    /// How many invocations ran.
    pub lanes: usize,
    /// What `wide` gives.
    pub found: String,
    /// What the reference engine gives.
    pub wanted: String,
}

impl Default for Engines {
    fn default() -> Engines {
        let session = |name: &&'static str| {
            let session = Session::new().simd(name).ok()?.engine("wide")?;
            Some((*name, session))
        };
        Engines(Level::NAMES.iter().filter_map(session).collect())
    }
}

impl Engines {
    /// The sessions, with the names of their levels.
    pub fn sessions(&self) -> impl Iterator<Item = (&'static str, &Session)> {
        self.0.iter().map(|(level, session)| (*level, session))
    }

    /// Runs a program of the reference engine at each level with the same inputs; `Some` if `wide` does not take it.
    ///
    /// # Errors
    ///
    /// A level gives other bits.
    pub fn compare(&self, made: &Made, inputs: &Inputs) -> Result<Option<Refusal>, EnginesError> {
        let wanted = bits(&made.loaded.evaluate(inputs));
        for (level, session) in self.sessions() {
            let Ok(loaded) = session.load("generated", &made.text) else {
                continue;
            };
            if let Some(refused) = loaded.refused() {
                return Ok(Some(refused.reason.clone()));
            }
            let found = bits(&loaded.evaluate(inputs));
            if found != wanted {
                let lanes = lanes(&loaded, inputs);
                return Err(EnginesError {
                    level,
                    lanes,
                    found,
                    wanted,
                });
            }
        }
        Ok(None)
    }
}

fn lanes(loaded: &Loaded, inputs: &Inputs) -> usize {
    loaded.evaluate(inputs).map_or(0, |outputs| outputs.lanes.len())
}

/// The results of a run, as bits; where it was stopped, the reason. Where the work of a run is spent is left open.
fn bits(run: &Result<Outputs, EvaluationError>) -> String {
    match run {
        Ok(outputs) => format!(
            "{:?} {:?} {:?} {:?} {:?}",
            outputs.lanes, outputs.killed_lanes, outputs.emitted, outputs.parameters, outputs.ended
        ),
        Err(EvaluationError::Trap(trap, _)) if matches!(trap.kind, TrapKind::Spent(_)) => {
            format!("{:?}", trap.kind)
        }
        Err(error) => format!("{error:?}"),
    }
}
