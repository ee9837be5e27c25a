//! The bits of MemoryBarrier: for which accesses of later draws what programs wrote is there (OpenGL 4.6, 7.13.2;
//! EXT_shader_image_load_store 2.20.X, NV_shader_buffer_store).

use std::ops::{BitOr, BitOrAssign};

/// Bits of MemoryBarrier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Barriers(u32);

macro_rules! barriers {
    ($($(#[doc = $doc:literal])* $id:ident $name:literal $bit:literal;)*) => {
        impl Barriers {
            $($(#[doc = $doc])* pub const $id: Barriers = Barriers($bit);)*

            const ROWS: &[(&str, Barriers)] = &[$(($name, Barriers::$id)),*];
        }
    };
}

barriers! {
    /// Vertex arrays.
    VERTEX_ARRAYS "VERTEX_ATTRIB_ARRAY_BARRIER_BIT" 0x1;
    /// Element arrays.
    ELEMENTS "ELEMENT_ARRAY_BARRIER_BIT" 0x2;
    /// Program parameter buffers.
    PARAMETERS "UNIFORM_BARRIER_BIT" 0x4;
    /// Lookups in textures.
    TEXTURES "TEXTURE_FETCH_BARRIER_BIT" 0x8;
    /// Memory by GPU addresses.
    GLOBAL "SHADER_GLOBAL_ACCESS_BARRIER_BIT" 0x10;
    /// Images.
    IMAGES "SHADER_IMAGE_ACCESS_BARRIER_BIT" 0x20;
    /// Indirect draws and dispatches.
    COMMANDS "COMMAND_BARRIER_BIT" 0x40;
    /// Buffers that pixels go to or come from.
    PIXEL_BUFFERS "PIXEL_BUFFER_BARRIER_BIT" 0x80;
    /// Changes and copies of textures.
    TEXTURE_UPDATES "TEXTURE_UPDATE_BARRIER_BIT" 0x100;
    /// Changes and copies of buffers.
    BUFFER_UPDATES "BUFFER_UPDATE_BARRIER_BIT" 0x200;
    /// Framebuffers.
    FRAMEBUFFER "FRAMEBUFFER_BARRIER_BIT" 0x400;
    /// Transform feedback.
    FEEDBACK "TRANSFORM_FEEDBACK_BARRIER_BIT" 0x800;
    /// Atomic counters.
    COUNTERS "ATOMIC_COUNTER_BARRIER_BIT" 0x1000;
    /// Storage buffers.
    STORAGE "SHADER_STORAGE_BARRIER_BIT" 0x2000;
    /// Buffers that an application has mapped.
    MAPPED_BUFFERS "CLIENT_MAPPED_BUFFER_BARRIER_BIT" 0x4000;
    /// Buffers of query results.
    QUERY_BUFFERS "QUERY_BUFFER_BARRIER_BIT" 0x8000;
    /// All of them.
    ALL "ALL_BARRIER_BITS" 0xffff_ffff;
}

impl Barriers {
    /// No bit.
    pub const NONE: Barriers = Barriers(0);

    /// The bits of a GL name, with `GL_` or a suffix or without.
    pub fn of_name(name: &str) -> Option<Barriers> {
        let upper = name.to_ascii_uppercase();
        let bare = upper.strip_prefix("GL_").unwrap_or(&upper);
        let suffixes = ["_EXT", "_NV"];
        let bare = suffixes
            .iter()
            .find_map(|suffix| bare.strip_suffix(suffix))
            .unwrap_or(bare);
        let row = Barriers::ROWS.iter().find(|(own, _)| *own == bare);
        row.map(|(_, bits)| *bits)
    }

    /// The names of all, one after another.
    pub fn names() -> String {
        let names: Vec<&str> = Barriers::ROWS.iter().map(|(name, _)| *name).collect();
        names.join(", ")
    }

    /// The name of a bit.
    pub fn name(self) -> &'static str {
        let row = Barriers::ROWS.iter().find(|(_, bits)| *bits == self);
        row.map_or("", |(name, _)| name)
    }

    /// Whether some of these bits are among its own.
    pub fn has(self, bits: Barriers) -> bool {
        self.0 & bits.0 != 0
    }
}

impl BitOr for Barriers {
    type Output = Barriers;

    fn bitor(self, other: Barriers) -> Barriers {
        Barriers(self.0 | other.0)
    }
}

impl BitOrAssign for Barriers {
    fn bitor_assign(&mut self, other: Barriers) {
        *self = *self | other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: the values of the Khronos registry's gl.xml, group MemoryBarrierMask
    #[test]
    fn names_and_values() {
        let of = |name| Barriers::of_name(name).map(|bits| bits.0);
        assert_eq!(of("GL_COMMAND_BARRIER_BIT"), Some(0x40));
        assert_eq!(of("shader_global_access_barrier_bit_nv"), Some(0x10));
        assert_eq!(of("ALL_BARRIER_BITS_EXT"), Some(u32::MAX));
        assert_eq!(of("BARRIER"), None);
        assert_eq!(Barriers::STORAGE.name(), "SHADER_STORAGE_BARRIER_BIT");
        assert!(Barriers::ALL.has(Barriers::QUERY_BUFFERS) && !Barriers::NONE.has(Barriers::ALL));
    }
}
