//! Resources: counted as the specifications count them, and held against the limits.

use quadrille_base::{Diagnostic, Span};
use quadrille_isa::gl::binding::BaseType;
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::{Binding, LanguageSet, Limit, Limits, Operation, ProgramOption, Resource, Stage};
use quadrille_program::{Access, Counts, File, Instruction, Operand, ParameterSource, Variable};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::build::Array;
use crate::checker::Checker;
use crate::results::components;
use crate::rules;

/// Counts of a finished program.
pub(crate) fn counts(checker: &Checker<'_, '_>) -> Counts {
    let build = &checker.build;
    let (mut texture, mut written) = (0, 0);
    for instruction in build.instructions.iter() {
        texture += u32::from(is_texture(instruction));
        written += u32::from(!matches!(&instruction.access, Access::Flow(flow) if flow.implicit));
    }
    // Of a language whose instructions are taken apart, what is written counts.
    let instructions = match build.ati {
        Some(_) => checker.instruction_spans.len() as u32,
        None => written,
    };
    let fragment = checker.is_fragment();
    Counts {
        instructions,
        alu_instructions: if fragment {
            instructions.saturating_sub(texture)
        } else {
            0
        },
        texture_instructions: if fragment { texture } else { 0 },
        texture_indirections: if fragment { indirections(checker).0 } else { 0 },
        temporaries: checker.temporary_spans.len() as u32,
        parameters: parameters(checker).0,
        attributes: build.named_attributes().count() as u32,
        address_registers: checker.address_spans.len() as u32,
        attribute_components: components(&build.attributes),
        result_components: components(&build.results),
    }
}

/// Reports what exceeds a limit, and state vectors bound twice in relatively addressed arrays.
pub(crate) fn check(checker: &mut Checker<'_, '_>) {
    bound_twice(checker);
    let limits = checker.options.limits;
    let features = checker.features;
    let less = deductions(checker);
    let arb = checker.features.languages.meets(LanguageSet::ARB);
    let whole = limits
        .of(Resource::Instructions, &features)
        .saturating_sub(less.instructions);
    let spans = std::mem::take(&mut checker.instruction_spans);
    over(checker, &spans, whole, rules::too_many_instructions::at);
    checker.instruction_spans = spans;
    if checker.is_fragment() && arb {
        fragment(checker, &limits, &less);
    }
    if checker.profile.variables == Variables::Registers {
        // Nothing is declared, and the files themselves are as large as the limits.
        return;
    }
    if checker.profile.stage == Stage::Vertex {
        let spans = checker.build.unit_spans.clone();
        let most = limits.of(Resource::TextureUnits, &features);
        over(checker, &spans, most, rules::too_many_vertex_textures::at);
    }
    let spans = checker.temporary_spans.clone();
    let most = limits
        .of(Resource::Temporaries, &features)
        .saturating_sub(less.temporaries);
    over(checker, &spans, most, rules::too_many_temporaries::at);
    let spans = attributes(checker);
    let most = limits
        .of(Resource::Attributes, &features)
        .saturating_sub(less.attributes);
    over(checker, &spans, most, rules::too_many_attributes::at);
    let spans = checker.address_spans.clone();
    over(
        checker,
        &spans,
        limits.of(Resource::AddressRegisters, &features),
        rules::too_many_address_registers::at,
    );
    let most = limits
        .of(Resource::Parameters, &features)
        .saturating_sub(less.parameters);
    if checker.features.languages.meets(LanguageSet::GPU) {
        components_fit(checker, &limits);
    }
    let (counted, first_over) = parameters_with(checker, most);
    if counted > most {
        let span = first_over.unwrap_or_default();
        checker.report(rules::too_many_parameters::at(span, most, counted));
    }
}

/// Where each attribute is first bound. Identifiers and other numbers that the pipeline makes are none of the
/// attributes that limits speak of.
fn attributes(checker: &Checker<'_, '_>) -> Vec<Span> {
    let build = &checker.build;
    let mut seen = FxHashSet::default();
    let named = build.named_attributes();
    let both = named.map(|slot| (&build.attributes[slot], &build.attribute_spans[slot]));
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
fn components_fit(checker: &mut Checker<'_, '_>, limits: &Limits) {
    let build = &checker.build;
    let files = [
        (
            &build.attributes,
            &build.attribute_spans,
            Limit::AttributeComponents,
        ),
        (&build.results, &build.result_spans, Limit::ResultComponents),
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
        checker.report(diagnostic);
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
fn over(checker: &mut Checker<'_, '_>, spans: &[Span], most: u32, rule: fn(Span, u32, u32) -> Diagnostic) {
    if let Some(span) = spans.get(most as usize) {
        checker.report(rule(*span, most, spans.len() as u32));
    }
}

/// What options take away from the limits.
#[derive(Default)]
struct Deductions {
    instructions: u32,
    temporaries: u32,
    attributes: u32,
    parameters: u32,
}

fn deductions(checker: &Checker<'_, '_>) -> Deductions {
    let fog = [
        (ProgramOption::ArbFogExp, 3),
        (ProgramOption::ArbFogExp2, 4),
        (ProgramOption::ArbFogLinear, 2),
    ];
    if let Some((_, instructions)) = fog.iter().find(|(option, _)| checker.has(*option)) {
        return Deductions {
            instructions: *instructions,
            temporaries: 1,
            attributes: 1,
            parameters: 2,
        };
    }
    let invariant = checker.features.options.position_invariant();
    Deductions {
        instructions: if invariant { 4 } else { 0 },
        ..Deductions::default()
    }
}

fn fragment(checker: &mut Checker<'_, '_>, limits: &Limits, less: &Deductions) {
    let texture = |checker: &Checker<'_, '_>, wanted: bool| -> Vec<Span> {
        let build = &checker.build;
        let both = build.instructions.iter().zip(build.spans.iter());
        both.filter(|(instruction, _)| is_texture(instruction) == wanted)
            .map(|(_, span)| *span)
            .collect()
    };
    let alu = texture(checker, false);
    let most = limits.fragment_alu_instructions.saturating_sub(less.instructions);
    over(checker, &alu, most, rules::too_many_alu_instructions::at);
    let textures = texture(checker, true);
    over(
        checker,
        &textures,
        limits.fragment_texture_instructions,
        rules::too_many_texture_instructions::at,
    );
    let (counted, starts) = indirections(checker);
    let most = limits.fragment_texture_indirections;
    if counted > most
        && let Some(span) = starts.get(most as usize)
    {
        checker.report(rules::too_many_texture_indirections::at(*span, most, counted));
    }
}

/// Whether an instruction counts as a texture instruction: it samples, or it is KIL.
fn is_texture(instruction: &Instruction) -> bool {
    matches!(instruction.access, Access::Texture(_)) || instruction.operation == Operation::Kill
}

/// Texture indirections (ARB_fragment_program 3.11.7, facts #170a): the count, and the first instruction of
/// each node.
fn indirections(checker: &Checker<'_, '_>) -> (u32, Vec<Span>) {
    let build = &checker.build;
    let mut starts = vec![build.spans.iter().next().copied().unwrap_or_default()];
    let mut written = FxHashSet::default();
    let mut arithmetic = FxHashSet::default();
    let temporary =
        |operand: &Operand| (operand.register.file == File::Temporary).then_some(operand.register.slot);
    for (instruction, span) in build.instructions.iter().zip(build.spans.iter()) {
        let to = instruction
            .destination
            .and_then(|to| to.register)
            .filter(|register| register.file == File::Temporary)
            .map(|register| register.slot);
        let mut sources = instruction.operands.iter().filter_map(temporary);
        if is_texture(instruction) {
            let depends = sources.any(|slot| written.contains(&slot));
            if depends || to.is_some_and(|slot| arithmetic.contains(&slot)) {
                starts.push(*span);
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
    (starts.len() as u32, starts)
}

fn parameters(checker: &Checker<'_, '_>) -> (u32, Option<Span>) {
    parameters_with(checker, u32::MAX)
}

/// Parameters (ARB_vertex_program 2.14.3.7): each state vector once; constants of relatively addressed
/// arrays each; other constants once by value. Also the place of the first one past `most`, where known.
fn parameters_with(checker: &Checker<'_, '_>, most: u32) -> (u32, Option<Span>) {
    let build = &checker.build;
    let mut states = FxHashSet::default();
    let mut constants = FxHashSet::default();
    let mut counted = 0;
    let mut first_over = None;
    let relative = build.arrays.iter().filter(|array| array.relative);
    for array in relative {
        for (slot, span) in array.slots().zip(&array.spans) {
            let new = match build.parameters[slot].source {
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
    for (slot, parameter) in build.parameters.iter().enumerate() {
        let new = match parameter.source {
            ParameterSource::Constant(bits) => constants.insert(numeric(bits)),
            ParameterSource::Binding(binding) => states.insert(binding),
            ParameterSource::Buffer(_) => false,
        };
        if new {
            counted += 1;
            if counted == most.saturating_add(1) {
                first_over = build.parameter_span(slot);
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
fn bound_twice(checker: &mut Checker<'_, '_>) {
    let build = &checker.build;
    let mut found = Vec::new();
    twice(&build.arrays, &mut found, |slot| {
        match build.parameters[slot].source {
            ParameterSource::Binding(binding) => Some(binding),
            ParameterSource::Constant(_) | ParameterSource::Buffer(_) => None,
        }
    });
    twice(&build.attribute_arrays, &mut found, |slot| {
        Some(build.attributes[slot].binding)
    });
    twice(&build.result_arrays, &mut found, |slot| {
        Some(build.results[slot].binding)
    });
    for (span, before) in found {
        checker.report(rules::state_bound_twice::at(span, before));
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
