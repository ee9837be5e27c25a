//! Textures as variables: their layers, the rows of a layer, the texels of a row.

use serde_json::{Value as Json, json};

use super::view::{Reference, References};
use crate::interpreter::texel_text;
use crate::machine::{Area, Machine, Texture};

impl References {
    /// The textures of a run.
    pub(super) fn textures(&mut self, machine: &dyn Machine) -> Vec<Json> {
        let all = machine.textures().into_iter().enumerate();
        all.map(|(number, texture)| {
            let value = format!("{}, {}", texture.target, texture.format);
            self.branch(texture.name, value, Reference::Texture(number), 0)
        })
        .collect()
    }

    /// The layers of all levels of a texture.
    pub(super) fn layers(&mut self, machine: &dyn Machine, number: usize) -> Vec<Json> {
        let Some(texture) = machine.textures().into_iter().nth(number) else {
            return Vec::new();
        };
        let layers = (0..texture.levels.len()).flat_map(|level| {
            let layers = 0..texture.layers(level);
            layers.map(move |layer| (level, layer))
        });
        layers
            .map(|(level, layer)| {
                let [width, height, _] = texture.levels[level];
                let area = Area {
                    level: level as u32,
                    layer,
                    origin: [0; 2],
                    size: [width, height],
                    step: [1; 2],
                };
                let value = format!("{width} × {height}");
                let reference = Reference::Layer(number, area);
                self.branch(layer_name(&texture, level, layer), value, reference, height)
            })
            .collect()
    }

    /// The rows of a layer.
    pub(super) fn rows(&mut self, number: usize, area: Area) -> Vec<Json> {
        let [width, height] = area.size;
        (0..height)
            .map(|y| {
                let row = Area {
                    origin: [0, y],
                    size: [width, 1],
                    ..area
                };
                let reference = Reference::Row(number, row);
                self.branch(format!("[{y}]"), format!("{width} texels"), reference, width)
            })
            .collect()
    }

    /// A variable that has others, of which these are indexed.
    fn branch(&mut self, name: String, value: String, reference: Reference, indexed: u32) -> Json {
        json!({
            "name": name,
            "value": value,
            "variablesReference": self.of(reference),
            "indexedVariables": indexed,
        })
    }
}

fn layer_name(texture: &Texture, level: usize, layer: u32) -> String {
    match texture.layers(level) {
        1 => format!("level {level}"),
        _ if texture.faces > 1 => format!("level {level}, face {layer}"),
        _ => format!("level {level}, layer {layer}"),
    }
}

/// The texels of a row.
pub(super) fn texels(machine: &dyn Machine, number: usize, row: Area) -> Vec<Json> {
    let texels = machine.texels(number, row).into_iter().enumerate();
    texels
        .map(|(x, texel)| {
            json!({
                "name": format!("[{x}]"),
                "value": texel_text(&texel),
                "variablesReference": 0,
            })
        })
        .collect()
}
