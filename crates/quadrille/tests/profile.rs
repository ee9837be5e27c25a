//! Profiles of scenes, by a clock that goes on by a microsecond whenever it is read.
//!
//! source: docs/profile.md; fragments and their instructions are counted by hand, work is that of docs/scenes.md.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use quadrille::scene::{Clock, NoFiles, Profile, SceneOptions, Verdict};
use quadrille::{Session, Stage, run_scene};

/// Sixteen fragments of a program of three instructions: two triangles of three quads each, for the diagonal goes through the
/// two quads in the middle, so that with helpers it is 24 invocations. Then four fragments of fixed function.
const SCENE: &str = "[fragment program]
!!ARBfp1.0
TEMP a;
TEX a, fragment.texcoord[0], texture[0], 2D;
RCP a.x, a.y;
MOV result.color, a;
END
[test]
ortho
texture rgbw 0 (2,2)
draw rect tex 0 0 8 2 0 0 1 1
disable GL_FRAGMENT_PROGRAM_ARB
draw rect 0 0 2 2
";

#[test]
fn time_is_that_of_commands_and_batches() {
    let session = Session::new();
    let options = SceneOptions {
        threads: 4,
        size: (16, 8),
        ..SceneOptions::new(&session, &NoFiles)
    };
    let read = AtomicU64::new(0);
    let clock: Clock = Arc::new(move || Duration::from_micros(read.fetch_add(1, Ordering::Relaxed)));
    let (report, profile) = Profile::of("scene.shader_test", SCENE, &options, &clock);
    assert_eq!(report.verdict, Verdict::Pass);
    let plain = run_scene("scene.shader_test", SCENE, &options);
    assert!(report.picture == plain.picture, "measuring changes no bit");

    let texts: Vec<&str> = profile
        .commands
        .iter()
        .map(|one| report.source.slice(one.span))
        .collect();
    let lines: Vec<&str> = SCENE.lines().skip(8).collect();
    assert_eq!(texts, lines);
    let draws: Vec<bool> = profile.commands.iter().map(|one| one.draws).collect();
    assert_eq!(draws, [false, false, true, false, true]);
    for command in &profile.commands {
        // The clock is read at both ends of a command, and of each batch.
        let batches: u64 = command.programs.iter().map(|program| program.batches).sum();
        assert_eq!(command.time, Duration::from_micros(2 * batches + 1));
        assert_eq!(command.rest(), Duration::from_micros(batches + 1));
    }
    assert!(
        profile.commands[4].programs.is_empty(),
        "fixed function is no program of the scene"
    );

    let [program] = &profile.commands[2].programs[..] else {
        panic!("one program draws: {:?}", profile.commands[2]);
    };
    assert_eq!((program.stage, program.start), (Stage::Fragment, 19));
    assert_eq!(program.batches, profile.batches.len() as u64);
    assert_eq!(profile.unlisted, 0);
    let instructions: Vec<(&str, u64, u64)> = program
        .instructions
        .iter()
        .map(|one| (&report.source.slice(one.span)[..3], one.executed, one.work))
        .collect();
    assert_eq!(
        instructions,
        [("TEX", 24, 384), ("RCP", 24, 192), ("MOV", 24, 24)]
    );
    let lookup = program.time_of(&program.instructions[0]);
    assert_eq!(lookup, program.time.mul_f64(384.0 / 600.0));
    assert_eq!(profile.time(), profile.commands.iter().map(|one| one.time).sum());
}
