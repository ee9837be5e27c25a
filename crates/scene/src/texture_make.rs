//! Textures as commands make them; `texture` reads these, `texels` has what is in them.

/// A texture that a command makes.
#[derive(Clone, PartialEq, Debug)]
pub enum TextureMake {
    /// Quadrants red, green, blue, white.
    Rgbw {
        /// Width and height.
        size: [u32; 2],
        /// Internal format by its GL name, `GL_RGBA` if none is written.
        format: String,
    },
    /// 8×8, levels red, green, blue, white.
    Miptree,
    /// Squares of two colours.
    Checkerboard {
        /// The level that is set.
        level: u32,
        /// Width and height.
        size: [u32; 2],
        /// Colour of the square at the origin, and of its neighbours.
        colors: [[f32; 4]; 2],
        /// Internal format by its GL name, `GL_RGBA8` if none is written.
        format: String,
    },
    /// Depth texture whose texel x is x/(w−1).
    Shadow1D {
        /// Width.
        width: u32,
    },
    /// The same in every row.
    Shadow2D {
        /// Width and height.
        size: [u32; 2],
    },
    /// The same with coordinates in texels.
    ShadowRect {
        /// Width and height.
        size: [u32; 2],
    },
    /// A layer in each of four colours in turn: `texture rgbw 1DArray u (w,l)`, `texture rgbw 2DArray u (w,h,l)`.
    RgbwLayers {
        /// The target as instructions name it: `ARRAY1D` or `ARRAY2D`.
        target: &'static str,
        /// Width, height and depth; layers count as height of one-dimensional arrays, else as depth.
        size: [u32; 3],
    },
    /// Layers of depths, each as [`TextureMake::Shadow1D`] or [`TextureMake::Shadow2D`] has them.
    ShadowLayers {
        /// The target as instructions name it: `ARRAY1D` or `ARRAY2D`.
        target: &'static str,
        /// Width, height and depth; layers count as height of one-dimensional arrays, else as depth.
        size: [u32; 3],
    },
    /// Integers: x, y, and two numbers: `texture integer u (w,h) (b,a) FORMAT`.
    Integers {
        /// Width and height.
        size: [u32; 2],
        /// Blue and alpha of every texel.
        others: [i32; 2],
        /// Internal format by its GL name.
        format: String,
    },
    /// Levels of zeros with the parameters that GL gives a new texture: `texture storage u TARGET FORMAT (levels w h d)`,
    /// `texture junk 2DArray u (w,h,l)`.
    Storage {
        /// The target as instructions name it.
        target: &'static str,
        /// Width, height and depth of level 0; layers count as height of one-dimensional arrays, else as depth.
        size: [u32; 3],
        /// Internal format by its GL name.
        format: String,
        /// The number of levels.
        levels: u32,
        /// Whether it has these levels for good (TexStorage), so that it is complete without more.
        immutable: bool,
    },
    /// Zeros: `texture empty u TARGET (w,h,d) FORMAT`, of multisample targets with `samples n` behind.
    Empty {
        /// The target as instructions name it: `2D`, `ARRAY2D`, …
        target: String,
        /// Width, height and depth; layers count as height of one-dimensional arrays, else as depth.
        size: [u32; 3],
        /// Internal format by its GL name.
        format: String,
        /// Samples of a texel.
        samples: u32,
    },
    /// Every texel says where it is, at all levels: `texture places u TARGET (w,h,d) FORMAT`.
    Places {
        /// The target as instructions name it; those with SHADOW compare.
        target: String,
        /// Width, height and depth; layers count as height of one-dimensional arrays, else as depth.
        size: [u32; 3],
        /// Internal format by its GL name.
        format: String,
    },
    /// The samples of each texel, one colour after another: `texture multisample u (w,h) (r,g,b,a) …`.
    Multisample {
        /// Width and height.
        size: [u32; 2],
        /// The colour of each sample.
        samples: Vec<[f32; 4]>,
    },
    /// Texels of a buffer, in the format's own encoding: `texture image u TARGET (w,h,d) FORMAT NAME`, `… at OFFSET`,
    /// `… levels n`.
    Image {
        /// The target as instructions name it.
        target: String,
        /// Width, height and depth of level 0; layers count as height of one-dimensional arrays, else as depth.
        size: [u32; 3],
        /// Internal format by its GL name.
        format: String,
        /// Levels, one behind the other; of each the faces of a cube map.
        levels: u32,
        /// The buffer.
        name: String,
        /// The first byte.
        offset: u64,
    },
    /// A texture as another target or format: `texture view u TARGET FORMAT of v`, `… levels first n`, `… layers first n`.
    View {
        /// The target as instructions name it.
        target: String,
        /// Internal format by its GL name.
        format: String,
        /// The unit whose texture made last is seen.
        of: u32,
        /// First level and number of levels; all from level 0 if nothing is said.
        levels: Option<[u32; 2]>,
        /// First layer and number of layers; as many from layer 0 as the target has if nothing is said.
        layers: Option<[u32; 2]>,
    },
    /// A picture from a PNG file, or a texture from a KTX2 or DDS file.
    File {
        /// The path as written.
        path: String,
    },
    /// The six faces of a cube from PNG files: +x, −x, +y, −y, +z, −z.
    CubeFiles {
        /// The paths as written.
        paths: Vec<String>,
    },
    /// The contents of the framebuffer so far: the colours, or the depths as a shadow texture.
    Framebuffer {
        /// Whether the depths are taken.
        depth: bool,
    },
    /// The samples that were drawn so far, as a texture of the target 2DMS, or RENDERBUFFER.
    Samples {
        /// Whether it is RENDERBUFFER.
        renderbuffer: bool,
    },
}
