//! What is done with a program: it runs, watched and unwatched, and draws on one thread and on two.

use quadrille::scene::{NoFiles, SceneOptions, Verdict};
use quadrille::{Budget, Inputs, Loaded, Session, Stage, Vector, run_scene};
use quadrille_testkit::choices::Choices;
use quadrille_testkit::engines::{Engines, EnginesError};
use quadrille_testkit::program::Made;
use quadrille_testkit::promise::{self, RunError};

/// Invocations that run together by hand.
const LANES: usize = 8;

/// The same, beyond what fills a plane.
const MANY_LANES: usize = 300;

/// Instructions of each invocation: a loop without a count ends by this.
pub(super) const BUDGET: u64 = 2000;

/// Runs a program by hand, twice and then watched.
///
/// # Errors
///
/// What differs.
pub(super) fn by_hand(made: &Made, choices: &mut Choices<'_>) -> Result<(), RunError> {
    promise::runs(&made.loaded, &inputs(&made.loaded, choices))
}

/// Runs a program on the engine `wide` at each level, and says whether it takes the program: by hand, in a part of a plane
/// and in more than one, and in a scene, whose buffers are compared too.
///
/// # Errors
///
/// A level gives other bits than the reference engine.
pub(super) fn on_engines(
    engines: &Engines,
    made: &Made,
    choices: &mut Choices<'_>,
) -> Result<bool, EnginesError> {
    for lanes in [LANES, MANY_LANES] {
        if engines
            .compare(made, &inputs_of(&made.loaded, choices, lanes))?
            .is_some()
        {
            return Ok(false);
        }
    }
    let Some(scene) = scene(made) else { return Ok(true) };
    let draw = |session: &Session| {
        let options = SceneOptions {
            threads: 1,
            budget: Budget::of_instructions(BUDGET),
            ..SceneOptions::new(session, &NoFiles)
        };
        let report = run_scene("storm.shader_test", &scene, &options);
        let spent = matches!(&report.verdict, Verdict::Error(_));
        // A scene that is stopped has drawn a part, which is left open.
        (!spent).then_some((report.files, report.verdict))
    };
    let Some(wanted) = Session::new().engine("reference").map(|session| draw(&session)) else {
        return Ok(true);
    };
    for (engine, level, session) in engines.sessions() {
        let found = draw(session);
        if found != wanted {
            let [found, wanted] = [found, wanted].map(|drawn| format!("{:?}", drawn.map(|drawn| drawn.1)));
            return Err(EnginesError {
                engine,
                level,
                lanes: 0,
                found,
                wanted,
            });
        }
    }
    Ok(true)
}

/// Random attributes in every lane, and parameters.
fn inputs(loaded: &Loaded, choices: &mut Choices<'_>) -> Inputs {
    inputs_of(loaded, choices, LANES)
}

fn inputs_of(loaded: &Loaded, choices: &mut Choices<'_>, lanes: usize) -> Inputs {
    let mut inputs = Inputs::default();
    inputs.set_budget(Budget::of_instructions(BUDGET));
    if loaded.program().profile().stage != Stage::Compute {
        inputs.set_lanes(lanes);
    }
    for named in loaded.attributes() {
        if named.name.starts_with("invocation") {
            continue;
        }
        for lane in 0..lanes {
            inputs.set_vector(
                &*named.name,
                Some(lane),
                Vector::bits([0; 4].map(|_| choices.word())),
            );
        }
    }
    for named in loaded.parameters() {
        inputs.set_vector(&*named.name, None, Vector::bits([0; 4].map(|_| choices.word())));
    }
    inputs
}

/// A scene that gives other bits, or ends otherwise, on two threads than on one.
#[derive(Debug, thiserror::Error)]
#[error("two threads give other bits: {one:?}; {two:?}\n{scene}")]
pub(super) struct ThreadsError {
    one: Verdict,
    two: Verdict,
    scene: String,
}

/// Draws or dispatches with a program on one thread and on two, and says whether a scene ran; `None` for stages
/// that a scene of this form has not.
pub(super) fn on_threads(session: &Session, made: &Made) -> Result<Option<bool>, ThreadsError> {
    let Some(scene) = scene(made) else { return Ok(None) };
    let run = |threads| {
        let options = SceneOptions {
            threads,
            budget: Budget::of_instructions(BUDGET),
            ..SceneOptions::new(session, &NoFiles)
        };
        let report = run_scene("storm.shader_test", &scene, &options);
        (report.files, report.verdict)
    };
    let (files, one) = run(1);
    let (others, two) = run(2);
    if files != others || one != two {
        return Err(ThreadsError { one, two, scene });
    }
    Ok(Some(one == Verdict::Pass))
}

/// A scene of a draw over four bands of rows, or of a dispatch of four groups.
fn scene(made: &Made) -> Option<String> {
    let text = &made.text;
    let (section, work) = match made.loaded.program().profile().stage {
        Stage::Vertex => ("vertex program", "draw rect -1 -1 2 2\noutput storm.png\n"),
        Stage::Fragment => ("fragment program", "draw rect -1 -1 2 2\noutput storm.png\n"),
        Stage::Compute => ("compute program", "dispatch 2 2 1\n"),
        _ => return None,
    };
    let buffers = "buffer b sequence u32 64 1 77\nbind storage 0 b\nbuffer k size 64\nbind counter 0 k\n\
                   buffer c sequence u32 64 5 3\nbind buffer_vp 0 c\nbind buffer_fp 0 c\nbind buffer_cp 0 c\n\
                   texture rgbw 1 (8,8)\n";
    Some(format!(
        "[require]\nSIZE 40 100\n[{section}]\n{text}\n[test]\n{buffers}{work}output buffer b b.bin\n"
    ))
}
