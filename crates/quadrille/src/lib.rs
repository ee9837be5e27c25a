//! The facade: load a program, read its diagnostics and what it needs, run it.
//!
//! ```
//! use quadrille::{Inputs, Session};
//!
//! let session = Session::new();
//! let program = session.load(
//!     "double.vp",
//!     "!!ARBvp1.0\nADD result.position, vertex.position, vertex.position;\nEND\n",
//! )?;
//! let mut inputs = Inputs::default();
//! inputs.set("vertex.position", [1.0, 2.0, 3.0, 1.0]);
//! let outputs = program.evaluate(&inputs)?;
//! assert_eq!(outputs.get("result.position"), Some([2.0, 4.0, 6.0, 2.0]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here prints, opens a file or reads the clock.

mod canvas;
mod compare;
mod compile;
pub mod counts;
pub mod driver;
pub mod encoding;
mod engines;
mod evaluate;
pub mod extract;
mod files;
mod fixed_function;
pub mod formatting;
#[cfg(feature = "gf3")]
pub mod geforce3;
pub mod manual;
mod mesh;
#[cfg(feature = "scenes")]
mod npy;
mod picture;
mod program;
#[cfg(feature = "scenes")]
pub mod programs;
pub mod report;
#[cfg(feature = "scenes")]
pub mod scene;
mod session;
pub mod steps;
mod test_texture;
mod ulps;

pub use quadrille_base::{Budget, Diagnostic, Severity, Source, Span, Spent, Stop, render};
pub use quadrille_check::{Checked, Dialect, Macros, Options, Unlisted};
#[cfg(feature = "gf3")]
pub use quadrille_gf3 as gf3;
pub use quadrille_isa::gl::{Limits, Stage};
pub use quadrille_pipeline::feedback::{BufferMode, Capture, FeedbackAttribute};
pub use quadrille_pipeline::state_program::StateProgramError;
pub use quadrille_pipeline::{
    Array, Arrays, BlitError, ColorFormat, ColorOutput, CompileError, ComponentType, Components, Context,
    Conversion, Counts, DepthFormat, Depths, Device, DeviceError, DispatchError, DrawError, DrawWatch,
    Dropped, Elements, ElementsError, FeedbackError, FormatError, FragmentTest, Framebuffer,
    FramebufferError, IndexType, IndirectError, Invocation, Outcome, PixelPlace, PixelValue, Pixels,
    Primitive, ProvokingVertex, ThreadsError, Topology, UnusedResult, VertexFormat, WatchedFragment,
    attribute, state,
};
pub use quadrille_texture as texture;
#[cfg(feature = "texture-files")]
pub use quadrille_texture_files as texture_files;
pub use quadrille_translate as translate;
#[cfg(feature = "vc4")]
pub use quadrille_vc4 as vc4;

pub use quadrille_engine::memory::Binding as BufferBinding;
pub use quadrille_memory as memory;

pub use canvas::{
    Attachment, AttachmentError, AttachmentPoint, Attachments, BlitRegion, Canvas, CanvasError,
    CanvasOptions, Clear, DrawCall, ElementBuffer, FeedbackStateError, FramebufferId, FramebufferTarget,
    ImageLevel, IndirectBuffer, Instances, PartError, QueryError, QueryTarget, RenderbufferFormat,
    VertexArray, VertexArrays,
};

pub use compare::{Difference, Differences, Refused};
pub use engines::{ENGINES, EngineRow, UnknownEngine};
pub use evaluate::{
    Access, BatchInputs, BatchOutputs, Evaluation, EvaluationError, Inputs, Numbers, Outputs, TestMemory,
    TraceStep, Vector,
};
pub use files::{FileError, Files, NoFiles};
pub use fixed_function::{FixedFunction, FixedFunctionError};
#[cfg(feature = "mesh")]
pub use mesh::{GltfError, ObjError};
pub use mesh::{Mesh, MeshError};
pub use picture::{Picture, PictureDifference};
#[cfg(feature = "png")]
pub use picture::{PictureError, PngError};
pub use program::{Loaded, Named};
pub use quadrille_engine::{Emission, Finding, Refusal, Trap, TrapKind};
pub use quadrille_reference::Typed;
#[cfg(feature = "wide")]
pub use quadrille_wide::{Level, LevelError};
#[cfg(feature = "scenes")]
pub use scene::run_scene;
pub use session::{Rejected, Session};

/// The page on the library: its programs are compiled and run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct LibraryPage;
