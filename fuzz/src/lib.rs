//! What fuzz targets share.

pub mod grammar;
