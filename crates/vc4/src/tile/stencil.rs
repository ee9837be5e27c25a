//! The stencil set-up words that programs write, and the test.
//!
//! Source: VideoCore IV guide's stencil configuration as Mesa (`vc4_state.c`, `vc4_program.c`) writes it.

use crate::list::CompareFunction;

/// What happens to the stencil of a sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StencilOperation {
    /// It becomes 0.
    Zero,
    /// It stays.
    #[default]
    Keep,
    /// It becomes the reference.
    Replace,
    /// One more, up to 255.
    Increment,
    /// One less, down to 0.
    Decrement,
    /// All bits change.
    Invert,
    /// One more; 0 after 255.
    IncrementWrap,
    /// One less; 255 after 0.
    DecrementWrap,
}

impl StencilOperation {
    fn of_bits(bits: u32) -> StencilOperation {
        [
            StencilOperation::Zero,
            StencilOperation::Keep,
            StencilOperation::Replace,
            StencilOperation::Increment,
            StencilOperation::Decrement,
            StencilOperation::Invert,
            StencilOperation::IncrementWrap,
            StencilOperation::DecrementWrap,
        ][(bits & 7) as usize]
    }

    fn apply(self, value: u8, reference: u8) -> u8 {
        match self {
            StencilOperation::Zero => 0,
            StencilOperation::Keep => value,
            StencilOperation::Replace => reference,
            StencilOperation::Increment => value.saturating_add(1),
            StencilOperation::Decrement => value.saturating_sub(1),
            StencilOperation::Invert => !value,
            StencilOperation::IncrementWrap => value.wrapping_add(1),
            StencilOperation::DecrementWrap => value.wrapping_sub(1),
        }
    }
}

/// Whether `new` passes against `old`.
#[inline]
pub(crate) fn passes(function: CompareFunction, new: u32, old: u32) -> bool {
    match function {
        CompareFunction::Never | CompareFunction::Reserved(_) => false,
        CompareFunction::Less => new < old,
        CompareFunction::Equal => new == old,
        CompareFunction::LessEqual => new <= old,
        CompareFunction::Greater => new > old,
        CompareFunction::NotEqual => new != old,
        CompareFunction::GreaterEqual => new >= old,
        CompareFunction::Always => true,
    }
}

/// The function with these three bits.
pub(crate) fn function_of_bits(bits: u32) -> CompareFunction {
    [
        CompareFunction::Never,
        CompareFunction::Less,
        CompareFunction::Equal,
        CompareFunction::LessEqual,
        CompareFunction::Greater,
        CompareFunction::NotEqual,
        CompareFunction::GreaterEqual,
        CompareFunction::Always,
    ][(bits & 7) as usize]
}

/// The stencil test of one face.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StencilFace {
    write_mask: u8,
    depth_fails: StencilOperation,
    depth_passes: StencilOperation,
    fails: StencilOperation,
    function: CompareFunction,
    reference: u8,
    read_mask: u8,
}

impl Default for StencilFace {
    fn default() -> StencilFace {
        StencilFace {
            write_mask: 0xff,
            depth_fails: StencilOperation::Keep,
            depth_passes: StencilOperation::Keep,
            fails: StencilOperation::Keep,
            function: CompareFunction::Always,
            reference: 0,
            read_mask: 0xff,
        }
    }
}

impl StencilFace {
    /// Whether `value` passes.
    pub fn passes(&self, value: u8) -> bool {
        let [reference, value] = [self.reference, value].map(|byte| u32::from(byte & self.read_mask));
        passes(self.function, reference, value)
    }

    /// The stencil after the tests; `depth` is the outcome of the depth test where it took place.
    pub fn updated(&self, value: u8, depth: Option<bool>) -> u8 {
        let operation = match depth {
            None => self.fails,
            Some(false) => self.depth_fails,
            Some(true) => self.depth_passes,
        };
        let new = operation.apply(value, self.reference);
        value & !self.write_mask | new & self.write_mask
    }
}

/// The stencil tests of both faces; they pass until a program sets them up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stencil {
    /// Front and back.
    pub faces: [StencilFace; 2],
}

impl Stencil {
    /// Acts on a set-up word.
    pub fn set_up(&mut self, word: u32) {
        let sides = word >> 30;
        if sides == 0 {
            [self.faces[0].write_mask, self.faces[1].write_mask] = [word as u8, (word >> 8) as u8];
            return;
        }
        let face = StencilFace {
            write_mask: [0x01, 0x03, 0x0f, 0xff][(word >> 28 & 3) as usize],
            depth_fails: StencilOperation::of_bits(word >> 25),
            depth_passes: StencilOperation::of_bits(word >> 22),
            fails: StencilOperation::of_bits(word >> 19),
            function: function_of_bits(word >> 16),
            reference: (word >> 8) as u8,
            read_mask: word as u8,
        };
        for (side, target) in self.faces.iter_mut().enumerate() {
            if sides >> side & 1 != 0 {
                *target = face;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: the stencil words of Mesa's `vc4_state.c`: 31:30 faces, 29:28 mask code, 27:25, 24:22, 21:19 operations,
    /// 18:16 function, 15:8 reference, 7:0 mask: front, mask 0f, decrement, replace, keep, equal, 0x5a, 0xf0.
    #[test]
    fn a_word_sets_up_a_face() {
        let mut stencil = Stencil::default();
        stencil.set_up(1 << 30 | 2 << 28 | 4 << 25 | 2 << 22 | 1 << 19 | 2 << 16 | 0x5a << 8 | 0xf0);
        let [front, back] = stencil.faces;
        assert_eq!(back, StencilFace::default());
        assert!(front.passes(0x57) && !front.passes(0x67));
        assert_eq!(front.updated(0x57, Some(true)), 0x5a);
        assert_eq!(front.updated(0x50, Some(false)), 0x5f);
        assert_eq!(front.updated(0x57, None), 0x57);
        stencil.set_up(0xff << 8 | 0xf0);
        assert_eq!(stencil.faces[0].updated(0, Some(true)), 0x50);
    }
}
