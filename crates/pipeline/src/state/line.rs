//! Line state (GL 2.1, 3.4.2).

/// The pattern of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineStipple {
    /// Fragments for each bit, 1 to 256.
    pub factor: u32,
    /// Which fragments are drawn, the lowest bit first.
    pub pattern: u16,
}

impl Default for LineStipple {
    /// All of a line.
    fn default() -> LineStipple {
        LineStipple {
            factor: 1,
            pattern: 0xffff,
        }
    }
}
