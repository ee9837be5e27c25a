//! `docs/api.md`: what becomes of each entry point of the extensions that have programs in assembly.

use std::collections::BTreeMap;
use std::fmt::Write;

use roxmltree::Document;

use super::{GROUPS, GenerationError, aliases, names};

/// The extensions, with a word of the names of their entry points that are of programs.
const EXTENSIONS: &[(&str, &str)] = &[
    ("GL_ARB_vertex_program", ""),
    ("GL_ARB_fragment_program", ""),
    ("GL_EXT_gpu_program_parameters", ""),
    ("GL_NV_vertex_program", ""),
    ("GL_NV_fragment_program", ""),
    ("GL_NV_gpu_program4", ""),
    ("GL_NV_vertex_program4", ""),
    ("GL_NV_geometry_program4", ""),
    ("GL_NV_parameter_buffer_object", ""),
    ("GL_NV_gpu_program5", ""),
    ("GL_NV_bindless_texture", ""),
    ("GL_NV_transform_feedback", "transformfeedbackattribs"),
    ("GL_NV_transform_feedback2", ""),
    ("GL_EXT_direct_state_access", "namedprogram"),
];

/// What happens to entry points that are in no list.
const NATIVE: &str = "native";

const HEAD: &str = "\
# The entry points of programs

What the library for libglvnd ([driver.md](driver.md)) does with each entry point of the extensions that have programs in \
assembly. `cargo xtask gen` writes this page from the registry and from the lists by which the library is built.

- **native**: the driver of the machine does it.
- **ours**: the library does it; what it needs of the driver, it calls.

An error that an extension's specification gives is given where it says so, between Begin and End INVALID_OPERATION. In a \
context that is not of the compatibility profile, or whose driver has no programs itself, everything is native. These \
extensions have no entry points: NV_vertex_program1_1, NV_vertex_program2, NV_vertex_program2_option, NV_vertex_program3, \
NV_fragment_program_option, NV_fragment_program2, NV_fragment_program4, NV_tessellation_program5, NV_compute_program5. The \
last two, and NV_geometry_program4, add targets that drivers lack: what all entry points do for these says \
[driver.md](driver.md#geometry-tessellation-and-compute-programs).
";

/// The page.
///
/// # Errors
///
/// The registry does not have one of the extensions.
pub(super) fn text(document: &Document<'_>) -> Result<String, GenerationError> {
    let mut happens: BTreeMap<&str, String> = BTreeMap::new();
    for (_, list) in GROUPS.iter().filter(|(group, _)| *group != "called") {
        happens.extend(names(list).map(|(name, what)| (name, what.to_owned())));
    }
    for (alias, other) in aliases() {
        happens.insert(alias, format!("as {other}"));
    }
    let mut out = HEAD.to_owned();
    for (extension, word) in EXTENSIONS {
        let mut nodes = document.descendants();
        let found =
            nodes.find(|node| node.has_tag_name("extension") && node.attribute("name") == Some(extension));
        let found = found.ok_or_else(|| GenerationError::Missing((*extension).to_owned()))?;
        let commands = found
            .descendants()
            .filter(|node| node.has_tag_name("command"))
            .filter_map(|node| node.attribute("name"))
            .filter(|name| name.to_ascii_lowercase().contains(word));
        let mut seen = std::collections::BTreeSet::new();
        let mut rows = String::new();
        for name in commands.filter(|name| seen.insert(*name)) {
            let what = happens.get(name).map_or(NATIVE, String::as_str);
            let _ = writeln!(rows, "| {name} | {what} |");
        }
        if !rows.is_empty() {
            let _ = writeln!(
                out,
                "\n## {extension}\n\n| entry point | what happens |\n|---|---|\n{}",
                rows.trim_end()
            );
        }
    }
    Ok(out)
}
