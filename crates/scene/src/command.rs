//! `[test]`: what the commands are; `line` reads them.

use quadrille_base::Span;
use quadrille_memory::Barriers;
use quadrille_pipeline::state::CurrentValue;

use crate::ProgramKind;
use crate::buffer::{BufferCommand, Handle};
use crate::feedback::{FeedbackCommand, QueryCommand};
use crate::framebuffer::FramebufferCommand;
use crate::qpu::QpuCommand;
use crate::state::StateCommand;
use crate::stored::{DrawCommand, VertexArray};
use crate::vc4::Vc4Command;

/// A command with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    /// The line, without blanks at its ends.
    pub span: Span,
    /// The command.
    pub command: Command,
}

/// Which parameters a `parameter` command sets: `local_vp`, `env_fp`, …
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParameterTarget {
    /// The stage.
    pub stage: ProgramKind,
    /// Whether they are those of the stage (`env`) rather than of its program (`local`).
    pub environment: bool,
}

/// The value of a `parameter` command.
#[derive(Clone, PartialEq, Debug)]
pub enum ParameterValue {
    /// `(x,y,z,w)`; with `u32` or `i32` before it the bits of integers.
    Vector([f32; 4]),
    /// `address NAME`: the GPU address of a buffer and what is added to it, low word in x, high word in y.
    Address {
        /// The buffer.
        name: String,
        /// The bytes that are added.
        offset: u64,
    },
    /// `handle texture u`, `handle image n`: a handle, low word in x, high word in y.
    Handle(Handle),
}

/// The setting of a `patch parameter` command.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PatchParameter {
    /// `vertices n`: vertices of a patch.
    Vertices(u32),
    /// `default level outer a b c d`
    Outer([f32; 4]),
    /// `default level inner a b`
    Inner([f32; 2]),
}

/// The part of the framebuffer that probes, pictures and textures read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// `read layer n`
    Layer(u32),
    /// `read sample n`
    Sample(u32),
    /// `read samples`: what all samples of a pixel come to.
    Samples,
}

/// A corner and a size in window coordinates, from the lower left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Corner {
    /// Left and lower edge.
    pub origin: [f32; 2],
    /// Width and height.
    pub size: [f32; 2],
}

/// The pixels of a probe.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ProbeArea {
    /// One pixel.
    Pixel(i32, i32),
    /// One pixel, as parts of width and height.
    RelativePixel(f32, f32),
    /// Every pixel.
    All,
    /// A rectangle: x, y, width, height.
    Rect([i32; 4]),
    /// A rectangle, as parts of width and height.
    RelativeRect([f32; 4]),
}

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
    /// Zeros: `texture empty u TARGET (w,h,d) FORMAT`.
    Empty {
        /// The target as instructions name it: `2D`, `ARRAY2D`, …
        target: String,
        /// Width, height and depth; layers count as height of one-dimensional arrays, else as depth.
        size: [u32; 3],
        /// Internal format by its GL name.
        format: String,
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

/// A command.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `draw rect`, with texture coordinates for `draw rect tex`.
    DrawRect {
        /// The rectangle in object coordinates.
        rect: Corner,
        /// The rectangle of texture coordinate set 0.
        texture: Option<Corner>,
        /// Whether its four corners are a patch: `draw rect patch`.
        patch: bool,
        /// The number of instances: `draw instanced rect n`.
        instances: u32,
    },
    /// `draw arrays MODE first count`, `draw arrays instanced MODE first count n`
    DrawArrays {
        /// The mode by its GL name.
        mode: String,
        /// First row.
        first: u32,
        /// Number of rows.
        count: u32,
        /// The number of instances.
        instances: u32,
    },
    /// Draws of what lies in buffers, and those of `draw arrays` with a base instance.
    Draw(DrawCommand),
    /// `vertex array …`: the array of an attribute, or none.
    VertexArray(u32, Option<VertexArray>),
    /// `memory barrier NAME…`
    Barrier(Barriers),
    /// `patch parameter …`
    Patch(PatchParameter),
    /// `draw mesh PATH`
    DrawMesh {
        /// The path as written.
        path: String,
    },
    /// `ortho l r b t`; without numbers (0, width, 0, height).
    Ortho(Option<[f32; 4]>),
    /// `frustum l r b t n f`
    Frustum([f32; 6]),
    /// `perspective fovy near far`, the aspect that of the framebuffer.
    Perspective([f32; 3]),
    /// `look at (eye) (centre) (up)`: sets the modelview matrix.
    LookAt([[f32; 3]; 3]),
    /// `translate x y z` of the modelview matrix.
    Translate([f32; 3]),
    /// `rotate degrees x y z` of the modelview matrix.
    Rotate([f32; 4]),
    /// `scale x y z` of the modelview matrix.
    Scale([f32; 3]),
    /// `matrix NAME (16 numbers, column by column)`
    Matrix {
        /// `modelview`, `projection`, `texture n`, `program n`.
        name: String,
        /// Its number.
        index: u32,
        /// The elements, column by column as GL takes them; `None` for the word `mvp`, which stands for the
        /// modelview-projection matrix as it is now.
        values: Option<[f32; 16]>,
    },
    /// `clear color`, `clear depth`, `clear stencil`.
    ClearColor([f32; 4]),
    /// The depth that `clear` writes.
    ClearDepth(f32),
    /// The stencil value that `clear` writes.
    ClearStencil(u32),
    /// `clear`
    Clear,
    /// `framebuffer color PATH`, `framebuffer depth PATH`: what the framebuffer holds from here on.
    Fill {
        /// Whether it is the depths.
        depth: bool,
        /// The path as written.
        path: String,
    },
    /// `color r g b a`
    Color([f32; 4]),
    /// `normal x y z`
    Normal([f32; 3]),
    /// `texcoord u (s,t,r,q)`
    Texcoord(u32, [f32; 4]),
    /// `attrib n (x,y,z,w)`, with a type before the numbers or not.
    Attrib(u32, CurrentValue),
    /// `parameter local_vp i (x,y,z,w)`
    Parameter(ParameterTarget, u32, ParameterValue),
    /// `subroutine vp n LABEL`: the function that a subroutine parameter holds.
    Subroutine {
        /// The stage.
        stage: ProgramKind,
        /// The parameter's number.
        parameter: u32,
        /// The label of the function.
        function: String,
    },
    /// `execute (x,y,z,w)`: runs the vertex state program.
    Execute([f32; 4]),
    /// `enable NAME`, `disable NAME`
    Enable(String, bool),
    /// A texture for a unit.
    Texture(u32, TextureMake),
    /// `texparameter T NAME VALUE` of the texture just made.
    TexParameter {
        /// The texture parameter: `min`, `wrap_s`, `depth_mode`, …
        name: String,
        /// Its value as written.
        value: String,
    },
    /// `generate mipmaps` of the texture just made.
    GenerateMipmaps,
    /// `commit pages level n (x,y,z) (w,h,d)` of the texture just made, or `uncommit pages …`.
    Pages {
        /// The level.
        level: u32,
        /// Where the region begins.
        offset: [u32; 3],
        /// Its size.
        size: [u32; 3],
        /// Whether the pages get memory, or lose it.
        commit: bool,
    },
    /// A `probe rgba`, `probe rgb`, in all its forms.
    Probe {
        /// The pixels that are probed.
        area: ProbeArea,
        /// The expected red, green and blue; alpha is `None` for `rgb`.
        color: [f32; 3],
        /// Expected alpha.
        alpha: Option<f32>,
    },
    /// `probe rgba int x y r g b a`, `probe all rgba int …`, `probe rect rgba int …`: of integer buffers.
    ProbeIntegers {
        /// The pixels that are probed.
        area: ProbeArea,
        /// The expected components.
        color: [i64; 4],
    },
    /// `probe stencil x y n`
    ProbeStencil {
        /// The pixel.
        pixel: [i32; 2],
        /// Expected value.
        value: u32,
    },
    /// `probe depth x y d`
    ProbeDepth {
        /// The pixel.
        pixel: [i32; 2],
        /// Expected depth.
        depth: f32,
    },
    /// `read layer n`, `read sample n`, `read samples`
    Read(Reading),
    /// `tolerance r g b a`
    Tolerance([f32; 4]),
    /// A piece of state by its GL name: `light 0 diffuse (…)`, `fog density 0.5`, `blend func …`
    State(StateCommand),
    /// `fb …`, `draw buffers …`, `read buffer …`, `blit …`, `clear buffer …`
    Framebuffer(FramebufferCommand),
    /// `buffer …`, `bind …`, `resident …`, `dispatch …`, `probe buffer …`
    Buffer(BufferCommand),
    /// `xfb …`
    Feedback(FeedbackCommand),
    /// `query …`, `probe query …`, `conditional …`
    Query(QueryCommand),
    /// `qpu …`
    Qpu(QpuCommand),
    /// `vc4 …`
    Vc4(Vc4Command),
    /// `output PATH`: writes the picture as a PNG.
    Output(String),
}

impl Command {
    /// Whether it draws or dispatches.
    pub fn draws(&self) -> bool {
        matches!(
            self,
            Command::DrawRect { .. }
                | Command::DrawArrays { .. }
                | Command::Draw(_)
                | Command::DrawMesh { .. }
                | Command::Buffer(BufferCommand::Dispatch { .. } | BufferCommand::DispatchIndirect { .. })
        )
    }
}
