//! `entry/exports.rs` of the crate `driver`: what opengl32.dll exports of OpenGL, the entry points of versions 1.0 and 1.1.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::{Document, Node};

use super::{GROUPS, GenerationError, formatted, names, row};

/// The versions whose entry points Windows' own library exports; others are looked up by wglGetProcAddress.
const VERSIONS: [&str; 2] = ["GL_VERSION_1_0", "GL_VERSION_1_1"];

const HEAD: &str = "//! What this library exports of OpenGL as Windows' opengl32.dll does. Written by `cargo xtask gen` from the registry's \
     `gl.xml`.\n\nuse super::opengl32::export;\n\nexport! {\n";

/// The file.
///
/// # Errors
///
/// The registry lacks an entry point, or has a type that Rust has no word for.
pub(super) fn text(
    document: &Document<'_>,
    commands: &BTreeMap<&str, Node<'_, '_>>,
) -> Result<String, GenerationError> {
    let replaced: BTreeSet<&str> = GROUPS
        .iter()
        .filter(|(group, _)| *group != "called")
        .flat_map(|(_, list)| names(list).map(|(name, _)| name))
        .collect();
    let features = document.descendants().filter(|node| {
        node.has_tag_name("feature")
            && node
                .attribute("name")
                .is_some_and(|name| VERSIONS.contains(&name))
    });
    let required = features.flat_map(|feature| feature.descendants());
    let exported: BTreeSet<&str> = required
        .filter(|node| node.has_tag_name("command"))
        .filter_map(|node| node.attribute("name"))
        .collect();
    let mut out = HEAD.to_owned();
    for (group, is_replaced) in [("replaced", true), ("passed", false)] {
        out.push_str(&format!("    {group} {{\n"));
        for name in exported
            .iter()
            .filter(|name| replaced.contains(*name) == is_replaced)
        {
            let command = commands.get(name);
            let command = command.ok_or_else(|| GenerationError::Missing((*name).to_owned()))?;
            out.push_str(&row(name, *command)?);
        }
        out.push_str("    }\n");
    }
    out.push_str("}\n");
    formatted(&out)
}
