//! What a program costs, by counting: its resources against limits, and all of it for tools.

use quadrille_base::Span;
use quadrille_isa::gl::{LanguageSet, Limits, Resource, Stage};
use quadrille_program::Program;
use quadrille_program::statistics::{Statistics, statistics};
use serde_json::{Value, json};

/// The count of each limited resource in a program, and its limit.
pub fn resources(program: &Program, limits: &Limits) -> Vec<(&'static str, u32, u32)> {
    let counts = program.counts();
    let features = program.features();
    let mut rows = vec![
        (
            "instructions",
            counts.instructions,
            limits.of(Resource::Instructions, features),
        ),
        (
            "temporaries",
            counts.temporaries,
            limits.of(Resource::Temporaries, features),
        ),
        (
            "parameters",
            counts.parameters,
            limits.of(Resource::Parameters, features),
        ),
        (
            "attributes",
            counts.attributes,
            limits.of(Resource::Attributes, features),
        ),
    ];
    if features.languages.meets(LanguageSet::AV) {
        rows.push((
            "address registers",
            counts.address_registers,
            limits.of(Resource::AddressRegisters, features),
        ));
    }
    if features.stage == Stage::Fragment && features.languages.meets(LanguageSet::AF) {
        rows.push((
            "arithmetic instructions",
            counts.alu_instructions,
            limits.fragment_alu_instructions,
        ));
        rows.push((
            "texture instructions",
            counts.texture_instructions,
            limits.fragment_texture_instructions,
        ));
        rows.push((
            "texture indirections",
            counts.texture_indirections,
            limits.fragment_texture_indirections,
        ));
    }
    rows.push((
        "texture units",
        program.textures().len() as u32,
        limits.of(Resource::TextureUnits, features),
    ));
    rows
}

/// Counts for tools: instructions by class, resources against limits, registers, chains.
pub fn json(name: &str, span: Span, program: &Program, limits: &Limits) -> Value {
    let Statistics {
        classes,
        temporaries_used,
        temporaries_live,
        depth,
        texture_depth,
        ..
    } = statistics(program);
    let classes: serde_json::Map<String, Value> = classes
        .named()
        .into_iter()
        .map(|(class, count)| (class.to_owned(), json!(count)))
        .collect();
    let resources: serde_json::Map<String, Value> = resources(program, limits)
        .into_iter()
        .map(|(name, used, limit)| (name.replace(' ', "_"), json!({ "used": used, "limit": limit })))
        .collect();
    json!({
        "file": name,
        "start": span.start,
        "header": program.profile().header,
        "classes": classes,
        "resources": resources,
        "temporaries": { "used": temporaries_used, "live": temporaries_live },
        "depth": depth,
        "texture_depth": texture_depth,
    })
}
