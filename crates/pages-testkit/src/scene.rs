//! The scenes of `examples/` and `spec/pictures/`.

use std::fs;
use std::path::{Path, PathBuf};

/// A scene.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// Its path from the root of the repository, with `/`.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl Scene {
    /// Whether it has a draw or a dispatch, so that there is a picture or a buffer to compare.
    pub fn draws(&self) -> bool {
        let mut lines = self.text.lines();
        lines.any(|line| line.starts_with("draw ") || line.starts_with("dispatch "))
    }
}

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// All scenes, by name.
///
/// # Panics
///
/// A folder or a scene cannot be read.
pub fn scenes() -> Vec<Scene> {
    let mut folders: Vec<PathBuf> = ["examples", "spec/pictures"]
        .map(|folder| root().join(folder))
        .into();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder)
            .expect("a folder")
            .flatten()
            .map(|entry| entry.path())
        {
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "shader_test")
            {
                let name = path.strip_prefix(root()).expect("it is below the root");
                found.push(Scene {
                    name: name.to_string_lossy().replace('\\', "/"),
                    text: fs::read_to_string(&path).expect("a scene is text"),
                });
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_of_both_folders_are_found() {
        let scenes = scenes();
        for folder in ["examples/", "examples/lecture/", "spec/pictures/"] {
            let of_folder = |scene: &&Scene| scene.name.starts_with(folder) && scene.draws();
            assert!(scenes.iter().filter(of_folder).count() >= 2, "{folder}");
        }
    }
}
