//! A position in pixels, which the NV2A takes, back to clip space, so that OpenGL draws it.
//!
//! A program of the console divides by w and moves the position to the screen itself, with y downwards, and leaves w
//! for the texture coordinates. The text undoes both at its end; there the position is no longer that of the words.

/// A screen, in pixels, and the largest number of its depth buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Viewport {
    /// Pixels from left to right.
    pub width: u16,
    /// Pixels from top to bottom.
    pub height: u16,
    /// The position's z at the far plane, such as 16777215.
    pub depth: u32,
}

impl Viewport {
    /// The parameter that takes pixels to -1 to 1.
    pub(super) fn parameter(self) -> String {
        let [x, y, z] = [
            f64::from(self.width),
            f64::from(self.height),
            f64::from(self.depth),
        ]
        .map(|size| (2.0 / size) as f32);
        format!("PARAM viewport = {{ {x:e}, {y:e}, {z:e}, -1 }};\n")
    }
}

/// How many instructions there are at most.
pub(super) const MOST: usize = 4;

/// The last instructions: the position out of a temporary, in the components that are written.
pub(super) fn instructions(from: u8, written: u8) -> String {
    let mask = |mask: u8| crate::word::print::mask(mask);
    let mut text = String::new();
    let inside = written & 14;
    if inside != 0 {
        text += &format!("MAD R{from}{}, R{from}, viewport, viewport.w;\n", mask(inside));
        if written & 1 != 0 {
            text += &format!("MUL R{from}{}, R{from}, R{from}.w;\n", mask(inside));
        }
    }
    if written & 11 != 0 {
        text += &format!("MOV result.position{}, R{from};\n", mask(written & 11));
    }
    if written & 4 != 0 {
        text += &format!("MOV result.position.y, -R{from}.y;\n");
    }
    text
}
