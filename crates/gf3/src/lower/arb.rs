//! Checked `!!ARBvp1.0` programs: operations that the machine does not have are expanded, and an instruction
//! that reads two attributes or two constants is split.
//!
//! EX2, LG2 and POW are as good as the machine's EXP and LOG, twelve bits; nothing refines them.

use super::emit::{Emitter, Place};
use super::{Lowered, rule, vertex_program};
use quadrille_base::Diagnostic;
use quadrille_isa::gl::operation::Comparison;
use quadrille_isa::gl::{Binding, Clamp, DataType, Family, Operation, ProgramOption};
use quadrille_isa::nv20::{IluOp, MacOp, limit};
use quadrille_program::{File, ParameterSource, Program};

type Lowering<T> = Result<T, Box<Diagnostic>>;

/// Lowers a program.
///
/// # Errors
///
/// What does not fit, and at which instruction: more than 12 temporaries or 96 constants, an attribute or
/// operation that the machine does not have, a second address register.
pub fn lower(program: &Program) -> Lowering<Lowered> {
    let mut lowered = Lowered::default();
    if program
        .features()
        .options
        .contains(ProgramOption::ArbPositionInvariant)
    {
        vertex_program::transform(&mut lowered);
    }
    for (slot, parameter) in program.parameters().iter().enumerate().take(limit::GL_CONSTANTS) {
        let number = limit::GL_FIRST_CONSTANT + slot as u8;
        match parameter.source {
            ParameterSource::Constant(bits) => lowered.constants.push((number, bits)),
            ParameterSource::Binding(binding) => lowered.bindings.push((number, binding)),
            ParameterSource::Buffer(element) => lowered.bindings.push((number, element.binding())),
        }
    }
    let mut emitter = Emitter::new(lowered, program);
    for (id, instruction) in program.instructions().iter_enumerated() {
        emitter.begin(program.span(id));
        emitter.check_file(program.parameters().len(), limit::GL_CONSTANTS, "constants")?;
        emitter.check_file(program.temporaries().len(), limit::TEMPORARIES, "temporaries")?;
        one(&mut emitter, instruction)?;
    }
    let mut lowered = emitter.finish();
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
        File::Address if instruction.operation == Operation::AddressFloor => {
            if register.slot != 0 || destination.mask != 1 {
                return emitter.missing_address();
            }
            Place::Address
        }
        File::Temporary => Place::Temporary(register.slot as u8),
        File::Result => match emitter.result(register.slot)? {
            Some(place) => place,
            None => return Ok(()),
        },
        _ => return emitter.missing(),
    };
    let operands = &instruction.operands;
    let mac = |op| Some((op, false));
    let (op, negate_last) = match instruction.operation {
        Operation::Move if operands.iter().any(Emitter::is_extended) => {
            return emitter.extended_swizzle(place, mask, &operands[0]);
        }
        Operation::Move => mac(MacOp::Mov),
        Operation::Add => mac(MacOp::Add),
        Operation::Subtract => Some((MacOp::Add, true)),
        Operation::Multiply => mac(MacOp::Mul),
        Operation::MultiplyAdd => mac(MacOp::Mad),
        Operation::Maximum | Operation::MaximumOrNan => mac(MacOp::Max),
        Operation::Minimum | Operation::MinimumOrNan => mac(MacOp::Min),
        Operation::Set(Comparison::Less) | Operation::SetOrNan(Comparison::Less) => mac(MacOp::Slt),
        Operation::Set(Comparison::GreaterOrEqual) | Operation::SetOrNan(Comparison::GreaterOrEqual) => {
            mac(MacOp::Sge)
        }
        Operation::Dot3 => mac(MacOp::Dp3),
        Operation::Dot4 => mac(MacOp::Dp4),
        Operation::DotHomogeneous => mac(MacOp::Dph),
        Operation::Distance => mac(MacOp::Dst),
        Operation::AddressFloor => mac(MacOp::Arl),
        _ => None,
    }
    .map_or((None, false), |(op, negate)| (Some(op), negate));
    let mut sources = emitter.sources(operands)?;
    if let Some(op) = op {
        if let Some(last) = sources.last_mut().filter(|_| negate_last) {
            last.negate ^= true;
        }
        return emitter.mac(op, place, mask, &sources);
    }
    let [first, ..] = sources[..] else {
        return emitter.missing();
    };
    match instruction.operation {
        Operation::Absolute => {
            let other = crate::word::Source {
                negate: !first.negate,
                ..first
            };
            emitter.mac(MacOp::Max, place, mask, &[first, other])
        }
        Operation::Reciprocal => emitter.ilu(IluOp::Rcp, place, mask, first),
        Operation::ReciprocalSquareRootOfMagnitude => emitter.ilu(IluOp::Rsq, place, mask, first),
        Operation::LightCoefficients => emitter.ilu(IluOp::Lit, place, mask, first),
        Operation::Exponential | Operation::ExponentialVp1 => emitter.ilu(IluOp::Exp, place, mask, first),
        Operation::Logarithm => emitter.ilu(IluOp::Log, place, mask, first),
        Operation::Exp2 => emitter.approximate(IluOp::Exp, place, mask, first),
        Operation::Log2 | Operation::Log2OrNan => emitter.approximate(IluOp::Log, place, mask, first),
        Operation::Power | Operation::PowerStrict => emitter.power(place, mask, first, sources[1]),
        Operation::Fraction => emitter.fraction(place, mask, first),
        Operation::Floor => emitter.floor(place, mask, first),
        Operation::Cross => emitter.cross(place, mask, first, sources[1]),
        _ => emitter.missing(),
    }
}

/// The attribute number of a binding.
pub(crate) fn attribute(binding: Binding) -> Option<u8> {
    let [first, ..] = binding.index;
    let number = match binding.family {
        Family::VertexPosition => 0,
        Family::VertexWeight if first == 0 => 1,
        Family::VertexNormal => 2,
        Family::VertexColor => 3 + first,
        Family::VertexFogcoord => 5,
        Family::VertexTexcoord => 8 + first,
        Family::VertexAttrib => first,
        _ => return None,
    };
    (number < limit::INPUTS as u32).then_some(number as u8)
}

/// The output number of a binding; the inner none for one that the machine ignores.
pub(crate) fn result(binding: Binding) -> Option<Option<u8>> {
    let [first, second, ..] = binding.index;
    let number = match binding.family {
        Family::ResultPosition => 0,
        Family::ResultColor if first == 0 => 3 + second,
        Family::ResultColor => 7 + second,
        Family::ResultFogcoord => 5,
        Family::ResultPointsize => 6,
        Family::ResultTexcoord if first < 4 => 9 + first,
        Family::ResultTexcoord => return Some(None),
        _ => return None,
    };
    Some(Some(number as u8))
}

/// A diagnostic about something that the machine does not have.
pub(super) fn unfit<T>(span: quadrille_base::Span, message: impl Into<String>) -> Lowering<T> {
    Err(Box::new(Diagnostic::new(&rule::FIT, span, message)))
}
