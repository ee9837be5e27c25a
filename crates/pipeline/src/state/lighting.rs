//! Lights, materials and the light model (GL 2.1, 2.14).

use super::LIGHTS;

/// A light. Vectors are in eye space, where they are put when they are set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Light {
    /// Whether it is on.
    pub enabled: bool,
    /// Ambient colour.
    pub ambient: [f32; 4],
    /// Diffuse colour.
    pub diffuse: [f32; 4],
    /// Specular colour.
    pub specular: [f32; 4],
    /// Position; w = 0 is a direction.
    pub position: [f32; 4],
    /// Direction of the spot.
    pub spot_direction: [f32; 3],
    /// Exponent of the spot, 0 to 128.
    pub spot_exponent: f32,
    /// Cosine of the spot's cutoff angle; −1 (180°) is no spot.
    pub spot_cosine: f32,
    /// Constant, linear and quadratic attenuation.
    pub attenuation: [f32; 3],
}

/// Material of a face.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Material {
    /// Ambient colour.
    pub ambient: [f32; 4],
    /// Diffuse colour.
    pub diffuse: [f32; 4],
    /// Specular colour.
    pub specular: [f32; 4],
    /// Emitted colour.
    pub emission: [f32; 4],
    /// Specular exponent.
    pub shininess: f32,
}

/// Light model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LightModel {
    /// Ambient colour of the scene.
    pub ambient: [f32; 4],
    /// Whether specular highlights depend on the direction to the eye.
    pub local_viewer: bool,
    /// Whether back faces are lit with the back material.
    pub two_side: bool,
    /// Whether the specular part goes to the secondary colour (SEPARATE_SPECULAR_COLOR).
    pub separate_specular: bool,
}

/// Faces that ColorMaterial acts on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Faces {
    /// Front.
    Front,
    /// Back.
    Back,
    /// Both.
    FrontAndBack,
}

/// The material property that tracks the current colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColorMaterial {
    /// Ambient.
    Ambient,
    /// Diffuse.
    Diffuse,
    /// Ambient and diffuse.
    AmbientAndDiffuse,
    /// Specular.
    Specular,
    /// Emission.
    Emission,
}

/// Lighting state.
#[derive(Clone, PartialEq, Debug)]
pub struct Lighting {
    /// Whether fixed-function lighting is enabled.
    pub enabled: bool,
    /// The model.
    pub model: LightModel,
    /// The lights.
    pub lights: [Light; LIGHTS],
    /// Front and back material.
    pub materials: [Material; 2],
    /// The material properties that track the current colour, where COLOR_MATERIAL is enabled.
    pub color_material: Option<(Faces, ColorMaterial)>,
    /// Whether colours are flat (SHADE_MODEL is FLAT).
    pub flat: bool,
}

impl Default for Light {
    fn default() -> Light {
        Light {
            enabled: false,
            ambient: [0.0, 0.0, 0.0, 1.0],
            diffuse: [0.0, 0.0, 0.0, 1.0],
            specular: [0.0, 0.0, 0.0, 1.0],
            position: [0.0, 0.0, 1.0, 0.0],
            spot_direction: [0.0, 0.0, -1.0],
            spot_exponent: 0.0,
            spot_cosine: -1.0,
            attenuation: [1.0, 0.0, 0.0],
        }
    }
}

impl Default for Material {
    fn default() -> Material {
        Material {
            ambient: [0.2, 0.2, 0.2, 1.0],
            diffuse: [0.8, 0.8, 0.8, 1.0],
            specular: [0.0, 0.0, 0.0, 1.0],
            emission: [0.0, 0.0, 0.0, 1.0],
            shininess: 0.0,
        }
    }
}

impl Default for LightModel {
    fn default() -> LightModel {
        LightModel {
            ambient: [0.2, 0.2, 0.2, 1.0],
            local_viewer: false,
            two_side: false,
            separate_specular: false,
        }
    }
}

impl Default for Lighting {
    fn default() -> Lighting {
        let mut lights = [Light::default(); LIGHTS];
        lights[0].diffuse = [1.0; 4];
        lights[0].specular = [1.0; 4];
        Lighting {
            enabled: false,
            model: LightModel::default(),
            lights,
            materials: [Material::default(); 2],
            color_material: None,
            flat: false,
        }
    }
}

impl Light {
    /// Direction half way between the light at infinity and an eye at infinity: normalize(normalize(P) +
    /// (0, 0, 1)), 1 (ARB_vertex_program, Table X.3.2).
    pub fn half(&self) -> [f32; 4] {
        let [x, y, z] = normalize([self.position[0], self.position[1], self.position[2]]);
        let [x, y, z] = normalize([x, y, z + 1.0]);
        [x, y, z, 1.0]
    }
}

fn normalize(vector: [f32; 3]) -> [f32; 3] {
    let wide = vector.map(f64::from);
    let length = wide.iter().map(|v| v * v).sum::<f64>().sqrt();
    if length == 0.0 {
        return [0.0; 3];
    }
    wide.map(|v| (v / length) as f32)
}
