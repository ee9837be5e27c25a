//! The pages of `spec/` about running programs: what the specifications say, each sentence with a program that
//! shows it.

use crate::block::Block;
use crate::frame::Frame;

/// A page.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Its path from the root of the repository.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// The scene around blocks that are bodies of programs.
    pub(crate) frame: Frame,
}

macro_rules! pages {
    ($($name:literal $frame:expr;)*) => {
        /// All pages.
        pub const PAGES: &[Page] = &[$(Page {
            name: concat!("spec/", $name, ".md"),
            text: include_str!(concat!("../../../spec/", $name, ".md")),
            frame: $frame,
        },)*];
    };
}

pages! {
    "memory-parameter-buffers" Frame::Compute("bind buffer_cp 0 b");
    "memory-storage-buffers" Frame::Compute("bind storage 0 b");
    "gl-antialiasing" Frame::Fragment;
    "gl-color-formats" Frame::Fragment;
    "gl-fragment-operations" Frame::Fragment;
    "gl-framebuffers" Frame::Fragment;
    "gl-primitives" Frame::Fragment;
    "gl-rasterization" Frame::Fragment;
    "gl-textures" Frame::Fragment;
    "gl-transform-feedback" Frame::Fragment;
    "gl-vertex-arrays" Frame::Fragment;
    "gl-draws" Frame::Fragment;
    "gl-viewports" Frame::Fragment;
    "nv-pipeline" Frame::Fragment;
    "gl-hazards" Frame::Fragment;
    "gpu-program4-instructions" Frame::Fragment;
    "gpu-program4-condition-codes" Frame::Compute("");
    "gpu-program5-memory" Frame::Compute(
        "resident b READ_WRITE at 0x10000
resident out READ_WRITE at 0x20000
buffer ro sequence u8 64 1 1
resident ro READ_ONLY at 0x30000
buffer wo sequence u8 64 1 1
resident wo WRITE_ONLY at 0x40000"
    );
    "gpu-program5-variables" Frame::Fragment;
    "gpu-program5-modifiers" Frame::Compute("");
    "gpu-program5-bits" Frame::Compute("");
    "gpu-program5-conversions" Frame::Compute("");
    "gpu-program5-textures" Frame::Fragment;
    "gpu-program5-thread-groups" Frame::Compute("");
    "gpu-program5-primitives" Frame::Compute("");
    "gpu-program5-fragments" Frame::Fragment;
}

impl Page {
    /// Its blocks.
    pub fn blocks(&self) -> Vec<Block<'static>> {
        Block::all(self.text)
    }

    /// The scene that a block is or is the body of; `None` for a program that is run by hand.
    pub fn scene(&self, block: &Block<'_>) -> Option<String> {
        match block.lines.first() {
            Some(line) if line.starts_with("!!") => None,
            Some(line) if line.starts_with('[') => Some(block.lines.join("\n")),
            _ => Some(self.frame.around(block)),
        }
    }

    /// The scene of a block whose body is one of compute programs, around a fragment program on one pixel.
    pub fn drawn(&self, block: &Block<'_>) -> Option<String> {
        let Frame::Compute(commands) = self.frame else {
            return None;
        };
        let is_body = block
            .lines
            .first()
            .is_some_and(|line| !line.starts_with("!!") && !line.starts_with('['));
        is_body.then(|| Frame::Pixel(commands).around(block))
    }
}
