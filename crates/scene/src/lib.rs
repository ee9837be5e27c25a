//! Scene files, read: `.shader_test` scripts and their older sibling `.vpfp`.
//!
//! The format is that of piglit's shader runner, so that people who write and debug GL programs know it;
//! `docs/scenes.md` lists what Quadrille adds. Reading gives plain commands with their places. Nothing is
//! drawn here, and no file is opened: a command that names a file holds the name.

mod buffer;
mod command;
mod data;
mod draw;
mod error;
mod feedback;
pub mod forms;
mod framebuffer;
mod ignored;
mod line;
mod number;
mod qpu;
mod read;
mod require;
mod state;
mod stored;
mod texels;
mod texture;
mod texture_make;
mod values;
mod words;

mod vc4;
pub mod vpfp;

use quadrille_base::{Span, rule};
use quadrille_check::Dialect;
use quadrille_isa::gl::Stage;

pub use buffer::{AccessMode, BufferCommand, Content, Handle, ImageSource, Point, Range};
pub use command::{
    Command, Corner, ParameterTarget, ParameterValue, PatchParameter, ProbeArea, Reading, Statement,
};
pub use data::{Attribute, DataType, Numbers, VertexData, VertexDataError};
pub use error::{Expected, Problem, SceneError, Unknown};
pub use feedback::{FeedbackCommand, QueryCommand};
pub use framebuffer::{AttachmentPoint, FramebufferCommand, FramebufferImage, FramebufferTarget};
pub use ignored::{IGNORED_REQUIREMENT, Ignored, Meant};
pub use qpu::QpuCommand;
pub use read::{SECTIONS, read, recover};
pub use require::{Comparison, Requirement};
pub use state::{
    BlendParameter, CombineParameter, EnvironmentParameter, FogParameter, GenerationParameter,
    LightModelParameter, LightParameter, MaterialParameter, PointParameter, StateCommand, StateError,
    TrackedName,
};
pub use stored::{DrawCommand, DrawVertices, ElementsPart, IndirectSource, VertexArray};
pub use texels::Texel;
pub use texture_make::TextureMake;
pub use values::{NumberType, Values};
pub use vc4::Vc4Command;

rule!(
    SCENE_SYNTAX,
    "scene-syntax",
    Error,
    "a scene file does not follow its format",
    ["docs/scenes.md"],
    "lib.rs"
);

/// Which stage a program section is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProgramKind {
    /// `[vertex program]`
    Vertex,
    /// `[fragment program]`
    Fragment,
    /// `[geometry program]`
    Geometry,
    /// `[tessellation control program]`
    TessellationControl,
    /// `[tessellation evaluation program]`
    TessellationEvaluation,
    /// `[compute program]`
    Compute,
    /// `[vertex state program]`
    VertexState,
    /// `[qpu program]`: text for the QPU assembler.
    Qpu,
    /// `[control list]`: control lists of the VideoCore IV, with what lies around them.
    ControlList,
}

impl ProgramKind {
    /// The stage of a suffix such as `vp`, as commands have it.
    pub fn of_suffix(suffix: &str) -> Option<ProgramKind> {
        Some(match suffix {
            "vp" => ProgramKind::Vertex,
            "fp" => ProgramKind::Fragment,
            "gp" => ProgramKind::Geometry,
            "tcp" => ProgramKind::TessellationControl,
            "tep" => ProgramKind::TessellationEvaluation,
            "cp" => ProgramKind::Compute,
            _ => return None,
        })
    }

    /// The stage that its programs are loaded for; those of the VideoCore IV have none.
    pub fn stage(self) -> Option<Stage> {
        Some(match self {
            ProgramKind::Vertex => Stage::Vertex,
            ProgramKind::Fragment => Stage::Fragment,
            ProgramKind::Geometry => Stage::Geometry,
            ProgramKind::TessellationControl => Stage::TessellationControl,
            ProgramKind::TessellationEvaluation => Stage::TessellationEvaluation,
            ProgramKind::Compute => Stage::Compute,
            ProgramKind::VertexState => Stage::VertexState,
            ProgramKind::Qpu | ProgramKind::ControlList => return None,
        })
    }
}

/// A program of a scene: every byte after its section line up to the next section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProgramText {
    /// The stage.
    pub kind: ProgramKind,
    /// The span of the text in the file.
    pub span: Span,
}

/// A scene file, read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    /// The requirements of the file; where one is not met, the file is skipped.
    pub requirements: Vec<Requirement>,
    /// Lines of `[require]` that are passed over.
    pub ignored: Vec<Ignored>,
    /// Programs in order; each is loaded and bound as its section ends.
    pub programs: Vec<ProgramText>,
    /// Rows of `[vertex data]`.
    pub vertex_data: Option<VertexData>,
    /// The commands of `[test]`, in order.
    pub statements: Vec<Statement>,
    /// Width and height of the framebuffer, if `SIZE` asks for one.
    pub size: Option<(u32, u32)>,
    /// Samples of a pixel, if `SAMPLES` asks for them.
    pub samples: Option<u32>,
    /// Layers of the framebuffer, if `LAYERS` asks for them.
    pub layers: Option<u32>,
    /// The places at which they are asked for.
    pub asked: Asked,
    /// The dialect of the programs, if `DIALECT` names it.
    pub dialect: Option<Dialect>,
}

/// The lines in which a scene asks for a framebuffer; at the beginning of the file where it does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    /// `SIZE`
    pub size: Span,
    /// `SAMPLES`
    pub samples: Span,
    /// `LAYERS`
    pub layers: Span,
}
