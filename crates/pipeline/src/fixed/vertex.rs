//! Text of the fixed-function vertex stage: position, lighting, texture coordinates, fog coordinate, point
//! size (GL 2.1, 2.11 to 2.14, 3.3).

use super::light;
pub use super::needs::Needs;
use crate::state::{Context, FogSource, GenerationMode, Matrix};

/// The program that does what the state says: an ARB vertex program that writes what is needed.
pub fn text(context: &Context, needs: &Needs) -> String {
    let lit = context.lighting.enabled && needs.colors != [false; 2];
    let generates = |wanted: fn(GenerationMode) -> bool| {
        context
            .textures
            .iter()
            .zip(needs.texture_coordinates)
            .filter(|(_, needed)| *needed)
            .flat_map(|(unit, _)| unit.generation)
            .any(|generation| generation.enabled && wanted(generation.mode))
    };
    let attenuates = context.point.attenuation != [1.0, 0.0, 0.0];
    let fades = needs.fog && context.fog.source == FogSource::FragmentDepth;
    let reflects =
        generates(|mode| matches!(mode, GenerationMode::SphereMap | GenerationMode::ReflectionMap));
    let has_normal = lit || reflects || generates(|mode| mode == GenerationMode::NormalMap);
    let has_eye =
        lit || reflects || attenuates || fades || generates(|mode| mode == GenerationMode::EyeLinear);

    let mut text = "!!ARBvp1.0\nOPTION ARB_position_invariant;\n".to_owned();
    if has_eye {
        text += EYE;
    }
    if has_normal {
        text += &normal(context);
    }
    if lit {
        text += &light::text(context, needs);
    } else {
        let colors = [
            "result.color, vertex.color",
            "result.color.secondary, vertex.color.secondary",
        ];
        for (move_, needed) in colors.into_iter().zip(needs.colors) {
            if needed {
                text += &format!("MOV {move_};\n");
            }
        }
    }
    if reflects {
        text += REFLECTION;
    }
    for (unit, needed) in needs.texture_coordinates.into_iter().enumerate() {
        if needed {
            text += &texture_coordinate(context, unit);
        }
    }
    if needs.fog {
        text += if fades {
            "ABS result.fogcoord.x, eye.z;\n"
        } else {
            "MOV result.fogcoord.x, vertex.fogcoord.x;\n"
        };
    }
    if attenuates {
        text += POINT_SIZE;
    }
    text += "END\n";
    text
}

/// Eye coordinates, and in `place` those divided by w.
const EYE: &str = "\
TEMP eye, place;
DP4 eye.x, state.matrix.modelview.row[0], vertex.position;
DP4 eye.y, state.matrix.modelview.row[1], vertex.position;
DP4 eye.z, state.matrix.modelview.row[2], vertex.position;
DP4 eye.w, state.matrix.modelview.row[3], vertex.position;
RCP place.w, eye.w;
MUL place.xyz, eye, place.w;
";

/// The transformed normal (GL 2.1, 2.11.3).
fn normal(context: &Context) -> String {
    let mut text = String::from(
        "TEMP normal;\n\
         DP3 normal.x, state.matrix.modelview.invtrans.row[0], vertex.normal;\n\
         DP3 normal.y, state.matrix.modelview.invtrans.row[1], vertex.normal;\n\
         DP3 normal.z, state.matrix.modelview.invtrans.row[2], vertex.normal;\n",
    );
    if context.transform.normalize {
        text += "DP3 normal.w, normal, normal;\nRSQ normal.w, normal.w;\nMUL normal.xyz, normal, normal.w;\n";
    } else if context.transform.rescale_normal {
        // 1/√(m31² + m32² + m33²), with m the inverse of the model-view matrix.
        text += "PARAM inverse = state.matrix.modelview.inverse.row[2];\n\
                 DP3 normal.w, inverse, inverse;\nRSQ normal.w, normal.w;\nMUL normal.xyz, normal, normal.w;\n";
    }
    text
}

/// The reflection vector r = u − 2n(n·u), and in `sphere` what SPHERE_MAP adds 1/2 to (GL 2.1, 2.11.4).
const REFLECTION: &str = "\
TEMP reflection, sphere;
DP3 reflection.w, place, place;
RSQ reflection.w, reflection.w;
MUL sphere.xyz, place, reflection.w;
DP3 reflection.w, normal, sphere;
ADD reflection.w, reflection.w, reflection.w;
MAD reflection.xyz, -normal, reflection.w, sphere;
ADD sphere.xyz, reflection, { 0, 0, 1, 0 };
DP3 sphere.w, sphere, sphere;
RSQ sphere.w, sphere.w;
MUL sphere.xy, reflection, sphere.w;
MUL sphere.xy, sphere, 0.5;
";

/// One texture coordinate: generated, then multiplied by the texture matrix (GL 2.1, 2.11.4).
fn texture_coordinate(context: &Context, unit: usize) -> String {
    let mut text = String::new();
    let state = &context.textures[unit];
    let moves = context.transform.texture[unit] != Matrix::IDENTITY;
    let name = if moves {
        format!("coordinate{unit}")
    } else {
        format!("result.texcoord[{unit}]")
    };
    if moves {
        text += &format!("TEMP {name};\n");
    }
    text += &format!("MOV {name}, vertex.texcoord[{unit}];\n");
    for (at, generation) in state.generation.iter().enumerate() {
        if !generation.enabled {
            continue;
        }
        let coordinate = ["s", "t", "r", "q"][at];
        let component = ["x", "y", "z", "w"][at];
        text += &match generation.mode {
            GenerationMode::ObjectLinear => {
                format!(
                    "DP4 {name}.{component}, state.texgen[{unit}].object.{coordinate}, vertex.position;\n"
                )
            }
            GenerationMode::EyeLinear => {
                format!("DP4 {name}.{component}, state.texgen[{unit}].eye.{coordinate}, eye;\n")
            }
            // Sphere maps are for s and t, reflection and normal maps for s, t and r.
            GenerationMode::SphereMap if at < 2 => format!("ADD {name}.{component}, sphere, 0.5;\n"),
            GenerationMode::ReflectionMap if at < 3 => format!("MOV {name}.{component}, reflection;\n"),
            GenerationMode::NormalMap if at < 3 => format!("MOV {name}.{component}, normal;\n"),
            GenerationMode::SphereMap | GenerationMode::ReflectionMap | GenerationMode::NormalMap => {
                String::new()
            }
        };
    }
    if moves {
        for (row, component) in ["x", "y", "z", "w"].into_iter().enumerate() {
            text += &format!(
                "DP4 result.texcoord[{unit}].{component}, state.matrix.texture[{unit}].row[{row}], {name};\n"
            );
        }
    }
    text
}

/// Point size by distance: size · √(1/(a + b·d + c·d²)) (GL 2.1, 3.3).
const POINT_SIZE: &str = "\
TEMP distance;
DP3 distance.x, place, place;
MAX distance.x, distance.x, 1.0e-30;
RSQ distance.y, distance.x;
DST distance, distance.x, distance.y;
DP3 distance.x, distance, state.point.attenuation;
RSQ distance.x, distance.x;
MUL result.pointsize.x, state.point.size.x, distance.x;
";
