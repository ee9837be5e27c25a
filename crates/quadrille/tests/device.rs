//! What goes to a device draws what the pipeline draws: here the device is another pipeline, which has nothing but
//! vertex and fragment programs.

use std::sync::{Arc, Mutex};

use quadrille::scene::{FileError, Files, NoFiles, SceneOptions, Skip, Verdict};
use quadrille::{Device, DeviceError, Framebuffer, Picture, Session, Stage, run_scene};
use quadrille_engine::Kernel;
use quadrille_pages_testkit::{root, scenes};
use quadrille_pipeline::threads::Threads;
use quadrille_pipeline::{
    CompileError, Compiler, DeviceDispatch, DeviceDraw, DeviceSample, Draw, LeftHere, Pipeline, Programs,
};

/// Every stage has its program by then.
struct NoCompiler;

impl Compiler for NoCompiler {
    fn compile(&self, _: &str) -> Result<Arc<dyn Kernel>, CompileError> {
        Err(CompileError::default())
    }
}

struct Again;

impl Device for Again {
    fn draw(&self, framebuffer: &mut Framebuffer, draw: &DeviceDraw<'_>) -> Result<(), DeviceError> {
        let programs = Programs {
            vertex: Some(draw.vertex.clone()),
            fragment: Some(draw.fragment.clone()),
            ..Programs::default()
        };
        let plain = Draw {
            programs: &programs,
            ..draw.call
        };
        let mut pipeline = Pipeline::new(Threads::one(), Box::new(NoCompiler));
        let outcome = pipeline.draw(draw.context, framebuffer, &plain);
        outcome
            .map(|_| ())
            .map_err(|error| DeviceError::Unsupported(error.to_string()))
    }

    fn leaves(&self, _: &DeviceDraw<'_>) -> Option<LeftHere> {
        Some(LeftHere::Stage(Stage::Geometry))
    }

    fn dispatch(&self, _: &DeviceDispatch<'_>) -> Result<(), DeviceError> {
        Err(DeviceError::unsupported("nothing is computed here"))
    }
}

/// The folder of a scene.
struct Beside(String);

impl Files for Beside {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, FileError> {
        Ok(std::fs::read(format!("{}/{path}", self.0))?)
    }
}

/// A scene drawn by the pipeline and by the device.
fn both(name: &str, text: &str, files: &dyn Files) -> [(Verdict, Option<Picture>); 2] {
    let session = Session::new();
    let device: Arc<dyn Device> = Arc::new(Again);
    [None, Some(device)].map(|device| {
        let options = SceneOptions {
            device,
            ..SceneOptions::new(&session, files)
        };
        let report = run_scene(name, text, &options);
        let picture = report.framebuffer.map(|framebuffer| Picture::of(&framebuffer, 0));
        (report.verdict, picture)
    })
}

/// source: the pipeline without a device
#[test]
fn finished_shapes_draw_the_same() {
    let mut drawn = 0;
    let between = ["[geometry program]", "[tessellation evaluation program]"];
    for scene in scenes() {
        if !between.iter().any(|stage| scene.text.contains(stage)) {
            continue;
        }
        let folder = root().join(&scene.name);
        let folder = folder.parent().expect("a scene is in a folder");
        let [own, on_device] = both(
            &scene.name,
            &scene.text,
            &Beside(folder.to_string_lossy().into_owned()),
        );
        // What a device does not take is told, and drawn by no one.
        if !matches!(on_device.0, Verdict::Skip(_)) {
            assert!(
                own == on_device,
                "{}: {:?}, and {:?}",
                scene.name,
                own.0,
                on_device.0
            );
            drawn += 1;
        }
    }
    assert!(drawn >= 3, "{drawn} scenes");
}

const PRIMITIVES: &str = "[require]\nSIZE 16 16\n[geometry program]\n!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\n\
    PRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 3;\nMOV result.position, vertex[0].position;\nEMIT;\n\
    MOV result.position, vertex[1].position;\nEMIT;\nMOV result.position, vertex[2].position;\n\
    MOV result.primid.x, 5;\nEMIT;\nEND\n[fragment program]\n!!NVfp4.0\nCOLOR\nEND\n[test]\n\
    draw rect -1 -1 2 2\nprobe all rgba 0.5 0.5 0.5 0.5\n";

/// source: NV_geometry_program4: result.primid is what fragments have in primitive.id, and nothing else reads it
#[test]
fn numbers_of_primitives_stay_behind() {
    let scene = PRIMITIVES.replace("COLOR", "MOV result.color, 0.5;");
    let [own, on_device] = both("unread.shader_test", &scene, &NoFiles);
    assert_eq!(own.0, Verdict::Pass);
    assert!(own == on_device, "{:?}", on_device.0);
    let scene = PRIMITIVES.replace("COLOR", "I2F result.color, primitive.id.x;");
    let [_, on_device] = both("read.shader_test", &scene, &NoFiles);
    let Verdict::Skip(skip) = &on_device.0 else {
        panic!("{:?}", on_device.0)
    };
    let reason = skip.to_string();
    assert!(reason.contains("numbers of primitives"), "{reason}");
}

const PLACES: &str = "[require]\nSIZE 8 4\nLAYERS 3\n[geometry program]\n!!NVgp4.0\nOPTION ARB_viewport_array;\n\
    PRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 6;\nATTRIB place = vertex.position;\n\
    INT TEMP n, i;\nMOV.S n.x, 0;\n\
    REP.S { 2, 0, 0, 0 };\n  MOV.S i.x, 0;\n  REP.S { 3, 0, 0, 0 };\n    MOV result.position, place[i.x];\n\
    MOV.S result.viewport.x, n.x;\n    ADD.S result.layer.x, n.x, 1;\n    EMIT;\n    ADD.S i.x, i.x, 1;\n  ENDREP;\n\
    ENDPRIM;\n  ADD.S n.x, n.x, 1;\nENDREP;\nEND\n[fragment program]\n!!NVfp4.0\nMOV result.color, 1;\nEND\n[test]\n\
    clear color 0 0 0 0\nclear\nviewport 0 0 4 4\nviewport indexed 1 4 0 4 4\ndraw rect -1 -1 2 2\n\
    probe all rgba 0 0 0 0\nread layer 1\nprobe rgba 1 1 1 1 1 1\nprobe rgba 5 1 0 0 0 0\n\
    read layer 2\nprobe rgba 1 1 0 0 0 0\nprobe rgba 5 1 1 1 1 1\n";

/// source: ARB_viewport_array, NV_geometry_program4 4.4.7: each primitive goes to the viewport and layer that it names
#[test]
fn shapes_go_to_their_layers_and_viewports() {
    let [own, on_device] = both("places.shader_test", PLACES, &NoFiles);
    assert_eq!(own.0, Verdict::Pass);
    assert!(own == on_device, "{:?}", on_device.0);
}

const CHOSEN: &str = "[require]\nSIZE 4 2\nLAYERS 3\n[vertex program]\n!!NVvp5.0\nOPTION NV_viewport_array2;\n\
    TEMP n;\nMOV result.position, vertex.position;\nMOV.S result.layer.x, vertex.instance;\n\
    I2F.S n.x, vertex.instance.x;\nMUL n.x, n.x, 0.5;\nMUL result.attrib[0], vertex.attrib[3], n.x;\nEND\n\
    [fragment program]\n!!NVfp4.0\nFLAT ATTRIB color = fragment.attrib[0];\nMOV result.color, color;\nEND\n\
    [vertex data]\nposition/0/float/2 color/3/float/4\n-1 -1 1 0 0 0\n-1 1 0 1 0 0\n0 -1 0 0 1 0\n0 1 0 0 0 1\n\
    [test]\nclear color 0 0 0 0\nclear\ndraw arrays instanced TRIANGLE_STRIP 0 4 3\nprobe all rgba 0 0 0 0\n\
    read layer 1\nprobe rgba 0 0 0 0 0.5 0\nprobe rgba 1 1 0 0 0 0.5\nprobe rgba 2 0 0 0 0 0\n\
    read layer 2\nprobe rgba 0 0 0 0 1 0\nprobe rgba 1 1 0 0 0 1\nprobe rgba 3 1 0 0 0 0\n";

/// source: NV_viewport_array2: vertex programs choose the layer; OpenGL 2.1, Table 2.12: triangle i of a strip has the flat
/// values of vertex i + 2
#[test]
fn vertex_programs_choose_layers() {
    let [own, on_device] = both("chosen.shader_test", CHOSEN, &NoFiles);
    assert_eq!(own.0, Verdict::Pass);
    assert_eq!(on_device.0, Verdict::Pass);
    assert!(own == on_device);
}

/// A device that draws nothing, and notes which samples it is to draw.
#[derive(Default)]
struct Noting(Mutex<Vec<DeviceSample>>);

impl Device for Noting {
    fn draw(&self, _: &mut Framebuffer, draw: &DeviceDraw<'_>) -> Result<(), DeviceError> {
        self.0.lock().expect("a list").push(draw.sample);
        Ok(())
    }

    fn leaves(&self, _: &DeviceDraw<'_>) -> Option<LeftHere> {
        Some(LeftHere::Stage(Stage::Geometry))
    }

    fn dispatch(&self, _: &DeviceDispatch<'_>) -> Result<(), DeviceError> {
        Err(DeviceError::unsupported("nothing is computed here"))
    }
}

/// The samples that a scene with four samples a pixel has a device draw: number, how many are told apart, and whether the
/// fragment program runs once for all.
fn samples(text: &str) -> Result<Vec<(u32, usize, bool)>, Skip> {
    let noting = Arc::new(Noting::default());
    let device: Arc<dyn Device> = noting.clone();
    let session = Session::new();
    let options = SceneOptions {
        device: Some(device),
        ..SceneOptions::new(&session, &NoFiles)
    };
    let text = format!("[require]\nSIZE 2 2\nSAMPLES 4\n{text}");
    match run_scene("samples.shader_test", &text, &options).verdict {
        Verdict::Pass => {}
        Verdict::Skip(reason) => return Err(reason),
        other => panic!("{other:?}"),
    }
    let noted = noting.0.lock().expect("a list");
    Ok(noted
        .iter()
        .map(|sample| (sample.number, sample.places.len(), sample.centered))
        .collect())
}

/// source: ARB_multisample 3.2.1 and 4.1 (without MULTISAMPLE all samples get the fragment of the centre; SAMPLE_MASK
/// leaves out samples), ARB_sample_shading 3.2.1
#[test]
fn samples_are_drawn_one_after_another() {
    let rect = "draw rect -1 -1 2 2\n";
    let of = |numbers: &[u32], places, centered| {
        let each = numbers.iter().map(|number| (*number, places, centered));
        Ok(each.collect::<Vec<_>>())
    };
    assert_eq!(samples(&format!("[test]\n{rect}")), of(&[0, 1, 2, 3], 4, true));
    assert_eq!(
        samples(&format!("[test]\nenable SAMPLE_MASK\nsamplemask 10\n{rect}")),
        of(&[1, 3], 4, true)
    );
    assert_eq!(
        samples(&format!(
            "[test]\nenable SAMPLE_SHADING\nminsampleshading 1\n{rect}"
        )),
        of(&[0, 1, 2, 3], 4, false)
    );
    assert_eq!(
        samples(&format!("[test]\ndisable MULTISAMPLE\n{rect}")),
        of(&[0; 4], 1, false)
    );
    let centroid = "[fragment program]\n!!NVfp4.0\nCENTROID ATTRIB t = fragment.texcoord[0];\nMOV result.color, t;\nEND\n";
    assert!(samples(&format!("{centroid}[test]\n{rect}")).is_err());
    assert_eq!(
        samples(&format!(
            "{centroid}[test]\nenable SAMPLE_SHADING\nminsampleshading 1\n{rect}"
        )),
        of(&[0, 1, 2, 3], 4, false)
    );
    assert!(samples(&format!("[test]\npolygonmode FRONT_AND_BACK LINE\n{rect}")).is_err());
    assert_eq!(
        samples(
            "[vertex data]\nposition/0/float/2\n0 0\n[test]\npolygonmode FRONT_AND_BACK LINE\ndraw arrays POINTS 0 1\n"
        ),
        of(&[0, 1, 2, 3], 4, true)
    );
}
