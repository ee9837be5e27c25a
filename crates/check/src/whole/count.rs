//! Resources: counted as the specifications count them, and held against the limits.

use quadrille_base::{Diagnostic, Id, IndexVec, Span};
use quadrille_isa::gl::binding::BaseType;
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::{Binding, LanguageSet, Limit, Limits, Operation, ProgramOption, Resource, Stage};
use quadrille_program::{Access, Counts, File, InstId, Instruction, Operand, ParameterSource, Variable};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::context::Context;
use crate::language::Language;
use crate::rules;
use crate::state::code::Code;
use crate::state::diagnostics::Diagnostics;
use crate::state::slots::{Array, Slots};
use crate::state::textures::Textures;
use crate::whole::results::components;

/// Counts of a finished program. Of a language whose instructions are taken apart, what is written counts.
pub(crate) fn counts(language: &Language, slots: &Slots, code: &Code, taken_apart: bool) -> Counts {
    let (mut texture, mut written) = (0, 0);
    for instruction in code.instructions.iter() {
        texture += u32::from(is_texture(instruction));
        written += u32::from(!matches!(&instruction.access, Access::Flow(flow) if flow.implicit));
    }
    let instructions = if taken_apart {
        code.written.len() as u32
    } else {
        written
    };
    let fragment = language.is_fragment();
    Counts {
        instructions,
        alu_instructions: if fragment {
            instructions.saturating_sub(texture)
        } else {
            0
        },
        texture_instructions: if fragment { texture } else { 0 },
        texture_indirections: if fragment {
            indirections(&code.instructions).len() as u32
        } else {
            0
        },
        temporaries: slots.temporary_spans.len() as u32,
        parameters: parameters(slots, u32::MAX).0,
        attributes: slots.named_attributes().count() as u32,
        address_registers: slots.address_spans.len() as u32,
        attribute_components: components(&slots.attributes),
        result_components: components(&slots.results),
    }
}

/// Reports what exceeds a limit, and state vectors bound twice in relatively addressed arrays.
pub(crate) fn check(
    cx: &Context<'_, '_>,
    slots: &Slots,
    code: &Code,
    textures: &Textures,
    diagnostics: &mut Diagnostics,
) {
    bound_twice(slots, diagnostics);
    let (limits, language) = (cx.limits(), &cx.language);
    let less = deductions(language);
    let whole = limits
        .of(Resource::Instructions, &language.features)
        .saturating_sub(less.instructions);
    over(
        diagnostics,
        &code.written,
        whole,
        rules::too_many_instructions::at,
    );
    if language.is_fragment() && language.meets(LanguageSet::ARB) {
        fragment(code, limits, &less, diagnostics);
    }
    match language.profile.variables {
        Variables::Declared => variables(cx, slots, textures, &less, diagnostics),
        // Nothing is declared, and the files themselves are as large as the limits.
        Variables::Registers => {}
    }
}

/// Holds what is declared against the limits.
fn variables(
    cx: &Context<'_, '_>,
    slots: &Slots,
    textures: &Textures,
    less: &Deductions,
    diagnostics: &mut Diagnostics,
) {
    let (limits, features) = (cx.limits(), &cx.language.features);
    let most = |resource: Resource, less: u32| limits.of(resource, features).saturating_sub(less);
    if cx.language.profile.stage == Stage::Vertex {
        let units = most(Resource::TextureUnits, 0);
        over(
            diagnostics,
            &textures.unit_spans,
            units,
            rules::too_many_vertex_textures::at,
        );
    }
    let temporaries = most(Resource::Temporaries, less.temporaries);
    over(
        diagnostics,
        &slots.temporary_spans,
        temporaries,
        rules::too_many_temporaries::at,
    );
    let spans = attributes(slots);
    let attributes = most(Resource::Attributes, less.attributes);
    over(diagnostics, &spans, attributes, rules::too_many_attributes::at);
    let addresses = most(Resource::AddressRegisters, 0);
    over(
        diagnostics,
        &slots.address_spans,
        addresses,
        rules::too_many_address_registers::at,
    );
    if cx.language.is_gpu() {
        components_fit(slots, limits, diagnostics);
    }
    let most = most(Resource::Parameters, less.parameters);
    let (counted, first_over) = parameters(slots, most);
    if counted > most {
        let span = first_over.unwrap_or_default();
        diagnostics.report(rules::too_many_parameters::at(span, most, counted));
    }
}

/// The span at which each attribute is first bound. Identifiers and other numbers that the pipeline makes are
/// none of the attributes that limits speak of.
fn attributes(slots: &Slots) -> Vec<Span> {
    let mut seen = FxHashSet::default();
    let named = slots.named_attributes();
    let both = named.map(|slot| (&slots.attributes[slot], &slots.attribute_spans[slot]));
    both.filter(|(attribute, _)| {
        let made = matches!(
            attribute.binding.row().base,
            BaseType::Signed | BaseType::Unsigned
        );
        !made && seen.insert(attribute.binding)
    })
    .map(|(_, span)| *span)
    .collect()
}

/// Holds the components of attributes and results against their limits (NV_gpu_program4 2.X.3.2 and 2.X.3.5).
fn components_fit(slots: &Slots, limits: &Limits, diagnostics: &mut Diagnostics) {
    let files = [
        (
            &slots.attributes,
            &slots.attribute_spans,
            Limit::AttributeComponents,
        ),
        (&slots.results, &slots.result_spans, Limit::ResultComponents),
    ];
    let mut found = Vec::new();
    for (slots, spans, limit) in files {
        let most = limits.get(limit);
        let counted = components(slots);
        if counted > most {
            let span = spans.get(first_past(slots, most)).copied().unwrap_or_default();
            found.push(rules::too_many_components::at(span, most, counted, limit.row()));
        }
    }
    for diagnostic in found {
        diagnostics.report(diagnostic);
    }
}

/// The slot with which the components of slots are more than `most`.
fn first_past(slots: &[Variable], most: u32) -> usize {
    let mut seen: FxHashMap<Binding, u8> = FxHashMap::default();
    let mut counted = 0;
    let past = |slot: &Variable| {
        let used = seen.entry(slot.binding).or_default();
        counted += (slot.used & !*used).count_ones();
        *used |= slot.used;
        counted > most
    };
    slots.iter().position(past).unwrap_or(0)
}

/// Reports the first of `spans` past `most`.
fn over(diagnostics: &mut Diagnostics, spans: &[Span], most: u32, rule: fn(Span, u32, u32) -> Diagnostic) {
    if let Some(span) = spans.get(most as usize) {
        diagnostics.report(rule(*span, most, spans.len() as u32));
    }
}

/// The resources that options take away from the limits.
#[derive(Default)]
struct Deductions {
    instructions: u32,
    temporaries: u32,
    attributes: u32,
    parameters: u32,
}

fn deductions(language: &Language) -> Deductions {
    let fog = [
        (ProgramOption::ArbFogExp, 3),
        (ProgramOption::ArbFogExp2, 4),
        (ProgramOption::ArbFogLinear, 2),
    ];
    if let Some((_, instructions)) = fog.iter().find(|(option, _)| language.has(*option)) {
        return Deductions {
            instructions: *instructions,
            temporaries: 1,
            attributes: 1,
            parameters: 2,
        };
    }
    let invariant = language.features.options.position_invariant();
    Deductions {
        instructions: if invariant { 4 } else { 0 },
        ..Deductions::default()
    }
}

/// Holds what fragment programs of ARB_fragment_program have limits of their own for.
fn fragment(code: &Code, limits: &Limits, less: &Deductions, diagnostics: &mut Diagnostics) {
    let texture = |wanted: bool| -> Vec<Span> {
        let both = code.instructions.iter().zip(code.spans.iter());
        both.filter(|(instruction, _)| is_texture(instruction) == wanted)
            .map(|(_, span)| *span)
            .collect()
    };
    let alu = texture(false);
    let most = limits.fragment_alu_instructions.saturating_sub(less.instructions);
    over(diagnostics, &alu, most, rules::too_many_alu_instructions::at);
    let textures = texture(true);
    over(
        diagnostics,
        &textures,
        limits.fragment_texture_instructions,
        rules::too_many_texture_instructions::at,
    );
    let starts = indirections(&code.instructions);
    let most = limits.fragment_texture_indirections;
    if let Some(span) = starts.get(most as usize).and_then(|id| code.spans.get(*id)) {
        let counted = starts.len() as u32;
        diagnostics.report(rules::too_many_texture_indirections::at(*span, most, counted));
    }
}

/// Whether an instruction counts as a texture instruction: it samples, or it is KIL.
fn is_texture(instruction: &Instruction) -> bool {
    matches!(instruction.access, Access::Texture(_)) || instruction.operation == Operation::Kill
}

/// Texture indirections (ARB_fragment_program 3.11.7, load rule 170a): the first instruction of each node, of which
/// there is one at least.
pub(crate) fn indirections(instructions: &IndexVec<InstId, Instruction>) -> Vec<InstId> {
    let mut starts = vec![InstId::new(0)];
    let mut written = FxHashSet::default();
    let mut arithmetic = FxHashSet::default();
    let temporary =
        |operand: &Operand| (operand.register.file == File::Temporary).then_some(operand.register.slot);
    for (id, instruction) in instructions.iter_enumerated() {
        let to = instruction
            .destination
            .and_then(|to| to.register)
            .filter(|register| register.file == File::Temporary)
            .map(|register| register.slot);
        let mut sources = instruction.operands.iter().filter_map(temporary);
        if is_texture(instruction) {
            let depends = sources.any(|slot| written.contains(&slot));
            if depends || to.is_some_and(|slot| arithmetic.contains(&slot)) {
                starts.push(id);
                written.clear();
                arithmetic.clear();
            }
            written.extend(to);
        } else {
            arithmetic.extend(sources);
            arithmetic.extend(to);
            written.extend(to);
        }
    }
    starts
}

/// Parameters (ARB_vertex_program 2.14.3.7): each state vector once; constants of relatively addressed
/// arrays each; other constants once by value. Also the place of the first one past `most`, where known.
fn parameters(slots: &Slots, most: u32) -> (u32, Option<Span>) {
    let mut states = FxHashSet::default();
    let mut constants = FxHashSet::default();
    let mut counted = 0;
    let mut first_over = None;
    let relative = slots.arrays.iter().filter(|array| array.relative);
    for array in relative {
        for (slot, span) in array.slots().zip(&array.spans) {
            let new = match slots.parameters[slot].source {
                ParameterSource::Constant(bits) => {
                    constants.insert(numeric(bits));
                    true
                }
                ParameterSource::Binding(binding) => states.insert(binding),
                // Parameter buffers are no part of this limit (NV_gpu_program4 2.X.3.6).
                ParameterSource::Buffer(_) => false,
            };
            if new {
                counted += 1;
                if counted == most.saturating_add(1) {
                    first_over = Some(*span);
                }
            }
        }
    }
    for (slot, parameter) in slots.parameters.iter().enumerate() {
        let new = match parameter.source {
            ParameterSource::Constant(bits) => constants.insert(numeric(bits)),
            ParameterSource::Binding(binding) => states.insert(binding),
            ParameterSource::Buffer(_) => false,
        };
        if new {
            counted += 1;
            if counted == most.saturating_add(1) {
                first_over = slots.parameter_span(slot);
            }
        }
    }
    (counted, first_over)
}

/// Bits by which numerically equal vectors are equal: -0 as +0.
fn numeric(bits: [u32; 4]) -> [u32; 4] {
    bits.map(|word| if word == 0x8000_0000 { 0 } else { word })
}

/// A state vector once in all relatively addressed arrays together (ARB_vertex_program 2.14.3.2); an attribute
/// or result likewise (NV_gpu_program4 2.X.3.2 and 2.X.3.5).
fn bound_twice(slots: &Slots, diagnostics: &mut Diagnostics) {
    let mut found = Vec::new();
    twice(&slots.arrays, &mut found, |slot| {
        match slots.parameters[slot].source {
            ParameterSource::Binding(binding) => Some(binding),
            ParameterSource::Constant(_) | ParameterSource::Buffer(_) => None,
        }
    });
    twice(&slots.attribute_arrays, &mut found, |slot| {
        Some(slots.attributes[slot].binding)
    });
    twice(&slots.result_arrays, &mut found, |slot| {
        Some(slots.results[slot].binding)
    });
    for (span, before) in found {
        diagnostics.report(rules::state_bound_twice::at(span, before));
    }
}

/// Finds bindings that relatively addressed arrays have twice.
fn twice(arrays: &[Array], found: &mut Vec<(Span, Span)>, binding: impl Fn(usize) -> Option<Binding>) {
    let mut seen = FxHashMap::default();
    for array in arrays.iter().filter(|array| array.relative) {
        for (slot, span) in array.slots().zip(&array.spans) {
            let Some(binding) = binding(slot) else { continue };
            match seen.get(&binding) {
                Some(before) => {
                    // Once for each place, however many of its vectors are bound again.
                    if found.last().is_none_or(|(last, _)| last != span) {
                        found.push((*span, *before));
                    }
                }
                None => {
                    seen.insert(binding, *span);
                }
            }
        }
    }
}
