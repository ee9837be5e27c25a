//! The pipeline around programs: from vertices to a picture, a stage a file. It knows the engine's traits and
//! no engine; fixed-function stages are program text that the caller compiles.
//!
//! ```text
//! mesh ─ segment ─ vertex ──────────────────────────────┬─ setup (clip, viewport, cull) ─ raster ─ fragment ─ output ─ framebuffer
//!      └ assembly ─ vertex ─ control ─ evaluation ─ geometry ┘
//! ```
//!
//! Stages hand over structures of arrays: blocks of vertices (`inter_stage::vertices`), runs of primitives
//! (`inter_stage::primitives`), batches of pixel quads. State is plain data in [`state`]; [`Pipeline::draw`] reads it
//! and changes nothing but the [`Framebuffer`].

#![warn(clippy::wildcard_enum_match_arm)]
#![allow(
    clippy::needless_range_loop,
    reason = "a loop over the lanes of several planes is one flat loop over their number"
)]

pub mod compute;
pub mod counts;
pub mod device;
pub mod draw;
pub mod elements;
pub mod feedback;
pub mod fixed;
pub mod framebuffer;
pub mod indirect;
pub mod memory;
pub mod mesh;
pub mod primitive;
pub mod program;
pub mod state;
pub mod state_program;
pub mod textures;
pub mod threads;
pub mod watch;

mod binding;
mod canonical;
mod executable;
mod fragment;
mod inter_stage;
mod output;
mod pipeline;
mod raster;
mod run;
mod setup;
mod stage;
mod thread;

pub use compute::{Dispatch, DispatchError};
pub use counts::Counts;
pub use device::{Between, Device, DeviceDispatch, DeviceDraw, DeviceError, DeviceSample, LeftHere};
pub use draw::{Draw, DrawError, Elements, Outcome};
pub use elements::{ElementArray, ElementsError, IndexType};
pub use feedback::{Feedback, FeedbackError, FeedbackLayout};
pub use framebuffer::{
    Blit, BlitError, ColorFormat, DepthFormat, Depths, Extent, Framebuffer, FramebufferError, Pixels,
};
pub use indirect::{IndirectDraws, IndirectError};
pub use memory::Bindings;
pub use mesh::{
    Array, Arrays, ComponentType, Components, Conversion, FormatError, Numbers, Stored, VertexFormat,
    attribute,
};
pub use output::unused::UnusedResult;
pub use pipeline::Pipeline;
pub use primitive::{Primitive, ProvokingVertex, Topology};
pub use program::{BoundProgram, CompileError, Compiler, Programs};
pub use state::Context;
pub use textures::TextureUnits;
pub use threads::{Threads, ThreadsError};
pub use watch::{
    ColorOutput, DrawWatch, Dropped, FragmentTest, Invocation, PixelPlace, PixelValue, WatchedFragment,
};
