//! The spelling of registers, in the two worlds that have programs for this machine.

use super::{OutputTarget, Register};
use quadrille_isa::nv20::{limit, register};

/// Which world's names and constant numbers a text uses. Both spellings of inputs and outputs are always
/// read; what the choice decides is what is printed and where `c[0]` lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Numbering {
    /// The NV2A's: `v0`, `oPos`, and `c[0]` to `c[191]` as in the word.
    #[default]
    Nv2a,
    /// NV_vertex_program's: `v[0]`, `o[HPOS]`, and `c[0]` for the word's constant 96.
    NvVertexProgram,
}

impl Numbering {
    /// The offset from the text's constant number to the word's.
    pub fn first_constant(self) -> i32 {
        match self {
            Numbering::Nv2a => 0,
            Numbering::NvVertexProgram => limit::GL_FIRST_CONSTANT.into(),
        }
    }

    /// A source register.
    pub fn register(self, name: Register, relative: bool) -> String {
        match (name, self) {
            (Register::Temporary(index), _) => format!("R{index}"),
            (Register::Input(index), Numbering::Nv2a) => format!("v{index}"),
            (Register::Input(index), Numbering::NvVertexProgram) => format!("v[{index}]"),
            (Register::Constant(index), _) => self.constant(index, relative),
            (Register::Absent, _) => "_".into(),
        }
    }

    /// A constant register, with the address register where the access is relative.
    pub fn constant(self, index: u8, relative: bool) -> String {
        let number = i32::from(index) - self.first_constant();
        match (relative, self) {
            (false, _) => format!("c[{number}]"),
            (true, Numbering::Nv2a) => format!("c[A0{number:+}]"),
            (true, Numbering::NvVertexProgram) if number == 0 => "c[A0.x]".into(),
            (true, Numbering::NvVertexProgram) => format!("c[A0.x{number:+}]"),
        }
    }

    /// An output or constant that is written.
    pub fn output(self, target: OutputTarget) -> String {
        match target {
            OutputTarget::Constant(index) => self.constant(index, false),
            OutputTarget::Output(index) => match (register::Output::from_index(index), self) {
                (Some(output), Numbering::Nv2a) => output.nv2a.into(),
                (Some(output), Numbering::NvVertexProgram) => format!("o[{}]", output.gl),
                (None, _) => format!("o{index}"),
            },
        }
    }

    /// The address register.
    pub fn address(self) -> &'static str {
        match self {
            Numbering::Nv2a => "A0",
            Numbering::NvVertexProgram => "A0.x",
        }
    }
}
