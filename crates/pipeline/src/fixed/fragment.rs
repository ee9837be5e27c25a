//! Text of the fixed-function fragment stage: texture environment, colour sum, fog (GL 2.1, 3.8.13 to 3.10).

use quadrille_isa::gl::{Family, LanguageSet};
use quadrille_program::Program;

use super::combine;
use crate::state::texture::{BaseFormat, SampledTexture};
use crate::state::{Context, EnvironmentMode, FogMode, TextureUnit};

/// The program that does what the state says: an ARB fragment program.
///
/// Texture unit n is sampled at texture coordinate n divided by its q; units work in order on what the one
/// before gave. Fog is the program's option, so that it is applied where it is for other programs. `vertex` is the vertex
/// program before it, if that stage has one.
pub fn text(context: &Context, vertex: Option<&Program>) -> String {
    let mut text = String::from("!!ARBfp1.0\n");
    if context.fog.enabled && has_fog_coordinate(vertex) {
        text += match context.fog.mode {
            FogMode::Linear => "OPTION ARB_fog_linear;\n",
            FogMode::Exp => "OPTION ARB_fog_exp;\n",
            FogMode::Exp2 => "OPTION ARB_fog_exp2;\n",
        };
    }
    let mut sampled = context.textures.iter().flat_map(|unit| unit.sampled);
    if sampled.any(|texture| texture.target.target(texture.compare).is_shadow()) {
        text += "OPTION ARB_fragment_program_shadow;\n";
    }
    text += "TEMP color;\n";
    let combines =
        |unit: &TextureUnit| unit.sampled.is_some() && unit.environment.mode == EnvironmentMode::Combine;
    if context.textures.iter().any(combines) {
        text += combine::DECLARATIONS;
    }
    // All textures are fetched first, since a combiner may read that of any unit.
    for (number, unit) in context.textures.iter().enumerate() {
        if let Some(texture) = unit.sampled {
            let row = texture.target.target(texture.compare).row();
            let name = row.name;
            // A direction stays the same whatever it is divided by.
            let opcode = if row.cube { "TEX" } else { "TXP" };
            text += &format!(
                "TEMP texture{number};\n{opcode} texture{number}, fragment.texcoord[{number}], texture[{number}], {name};\n"
            );
        }
    }
    text += "MOV_SAT color, fragment.color;\n";
    for (number, unit) in context.textures.iter().enumerate() {
        if let Some(SampledTexture { format, .. }) = unit.sampled {
            text += &apply(context, number, unit, format);
        }
    }
    if sums_colors(context, vertex) {
        text += "ADD_SAT color.xyz, color, fragment.color.secondary;\n";
    }
    text += "MOV result.color, color;\nEND\n";
    text
}

/// Whether vertices have fog coordinates: where an NV vertex program writes none, the fog factor is 1 (NV_vertex_program
/// 2.14.1.5, NV_vertex_program2 2.14.1.5).
fn has_fog_coordinate(vertex: Option<&Program>) -> bool {
    vertex.is_none_or(|program| {
        let mut results = program.results().iter();
        !is_nv(program) || results.any(|result| result.binding.family == Family::ResultFogcoord)
    })
}

/// Whether the secondary colour is added: for lighting with a separate specular colour, for NV vertex programs always
/// (NV_vertex_program 3.9), for others as COLOR_SUM says (ARB_vertex_program 3.9).
fn sums_colors(context: &Context, vertex: Option<&Program>) -> bool {
    let lighting = &context.lighting;
    context.color_sum
        || match vertex {
            None => lighting.enabled && lighting.model.separate_specular,
            Some(program) => is_nv(program),
        }
}

fn is_nv(vertex: &Program) -> bool {
    vertex.profile().language.meets(LanguageSet::NV_VERTEX)
}

/// One unit's texture function (GL 2.1, Tables 3.21 and 3.22).
fn apply(context: &Context, number: usize, unit: &TextureUnit, format: BaseFormat) -> String {
    let has_color = format != BaseFormat::Alpha;
    let has_alpha = !matches!(format, BaseFormat::Luminance | BaseFormat::Rgb);
    let texture = format!("texture{number}");
    let constant = format!("state.texenv[{number}].color");
    let mut text = String::new();
    let mut line = |applies: bool, instruction: String| {
        if applies {
            text += &instruction;
            text.push('\n');
        }
    };
    match unit.environment.mode {
        EnvironmentMode::Replace => {
            line(has_color, format!("MOV color.xyz, {texture};"));
            line(has_alpha, format!("MOV color.w, {texture};"));
        }
        EnvironmentMode::Modulate => {
            line(has_color, format!("MUL color.xyz, color, {texture};"));
            line(has_alpha, format!("MUL color.w, color, {texture};"));
        }
        // Decals are defined for RGB and RGBA only; others leave the colour as it is.
        EnvironmentMode::Decal => {
            line(format == BaseFormat::Rgb, format!("MOV color.xyz, {texture};"));
            line(
                format == BaseFormat::Rgba,
                format!("LRP color.xyz, {texture}.w, {texture}, color;"),
            );
        }
        EnvironmentMode::Blend => {
            line(has_color, format!("LRP color.xyz, {texture}, {constant}, color;"));
            if format == BaseFormat::Intensity {
                line(true, format!("LRP color.w, {texture}, {constant}, color;"));
            } else {
                line(has_alpha, format!("MUL color.w, color, {texture};"));
            }
        }
        EnvironmentMode::Add => {
            line(has_color, format!("ADD_SAT color.xyz, color, {texture};"));
            if format == BaseFormat::Intensity {
                line(true, format!("ADD_SAT color.w, color, {texture};"));
            } else {
                line(has_alpha, format!("MUL color.w, color, {texture};"));
            }
        }
        EnvironmentMode::Combine => text += &combine::text(context, number, &unit.environment),
    }
    text
}
