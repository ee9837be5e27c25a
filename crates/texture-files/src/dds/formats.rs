//! The formats of DDS files: DXGI_FORMAT, four characters, and masks.

use quadrille_texture::Format;

use super::Order;

/// DXGI_FORMAT, in the order of the numbers. Names of words give their components from the lowest bits on. Typeless formats,
/// which some programs write, are read as the first of their group.
pub(super) const DXGI: &[(u32, Format, Order)] = &[
    (2, Format::Rgba32F, Order::Own),
    (3, Format::Rgba32Ui, Order::Own),
    (4, Format::Rgba32I, Order::Own),
    (6, Format::Rgb32F, Order::Own),
    (7, Format::Rgb32Ui, Order::Own),
    (8, Format::Rgb32I, Order::Own),
    (10, Format::Rgba16F, Order::Own),
    (11, Format::Rgba16, Order::Own),
    (12, Format::Rgba16Ui, Order::Own),
    (13, Format::Rgba16Snorm, Order::Own),
    (14, Format::Rgba16I, Order::Own),
    (16, Format::Rg32F, Order::Own),
    (17, Format::Rg32Ui, Order::Own),
    (18, Format::Rg32I, Order::Own),
    (24, Format::Rgb10A2, Order::Own),
    (25, Format::Rgb10A2Ui, Order::Own),
    (26, Format::R11FG11FB10F, Order::Own),
    (27, Format::Rgba8, Order::Own),
    (28, Format::Rgba8, Order::Own),
    (29, Format::Srgb8Alpha8, Order::Own),
    (30, Format::Rgba8Ui, Order::Own),
    (31, Format::Rgba8Snorm, Order::Own),
    (32, Format::Rgba8I, Order::Own),
    (34, Format::Rg16F, Order::Own),
    (35, Format::Rg16, Order::Own),
    (36, Format::Rg16Ui, Order::Own),
    (37, Format::Rg16Snorm, Order::Own),
    (38, Format::Rg16I, Order::Own),
    (40, Format::Depth32F, Order::Own),
    (41, Format::R32F, Order::Own),
    (42, Format::R32Ui, Order::Own),
    (43, Format::R32I, Order::Own),
    (49, Format::Rg8, Order::Own),
    (50, Format::Rg8Ui, Order::Own),
    (51, Format::Rg8Snorm, Order::Own),
    (52, Format::Rg8I, Order::Own),
    (54, Format::R16F, Order::Own),
    (55, Format::Depth16, Order::Own),
    (56, Format::R16, Order::Own),
    (57, Format::R16Ui, Order::Own),
    (58, Format::R16Snorm, Order::Own),
    (59, Format::R16I, Order::Own),
    (61, Format::R8, Order::Own),
    (62, Format::R8Ui, Order::Own),
    (63, Format::R8Snorm, Order::Own),
    (64, Format::R8I, Order::Own),
    (65, Format::A8, Order::Own),
    (67, Format::Rgb9E5, Order::Own),
    (70, Format::Bc1Rgba, Order::Own),
    (71, Format::Bc1Rgba, Order::Own),
    (72, Format::Bc1Srgba, Order::Own),
    (73, Format::Bc2, Order::Own),
    (74, Format::Bc2, Order::Own),
    (75, Format::Bc2Srgb, Order::Own),
    (76, Format::Bc3, Order::Own),
    (77, Format::Bc3, Order::Own),
    (78, Format::Bc3Srgb, Order::Own),
    (79, Format::Bc4, Order::Own),
    (80, Format::Bc4, Order::Own),
    (81, Format::Bc4Snorm, Order::Own),
    (82, Format::Bc5, Order::Own),
    (83, Format::Bc5, Order::Own),
    (84, Format::Bc5Snorm, Order::Own),
    (85, Format::Rgb565, Order::Own),
    (86, Format::Rgb5A1, Order::Rotated(1)),
    (87, Format::Rgba8, Order::Bgra),
    (88, Format::Rgba8, Order::Bgrx),
    (90, Format::Rgba8, Order::Bgra),
    (91, Format::Srgb8Alpha8, Order::Bgra),
    (92, Format::Rgba8, Order::Bgrx),
    (93, Format::Srgb8Alpha8, Order::Bgrx),
    (94, Format::Bc6hUfloat, Order::Own),
    (95, Format::Bc6hUfloat, Order::Own),
    (96, Format::Bc6hFloat, Order::Own),
    (97, Format::Bc7, Order::Own),
    (98, Format::Bc7, Order::Own),
    (99, Format::Bc7Srgb, Order::Own),
    (115, Format::Rgba4, Order::Rotated(4)),
];

const fn four(letters: [u8; 4]) -> u32 {
    u32::from_le_bytes(letters)
}

/// Four characters, or the number of a D3DFORMAT where they would be.
pub(super) const FOUR_CC: &[(u32, Format)] = &[
    (four(*b"DXT1"), Format::Bc1Rgba),
    // Alpha is multiplied into the colours of DXT2 and DXT4; lookups give what is stored.
    (four(*b"DXT2"), Format::Bc2),
    (four(*b"DXT3"), Format::Bc2),
    (four(*b"DXT4"), Format::Bc3),
    (four(*b"DXT5"), Format::Bc3),
    (four(*b"ATI1"), Format::Bc4),
    (four(*b"BC4U"), Format::Bc4),
    (four(*b"BC4S"), Format::Bc4Snorm),
    (four(*b"ATI2"), Format::Bc5),
    (four(*b"BC5U"), Format::Bc5),
    (four(*b"BC5S"), Format::Bc5Snorm),
    (36, Format::Rgba16),
    (110, Format::Rgba16Snorm),
    (111, Format::R16F),
    (112, Format::Rg16F),
    (113, Format::Rgba16F),
    (114, Format::R32F),
    (115, Format::Rg32F),
    (116, Format::Rgba32F),
];

/// A pixel by its masks.
pub(super) struct Masks {
    /// DDPF_ALPHA, DDPF_RGB or DDPF_LUMINANCE.
    pub flags: u32,
    /// Bits of a pixel.
    pub bits: u32,
    /// The masks of red (or luminance), green, blue and alpha.
    pub masks: [u32; 4],
    pub format: Format,
    pub order: Order,
}

const ALPHA: u32 = 0x2;
const RGB: u32 = 0x40;
const LUMINANCE: u32 = 0x2_0000;

const fn row(flags: u32, bits: u32, masks: [u32; 4], format: Format, order: Order) -> Masks {
    Masks {
        flags,
        bits,
        masks,
        format,
        order,
    }
}

pub(super) const MASKS: &[Masks] = &[
    row(
        RGB,
        32,
        [0xff, 0xff00, 0xff_0000, 0xff00_0000],
        Format::Rgba8,
        Order::Own,
    ),
    row(RGB, 32, [0xff, 0xff00, 0xff_0000, 0], Format::Rgba8, Order::Rgbx),
    row(
        RGB,
        32,
        [0xff_0000, 0xff00, 0xff, 0xff00_0000],
        Format::Rgba8,
        Order::Bgra,
    ),
    row(RGB, 32, [0xff_0000, 0xff00, 0xff, 0], Format::Rgba8, Order::Bgrx),
    row(RGB, 32, [0xffff, 0xffff_0000, 0, 0], Format::Rg16, Order::Own),
    row(
        RGB,
        32,
        [0x3ff, 0xf_fc00, 0x3ff0_0000, 0xc000_0000],
        Format::Rgb10A2,
        Order::Own,
    ),
    row(RGB, 24, [0xff_0000, 0xff00, 0xff, 0], Format::Rgb8, Order::Bgra),
    row(RGB, 24, [0xff, 0xff00, 0xff_0000, 0], Format::Rgb8, Order::Own),
    row(RGB, 16, [0xf800, 0x7e0, 0x1f, 0], Format::Rgb565, Order::Own),
    row(
        RGB,
        16,
        [0x7c00, 0x3e0, 0x1f, 0x8000],
        Format::Rgb5A1,
        Order::Rotated(1),
    ),
    row(
        RGB,
        16,
        [0xf00, 0xf0, 0xf, 0xf000],
        Format::Rgba4,
        Order::Rotated(4),
    ),
    row(LUMINANCE, 8, [0xff, 0, 0, 0], Format::L8, Order::Own),
    row(LUMINANCE, 16, [0xffff, 0, 0, 0], Format::L16, Order::Own),
    row(LUMINANCE, 16, [0xff, 0, 0, 0xff00], Format::La8, Order::Own),
    row(ALPHA, 8, [0, 0, 0, 0xff], Format::A8, Order::Own),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_in_order() {
        assert!(DXGI.is_sorted_by_key(|(number, ..)| *number));
    }
}
