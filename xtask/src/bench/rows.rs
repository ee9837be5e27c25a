//! The rows of the table.

use quadrille::ColorFormat;

use super::row::{
    BlitSource, Filter, MILLION, Row, Shape, Stored, Unit, alone, full, patches, small, tiny, vertices,
};
use super::{programs, state};

/// All rows, in the order of the table.
pub(super) fn rows() -> Vec<Row> {
    vec![
        vertices("vertex program of 4 instructions", programs::TRANSFORM),
        vertices("vertex program of 35 instructions", programs::LIGHTS),
        vertices("skinning by c[A0.x + n]", programs::SKINNING),
        Row {
            unit: Unit::Vertices,
            items: u64::from(MILLION),
            shape: Shape::Points(MILLION),
            state: state::plain,
            ..vertices("points", programs::VARYINGS)
        },
        Row {
            unit: Unit::Lines,
            items: 1 << 17,
            shape: Shape::Lines(1 << 17),
            state: state::plain,
            ..vertices("lines of 8 pixels", programs::VARYINGS)
        },
        full("constant colour 1024²", 1024, programs::CONSTANT.to_owned()),
        full("constant colour 2048²", 2048, programs::CONSTANT.to_owned()),
        full("interpolated colour 1024²", 1024, programs::COLOR.to_owned()),
        full("interpolated colour 2048²", 2048, programs::COLOR.to_owned()),
        full("20 instructions 1024²", 1024, programs::twenty()),
        full("20 instructions 2048²", 2048, programs::twenty()),
        full("20 products and sums", 1024, programs::products()),
        full("100 instructions 1024²", 1024, programs::hundred()),
        Row {
            texture: Some(Filter::Bilinear),
            ..full("bilinear", 1024, programs::SAMPLE.to_owned())
        },
        Row {
            texture: Some(Filter::Trilinear),
            ..full("trilinear", 1024, programs::SAMPLE.to_owned())
        },
        Row {
            texture: Some(Filter::Bilinear),
            ..full("blur of 8", 1024, programs::blur())
        },
        Row {
            state: state::blended,
            ..full("blending", 1024, programs::COLOR.to_owned())
        },
        Row {
            shape: Shape::Full(4),
            items: 4 << 20,
            state: state::depth_tested,
            draws: 1,
            ..full("depth-tested overdraw of 4", 1024, programs::COLOR.to_owned())
        },
        Row {
            state: state::depth_only,
            ..full("depth only", 1024, programs::COLOR.to_owned())
        },
        Row {
            state: state::alpha_tested,
            ..full("alpha test", 1024, programs::COLOR.to_owned())
        },
        full("KIL", 1024, programs::KILL.to_owned()),
        Row {
            state: state::stencilled,
            ..full("stencil", 1024, programs::COLOR.to_owned())
        },
        Row {
            colors: &[ColorFormat::Rgba16F],
            ..full("interpolated colour, RGBA16F", 1024, programs::COLOR.to_owned())
        },
        Row {
            colors: &[ColorFormat::Rgba32F],
            ..full("interpolated colour, RGBA32F", 1024, programs::COLOR.to_owned())
        },
        Row {
            colors: &[ColorFormat::Rgba16F],
            state: state::blended,
            ..full("blending, RGBA16F", 1024, programs::COLOR.to_owned())
        },
        Row {
            texture: Some(Filter::Cube),
            ..full("cube map", 1024, programs::CUBE.to_owned())
        },
        Row {
            texture: Some(Filter::Shadow),
            ..full("shadow", 1024, programs::SHADOW.to_owned())
        },
        small("triangles of 8 pixels", 1 << 17, 8),
        small("triangles of 1 pixel", 1 << 18, 1),
        small("triangles of 200 pixels", 1 << 12, 200),
        Row {
            unit: Unit::Draws,
            items: 1,
            draws: 1000,
            finished: false,
            state: state::blended,
            ..small("draws of 12 triangles", 12, 8)
        },
        tiny("draws of one triangle, 8×8"),
        alone(Row {
            vertex: None,
            fragment: None,
            ..tiny("draws of one triangle, 8×8, fixed function")
        }),
        Row {
            unit: Unit::Loads,
            items: 1,
            size: 8,
            draws: 20,
            ..full("load and first draw, 50 instructions", 8, programs::fifty(0))
        },
        Row {
            vertex: Some(programs::TRANSFORM_NV),
            state: state::culled_by_rows,
            has_peer: false,
            ..vertices("!!VP1.1, 5 instructions", programs::TRANSFORM)
        },
        alone(Row {
            stored: Some(Stored::Arrays),
            ..vertices("vertex arrays in buffers, 4 instructions", programs::TRANSFORM)
        }),
        alone(Row {
            stored: Some(Stored::Elements),
            ..vertices("element arrays, 4 instructions", programs::TRANSFORM)
        }),
        alone(Row {
            items: 1 << 17,
            stored: Some(Stored::Instances(1 << 13)),
            ..small("instances of 16 triangles of 8 pixels", 16, 8)
        }),
        alone(full("IF that diverges", 1024, programs::IF.to_owned())),
        alone(full("REP that diverges", 1024, programs::REP.to_owned())),
        alone(Row {
            samples: 4,
            ..full("4 samples", 1024, programs::COLOR.to_owned())
        }),
        alone(Row {
            vertex: None,
            fragment: None,
            ..full("fixed function", 1024, String::new())
        }),
        alone(Row {
            others: &[programs::GEOMETRY],
            ..small("geometry program, triangles of 8 pixels", 1 << 15, 8)
        }),
        Row {
            state: state::cut_into_16,
            ..patches("patches of 512 triangles", 256, 16)
        },
        alone(Row {
            unit: Unit::Vertices,
            is_recorded: true,
            state: state::discarded,
            ..vertices("transform feedback, 4 instructions", programs::TRANSFORM)
        }),
        // Over ten million triangles in one draw: its memory is that of what is recorded, and little more.
        Row {
            state: state::cut_into_64,
            is_recorded: true,
            ..patches("10 million triangles of patches, recorded", 1221, 64)
        },
        alone(Row {
            unit: Unit::Lines,
            items: 1 << 15,
            shape: Shape::Lines(1 << 15),
            state: state::smooth,
            ..vertices("smooth lines of 8 pixels", programs::VARYINGS)
        }),
        alone(Row {
            colors: &[ColorFormat::Srgb8Alpha8],
            state: state::blended_srgb,
            ..full("blending, SRGB8_ALPHA8", 1024, programs::COLOR.to_owned())
        }),
        alone(Row {
            colors: &[ColorFormat::Rgb10A2],
            state: state::blended,
            ..full("blending, RGB10_A2", 1024, programs::COLOR.to_owned())
        }),
        alone(Row {
            state: state::not_and,
            ..full("logic operation", 1024, programs::COLOR.to_owned())
        }),
        alone(Row {
            texture: Some(Filter::Bordered),
            ..full("bilinear, CLAMP_TO_BORDER", 1024, programs::SAMPLE.to_owned())
        }),
        alone(Row {
            texture: Some(Filter::Half),
            ..full("bilinear, RGBA16F", 1024, programs::SAMPLE.to_owned())
        }),
        alone(Row {
            texture: Some(Filter::Anisotropic),
            ..full("anisotropic", 1024, programs::SAMPLE.to_owned())
        }),
        alone(Row {
            texture: Some(Filter::Single),
            ..full("bilinear, RGBA32F", 1024, programs::SAMPLE.to_owned())
        }),
        alone(Row {
            texture: Some(Filter::Mixed),
            ..full(
                "trilinear, NEAREST for magnification",
                1024,
                programs::SAMPLE.to_owned(),
            )
        }),
        alone(Row {
            texture: Some(Filter::Volume),
            ..full("LINEAR in three dimensions", 1024, programs::SAMPLE_3D.to_owned())
        }),
        alone(Row {
            texture: Some(Filter::Seamless),
            ..full("seamless cube map", 1024, programs::CUBE.to_owned())
        }),
        alone(Row {
            colors: &[ColorFormat::Rgba8; 4],
            state: state::four_buffers,
            ..full("four colour buffers", 1024, programs::FOUR_COLORS.to_owned())
        }),
        alone(Row {
            state: state::blended_by_second_source,
            ..full(
                "blending by a second source",
                1024,
                programs::SECOND_SOURCE.to_owned(),
            )
        }),
        alone(Row {
            texture: Some(Filter::Image),
            ..full("image load and store", 1024, programs::IMAGE.to_owned())
        }),
        alone(blit(
            "blit",
            BlitSource {
                size: 1024,
                samples: 1,
            },
        )),
        alone(blit(
            "blit of 512² to 1024², LINEAR",
            BlitSource {
                size: 512,
                samples: 1,
            },
        )),
        alone(blit(
            "resolve of 4 samples",
            BlitSource {
                size: 1024,
                samples: 4,
            },
        )),
    ]
}

/// Blits of a picture of an interpolated colour.
fn blit(name: &'static str, source: BlitSource) -> Row {
    Row {
        blit: Some(source),
        ..full(name, 1024, programs::COLOR.to_owned())
    }
}
