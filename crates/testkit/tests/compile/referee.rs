//! The compilers that the machine may have, and what they say against files.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A compiler; `None` where it is not installed.
#[derive(Clone, Copy)]
pub(crate) struct Referee {
    command: &'static str,
    arguments: &'static [&'static str],
}

/// GLSL and GLSL ES, by the compiler of Khronos.
pub(crate) const GLSL: Referee = Referee {
    command: "glslangValidator",
    arguments: &[],
};

/// The same, of shaders that are linked.
pub(crate) const LINKED: Referee = Referee {
    command: "glslangValidator",
    arguments: &["-l"],
};

/// GLSL with what Vulkan adds to it.
pub(crate) const GLSL_OF_VULKAN: Referee = Referee {
    command: "glslangValidator",
    arguments: &["-V", "-o", "/dev/null"],
};

/// SPIR-V of Vulkan, by the validator of Khronos.
pub(crate) const SPIRV_OF_VULKAN: Referee = Referee {
    command: "spirv-val",
    arguments: &["--target-env", "vulkan1.1"],
};

/// SPIR-V of OpenGL, by the same.
pub(crate) const SPIRV_OF_OPENGL: Referee = Referee {
    command: "spirv-val",
    arguments: &["--target-env", "opengl4.5"],
};

/// WGSL, by the compiler of Chromium.
pub(crate) const TINT: Referee = Referee {
    command: "tint",
    arguments: &["--format", "wgsl"],
};

impl Referee {
    /// Whether it takes shaders that belong together.
    pub(crate) fn links(self) -> bool {
        self.arguments.contains(&"-l")
    }

    /// What it says against files of a folder; `None` if it is not installed.
    pub(crate) fn complaint(self, folder: &Path, files: &[String]) -> Option<String> {
        if files.is_empty() {
            return Some(String::new());
        }
        let mut command = Command::new(self.command);
        let output = command.current_dir(folder).args(self.arguments).args(files);
        let output = output.output().ok()?;
        let said = [output.stdout, output.stderr].concat();
        Some(match output.status.success() {
            true => String::new(),
            false => String::from_utf8_lossy(&said).into_owned(),
        })
    }
}

/// A folder that goes when the test ends well.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        let path = std::env::temp_dir().join(format!("quadrille-compile-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
