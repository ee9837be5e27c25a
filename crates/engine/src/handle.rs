//! Handles of textures and images (NV_bindless_texture): 64 bits that stand for one that need not be bound to a
//! unit. The application gets them from whoever keeps the textures; to programs they are numbers.

/// The first unit number that stands for a texture with a handle: no unit has one as high.
const FIRST_UNIT: u32 = 1 << 16;

const TEXTURE: u64 = 1 << 32;
const IMAGE: u64 = 2 << 32;

/// The handle of texture `number`, and the number of the unit by which lookups name it.
pub const fn of_texture(number: u16) -> (u64, u32) {
    let unit = FIRST_UNIT + number as u32;
    (TEXTURE | unit as u64, unit)
}

/// The unit by which a lookup names the texture of a handle. What is no handle of a texture, which is undefined,
/// gives a unit that has none.
pub const fn texture_unit(handle: u64) -> u32 {
    if handle >> 32 == TEXTURE >> 32 {
        handle as u32
    } else {
        u32::MAX
    }
}

/// The handle of image `number`.
pub const fn of_image(number: u32) -> u64 {
    IMAGE | number as u64
}

/// The number of the image of a handle; `None` of what is none.
pub const fn image_number(handle: u64) -> Option<usize> {
    if handle >> 32 == IMAGE >> 32 {
        Some(handle as u32 as usize)
    } else {
        None
    }
}
