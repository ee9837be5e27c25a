//! Machine instructions for operands of a checked program: registers, and splitting of instructions that read two
//! attributes or two constants.

use super::number::{attribute, parameter_number, result};
use super::rule::{Lowering, unfit};
use super::{Lowered, rule};
use crate::word::{Instruction, OutputTarget, OutputWrite, Register, SourceOperand, TemporaryWrite, Unit};
use quadrille_base::{Diagnostic, Span};
use quadrille_isa::nv20::{IluOp, MacOp, limit};
use quadrille_program::{File, Operand, Program, Relative, Selector};

/// The target of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RegisterLocation {
    Temporary(u8),
    Output(u8),
    /// A constant, which state programs write.
    Constant(u8),
    Address,
}

/// Writes instructions one source instruction at a time.
pub(super) struct Emitter<'a> {
    lowered: Lowered,
    pub(super) program: &'a Program,
    span: Span,
    /// Temporaries of the current instruction beyond those of the program.
    scratch: u8,
    /// Whether the current instruction adds the address register.
    pub(super) relative: bool,
    /// Constants that the expansions have needed.
    own: Vec<(u8, [u32; 4])>,
}

/// Temporaries that a program may name; how many of them live at once is another matter.
pub(super) const MOST_NAMED: usize = 240;

pub(super) const IDENTITY: [u8; 4] = [0, 1, 2, 3];

impl<'a> Emitter<'a> {
    pub(super) fn new(lowered: Lowered, program: &'a Program) -> Emitter<'a> {
        Emitter {
            lowered,
            program,
            span: Span::default(),
            scratch: 0,
            relative: false,
            own: Vec::new(),
        }
    }

    pub(super) fn begin(&mut self, span: Span) {
        self.span = span;
        self.scratch = self.program.temporaries().len() as u8;
        self.relative = false;
    }

    pub(super) fn finish(self) -> Lowered {
        self.lowered
    }

    pub(super) fn missing<T>(&self) -> Lowering<T> {
        unfit(
            self.span,
            "the machine has no operation or register for this instruction",
        )
    }

    pub(super) fn missing_address<T>(&self) -> Lowering<T> {
        unfit(
            self.span,
            "the machine has one address register with one component",
        )
    }

    pub(super) fn check_file(&self, used: usize, most: usize, what: &str) -> Lowering<()> {
        if used > most {
            return unfit(
                self.span,
                format!("the program has {used} {what}, and {most} fit"),
            );
        }
        Ok(())
    }

    pub(super) fn new_scratch(&mut self) -> Lowering<u8> {
        let index = self.scratch;
        self.scratch += 1;
        self.check_file(
            self.scratch.into(),
            MOST_NAMED,
            "temporaries, those of its expansion included",
        )?;
        Ok(index)
    }

    /// The place of a result; none, with a note, for one that the machine ignores.
    pub(super) fn result(&mut self, slot: i32) -> Lowering<Option<RegisterLocation>> {
        let variable = usize::try_from(slot)
            .ok()
            .and_then(|slot| self.program.results().get(slot));
        match variable.and_then(|variable| result(variable.binding)) {
            Some(Some(index)) => Ok(Some(RegisterLocation::Output(index))),
            Some(None) => {
                let message = "the machine has four texture coordinates, so this write is ignored";
                self.lowered
                    .notes
                    .push(Diagnostic::new(&rule::MISSING_OUTPUT, self.span, message));
                Ok(None)
            }
            None => self.missing(),
        }
    }

    /// The operands as sources; the second of two attributes or constants is moved to a temporary first.
    pub(super) fn sources(&mut self, operands: &[Operand]) -> Lowering<Vec<SourceOperand>> {
        let (mut constant, mut input) = (None, None);
        let mut sources = Vec::new();
        for operand in operands {
            if operand.absolute || operand.is_extended() {
                return self.missing();
            }
            let swizzle = operand.swizzle.0.map(|selector| match selector {
                Selector::Y => 1,
                Selector::Z => 2,
                Selector::W => 3,
                Selector::X | Selector::Zero | Selector::One => 0,
            });
            let (register, relative) = self.register(operand)?;
            let taken = match register {
                Register::Constant(_) => {
                    *constant.get_or_insert((register, relative)) != (register, relative)
                }
                Register::Input(_) => *input.get_or_insert(register) != register,
                Register::Temporary(_) | Register::Absent => false,
            };
            let register = if taken {
                self.moved(register, relative)?
            } else {
                register
            };
            self.relative |= relative && !taken;
            sources.push(SourceOperand {
                register,
                swizzle,
                negate: operand.negate != 0,
            });
        }
        Ok(sources)
    }

    /// A copy of a register in a scratch temporary.
    pub(super) fn moved(&mut self, register: Register, relative: bool) -> Lowering<Register> {
        let index = self.new_scratch()?;
        let around = std::mem::replace(&mut self.relative, relative);
        let source = SourceOperand {
            register,
            swizzle: IDENTITY,
            negate: false,
        };
        self.mac(MacOp::Mov, RegisterLocation::Temporary(index), 15, &[source])?;
        self.relative = around;
        Ok(Register::Temporary(index))
    }

    pub(super) fn register(&self, operand: &Operand) -> Lowering<(Register, bool)> {
        let register = operand.register;
        let relative = match register.relative {
            None => false,
            Some(Relative { index, .. })
                if index.file == File::Address && index.slot == 0 && index.component == 0 =>
            {
                true
            }
            Some(_) => return self.missing_address(),
        };
        let found = match register.file {
            File::Temporary if !relative => u8::try_from(register.slot).ok().map(Register::Temporary),
            File::Parameter => parameter_number(self.program, &register).map(Register::Constant),
            File::Attribute if !relative => {
                let slot = usize::try_from(register.slot).ok();
                let variable = slot.and_then(|slot| self.program.attributes().get(slot));
                variable
                    .and_then(|variable| attribute(variable.binding))
                    .map(Register::Input)
            }
            _ => None,
        };
        found.map_or_else(|| self.missing(), |register| Ok((register, relative)))
    }

    /// An operation of the vector unit.
    pub(super) fn mac(
        &mut self,
        op: MacOp,
        place: RegisterLocation,
        mask: u8,
        sources: &[SourceOperand],
    ) -> Lowering<()> {
        let mut instruction = Instruction {
            mac: op,
            ..Instruction::NOP
        };
        let slots = (0..3).filter(|slot| op.shape().reads()[*slot]);
        for (slot, source) in slots.zip(sources) {
            instruction.operands[slot] = Some(*source);
        }
        self.push(instruction, Unit::Mac, place, mask)
    }

    /// An operation of the special function unit.
    pub(super) fn ilu(
        &mut self,
        op: IluOp,
        place: RegisterLocation,
        mask: u8,
        source: SourceOperand,
    ) -> Lowering<()> {
        let instruction = Instruction {
            ilu: op,
            operands: [None, None, Some(source)],
            ..Instruction::NOP
        };
        self.push(instruction, Unit::Ilu, place, mask)
    }

    fn push(
        &mut self,
        mut instruction: Instruction,
        from: Unit,
        place: RegisterLocation,
        mask: u8,
    ) -> Lowering<()> {
        let constant = instruction.constant().is_some();
        instruction.relative = self.relative && constant;
        match (place, from) {
            (RegisterLocation::Temporary(register), Unit::Mac) => {
                instruction.mac_write = Some(TemporaryWrite { register, mask });
            }
            (RegisterLocation::Temporary(register), Unit::Ilu) => {
                instruction.ilu_write = Some(TemporaryWrite { register, mask });
            }
            (RegisterLocation::Output(index), _) => {
                instruction.output = Some(OutputWrite {
                    from,
                    target: OutputTarget::Output(index),
                    mask,
                });
            }
            (RegisterLocation::Constant(number), _) => {
                instruction.output = Some(OutputWrite {
                    from,
                    target: OutputTarget::Constant(number),
                    mask,
                });
            }
            (RegisterLocation::Address, _) => {}
        }
        self.lowered.instructions.push((instruction, self.span));
        Ok(())
    }

    /// A constant of the expansions, behind those of the program; the same one for the same numbers.
    pub(super) fn constant(&mut self, values: [f32; 4]) -> Lowering<Register> {
        let bits = values.map(f32::to_bits);
        if let Some((number, _)) = self.own.iter().find(|(_, own)| *own == bits) {
            return Ok(Register::Constant(*number));
        }
        let used = self.program.parameters().len() + self.own.len();
        self.check_file(
            used + 1,
            limit::GL_CONSTANTS,
            "constants, those of its expansion included",
        )?;
        let number = limit::GL_FIRST_CONSTANT + used as u8;
        self.own.push((number, bits));
        self.lowered.constants.push((number, bits));
        Ok(Register::Constant(number))
    }
}

/// A temporary as a source.
pub(super) fn temporary(index: u8, swizzle: [u8; 4]) -> SourceOperand {
    SourceOperand {
        register: Register::Temporary(index),
        swizzle,
        negate: false,
    }
}
