//! Machine instructions for operands of a checked program: registers, splitting, expansions.

use super::arb::{attribute, result, unfit};
use super::{Lowered, rule};
use crate::word::{Instruction, OutputTarget, OutputWrite, Register, Source, TemporaryWrite, Unit};
use quadrille_base::{Diagnostic, Span};
use quadrille_isa::nv20::{IluOp, MacOp, limit};
use quadrille_program::{File, Operand, Program, Selector};

type Lowering<T> = Result<T, Box<Diagnostic>>;

/// Where a result goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Temporary(u8),
    Output(u8),
    Address,
}

/// Writes instructions one source instruction at a time.
pub(super) struct Emitter<'a> {
    lowered: Lowered,
    program: &'a Program,
    span: Span,
    /// Temporaries of the current instruction beyond those of the program.
    scratch: u8,
    /// Whether the current instruction adds the address register.
    relative: bool,
    /// The constant `(0, 1, -1, 0)`, where some instruction has needed it.
    units: Option<u8>,
}

const IDENTITY: [u8; 4] = [0, 1, 2, 3];

impl<'a> Emitter<'a> {
    pub(super) fn new(lowered: Lowered, program: &'a Program) -> Emitter<'a> {
        Emitter {
            lowered,
            program,
            span: Span::default(),
            scratch: 0,
            relative: false,
            units: None,
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

    fn new_scratch(&mut self) -> Lowering<u8> {
        let index = self.scratch;
        self.scratch += 1;
        self.check_file(
            self.scratch.into(),
            limit::TEMPORARIES,
            "temporaries, those of its expansion included",
        )?;
        Ok(index)
    }

    /// The place of a result; none, with a note, for one that the machine ignores.
    pub(super) fn result(&mut self, slot: i32) -> Lowering<Option<Place>> {
        let variable = usize::try_from(slot)
            .ok()
            .and_then(|slot| self.program.results().get(slot));
        match variable.and_then(|variable| result(variable.binding)) {
            Some(Some(index)) => Ok(Some(Place::Output(index))),
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

    /// Whether an operand needs more than a swizzle and one sign.
    pub(super) fn is_extended(operand: &Operand) -> bool {
        let digits = operand
            .swizzle
            .0
            .iter()
            .any(|selector| matches!(selector, Selector::Zero | Selector::One));
        digits || !matches!(operand.negate, 0 | 15)
    }

    /// The operands as sources; the second of two attributes or constants is moved to a temporary first.
    pub(super) fn sources(&mut self, operands: &[Operand]) -> Lowering<Vec<Source>> {
        let (mut constant, mut input) = (None, None);
        let mut sources = Vec::new();
        for operand in operands {
            if operand.absolute || Self::is_extended(operand) {
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
                Register::Temporary(_) => false,
            };
            let register = if taken {
                self.moved(register, relative)?
            } else {
                register
            };
            self.relative |= relative && !taken;
            sources.push(Source {
                register,
                swizzle,
                negate: operand.negate != 0,
            });
        }
        Ok(sources)
    }

    /// A copy of a register in a scratch temporary.
    fn moved(&mut self, register: Register, relative: bool) -> Lowering<Register> {
        let index = self.new_scratch()?;
        let around = std::mem::replace(&mut self.relative, relative);
        let source = Source {
            register,
            swizzle: IDENTITY,
            negate: false,
        };
        self.mac(MacOp::Mov, Place::Temporary(index), 15, &[source])?;
        self.relative = around;
        Ok(Register::Temporary(index))
    }

    fn register(&self, operand: &Operand) -> Lowering<(Register, bool)> {
        let register = operand.register;
        let relative = match register.relative {
            None => false,
            Some(by) if by.file == File::Address && by.slot == 0 && by.component == 0 => true,
            Some(_) => return self.missing_address(),
        };
        let found = match register.file {
            File::Temporary if !relative => u8::try_from(register.slot).ok().map(Register::Temporary),
            File::Parameter => {
                let number = register.slot + i32::from(limit::GL_FIRST_CONSTANT);
                u8::try_from(number)
                    .ok()
                    .filter(|n| usize::from(*n) < limit::CONSTANTS)
                    .map(Register::Constant)
            }
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
    pub(super) fn mac(&mut self, op: MacOp, place: Place, mask: u8, sources: &[Source]) -> Lowering<()> {
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
    pub(super) fn ilu(&mut self, op: IluOp, place: Place, mask: u8, source: Source) -> Lowering<()> {
        let instruction = Instruction {
            ilu: op,
            operands: [None, None, Some(source)],
            ..Instruction::NOP
        };
        self.push(instruction, Unit::Ilu, place, mask)
    }

    fn push(&mut self, mut instruction: Instruction, from: Unit, place: Place, mask: u8) -> Lowering<()> {
        let constant = instruction.constant().is_some();
        instruction.relative = self.relative && constant;
        match (place, from) {
            (Place::Temporary(register), Unit::Mac) => {
                instruction.mac_write = Some(TemporaryWrite { register, mask });
            }
            (Place::Temporary(register), Unit::Ilu) => {
                instruction.ilu_write = Some(TemporaryWrite { register, mask });
            }
            (Place::Output(index), _) => {
                instruction.output = Some(OutputWrite {
                    from,
                    target: OutputTarget::Output(index),
                    mask,
                });
            }
            (Place::Address, _) => {}
        }
        self.lowered.instructions.push((instruction, self.span));
        Ok(())
    }

    /// EXP or LOG, whose z is the approximation, for all components.
    pub(super) fn approximate(&mut self, op: IluOp, place: Place, mask: u8, source: Source) -> Lowering<()> {
        let scratch = self.new_scratch()?;
        self.ilu(op, Place::Temporary(scratch), 2, source)?;
        self.mac(MacOp::Mov, place, mask, &[temporary(scratch, [2; 4])])
    }

    /// `2^(y * log2(x))`.
    pub(super) fn power(&mut self, place: Place, mask: u8, base: Source, exponent: Source) -> Lowering<()> {
        let scratch = self.new_scratch()?;
        self.ilu(IluOp::Log, Place::Temporary(scratch), 2, base)?;
        self.mac(
            MacOp::Mul,
            Place::Temporary(scratch),
            2,
            &[temporary(scratch, [2; 4]), exponent],
        )?;
        self.ilu(
            IluOp::Exp,
            Place::Temporary(scratch),
            2,
            temporary(scratch, [2; 4]),
        )?;
        self.mac(MacOp::Mov, place, mask, &[temporary(scratch, [2; 4])])
    }

    /// The fractions of the components of a mask in a scratch temporary, one EXP.y each.
    fn fractions(&mut self, mask: u8, source: Source) -> Lowering<u8> {
        let (one, all) = (self.new_scratch()?, self.new_scratch()?);
        for component in (0..4).filter(|component| mask & (8 >> component) != 0) {
            let scalar = Source {
                swizzle: [source.swizzle[component]; 4],
                ..source
            };
            self.ilu(IluOp::Exp, Place::Temporary(one), 4, scalar)?;
            self.mac(
                MacOp::Mov,
                Place::Temporary(all),
                8 >> component,
                &[temporary(one, [1; 4])],
            )?;
        }
        Ok(all)
    }

    /// FRC.
    pub(super) fn fraction(&mut self, place: Place, mask: u8, source: Source) -> Lowering<()> {
        let fractions = self.fractions(mask, source)?;
        self.mac(MacOp::Mov, place, mask, &[temporary(fractions, IDENTITY)])
    }

    /// FLR: what is left without the fraction.
    pub(super) fn floor(&mut self, place: Place, mask: u8, source: Source) -> Lowering<()> {
        let fractions = self.fractions(mask, source)?;
        let taken = Source {
            negate: true,
            ..temporary(fractions, IDENTITY)
        };
        self.mac(MacOp::Add, place, mask, &[source, taken])
    }

    /// XPD: `a.yzx * b.zxy - a.zxy * b.yzx`.
    pub(super) fn cross(&mut self, place: Place, mask: u8, a: Source, b: Source) -> Lowering<()> {
        let turned = |source: Source, order: [usize; 3]| Source {
            swizzle: [
                source.swizzle[order[0]],
                source.swizzle[order[1]],
                source.swizzle[order[2]],
                source.swizzle[3],
            ],
            ..source
        };
        let (left, right) = ([1, 2, 0], [2, 0, 1]);
        let scratch = self.new_scratch()?;
        self.mac(
            MacOp::Mul,
            Place::Temporary(scratch),
            14,
            &[turned(a, right), turned(b, left)],
        )?;
        let second = Source {
            negate: true,
            ..temporary(scratch, IDENTITY)
        };
        self.mac(
            MacOp::Mad,
            place,
            mask,
            &[turned(a, left), turned(b, right), second],
        )
    }

    /// SWZ: each component times 1, -1 or 0, plus 0, 1 or -1, out of one constant.
    pub(super) fn extended_swizzle(&mut self, place: Place, mask: u8, operand: &Operand) -> Lowering<()> {
        let (mut register, relative) = self.register(operand)?;
        if matches!(register, Register::Constant(_)) {
            register = self.moved(register, relative)?;
        }
        let units = self.units()?;
        let (mut swizzle, mut factor, mut term) = ([0; 4], [0; 4], [0; 4]);
        for component in 0..4 {
            let one = if operand.negate & (1 << component) != 0 {
                2
            } else {
                1
            };
            (swizzle[component], factor[component], term[component]) = match operand.swizzle.0[component] {
                Selector::Zero => (0, 0, 0),
                Selector::One => (0, 0, one),
                Selector::X => (0, one, 0),
                Selector::Y => (1, one, 0),
                Selector::Z => (2, one, 0),
                Selector::W => (3, one, 0),
            };
        }
        let source = |register, swizzle| Source {
            register,
            swizzle,
            negate: false,
        };
        let sources = [
            source(register, swizzle),
            source(units, factor),
            source(units, term),
        ];
        self.mac(MacOp::Mad, place, mask, &sources)
    }

    /// The constant `(0, 1, -1, 0)`, behind those of the program.
    fn units(&mut self) -> Lowering<Register> {
        if let Some(number) = self.units {
            return Ok(Register::Constant(number));
        }
        let used = self.program.parameters().len();
        self.check_file(
            used + 1,
            limit::GL_CONSTANTS,
            "constants, those of its expansion included",
        )?;
        let number = limit::GL_FIRST_CONSTANT + used as u8;
        self.lowered
            .constants
            .push((number, [0.0, 1.0, -1.0, 0.0].map(f32::to_bits)));
        self.units = Some(number);
        Ok(Register::Constant(number))
    }
}

/// A temporary as a source.
fn temporary(index: u8, swizzle: [u8; 4]) -> Source {
    Source {
        register: Register::Temporary(index),
        swizzle,
        negate: false,
    }
}
