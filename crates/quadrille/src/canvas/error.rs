//! Errors of draws and of the calls around them.

use quadrille_base::Spent;
use quadrille_engine::Trap;
use quadrille_isa::gl::Stage;
use quadrille_pipeline::elements::ReadError;
use quadrille_pipeline::state_program::StateProgramError;
use quadrille_pipeline::{
    BlitError, DispatchError, DrawError, ElementsError, FeedbackError, FramebufferError, IndirectError,
    ThreadsError,
};
use quadrille_texture::TextureError;

use super::feedback::FeedbackStateError;
use super::framebuffer::AttachmentError;
use super::query::QueryError;

/// Bytes of a word, of which parameters are made.
const WORD: u64 = 4;

/// A canvas that cannot be made, or something that cannot be drawn or bound.
#[derive(Debug, thiserror::Error)]
pub enum CanvasError {
    /// The framebuffer cannot be made.
    #[error(transparent)]
    Framebuffer(#[from] FramebufferError),
    /// The threads cannot be had.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// The draw cannot be made.
    #[error(transparent)]
    Draw(DrawError),
    /// The budget is not enough for what is asked for; what was drawn or stored before stays.
    #[error(transparent)]
    Spent(#[from] Spent),
    /// A program was stopped while it drew.
    #[error("{stage:?} stage: {}", trap.kind)]
    Trap {
        /// The stage of the program.
        stage: Stage,
        /// The trap: its reason and its place.
        trap: Trap,
    },
    /// Draws have no such stage.
    #[error("a draw has no stage for {0:?} programs")]
    Stage(Stage),
    /// Image units do not show textures whose pages were taken away.
    #[error("image units show no sparse textures")]
    SparseImage,
    /// There is no such texture unit.
    #[error("there is no texture unit {0}")]
    Unit(usize),
    /// A stage is switched on and has no program (INVALID_OPERATION of Begin, ARB_vertex_program 2.14).
    #[error("{0:?} programs are enabled, and none is bound")]
    Enabled(Stage),
    /// A parameter is set of a stage without a program.
    #[error("no program is bound whose local parameters could be set")]
    NoProgram,
    /// A parameter's number is too high.
    #[error("parameter {number} is not below {most}")]
    Index {
        /// The number.
        number: usize,
        /// The number of parameters.
        most: usize,
    },
    /// The program has no parameter of this name that could be set.
    #[error("no local or environment parameter is called `{0}`")]
    Name(String),
    /// A subroutine parameter cannot hold a function.
    #[error("subroutine parameter {parameter} cannot hold `{function}`")]
    Subroutine {
        /// The parameter's number.
        parameter: usize,
        /// The label of the function.
        function: String,
    },
    /// The vertex state program cannot be run.
    #[error(transparent)]
    StateProgram(StateProgramError),
    /// A texture without all that its sampler reads has no handle (GetTextureHandleNV, GetImageHandleNV).
    #[error("an incomplete texture has no handle")]
    IncompleteHandle,
    /// The texture or image that is to have a handle is not there, or there are too many handles.
    #[error("there is nothing here that could have a handle")]
    NoHandle,
    /// The dispatch cannot be made.
    #[error(transparent)]
    Dispatch(DispatchError),
    /// Transform feedback cannot record this.
    #[error(transparent)]
    Feedback(FeedbackError),
    /// The state of transform feedback does not allow it.
    #[error(transparent)]
    FeedbackState(#[from] FeedbackStateError),
    /// The state of queries does not allow it.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// A framebuffer is not complete, or does not exist.
    #[error(transparent)]
    Attachment(#[from] AttachmentError),
    /// GL has no such blit.
    #[error(transparent)]
    Blit(#[from] BlitError),
    /// There is nothing to dispatch.
    #[error("no compute program is bound")]
    NoComputeProgram,
    /// The numbers of vertices in a buffer cannot be taken.
    #[error(transparent)]
    Elements(#[from] ElementsError),
    /// The numbers of a draw or dispatch in a buffer cannot be taken.
    #[error(transparent)]
    Indirect(#[from] IndirectError),
    /// A binding point or image unit has too high a number.
    #[error("binding {number} is not below {most}")]
    Binding {
        /// The number.
        number: usize,
        /// The number of binding points or image units.
        most: u32,
    },
    /// A part of a buffer is not bound.
    #[error(transparent)]
    Part(#[from] PartError),
    /// An image unit is to show a texture, level or layer that there is not.
    #[error("there is no such texture, level or layer to show on an image unit")]
    NoImage,
    /// Images do not have this format.
    #[error("image units do not have the format {0} (EXT_shader_image_load_store Table X.2)")]
    ImageFormat(&'static str),
    /// The stored texels cannot be put into the texture.
    #[error(transparent)]
    Texture(#[from] TextureError),
}

/// Why a part of a buffer is not bound to a binding point (INVALID_VALUE of BindBufferRange).
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PartError {
    /// NV_parameter_buffer_object: the offset is 0.
    #[error("a parameter buffer is bound from its first byte on")]
    ParameterStart,
    /// The offset is aligned.
    #[error("a part is bound from a multiple of {0} bytes on")]
    Start(u64),
    /// NV_parameter_buffer_object: the size is that of whole words.
    #[error("a part of a parameter buffer has a multiple of {WORD} bytes")]
    Size,
    /// It has bytes, and the buffer has them.
    #[error("the part is empty or not in the buffer")]
    Outside,
}

impl From<ReadError> for CanvasError {
    fn from(error: ReadError) -> CanvasError {
        match error {
            ReadError::Spent(spent) => CanvasError::Spent(spent),
            ReadError::Elements(error) => CanvasError::Elements(error),
        }
    }
}

impl From<DrawError> for CanvasError {
    fn from(error: DrawError) -> CanvasError {
        match error {
            DrawError::Spent(spent) => CanvasError::Spent(spent),
            error => CanvasError::Draw(error),
        }
    }
}

impl From<DispatchError> for CanvasError {
    fn from(error: DispatchError) -> CanvasError {
        match error {
            DispatchError::Spent(spent) => CanvasError::Spent(spent),
            error => CanvasError::Dispatch(error),
        }
    }
}
