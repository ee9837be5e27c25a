//! Vertex attributes by the numbers of NV_vertex_program, of which most are conventional ones (table X.1).

use super::Context;
use crate::gl::{Gl, number};

/// Attributes that there are.
pub(crate) const ATTRIBUTES: u32 = 16;

impl Context {
    /// VertexAttribNV of one attribute or several, of which the first is set last: it may be the position.
    pub(crate) fn set_attributes(&mut self, gl: &dyn Gl, first: u32, values: &[[f32; 4]]) {
        let fits = first < ATTRIBUTES;
        if !fits {
            return self.raise(number::INVALID_VALUE);
        }
        // Those behind the last are left out (NV_vertex_program 2.14.1.1).
        let attributes = (first..ATTRIBUTES).zip(values);
        for (index, value) in attributes.collect::<Vec<_>>().into_iter().rev() {
            gl.set_attribute(index, *value);
        }
    }

    /// GetVertexAttribNV of CURRENT_ATTRIB; `None` for an error.
    pub(crate) fn current_attribute(&mut self, gl: &dyn Gl, index: u32) -> Option<[f32; 4]> {
        if !self.may() {
            return None;
        }
        let of = |name| {
            let [x, y, z, w, ..] = gl.floats(name);
            [x, y, z, w]
        };
        Some(match index {
            0 => return self.refuse(number::INVALID_VALUE),
            2 => {
                let [x, y, z, _] = of(number::CURRENT_NORMAL);
                [x, y, z, 1.0]
            }
            3 => of(number::CURRENT_COLOR),
            4 => of(number::CURRENT_SECONDARY_COLOR),
            5 => [of(number::CURRENT_FOG_COORD)[0], 0.0, 0.0, 1.0],
            8..ATTRIBUTES => {
                return self.outside(gl, |_| {
                    let before = gl.integer(number::ACTIVE_TEXTURE).cast_unsigned();
                    gl.active_texture(number::TEXTURE0 + index - 8);
                    let value = of(number::CURRENT_TEXTURE_COORDS);
                    gl.active_texture(before);
                    value
                });
            }
            1..ATTRIBUTES => gl.generic_attribute(index),
            _ => return self.refuse(number::INVALID_VALUE),
        })
    }
}
