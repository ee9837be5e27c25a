//! The rules of !!FP1.0 about a whole instruction (NV_fragment_program 3.11.3 and 3.11.5). The fragment options on ARB
//! programs share those about precision (NV_fragment_program_option 3.11.3.4 and 3.11.5).

use quadrille_base::Span;
use quadrille_isa::gl::binding::Family;
use quadrille_isa::gl::register::{self, RegisterFile, numbered};
use quadrille_isa::gl::{DataType, Opcode};
use quadrille_program::{Destination, File, Operand, Register};
use quadrille_syntax::tree::{self, OperandIndex, Part};
use rustc_hash::FxHashSet;

use crate::context::Context;
use crate::mnemonic::Suffix;
use crate::names::Names;
use crate::path::part_span;
use crate::register::precision::{is_half, one_size};
use crate::rules;
use crate::state::diagnostics::Diagnostics;
use crate::state::fragment::FragmentUse;
use crate::state::slots::Slots;

/// An instruction whose registers are resolved.
pub(crate) struct Resolved<'i> {
    pub(crate) opcode: Opcode,
    pub(crate) suffix: &'i Suffix,
    pub(crate) destination: Option<&'i mut Destination>,
    pub(crate) operands: &'i [Operand],
    /// All operands as they are written, the result first.
    pub(crate) written: &'i [OperandIndex],
}

/// The result of an instruction as it is written, where it goes, and whether that is a register of 16-bit components.
struct ResultTarget<'i> {
    operand: &'i tree::Operand<'i>,
    to: &'i Destination,
    half: bool,
}

/// Judges a whole instruction; gives the type that it computes in.
pub(crate) fn check(
    cx: &Context<'_, '_>,
    names: Names<'_, '_>,
    slots: &Slots,
    fragment: &mut FragmentUse,
    diagnostics: &mut Diagnostics,
    instruction: Resolved<'_>,
) -> DataType {
    let Resolved {
        opcode,
        operands,
        written,
        ..
    } = instruction;
    let (target, sources) = match (instruction.destination, written) {
        (Some(to), [result, sources @ ..]) => {
            let operand = cx.operand(*result);
            to.short = is_half(cx, names, operand);
            let half = to.short;
            (Some(ResultTarget { operand, to, half }), sources)
        }
        (Some(_), []) | (None, _) => (None, &[][..]),
    };
    if let Some(target) = &target {
        check_result(diagnostics, opcode, target);
        if cx.language.is_fp1() {
            note_colour(slots, fragment, diagnostics, target);
        } else {
            one_size(cx, names, fragment, diagnostics, target.operand, target.to);
        }
    }
    let unpacks = matches!(
        opcode,
        Opcode::Up2h | Opcode::Up2us | Opcode::Up4b | Opcode::Up4ub
    );
    if let Some(source) = sources.first().map(|index| cx.operand(*index))
        && unpacks
        && is_half(cx, names, source)
    {
        diagnostics.report(rules::packed_precision::at(source.span, "unpacked from"));
    }
    if cx.language.is_fp1() {
        parameters_of(cx, slots, diagnostics, operands, sources);
        count_registers(cx, fragment, diagnostics, target.as_ref(), operands);
    }
    let half = target.is_some_and(|target| target.half);
    match instruction.suffix.precision {
        _ if cx.language.is_fp1() && reads_coordinates(slots, operands) => DataType::F32,
        Some('X') => DataType::Fx12,
        Some('H') => DataType::F16,
        None if half => DataType::F16,
        Some(_) | None => DataType::F32,
    }
}

/// Whether an instruction reads an attribute that has 32-bit components whatever its precision.
fn reads_coordinates(slots: &Slots, operands: &[Operand]) -> bool {
    operands.iter().any(|operand| {
        operand.register.file == File::Attribute
            && matches!(
                slots.attributes[operand.register.slot as usize].binding.family,
                Family::FragmentFogcoord | Family::FragmentTexcoord
            )
    })
}

/// The results that an opcode may have.
fn check_result(diagnostics: &mut Diagnostics, opcode: Opcode, target: &ResultTarget<'_>) {
    let packs = matches!(
        opcode,
        Opcode::Pk2h | Opcode::Pk2us | Opcode::Pk4b | Opcode::Pk4ub
    );
    let span = target.operand.span;
    if packs && target.half {
        diagnostics.report(rules::packed_precision::at(span, "packed into"));
    }
    if opcode == Opcode::Rfl && target.to.mask & 8 != 0 {
        diagnostics.report(rules::reflection_mask::at(span));
    }
}

/// Notes a write of a colour, which has one precision.
fn note_colour(
    slots: &Slots,
    fragment: &mut FragmentUse,
    diagnostics: &mut Diagnostics,
    target: &ResultTarget<'_>,
) {
    let is_colour = target.to.register.is_some_and(|register| {
        register.file == File::Result
            && slots.results[register.slot as usize].binding.family == Family::ResultFragmentColor
    });
    if !is_colour {
        return;
    }
    let [full, short] = fragment.colours;
    let other = if target.half { full } else { short };
    let own = &mut fragment.colours[usize::from(target.half)];
    let span = target.operand.span;
    if let (Some(before), None) = (other, *own) {
        diagnostics.report(rules::two_colours::at(span, before));
    }
    own.get_or_insert(span);
}

/// One parameter register, or constants of four different numbers together (load rule 57).
fn parameters_of(
    cx: &Context<'_, '_>,
    slots: &Slots,
    diagnostics: &mut Diagnostics,
    operands: &[Operand],
    sources: &[OperandIndex],
) {
    let read: Vec<(Register, Span)> = operands
        .iter()
        .zip(sources)
        .filter(|(operand, _)| operand.register.file == File::Parameter)
        .map(|(operand, index)| (operand.register, cx.operand(*index).span))
        .collect();
    let Some((first, before)) = read.first().copied() else {
        return;
    };
    let mut numbers = FxHashSet::default();
    let mut constants = true;
    for (register, span) in &read {
        let slot = register.slot as u32;
        match slots.constant_bits(slot) {
            Some(bits) => numbers.extend(bits),
            None => constants = false,
        }
        if *register != first && (!constants || numbers.len() > 4) {
            diagnostics.report(rules::many_parameters_read::at(*span, before));
            return;
        }
    }
}

/// Counts the registers of an instruction that were not used before (load rule 55).
fn count_registers(
    cx: &Context<'_, '_>,
    fragment: &mut FragmentUse,
    diagnostics: &mut Diagnostics,
    target: Option<&ResultTarget<'_>>,
    operands: &[Operand],
) {
    let full = register::numbered_files(cx.language.features.languages)
        .find(|file| file.file == RegisterFile::Temporary)
        .map_or(0, |file| file.count as i32);
    let before = fragment.units;
    let read = operands.iter().map(|operand| (operand.register, false));
    let to = target.and_then(|target| Some((target.to.register?, target.half)));
    for (register, half) in read.chain(to) {
        let is_short = match register.file {
            File::Temporary => register.slot >= full,
            File::Result => half,
            File::Attribute | File::Parameter | File::Address => continue,
        };
        if fragment.used.insert((register.file, register.slot, is_short)) {
            fragment.units += if is_short { 1 } else { 2 };
        }
    }
    let most = cx.limits().fp1_register_units;
    if before <= most && fragment.units > most {
        let place = target.map_or(Span::default(), |target| target.operand.span);
        diagnostics.report(rules::too_many_registers::at(place, most));
    }
}

/// A texture unit by its name, `TEX3`.
pub(crate) fn named_texture_unit(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    parts: &[Part<'_>],
    span: Span,
) -> Option<u32> {
    match parts {
        [Part::Word(name)] => {
            if let Some((RegisterFile::TextureUnit, number)) =
                numbered(name.text, cx.language.features.languages)
            {
                return Some(number);
            }
            diagnostics.report(rules::unknown_register::at(name.span, None));
            None
        }
        [_, extra, ..] => {
            let message = "nothing may follow a texture unit";
            diagnostics.report(rules::syntax_error::unexpected(part_span(extra), message));
            None
        }
        [..] => {
            let message = "a texture unit belongs here, such as `TEX0`";
            diagnostics.report(rules::syntax_error::unexpected(span, message));
            None
        }
    }
}
