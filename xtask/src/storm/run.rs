//! What is done with a program: it runs, watched and unwatched, and draws on one thread and on two.

use crate::session;
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
/// and in more than one, and in a scene, of which pictures and buffers are compared, on three threads with those of the
/// reference engine on one.
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
    let draw = |session: &Session, threads| {
        let options = SceneOptions {
            threads,
            budget: Budget::of_instructions(BUDGET),
            ..SceneOptions::new(session, &NoFiles)
        };
        let report = run_scene("storm.shader_test", &scene, &options);
        let spent = matches!(&report.verdict, Verdict::Error(_));
        // A scene that is stopped has drawn a part, which is left open.
        (!spent).then_some((report.files, report.verdict))
    };
    let Ok(reference) = session::usual().engine("reference") else {
        return Ok(true);
    };
    let wanted = draw(&reference, 1);
    for (engine, level, session) in engines.sessions() {
        let found = draw(session, 3);
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

/// A scene that gives other bits, or ends otherwise, on several threads than on one.
#[derive(Debug, thiserror::Error)]
#[error("{threads} threads give other bits: {one:?}; {several:?}\n{scene}")]
pub(super) struct ThreadsError {
    threads: usize,
    one: Verdict,
    several: Verdict,
    scene: String,
}

/// Draws or dispatches with a program on one thread, on two and on five, and says whether a scene ran; `None` for stages
/// that a scene has not.
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
    for threads in [2, 5] {
        let (others, several) = run(threads);
        if files != others || one != several {
            return Err(ThreadsError {
                threads,
                one,
                several,
                scene,
            });
        }
    }
    Ok(Some(one == Verdict::Pass))
}

/// What goes on behind a random tessellation control program.
const EVALUATION: &str = "[tessellation evaluation program]\n!!NVtep5.0\nTESS_MODE TRIANGLES;\nTEMP t;\n\
    MUL t, vertex[0].position, vertex.tesscoord.x;\nMAD t, vertex[1].position, vertex.tesscoord.y, t;\n\
    MAD t, vertex[2].position, vertex.tesscoord.z, t;\nMOV result.position, t;\nMOV result.attrib[0], vertex.tesscoord;\n\
    MOV result.attrib[1], primitive.patch.attrib[0];\nEND\n";

/// A scene of draws over four bands of rows, whose vertices transform feedback records if there are any, or of a dispatch of
/// four groups.
fn scene(made: &Made) -> Option<String> {
    let text = &made.text;
    let recorded = |primitive: &str, draw: &str| {
        format!(
            "buffer v sequence f32 256 -1 0.01\nvertex array 0/float/4 v\nvertex array 1/float/4 v offset 96\n\
             buffer r size 40000\nbind xfb 0 r\n\
             xfb attribs INTERLEAVED_ATTRIBS POSITION/4 GENERIC_ATTRIB[0]/4 GENERIC_ATTRIB[1]/3\n\
             xfb begin {primitive}\ndraw arrays {draw}\nxfb end\noutput buffer r r.bin\n"
        )
    };
    let rect = "draw rect -1 -1 2 2\n";
    let (section, rest, work) = match made.loaded.program().profile().stage {
        Stage::Vertex => (
            "vertex program",
            "",
            rect.to_owned() + &recorded("TRIANGLES", "TRIANGLES 0 48"),
        ),
        Stage::TessellationControl => (
            "tessellation control program",
            EVALUATION,
            recorded("TRIANGLES", "PATCHES 0 6"),
        ),
        Stage::TessellationEvaluation => (
            "tessellation evaluation program",
            "",
            "patch parameter default level outer 3 4 5 1\npatch parameter default level inner 6 1\n"
                .to_owned()
                + &recorded("TRIANGLES", "PATCHES 0 24"),
        ),
        Stage::Geometry => ("geometry program", "", recorded("POINTS", "TRIANGLES 0 48")),
        Stage::Fragment => ("fragment program", "", rect.to_owned()),
        Stage::Compute => ("compute program", "", "dispatch 2 2 1\n".to_owned()),
        Stage::VertexState => return None,
    };
    let parameters = ["vp", "tcp", "tep", "gp", "fp", "cp"].map(|stage| format!("bind buffer_{stage} 0 c\n"));
    let buffers = format!(
        "buffer b sequence u32 64 1 77\nbind storage 0 b\nbuffer k size 64\nbind counter 0 k\n\
         buffer c sequence u32 64 5 3\n{}texture rgbw 1 (8,8)\n",
        parameters.concat()
    );
    Some(format!(
        "[require]\nSIZE 40 100\n[{section}]\n{text}\n{rest}[test]\n{buffers}{work}output storm.png\n\
         output buffer b b.bin\n"
    ))
}
