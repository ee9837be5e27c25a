//! The targets of programs: for each header the target that its programs are loaded into, and the extension that the
//! driver must have. Headers of other entry points than ProgramStringARB are not here.

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProgramTarget {
    /// The header that programs begin with.
    pub header: &'static str,
    /// The target of ProgramStringARB and Enable, by its number (`gl.xml`).
    pub number: u32,
    /// The extension that has the header; those of the fourth generation have no name strings of their own.
    pub extension: &'static str,
}

pub(crate) use crate::enumerant::{
    FRAGMENT_PROGRAM_ARB as FRAGMENT_PROGRAM, VERTEX_PROGRAM_ARB as VERTEX_PROGRAM,
};

macro_rules! targets {
    ($($header:literal $number:ident $extension:literal;)*) => {
        /// All targets.
        pub const TARGETS: &[ProgramTarget] = &[$(ProgramTarget {
            header: $header,
            number: $number,
            extension: $extension,
        },)*];
    };
}

targets! {
    "!!ARBvp1.0" VERTEX_PROGRAM "GL_ARB_vertex_program";
    "!!ARBfp1.0" FRAGMENT_PROGRAM "GL_ARB_fragment_program";
    "!!NVvp4.0" VERTEX_PROGRAM "GL_NV_gpu_program4";
    "!!NVfp4.0" FRAGMENT_PROGRAM "GL_NV_gpu_program4";
    "!!NVvp5.0" VERTEX_PROGRAM "GL_NV_gpu_program5";
    "!!NVfp5.0" FRAGMENT_PROGRAM "GL_NV_gpu_program5";
}

impl ProgramTarget {
    /// The target of a program's text.
    pub fn of(text: &str) -> Option<&'static ProgramTarget> {
        TARGETS.iter().find(|target| text.starts_with(target.header))
    }
}
