//! Refused draws: each refusal, and the scene that gets it. Features that the device has are taken away.

use std::sync::Arc;

use quadrille::scene::{NoFiles, SceneOptions, Skip, Verdict};
use quadrille::state::FixedTarget;
use quadrille::{Canvas, CanvasError, ColorFormat, Device, DeviceError, Mesh, Session, Topology, run_scene};
use quadrille_pipeline::DrawError;
use quadrille_texture::{BorderColor, Extent, ObjectTarget, Sampler, Texture, Wrap};
use quadrille_tools_testkit::{Group, skip};

use crate::Vulkan;
use crate::error::Unsupported;
use crate::gpu::Gpu;

/// A device that was changed; none where there is no Vulkan.
fn device(change: impl Fn(&mut Gpu)) -> Option<Arc<dyn Device>> {
    match Vulkan::open() {
        Ok(mut device) => {
            change(&mut device.gpu);
            Some(Arc::new(device))
        }
        Err(error) => {
            skip(Group::Drivers, &error.to_string());
            None
        }
    }
}

/// Why a scene is skipped that a device draws.
fn refusal(device: &Arc<dyn Device>, color: ColorFormat, scene: &str) -> DeviceError {
    let session = Session::new();
    let options = SceneOptions {
        device: Some(device.clone()),
        color,
        ..SceneOptions::new(&session, &NoFiles)
    };
    match run_scene("a.shader_test", scene, &options).verdict {
        Verdict::Skip(Skip::Device { line: Some(_), error }) => error,
        other => panic!("{scene}\n{other:?}"),
    }
}

const LINES: &str = "[vertex data]\nposition/0/float/2\n0 0\n1 1\n0 1\n1 0\n[test]\n";
const SHADOW: &str = "[fragment program]\n!!ARBfp1.0\nOPTION ARB_fragment_program_shadow;\n\
    TEX result.color, fragment.texcoord[0], texture[0], SHADOW2D;\nEND\n[test]\n";
const RECT: &str = "draw rect -1 -1 2 2\n";

#[test]
fn what_vulkan_has_no_way_to_draw() {
    let Some(device) = device(|_| {}) else { return };
    for (refused, scene) in [
        (
            Unsupported::FlatLines,
            format!("{LINES}shademodel FLAT\ndraw arrays LINES 0 4\n"),
        ),
        (
            Unsupported::TwoPolygonModes,
            format!("[test]\npolygonmode FRONT LINE\n{RECT}"),
        ),
        (
            Unsupported::Outlines,
            format!("{LINES}polygonmode FRONT_AND_BACK LINE\ndraw arrays QUADS 0 4\n"),
        ),
        (
            Unsupported::ColorFormat,
            format!("[test]\nfb ms GL_RGBA8I 4 4 1\n{RECT}"),
        ),
        (
            Unsupported::DepthFormat,
            format!("[test]\nfb ms GL_RGBA8 4 4 1\nfb attach depth GL_DEPTH_COMPONENT16 (4,4)\n{RECT}"),
        ),
    ] {
        let expected = DeviceError::Unsupported(refused.to_string());
        assert_eq!(refusal(&device, ColorFormat::Rgba8, &scene), expected, "{scene}");
    }
    let tested = format!("[test]\nenable ALPHA_TEST\n{RECT}");
    let expected = DeviceError::Unsupported(Unsupported::FloatAlphaTest.to_string());
    assert_eq!(refusal(&device, ColorFormat::Rgba32F, &tested), expected);
    let texture = "[test]\nenable TEXTURE_2D\n";
    for (refused, scene) in [
        (
            Unsupported::Uncompared,
            format!("{SHADOW}texture shadow2D 0 (4, 4)\ntexparameter 2D compare_mode none\n{RECT}"),
        ),
        (
            Unsupported::SwizzledComparison,
            format!("{SHADOW}texture shadow2D 0 (4, 4)\ntexparameter 2D swizzle_r ONE\n{RECT}"),
        ),
        (
            Unsupported::Anisotropy,
            format!("{texture}texture rgbw 0 (4, 4)\ntexparameter 2D max_anisotropy 2\n{RECT}"),
        ),
        (
            Unsupported::Wrap("MIRROR_CLAMP"),
            format!("{texture}texture rgbw 0 (4, 4)\ntexparameter 2D wrap_s mirror_clamp\n{RECT}"),
        ),
    ] {
        let expected = DeviceError::Unsupported(format!("texture unit 0: {refused}"));
        assert_eq!(refusal(&device, ColorFormat::Rgba8, &scene), expected, "{scene}");
    }
}

/// Features that a device may lack, each taken away by itself (Vulkan 1.3, VkPhysicalDeviceFeatures).
#[test]
fn what_a_device_lacks() {
    type Change = fn(&mut Gpu);
    let cases: [(Unsupported, Change, String); 11] = [
        (
            Unsupported::SecondSource,
            |gpu| gpu.features.dual_src_blend = 0,
            format!("[test]\nenable BLEND\nblend func SRC1_COLOR ZERO\n{RECT}"),
        ),
        (
            Unsupported::OffsetClamp,
            |gpu| gpu.features.depth_bias_clamp = 0,
            format!("[test]\nenable POLYGON_OFFSET_FILL\npolygonoffset 1 1 0.5\n{RECT}"),
        ),
        (
            Unsupported::LogicOperation,
            |gpu| gpu.features.logic_op = 0,
            format!("[test]\nenable COLOR_LOGIC_OP\n{RECT}"),
        ),
        (
            Unsupported::PolygonMode,
            |gpu| gpu.features.fill_mode_non_solid = 0,
            format!("[test]\npolygonmode FRONT_AND_BACK LINE\n{RECT}"),
        ),
        (
            Unsupported::WideLines,
            |gpu| gpu.features.wide_lines = 0,
            format!("{LINES}linewidth 2\ndraw arrays LINES 0 4\n"),
        ),
        (
            Unsupported::RectangularLines,
            |gpu| gpu.extensions.rectangles = false,
            format!("[require]\nSAMPLES 4\n{LINES}draw arrays LINES 0 4\n"),
        ),
        (
            Unsupported::DepthClamp,
            |gpu| gpu.features.depth_clamp = 0,
            format!("[test]\nenable DEPTH_CLAMP\n{RECT}"),
        ),
        (
            Unsupported::LargePoints,
            |gpu| gpu.features.large_points = 0,
            format!("{LINES}pointsize 2\ndraw arrays POINTS 0 4\n"),
        ),
        (
            Unsupported::ClipDistances,
            |gpu| gpu.features.shader_clip_distance = 0,
            format!("[test]\nenable CLIP_PLANE0\nclipplane 0 1 0 0 0\n{RECT}"),
        ),
        (
            Unsupported::Long("floats"),
            |gpu| gpu.features.shader_float64 = 0,
            format!(
                "[fragment program]\n!!NVfp5.0\nLONG TEMP t;\nTEMP r;\n\
                 CVT.F64.F32 t, fragment.position;\nMUL.F64 t, t, t;\nCVT.F32.F64 r, t;\nMOV result.color, r;\nEND\n[test]\n{RECT}"
            ),
        ),
        (
            Unsupported::BorderColor,
            |gpu| gpu.extensions.borders = false,
            format!(
                "[test]\nenable TEXTURE_2D\ntexture rgbw 0 (4, 4)\ntexparameter 2D wrap_s clamp_to_border\n\
                 texparameter 2D border 0.5 0.25 0.75 1\n{RECT}"
            ),
        ),
    ];
    for (refused, change, scene) in cases {
        let Some(device) = device(change) else { return };
        let DeviceError::Unsupported(message) = refusal(&device, ColorFormat::Rgba8, &scene) else {
            panic!("{scene}")
        };
        let own = message.strip_prefix("texture unit 0: ").unwrap_or(&message);
        assert_eq!(own, refused.to_string(), "{scene}");
    }
}

/// State that no scene sets: the coordinates of point sprites, draw buffers that write nowhere, borders of integers.
#[test]
fn state_that_the_library_sets() {
    let Some(device) = device(|_| {}) else { return };
    let mesh = Mesh::new(Topology::Points)
        .with(0, 2, vec![0.0; 2])
        .expect("one point");
    type Change = fn(&mut Canvas);
    let cases: [(String, Change); 3] = [
        (Unsupported::SpriteCoordinates.to_string(), |canvas| {
            canvas.state.point.sprite = true;
            canvas.state.point.coordinate_replace[0] = true;
        }),
        (Unsupported::AbsentDrawBuffer.to_string(), |canvas| {
            canvas.state.draw_buffers = vec![None]
        }),
        (
            format!("texture unit 0: {}", Unsupported::IntegerBorder),
            |canvas| {
                let texel =
                    Texture::from_rgba8(ObjectTarget::TwoDimensional, Extent::new(1, 1, 1), &[255; 4]);
                let sampler = Sampler {
                    border: BorderColor::Integer([0; 4]),
                    wrap: [Wrap::ClampToBorder; 3],
                    ..Sampler::nearest()
                };
                canvas
                    .set_texture(0, texel.expect("a texel"), sampler)
                    .expect("unit 0");
                canvas.state.textures[0].enabled[FixedTarget::T2D as usize] = true;
            },
        ),
    ];
    for (refused, change) in cases {
        let mut canvas = Session::new().canvas(4, 4).expect("a small canvas");
        canvas.set_device(Some(device.clone()));
        change(&mut canvas);
        match canvas.draw(&mesh) {
            Err(CanvasError::Draw(DrawError::Device(error))) => {
                assert_eq!(error, DeviceError::Unsupported(refused));
            }
            other => panic!("{refused}: {other:?}"),
        }
    }
}
