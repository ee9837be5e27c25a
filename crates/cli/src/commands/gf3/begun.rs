//! A program with its constants and vertices, before the first word: what `gf3 run` runs and `debug` goes through.

use quadrille_debug::gf3::Gf3Machine;
use quadrille_gf3::function::{Access, BothWriteR1, Options, Program};

use super::given::{Given, Registers};
use super::load::{Gf3Program, Loaded};
use crate::error::Error;

/// A program, and the registers that it runs with.
#[derive(clap::Args)]
pub(crate) struct Runs {
    #[command(flatten)]
    source: Gf3Program,
    #[command(flatten)]
    given: Given,
    /// Let indexed reads of an OpenGL program or of words with --numbering gl reach all 192 constants; those of the
    /// numbering nv2a do.
    #[arg(long)]
    full: bool,
    /// Where both halves of a word write R1, drop the vector unit's write whole; otherwise the special function unit's
    /// mask decides each component.
    #[arg(long)]
    ilu_wins: bool,
}

/// A run before its first word.
pub(super) struct Begun {
    pub(super) loaded: Loaded,
    pub(super) program: Program,
    pub(super) registers: Registers,
    pub(super) options: Options,
}

impl Runs {
    /// Reads the program and its registers.
    pub(super) fn begin(&self) -> Result<Begun, Error> {
        let loaded = self.source.load()?;
        let program = loaded.program()?;
        let registers = self.given.registers(&loaded, &program)?;
        let access = if self.full { Access::Full } else { loaded.access() };
        let both_write_r1 = if self.ilu_wins {
            BothWriteR1::IluWins
        } else {
            BothWriteR1::PerComponent
        };
        let options = Options {
            access,
            both_write_r1,
            ..Options::default()
        };
        Ok(Begun {
            loaded,
            program,
            registers,
            options,
        })
    }

    /// The same for the debugger.
    pub(crate) fn machine(&self) -> Result<Gf3Machine, Error> {
        let begun = self.begin()?;
        let vertices = begun.registers.vertices.into_iter().map(|(_, inputs)| inputs);
        Ok(Gf3Machine::new(
            &self.source.name(),
            begun.program,
            begun.loaded.numbering,
            begun.registers.constants,
            vertices.collect(),
            begun.options,
        ))
    }
}
