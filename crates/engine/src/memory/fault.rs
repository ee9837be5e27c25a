//! The cases of an access that a specification leaves undefined.

use quadrille_memory::Fault;
use quadrille_texture::image_unit::InvalidAccess;

/// The undefined case of an access. The engine's choice is 0 for what is read, and no store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum AccessFault {
    /// Of a buffer, or the mode of an image.
    #[error(transparent)]
    Memory(#[from] Fault),
    /// Of an image (EXT_shader_image_load_store 2.X.8.Z LOADIM: the result of an invalid load is undefined).
    #[error(transparent)]
    Image(#[from] InvalidAccess),
    /// A handle belongs to no resident image (NV_bindless_texture 3.9.X).
    #[error("the handle belongs to no resident image")]
    Handle,
    /// An instruction reads texels of another size than the format of the image unit has.
    #[error("the storage modifier does not match the format of the image unit")]
    ImageStorage,
}
