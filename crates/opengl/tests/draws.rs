//! What the driver draws is what the pipeline draws: small scenes with a pixel for each value of a state.

use std::sync::Arc;

use quadrille::scene::{NoFiles, SceneOptions, Verdict};
use quadrille::translate::{Options, Target};
use quadrille::{Device, Framebuffer, Session, run_scene};
use quadrille_opengl::{Gl, OpenGl};
use quadrille_pages_testkit::{StateScene, compare, stage_scenes, state_scenes};
use quadrille_tools_testkit::{Group, skip};

/// Whether there is a driver; if not, the terminal says so.
fn is_here() -> bool {
    match Gl::open(1, 1) {
        Ok(_) => true,
        Err(error) => {
            skip(Group::Drivers, &error.to_string());
            false
        }
    }
}

/// A scene drawn by the pipeline, or by a device in its place.
fn drawn(scene: &StateScene, device: Option<Arc<dyn Device>>) -> Framebuffer {
    let session = Session::new();
    let options = SceneOptions {
        device,
        ..SceneOptions::new(&session, &NoFiles)
    };
    let report = run_scene("a.shader_test", &scene.text, &options);
    assert_eq!(report.verdict, Verdict::Pass, "{}", scene.name);
    report.framebuffer.expect("it was drawn")
}

/// The languages of the oldest and the newest driver.
#[test]
fn translated_programs_draw_as_the_pipeline_does() {
    if !is_here() {
        return;
    }
    let mut differences = Vec::new();
    for target in [Target::Glsl120, Target::Glsl450] {
        // State around shaders does not depend on their language.
        let of_shaders = ["parameters", "primitives", "texture comparisons"];
        let is_drawn = |scene: &StateScene| target == Target::Glsl450 || of_shaders.contains(&scene.name);
        let device: Arc<dyn Device> = Arc::new(OpenGl::open(Options::new(target)).expect("it opened before"));
        let scenes = state_scenes().into_iter().chain(stage_scenes());
        for scene in scenes.filter(is_drawn) {
            let [ours, theirs] = [None, Some(device.clone())].map(|device| drawn(&scene, device));
            let name = format!("{} as {}", scene.name, target.row().name);
            differences.extend(compare::whole(&ours, &theirs).map(|found| format!("{name}: {found}")));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// source: NV_fragment_program 3.11.3 (DECLARE): the parameter has the program's name, and the value that stands there
#[test]
fn names_of_a_program_are_not_the_translations() {
    if !is_here() {
        return;
    }
    let device: Arc<dyn Device> =
        Arc::new(OpenGl::open(Options::new(Target::Glsl450)).expect("it opened before"));
    let text = "[require]\nSIZE 2 2\n[fragment program]\n!!FP1.0\n\
                DECLARE u_framebuffer_height = {0.25, 0.5, 0.75, 1};\nMOV o[COLR], u_framebuffer_height;\nEND\n\
                [test]\ndraw rect -1 -1 2 2\nprobe all rgba 0.25 0.5 0.75 1\n";
    let scene = StateScene {
        name: "declared",
        text: text.to_owned(),
    };
    drawn(&scene, Some(device));
}

/// The driver takes assembly, state and textures themselves.
#[test]
fn assembly_draws_as_the_pipeline_does() {
    if !is_here() {
        return;
    }
    let session = Session::new();
    let options = SceneOptions::new(&session, &NoFiles);
    let mut differences = Vec::new();
    for scene in state_scenes() {
        let ours = drawn(&scene, None);
        let report = quadrille_opengl::run_scene("a.shader_test", &scene.text, &options);
        let report = report.expect("it opened before");
        assert_eq!(report.verdict, Verdict::Pass, "{}", scene.name);
        let theirs = report.framebuffer.expect("it was drawn");
        differences.extend(compare::colors(&ours, &theirs).map(|found| format!("{}: {found}", scene.name)));
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
