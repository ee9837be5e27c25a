//! Limits on the size and nesting of a text.

/// Limits of one assembly. Each is a plain number with a default that no honest program reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Words of the program.
    pub words: u32,
    /// Lines read, each repetition and each call counted anew, and long ones once more for every 16 bytes.
    pub lines: u64,
    /// Bytes of all texts together.
    pub text: u32,
    /// Depth of macros, functions and includes that call each other.
    pub depth: u32,
    /// Depth of blocks that stand in each other, in the text or through macros, functions and includes.
    pub blocks: u32,
    /// Texts that are included, each time counted anew.
    pub includes: u32,
    /// Depth of parentheses in an expression.
    pub nesting: u32,
    /// Problems after which reading ends.
    pub diagnostics: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            words: 1 << 22,
            lines: 1 << 24,
            text: 1 << 28,
            depth: 48,
            blocks: 96,
            includes: 10_000,
            nesting: 96,
            diagnostics: 100,
        }
    }
}
