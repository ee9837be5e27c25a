//! Textures as numbers and as pictures.

use super::{InterpreterError, Picture};
use crate::command::TextureView;
use crate::machine::{Area, Machine, Texture};

/// Columns and rows of texels that are shown as numbers.
const NUMBERS: u32 = 4;
/// Columns and rows that a picture has at most; of larger ones every nth texel is taken.
const MOST: u32 = 64;

/// The textures that the program reaches, a line each.
pub(super) fn list(machine: &dyn Machine) -> String {
    let all = machine.textures();
    if all.is_empty() {
        return "the program reaches no textures\n".to_owned();
    }
    all.iter()
        .map(|texture| format!("{}\n", describe(texture)))
        .collect()
}

fn describe(texture: &Texture) -> String {
    let size = |level: &[u32; 3]| level.map(|size| size.to_string()).join(" × ");
    let [first, ..] = texture.levels.as_slice() else {
        return format!("{}: {}, no image", texture.name, texture.target);
    };
    let faces = match texture.faces {
        1 => String::new(),
        faces => format!(", {faces} faces"),
    };
    let levels = match texture.levels.len() {
        1 => String::new(),
        levels => format!(", {levels} levels"),
    };
    format!(
        "{}: {}, {}, {}{faces}{levels}",
        texture.name,
        texture.target,
        texture.format,
        size(first)
    )
}

/// What is looked at of a texture, as text and as a picture.
pub(super) fn show(machine: &dyn Machine, view: &TextureView) -> Result<(String, Picture), InterpreterError> {
    let all = machine.textures();
    let number = all.iter().position(|texture| texture.name == view.name);
    let number = number.ok_or_else(|| InterpreterError::Texture(view.name.clone()))?;
    let texture = &all[number];
    let missing = InterpreterError::Level(view.name.clone(), view.level, view.layer);
    let Some([width, height, _]) = texture.levels.get(view.level as usize).copied() else {
        return Err(missing);
    };
    if view.layer >= texture.layers(view.level as usize) || width == 0 || height == 0 {
        return Err(missing);
    }
    let step = width.max(height).div_ceil(MOST);
    let whole = Area {
        level: view.level,
        layer: view.layer,
        origin: [0; 2],
        size: [width.div_ceil(step), height.div_ceil(step)],
        step: [step; 2],
    };
    let picture = Picture {
        name: texture.name.clone(),
        width: whole.size[0],
        height: whole.size[1],
        pixels: machine
            .texels(number, whole)
            .iter()
            .map(|texel| texel.map(shade))
            .collect(),
    };
    let mut text = format!("{}\n", describe(texture));
    if let Some([x, y]) = view.at {
        let size = [width, height];
        if x >= width || y >= height {
            return Err(InterpreterError::Texel(view.name.clone(), [x, y], size));
        }
        let area = Area {
            origin: [x, y],
            size: [NUMBERS.min(width - x), NUMBERS.min(height - y)],
            step: [1; 2],
            ..whole
        };
        let texels = machine.texels(number, area);
        for (row, texels) in texels.chunks(area.size[0] as usize).enumerate() {
            for (column, texel) in texels.iter().enumerate() {
                let place = [x + column as u32, y + row as u32];
                text.push_str(&format!("{:?} = {}\n", place, numbers(texel)));
            }
        }
    }
    Ok((text, picture))
}

/// A texel as it is shown.
pub fn numbers(texel: &[f64; 4]) -> String {
    // A float has no more digits than its own.
    let text = texel.map(|value| match value.fract() == 0.0 {
        true => value.to_string(),
        false => (value as f32).to_string(),
    });
    format!("({})", text.join(", "))
}

/// A component as a picture has it: 0 to 1 becomes 0 to 255, and what is beyond is cut off.
fn shade(value: f64) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0).round() as u8
}
