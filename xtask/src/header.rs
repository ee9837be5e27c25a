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
            include: [
                "Dialect",
                "Semantics",
                "Packing",
                "VertexAttributes",
                "DepthMode",
                "ReportFormat",
            ]
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    /// The types of the library that a header names and does not define.
    fn undefined(header: &str) -> BTreeSet<&str> {
        let is_part = |character: char| character.is_alphanumeric() || character == '_';
        let names = header.split(|character| !is_part(character));
        let named = names.filter(|name| {
            name.strip_prefix("Quadrille")
                .is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_uppercase()))
        });
        named
            .filter(|name| {
                let forms = [
                    format!("}} {name};"),
                    format!("typedef struct {name} {name};"),
                    format!("(*{name})("),
                ];
                !forms.iter().any(|form| header.contains(form))
            })
            .collect()
    }

    #[test]
    fn every_type_that_the_header_names_is_in_it() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a root");
        let header = super::text(root).expect("the header");
        assert_eq!(undefined(&header), BTreeSet::new());
    }

    #[test]
    fn a_type_that_is_only_named_is_found() {
        let header = "typedef enum {\n} QuadrilleStage;\ntypedef struct QuadrilleReport QuadrilleReport;\n\
                      typedef bool (*QuadrilleStop)(void *context);\n\
                      /** As a QuadrilleFormat says. */\nQuadrilleStage f(QuadrilleReport *report, QuadrilleStop stop);\n";
        assert_eq!(undefined(header), BTreeSet::from(["QuadrilleFormat"]));
    }
}
