//! Instructions of the languages before NV_gpu_program4: opcode, suffix, operands by their shapes.

use quadrille_base::Span;
use quadrille_isa::gl::DataType;
use quadrille_isa::gl::opcode::{OpcodeRow, OperandShape, ResultShape};
use quadrille_isa::gl::operation::{AddressOp, Operation};
use quadrille_isa::gl::profile::Variables;
use quadrille_program::{Access, Destination, Instruction, Operand};
use quadrille_syntax::tree::{self, OperandIndex, Value};

use crate::address::whole_pop;
use crate::condition::bare_condition;
use crate::instruct::jump;
use crate::instruct::lowering::Lowering;
use crate::instruct::opcode::written_operands;
use crate::mnemonic::Suffix;
use crate::register::fragment::{self, Resolved};
use crate::register::reads::one_of_each_file;
use crate::resolver::{Resolver, Wanted};
use crate::rules;
use crate::state::textures::Textures;
use crate::texture::texture;

/// One instruction; `span` is the statement without its semicolon.
pub(crate) fn instruction<'t, 's>(
    lowering: &mut Lowering<'_, 't, 's>,
    (row, suffix): (&'static OpcodeRow, Suffix),
    instruction: &'t tree::Instruction<'s>,
    span: Span,
) {
    let resolver = &mut lowering.resolver;
    if let Some(modifier) = resolver.cx.words(&instruction.modifiers).first() {
        let message = "this language has no dot modifiers";
        resolver.report(rules::unavailable_form::at(modifier.span, message));
        return;
    }
    if let Operation::Flow(operation) = row.operation_in(resolver.cx.language.features.languages) {
        jump::instruction(lowering, operation, row, instruction, span);
        return;
    }
    let Lowering {
        resolver,
        textures,
        code,
        fragment: precisions,
        ..
    } = lowering;
    let written = resolver.cx.list(&instruction.operands);
    let wanted = written_operands(&resolver.cx.language, row);
    if written.len() != wanted {
        resolver.wrong_count(span, row.mnemonic, wanted, written);
        return;
    }
    let (destination, sources) = result(resolver, row, written);
    let operands = source_operands(resolver, textures, row, sources);
    if row.operation == Operation::Address(AddressOp::Pop) {
        whole_pop(&resolver.cx, resolver.diagnostics, destination.flatten(), written);
    }
    let (Some(mut destination), Some((operands, access))) = (destination, operands) else {
        return;
    };
    if resolver.cx.language.profile.variables == Variables::Registers {
        one_of_each_file(&resolver.cx, resolver.diagnostics, &operands, sources);
    }
    let data_type = if resolver.cx.language.has_precisions() {
        let (cx, names, diagnostics) = (&resolver.cx, resolver.names, &mut *resolver.diagnostics);
        let instruction = Resolved {
            opcode: row.opcode,
            suffix: &suffix,
            destination: destination.as_mut(),
            operands: &operands,
            written,
        };
        fragment::check(cx, names, resolver.slots, precisions, diagnostics, instruction)
    } else {
        DataType::F32
    };
    let instruction = Instruction {
        opcode: row.opcode,
        operation: row.operation_in(resolver.cx.language.features.languages),
        data_type,
        clamp: suffix.clamp,
        precise: false,
        update: suffix.update.map(|(register, _)| register),
        destination,
        operands,
        access,
    };
    code.push(instruction, span);
}

/// The result of an opcode, if it has one: none where it is wrong. The other operands come with it.
fn result<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    row: &OpcodeRow,
    written: &'t [OperandIndex],
) -> (Option<Option<Destination>>, &'t [OperandIndex]) {
    let destination = match row.result {
        ResultShape::None => return (Some(None), written),
        ResultShape::Vector
        | ResultShape::VectorFloat
        | ResultShape::VectorSigned
        | ResultShape::VectorUnsigned
        | ResultShape::Scalar => resolver.destination(resolver.cx.operand(written[0])),
        ResultShape::Address => resolver.address_destination(resolver.cx.operand(written[0])),
    };
    (destination.map(Some), &written[1..])
}

/// The source operands of an opcode, by their shapes.
fn source_operands<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    textures: &mut Textures,
    row: &OpcodeRow,
    written: &'t [OperandIndex],
) -> Option<(Vec<Operand>, Access)> {
    let mut operands = Vec::with_capacity(row.operands.len());
    let mut access = Access::None;
    let mut complete = true;
    let mut written = written.iter();
    let mut next = || written.next().copied();
    for shape in row.operands_in(resolver.cx.language.features.languages) {
        let operand = match shape {
            OperandShape::Vector
            | OperandShape::OptionalVector
            | OperandShape::VectorFloat
            | OperandShape::VectorSigned
            | OperandShape::VectorUnsigned => {
                let index = next()?;
                resolver.source(resolver.cx.operand(index), Wanted::Vector)
            }
            OperandShape::VectorOrCondition => {
                let index = next()?;
                let parenthesis = matches!(resolver.cx.operand(index).value, Value::Parenthesis(_));
                if resolver.names.is_test(&resolver.cx, index)
                    || parenthesis && resolver.cx.language.has_conditions()
                {
                    match bare_condition(&resolver.cx, resolver.names, resolver.diagnostics, index) {
                        Some(condition) => access = Access::Condition(condition),
                        None => complete = false,
                    }
                    continue;
                }
                resolver.source(resolver.cx.operand(index), Wanted::Vector)
            }
            OperandShape::Scalar | OperandShape::ScalarUnsigned => {
                let index = next()?;
                resolver.source(resolver.cx.operand(index), Wanted::Scalar(row.mnemonic))
            }
            OperandShape::ExtendedSwizzle => {
                let source = next()?;
                let selectors = [next()?, next()?, next()?, next()?];
                resolver.extended_swizzle(resolver.cx.operand(source), selectors)
            }
            OperandShape::Texture => {
                let (unit, target) = (next()?, next()?);
                match texture(
                    resolver,
                    textures,
                    resolver.cx.operand(unit),
                    resolver.cx.operand(target),
                ) {
                    Some(texture) => access = Access::Texture(Box::new(texture)),
                    None => complete = false,
                }
                continue;
            }
            OperandShape::Address => {
                let index = next()?;
                resolver.address_operand(resolver.cx.operand(index))
            }
            OperandShape::Condition => {
                match next().and_then(|index| {
                    bare_condition(&resolver.cx, resolver.names, resolver.diagnostics, index)
                }) {
                    Some(condition) => access = Access::Condition(condition),
                    None => complete = false,
                }
                continue;
            }
            OperandShape::Image | OperandShape::Memory | OperandShape::Label | OperandShape::Subroutine => {
                None
            }
        };
        match operand {
            Some(operand) => operands.push(operand),
            None => complete = false,
        }
    }
    complete.then_some((operands, access))
}
