//! The program as engines run it: set-ups, modifiers, scales and pairs taken apart into plain instructions.
//!
//! A modifier of an argument becomes instructions on a temporary of its own, a scale one behind the
//! instruction, and a register that is read after its partner of the same pair wrote it is copied before.

use quadrille_base::Span;
use quadrille_isa::gl::ati::INSTRUCTIONS;
use quadrille_isa::gl::ati::{SCALES, Selection};
use quadrille_isa::gl::operation::{ArithmeticOp, Lod, Operation, TextureOp};
use quadrille_isa::gl::{Binding, Clamp, DataType, Family, Opcode, TextureTarget};
use quadrille_program::ati::{AtiArgument, AtiCoordinates, AtiInstruction, AtiPass, AtiSetup, AtiSource};
use quadrille_program::{
    Access, Destination, File, Instruction, Operand, ParameterSource, Register, Selector, Swizzle, Temporary,
    TextureAccess,
};

use super::pairs;
use super::state::{Ati, REGISTERS};
use crate::state::code::Code;
use crate::state::slots::Slots;
use crate::state::textures::Textures;

/// Copies of `r0` to `r5`, and a temporary for each argument.
const COPIES: u32 = REGISTERS as u32;
const ARGUMENTS: u32 = 2 * COPIES;

/// The state that the lowering changes.
pub(super) struct Lowering<'a> {
    pub(super) slots: &'a mut Slots,
    pub(super) textures: &'a mut Textures,
    pub(super) code: &'a mut Code,
}

impl Lowering<'_> {
    /// Lowers a whole program.
    pub(super) fn program(&mut self, ati: &Ati) {
        let names = (0..REGISTERS)
            .map(|number| format!("r{number}"))
            .chain((0..REGISTERS).map(|number| format!("copy{number}")))
            .chain((0..3).map(|number| format!("argument{number}")));
        self.slots
            .temporaries
            .extend(names.map(|name| Temporary { name, long: false }));
        for (pass, (setups, instructions)) in ati.shader.passes.iter().zip(&ati.spans) {
            self.lower_setups(&pass.setups, setups);
            self.lower_pairs(ati, pass, instructions);
        }
        // The colour of the fragment is what r0 holds in the end.
        let span = ati.spans.last().and_then(|(setups, instructions)| {
            let last = instructions.last().or(setups.last());
            last.copied()
        });
        let span = span.unwrap_or_default();
        let colour = Binding::new(Family::ResultFragmentColor, [0; 4]);
        let result = Register::fixed(File::Result, self.slots.bind(File::Result, colour, span));
        self.slots.results[result.slot as usize].used = 0b1111;
        self.emit(
            span,
            ArithmeticOp::Move,
            Opcode::Mov,
            result,
            0b1111,
            vec![temporary(0)],
        );
    }

    /// All set-ups of a pass read what the pass before left.
    fn lower_setups(&mut self, setups: &[AtiSetup], spans: &[Span]) {
        for (at, setup) in setups.iter().enumerate() {
            let later = setups[at + 1..].iter();
            let read = |other: &AtiSetup| other.source == AtiCoordinates::Register(setup.destination);
            if later.clone().any(read) {
                self.copy(setup.destination, spans[at]);
            }
        }
        for (at, (setup, span)) in setups.iter().zip(spans).enumerate() {
            let source = match setup.source {
                AtiCoordinates::Texture(set) => {
                    let binding = Binding::new(Family::FragmentTexcoord, [set.into(), 0, 0, 0]);
                    let slot = self.slots.bind(File::Attribute, binding, *span);
                    self.slots.attributes[slot as usize].used = 0b1111;
                    Register::fixed(File::Attribute, slot)
                }
                AtiCoordinates::Register(register) => {
                    let before = &setups[..at];
                    let gone = before.iter().any(|other| other.destination == register);
                    let slot = u32::from(register) + if gone { COPIES } else { 0 };
                    Register::fixed(File::Temporary, slot)
                }
            };
            let coordinates = self.selected(source, setup.selection, *span);
            let to = Register::fixed(File::Temporary, setup.destination.into());
            if setup.sample {
                self.sample(to, coordinates, setup.destination.into(), *span);
            } else {
                self.emit(
                    *span,
                    ArithmeticOp::Move,
                    Opcode::Mov,
                    to,
                    0b1111,
                    vec![coordinates],
                );
            }
        }
    }

    /// Three coordinates and 0 for the undefined fourth (Table 3.20).
    fn selected(&mut self, source: Register, selection: Selection, span: Span) -> Operand {
        let last = if selection.reads_q() {
            Selector::W
        } else {
            Selector::Z
        };
        let projected = matches!(selection, Selection::StrOverR | Selection::StqOverQ);
        if !projected {
            return Operand {
                swizzle: Swizzle([Selector::X, Selector::Y, last, Selector::Zero]),
                ..Operand::of(source)
            };
        }
        let to = Register::fixed(File::Temporary, ARGUMENTS);
        let by = Operand {
            swizzle: Swizzle::replicate(last),
            ..Operand::of(source)
        };
        self.emit(span, ArithmeticOp::Reciprocal, Opcode::Rcp, to, 0b0100, vec![by]);
        let by = Operand {
            swizzle: Swizzle::replicate(Selector::Z),
            ..Operand::of(to)
        };
        let both = vec![Operand::of(source), by];
        self.emit(span, ArithmeticOp::Multiply, Opcode::Mul, to, 0b0011, both);
        Operand {
            swizzle: Swizzle([Selector::X, Selector::Y, Selector::Z, Selector::Zero]),
            ..Operand::of(to)
        }
    }

    /// Samples the two-dimensional texture of a unit: the text names no target, the state of the unit does.
    fn sample(&mut self, to: Register, coordinates: Operand, unit: u32, span: Span) {
        let target = TextureTarget::T2D;
        // There is one target in the whole program, so that no two differ.
        let _ = self.textures.note(unit, target, span, span);
        let instruction = Instruction {
            opcode: Opcode::Tex,
            operation: Operation::Texture(TextureOp::Sample(Lod::Implicit)),
            data_type: DataType::F32,
            clamp: Clamp::None,
            precise: false,
            update: None,
            destination: Some(written(to, 0b1111)),
            operands: vec![coordinates],
            access: Access::Texture(Box::new(TextureAccess {
                unit,
                index: None,
                handle: None,
                target,
                offset: None,
                component: 0,
                lod_clamp: false,
                sparse: false,
            })),
        };
        self.code.push(instruction, span);
    }

    fn lower_pairs(&mut self, ati: &Ati, pass: &AtiPass, spans: &[Span]) {
        for pair in pairs::pairs(&pass.instructions) {
            let first = &pass.instructions[pair.start];
            let partner = pass.instructions[pair.clone()].get(1);
            let reads = |argument: &AtiArgument| argument.source == AtiSource::Register(first.destination);
            let copied = partner.filter(|partner| partner.arguments.iter().any(reads));
            if copied.is_some() {
                self.copy(first.destination, spans[pair.start]);
            }
            self.lower_instruction(ati, first, None, spans[pair.start]);
            if let Some(partner) = partner {
                let copied = copied.map(|_| first.destination);
                self.lower_instruction(ati, partner, copied, spans[pair.start + 1]);
            }
        }
    }

    fn lower_instruction(&mut self, ati: &Ati, instruction: &AtiInstruction, copied: Option<u8>, span: Span) {
        let mut operands = Vec::with_capacity(instruction.arguments.len());
        for (at, argument) in instruction.arguments.iter().enumerate() {
            let operand = self.argument_source(ati, argument, copied, span);
            operands.push(self.modified(operand, argument, at as u32, span));
        }
        let to = Register::fixed(File::Temporary, instruction.destination.into());
        let opcode = nearest(instruction.operation);
        self.emit(
            span,
            instruction.operation,
            opcode,
            to,
            instruction.mask,
            operands,
        );
        if let Some(scale) = instruction.scale {
            let (_, factor) = SCALES[scale];
            let factor = self.number(factor as f32, span);
            let both = vec![Operand::of(to), factor];
            self.emit(
                span,
                ArithmeticOp::Multiply,
                Opcode::Mul,
                to,
                instruction.mask,
                both,
            );
        }
        if instruction.saturate {
            let last = self.code.instructions.ids().last();
            if let Some(last) = last {
                self.code.instructions[last].clamp = Clamp::Saturate;
            }
        }
    }

    /// The operand that an argument reads, before its modifiers.
    fn argument_source(
        &mut self,
        ati: &Ati,
        argument: &AtiArgument,
        copied: Option<u8>,
        span: Span,
    ) -> Operand {
        let mut operand = match argument.source {
            AtiSource::Register(number) => {
                let copy = if copied == Some(number) { COPIES } else { 0 };
                temporary(u32::from(number) + copy)
            }
            AtiSource::Constant(number) => {
                let source = ati.shader.constants[usize::from(number)];
                let source = source.unwrap_or(ParameterSource::Constant([0; 4]));
                let slot = self.slots.parameter(source, span);
                Operand::of(Register::fixed(File::Parameter, slot))
            }
            AtiSource::Color(number) => {
                let binding = Binding::new(Family::FragmentColor, [number.into(), 0, 0, 0]);
                let slot = self.slots.bind(File::Attribute, binding, span);
                self.slots.attributes[slot as usize].used = 0b1111;
                Operand::of(Register::fixed(File::Attribute, slot))
            }
            AtiSource::Zero => self.number(0.0, span),
            AtiSource::One => self.number(1.0, span),
        };
        if let Some(component) = argument.replicate {
            operand.swizzle = Swizzle::replicate(Selector::component(component));
        }
        operand
    }

    /// An argument with its modifiers: `-(2 * ((1 - s) - 0.5))` with all of them.
    fn modified(&mut self, operand: Operand, argument: &AtiArgument, at: u32, span: Span) -> Operand {
        let modifiers = argument.modifiers;
        let to = Register::fixed(File::Temporary, ARGUMENTS + at);
        let mut operand = operand;
        let step = |this: &mut Self, operation, opcode, operands| {
            this.emit(span, operation, opcode, to, 0b1111, operands);
            Operand::of(to)
        };
        if modifiers.complement {
            let one = self.number(1.0, span);
            operand = step(self, ArithmeticOp::Subtract, Opcode::Sub, vec![one, operand]);
        }
        if modifiers.bias {
            let half = self.number(0.5, span);
            operand = step(self, ArithmeticOp::Subtract, Opcode::Sub, vec![operand, half]);
        }
        if modifiers.double {
            let two = self.number(2.0, span);
            operand = step(self, ArithmeticOp::Multiply, Opcode::Mul, vec![two, operand]);
        }
        if modifiers.negate {
            operand.negate = 0b1111;
        }
        operand
    }

    /// Keeps what a register holds before it is written.
    fn copy(&mut self, register: u8, span: Span) {
        let to = Register::fixed(File::Temporary, u32::from(register) + COPIES);
        let from = temporary(register.into());
        self.emit(span, ArithmeticOp::Move, Opcode::Mov, to, 0b1111, vec![from]);
    }

    fn number(&mut self, value: f32, span: Span) -> Operand {
        let source = ParameterSource::Constant([value.to_bits(); 4]);
        Operand::of(Register::fixed(
            File::Parameter,
            self.slots.parameter(source, span),
        ))
    }

    fn emit(
        &mut self,
        span: Span,
        operation: ArithmeticOp,
        opcode: Opcode,
        to: Register,
        mask: u8,
        operands: Vec<Operand>,
    ) {
        let instruction = Instruction {
            opcode,
            operation: Operation::Arithmetic(operation),
            data_type: DataType::F32,
            clamp: Clamp::None,
            precise: false,
            update: None,
            destination: Some(written(to, mask)),
            operands,
            access: Access::None,
        };
        self.code.push(instruction, span);
    }
}

fn temporary(slot: u32) -> Operand {
    Operand::of(Register::fixed(File::Temporary, slot))
}

fn written(to: Register, mask: u8) -> Destination {
    Destination {
        register: Some(to),
        mask,
        condition: None,
        short: false,
    }
}

/// The opcode that comes nearest to an operation of this language, for messages.
fn nearest(operation: ArithmeticOp) -> Opcode {
    let row = INSTRUCTIONS.iter().find(|row| row.operation == operation);
    row.map_or(Opcode::Mov, |row| row.opcode)
}
