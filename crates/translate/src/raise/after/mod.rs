//! What the pipeline did behind a program's back, which a shader does itself at its end.

pub(crate) mod clip;
pub(crate) mod cover;
pub(crate) mod finish;
