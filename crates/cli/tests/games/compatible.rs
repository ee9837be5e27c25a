//! Translations to GLSL of the compatibility profile by picture: the machine's own OpenGL gives shaders its state and its
//! vertices by its own names, and draws what the reference engine draws of the programs themselves.

use std::path::PathBuf;

use quadrille::Session;
use serde_json::Value;

use crate::scene::{compared, games, is_here, scene, written};

/// The scenes of all programs of games.
fn scenes() -> Vec<PathBuf> {
    let session = Session::new();
    let games = games().into_iter();
    written(
        "compat-scenes",
        games.map(|game| (game.name, scene(&session, &game.text, &game.text))),
    )
}

/// Draws all scenes with a target and gives how many were drawn; the others have a reason.
fn drawn(target: &str) -> usize {
    let results = compared(&format!("reference,gl:{target}"), &scenes());
    let wrong: Vec<String> = results
        .iter()
        .filter(|one| one["result"] != "within" && !one.to_string().contains("a program is not translated: "))
        .map(Value::to_string)
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    results.iter().filter(|one| one["result"] == "within").count()
}

#[test]
fn glsl_330_draws_what_the_programs_draw() {
    if is_here() {
        // It has words for every program.
        assert_eq!(drawn("glsl330-compat"), scenes().len());
    }
}

#[test]
fn glsl_120_draws_what_it_has_words_for() {
    if is_here() {
        let count = drawn("glsl120-compat");
        assert!(count > 60, "{count} of {}", scenes().len());
    }
}
