//! The constant registers and which of them a program reaches.

use super::Quad;
use quadrille_isa::nv20::limit;

/// Which constants an indexed read reaches (a mode bit of the machine; envytools docs/hw/graph/xf/mode).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Access {
    /// The user half only, which OpenGL calls `c[0]` to `c[95]`; beyond it an indexed read gives 0.
    #[default]
    UserOnly,
    /// All 192, as on the Xbox.
    Full,
}

/// The result of an indexed read beyond all constants with [`Access::Full`]. Not known for the silicon.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Beyond {
    /// Zeros, as in the user-only mode.
    #[default]
    Zero,
    /// The constant at the number modulo 192.
    Wrap,
    /// The nearest constant.
    Clamp,
}

impl Access {
    /// The constant that an indexed read takes; none gives zeros.
    pub fn index(self, beyond: Beyond, number: i32) -> Option<usize> {
        let first = match self {
            Access::UserOnly => i32::from(limit::GL_FIRST_CONSTANT),
            Access::Full => 0,
        };
        let count = limit::CONSTANTS as i32;
        if (first..count).contains(&number) {
            return Some(number as usize);
        }
        match (self, beyond) {
            (Access::UserOnly, _) | (Access::Full, Beyond::Zero) => None,
            (Access::Full, Beyond::Wrap) => Some(number.rem_euclid(count) as usize),
            (Access::Full, Beyond::Clamp) => Some(number.clamp(0, count - 1) as usize),
        }
    }
}

/// The 192 constant registers, as bits. All are zero at first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constants(pub Vec<Quad>);

impl Default for Constants {
    fn default() -> Self {
        Constants(vec![[0; 4]; limit::CONSTANTS])
    }
}

impl Constants {
    /// Sets a constant by the number in the word; numbers past the last are dropped.
    pub fn set(&mut self, number: usize, value: [f32; 4]) {
        if let Some(place) = self.0.get_mut(number) {
            *place = value.map(f32::to_bits);
        }
    }

    /// Sets `c[number]` of the OpenGL extension.
    pub fn set_gl(&mut self, number: usize, value: [f32; 4]) {
        self.set(number + usize::from(limit::GL_FIRST_CONSTANT), value);
    }

    /// A constant, zeros past the last.
    pub fn get(&self, number: usize) -> Quad {
        self.0.get(number).copied().unwrap_or_default()
    }
}
