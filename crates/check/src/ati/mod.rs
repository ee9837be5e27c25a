//! ATI_text_fragment_shader: constants, a preliminary pass if there is one, and the output pass.
//!
//! The language shares the tree and the numbers with the others and nothing else. Here are its blocks and what
//! only a pass or the whole program shows; single instructions are read in `instruction`, `setup` reads what
//! stands at the start of a pass, and `lower` makes of it what engines run.

mod argument;
mod instruction;
mod lower;
mod pairs;
mod setup;

use quadrille_base::{Span, suggest};
use quadrille_isa::gl::{Binding, Family};
use quadrille_program::ParameterSource;
use quadrille_program::ati::{AtiPass, AtiShader};
use quadrille_syntax::tree::{Declaration, Instruction, Part, Statement, StatementKind, Value, Word};

use crate::checker::Checker;
use crate::rules;

/// Number of registers `r0` to `r5` and of coordinate sets `t0` to `t5`.
const REGISTERS: u8 = 6;

/// The program as it is read.
#[derive(Default)]
pub(crate) struct Ati {
    shader: AtiShader,
    /// Where each constant is bound.
    bound: [Option<Span>; 8],
    /// Where each statement of the passes stands: set-ups first, then instructions.
    spans: Vec<(Vec<Span>, Vec<Span>)>,
    /// For each coordinate set whether it is read with q, and where it first is.
    selected: [Option<(bool, Span)>; REGISTERS as usize],
    /// Whether a part of the program was not understood, so that nothing more is said about the whole.
    broken: bool,
}

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    /// Before any block.
    Start,
    /// Within the constants.
    Constants,
    /// Behind the constants.
    AfterConstants,
    /// Within the preliminary pass.
    Preliminary,
    /// Behind it.
    AfterPreliminary,
    /// Within the output pass.
    Output,
    /// Behind it.
    End,
}

/// The words that open and close blocks: from where they may be reached, and where they lead.
const BLOCKS: [(&str, &[Place], Place); 5] = [
    ("StartConstants", &[Place::Start], Place::Constants),
    ("EndConstants", &[Place::Constants], Place::AfterConstants),
    (
        "StartPrelimPass",
        &[Place::Start, Place::AfterConstants],
        Place::Preliminary,
    ),
    (
        "StartOutputPass",
        &[Place::Start, Place::AfterConstants, Place::AfterPreliminary],
        Place::Output,
    ),
    ("EndPass", &[Place::Preliminary, Place::Output], Place::End),
];

impl<'t, 's> Checker<'t, 's> {
    /// Reads the whole program.
    pub(crate) fn ati(&mut self) {
        let mut ati = Ati {
            broken: self.malformed,
            ..Ati::default()
        };
        let mut place = Place::Start;
        for statement in &self.tree.statements {
            place = self.ati_statement(&mut ati, statement, place);
        }
        let end = Span::at(self.text.trim_end().len() as u32);
        if place != Place::End && !ati.broken {
            let message = match place {
                Place::Constants => "the constants have no `EndConstants`",
                Place::Preliminary | Place::Output => "the pass has no `EndPass`",
                _ => "the program has no output pass",
            };
            self.report(rules::syntax_error::unexpected(end, message));
        }
        if !ati.broken {
            self.lower(&ati);
        }
        self.build.ati = Some(ati.shader);
    }

    fn ati_statement(&mut self, ati: &mut Ati, statement: &'t Statement<'s>, place: Place) -> Place {
        let span = self.bare(statement);
        match &statement.kind {
            StatementKind::Instruction(instruction) => self.ati_instruction(ati, instruction, span, place),
            StatementKind::Declaration(declaration) if declaration.keyword.text == "CONSTANT" => {
                if place == Place::Constants {
                    self.ati_constant(ati, declaration, span);
                } else {
                    let message = "constants stand between `StartConstants` and `EndConstants`";
                    self.report(rules::syntax_error::unexpected(span, message));
                }
                place
            }
            StatementKind::Declaration(_) | StatementKind::Label { .. } => {
                let message = "this language has no such statement";
                self.report(rules::syntax_error::unexpected(span, message));
                ati.broken = true;
                place
            }
            StatementKind::Error => {
                ati.broken = true;
                place
            }
        }
    }

    /// The word that opens or closes a block, a set-up, or an arithmetic instruction.
    fn ati_instruction(
        &mut self,
        ati: &mut Ati,
        instruction: &'t Instruction<'s>,
        span: Span,
        place: Place,
    ) -> Place {
        let word = instruction.mnemonic;
        let alone = instruction.operands.is_empty() && instruction.modifiers.is_empty();
        let named = |wanted: &str| BLOCKS.iter().find(|(name, ..)| *name == wanted);
        let near = || suggest::nearest(word.text, BLOCKS.iter().map(|(name, ..)| *name));
        let misspelled = if named(word.text).is_none() && alone {
            near()
        } else {
            None
        };
        if let Some(near) = misspelled {
            let message = "there is no such instruction";
            self.report(rules::unknown_opcode::at(word.span, message, Some(near)));
            ati.broken = true;
        }
        if let Some((_, from, to)) = named(misspelled.unwrap_or(word.text)) {
            if !alone {
                let message = "this word stands alone";
                self.report(rules::syntax_error::unexpected(span, message));
            }
            if !from.contains(&place) {
                let message = match place {
                    Place::Constants | Place::Preliminary | Place::Output => {
                        "the block around this has to end first"
                    }
                    Place::End => "nothing may follow the output pass",
                    _ => "this block does not belong here",
                };
                self.report(rules::syntax_error::unexpected(word.span, message));
                ati.broken = true;
            }
            return self.ati_block(ati, *to, place, span);
        }
        match place {
            Place::Preliminary | Place::Output => {
                self.instruction_spans.push(span);
                self.ati_step(ati, instruction, span, place);
            }
            _ => {
                let message = "instructions stand in a pass";
                self.report(rules::syntax_error::unexpected(span, message));
                ati.broken = true;
            }
        }
        place
    }

    /// Goes from one place to another.
    fn ati_block(&mut self, ati: &mut Ati, to: Place, from: Place, span: Span) -> Place {
        match (from, to) {
            (_, Place::Preliminary | Place::Output) => {
                ati.shader.passes.push(AtiPass::default());
                ati.spans.push((Vec::new(), Vec::new()));
                to
            }
            (Place::Preliminary | Place::Output, Place::End) => {
                let pass = ati.shader.passes.last();
                let empty = pass.is_some_and(|pass| pass.instructions.is_empty());
                if from == Place::Preliminary && empty && !ati.broken {
                    self.report(rules::empty_preliminary_pass::at(span));
                }
                self.pairs(ati);
                if from == Place::Preliminary {
                    Place::AfterPreliminary
                } else {
                    Place::End
                }
            }
            (_, to) => to,
        }
    }

    /// `CONSTANT c0 = program.env[3];`
    fn ati_constant(&mut self, ati: &mut Ati, declaration: &'t Declaration<'s>, span: Span) {
        let [item] = self.declarators(declaration) else {
            self.report(rules::syntax_error::unexpected(
                span,
                "one constant is bound at a time",
            ));
            return;
        };
        let target = self.operand(item.target);
        let name = match &target.value {
            Value::Path(parts) if target.is_plain() => match self.parts(parts) {
                [Part::Word(word)] => Some(*word),
                _ => None,
            },
            _ => None,
        };
        let number = name.and_then(|word| numbered(&word, "c", 8));
        let (Some(name), Some(number)) = (name, number) else {
            let message = "one of `c0` to `c7` belongs here";
            self.report(rules::syntax_error::unexpected(target.span, message));
            self.unread.names += 1;
            return;
        };
        let at = usize::from(number);
        match ati.bound[at] {
            Some(before) => self.report(rules::duplicate_name::at(name.span, before)),
            None => ati.bound[at] = Some(name.span),
        }
        let value = item.value.map(|value| self.operand(value));
        if let Some(value) = value {
            ati.shader.constants[at] = self.ati_constant_value(value);
        }
    }

    fn ati_constant_value(
        &mut self,
        value: &'t quadrille_syntax::tree::Operand<'s>,
    ) -> Option<ParameterSource> {
        let plain = value.sign.is_none() && value.absolute.is_none() && value.suffix.is_empty();
        match &value.value {
            Value::Braces(list) if plain => {
                for item in self.list(list) {
                    let item = self.operand(*item);
                    if let Value::Number(number) = &item.value
                        && (item.sign.is_some() || !(0.0..=1.0).contains(&number.float32()))
                    {
                        self.report(rules::constant_out_of_range::at(item.span));
                        return None;
                    }
                }
                self.vector_constant(list, value.span)
                    .map(ParameterSource::Constant)
            }
            Value::Path(parts) if plain => self.ati_parameter(self.parts(parts), value.span),
            Value::Missing => None,
            _ => {
                let message = "a parameter or a constant in braces belongs here";
                self.report(rules::syntax_error::unexpected(value.span, message));
                None
            }
        }
    }

    /// `program.env[0]` to `program.local[7]`.
    fn ati_parameter(&mut self, parts: &'t [Part<'s>], span: Span) -> Option<ParameterSource> {
        let [
            Part::Word(program),
            Part::Word(kind),
            Part::Index {
                from: Some(from),
                to: None,
                ..
            },
        ] = parts
        else {
            let message = "this is neither `program.env[n]` nor `program.local[n]`";
            self.report(rules::unknown_binding::at(span, message.to_owned(), None));
            return None;
        };
        let family = match (program.text, kind.text) {
            ("program", "env") => Family::ProgramEnv,
            ("program", "local") => Family::ProgramLocal,
            _ => {
                let message = "this is neither `program.env[n]` nor `program.local[n]`";
                self.report(rules::unknown_binding::at(span, message.to_owned(), None));
                return None;
            }
        };
        let inside = self.operand(*from).span;
        match self.integer(*from) {
            Some(number @ 0..=7) => Some(ParameterSource::Binding(Binding::new(
                family,
                [number as u32, 0, 0, 0],
            ))),
            Some(_) => {
                let message = "this number is at most 7";
                self.report(rules::binding_index_out_of_range::at(inside, message.to_owned()));
                None
            }
            None => {
                self.report(rules::bad_index::at(inside, "a whole number belongs here"));
                None
            }
        }
    }
}

/// The number of `r3` for the prefix `r`, if it is below `count`.
fn numbered(word: &Word<'_>, prefix: &str, count: u8) -> Option<u8> {
    match word.text.strip_prefix(prefix)?.as_bytes() {
        [digit] if digit.is_ascii_digit() => Some(digit - b'0').filter(|number| *number < count),
        _ => None,
    }
}
