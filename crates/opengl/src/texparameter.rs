//! `texparameter`, handed to the driver.

use crate::enumerant::{self, value};
use crate::error::SceneError;
use crate::painter::Painter;

/// `texparameter`: changes the texture on the active unit.
pub(crate) fn set(painter: &Painter<'_>, name: &str, text: &str) -> Result<(), SceneError> {
    let target = painter.target()?;
    let gl = painter.gl;
    let number = |text: &str| {
        text.parse::<f32>()
            .map_err(|_| SceneError::Number(text.to_owned()))
    };
    let by_name = [
        ("min", enumerant::TEXTURE_MIN_FILTER),
        ("mag", enumerant::TEXTURE_MAG_FILTER),
        ("wrap_s", enumerant::TEXTURE_WRAP_S),
        ("wrap_t", enumerant::TEXTURE_WRAP_T),
        ("wrap_r", enumerant::TEXTURE_WRAP_R),
        ("depth_mode", enumerant::DEPTH_TEXTURE_MODE),
        ("compare_func", enumerant::TEXTURE_COMPARE_FUNC),
        ("compare_mode", enumerant::TEXTURE_COMPARE_MODE),
        ("swizzle_r", enumerant::TEXTURE_SWIZZLE_R),
        ("swizzle_g", enumerant::TEXTURE_SWIZZLE_G),
        ("swizzle_b", enumerant::TEXTURE_SWIZZLE_B),
        ("swizzle_a", enumerant::TEXTURE_SWIZZLE_A),
    ];
    let by_number = [
        ("min_lod", enumerant::TEXTURE_MIN_LOD),
        ("max_lod", enumerant::TEXTURE_MAX_LOD),
        ("lod_bias", enumerant::TEXTURE_LOD_BIAS),
        ("base_level", enumerant::TEXTURE_BASE_LEVEL),
        ("max_level", enumerant::TEXTURE_MAX_LEVEL),
    ];
    let find = |list: &[(&str, u32)]| list.iter().find(|(own, _)| *own == name).map(|(_, gl)| *gl);
    if let Some(gl_name) = find(&by_name) {
        gl.texture_parameter_name(target, gl_name, value(text.trim())?);
    } else if let Some(gl_name) = find(&by_number) {
        gl.texture_parameter(target, gl_name, number(text.trim())?);
    } else if matches!(name, "border" | "border_color") {
        let mut color = [0.0; 4];
        for (own, word) in color.iter_mut().zip(text.split_whitespace()) {
            *own = number(word)?;
        }
        gl.texture_parameters(target, enumerant::TEXTURE_BORDER_COLOR, color);
    } else {
        return Err(SceneError::TexParameter(name.to_owned()));
    }
    Ok(())
}

/// Makes the texture just made compare depths.
pub(crate) fn shadow(painter: &Painter<'_>, function: &str) -> Result<(), SceneError> {
    set(painter, "compare_mode", "compare_r_to_texture")?;
    set(painter, "compare_func", function)
}
