//! What fuzz targets share.

pub mod grammar;
pub mod promise;
