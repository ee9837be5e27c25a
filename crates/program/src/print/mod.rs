//! A program as text: declarations, then its instructions, one a line, in the language of its header.
//!
//! The printed text checks to the same program again ([`same`] says what that is). Names are the program's own;
//! comments, spelling and the order of declarations among instructions are gone. Layout of a text that keeps
//! them is the formatter's business, in `syntax`.

mod ati;
mod buffer;
mod declare;
mod instruction;
mod modifier;
mod names;
mod number;
mod operand;
mod register;
mod resource;
mod same;

use std::fmt::{self, Write};

use quadrille_base::Id;
use quadrille_isa::gl::LanguageSet;
use quadrille_isa::gl::profile::Variables;

use crate::id::InstId;
use crate::program::Program;
use names::Names;

pub use same::same;

/// A part of a program that has no text: the instruction that needs it, and a description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unprintable {
    /// The instruction.
    pub instruction: InstId,
    /// A noun phrase for the part that has no text.
    pub what: &'static str,
}

impl fmt::Display for Unprintable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "instruction {} has {}, which is not printed",
            self.instruction.index(),
            self.what
        )
    }
}

impl std::error::Error for Unprintable {}

/// The text of a program.
///
/// # Errors
/// Says which instruction has no text, as one that is made without a checker may.
pub fn print(program: &Program) -> Result<String, Unprintable> {
    if let Some(shader) = program.ati() {
        return Ok(ati::print(program.profile().header, shader));
    }
    let mut printer = Printer {
        program,
        names: Names::of(program),
        out: String::new(),
        depth: 0,
    };
    printer.line(program.profile().header);
    printer.options();
    printer.layout();
    printer.declarations();
    printer.buffers();
    printer.resources();
    printer.instructions()?;
    printer.out.push_str("END\n");
    Ok(printer.out)
}

/// A program under print.
struct Printer<'p> {
    program: &'p Program,
    names: Names<'p>,
    out: String,
    depth: usize,
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Options by their names; what one brings with itself is not named.
    fn options(&mut self) {
        let options = self.program.features().options;
        let implied = |option| options.iter().any(|other| other.row().implies.contains(&option));
        for option in options.iter().filter(|option| !implied(*option)) {
            let line = format!("OPTION {};", option.row().name());
            self.line(&line);
        }
    }

    fn is_gpu(&self) -> bool {
        self.meets(LanguageSet::GPU)
    }

    fn meets(&self, languages: LanguageSet) -> bool {
        self.program.features().languages.meets(languages)
    }

    fn has_registers(&self) -> bool {
        self.program.profile().variables == Variables::Registers
    }

    /// The instructions that no text has: those that compute a fixed-function position.
    fn is_added(&self, id: InstId) -> bool {
        let entry = self.program.entry().index();
        let invariant = self.program.features().options.position_invariant();
        invariant && (entry..entry + 4).contains(&id.index())
    }

    fn instructions(&mut self) -> Result<(), Unprintable> {
        let program = self.program;
        for id in program.instructions().ids() {
            self.labels(id);
            let instruction = &program.instructions()[id];
            if self.is_added(id) || instruction.is_implicit() {
                continue;
            }
            let text = self.instruction(id, instruction)?;
            if instruction.closes_block() {
                self.depth = self.depth.saturating_sub(1);
            }
            self.line(&text);
            if instruction.opens_block() {
                self.depth += 1;
            }
        }
        self.labels(InstId::new(program.instructions().len()));
        Ok(())
    }

    /// Labels that stand before an instruction.
    fn labels(&mut self, id: InstId) {
        for (name, _) in labels_at(self.program, id) {
            let _ = match self.names.numbers.get(name.as_str()) {
                Some(number) => writeln!(self.out, "{name} SUBROUTINENUM({number}):"),
                None => writeln!(self.out, "{name}:"),
            };
        }
    }
}

/// The labels that stand before an instruction; those of a program are in order of their places.
fn labels_at(program: &Program, id: InstId) -> &[(String, InstId)] {
    let labels = program.labels();
    let first = labels.partition_point(|(_, at)| *at < id);
    let count = labels[first..].partition_point(|(_, at)| *at == id);
    &labels[first..first + count]
}
