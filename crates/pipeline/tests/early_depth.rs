//! The depth test may be made before the fragment program, and the program left out: neither shows in a picture.

mod support;

use quadrille_pipeline::state::{BlendFactor, Compare};
use quadrille_pipeline::{ColorFormat, Context, DepthFormat, Framebuffer, Topology};
use support::scene::{Mesh, SIZE, at, pipeline};

/// Triangles over most of the picture, some behind others, with colours that let through.
fn overlapping() -> Mesh {
    let corners = [
        [(3.0, 2.0, 0.5), (97.0, 10.0, -0.5), (20.0, 95.0, 0.25)],
        [(-60.0, -20.0, 0.75), (150.0, -20.0, 0.0), (50.0, 160.0, -0.75)],
        [(90.0, 90.0, -0.25), (8.0, 70.0, 0.5), (60.0, 0.0, 0.5)],
    ];
    let corners = corners.as_flattened().iter();
    let mut mesh = Mesh::new(
        Topology::Triangles,
        corners.map(|(x, y, z)| at(*x, *y, *z, 1.0)).collect(),
    );
    for (at, value) in mesh.colors.iter_mut().enumerate() {
        *value = (at * 7 % 11) as f32 / 11.0;
    }
    mesh
}

/// source: GL 2.1, 4.1.4 and 4.1.6: an alpha test that all pass changes nothing, wherever depth is tested; the colour mask
/// does not change depths, nor does it change whether fragments are counted
#[test]
fn where_depth_is_tested_does_not_show() {
    let mesh = overlapping();
    for format in [DepthFormat::Depth24, DepthFormat::Depth32F] {
        for function in [
            Compare::Never,
            Compare::Less,
            Compare::LessOrEqual,
            Compare::Equal,
            Compare::GreaterOrEqual,
            Compare::Greater,
        ] {
            let mut context = Context::new(SIZE, SIZE);
            context.depth.enabled = true;
            context.depth.function = function;
            context.blend.enabled = true;
            context.blend.source = [BlendFactor::SourceAlpha; 2];
            context.blend.destination = [BlendFactor::OneMinusSourceAlpha; 2];
            let drawn = |context: &Context| {
                let mut framebuffer =
                    Framebuffer::new(SIZE, SIZE, &[ColorFormat::Rgba8], Some(format), false).unwrap();
                framebuffer.clear_depth(0.5, None);
                let outcome = mesh.draw(&mut pipeline(1), context, &mut framebuffer);
                (framebuffer, outcome.fragments)
            };
            let (before, fragments) = drawn(&context);
            context.alpha_test.enabled = true;
            context.alpha_test.function = Compare::Always;
            let (after, tested) = drawn(&context);
            assert!(before == after, "{format:?} {function:?}");
            context.alpha_test.enabled = false;
            context.color_mask = 0;
            let (depths, counted) = drawn(&context);
            assert_eq!(
                before.depth_values(),
                depths.depth_values(),
                "{format:?} {function:?}"
            );
            assert_eq!(fragments, counted, "{format:?} {function:?}");
            // What fails later too need not be dropped before.
            assert!(tested >= fragments);
        }
    }
}
