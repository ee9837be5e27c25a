//! Image units: the texel that a LOADIM, STOREIM or ATOMIM names, and how a formatted store writes it.
//!
//! The texels lie in memory that the caller owns and may share between threads; this says where, as byte offsets.
//! Reading, writing and atomic operations are not here.
//!
//! Source: EXT_shader_image_load_store section 3.9.X and tables X.2 and X.5.

use std::ops::Range;

use crate::format::{Base, FormatKind};
use crate::texture::CUBE_FACES;
use crate::{Encoding, Extent, Format, LayerAxis, ObjectTarget};

/// An equivalence class of formats (table X.2): texels of equal size, which may be viewed as one another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(
    missing_docs,
    reason = "each name is the specification's own: components by bits"
)]
pub enum Class {
    Size1x8,
    Size1x16,
    Size1x32,
    Size2x32,
    Size4x32,
}

impl Class {
    /// The class of a format, or `None` if table X.2 does not list it.
    pub fn of(format: Format) -> Option<Class> {
        let row = format.row();
        let listed = match row.encoding {
            _ if row.compression.is_some() => false,
            Encoding::Packed565
            | Encoding::Packed4444
            | Encoding::Packed5551
            | Encoding::Srgb8
            | Encoding::Unorm24
            | Encoding::Unorm32
            | Encoding::Shared9995
            | Encoding::Unorm24Uint8
            | Encoding::Float32Uint8
            | Encoding::Rgtc
            | Encoding::RgtcSigned
            | Encoding::Eac
            | Encoding::EacSigned => false,
            Encoding::Packed1010102 | Encoding::Packed111110F | Encoding::Uint1010102 => true,
            Encoding::Unorm8
            | Encoding::Unorm16
            | Encoding::Snorm8
            | Encoding::Snorm16
            | Encoding::Float16
            | Encoding::Float32
            | Encoding::Sint8
            | Encoding::Sint16
            | Encoding::Sint32
            | Encoding::Uint8
            | Encoding::Uint16
            | Encoding::Uint32 => matches!(row.base, Base::Red | Base::Rg | Base::Rgba),
        };
        if !listed {
            return None;
        }
        match format.texel_bytes() {
            1 => Some(Class::Size1x8),
            2 => Some(Class::Size1x16),
            4 => Some(Class::Size1x32),
            8 => Some(Class::Size2x32),
            _ => Some(Class::Size4x32),
        }
    }

    /// The size of a texel, in bytes.
    pub fn bytes(self) -> u32 {
        match self {
            Class::Size1x8 => 1,
            Class::Size1x16 => 2,
            Class::Size1x32 => 4,
            Class::Size2x32 => 8,
            Class::Size4x32 => 16,
        }
    }
}

/// Why an access to an image is invalid: loads then give zeros, stores do nothing (section 3.9.X).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum InvalidAccess {
    /// The texture's format is not in table X.2, or of another class than the unit's.
    #[error("the texture's format cannot be viewed as the image unit's")]
    Format,
    /// The texture is incomplete.
    #[error("the texture is incomplete")]
    Incomplete,
    /// The level that is bound is below the base level of the texture or above its maximum level.
    #[error("level {0} is not one from the texture's base level to its maximum level")]
    Level(u32),
    /// The texture has more samples than images may have.
    #[error("{0} samples are more than images may have")]
    Samples(u32),
    /// The instruction names another target than the one that is bound.
    #[error("the instruction's target is not the one bound")]
    Target,
    /// A coordinate that the target reads is outside the image.
    #[error("coordinate {axis} is {value}, outside the image")]
    Texel {
        /// 0 for x, 1 for y, 2 for z.
        axis: usize,
        /// The coordinate.
        value: i32,
    },
    /// A coordinate that the target does not read is not 0.
    #[error("coordinate {axis} is {value}, but the target does not use it")]
    Unused {
        /// 0 for x, 1 for y, 2 for z.
        axis: usize,
        /// The coordinate.
        value: i32,
    },
    /// The sample does not exist; the specification leaves which one is read undefined.
    #[error("sample {0} is outside the texel")]
    Sample(i32),
}

/// One level of a texture, bound to an image unit.
///
/// Its texels lie one after another: samples of a texel, texels of a row, rows, then slices, layers or faces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImageUnit {
    /// The target that instructions must name: the texture's, or that of a single layer.
    target: ObjectTarget,
    /// Sizes in x, y and z, layers and faces included.
    sizes: [u32; 3],
    samples: u32,
    /// Bytes before the first texel that is bound.
    start: u64,
    view: Format,
    class: Option<Class>,
    /// Why every access is invalid for what the texture is.
    problem: Option<InvalidAccess>,
}

impl ImageUnit {
    /// Binds a whole level, whose image (or each of whose six, for a cube map) has `extent`.
    ///
    /// `format` is the texture's, `view` the one that the unit gives it. If they are not compatible, every access
    /// is invalid.
    pub fn layered(
        target: ObjectTarget,
        extent: Extent,
        samples: u32,
        format: Format,
        view: Format,
    ) -> ImageUnit {
        let mut sizes = extent.sizes();
        if target.row().faces > 1 {
            sizes[2] = CUBE_FACES;
        }
        let class = Class::of(format).filter(|&class| Class::of(view) == Some(class));
        ImageUnit {
            target,
            sizes,
            samples,
            start: 0,
            view,
            class,
            problem: None,
        }
    }

    /// The same where every access is invalid for a reason that the unit does not know itself, or where none is.
    pub fn judged(self, problem: Option<InvalidAccess>) -> ImageUnit {
        ImageUnit { problem, ..self }
    }

    /// Binds a single layer, slice or face of a level, or `None` if it does not exist. Targets without layers are
    /// bound whole, whatever `layer` is.
    pub fn single_layer(self, layer: u32) -> Option<ImageUnit> {
        let [width, height, depth] = self.sizes;
        let texel = u64::from(self.view.texel_bytes() as u32) * u64::from(self.samples);
        let row = self.target.row();
        let Some(target) = row.single_layer else {
            return Some(self);
        };
        let (sizes, layers) = match row.layers {
            LayerAxis::Height => ([width, 1, 1], height),
            LayerAxis::Depth | LayerAxis::None => ([width, height, 1], depth),
        };
        let bytes = u64::from(sizes[0]) * u64::from(sizes[1]) * texel;
        (layer < layers).then_some(ImageUnit {
            target,
            sizes,
            start: u64::from(layer) * bytes,
            ..self
        })
    }

    /// The target that instructions must name.
    pub fn target(&self) -> ObjectTarget {
        self.target
    }

    /// Sizes in x, y and z, layers and faces included; of one-dimensional arrays the layers are in y.
    pub fn sizes(&self) -> [u32; 3] {
        self.sizes
    }

    /// The bytes of the level in which the texels lie; none if every access is invalid.
    pub fn range(&self) -> Range<u64> {
        let texels: u64 = self.sizes.iter().map(|size| u64::from(*size)).product();
        let bytes = self.class().map_or(0, |class| u64::from(class.bytes()));
        self.start..self.start + texels * u64::from(self.samples) * bytes
    }

    /// The format that the unit gives the texels.
    pub fn view(&self) -> Format {
        self.view
    }

    /// The class of the unit's format, or `None` if every access is invalid.
    pub fn class(&self) -> Option<Class> {
        self.class.filter(|_| self.problem.is_none())
    }

    /// The address of a texel: bytes from the start of the level. x, y and z are its coordinates, w is the sample.
    ///
    /// # Errors
    /// Every case that section 3.9.X calls invalid, as far as the unit knows it.
    pub fn locate(&self, target: ObjectTarget, coordinate: [i32; 4]) -> Result<u64, InvalidAccess> {
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        let class = self.class.ok_or(InvalidAccess::Format)?;
        if target != self.target {
            return Err(InvalidAccess::Target);
        }
        let row = target.row();
        // Table X.5: layers and faces are in z, for one-dimensional arrays too. What a target without layers does
        // not use, the instructions set to 0 first; the y of one-dimensional arrays they leave, so it must be 0.
        let [x, y, z, _] = coordinate;
        let (axes, kept) = match (row.layers, row.dimensions) {
            (LayerAxis::Height, _) => ([x, z, 0], y),
            (LayerAxis::Depth, _) => ([x, y, z], 0),
            (LayerAxis::None, _) if row.cube => ([x, y, z], 0),
            (LayerAxis::None, 1) => ([x, 0, 0], 0),
            (LayerAxis::None, 2) => ([x, y, 0], 0),
            (LayerAxis::None, _) => ([x, y, z], 0),
        };
        if kept != 0 {
            return Err(InvalidAccess::Unused { axis: 1, value: kept });
        }
        let mut texel = [0; 3];
        for (at, value) in axes.into_iter().enumerate() {
            let axis = if row.layers == LayerAxis::Height && at == 1 {
                2
            } else {
                at
            };
            texel[at] = u32::try_from(value)
                .ok()
                .filter(|&value| value < self.sizes[at])
                .ok_or(InvalidAccess::Texel { axis, value })?;
        }
        let sample = if row.is_multisample() { coordinate[3] } else { 0 };
        let sample = u32::try_from(sample)
            .ok()
            .filter(|&sample| sample < self.samples)
            .ok_or(InvalidAccess::Sample(sample))?;
        let [x, y, z] = texel.map(u64::from);
        let [width, height, _] = self.sizes.map(u64::from);
        let number = ((z * height + y) * width + x) * u64::from(self.samples) + u64::from(sample);
        Ok(self.start + number * u64::from(class.bytes()))
    }

    /// The bytes of a texel that a formatted store writes, and how many of them: RGBA data converted to the unit's
    /// format as TexImage would, floats from floats and integers from integers of the signedness that `kind` says.
    pub fn encode(&self, kind: FormatKind, data: [u32; 4]) -> ([u8; 16], usize) {
        let row = self.view.row();
        let color = data.map(|word| match kind {
            FormatKind::Float => f64::from(f32::from_bits(word)),
            FormatKind::Signed => f64::from(word.cast_signed()),
            FormatKind::Unsigned => f64::from(word),
        });
        let mut bytes = [0; 16];
        let size = self.view.texel_bytes();
        row.encoding.encode(row.base.select(color), &mut bytes[..size]);
        (bytes, size)
    }

    /// The result of a formatted load of the bytes of a texel (EXT_shader_image_load_formatted, section 3.9.X): RGBA of
    /// the kind that the instruction asks for, components that the format does not have from (0, 0, 0, 1).
    /// Integers as floats, and the reverse, are undefined there; the value is converted.
    pub fn decode(&self, kind: FormatKind, texel: &[u8]) -> [u32; 4] {
        let row = self.view.row();
        let integer = self.view.kind() != FormatKind::Float;
        let color = || row.base.expand(row.encoding.decode(texel), 0.0, 1.0);
        match kind {
            FormatKind::Float => color().map(f32::to_bits),
            FormatKind::Signed | FormatKind::Unsigned if integer => {
                row.base.expand(row.encoding.decode_integer(texel), 0, 1)
            }
            FormatKind::Signed => color().map(|value| (value as i32).cast_unsigned()),
            FormatKind::Unsigned => color().map(|value| value as u32),
        }
    }

    /// The size as IMQ gives it (ARB_shader_image_size): as TXQ, of cube arrays the count of cubes.
    pub fn size(&self) -> [i32; 4] {
        let [width, height, depth] = self.sizes.map(|size| i32::try_from(size).unwrap_or(i32::MAX));
        crate::query::components_of_size(self.target, [width, height, depth])
    }

    /// Samples in a texel, as IMQS gives them (ARB_shader_texture_image_samples).
    pub fn samples(&self) -> u32 {
        self.samples
    }
}

#[cfg(test)]
mod tests;
