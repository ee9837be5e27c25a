//! What a program needs, and the limits of those who load it.

use std::collections::BTreeSet;

use quadrille_isa::gl::driver::R300;
use quadrille_isa::gl::{Limits, Stage};

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

/// An amount of something that is limited.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need {
    /// In the plural.
    pub(super) what: &'static str,
    pub(super) amount: u32,
    /// Which limit it is.
    limit: fn(&Limits) -> u32,
}

impl Need {
    /// Why limits do not hold it.
    pub(super) fn beyond(&self, limits: &Limits) -> Option<Reason> {
        let limit = (self.limit)(limits);
        (self.amount > limit).then_some(Reason::Limit {
            what: self.what,
            needs: self.amount,
            limit,
        })
    }
}

/// What a program needs.
pub(super) fn needs(code: &Code, stage: Stage) -> Vec<Need> {
    let need = |what, amount: usize, limit| Need {
        what,
        amount: amount as u32,
        limit,
    };
    let instructions = code.instructions.iter().filter(|one| one.counts()).count();
    let lookups = code.instructions.iter().filter(|one| one.is_texture()).count();
    let (attributes, parameters) = bindings(code);
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

/// The numbers of attributes and of parameters, each once.
fn bindings(code: &Code) -> (usize, usize) {
    let (mut attributes, mut parameters) = (BTreeSet::new(), BTreeSet::new());
    let mut constants = code.constants.len();
    let operands = code.instructions.iter().flat_map(|one| &one.operands);
    let elements = code.arrays.iter().flatten().copied();
    for place in operands.map(|source| source.place).chain(elements) {
        match place {
            Place::Attribute(binding) => {
                attributes.insert(binding);
            }
            Place::Parameter(binding) => {
                parameters.insert(binding);
            }
            Place::Literal(_) => constants += 1,
            Place::Temporary(_) | Place::Element { .. } | Place::Addressed { .. } | Place::Constant(_) => {}
        }
    }
    (attributes.len(), parameters.len() + constants)
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
