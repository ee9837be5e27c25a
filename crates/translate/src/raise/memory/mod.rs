//! Accesses of memory: parameter buffers, storage buffers, counters and images.

mod atomic;
mod buffer_functions;
pub(crate) mod chosen;
mod constant_load;
mod counter;
mod image_access;
mod image_functions;
mod loaded;
mod storage;
mod storage_access;
