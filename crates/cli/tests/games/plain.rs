//! Plain ARB programs by picture: what programs of games become draws what they draw, and the machine's own OpenGL loads
//! it and draws the same. That they give the same values, and why some are refused, `quadrille/tests/arb_targets.rs`
//! holds.

use quadrille::scene::{NoFiles, SceneOptions};
use quadrille::translate::{Emulation, Options, SourceProgram, Target, translate};
use quadrille::{Limits, Session, run_scene};
use serde_json::Value;

use crate::scene::{Game, compared, games, is_here, scene, written};

/// Of a component of 8 bits.
const TOLERANCE: u8 = 2;

/// A program of games with its translation.
struct Plain {
    game: Game,
    text: String,
}

/// Those that have one: at least 85 in a hundred.
fn translations(session: &Session) -> Vec<Plain> {
    let mut options = Options::new(Target::ArbVp1);
    options.limits = Some(Limits::DESKTOP);
    options.allow = vec![Emulation::AttribsAsTexcoords];
    let games = games();
    let count = games.len();
    let translated = games.into_iter().filter_map(|game| {
        let loaded = session.load(&game.name, &game.text).expect("a program of games");
        let source = SourceProgram {
            program: loaded.program(),
            text: &game.text,
            partner: None,
        };
        let text = translate(source, &options).ok()?.text;
        Some(Plain { game, text })
    });
    let translated: Vec<Plain> = translated.collect();
    assert!(
        translated.len() * 100 >= 85 * count,
        "{} of {count}",
        translated.len()
    );
    translated
}

/// The picture of a scene.
fn picture(session: &Session, name: &str, scene: &str) -> Vec<[u8; 4]> {
    let report = run_scene(name, scene, &SceneOptions::new(session, &NoFiles));
    let framebuffer = report
        .framebuffer
        .unwrap_or_else(|| panic!("{name}: {:?}", report.verdict));
    framebuffer.color_values(0).bytes().as_chunks().0.to_vec()
}

/// The pixels that differ. What is compared or cut off may fall on the other side of an edge.
fn differing(first: &[[u8; 4]], second: &[[u8; 4]]) -> usize {
    let differs = |(a, b): &(&[u8; 4], &[u8; 4])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > TOLERANCE);
    first.iter().zip(second).filter(differs).count()
}

#[test]
fn plain_programs_draw_what_their_sources_draw() {
    let session = Session::new();
    let (mut wrong, mut even) = (Vec::new(), Vec::new());
    let translations = translations(&session);
    for Plain { game, text } in &translations {
        let [source, plain] = [&game.text, text]
            .map(|program| picture(&session, &game.name, &scene(&session, &game.text, program)));
        if source.iter().all(|pixel| *pixel == source[0]) {
            even.push(game.name.as_str());
        }
        let count = differing(&source, &plain);
        if count * 100 > source.len() {
            wrong.push(format!("{}: {count} of {} pixels", game.name, source.len()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // A picture of one colour shows little: what is computed of normals and colours, which are the same everywhere.
    assert!(even.len() * 3 < translations.len(), "{even:?}");
}

#[test]
fn the_driver_loads_plain_programs_and_draws_the_same() {
    if !is_here() {
        return;
    }
    let session = Session::new();
    let translations = translations(&session);
    let scenes = translations.iter().map(|Plain { game, text }| {
        let scene = scene(&session, &game.text, text);
        (game.name.clone(), scene)
    });
    let results = compared("reference,gl", &written("arb-scenes", scenes));
    let wrong: Vec<String> = results
        .iter()
        .filter(|one| one["result"] != "within")
        .map(Value::to_string)
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
