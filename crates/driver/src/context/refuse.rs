//! Display lists that are called while the programs that are enabled cannot be drawn with: what a list draws is to be an error,
//! and what it sets is to be set. Only the driver knows what is in a list, so it is the driver that refuses to draw: with a
//! program two samplers of which are of different types and share a unit, a draw is INVALID_OPERATION (GL 2.1, 2.15.3).

use super::Context;
use super::draw::Key;
use super::primitive::Kind;
use super::shader::Linked;
use crate::gl::{Gl, Recorded, number};

const VERTEX: &str = "#version 120\nvoid main() {\n    gl_Position = gl_Vertex;\n}\n";

/// Both samplers have unit 0 as long as nobody gives them another.
const FRAGMENT: &str = "#version 120\nuniform sampler2D flat_texture;\nuniform samplerCube cube_texture;\nvoid main() {\n    \
    gl_FragColor = texture2D(flat_texture, gl_FragCoord.xy) + textureCube(cube_texture, gl_FragCoord.xyz);\n}\n";

impl Context {
    /// Lists of the driver are about to be called.
    pub(crate) fn before_lists(&mut self, gl: &dyn Gl) {
        match self.recording {
            // A draw between Begin and End is no other than theirs.
            Some(_) if self.in_begin => {}
            Some(_) => self.record_draw(gl, None),
            None => self.prepare_list(gl, None),
        }
    }

    /// Has the driver draw what a list draws with the programs that are bound, or refuse it. What the list draws is of a
    /// kind, as far as that is known.
    pub(super) fn prepare_list(&mut self, gl: &dyn Gl, kind: Option<Kind>) {
        if self.in_begin || self.is_ready(gl) && self.fits(kind) {
            return;
        }
        let key = Key::REFUSING;
        let linked = self.linked.entry(key).or_insert_with(|| {
            let shaders = [
                (number::VERTEX_SHADER, VERTEX),
                (number::FRAGMENT_SHADER, FRAGMENT),
            ];
            gl.link(&shaders, &[], &Recorded::default())
                .ok()
                .map(Linked::without_values)
        });
        match linked {
            Some(linked) => gl.use_linked(linked.name),
            None => self.raise(number::INVALID_OPERATION),
        }
        // The next draw chooses again.
        (self.used, self.stale) = (key, true);
    }

    /// Whether the programs that are bound take a kind of primitives, as far as it is known.
    pub(super) fn fits(&self, kind: Option<Kind>) -> bool {
        kind.is_none_or(|kind| self.takes.is_none_or(|takes| takes == kind))
    }
}
