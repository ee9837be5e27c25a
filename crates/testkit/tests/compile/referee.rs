//! The compilers that the machine may have, and what they say against files.

use std::path::PathBuf;
use std::process::Command;

use quadrille_tools_testkit::Tool;

/// The file of limits that Khronos's compiler is given: its own, with the clip planes that GLSL 1.30 and later have at
/// least.
const LIMITS: &str = "limits.conf";

/// A compiler and how it is run.
#[derive(Clone, Copy)]
pub(crate) struct Referee {
    tool: Tool,
    arguments: &'static [&'static str],
}

/// GLSL and GLSL ES, by the compiler of Khronos.
pub(crate) const GLSL: Referee = Referee {
    tool: Tool::GLSLANG,
    arguments: &[LIMITS],
};

/// The same, of shaders that are linked.
pub(crate) const LINKED: Referee = Referee {
    tool: Tool::GLSLANG,
    arguments: &["-l", LIMITS],
};

/// GLSL with what Vulkan adds to it.
pub(crate) const GLSL_OF_VULKAN: Referee = Referee {
    tool: Tool::GLSLANG,
    arguments: &["-V", "--target-env", "vulkan1.1", "-o", "/dev/null"],
};

/// HLSL of Direct3D 11, by the compiler of Khronos.
pub(crate) const HLSL_OF_VERTICES: Referee = Referee {
    tool: Tool::GLSLANG,
    arguments: &["-D", "-V", "-S", "vert", "-e", "main", "-o", "/dev/null"],
};

/// The same, of fragments.
pub(crate) const HLSL_OF_FRAGMENTS: Referee = Referee {
    tool: Tool::GLSLANG,
    arguments: &["-D", "-V", "-S", "frag", "-e", "main", "-o", "/dev/null"],
};

/// SPIR-V of Vulkan, by the validator of Khronos.
pub(crate) const SPIRV_OF_VULKAN: Referee = Referee {
    tool: Tool::SPIRV_VAL,
    arguments: &["--target-env", "vulkan1.1"],
};

/// SPIR-V of OpenGL, by the same.
pub(crate) const SPIRV_OF_OPENGL: Referee = Referee {
    tool: Tool::SPIRV_VAL,
    arguments: &["--target-env", "opengl4.5"],
};

/// WGSL, by the compiler of Chromium.
pub(crate) const TINT: Referee = Referee {
    tool: Tool::TINT,
    arguments: &["--format", "wgsl"],
};

impl Referee {
    /// Whether it takes shaders that belong together.
    pub(crate) fn links(self) -> bool {
        self.arguments.contains(&"-l")
    }

    /// What it says against files of a folder; `None` if it is not installed.
    pub(crate) fn complaint(self, folder: &Folder, files: &[String]) -> Option<String> {
        if files.is_empty() {
            return Some(String::new());
        }
        let arguments = self
            .arguments
            .iter()
            .copied()
            .chain(files.iter().map(String::as_str));
        let is_here = folder.installed.contains(&self.tool);
        is_here.then(|| self.tool.complaint(&folder.path, arguments))
    }
}

/// A folder that goes when the test ends well, and the tools that look at what is in it.
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
    installed: Vec<Tool>,
}

impl Folder {
    pub(crate) fn new() -> Folder {
        let path = std::env::temp_dir().join(format!("quadrille-compile-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        let mut installed = vec![Tool::GLSLANG, Tool::SPIRV_VAL, Tool::TINT];
        installed.retain(|tool| tool.is_here());
        if installed.contains(&Tool::GLSLANG) {
            let own = Command::new(Tool::GLSLANG.command).arg("-c").output();
            let own = String::from_utf8(own.expect("it runs").stdout).expect("a text");
            let limits = own.replace("MaxClipPlanes 6", "MaxClipPlanes 8");
            assert_ne!(own, limits, "it had six clip planes");
            std::fs::write(path.join(LIMITS), limits).expect("a file of our own");
        }
        Folder { path, installed }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
