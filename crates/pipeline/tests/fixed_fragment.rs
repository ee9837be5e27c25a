//! The fixed-function fragment stage: that every text is accepted, and that what it draws is what the tables say,
//! worked out here in f64.

mod support;

use std::sync::Arc;

use quadrille_base::{Budget, Meter};
use quadrille_pipeline::fixed::fragment;
use quadrille_pipeline::state::texture::{BaseFormat, SampledTexture};
use quadrille_pipeline::state::{
    Combine, CombineOperand, CombineScale, CombineSource, CombineTerm, EnvironmentMode, FixedTarget, FogMode,
};
use quadrille_pipeline::{
    Arrays, ColorFormat, Draw, Elements, Framebuffer, Pipeline, Programs, TextureUnits, Threads, Topology,
    attribute,
};
use quadrille_texture::{BoundTexture, Extent, ObjectTarget, Sampler, Texture};
use support::Checker;
use support::point::{accepts, color_of, context};

const FORMATS: [BaseFormat; 6] = [
    BaseFormat::Alpha,
    BaseFormat::Luminance,
    BaseFormat::LuminanceAlpha,
    BaseFormat::Intensity,
    BaseFormat::Rgb,
    BaseFormat::Rgba,
];

const FUNCTIONS: [Combine; 8] = [
    Combine::Replace,
    Combine::Modulate,
    Combine::Add,
    Combine::AddSigned,
    Combine::Interpolate,
    Combine::Subtract,
    Combine::Dot3Rgb,
    Combine::Dot3Rgba,
];

/// A two-dimensional texture whose look-ups do not compare.
fn two_dimensional(format: BaseFormat) -> SampledTexture {
    SampledTexture {
        target: FixedTarget::T2D,
        compare: false,
        format,
    }
}

#[test]
fn fragment_texts_are_accepted() {
    for mode in [
        EnvironmentMode::Replace,
        EnvironmentMode::Modulate,
        EnvironmentMode::Decal,
        EnvironmentMode::Blend,
        EnvironmentMode::Add,
        EnvironmentMode::Combine,
    ] {
        for format in FORMATS {
            for (target, compare) in FixedTarget::ALL
                .into_iter()
                .flat_map(|target| [(target, false), (target, true)])
            {
                let mut context = context();
                context.color_sum = true;
                context.fog.enabled = true;
                context.fog.mode = FogMode::Linear;
                for unit in &mut context.textures {
                    unit.sampled = Some(SampledTexture {
                        target,
                        compare,
                        format,
                    });
                    unit.environment.mode = mode;
                    unit.environment.rgb.sources[0] = CombineSource::TextureOf(5);
                    unit.environment.rgb.operands[1] = CombineOperand::OneMinusAlpha;
                }
                accepts(&fragment::text(&context, None));
            }
        }
    }
}

#[test]
fn the_default_is_the_clamped_primary_colour() {
    let context = context();
    let color = color_of(
        &context,
        &[
            (attribute::POSITION, [0.0, 0.0, 0.0, 1.0]),
            (attribute::COLOR, [0.25, 2.0, -1.0, 0.5]),
        ],
        &Programs::default(),
    );
    assert_eq!(color, [0.25, 1.0, 0.0, 0.5]);
}

/// source: GL 2.1, Table 3.23 and 3.8.13: the functions of COMBINE over arguments, of constant and primary colour, colours
/// times RGB_SCALE and alpha times ALPHA_SCALE, that of DOT3_RGBA too (ARB_texture_env_dot3, issue 2).
#[test]
fn combine_functions() {
    let alpha_scale = CombineScale::Two;
    let a = [0.6f32, 0.2, 0.6, 0.25];
    let b = [0.3f32, 0.8, 0.55, 0.9];
    for function in FUNCTIONS {
        for scale in [CombineScale::One, CombineScale::Two, CombineScale::Four] {
            let mut context = context();
            let unit = &mut context.textures[0];
            unit.sampled = Some(two_dimensional(BaseFormat::Rgba));
            unit.environment.mode = EnvironmentMode::Combine;
            unit.environment.color = b;
            let term = CombineTerm {
                function,
                sources: [
                    CombineSource::PrimaryColor,
                    CombineSource::Constant,
                    CombineSource::Previous,
                ],
                operands: [
                    CombineOperand::Color,
                    CombineOperand::OneMinusColor,
                    CombineOperand::Alpha,
                ],
                scale,
            };
            unit.environment.rgb = term;
            unit.environment.alpha = CombineTerm {
                function: Combine::Add,
                scale: alpha_scale,
                ..term
            };
            let found = color_of(
                &context,
                &[(attribute::POSITION, [0.0, 0.0, 0.0, 1.0]), (attribute::COLOR, a)],
                &Programs::default(),
            );
            let (x, y, z) = (a.map(f64::from), b.map(|v| 1.0 - f64::from(v)), f64::from(a[3]));
            let sum: f64 = (0..3).map(|c| (x[c] - 0.5) * (y[c] - 0.5)).sum();
            let factor = match scale {
                CombineScale::One => 1.0,
                CombineScale::Two => 2.0,
                CombineScale::Four => 4.0,
            };
            for c in 0..4 {
                let value = match function {
                    Combine::Dot3Rgba if c == 3 => 4.0 * sum * 2.0,
                    Combine::Dot3Rgba => 4.0 * sum * factor,
                    _ if c == 3 => (x[3] + y[3]) * 2.0,
                    Combine::Replace => x[c] * factor,
                    Combine::Modulate => x[c] * y[c] * factor,
                    Combine::Add => (x[c] + y[c]) * factor,
                    Combine::AddSigned => (x[c] + y[c] - 0.5) * factor,
                    Combine::Interpolate => (x[c] * z + y[c] * (1.0 - z)) * factor,
                    Combine::Subtract => (x[c] - y[c]) * factor,
                    Combine::Dot3Rgb => 4.0 * sum * factor,
                };
                let wanted = value.clamp(0.0, 1.0);
                assert!(
                    (f64::from(found[c]) - wanted).abs() < 1e-5,
                    "{function:?} {c} {found:?} {wanted}"
                );
            }
        }
    }
}

/// source: GL 2.1, Tables 3.21 and 3.22: REPLACE, MODULATE, DECAL, BLEND and ADD for each base format; Cs and As
/// are a texture's colour, Cp and Ap the primary one, Cc the environment's.
#[test]
fn texture_functions() {
    // 51 = 0.2, 102 = 0.4, 153 = 0.6, 204 = 0.8 in bytes.
    let primary = [0.4f32, 0.6, 0.2, 0.8];
    let constant = [0.25f32, 0.5, 0.75, 0.5];
    for format in FORMATS {
        let bytes: [u8; 4] = match format {
            BaseFormat::Alpha => [0, 0, 0, 153],
            BaseFormat::Luminance => [102, 102, 102, 255],
            BaseFormat::LuminanceAlpha => [102, 102, 102, 153],
            BaseFormat::Intensity => [153, 153, 153, 153],
            BaseFormat::Rgb => [51, 102, 204, 255],
            BaseFormat::Rgba => [51, 102, 204, 153],
        };
        let texture =
            Texture::from_rgba8(ObjectTarget::TwoDimensional, Extent::new(1, 1, 1), &bytes).unwrap();
        let mut units = TextureUnits::default();
        units
            .0
            .bind(0, BoundTexture::new(Arc::new(texture), Sampler::nearest()));
        let s = bytes.map(|byte| f64::from(byte) / 255.0);
        let (p, c) = (primary.map(f64::from), constant.map(f64::from));
        for mode in [
            EnvironmentMode::Replace,
            EnvironmentMode::Modulate,
            EnvironmentMode::Decal,
            EnvironmentMode::Blend,
            EnvironmentMode::Add,
        ] {
            let rgb = |f: fn(f64, f64, f64) -> f64| -> [f64; 3] {
                if format == BaseFormat::Alpha {
                    [p[0], p[1], p[2]]
                } else {
                    [0, 1, 2].map(|k| f(p[k], s[k], c[k]))
                }
            };
            let opaque = matches!(format, BaseFormat::Luminance | BaseFormat::Rgb);
            let intensity = format == BaseFormat::Intensity;
            let product = if opaque { p[3] } else { p[3] * s[3] };
            let (color, alpha) = match mode {
                EnvironmentMode::Replace => (rgb(|_, s, _| s), if opaque { p[3] } else { s[3] }),
                EnvironmentMode::Modulate => (rgb(|p, s, _| p * s), product),
                EnvironmentMode::Decal => match format {
                    BaseFormat::Rgb => (rgb(|_, s, _| s), p[3]),
                    BaseFormat::Rgba => ([0, 1, 2].map(|k| p[k] * (1.0 - s[3]) + s[k] * s[3]), p[3]),
                    // Undefined for the others; the colour stays.
                    _ => ([p[0], p[1], p[2]], p[3]),
                },
                EnvironmentMode::Blend => (
                    rgb(|p, s, c| p * (1.0 - s) + c * s),
                    if intensity {
                        p[3] * (1.0 - s[3]) + c[3] * s[3]
                    } else {
                        product
                    },
                ),
                _ => (
                    rgb(|p, s, _| p + s),
                    if intensity { p[3] + s[3] } else { product },
                ),
            };
            let mut context = context();
            let unit = &mut context.textures[0];
            unit.sampled = Some(two_dimensional(format));
            unit.environment.mode = mode;
            unit.environment.color = constant;
            let mut framebuffer = Framebuffer::new(1, 1, &[ColorFormat::Rgba32F], None, false).unwrap();
            let programs = Programs::default();
            let draw = Draw {
                topology: Topology::Points,
                arrays: Arrays::default()
                    .with(attribute::POSITION, 4, &[0.0, 0.0, 0.0, 1.0])
                    .with(attribute::COLOR, 4, &primary),
                elements: Elements::Range { first: 0, count: 1 },
                instances: 1,
                base_instance: 0,
                base_vertex: 0,
                number: 0,
                feedback: None,
                counted: false,
                watch: None,
                programs: &programs,
                textures: &units,
                bindings: quadrille_pipeline::Bindings::NONE,
                meter: &Meter::new(Budget::of_instructions(10_000)),
                unordered: false,
            };
            let mut pipeline = Pipeline::new(Threads::one(), Box::new(Checker));
            pipeline.draw(&context, &mut framebuffer, &draw).unwrap();
            let found = framebuffer.color(0, 0, 0);
            let wanted = [color[0], color[1], color[2], alpha].map(|v| v.clamp(0.0, 1.0));
            for k in 0..4 {
                assert!(
                    (f64::from(found[k]) - wanted[k]).abs() < 1e-6,
                    "{mode:?} {format:?} {found:?} {wanted:?}"
                );
            }
        }
    }
}
