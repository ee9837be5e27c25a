//! The painter of a scene: the context, and the state that scenes keep besides GL's own.

use quadrille::scene::CountedFiles;
use quadrille_base::{Meter, Room};

use crate::enumerant::TEXTURE0;
use crate::error::SceneError;
use crate::gl::Gl;

/// Attributes that conventional ones share their places with (ARB_vertex_program, table X.2).
pub(crate) const NORMAL: usize = 2;
pub(crate) const COLOR: usize = 3;
const SECONDARY_COLOR: usize = 4;
const FOG_COORDINATE: usize = 5;
pub(crate) const TEXTURE_COORDINATE: usize = 8;

pub(crate) struct Painter<'a> {
    pub(crate) gl: &'a Gl,
    pub(crate) size: (u32, u32),
    pub(crate) files: &'a CountedFiles<'a>,
    /// The budget of the scene.
    pub(crate) meter: &'a Meter,
    /// The room of the objects that the driver keeps.
    pub(crate) rooms: Vec<Room>,
    /// Texels of the texture made last on each unit.
    pub(crate) texels: [u64; 32],
    /// The active texture unit, and the target of the texture made last on each.
    pub(crate) unit: u32,
    pub(crate) targets: [Option<u32>; 32],
    /// The buffers that `clear` clears.
    pub(crate) clear: u32,
    /// Whether the scene's vertex program may ask for the number of its instance.
    pub(crate) numbers_instances: bool,
    /// Current values of the attributes; drawing disturbs GL's own.
    pub(crate) current: [[f32; 4]; 16],
    /// What is linked of the scene's programs, where they became shaders.
    pub(crate) linked: Option<u32>,
}

impl Painter<'_> {
    /// The target of the texture on the active unit.
    pub(crate) fn target(&self) -> Result<u32, SceneError> {
        self.targets[self.unit as usize].ok_or(SceneError::NoTexture)
    }

    /// Sets a current value.
    pub(crate) fn attribute(&mut self, number: usize, value: [f32; 4]) -> Result<(), SceneError> {
        *self.current.get_mut(number).ok_or(SceneError::Attribute)? = value;
        self.restore();
        Ok(())
    }

    /// Makes GL's current values ours again.
    pub(crate) fn restore(&self) {
        for (number, value) in self.current.iter().enumerate().skip(1) {
            self.send(number, *value);
        }
    }

    /// Hands an attribute over, as the generic one and as the conventional one that shares its place.
    pub(crate) fn send(&self, number: usize, [x, y, z, w]: [f32; 4]) {
        let gl = self.gl;
        gl.vertex_attribute(number as u32, x, y, z, w);
        match number {
            NORMAL => gl.normal(x, y, z),
            COLOR => gl.color(x, y, z, w),
            SECONDARY_COLOR => gl.secondary_color(x, y, z),
            FOG_COORDINATE => gl.fog_coordinate(x),
            TEXTURE_COORDINATE..16 => {
                gl.texture_coordinate(TEXTURE0 + (number - TEXTURE_COORDINATE) as u32, x, y, z, w);
            }
            _ => {}
        }
    }
}
