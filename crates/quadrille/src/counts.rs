//! What a program costs, by counting: its resources against limits, and all of it for tools.

use std::collections::BTreeSet;

use quadrille_base::Span;
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::register::{self, BRACKETED, RegisterFile};
use quadrille_isa::gl::{Binding, LanguageSet, Limits, Resource, Stage};
use quadrille_program::statistics::{Statistics, statistics};
use quadrille_program::{ParameterSource, Program};
use serde_json::{Value, json};

/// A resource, what a program takes of it, and its limit.
pub type Row = (&'static str, u32, u32);

/// The count of each limited resource in a program, and its limit.
pub fn resources(program: &Program, limits: &Limits) -> Vec<Row> {
    let instructions = limits.of(Resource::Instructions, program.features());
    let rows = vec![("instructions", program.counts().instructions, instructions)];
    match program.profile().variables {
        Variables::Declared => declared(program, limits, rows),
        Variables::Registers => registers(program, limits, rows),
    }
}

/// What a program declares, as specifications count it.
fn declared(program: &Program, limits: &Limits, mut rows: Vec<Row>) -> Vec<Row> {
    let counts = program.counts();
    let features = program.features();
    rows.extend([
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
    ]);
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

/// The registers that a program of a language with registers uses, and how many of them the language has. Constants of
/// the program itself are none.
fn registers(program: &Program, limits: &Limits, mut rows: Vec<Row>) -> Vec<Row> {
    let languages = program.features().languages;
    let numbered = |wanted: RegisterFile| {
        let mut files = register::numbered_files(languages);
        files
            .find(|file| file.file == wanted)
            .map_or(0, |file| file.count)
    };
    // `R0` takes two units and `H0` one, so that there are no more temporaries than units.
    let temporaries = match numbered(RegisterFile::HalfTemporary) {
        0 => numbered(RegisterFile::Temporary),
        _ => limits.fp1_register_units,
    };
    let parameters: BTreeSet<Binding> = program
        .parameters()
        .iter()
        .filter_map(|parameter| match parameter.source {
            ParameterSource::Binding(binding) => Some(binding),
            ParameterSource::Constant(_) | ParameterSource::Buffer(_) => None,
        })
        .collect();
    rows.extend([
        ("temporaries", statistics(program).temporaries_used, temporaries),
        (
            "parameters",
            parameters.len() as u32,
            bracketed(["c", "p"], languages, limits),
        ),
        (
            "attributes",
            program.counts().attributes,
            bracketed(["v", "f"], languages, limits),
        ),
    ]);
    let units = numbered(RegisterFile::TextureUnit);
    if units > 0 {
        rows.push(("texture units", program.textures().len() as u32, units));
    }
    rows
}

/// How many registers the files of these letters have.
fn bracketed(letters: [&str; 2], languages: LanguageSet, limits: &Limits) -> u32 {
    let files = BRACKETED.iter().filter(|file| file.languages.meets(languages));
    files
        .filter(|file| letters.contains(&file.letter))
        .map(|file| {
            file.numbers
                .map_or(file.names.len() as u32, |numbers| numbers.count.value(limits))
        })
        .sum()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// source: the registers of the languages: NV_vertex_program 2.14.1 (12 temporaries, 96 parameters, 16 attributes),
    /// NV_vertex_program2 2.14.1 (16 temporaries, 256 parameters), NV_fragment_program 3.11.1 and 3.11.4 (64 register units,
    /// 12 attributes, 16 texture units; 64 local parameters are the least that an implementation has)
    #[test]
    fn languages_with_registers_have_as_many_as_they_say() {
        let of = |text: &str| {
            let checked = quadrille_check::check(text, &quadrille_check::Options::default());
            let program = checked
                .program
                .unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
            resources(&program, &Limits::DESKTOP)
        };
        let vertex = "MUL R0, v[OPOS], c[4];\nMOV R1, c[4];\nADD o[HPOS], R0, R1;\nEND\n";
        for (header, instructions, temporaries, parameters) in [
            ("!!VP1.0", 128, 12, 96),
            ("!!VP1.1", 128, 12, 96),
            ("!!VP2.0", 256, 16, 256),
        ] {
            let expected = [
                ("instructions", 3, instructions),
                ("temporaries", 2, temporaries),
                ("parameters", 1, parameters),
                ("attributes", 1, 16),
            ];
            assert_eq!(of(&format!("{header}\n{vertex}")), expected, "{header}");
        }
        let fragment =
            "!!FP1.0\nDECLARE w;\nMOV H5, p[3];\nTEX R3, f[TEX0], TEX2, 2D;\nMAD o[COLR], R3, H5, w;\nEND\n";
        let expected = [
            ("instructions", 3, 1024),
            ("temporaries", 2, 64),
            ("parameters", 1, 64),
            ("attributes", 1, 12),
            ("texture units", 1, 16),
        ];
        assert_eq!(of(fragment), expected);
    }
}
