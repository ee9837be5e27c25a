//! What a program needs, and the limits of those who load it.

use std::collections::BTreeSet;

use quadrille_isa::gl::driver::R300;
use quadrille_isa::gl::{Binding, Family, Limits, Stage};

use super::code::{Code, Place, Target};
use super::refusal::Reason;

/// Sets of limits by name, with what they are.
pub const PROFILES: &[(&str, Limits, &str)] = &[
    ("minimum", Limits::MINIMUM, "what every implementation has"),
    ("r300", R300, "Radeon 9500 to X600"),
    ("mesa", Limits::DESKTOP, "Mesa"),
    ("unlimited", Limits::UNLIMITED, "no limits"),
];

/// The limits of a name.
pub fn profile(name: &str) -> Option<Limits> {
    let row = PROFILES.iter().find(|(known, ..)| *known == name);
    row.map(|(_, limits, _)| *limits)
}

/// Something that is limited.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need {
    kind: NeedKind,
    /// Which limit it is.
    limit: fn(&Limits) -> u32,
}

#[derive(Clone, Copy, Debug)]
enum NeedKind {
    /// So many of something, which is in the plural.
    Amount(&'static str, u32),
    /// Something, in the singular, of this number, counted from 0.
    Number(&'static str, u32),
}

impl Need {
    /// Why limits do not hold it.
    pub(super) fn beyond(&self, limits: &Limits) -> Option<Reason> {
        let limit = (self.limit)(limits);
        match self.kind {
            NeedKind::Amount(what, needs) => (needs > limit).then_some(Reason::Limit { what, needs, limit }),
            NeedKind::Number(what, number) => {
                (number >= limit).then_some(Reason::Number { what, number, limit })
            }
        }
    }
}

/// What a program needs.
pub(super) fn needs(code: &Code, stage: Stage) -> Vec<Need> {
    let bindings = bindings(code);
    let mut needs = amounts(code, stage, &bindings);
    needs.extend(numbers(code, stage, &bindings));
    needs
}

/// The amounts of things that it needs.
fn amounts(code: &Code, stage: Stage, bindings: &Bindings) -> Vec<Need> {
    let need = |what, amount: usize, limit| Need {
        kind: NeedKind::Amount(what, amount as u32),
        limit,
    };
    let instructions = code.instructions.iter().filter(|one| one.counts()).count();
    let lookups = code.instructions.iter().filter(|one| one.is_texture()).count();
    let attributes = bindings.attributes.len();
    let parameters = bindings.parameters.len() + bindings.constants;
    if stage == Stage::Vertex {
        return vec![
            need("instructions", instructions, |limits| limits.vertex_instructions),
            need("temporaries", code.temporaries as usize, |limits| {
                limits.vertex_temporaries
            }),
            need("parameters", parameters, |limits| limits.vertex_parameters),
            need("attributes", attributes, |limits| limits.vertex_attributes),
        ];
    }
    vec![
        need("instructions", instructions, |limits| {
            limits.fragment_instructions
        }),
        need("arithmetic instructions", instructions - lookups, |limits| {
            limits.fragment_alu_instructions
        }),
        need("texture instructions", lookups, |limits| {
            limits.fragment_texture_instructions
        }),
        need("texture indirections", indirections(code), |limits| {
            limits.fragment_texture_indirections
        }),
        need("temporaries", code.temporaries as usize, |limits| {
            limits.fragment_temporaries
        }),
        need("parameters", parameters, |limits| limits.fragment_parameters),
        need("attributes", attributes, |limits| limits.fragment_attributes),
    ]
}

/// Something that bindings of some families name by numbers, in the singular, and the limit of these.
type Named = (&'static str, &'static [Family], fn(&Limits) -> u32);

/// Texture coordinates, draw buffers and clip planes.
const NAMED: [Named; 3] = [
    (
        "texture coordinate set",
        &[
            Family::VertexTexcoord,
            Family::FragmentTexcoord,
            Family::ResultTexcoord,
        ],
        |limits| limits.texture_coordinates,
    ),
    ("draw buffer", &[Family::ResultFragmentColor], |limits| {
        limits.draw_buffers
    }),
    (
        "clip plane",
        &[Family::StateClipPlane, Family::ResultClip],
        |limits| limits.clip_planes,
    ),
];

/// Environment and local parameters of a vertex program.
const VERTEX_NAMED: [Named; 2] = [
    ("environment parameter", &[Family::ProgramEnv], |limits| {
        limits.vertex_env_parameters
    }),
    ("local parameter", &[Family::ProgramLocal], |limits| {
        limits.vertex_local_parameters
    }),
];

/// Those of a fragment program.
const FRAGMENT_NAMED: [Named; 2] = [
    ("environment parameter", &[Family::ProgramEnv], |limits| {
        limits.fragment_env_parameters
    }),
    ("local parameter", &[Family::ProgramLocal], |limits| {
        limits.fragment_local_parameters
    }),
];

/// The highest numbers of what a program names by numbers.
fn numbers(code: &Code, stage: Stage, bindings: &Bindings) -> Vec<Need> {
    let parameters = match stage == Stage::Vertex {
        true => VERTEX_NAMED,
        false => FRAGMENT_NAMED,
    };
    let highest = |(what, families, limit): Named| {
        let number = bindings.highest(families)?;
        let kind = NeedKind::Number(what, number);
        Some(Need { kind, limit })
    };
    let lookups = code.instructions.iter().filter_map(|one| one.texture);
    let unit = lookups.map(|(unit, _)| unit).max().map(|unit| Need {
        kind: NeedKind::Number("texture image unit", unit),
        limit: |limits| limits.texture_image_units,
    });
    let named = NAMED.into_iter().chain(parameters).filter_map(highest);
    unit.into_iter().chain(named).collect()
}

/// What a program reads and writes, each once.
#[derive(Default)]
struct Bindings {
    attributes: BTreeSet<Binding>,
    parameters: BTreeSet<Binding>,
    results: BTreeSet<Binding>,
    /// The number of vectors of constants.
    constants: usize,
}

impl Bindings {
    /// The highest number of a binding of some families, whose first index it is.
    fn highest(&self, families: &[Family]) -> Option<u32> {
        let all = self
            .attributes
            .iter()
            .chain(&self.parameters)
            .chain(&self.results);
        let named = all.filter(|binding| families.contains(&binding.family));
        named.map(|binding| binding.index[0]).max()
    }
}

fn bindings(code: &Code) -> Bindings {
    let mut found = Bindings {
        constants: code.constants.len(),
        ..Bindings::default()
    };
    let operands = code.instructions.iter().flat_map(|one| &one.operands);
    let elements = code.arrays.iter().flatten().copied();
    for place in operands.map(|source| source.place).chain(elements) {
        match place {
            Place::Attribute(binding) => {
                found.attributes.insert(binding);
            }
            Place::Parameter(binding) => {
                found.parameters.insert(binding);
            }
            Place::Literal(_) => found.constants += 1,
            Place::Temporary(_) | Place::Element { .. } | Place::Addressed { .. } | Place::Constant(_) => {}
        }
    }
    for instruction in &code.instructions {
        match instruction.target {
            Target::Result(binding) => {
                found.results.insert(binding);
            }
            Target::Temporary(_) | Target::Address | Target::Code | Target::Label(_) | Target::Nothing => {}
        }
    }
    found
}

/// Texture indirections as they are counted (ARB_fragment_program 3.11.6, issue 24): a lookup begins another if its
/// coordinates were written since the last began, or its result was read or written.
pub(super) fn indirections(code: &Code) -> usize {
    let mut count = 1;
    let (mut read, mut written) = (BTreeSet::new(), BTreeSet::new());
    for instruction in &code.instructions {
        let to = match instruction.target {
            Target::Temporary(number) => Some(number),
            Target::Result(_) | Target::Address | Target::Code | Target::Label(_) | Target::Nothing => None,
        };
        if instruction.is_texture() {
            let dependent = instruction.reads().any(|(number, _)| written.contains(&number));
            let taken = to.is_some_and(|to| read.contains(&to) || written.contains(&to));
            if dependent || taken {
                count += 1;
                read.clear();
                written.clear();
            }
        }
        read.extend(instruction.reads().map(|(number, _)| number));
        written.extend(to);
    }
    count
}
