//! Invariants of every program that the tables give and the checker accepts. The fuzz targets feed these with
//! what libFuzzer thinks of, a test of this crate with bytes of a seed. Each says whether the bytes made a program.

use quadrille::translate::{
    EMULATIONS, Options, Packing, Semantics, SourceProgram, TARGETS, Target, raise, reflect,
    translate as shader_of,
};
use quadrille::{Budget, EvaluationError, Inputs, Loaded, Outputs, Session, TrapKind};
use quadrille_check::check;
use quadrille_isa::gl::profile::PROFILES;
use quadrille_program::Program;
use quadrille_program::print::{print as text_of, same};
use quadrille_reference::PARTED_BARRIER;

use crate::choices::Choices;
use crate::program::{Made, accepted, declarations_program, repaired};

/// Instructions of each invocation.
const BUDGET: u64 = 500;

fn made(bytes: &[u8]) -> Option<Made> {
    accepted(&Session::new(), &mut Choices::new(bytes))
}

/// The printer's text checks to the same program and prints as the same text, and the formatter changes
/// nothing that is meant.
///
/// # Panics
///
/// It is not so.
pub fn print(bytes: &[u8]) -> bool {
    made(bytes).is_some_and(prints)
}

/// The same of a program that declares whatever its language can declare.
///
/// # Panics
///
/// It is not so.
pub fn declare(bytes: &[u8]) -> bool {
    let choices = &mut Choices::new(bytes);
    let profile = &PROFILES[choices.below(PROFILES.len())];
    let text = declarations_program(profile, choices);
    repaired(&Session::new(), text).is_some_and(prints)
}

fn prints(Made { text, loaded, .. }: Made) -> bool {
    let program = loaded.program();
    let printed = text_of(program).unwrap_or_else(|why| panic!("{why}\n{text}"));
    let again = means(program, &text, &printed, "prints as");
    assert_eq!(text_of(&again).as_ref(), Ok(&printed), "{text}");
    let words = quadrille_check::words(program.profile());
    let formatted = quadrille_syntax::format(&text, &words);
    means(program, &text, &formatted, "is formatted as");
    true
}

/// The program of a text that must mean another program.
fn means(program: &Program, text: &str, other: &str, is: &str) -> Program {
    let checked = check(other, Session::new().options());
    let first = checked.errors().next().cloned();
    let Some(again) = checked.program else {
        panic!("{text}\n{is}\n{other}\n{first:?}");
    };
    assert!(same(program, &again), "{text}\n{is}\n{other}");
    again
}

/// A run ends within its budget, and watching it changes nothing.
///
/// # Panics
///
/// It is not so.
pub fn evaluate(bytes: &[u8]) -> bool {
    let Some(Made { text, loaded, .. }) = made(bytes) else {
        return false;
    };
    let mut inputs = Inputs::default();
    inputs.set_budget(Budget::of_instructions(BUDGET));
    inputs.set_lanes(8);
    for (name, byte) in loaded.attributes().iter().zip(bytes) {
        let number = f32::from(*byte) - 128.0;
        inputs.set(
            name.name.as_str(),
            [number, 0.25 * number, f32::NAN, 1.0 / number],
        );
    }
    if let Err(why) = runs(&loaded, &inputs) {
        panic!("{why}\n{text}");
    }
    true
}

/// An invariant of a run that does not hold; values as texts of their bits.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RunError {
    /// A run depends on more than the program and its inputs.
    #[error("a second run gives other bits")]
    SecondRun,
    /// A barrier stops a run, and its finding is missing.
    #[error("the sanitizer does not tell of a barrier")]
    Barrier,
    /// A watched run is another.
    #[error("the sanitizer changes the bits: {plain}; {watched}")]
    Sanitizer {
        /// Without the sanitizer.
        plain: String,
        /// With it.
        watched: String,
    },
}

/// A program gives the same bits twice, and watching it changes nothing, but that a watched run is told of a
/// barrier that not all invocations reach, and goes on to whatever end, where another one stops.
///
/// # Errors
///
/// The invariant that does not hold.
pub fn runs(loaded: &Loaded, inputs: &Inputs) -> Result<(), RunError> {
    let plain = loaded.evaluate(inputs);
    let first = bits(&plain);
    if first != bits(&loaded.evaluate(inputs)) {
        return Err(RunError::SecondRun);
    }
    let (watched, findings) = loaded.sanitize(inputs);
    if matches!(&plain, Err(EvaluationError::Trap(trap, _)) if trap.kind == TrapKind::Barrier) {
        let told = findings.iter().any(|found| found.rule == &PARTED_BARRIER);
        return told.then_some(()).ok_or(RunError::Barrier);
    }
    let watched = bits(&watched);
    if first != watched {
        let plain = first;
        return Err(RunError::Sanitizer { plain, watched });
    }
    Ok(())
}

/// The results of a run, as bits; where it was stopped, the reason.
fn bits(run: &Result<Outputs, EvaluationError>) -> String {
    match run {
        Ok(outputs) => format!(
            "{:?} {:?} {:?} {:?} {:?}",
            outputs.lanes, outputs.killed_lanes, outputs.emitted, outputs.parameters, outputs.ended
        ),
        Err(error) => format!("{error:?}"),
    }
}

/// For a target that the last byte chooses there is a shader, which has been through a validator where the target
/// is a module and loads where it is a program, or there are reasons at places in the text.
///
/// # Panics
///
/// It is not so.
pub fn translate(bytes: &[u8]) -> bool {
    let Some(Made { text, loaded, .. }) = made(bytes) else {
        return false;
    };
    let choice = usize::from(bytes.last().copied().unwrap_or(0));
    let row = &TARGETS[choice % TARGETS.len()];
    let mut options = Options::new(row.target);
    if choice & 64 != 0 {
        options.allow = EMULATIONS.iter().map(|row| row.0).collect();
        options.two_sided = true;
    }
    if choice & 128 != 0 {
        options.semantics = Semantics::Fast;
        options.packing = Packing::Block;
    }
    let source = SourceProgram {
        program: loaded.program(),
        text: &text,
        partner: None,
    };
    match shader_of(source, &options) {
        Ok(shader) => {
            let words = shader.words.as_ref().map_or(0, Vec::len);
            assert!(!shader.text.is_empty() || words > 0, "{text}");
            if row.target.is_assembly() {
                let limits = quadrille::Limits::UNLIMITED;
                let session = Session::with(quadrille::Options {
                    limits,
                    ..quadrille::Options::default()
                });
                let rejected = session.load("translated", &shader.text).err();
                assert!(rejected.is_none(), "{text}\n{}\n{rejected:?}", shader.text);
            }
            reflect(&shader.shader, &options);
        }
        Err(problems) => {
            assert!(!problems.is_empty(), "{text}");
            for problem in &problems {
                let place = text.get(problem.diagnostic.span.range());
                assert!(place.is_some(), "{text}\n{problem:?}");
            }
            // What was raised is printed, and the reader of the module does not refuse it.
            let source = SourceProgram {
                program: loaded.program(),
                text: &text,
                partner: None,
            };
            // Shader model 3 has limits beside, as assembly languages have.
            let has_limits = row.target.is_assembly() || row.target == Target::HlslSm3;
            let is_raised = !has_limits && raise(source, &options).is_ok();
            assert!(!is_raised, "{text}\n{}: {problems:?}", row.name);
        }
    }
    true
}
