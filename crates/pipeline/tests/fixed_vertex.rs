//! The fixed-function vertex stage, fog and position invariance: that every text is accepted, and that what it draws is what the equations say, worked
//! out here in f64.

mod support;

use proptest::prelude::*;
use quadrille_base::{Budget, Meter};
use quadrille_pipeline::fixed::vertex;
use quadrille_pipeline::state::{ColorMaterial, Faces, FogMode, FogSource, GenerationMode, Light, Matrix};
use quadrille_pipeline::{
    Arrays, ColorFormat, Compiler, Context, Draw, Elements, Framebuffer, Pipeline, Programs, TextureUnits,
    Threads, Topology, attribute,
};
use support::Checker;
use support::point::{accepts, color_of, context};

const ALL: vertex::Needs = vertex::Needs {
    colors: [true; 2],
    texture_coordinates: [true; 8],
    fog: true,
};

#[test]
fn vertex_texts_are_accepted() {
    for bits in 0..1u32 << 7 {
        let has = |bit: u32| bits >> bit & 1 != 0;
        let mut context = context();
        context.lighting.enabled = has(0);
        context.lighting.model.two_side = has(1);
        context.lighting.model.local_viewer = has(2);
        context.lighting.model.separate_specular = has(3);
        context.transform.normalize = has(4);
        context.transform.rescale_normal = has(5);
        if has(6) {
            context.fog.source = FogSource::FogCoordinate;
            context.point.attenuation = [1.0, 2.0, 3.0];
        }
        for (number, light) in context.lighting.lights.iter_mut().enumerate() {
            light.enabled = true;
            light.position[3] = (number % 3) as f32;
            light.attenuation[1] = (number % 2) as f32;
            light.spot_cosine = if number % 4 == 0 { 0.5 } else { -1.0 };
        }
        for material in [
            ColorMaterial::Ambient,
            ColorMaterial::Diffuse,
            ColorMaterial::AmbientAndDiffuse,
            ColorMaterial::Specular,
            ColorMaterial::Emission,
        ] {
            context.lighting.color_material = Some((Faces::FrontAndBack, material));
            accepts(&vertex::text(&context, &ALL));
        }
    }
}

#[test]
fn texture_generation_texts_are_accepted() {
    for mode in [
        GenerationMode::ObjectLinear,
        GenerationMode::EyeLinear,
        GenerationMode::SphereMap,
        GenerationMode::ReflectionMap,
        GenerationMode::NormalMap,
    ] {
        let mut context = context();
        for (unit, state) in context.textures.iter_mut().enumerate() {
            for generation in &mut state.generation {
                generation.enabled = true;
                generation.mode = mode;
            }
            context.transform.texture[unit] = Matrix::scale(2.0, 2.0, 2.0);
        }
        accepts(&vertex::text(&context, &ALL));
    }
}

type V3 = [f64; 3];

fn dot(a: V3, b: V3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn unit(a: V3) -> V3 {
    a.map(|v| v / dot(a, a).sqrt())
}

fn minus(a: V3, b: V3) -> V3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn xyz(a: [f32; 4]) -> V3 {
    [a[0].into(), a[1].into(), a[2].into()]
}

/// The colour of a vertex by GL 2.1, 2.14.1, equation 2.6 and what follows it: identity model-view matrix, single
/// colour.
fn lit(context: &Context, vertex: V3, normal: V3) -> V3 {
    let material = &context.lighting.materials[0];
    let model = &context.lighting.model;
    let mut color: V3 = std::array::from_fn(|c| {
        f64::from(material.emission[c]) + f64::from(material.ambient[c]) * f64::from(model.ambient[c])
    });
    for light in context.lighting.lights.iter().filter(|light| light.enabled) {
        let position = xyz(light.position);
        let w = f64::from(light.position[3]);
        let towards = if w == 0.0 {
            position
        } else {
            minus(position.map(|v| v / w), vertex)
        };
        let distance = dot(towards, towards).sqrt();
        let towards = unit(towards);
        let k = light.attenuation.map(f64::from);
        let attenuation = if w == 0.0 {
            1.0
        } else {
            1.0 / (k[0] + k[1] * distance + k[2] * distance * distance)
        };
        let cosine = -dot(towards, unit(light.spot_direction.map(f64::from)));
        let spot = if light.spot_cosine == -1.0 {
            1.0
        } else if cosine < f64::from(light.spot_cosine) {
            0.0
        } else {
            cosine.max(0.0).powf(light.spot_exponent.into())
        };
        let viewer = if model.local_viewer {
            unit(vertex.map(|v| -v))
        } else {
            [0.0, 0.0, 1.0]
        };
        let half = unit([0, 1, 2].map(|c| towards[c] + viewer[c]));
        let diffuse = dot(normal, towards).max(0.0);
        let specular = if diffuse == 0.0 {
            0.0
        } else {
            dot(normal, half).max(0.0).powf(material.shininess.into())
        };
        for c in 0..3 {
            let product = |a: [f32; 4], b: [f32; 4]| f64::from(a[c]) * f64::from(b[c]);
            color[c] += attenuation
                * spot
                * (product(material.ambient, light.ambient)
                    + diffuse * product(material.diffuse, light.diffuse)
                    + specular * product(material.specular, light.specular));
        }
    }
    color.map(|v| v.clamp(0.0, 1.0))
}

/// source: GL 2.1, 2.14.3: while COLOR_MATERIAL is enabled, the properties that ColorMaterial names have the values of the
/// current colour, of the faces that it names; AMBIENT_AND_DIFFUSE names two
#[test]
fn materials_track_the_colour() {
    use ColorMaterial::{Ambient, AmbientAndDiffuse, Diffuse, Emission, Specular};
    let color = [0.8, 0.5, 0.25, 0.75];
    let mut context = context();
    context.lighting.enabled = true;
    context.lighting.model.ambient = [0.5, 0.25, 0.125, 1.0];
    let material = &mut context.lighting.materials[0];
    material.ambient = [0.1, 0.2, 0.3, 0.1];
    material.diffuse = [0.2, 0.1, 0.4, 0.5];
    material.specular = [0.3, 0.4, 0.1, 0.2];
    material.emission = [0.05, 0.1, 0.15, 0.3];
    material.shininess = 2.0;
    context.lighting.lights[0] = Light {
        enabled: true,
        ambient: [0.2, 0.1, 0.3, 1.0],
        diffuse: [0.1, 0.3, 0.2, 1.0],
        specular: [0.3, 0.2, 0.1, 1.0],
        position: [0.6, 0.0, 0.8, 0.0],
        ..context.lighting.lights[0]
    };
    let place = [0.0, 0.0, 0.0, 1.0];
    let attributes = [
        (attribute::POSITION, place),
        (attribute::NORMAL, [0.0, 0.0, 1.0, 1.0]),
        (attribute::COLOR, color),
    ];
    let plain = context.clone();
    for faces in [Faces::Front, Faces::Back, Faces::FrontAndBack] {
        for tracked in [Ambient, Diffuse, AmbientAndDiffuse, Specular, Emission] {
            context.lighting.color_material = Some((faces, tracked));
            let mut set = plain.clone();
            if faces != Faces::Back {
                let material = &mut set.lighting.materials[0];
                let named = match tracked {
                    Ambient => vec![&mut material.ambient],
                    Diffuse => vec![&mut material.diffuse],
                    AmbientAndDiffuse => vec![&mut material.ambient, &mut material.diffuse],
                    Specular => vec![&mut material.specular],
                    Emission => vec![&mut material.emission],
                };
                named.into_iter().for_each(|property| *property = color);
            }
            let found = color_of(&context, &attributes, &Programs::default());
            let wanted = lit(&set, [0.0; 3], [0.0, 0.0, 1.0]);
            for c in 0..3 {
                let (found, wanted) = (f64::from(found[c]), wanted[c]);
                assert!(
                    (found - wanted).abs() < 1e-4,
                    "{faces:?} {tracked:?}: {found} {wanted}"
                );
            }
            assert_eq!(
                found[3], set.lighting.materials[0].diffuse[3],
                "{faces:?} {tracked:?}"
            );
        }
    }
}

fn vector() -> impl Strategy<Value = [f32; 4]> {
    prop::array::uniform4(0.1f32..1.0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn lighting_is_the_equation(
        colors in prop::collection::vec(vector(), 9),
        positions in prop::collection::vec(prop::array::uniform3(-3.0f32..3.0), 2),
        w in prop::sample::select(vec![0.0f32, 1.0, 2.0]),
        attenuation in prop::array::uniform3(0.1f32..1.0),
        spot in (prop::sample::select(vec![-1.0f32, 0.0, 0.5, 0.9]), 0.0f32..20.0, prop::array::uniform3(-1.0f32..1.0)),
        shininess in 0.0f32..100.0,
        place in prop::array::uniform3(-0.9f32..0.9),
        normal in prop::array::uniform3(-1.0f32..1.0),
        local_viewer: bool,
    ) {
        let wide = normal.map(f64::from);
        prop_assume!(dot(wide, wide) > 0.01 && positions.iter().all(|p| p.iter().map(|v| v * v).sum::<f32>() > 4.0));
        prop_assume!(spot.2.iter().map(|v| v * v).sum::<f32>() > 0.01);
        let mut context = context();
        context.lighting.enabled = true;
        context.transform.normalize = true;
        context.lighting.model.local_viewer = local_viewer;
        context.lighting.model.ambient = colors[8];
        let material = &mut context.lighting.materials[0];
        (material.ambient, material.diffuse, material.specular) = (colors[0], colors[1], colors[2]);
        material.emission = colors[3].map(|v| v / 8.0);
        material.shininess = shininess;
        for (number, position) in positions.iter().enumerate() {
            let [x, y, z] = *position;
            context.lighting.lights[number * 3] = Light {
                enabled: true,
                ambient: colors[4].map(|v| v / 4.0),
                diffuse: colors[5 + number],
                specular: colors[7],
                position: [x, y, z, w],
                spot_direction: spot.2,
                spot_exponent: spot.1,
                spot_cosine: spot.0,
                attenuation,
            };
        }
        let [x, y, z] = place;
        let found = color_of(&context, &[
            (attribute::POSITION, [x, y, z, 1.0]),
            (attribute::NORMAL, [normal[0], normal[1], normal[2], 1.0]),
        ], &Programs::default());
        let wanted = lit(&context, place.map(f64::from), unit(wide));
        // At the rim of a spot rounding decides.
        let at_rim = |position: &[f32; 3]| {
            let position = position.map(f64::from);
            let towards = if w == 0.0 {
                unit(position)
            } else {
                unit(minus(position.map(|v| v / f64::from(w)), place.map(f64::from)))
            };
            (-dot(towards, unit(spot.2.map(f64::from))) - f64::from(spot.0)).abs() < 1e-4
        };
        prop_assume!(!positions.iter().any(at_rim));
        for c in 0..3 {
            prop_assert!((f64::from(found[c]) - wanted[c]).abs() < 2e-4, "{found:?} {wanted:?}");
        }
        prop_assert_eq!(found[3], context.lighting.materials[0].diffuse[3]);
    }

    /// source: GL 2.1, 3.10, equations 3.24 to 3.27, with the eye's distance as the coordinate.
    #[test]
    fn fog_is_the_equation(z in -0.99f32..0.99, density in 0.0f32..3.0, start in -1.0f32..0.4, mode in 0usize..3) {
        let mut context = context();
        context.fog.enabled = true;
        context.fog.color = [1.0, 0.5, 0.0, 1.0];
        context.fog.density = density;
        (context.fog.start, context.fog.end) = (start, start + 0.5);
        context.fog.mode = [FogMode::Linear, FogMode::Exp, FogMode::Exp2][mode];
        let found = color_of(&context, &[
            (attribute::POSITION, [0.0, 0.0, z, 1.0]),
            (attribute::COLOR, [0.0, 0.25, 1.0, 0.5]),
        ], &Programs::default());
        let c = f64::from(z).abs();
        let (density, start) = (f64::from(density), f64::from(start));
        let factor = match mode {
            0 => (start + 0.5 - c) / 0.5,
            1 => (-density * c).exp(),
            _ => (-(density * c) * (density * c)).exp(),
        }.clamp(0.0, 1.0);
        let wanted = [1.0 - factor, 0.25 * factor + 0.5 * (1.0 - factor), factor, 0.5];
        for c in 0..4 {
            prop_assert!((f64::from(found[c]) - wanted[c]).abs() < 1e-5, "{found:?} {wanted:?}");
        }
    }

    /// A position-invariant program has the fixed-function position to the bit: drawn over what fixed function
    /// drew, every fragment has an equal depth and passes.
    #[test]
    fn position_invariance_is_exact(
        entries in prop::array::uniform16(-1.0f32..1.0),
        corners in prop::array::uniform9(-1.0f32..1.0),
    ) {
        let mut context = Context::new(40, 40);
        context.transform.modelview[0] = Matrix::from_columns(entries);
        context.transform.projection = Matrix::frustum(-1.0, 1.0, -1.0, 1.0, 0.3, 4.0);
        context.depth.enabled = true;
        let mut framebuffer = Framebuffer::new(
            40, 40, &[ColorFormat::Rgba8], Some(quadrille_pipeline::DepthFormat::Depth32F), false,
        ).unwrap();
        let mut pipeline = Pipeline::new(Threads::one(), Box::new(Checker));
        let arrays = Arrays::default().with(attribute::POSITION, 3, &corners);
        let fixed = Programs::default();
        let text = "!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, { 1, 0, 0, 1 };\nEND\n";
        let programs = Programs {
            vertex: Some(quadrille_pipeline::BoundProgram::new(Checker.compile(text).unwrap())),
            ..Programs::default()
        };
        let draw = Draw {
            topology: Topology::Triangles,
            arrays,
            elements: Elements::Range { first: 0, count: 3 },
            instances: 1,
            base_instance: 0,
            base_vertex: 0,
            number: 0,
            feedback: None,
            counted: false,
            watch: None,
            programs: &fixed,
            textures: &TextureUnits::default(),
            bindings: quadrille_pipeline::Bindings::NONE,
            meter: &Meter::new(Budget::of_instructions(1000)),
            unordered: false,
        };
        let first = pipeline.draw(&context, &mut framebuffer, &draw).unwrap();
        context.depth.function = quadrille_pipeline::state::Compare::Equal;
        pipeline.draw(&context, &mut framebuffer, &Draw { programs: &programs, ..draw }).unwrap();
        let mut red = 0;
        for pixel in 0..1600 {
            let color = framebuffer.color(0, pixel % 40, pixel / 40);
            red += u64::from(color == [1.0, 0.0, 0.0, 1.0]);
        }
        prop_assert_eq!(red, first.fragments);
    }
}

/// source: GL 2.1, 2.11.4: r = u − 2n(n·u); sphere maps: s = r_x/m + 1/2, m = 2√(r_x² + r_y² + (r_z + 1)²).
#[test]
fn reflections_are_generated() {
    let fragment = |mode: GenerationMode, place: [f32; 4], normal: [f32; 4]| {
        let mut context = context();
        context.clamping.fragment = Some(false);
        for generation in context.textures[0].generation.iter_mut().take(3) {
            generation.enabled = true;
            generation.mode = mode;
        }
        let text = "!!ARBfp1.0\nMOV result.color, fragment.texcoord[0];\nEND\n";
        let programs = Programs {
            fragment: Some(quadrille_pipeline::BoundProgram::new(
                Checker.compile(text).unwrap(),
            )),
            ..Programs::default()
        };
        color_of(
            &context,
            &[(attribute::POSITION, place), (attribute::NORMAL, normal)],
            &programs,
        )
    };
    let place = [0.3f32, -0.4, 0.5, 1.0];
    let normal = unit([0.1, 0.7, 0.6]);
    let n = [normal[0] as f32, normal[1] as f32, normal[2] as f32, 1.0];
    let u = unit(xyz(place));
    let r: V3 = std::array::from_fn(|c| u[c] - 2.0 * normal[c] * dot(normal, u));
    let m = 2.0 * (r[0] * r[0] + r[1] * r[1] + (r[2] + 1.0) * (r[2] + 1.0)).sqrt();
    let check = |found: [f32; 4], wanted: &[f64]| {
        for (found, wanted) in found.into_iter().zip(wanted) {
            assert!((f64::from(found) - wanted).abs() < 1e-5, "{found} {wanted}");
        }
    };
    check(fragment(GenerationMode::ReflectionMap, place, n), &r);
    check(fragment(GenerationMode::NormalMap, place, n), &normal);
    check(
        fragment(GenerationMode::SphereMap, place, n),
        &[r[0] / m + 0.5, r[1] / m + 0.5],
    );
}
