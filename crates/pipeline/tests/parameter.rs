//! Program parameters: what each binding of state stands for.

use quadrille_isa::gl::binding::BINDINGS;
use quadrille_isa::gl::{Binding, Family, Role, Stage};
use quadrille_pipeline::Context;
use quadrille_pipeline::state::parameter::value;
use quadrille_pipeline::state::{Light, Material, Matrix};

/// A state in which no two vectors are alike.
fn context() -> Context {
    let mut context = Context::new(64, 32);
    let mut next = 0.0;
    let mut four = || {
        next += 4.0;
        [next, next + 1.0, next + 2.0, next + 3.0]
    };
    for material in &mut context.lighting.materials {
        *material = Material {
            ambient: four(),
            diffuse: four(),
            specular: four(),
            emission: four(),
            shininess: four()[0],
        };
    }
    for light in &mut context.lighting.lights {
        *light = Light {
            enabled: false,
            ambient: four(),
            diffuse: four(),
            specular: four(),
            position: four(),
            spot_direction: [four()[0], four()[0], four()[0]],
            spot_exponent: four()[0],
            spot_cosine: four()[0],
            attenuation: [four()[0], four()[0], four()[0]],
        };
    }
    context.lighting.model.ambient = four();
    for unit in &mut context.textures {
        unit.environment.color = four();
        for generation in &mut unit.generation {
            generation.eye_plane = four();
            generation.object_plane = four();
        }
    }
    context.fog.color = four();
    (context.fog.density, context.fog.start, context.fog.end) = (2.0, 3.0, 7.0);
    for plane in &mut context.transform.clip_planes {
        *plane = four();
    }
    context.point.size = 5.0;
    (context.point.min, context.point.max, context.point.fade_threshold) = (6.0, 7.0, 8.0);
    context.point.attenuation = [9.0, 10.0, 11.0];
    context.transform.depth_range = [0.25, 0.75];
    context.transform.modelview[0] = Matrix::scale(2.0, 4.0, 8.0).multiply(&Matrix::translate(1.0, 2.0, 3.0));
    context.transform.projection = Matrix::frustum(-1.0, 1.0, -1.0, 1.0, 1.0, 3.0);
    *context.environment_mut(Stage::Vertex) = vec![four(), four()];
    *context.environment_mut(Stage::Fragment) = vec![four(), four()];
    context
}

fn at(family: Family, index: [u32; 4]) -> [f32; 4] {
    let locals = [[101.0, 102.0, 103.0, 104.0], [105.0, 106.0, 107.0, 108.0]];
    value(Binding::new(family, index), Stage::Vertex, &context(), &locals)
}

/// A new row of the table must be given a value.
#[test]
fn every_parameter_has_a_value() {
    for row in BINDINGS.iter().filter(|row| row.role == Role::Parameter) {
        if row.family == Family::ProgramStoragelen {
            continue;
        }
        assert_ne!(at(row.family, [0; 4]), [0.0; 4], "{:?}", row.family);
    }
}

/// source: ARB_vertex_program, Tables X.3.1 to X.3.6, and ARB_fragment_program, Tables X.2.5 and X.2.6.
#[test]
fn contents_are_those_of_the_tables() {
    let context = context();
    let lighting = &context.lighting;
    let (light, back) = (&lighting.lights[3], &lighting.materials[1]);
    let with = |[x, y, z]: [f32; 3], w| [x, y, z, w];
    assert_eq!(at(Family::StateMaterialEmission, [1, 0, 0, 0]), back.emission);
    assert_eq!(
        at(Family::StateMaterialShininess, [1, 0, 0, 0]),
        [back.shininess, 0.0, 0.0, 1.0]
    );
    assert_eq!(at(Family::StateLightPosition, [3, 0, 0, 0]), light.position);
    assert_eq!(
        at(Family::StateLightAttenuation, [3, 0, 0, 0]),
        with(light.attenuation, light.spot_exponent)
    );
    assert_eq!(
        at(Family::StateLightSpotDirection, [3, 0, 0, 0]),
        with(light.spot_direction, light.spot_cosine)
    );
    let scene: [f32; 4] = std::array::from_fn(|c| match c {
        3 => back.diffuse[3],
        _ => lighting.model.ambient[c] * back.ambient[c] + back.emission[c],
    });
    assert_eq!(at(Family::StateLightmodelScenecolor, [1, 0, 0, 0]), scene);
    let product: [f32; 4] = std::array::from_fn(|c| match c {
        3 => back.specular[3],
        _ => light.specular[c] * back.specular[c],
    });
    assert_eq!(at(Family::StateLightprodSpecular, [3, 1, 0, 0]), product);
    let texgen = &context.textures[2].generation[3];
    assert_eq!(at(Family::StateTexgen, [2, 0, 3, 0]), texgen.eye_plane);
    assert_eq!(at(Family::StateTexgen, [2, 1, 3, 0]), texgen.object_plane);
    assert_eq!(
        at(Family::StateTexenvColor, [2, 0, 0, 0]),
        context.textures[2].environment.color
    );
    assert_eq!(at(Family::StateFogParams, [0; 4]), [2.0, 3.0, 7.0, 0.25]);
    assert_eq!(
        at(Family::StateClipPlane, [4, 0, 0, 0]),
        context.transform.clip_planes[4]
    );
    assert_eq!(at(Family::StatePointSize, [0; 4]), [5.0, 6.0, 7.0, 8.0]);
    assert_eq!(at(Family::StatePointAttenuation, [0; 4]), [9.0, 10.0, 11.0, 1.0]);
    assert_eq!(at(Family::StateDepthRange, [0; 4]), [0.25, 0.75, 0.5, 1.0]);
    assert_eq!(
        at(Family::ProgramEnv, [1, 0, 0, 0]),
        context.environment(Stage::Vertex)[1]
    );
    assert_eq!(at(Family::ProgramEnv, [7, 0, 0, 0]), [0.0; 4]);
    assert_eq!(
        at(Family::ProgramLocal, [1, 0, 0, 0]),
        [105.0, 106.0, 107.0, 108.0]
    );
}

/// source: ARB_vertex_program 2.14.3.2, the half-angle vector: normalize(normalize(P) + (0, 0, 1)), 1.
#[test]
fn half_vectors() {
    let mut light = Light {
        position: [3.0, 0.0, 4.0, 0.0],
        ..Light::default()
    };
    let length = (0.6f64 * 0.6 + 1.8 * 1.8).sqrt();
    let wanted = [0.6 / length, 0.0, 1.8 / length, 1.0];
    for (found, wanted) in light.half().into_iter().zip(wanted) {
        assert!((f64::from(found) - wanted).abs() < 1e-7);
    }
    light.position = [0.0; 4];
    assert_eq!(light.half(), [0.0, 0.0, 1.0, 1.0]);
}

/// source: ARB_vertex_program, Table X.3.8: rows of a matrix, its inverse, its transpose, the transpose of its
/// inverse. The matrix here scales by 2, 4, 8 after moving by 1, 2, 3; its inverse is written down by hand.
#[test]
fn matrix_rows() {
    let family = Family::StateMatrixModelview;
    assert_eq!(at(family, [0, 0, 1, 0]), [0.0, 4.0, 0.0, 8.0]);
    assert_eq!(at(family, [0, 1, 1, 0]), [0.0, 0.25, 0.0, -2.0]);
    assert_eq!(at(family, [0, 2, 3, 0]), [2.0, 8.0, 24.0, 1.0]);
    assert_eq!(at(family, [0, 3, 3, 0]), [-1.0, -2.0, -3.0, 1.0]);
    let context = context();
    let mvp = context
        .transform
        .projection
        .multiply(&context.transform.modelview[0]);
    assert_eq!(at(Family::StateMatrixMvp, [0, 2, 0, 0]), mvp.rows[2]);
}
