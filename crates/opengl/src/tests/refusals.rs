//! The refusals of what the driver is not handed: each of them, and what a scene asks for that gets it.

use std::sync::Arc;

use quadrille::scene::{NoFiles, SceneOptions, Skip, Verdict};
use quadrille::state::FixedTarget;
use quadrille::translate::{Options, Target};
use quadrille::{CanvasError, Device, DeviceError, Mesh, Session, Topology, run_scene};
use quadrille_pipeline::DrawError;
use quadrille_texture::{BorderColor, Extent, ObjectTarget, Sampler, Texture, Wrap};
use quadrille_tools_testkit::{Group, skip};
use quadrille_translated::{ImageError, TranslatedError};

use crate::OpenGl;
use crate::error::Unsupported;
use crate::gl::Gl;

/// A device for translations to GLSL 4.50; none where there is no driver.
fn device() -> Option<Arc<dyn Device>> {
    match OpenGl::open(Options::new(Target::Glsl450)) {
        Ok(device) => Some(Arc::new(device)),
        Err(error) => {
            skip(Group::Drivers, &error.to_string());
            None
        }
    }
}

/// Why a scene is skipped that a device draws.
fn refusal(device: &Arc<dyn Device>, scene: &str) -> DeviceError {
    let session = Session::new();
    let options = SceneOptions {
        device: Some(device.clone()),
        ..SceneOptions::new(&session, &NoFiles)
    };
    match run_scene("a.shader_test", scene, &options).verdict {
        Verdict::Skip(Skip::Device { line: Some(_), error }) => error,
        other => panic!("{scene}\n{other:?}"),
    }
}

const SHADOW: &str = "[fragment program]\n!!ARBfp1.0\nOPTION ARB_fragment_program_shadow;\n\
    TEX result.color, fragment.texcoord[0], texture[0], SHADOW2D;\nEND\n[test]\n";

#[test]
fn draws_that_are_refused() {
    let Some(device) = device() else { return };
    let lines =
        "[require]\nSAMPLES 4\n[vertex data]\nposition/0/float/2\n0 0\n1 1\n[test]\ndraw arrays LINES 0 2\n";
    let expected = DeviceError::Unsupported(Unsupported::SampledLines.to_string());
    assert_eq!(refusal(&device, lines), expected);
    for (refused, commands) in [
        (Unsupported::ColorFormat, "fb ms GL_RGBA8I 4 4 1"),
        (
            Unsupported::DepthFormat,
            "fb ms GL_RGBA8 4 4 1\nfb attach depth GL_DEPTH_COMPONENT16 (4,4)",
        ),
        (Unsupported::OwnOutput, "enable indexed BLEND 0"),
        (Unsupported::OffsetClamp, "polygonoffset 1 1 0.5"),
    ] {
        let scene = format!("[test]\n{commands}\ndraw rect -1 -1 2 2\n");
        let expected = DeviceError::Unsupported(refused.to_string());
        assert_eq!(refusal(&device, &scene), expected, "{scene}");
    }
    for (refused, scene) in [
        (
            Unsupported::Uncompared,
            format!("{SHADOW}texture shadow2D 0 (4, 4)\ntexparameter 2D compare_mode none\ndraw rect -1 -1 2 2\n"),
        ),
        (
            Unsupported::SwizzledComparison,
            format!("{SHADOW}texture shadow2D 0 (4, 4)\ntexparameter 2D swizzle_r ONE\ndraw rect -1 -1 2 2\n"),
        ),
        (
            Unsupported::Anisotropy,
            "[test]\nenable TEXTURE_2D\ntexture rgbw 0 (4, 4)\ntexparameter 2D max_anisotropy 2\n\
             draw rect tex -1 -1 2 2 0 0 1 1\n"
                .to_owned(),
        ),
        (
            Unsupported::Seamless,
            "[test]\nenable TEXTURE_CUBE_MAP\ntexture places 0 CUBE (4, 4, 1) GL_RGBA8\n\
             texparameter Cube seamless true\ndraw rect tex -1 -1 2 2 0 0 1 1\n"
                .to_owned(),
        ),
        (
            Unsupported::TextureShape,
            "[fragment program]\n!!NVfp5.0\nINT TEMP at;\nMOV.S at, 0;\nTXFMS result.color, at, texture[0], 2DMS;\nEND\n\
             [test]\ntexture multisample 0 (1, 1) (1, 1, 1, 1) (0, 0, 0, 0)\ndraw rect -1 -1 2 2\n"
                .to_owned(),
        ),
    ] {
        let expected = DeviceError::Unsupported(format!("texture unit 0: {refused}"));
        assert_eq!(refusal(&device, &scene), expected, "{scene}");
    }
}

/// State that no scene sets: the coordinates of point sprites, borders of integers.
#[test]
fn state_that_the_library_sets() {
    let Some(device) = device() else { return };
    let canvas = || {
        let mut canvas = Session::new().canvas(4, 4).expect("a small canvas");
        canvas.set_device(Some(device.clone()));
        canvas
    };
    let mut sprites = canvas();
    sprites.state.point.sprite = true;
    sprites.state.point.coordinate_replace[0] = true;
    let mut textured = canvas();
    let texture =
        Texture::from_rgba8(ObjectTarget::TwoDimensional, Extent::new(1, 1, 1), &[255; 4]).expect("a texel");
    let sampler = Sampler {
        border: BorderColor::Integer([0; 4]),
        wrap: [Wrap::ClampToBorder; 3],
        ..Sampler::nearest()
    };
    textured.set_texture(0, texture, sampler).expect("unit 0");
    textured.state.textures[0].enabled[FixedTarget::T2D as usize] = true;
    let of_texture = format!("texture unit 0: {}", Unsupported::IntegerBorder);
    let mesh = Mesh::new(Topology::Points)
        .with(0, 2, vec![0.0; 2])
        .expect("one point");
    for (mut canvas, expected) in [
        (sprites, Unsupported::SpriteCoordinates.to_string()),
        (textured, of_texture),
    ] {
        match canvas.draw(&mesh) {
            Err(CanvasError::Draw(DrawError::Device(error))) => {
                assert_eq!(error, DeviceError::Unsupported(expected))
            }
            other => panic!("{other:?}"),
        }
    }
}

/// Programs that no driver is handed, whichever it is.
#[test]
fn programs_that_go_to_no_driver() {
    let Some(device) = device() else { return };
    let image = |command: &str| {
        format!(
            "[fragment program]\n!!NVfp5.0\nIMAGE i = image[0];\nTEMP t;\nMOV.S t, 0;\n\
             LOADIM.F32 t, t, i, 2D;\nMOV result.color, t;\nEND\n[test]\n{command}draw rect -1 -1 2 2\n"
        )
    };
    let of_image = |reason| TranslatedError::Image { unit: 0, reason };
    for (refused, scene) in [
        (of_image(ImageError::Absent), image("")),
        (
            TranslatedError::DepthModes,
            "[fragment program]\n!!ARBfp1.0\nOPTION ARB_fragment_program_shadow;\nTEMP t;\n\
             TEX t, fragment.texcoord[0], texture[0], SHADOW2D;\n\
             TEX result.color, fragment.texcoord[0], texture[1], SHADOW2D;\nEND\n\
             [test]\ntexture shadow2D 0 (4, 4)\ntexture shadow2D 1 (4, 4)\ntexparameter 2D depth_mode alpha\n\
             draw rect -1 -1 2 2\n"
                .to_owned(),
        ),
    ] {
        let expected = DeviceError::Unsupported(refused.to_string());
        assert_eq!(refusal(&device, &scene), expected, "{scene}");
    }
}

/// Scenes with assembly: what of them is not handed to the driver, in its words.
///
/// source: docs/compare.md, what each engine does not draw
#[test]
fn scenes_that_are_refused() {
    if let Err(error) = Gl::open(1, 1) {
        return skip(Group::Drivers, &error.to_string());
    }
    let session = Session::new();
    let options = SceneOptions::new(&session, &NoFiles);
    for (scene, message) in [
        (
            "[require]\nSAMPLES 4\n[test]\n",
            "framebuffers of several samples or layers are not asked of the driver",
        ),
        (
            "[require]\nLAYERS 2\n[test]\n",
            "framebuffers of several samples or layers are not asked of the driver",
        ),
        (
            "[vertex program]\n!!VP1.0\nEND\n[test]\n",
            "!!VP1.0 is not handed to the driver",
        ),
        (
            "[test]\ndraw rect patch 0 0 1 1\n",
            "line 2: patches are not handed to the driver",
        ),
        (
            "[test]\npatch parameter vertices 4\n",
            "line 2: patches are not handed to the driver",
        ),
        (
            "[test]\nclear\nbuffer a size 4\n",
            "line 3: buffers and dispatches are not handed to the driver",
        ),
        (
            "[test]\nvc4 zero frame 4\n",
            "line 2: programs and frames of the VideoCore IV are not handed to the driver",
        ),
        (
            "[test]\nread layer 0\n",
            "line 2: layers and samples are not read from the driver",
        ),
        (
            "[test]\nsubroutine vp 0 a\n",
            "line 2: subroutines and vertex state programs are not handed to the driver",
        ),
        (
            "[test]\nexecute (0, 0, 0, 0)\n",
            "line 2: subroutines and vertex state programs are not handed to the driver",
        ),
        (
            "[test]\nparameter local_gp 0 (0, 0, 0, 0)\n",
            "line 2: only vertex and fragment parameters are handed to the driver",
        ),
        (
            "[test]\nparameter local_fp 0 handle texture 0\n",
            "line 2: handles are not handed to the driver",
        ),
        (
            "[test]\nparameter local_fp 0 address a\n",
            "line 2: addresses of buffers are not handed to the driver",
        ),
        (
            "[test]\nsamplecoverage 0.5\n",
            "line 2: `samplecoverage` is not handed to the driver",
        ),
        (
            "[test]\nfb ms GL_RGBA8 4 4 1\n",
            "line 2: framebuffers are not asked of the driver",
        ),
        (
            "[test]\nlinestipple 1 0x5555\n",
            "line 2: `linestipple` is not handed to the driver",
        ),
        (
            "[test]\npolygonstipple 0x55555555\n",
            "line 2: `polygonstipple` is not handed to the driver",
        ),
        (
            "[test]\nsamplelocation 0 0.5 0.5\n",
            "line 2: `samplelocation` is not handed to the driver",
        ),
        (
            "[test]\npolygonoffset 0 1 0.5\n",
            "line 2: `polygonoffset with a clamp` is not handed to the driver",
        ),
        (
            "[test]\nclampcolor fragment FALSE\n",
            "line 2: `clampcolor` is not handed to the driver",
        ),
        (
            "[test]\nblend func indexed 1 ONE ONE\n",
            "line 2: `blend … indexed` is not handed to the driver",
        ),
        (
            "[test]\ncolormask indexed 1 true true true true\n",
            "line 2: `colormask indexed` is not handed to the driver",
        ),
        (
            "[test]\nsamplemask 1\n",
            "line 2: `samplemask` is not handed to the driver",
        ),
        (
            "[test]\nminsampleshading 1\n",
            "line 2: `minsampleshading` is not handed to the driver",
        ),
        (
            "[test]\ntrackmatrix 0 MODELVIEW IDENTITY\n",
            "line 2: `trackmatrix` is not handed to the driver",
        ),
        (
            "[test]\nviewport indexed 1 0 0 1 1\n",
            "line 2: `viewport indexed` is not handed to the driver",
        ),
        (
            "[test]\nmatrix palette 0 mvp\n",
            "line 2: there is no palette matrix 0 in OpenGL",
        ),
        (
            "[test]\nattrib 16 (0, 0, 0, 0)\n",
            "line 2: there is no such attribute",
        ),
        (
            "[test]\nenable SOMETHING\n",
            "line 2: `SOMETHING` is no name that is handed to the driver",
        ),
        (
            "[vertex data]\nposition/0/float/2\n0 0\n[test]\ndraw arrays POINTS 0 2\n",
            "line 5: [vertex data] has 1 rows",
        ),
        (
            "[test]\ntexparameter 2D min nearest\n",
            "line 2: no texture was made",
        ),
        (
            "[test]\ntexture rgbw 32 (4, 4)\n",
            "line 2: there is no such texture unit",
        ),
        (
            "[test]\ntexture multisample 0 (1, 1) (0, 0, 0, 0)\n",
            "line 2: multisample textures are not handed to the driver",
        ),
        (
            "[test]\ntexture empty 0 2D (4, 4) GL_RGBA\n",
            "line 2: empty textures are not handed to the driver",
        ),
        (
            "[test]\ntexture framebuffer 0 samples\n",
            "line 2: samples are not taken from the driver",
        ),
        (
            "[test]\ntexture places 0 7D (4, 4) GL_RGBA8\n",
            "line 2: there is no texture target `7D`",
        ),
        (
            "[test]\ntexture places 0 2DMS (4, 4) GL_RGBA8\n",
            "line 2: textures of the target `2DMS` are not handed to the driver",
        ),
        (
            "[test]\ntexture rgbw 0 (4, 4)\ntexparameter 2D swizzle linear\n",
            "line 3: the texture parameter `swizzle` is not handed to the driver",
        ),
        (
            "[test]\ntexture rgbw 0 (4, 4)\ntexparameter 2D min_lod much\n",
            "line 3: `much` is not a number",
        ),
        (
            "[test]\nprobe rgb 999 0 0 0 0\n",
            "line 2: the probe looks outside the framebuffer",
        ),
    ] {
        let report = crate::run_scene("a.shader_test", scene, &options).expect("it opened before");
        let Verdict::Skip(skip) = report.verdict else {
            panic!("{scene}: {:?}", report.verdict)
        };
        assert_eq!(skip.to_string(), message, "{scene}");
    }
    let report = crate::run_scene("a.vpfp", "", &options).expect("it opened before");
    let Verdict::Skip(skip) = report.verdict else {
        panic!("{:?}", report.verdict)
    };
    assert_eq!(
        skip.to_string(),
        "files of this form are not handed to the driver"
    );
}

/// A program and a command that the driver itself refuses are errors of the scene, where they stand.
///
/// source: ARB_vertex_program 2.14.1 (PROGRAM_ERROR_POSITION); OpenGL 2.1, 3.8.3 (INVALID_ENUM of TexGen)
#[test]
fn what_the_driver_refuses_points_at_its_place() {
    if let Err(error) = Gl::open(1, 1) {
        return skip(Group::Drivers, &error.to_string());
    }
    let session = Session::new();
    let options = SceneOptions::new(&session, &NoFiles);
    let scene = "[vertex program]\n!!ARBvp1.0\nMOV result.position, nothing;\nEND\n[test]\n";
    let report = crate::run_scene("a.shader_test", scene, &options).expect("it opened before");
    let Verdict::Error(problems) = report.verdict else {
        panic!("{:?}", report.verdict)
    };
    let at = scene.find("nothing").expect("it is there") as u32;
    let start = problems[0].span.start;
    assert!((at - 1..=at + 7).contains(&start), "{start}, not about {at}");
    let scene = "[test]\ntexture rgbw 0 (4, 4)\nenable NEVER\n";
    let report = crate::run_scene("a.shader_test", scene, &options).expect("it opened before");
    let Verdict::Error(problems) = report.verdict else {
        panic!("{:?}", report.verdict)
    };
    assert_eq!(&scene[problems[0].span.range()], "enable NEVER");
    assert_eq!(problems[0].message, "the driver answers with GL error 0x0500");
}
