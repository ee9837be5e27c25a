//! Fixed-function vertices as a program: the state that chooses what is computed is read from the driver. Matrices, lights,
//! materials and planes stay state that the program names.

use quadrille_pipeline::Context;
use quadrille_pipeline::fixed::vertex::{self, Needs};
use quadrille_pipeline::state::{ColorMaterial, Faces, FogSource, GenerationMode, Matrix};

use crate::gl::{Gl, number};

const LIGHTING: u32 = 0x0b50;
const LIGHT_MODEL_LOCAL_VIEWER: u32 = 0x0b51;
const LIGHT_MODEL_TWO_SIDE: u32 = 0x0b52;
const LIGHT_MODEL_COLOR_CONTROL: u32 = 0x81f8;
const SEPARATE_SPECULAR_COLOR: i32 = 0x81fa;
const COLOR_MATERIAL: u32 = 0x0b57;
const COLOR_MATERIAL_FACE: u32 = 0x0b55;
const COLOR_MATERIAL_PARAMETER: u32 = 0x0b56;
const NORMALIZE: u32 = 0x0ba1;
const RESCALE_NORMAL: u32 = 0x803a;
const FOG_COORDINATE_SOURCE: u32 = 0x8450;
const FOG_COORDINATE: i32 = 0x8451;
const LIGHT0: u32 = 0x4000;
const POSITION: u32 = 0x1203;
const SPOT_CUTOFF: u32 = 0x1206;
const ATTENUATIONS: [u32; 3] = [0x1207, 0x1208, 0x1209];
const TEXTURE_GEN_S: u32 = 0x0c60;
const S: u32 = 0x2000;

/// The program that does what the state says: it writes what is needed.
pub(super) fn vertex(gl: &dyn Gl, needs: &Needs) -> String {
    let mut context = Context::new(1, 1);
    context.transform.normalize = gl.is_enabled(NORMALIZE);
    context.transform.rescale_normal = gl.is_enabled(RESCALE_NORMAL);
    context.fog.source = match gl.integer(FOG_COORDINATE_SOURCE) {
        FOG_COORDINATE => FogSource::FogCoordinate,
        _ => FogSource::FragmentDepth,
    };
    if gl.is_enabled(LIGHTING) {
        light(gl, &mut context);
    }
    let before = gl.integer(number::ACTIVE_TEXTURE).cast_unsigned();
    let units = gl.integer(number::MAX_TEXTURE_COORDS).cast_unsigned();
    let mut active = before;
    for (unit, needed) in (0..units).zip(needs.texture_coordinates) {
        if needed {
            active = number::TEXTURE0 + unit;
            gl.active_texture(active);
            coordinates(gl, &mut context, unit as usize);
        }
    }
    if active != before {
        gl.active_texture(before);
    }
    vertex::text(&context, needs)
}

fn light(gl: &dyn Gl, context: &mut Context) {
    let lighting = &mut context.lighting;
    lighting.enabled = true;
    lighting.model.local_viewer = gl.integer(LIGHT_MODEL_LOCAL_VIEWER) != 0;
    lighting.model.two_side = gl.integer(LIGHT_MODEL_TWO_SIDE) != 0;
    lighting.model.separate_specular = gl.integer(LIGHT_MODEL_COLOR_CONTROL) == SEPARATE_SPECULAR_COLOR;
    if gl.is_enabled(COLOR_MATERIAL) {
        let faces = match gl.integer(COLOR_MATERIAL_FACE) {
            0x0404 => Faces::Front,
            0x0405 => Faces::Back,
            _ => Faces::FrontAndBack,
        };
        let tracked = match gl.integer(COLOR_MATERIAL_PARAMETER) {
            0x1200 => ColorMaterial::Ambient,
            0x1201 => ColorMaterial::Diffuse,
            0x1202 => ColorMaterial::Specular,
            0x1600 => ColorMaterial::Emission,
            _ => ColorMaterial::AmbientAndDiffuse,
        };
        lighting.color_material = Some((faces, tracked));
    }
    for (number, own) in (LIGHT0..).zip(&mut lighting.lights) {
        own.enabled = gl.is_enabled(number);
        if own.enabled {
            own.position = gl.light(number, POSITION);
            own.attenuation = ATTENUATIONS.map(|name| gl.light(number, name)[0]);
            // Whether it is a spot is all that the program depends on.
            own.spot_cosine = match gl.light(number, SPOT_CUTOFF)[0] {
                180.0 => -1.0,
                _ => 0.5,
            };
        }
    }
}

/// How the coordinates of the active unit are made.
fn coordinates(gl: &dyn Gl, context: &mut Context, unit: usize) {
    let (Some(state), Some(matrix)) = (
        context.textures.get_mut(unit),
        context.transform.texture.get_mut(unit),
    ) else {
        return;
    };
    *matrix = Matrix::from_columns(gl.floats(number::TEXTURE_MATRIX));
    for (at, generation) in (0..).zip(&mut state.generation) {
        generation.enabled = gl.is_enabled(TEXTURE_GEN_S + at);
        if generation.enabled {
            generation.mode = match gl.generation_mode(S + at) {
                0x2401 => GenerationMode::ObjectLinear,
                0x2402 => GenerationMode::SphereMap,
                0x8511 => GenerationMode::NormalMap,
                0x8512 => GenerationMode::ReflectionMap,
                _ => GenerationMode::EyeLinear,
            };
        }
    }
}
