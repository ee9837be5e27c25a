//! Any bytes as the input of each reader, and what holds then. The fuzz targets feed these with what libFuzzer
//! thinks of; a test of this crate and `cargo xtask hostile` with a corpus that [`mutate::Mutator`] breaks.
//!
//! A reader panics where its promise does not hold. That it ends soon and within bounds of memory is for the caller
//! to watch.

mod archive;
mod corpus;
pub mod mutate;

mod gf3;
mod list;
mod mesh;
mod picture;
mod program;
mod qpu;
mod scene;
mod syntax;
mod texture;

pub use corpus::corpus;

/// A reader of what comes from outside.
#[derive(Debug)]
pub struct Reader {
    /// Its name.
    pub name: &'static str,
    /// Endings of the files of the repository that are its corpus.
    pub corpus: &'static [&'static str],
    /// Of all inputs of a campaign, how many parts are its: fewer where one input takes long.
    pub share: u64,
    /// Hands it some bytes; panics where what it promises does not hold.
    pub feed: fn(&[u8]),
}

/// Texts in which programs stand.
const PROGRAMS: &[&str] = &["md", "shader_test", "txt", "vfp", "vp", "vpfp"];

/// All readers.
pub const READERS: &[Reader] = &[
    Reader {
        name: "lexer",
        corpus: PROGRAMS,
        share: 16,
        feed: syntax::lexer,
    },
    Reader {
        name: "parser",
        corpus: PROGRAMS,
        share: 8,
        feed: syntax::parser,
    },
    Reader {
        name: "formatter",
        corpus: PROGRAMS,
        share: 8,
        feed: syntax::formatter,
    },
    Reader {
        name: "extract",
        corpus: PROGRAMS,
        share: 16,
        feed: program::extract,
    },
    Reader {
        name: "checker",
        corpus: PROGRAMS,
        share: 8,
        feed: program::checker,
    },
    Reader {
        name: "translate",
        corpus: PROGRAMS,
        share: 4,
        feed: program::translate,
    },
    Reader {
        name: "evaluate",
        corpus: PROGRAMS,
        share: 4,
        feed: program::evaluate,
    },
    Reader {
        name: "scene",
        corpus: &["shader_test"],
        share: 8,
        feed: scene::read,
    },
    Reader {
        name: "scene-run",
        corpus: &["shader_test", "vpfp"],
        share: 1,
        feed: scene::run,
    },
    Reader {
        name: "obj",
        corpus: &["obj"],
        share: 4,
        feed: mesh::obj,
    },
    Reader {
        name: "gltf",
        corpus: &["glb", "gltf"],
        share: 16,
        feed: mesh::gltf,
    },
    Reader {
        name: "picture",
        corpus: &["png"],
        share: 2,
        feed: picture::png,
    },
    Reader {
        name: "ktx2",
        corpus: &["ktx2"],
        share: 8,
        feed: texture::file,
    },
    Reader {
        name: "dds",
        corpus: &["dds"],
        share: 8,
        feed: texture::file,
    },
    Reader {
        name: "blocks",
        corpus: &["dds", "ktx2"],
        share: 8,
        feed: texture::blocks,
    },
    Reader {
        name: "archive",
        corpus: &["7z", "gz", "tar", "zip"],
        share: 2,
        feed: archive::archive,
    },
    Reader {
        name: "nv20",
        corpus: &["vp", "vsh"],
        share: 4,
        feed: gf3::program,
    },
    Reader {
        name: "qpu",
        corpus: &["qasm"],
        share: 2,
        feed: qpu::program,
    },
    Reader {
        name: "vc4_list",
        corpus: &["list"],
        share: 2,
        feed: list::lists,
    },
];

/// The reader of a name.
pub fn reader(name: &str) -> Option<&'static Reader> {
    READERS.iter().find(|reader| reader.name == name)
}
