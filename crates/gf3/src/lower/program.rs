//! Checked vertex programs to instructions of the machine.
//!
//! Programs of `!!VP1.0`, `!!VP1.1` and `!!VSP1.0` name the machine's own registers, and each of their instructions is
//! one word. Operations of `!!ARBvp1.0` that the machine does not have are expanded, an instruction that reads two
//! attributes or two constants is split, and its temporaries share registers where there are too many.

use super::emit::{Emitter, MOST_NAMED, RegisterLocation};
use super::number::{most_parameters, parameter_number};
use super::rule::{Lowering, unfit};
use super::{Bound, Lowered, allocate};
use quadrille_base::Span;
use quadrille_isa::gl::operation::{AddressOp, AddressRange, ArithmeticOp};
use quadrille_isa::gl::{Clamp, DataType, Operation, Stage};
use quadrille_isa::nv20::{MacOp, Realisation, realisation};
use quadrille_program::{File, Operand, ParameterSource, Program};

/// Lowers a program.
///
/// # Errors
///
/// A diagnostic, at the instruction that does not fit: more than 12 temporaries alive or 96 constants, an attribute or
/// operation that the machine does not have, a second address register.
pub fn lower(program: &Program) -> Lowering<Lowered> {
    if !matches!(program.profile().stage, Stage::Vertex | Stage::VertexState) {
        return unfit(Span::default(), "the machine runs vertex programs only");
    }
    let mut lowered = Lowered::default();
    for slot in 0..program.parameters().len() {
        let register = quadrille_program::Register::fixed(File::Parameter, slot as u32);
        let Some(number) = parameter_number(program, &register) else {
            continue;
        };
        let binding = match program.parameters()[slot].source {
            ParameterSource::Constant(bits) => {
                lowered.constants.push((number, bits));
                continue;
            }
            ParameterSource::Binding(binding) => binding,
            ParameterSource::Buffer(element) => element.binding(),
        };
        lowered.bindings.push(Bound {
            number,
            slot,
            binding,
        });
    }
    let mut emitter = Emitter::new(lowered, program);
    for (id, instruction) in program.instructions().iter_enumerated() {
        emitter.begin(program.span(id));
        emitter.check_file(program.parameters().len(), most_parameters(program), "constants")?;
        emitter.check_file(program.temporaries().len(), MOST_NAMED, "temporaries")?;
        one(&mut emitter, instruction)?;
    }
    let mut lowered = emitter.finish();
    allocate::temporaries(&mut lowered)?;
    lowered.finish();
    Ok(lowered)
}

/// One instruction.
fn one(emitter: &mut Emitter<'_>, instruction: &quadrille_program::Instruction) -> Lowering<()> {
    let Some(destination) = instruction.destination else {
        return emitter.missing();
    };
    let Some(register) = destination.register else {
        return emitter.missing();
    };
    let conditional = destination.condition.is_some() || instruction.update.is_some();
    if conditional || instruction.clamp != Clamp::None || instruction.data_type != DataType::F32 {
        return emitter.missing();
    }
    // The program counts x from bit 0, the word from bit 3.
    let mask = (destination.mask << 4).reverse_bits();
    let place = match register.file {
        File::Address
            if instruction.operation == Operation::Address(AddressOp::LoadFloor(AddressRange::Word)) =>
        {
            if register.slot != 0 || destination.mask != 1 {
                return emitter.missing_address();
            }
            RegisterLocation::Address
        }
        File::Temporary => RegisterLocation::Temporary(register.slot as u8),
        File::Result => match emitter.result(register.slot)? {
            Some(place) => place,
            None => return Ok(()),
        },
        File::Parameter => match parameter_number(emitter.program, &register) {
            Some(number) => RegisterLocation::Constant(number),
            None => return emitter.missing(),
        },
        _ => return emitter.missing(),
    };
    let operands = &instruction.operands;
    if instruction.operation == Operation::Arithmetic(ArithmeticOp::Move)
        && operands.iter().any(Operand::is_extended)
    {
        return emitter.extended_swizzle(place, mask, &operands[0]);
    }
    let Some(realisation) = realisation(instruction.operation) else {
        return emitter.missing();
    };
    let mut sources = emitter.sources(operands)?;
    if let Some(last) = sources
        .last_mut()
        .filter(|_| realisation == Realisation::Subtract)
    {
        last.negate ^= true;
    }
    let [first, ..] = sources[..] else {
        return emitter.missing();
    };
    match realisation {
        Realisation::Mac(op) => emitter.mac(op, place, mask, &sources),
        Realisation::Subtract => emitter.mac(MacOp::Add, place, mask, &sources),
        Realisation::Absolute => {
            let other = crate::word::SourceOperand {
                negate: !first.negate,
                ..first
            };
            emitter.mac(MacOp::Max, place, mask, &[first, other])
        }
        Realisation::Ilu(op) => emitter.ilu(op, place, mask, first),
        Realisation::Exp2 => emitter.exponential(place, mask, first),
        Realisation::Log2 => emitter.logarithm(place, mask, first),
        Realisation::Power => emitter.power(place, mask, first, sources[1]),
        Realisation::Fraction => emitter.fraction(place, mask, first),
        Realisation::Floor => emitter.floor(place, mask, first),
        Realisation::Cross => emitter.cross(place, mask, first, sources[1]),
    }
}
