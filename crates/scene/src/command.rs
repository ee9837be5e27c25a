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
use crate::texture_make::TextureMake;
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

impl Corner {
    /// What is in pixels of a window of so many, where the window goes from -1 to 1.
    pub fn normalized(self, (width, height): (u32, u32)) -> Corner {
        let sizes = [width as f32, height as f32];
        Corner {
            origin: std::array::from_fn(|axis| -1.0 + 2.0 * (self.origin[axis] / sizes[axis])),
            size: std::array::from_fn(|axis| 2.0 * (self.size[axis] / sizes[axis])),
        }
    }
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
        /// Whether it is in pixels of the scene's own framebuffer, whatever the matrices: `draw rect ortho`.
        ortho: bool,
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
        /// Whether a difference is a warning and no failure: `probe warn all rgba`.
        warns: bool,
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
    /// `hint …`, `blend barrier`: what has no effect here.
    NoEffect,
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
                | Command::Buffer(
                    BufferCommand::Dispatch { .. }
                        | BufferCommand::DispatchIndirect { .. }
                        | BufferCommand::Compute { .. }
                )
        )
    }
}
