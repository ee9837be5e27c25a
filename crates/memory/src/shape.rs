//! The shape of an access: how many components of how many bytes.

/// Components of one access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    bytes: u8,
    count: u8,
}

impl Shape {
    /// `count` components (1 to 4) of `bytes` bytes each (1, 2, 4 or 8), or `None` if there is no such access.
    pub const fn new(bytes: u64, count: u8) -> Option<Shape> {
        match (bytes, count) {
            (1 | 2 | 4 | 8, 1..=4) => Some(Shape {
                bytes: bytes as u8,
                count,
            }),
            _ => None,
        }
    }

    /// Bytes of a component.
    pub const fn bytes(self) -> u64 {
        self.bytes as u64
    }

    /// Number of components.
    pub const fn count(self) -> usize {
        self.count as usize
    }

    /// Bytes of all components, of which an address must be a multiple (NV_gpu_program5 2.X.4.5).
    pub const fn size(self) -> u64 {
        self.bytes as u64 * self.count as u64
    }
}
