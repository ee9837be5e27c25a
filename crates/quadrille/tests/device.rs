//! What goes to a device draws what the pipeline draws: here the device is another pipeline, which has nothing but
//! vertex and fragment programs.

use std::sync::Arc;

use quadrille::scene::{Files, SceneOptions, Verdict};
use quadrille::{Device, Framebuffer, Picture, Session, run_scene};
use quadrille_engine::Kernel;
use quadrille_pages_testkit::{root, scenes};
use quadrille_pipeline::threads::Threads;
use quadrille_pipeline::{Compiler, DeviceDraw, Draw, Pipeline, Programs};

/// Every stage has its program by then.
struct NoCompiler;

impl Compiler for NoCompiler {
    fn compile(&self, text: &str) -> Result<Arc<dyn Kernel>, String> {
        Err(text.to_owned())
    }
}

struct Again;

impl Device for Again {
    fn draw(&self, framebuffer: &mut Framebuffer, draw: &DeviceDraw<'_>) -> Result<(), String> {
        let programs = Programs {
            vertex: Some(draw.vertex.clone()),
            fragment: Some(draw.fragment.clone()),
            ..Programs::default()
        };
        let plain = Draw {
            primitive: draw.primitive,
            arrays: draw.arrays,
            elements: draw.elements,
            instances: draw.instances,
            programs: &programs,
            textures: draw.textures,
            bindings: draw.bindings,
            budget: 1 << 20,
            unordered: false,
        };
        let mut pipeline = Pipeline::new(Threads::one(), Box::new(NoCompiler));
        let outcome = pipeline.draw(draw.context, framebuffer, &plain);
        outcome.map(|_| ()).map_err(|error| error.to_string())
    }
}

/// The folder of a scene.
struct Beside(String);

impl Files for Beside {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        std::fs::read(format!("{}/{path}", self.0)).map_err(|error| error.to_string())
    }
}

/// source: the pipeline without a device
#[test]
fn finished_shapes_draw_the_same() {
    let mut drawn = 0;
    let session = Session::new();
    let between = ["[geometry program]", "[tessellation evaluation program]"];
    let scenes = scenes()
        .into_iter()
        .filter(|scene| between.iter().any(|stage| scene.text.contains(stage)));
    for scene in scenes {
        let folder = root().join(&scene.name);
        let folder = folder.parent().expect("a scene is in a folder");
        let beside = Beside(folder.to_string_lossy().into_owned());
        let picture = |device: Option<Arc<dyn Device>>| {
            let options = SceneOptions {
                device,
                ..SceneOptions::new(&session, &beside)
            };
            let report = run_scene(&scene.name, &scene.text, &options);
            (
                report.verdict,
                report.framebuffer.map(|framebuffer| Picture::of(&framebuffer, 0)),
            )
        };
        let (own, on_device) = (picture(None), picture(Some(Arc::new(Again))));
        // What a device does not take is told, and drawn by no one.
        if !matches!(on_device.0, Verdict::Skip(_)) {
            assert_eq!(own.0, on_device.0, "{}", scene.name);
            assert!(own.1 == on_device.1, "{}: another picture", scene.name);
            drawn += 1;
        }
    }
    assert!(drawn >= 2, "{drawn} scenes");
}
