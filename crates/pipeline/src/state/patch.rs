//! Patch parameters: what PatchParameteri and PatchParameterfv set (ARB_tessellation_shader 2.6.1, 2.X.2).

/// The patch parameters of a draw.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Patch {
    /// PATCH_VERTICES: vertices of a patch that comes in, at least 1.
    pub vertices: u32,
    /// PATCH_DEFAULT_OUTER_LEVEL: outer tessellation levels where no control program writes them.
    pub outer: [f32; 4],
    /// PATCH_DEFAULT_INNER_LEVEL: inner tessellation levels.
    pub inner: [f32; 2],
}

impl Default for Patch {
    fn default() -> Patch {
        Patch {
            vertices: 3,
            outer: [1.0; 4],
            inner: [1.0; 2],
        }
    }
}
