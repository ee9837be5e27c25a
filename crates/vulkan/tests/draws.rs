//! What the device draws is what the pipeline draws: small scenes with a pixel for each value of a state.

use std::sync::Arc;

use quadrille::scene::{NoFiles, SceneOptions, Verdict};
use quadrille::{Device, Session, run_scene};
use quadrille_pages_testkit::{compare, group_scenes, stage_scenes, state_scenes};
use quadrille_tools_testkit::{Group, skip};
use quadrille_vulkan::Vulkan;

#[test]
fn the_device_draws_as_the_pipeline_does() {
    let device: Arc<dyn Device> = match Vulkan::open() {
        Ok(device) => Arc::new(device),
        Err(error) => return skip(Group::Drivers, &error.to_string()),
    };
    let session = Session::new();
    let mut differences = Vec::new();
    for scene in state_scenes().into_iter().chain(stage_scenes()) {
        let [ours, theirs] = [None, Some(device.clone())].map(|device| {
            let options = SceneOptions {
                device,
                ..SceneOptions::new(&session, &NoFiles)
            };
            let report = run_scene("a.shader_test", &scene.text, &options);
            assert_eq!(report.verdict, Verdict::Pass, "{}", scene.name);
            report.framebuffer.expect("it was drawn")
        });
        differences.extend(compare::whole(&ours, &theirs).map(|found| format!("{}: {found}", scene.name)));
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// source: what the scenes themselves say
#[test]
fn the_device_runs_work_groups() {
    let device: Arc<dyn Device> = match Vulkan::open() {
        Ok(device) => Arc::new(device),
        Err(error) => return skip(Group::Drivers, &error.to_string()),
    };
    let session = Session::new();
    for scene in group_scenes() {
        for device in [None, Some(device.clone())] {
            let options = SceneOptions {
                device,
                ..SceneOptions::new(&session, &NoFiles)
            };
            let report = run_scene("a.shader_test", &scene.text, &options);
            assert_eq!(report.verdict, Verdict::Pass, "{}", scene.name);
        }
    }
}
