//! The gallery: `docs/gallery.md`, from what the scenes of `examples/` say of themselves, and their pictures in
//! `docs/pictures/gallery/`, which a test of the command line (`user/batches.rs`) holds to what they draw.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::generated::{Files, failed};

/// Where it lies in the repository.
const PATH: &str = "docs/gallery.md";

const OPENING: &str = "\
# Gallery

The scenes of [`examples/`](../examples), as `cargo xtask gen` finds them. Each is drawn by

```sh
quadrille run examples/toon.shader_test                     # and probed; says where its pictures are
quadrille run --pixel 120,130 examples/toon.shader_test     # why a pixel is this colour
```

";

/// A scene of the examples.
struct Scene {
    /// Its path below `examples`, without its suffix.
    name: String,
    /// What stands before its first section.
    about: String,
    has_picture: bool,
}

/// Writes the page, or checks that it is fresh.
pub(crate) fn run(root: &Path, check: bool) -> ExitCode {
    let mut files = Files::new(root, check);
    let written = scenes(root).and_then(|scenes| files.put(PATH, &text(&scenes)));
    match written {
        Ok(()) => files.finish("the gallery", "the examples"),
        Err(error) => failed("the gallery", &error),
    }
}

/// The scenes by name: those of the folder itself first.
fn scenes(root: &Path) -> io::Result<Vec<Scene>> {
    let examples = root.join("examples");
    let mut folders = vec![examples.clone()];
    let mut scenes = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|suffix| suffix == "shader_test") {
                let below = path.strip_prefix(&examples).map(Path::to_path_buf);
                let name = below.unwrap_or_default().with_extension("");
                scenes.push(Scene {
                    has_picture: root.join("docs").join(picture(&name)).is_file(),
                    about: about(&fs::read_to_string(&path)?),
                    name: name.to_string_lossy().into_owned(),
                });
            }
        }
    }
    scenes.sort_by_key(|scene| (scene.name.contains('/'), scene.name.clone()));
    Ok(scenes)
}

/// The picture of a scene, from `docs`.
fn picture(name: &Path) -> PathBuf {
    Path::new("pictures/gallery").join(name).with_extension("png")
}

/// What a scene says of itself before its first section, as one paragraph.
fn about(scene: &str) -> String {
    let lines = scene.lines().take_while(|line| !line.starts_with('['));
    let words = lines.flat_map(|line| line.trim_start_matches('#').split_whitespace());
    words.collect::<Vec<&str>>().join(" ")
}

fn text(scenes: &[Scene]) -> String {
    let mut text = OPENING.to_owned();
    let link = |name: &str| format!("[`{name}`](../examples/{name}.shader_test)");
    for Scene { name, about, .. } in scenes.iter().filter(|scene| scene.has_picture) {
        let picture = picture(Path::new(name));
        text += &format!(
            "## {}\n\n![{name}]({})\n\n{about}\n\n",
            link(name),
            picture.display()
        );
    }
    text += "## Without a picture\n\nThese compute, and probe what they leave in buffers.\n\n| scene | |\n|---|---|\n";
    for Scene { name, about, .. } in scenes.iter().filter(|scene| !scene.has_picture) {
        text += &format!("| {} | {about} |\n", link(name));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_before_the_first_section_is_about_the_scene() {
        assert_eq!(
            about("# A ring,\n# turned.\n\n[require]\nSIZE 4 4\n"),
            "A ring, turned."
        );
        assert_eq!(about("Three rings\ngo away.\n[test]\n"), "Three rings go away.");
    }
}
