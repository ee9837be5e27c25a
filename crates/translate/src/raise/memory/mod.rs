//! Memory: parameter buffers, storage buffers and images, what they are in the shader and how they are accessed.

pub(crate) mod atomic;
pub(crate) mod buffer_functions;
pub(crate) mod buffers;
pub(crate) mod constant_load;
pub(crate) mod image_access;
pub(crate) mod image_functions;
pub(crate) mod images;
pub(crate) mod storage;
pub(crate) mod storage_access;
