//! The room that a scene takes of its budget, counted before the driver is asked for it. What programs do there is not
//! seen: the driver's process has a limit of time.

use quadrille_base::{Room, Spent};
use quadrille_scene::TextureMake;
use quadrille_texture::Format;

use crate::painter::Painter;

/// Bytes of a texel on its way to the driver: a colour and a depth of floats.
const HANDED_TEXEL: u64 = 20;

/// Bytes of a texel in the driver whose format is not known here: four floats.
const LARGEST_TEXEL: u64 = 16;

/// Units of work of a vertex, whose attributes are handed over call by call.
const VERTEX_WORK: u64 = 32;

/// Bytes of an attribute of a vertex on its way, and of the list that it stands in.
const HANDED_ATTRIBUTE: u64 = 24;

impl Painter<'_> {
    /// Takes the room of a texture that a command makes, but of one whose size a file says. The driver keeps textures
    /// that are replaced, so it stays taken; what is given back is the room of the texels on their way.
    pub(crate) fn make_room(&mut self, unit: usize, make: &TextureMake) -> Result<Room, Spent> {
        let product = |sides: &[u32]| {
            sides
                .iter()
                .fold(1, |all: u64, side| all.saturating_mul((*side).into()))
        };
        let bytes =
            |name: &str| Format::from_name(name).map_or(LARGEST_TEXEL, |format| format.texel_bytes() as u64);
        let (texels, bytes) = match make {
            TextureMake::Rgbw { size, format } | TextureMake::Checkerboard { size, format, .. } => {
                (product(size), bytes(format))
            }
            // Six faces, and all levels, which are no more than the first one again.
            TextureMake::Places { size, format, .. } => (product(size).saturating_mul(12), bytes(format)),
            TextureMake::RgbwLayers { size, .. } | TextureMake::ShadowLayers { size, .. } => {
                (product(size).saturating_mul(2), 4)
            }
            TextureMake::Miptree => (2 * 8 * 8, 4),
            TextureMake::Shadow1D { width } => (u64::from(*width), 4),
            TextureMake::Shadow2D { size } | TextureMake::ShadowRect { size } => (product(size), 4),
            TextureMake::Framebuffer { .. } => (product(&[self.size.0, self.size.1]), 4),
            // Files say how large they are; the others are not handed to the driver.
            TextureMake::File { .. }
            | TextureMake::CubeFiles { .. }
            | TextureMake::Multisample { .. }
            | TextureMake::Empty { .. }
            | TextureMake::Storage { .. }
            | TextureMake::Integers { .. }
            | TextureMake::Image { .. }
            | TextureMake::View { .. }
            | TextureMake::Samples { .. } => (0, 0),
        };
        // A later level of a checkerboard is one more of the texture that is there.
        if !matches!(make, TextureMake::Checkerboard { level: 1.., .. }) {
            self.texels[unit] = 0;
        }
        self.texture_room(unit, texels, bytes)
    }

    /// The same of a picture that was read, with all its levels.
    pub(crate) fn picture_room(&mut self, unit: usize, size: [u32; 2]) -> Result<Room, Spent> {
        let texels = size
            .into_iter()
            .fold(2, |all: u64, side| all.saturating_mul(side.into()));
        self.texture_room(unit, texels, 4)
    }

    fn texture_room(&mut self, unit: usize, texels: u64, bytes: u64) -> Result<Room, Spent> {
        self.rooms.push(self.meter.room(texels.saturating_mul(bytes))?);
        self.meter.work(texels)?;
        self.texels[unit] = self.texels[unit].saturating_add(texels);
        self.meter.room(texels.saturating_mul(HANDED_TEXEL))
    }

    /// Takes the room of the smaller levels of the texture on the active unit, and counts their work.
    pub(crate) fn levels_room(&mut self) -> Result<(), Spent> {
        let texels = self.texels[self.unit as usize];
        self.rooms
            .push(self.meter.room(texels.saturating_mul(LARGEST_TEXEL))?);
        self.meter.work(texels.saturating_mul(2))
    }

    /// Counts the work of vertices that are handed over, each `instances` times, and takes their room on the way.
    pub(crate) fn vertex_room(
        &self,
        vertices: u64,
        attributes: usize,
        instances: u32,
    ) -> Result<Room, Spent> {
        let calls = vertices.saturating_mul(instances.into());
        self.meter.work(calls.saturating_mul(VERTEX_WORK))?;
        let bytes = HANDED_ATTRIBUTE * (1 + attributes as u64);
        self.meter.room(vertices.saturating_mul(bytes))
    }
}
