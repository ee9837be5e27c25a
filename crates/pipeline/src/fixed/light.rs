//! Text of fixed-function lighting (GL 2.1, 2.14.1 and 2.14.3). It reads `place` and `normal`, in eye space.

use super::needs::Needs;
use crate::state::{ColorMaterial, Context, Faces, Light};

/// The instructions that light a vertex with all enabled lights, and write the colours that are needed.
pub(super) fn text(context: &Context, needs: &Needs) -> String {
    let sides = if context.lighting.model.two_side { 2 } else { 1 };
    let mut text = String::from("TEMP light, half, factors, coefficients;\n");
    if context.lighting.model.local_viewer && context.lighting.lights.iter().any(|light| light.enabled) {
        text += "TEMP viewer;\nDP3 viewer.w, place, place;\nRSQ viewer.w, viewer.w;\nMUL viewer.xyz, -place, viewer.w;\n";
    }
    for side in &SIDES[..sides] {
        text += &format!("TEMP {0}, {0}Specular, {0}Product;\n", side.name);
        text += &side.scene_color(context);
        text += &format!("MOV {}Specular, {{ 0, 0, 0, 0 }};\n", side.name);
    }
    for (number, light) in context.lighting.lights.iter().enumerate() {
        if light.enabled {
            text += &direction(context, number, light);
            for side in &SIDES[..sides] {
                text += &side.add_light(context, number);
            }
        }
    }
    for side in &SIDES[..sides] {
        text += &side.write(context, needs);
    }
    text
}

/// `light`: the direction to a light; in its w the attenuation and spot factor. `half`: half way to the viewer.
fn direction(context: &Context, number: usize, light: &Light) -> String {
    let name = format!("state.light[{number}]");
    let is_positional = light.position[3] != 0.0;
    let mut text = String::new();
    let mut factor = String::from("MOV light.w, 1.0;\n");
    if is_positional {
        text += &format!(
            "RCP light.w, {name}.position.w;\nMAD light.xyz, {name}.position, light.w, -place;\n\
             DP3 factors.x, light, light;\nMAX factors.x, factors.x, 1.0e-30;\nRSQ factors.y, factors.x;\n\
             MUL light.xyz, light, factors.y;\n"
        );
        if light.attenuation != [1.0, 0.0, 0.0] {
            factor = format!(
                "DST factors, factors.x, factors.y;\nDP3 factors.x, factors, {name}.attenuation;\n\
                 RCP light.w, factors.x;\n"
            );
        }
    } else {
        text += &format!(
            "DP3 light.w, {name}.position, {name}.position;\nRSQ light.w, light.w;\n\
             MUL light.xyz, {name}.position, light.w;\n"
        );
    }
    text += &factor;
    if light.spot_cosine != -1.0 {
        let direction = format!("{name}.spot.direction");
        text += &format!(
            "DP3 factors.x, {direction}, {direction};\nRSQ factors.x, factors.x;\n\
             DP3 factors.y, light, {direction};\nMUL factors.x, -factors.y, factors.x;\n\
             SGE factors.y, factors.x, {direction}.w;\nMUL light.w, light.w, factors.y;\n\
             MAX factors.x, factors.x, 0.0;\nPOW factors.x, factors.x, {name}.attenuation.w;\n\
             MUL light.w, light.w, factors.x;\n"
        );
    }
    if !is_positional && !context.lighting.model.local_viewer {
        text += &format!("MOV half, {name}.half;\n");
    } else {
        let viewer = if context.lighting.model.local_viewer {
            "viewer"
        } else {
            "{ 0, 0, 1, 0 }"
        };
        text += &format!(
            "ADD half, light, {viewer};\nDP3 half.w, half, half;\nRSQ half.w, half.w;\nMUL half.xyz, half, half.w;\n"
        );
    }
    text
}

/// A face's names.
struct Side {
    /// Its temporaries' prefix, and what bindings call it.
    name: &'static str,
    /// Sign of the normal.
    sign: &'static str,
    number: usize,
}

const SIDES: [Side; 2] = [
    Side {
        name: "front",
        sign: "",
        number: 0,
    },
    Side {
        name: "back",
        sign: "-",
        number: 1,
    },
];

impl Side {
    /// Whether a material property tracks the vertex colour (GL 2.1, 2.14.3).
    fn tracks(&self, context: &Context, property: ColorMaterial) -> bool {
        let Some((faces, tracked)) = context.lighting.color_material else {
            return false;
        };
        let of_face = match faces {
            Faces::Front => self.number == 0,
            Faces::Back => self.number == 1,
            Faces::FrontAndBack => true,
        };
        let both = tracked == ColorMaterial::AmbientAndDiffuse
            && matches!(property, ColorMaterial::Ambient | ColorMaterial::Diffuse);
        of_face && (tracked == property || both)
    }

    /// Emission plus the ambient light of the scene; its alpha is that of the diffuse material.
    fn scene_color(&self, context: &Context) -> String {
        let name = self.name;
        let mut text = format!("MOV {name}, state.lightmodel.{name}.scenecolor;\n");
        if self.tracks(context, ColorMaterial::Ambient) {
            text += &format!(
                "MAD {name}.xyz, state.lightmodel.ambient, vertex.color, state.material.{name}.emission;\n"
            );
        } else if self.tracks(context, ColorMaterial::Emission) {
            text += &format!(
                "MAD {name}.xyz, state.lightmodel.ambient, state.material.{name}.ambient, vertex.color;\n"
            );
        }
        if self.tracks(context, ColorMaterial::Diffuse) {
            text += &format!("MOV {name}.w, vertex.color;\n");
        }
        text
    }

    /// Adds the products of a light and the material. LIT gives 1, the diffuse and the specular factor, the
    /// latter 0 where the light is behind the surface.
    fn add_light(&self, context: &Context, number: usize) -> String {
        let Side { name, sign, .. } = self;
        let mut text = format!(
            "DP3 factors.x, {sign}normal, light;\nDP3 factors.y, {sign}normal, half;\n\
             MOV factors.w, state.material.{name}.shininess.x;\nLIT coefficients, factors;\n\
             MUL coefficients, coefficients, light.w;\n"
        );
        let parts = [
            (ColorMaterial::Ambient, "ambient", "x", ""),
            (ColorMaterial::Diffuse, "diffuse", "y", ""),
            (ColorMaterial::Specular, "specular", "z", "Specular"),
        ];
        for (property, word, coefficient, sum) in parts {
            let product = if self.tracks(context, property) {
                text += &format!("MUL {name}Product, state.light[{number}].{word}, vertex.color;\n");
                format!("{name}Product")
            } else {
                format!("state.lightprod[{number}].{name}.{word}")
            };
            text += &format!("MAD {name}{sum}.xyz, coefficients.{coefficient}, {product}, {name}{sum};\n");
        }
        text
    }

    /// Writes the sums; the specular part is a colour of its own, or a part of the primary one.
    fn write(&self, context: &Context, needs: &Needs) -> String {
        let name = self.name;
        let separate = context.lighting.model.separate_specular;
        let mut text = String::new();
        if needs.colors[0] {
            text += &format!("MOV result.color.{name}.primary.w, {name};\n");
            text += &if separate {
                format!("MOV result.color.{name}.primary.xyz, {name};\n")
            } else {
                format!("ADD result.color.{name}.primary.xyz, {name}, {name}Specular;\n")
            };
        }
        if needs.colors[1] {
            text += &if separate {
                format!("MOV result.color.{name}.secondary, {name}Specular;\n")
            } else {
                format!("MOV result.color.{name}.secondary, {{ 0, 0, 0, 0 }};\n")
            };
        }
        text
    }
}
