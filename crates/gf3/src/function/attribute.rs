//! From vertex data to quads, and the vertex attribute buffer that holds them.

use super::{ORIGIN, Quad};
use quadrille_isa::nv20::limit;
use quadrille_numerics::nv20::ONE;

/// The type of one component in memory, little endian.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Component {
    /// `BYTE`.
    Byte,
    /// `UNSIGNED_BYTE`.
    UnsignedByte,
    /// `SHORT`.
    Short,
    /// `UNSIGNED_SHORT`.
    UnsignedShort,
    /// `INT`.
    Int,
    /// `UNSIGNED_INT`.
    UnsignedInt,
    /// `HALF_FLOAT`.
    Half,
    /// `FLOAT`; the bits pass unchanged, denormals and NaNs too.
    Float,
    /// `DOUBLE`.
    Double,
    /// `FIXED`, 16.16.
    Fixed,
}

impl Component {
    /// Size in bytes.
    pub const fn size(self) -> usize {
        match self {
            Component::Byte | Component::UnsignedByte => 1,
            Component::Short | Component::UnsignedShort | Component::Half => 2,
            Component::Int | Component::UnsignedInt | Component::Float | Component::Fixed => 4,
            Component::Double => 8,
        }
    }
}

/// The format of an attribute in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// Type of each component.
    pub component: Component,
    /// Number of components, 1 to 4.
    pub size: usize,
    /// Whether integers are mapped to [0, 1] or [-1, 1].
    pub normalized: bool,
    /// Whether the first and third components change places (`BGRA`, Direct3D's colours).
    pub reversed: bool,
}

impl Format {
    /// Plain components.
    pub const fn plain(component: Component, size: usize) -> Format {
        Format {
            component,
            size,
            normalized: false,
            reversed: false,
        }
    }

    /// The formats of NV_vertex_program section 2.14.1.1: shorts, floats and doubles as they are, unsigned
    /// bytes normalised and four at a time. None for what that extension does not take.
    pub fn nv(component: Component, size: usize) -> Option<Format> {
        let bytes = component == Component::UnsignedByte;
        let taken = match component {
            Component::UnsignedByte => size == 4,
            Component::Short | Component::Float | Component::Double => (1..=4).contains(&size),
            _ => false,
        };
        taken.then_some(Format {
            component,
            size,
            normalized: bytes,
            reversed: false,
        })
    }

    /// Bytes of one attribute.
    pub const fn bytes(self) -> usize {
        self.size * self.component.size()
    }

    /// The quad of one attribute; components that are not there become `(0, 0, 0, 1)`. None if the data
    /// are shorter than the attribute or the size is not 1 to 4.
    pub fn convert(self, data: &[u8]) -> Option<Quad> {
        let data = data.get(..self.bytes())?;
        let mut quad = ORIGIN;
        if !(1..=4).contains(&self.size) {
            return None;
        }
        for (place, bytes) in quad.iter_mut().zip(data.chunks_exact(self.component.size())) {
            *place = value(self.component, bytes, self.normalized)?;
        }
        if self.reversed {
            quad.swap(0, 2);
        }
        Some(quad)
    }
}

/// An attribute whose components share one word of 32 bits, little endian, the first in the lowest bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packed {
    /// `INT_2_10_10_10_REV` (ARB_vertex_type_2_10_10_10_rev).
    Signed2101010,
    /// `UNSIGNED_INT_2_10_10_10_REV`.
    Unsigned2101010,
    /// `UNSIGNED_INT_10F_11F_11F_REV` (ARB_vertex_type_10f_11f_11f_rev): three floats without a sign, whose
    /// exponents have five bits.
    Float101111,
}

impl Packed {
    /// The quad of one attribute. `normalized` and `reversed` are as in [`Format`], and floats know neither. None if the
    /// data have fewer than four bytes.
    pub fn convert(self, data: &[u8], normalized: bool, reversed: bool) -> Option<Quad> {
        let word = u32::from_le_bytes(*data.first_chunk()?);
        if self == Packed::Float101111 {
            // Their exponents are those of a half; the fractions are its highest bits.
            let small = |bits: u32, fraction: u32| half((bits << (10 - fraction)) as u16);
            return Some([
                small(word & 0x7ff, 6),
                small(word >> 11 & 0x7ff, 6),
                small(word >> 22, 5),
                ONE,
            ]);
        }
        let signed = self == Packed::Signed2101010;
        let field = |low: u32, bits: u32| {
            let at_top = word << (32 - low - bits);
            let integer = if signed {
                i64::from(at_top as i32 >> (32 - bits))
            } else {
                i64::from(at_top >> (32 - bits))
            };
            number(integer, bits, signed, normalized)
        };
        let mut quad = [field(0, 10), field(10, 10), field(20, 10), field(30, 2)];
        if reversed {
            quad.swap(0, 2);
        }
        Some(quad)
    }
}

/// One component. Signed normalised values are `(2c + 1) / (2^b - 1)` (OpenGL 1.x, table 2.6).
fn value(component: Component, bytes: &[u8], normalized: bool) -> Option<u32> {
    let (integer, bits, signed) = match component {
        Component::Byte => (i64::from(i8::from_le_bytes(bytes.try_into().ok()?)), 8, true),
        Component::UnsignedByte => (i64::from(bytes.first().copied()?), 8, false),
        Component::Short => (i64::from(i16::from_le_bytes(bytes.try_into().ok()?)), 16, true),
        Component::UnsignedShort => (i64::from(u16::from_le_bytes(bytes.try_into().ok()?)), 16, false),
        Component::Int => (i64::from(i32::from_le_bytes(bytes.try_into().ok()?)), 32, true),
        Component::UnsignedInt => (i64::from(u32::from_le_bytes(bytes.try_into().ok()?)), 32, false),
        Component::Half => return Some(half(u16::from_le_bytes(bytes.try_into().ok()?))),
        Component::Float => return Some(u32::from_le_bytes(bytes.try_into().ok()?)),
        Component::Double => return Some((f64::from_le_bytes(bytes.try_into().ok()?) as f32).to_bits()),
        Component::Fixed => {
            let fixed = i32::from_le_bytes(bytes.try_into().ok()?);
            return Some(((f64::from(fixed) / 65_536.0) as f32).to_bits());
        }
    };
    Some(number(integer, bits, signed, normalized))
}

/// An integer of `bits` bits as a float.
fn number(integer: i64, bits: u32, signed: bool, normalized: bool) -> u32 {
    let largest = ((1u64 << bits) - 1) as f64;
    let value = match (normalized, signed) {
        (false, _) => integer as f64,
        (true, false) => integer as f64 / largest,
        (true, true) => (2 * integer + 1) as f64 / largest,
    };
    (value as f32).to_bits()
}

/// The float of a half.
fn half(bits: u16) -> u32 {
    let sign = u32::from(bits & 0x8000) << 16;
    let (exponent, fraction) = (u32::from(bits >> 10 & 31), u32::from(bits & 0x3ff));
    let magnitude = match (exponent, fraction) {
        (31, _) => 0x7f80_0000 | fraction << 13,
        // 2^-24 for each unit; exact.
        (0, _) => (fraction as f32 / 16_777_216.0).to_bits(),
        _ => (exponent + 112) << 23 | fraction << 13,
    };
    sign | magnitude
}

/// The sixteen current attributes, with a dirty bit each since the last vertex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttributeBuffer {
    slots: [Quad; limit::INPUTS],
    dirty: u16,
}

impl Default for AttributeBuffer {
    /// All `(0, 0, 0, 1)` and clean.
    fn default() -> Self {
        AttributeBuffer {
            slots: [ORIGIN; limit::INPUTS],
            dirty: 0,
        }
    }
}

impl AttributeBuffer {
    /// Writes the first components of an attribute; writing x presets the others to `(0, 0, 1)`. Writing
    /// attribute 0 provokes a vertex: the result is then the set of attributes that changed since the last
    /// one, a bit each, and the dirty bits are cleared.
    pub fn write(&mut self, index: usize, components: &[u32]) -> Option<u16> {
        let slot = self.slots.get_mut(index)?;
        *slot = [0, 0, 0, ONE];
        slot.iter_mut()
            .zip(components)
            .for_each(|(place, value)| *place = *value);
        self.dirty |= 1 << index;
        (index == 0).then(|| std::mem::take(&mut self.dirty))
    }

    /// `VertexAttribsNV`: several attributes from `index` on, the highest first, so that attribute 0 comes
    /// last (section 2.14.1.1).
    pub fn write_all(&mut self, index: usize, attributes: &[&[u32]]) -> Option<u16> {
        let mut provoked = None;
        for (offset, components) in attributes.iter().enumerate().rev() {
            provoked = self.write(index + offset, components);
        }
        provoked
    }

    /// The current attributes.
    pub fn attributes(&self) -> &[Quad; limit::INPUTS] {
        &self.slots
    }
}
