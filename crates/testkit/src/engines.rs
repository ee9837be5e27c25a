//! The engines that must agree to the bit: `reference`, and `wide` and `jit` at each level of vector instructions of the
//! machine.

use quadrille::{EvaluationError, Inputs, Level, Loaded, Refusal, Session, TrapKind};

use crate::program::Made;

/// Sessions of the fast engines, one for each level, with their names.
pub struct Engines(Vec<(&'static str, &'static str, Session)>);

/// Two engines that give other bits, as texts of these.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{engine} at {level} with {lanes} lanes differs from the reference: {found}; {wanted}")]
pub struct EnginesError {
    /// The engine.
    pub engine: &'static str,
    /// The level.
    pub level: &'static str,
    /// How many invocations ran.
    pub lanes: usize,
    /// What the engine gives.
    pub found: String,
    /// What the reference engine gives.
    pub wanted: String,
}

impl Default for Engines {
    fn default() -> Engines {
        let session = |engine: &'static str, level: &'static str| {
            let session = Session::new().simd(level).ok()?.engine(engine).ok()?;
            Some((engine, level, session))
        };
        // There is no native code for the weakest level.
        let wide = Level::NAMES.iter().filter_map(|level| session("wide", level));
        let jit = Level::NAMES
            .iter()
            .skip(1)
            .filter_map(|level| session("jit", level));
        Engines(wide.chain(jit).collect())
    }
}

impl Engines {
    /// The sessions, with the names of their engines and levels.
    pub fn sessions(&self) -> impl Iterator<Item = (&'static str, &'static str, &Session)> {
        self.0
            .iter()
            .map(|(engine, level, session)| (*engine, *level, session))
    }

    /// Runs a program of the reference engine at each level with the same inputs; `Some` if a fast engine does not take it.
    ///
    /// # Errors
    ///
    /// A level gives other bits.
    pub fn compare(&self, made: &Made, inputs: &Inputs) -> Result<Option<Refusal>, EnginesError> {
        let wanted = bits(&made.loaded, inputs);
        for (engine, level, session) in self.sessions() {
            let Ok(loaded) = session.load("generated", &made.text) else {
                continue;
            };
            if let Some(refused) = loaded.refused() {
                return Ok(Some(refused.reason.clone()));
            }
            let found = bits(&loaded, inputs);
            if found != wanted {
                let lanes = lanes(&loaded, inputs);
                return Err(EnginesError {
                    engine,
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

/// The results of a run and the memory that it leaves, as bits; where it was stopped, the reason. Where the work of a run
/// is spent is left open.
fn bits(loaded: &Loaded, inputs: &Inputs) -> String {
    let run = loaded.evaluation(inputs).and_then(|evaluation| {
        let outputs = loaded.finish(&evaluation)?;
        Ok((outputs, evaluation.memory().bytes()))
    });
    match run {
        Ok((outputs, memory)) => format!(
            "{:?} {:?} {:?} {:?} {:?} {memory:?}",
            outputs.lanes, outputs.killed_lanes, outputs.emitted, outputs.parameters, outputs.ended
        ),
        Err(EvaluationError::Trap(trap, _)) if matches!(trap.kind, TrapKind::Spent(_)) => {
            format!("{:?}", trap.kind)
        }
        Err(error) => format!("{error:?}"),
    }
}
