//! What a program needs, and the limits of those who load it.

use std::collections::BTreeSet;

use quadrille_isa::gl::binding::pattern::Bound;
use quadrille_isa::gl::driver::R300;
use quadrille_isa::gl::{Binding, Features, Limits, Stage};

use super::code::{Code, Place, Target};
use super::refusal::{Numbered, Reason};

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
pub(super) enum Need {
    /// So many of something, which is in the plural.
    Amount {
        what: &'static str,
        amount: u32,
        limit: fn(&Limits) -> u32,
    },
    /// Something by its number, counted from 0.
    Number {
        what: Numbered,
        number: u32,
        bound: Bound,
        features: Features,
    },
}

impl Need {
    /// Why limits do not hold it.
    pub(super) fn beyond(&self, limits: &Limits) -> Option<Reason> {
        match *self {
            Need::Amount { what, amount, limit } => {
                let limit = limit(limits);
                (amount > limit).then_some(Reason::Limit {
                    what,
                    needs: amount,
                    limit,
                })
            }
            Need::Number {
                what,
                number,
                bound,
                features,
            } => {
                let limit = bound.below(&features, limits);
                (number >= limit).then_some(Reason::Number { what, limit })
            }
        }
    }
}

/// What a program needs, with these features of its language.
pub(super) fn needs(code: &Code, stage: Stage, features: &Features) -> Vec<Need> {
    let bindings = bindings(code);
    let mut needs = amounts(code, stage, &bindings);
    needs.extend(numbers(code, &bindings, features));
    needs
}

/// The amounts of things that it needs.
fn amounts(code: &Code, stage: Stage, bindings: &Bindings) -> Vec<Need> {
    let need = |what, amount: usize, limit| Need::Amount {
        what,
        amount: amount as u32,
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

/// What a program names by numbers: of what has one bound, that of the highest number.
fn numbers(code: &Code, bindings: &Bindings, features: &Features) -> Vec<Need> {
    let lookups = code.instructions.iter().filter_map(|one| one.texture);
    let units = lookups.map(|(unit, _)| (Numbered::TextureUnit(unit), unit, Bound::TextureImages));
    let named = bindings.named().flat_map(|binding| {
        let bounds = binding.bounds(features).into_iter();
        bounds.map(move |(number, bound)| (Numbered::Binding(binding), number, bound))
    });
    let mut highest: Vec<(Numbered, u32, Bound)> = Vec::new();
    for one in units.chain(named) {
        match highest.iter_mut().find(|known| known.2 == one.2) {
            Some(known) if known.1 < one.1 => *known = one,
            Some(_) => {}
            None => highest.push(one),
        }
    }
    let need = |(what, number, bound)| Need::Number {
        what,
        number,
        bound,
        features: *features,
    };
    highest.into_iter().map(need).collect()
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
    /// All of them.
    fn named(&self) -> impl Iterator<Item = Binding> + '_ {
        let read = self.attributes.iter().chain(&self.parameters);
        read.chain(&self.results).copied()
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
