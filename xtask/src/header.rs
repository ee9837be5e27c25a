//! The header of `libquadrille`, written by cbindgen from the crate `capi`.

use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::string::FromUtf8Error;

use cbindgen::{Builder, Config, EnumConfig, ExportConfig, Language, RenameRule, Style};

use crate::generated::{Files, failed};

/// Where it lies in the repository.
pub(crate) const PATH: &str = "crates/capi/include/quadrille.h";

/// What a C programmer reads first.
const OPENING: &str = "\
/* libquadrille: reads GPU programs in the OpenGL assembly languages, says what is wrong with them, translates
 * them for the machines of today, and runs them.
 *
 * Written by `cargo xtask gen` from crates/capi. The page on it is docs/c.md.
 *
 * What holds for every function:
 *
 * - A pointer is NULL only where that is said; any other points to what its type says, which stays as it is until
 *   the function returns. NULL where it is not allowed is answered with QUADRILLE_STATUS_INVALID_ARGUMENT;
 *   with a length or a count of 0 it is an empty text or array, and as the name of a text it is `program`.
 * - Strings that are given end with 0 and are UTF-8; texts of programs are bytes with a length.
 * - Objects that a function hands out are given back to the `_free` of their type, once. What a function returns
 *   by a pointer to const belongs to the object that it was asked of, and lives as long.
 * - Nothing is kept between calls but in objects. Programs, translations and evaluations may be used by many
 *   threads at once; options and inputs as well, as long as none is setting them.
 * - No function ends the process, prints, or opens a file.
 *
 * Numbers that stand for an enum are uint32_t in parameters, so that a wrong one is an error and nothing worse.
 */
";

/// Writes the header, or checks that it is fresh.
pub(crate) fn run(root: &Path, check: bool) -> ExitCode {
    let mut files = Files::new(root, check);
    let written = text(root).and_then(|text| Ok(files.put(PATH, &text)?));
    match written {
        Ok(()) => files.finish("the header", "the sources of capi"),
        Err(error) => failed("the header", &error),
    }
}

/// Why there is no header.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HeaderError {
    #[error(transparent)]
    Sources(#[from] cbindgen::Error),
    #[error(transparent)]
    Encoding(#[from] FromUtf8Error),
    #[error("{PATH}: {0}")]
    File(#[from] io::Error),
}

/// The header as the sources of `capi` give it.
pub(crate) fn text(root: &Path) -> Result<String, HeaderError> {
    let crate_folder = root.join("crates/capi");
    let version = env!("CARGO_PKG_VERSION");
    let config = Config {
        language: Language::C,
        cpp_compat: true,
        style: Style::Type,
        usize_is_size_t: true,
        no_includes: true,
        sys_includes: ["stdbool.h", "stddef.h", "stdint.h"].map(str::to_owned).to_vec(),
        header: Some(OPENING.to_owned()),
        include_guard: Some("QUADRILLE_H".to_owned()),
        after_includes: Some(format!(
            "\n/** The version of this header; quadrille_version() is that of the library. */\n#define QUADRILLE_VERSION \"{version}\""
        )),
        line_length: 110,
        enumeration: EnumConfig {
            rename_variants: RenameRule::QualifiedScreamingSnakeCase,
            ..EnumConfig::default()
        },
        export: ExportConfig {
            include: ["Dialect", "Semantics", "Packing", "VertexAttributes", "DepthMode"]
                .map(|name| format!("Quadrille{name}"))
                .to_vec(),
            ..ExportConfig::default()
        },
        ..Config::default()
    };
    let mut out = Vec::new();
    Builder::new()
        .with_config(config)
        .with_crate(crate_folder)
        .generate()?
        .write(&mut out);
    Ok(String::from_utf8(out)?)
}
