//! What a frame may cost.

/// Limits of a frame. The defaults end every frame within some minutes and some hundred megabytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameLimits {
    /// Packets and entries of compressed lists that both threads read; what a tile draws is kept, some 40 bytes each.
    pub packets: u64,
    /// Vertices of all draws.
    pub vertices: u64,
    /// Instructions of all shaders.
    pub instructions: u64,
    /// Instructions of one shader on sixteen pixels or vertices.
    pub program: u64,
    /// Places at which findings are kept, of each kind of finding.
    pub findings: usize,
    /// Words of a shader that are decoded.
    pub program_words: usize,
    /// Bytes of tile lists that may lie in memory of the machine's own, where the image has no room.
    pub overspill: u32,
}

impl Default for FrameLimits {
    fn default() -> FrameLimits {
        FrameLimits {
            packets: 20_000_000,
            vertices: 20_000_000,
            instructions: 1_000_000_000,
            program: 1_000_000,
            findings: 1000,
            program_words: 1 << 16,
            overspill: 16 << 20,
        }
    }
}
