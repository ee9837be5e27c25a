//! What was copied is read where it came from.

use quadrille_isa::gl::Clamp;
use rustc_hash::FxHashMap;

use crate::arb::address::is_near;
use crate::arb::code::{Code, Instruction, Op, Place, Source, Target};

/// What components of temporaries are copies of: a place, a component and a sign.
type Copies = FxHashMap<(u32, u8), (Place, u8, bool)>;

/// Replaces operands that are copies.
pub(super) fn propagate(code: &mut Code) {
    let mut copies = Copies::default();
    // What holds where the blocks that are open are entered otherwise, or left.
    let mut open: Vec<Copies> = Vec::new();
    for number in 0..code.instructions.len() {
        match code.instructions[number].op {
            Op::Else => {
                if let Some(entry) = open.last_mut() {
                    std::mem::swap(entry, &mut copies);
                }
            }
            Op::EndIf => {
                let other = open.pop().unwrap_or_default();
                copies.retain(|place, copied| other.get(place) == Some(copied));
            }
            Op::Loop => {
                let end = super::blocks::end(&code.instructions, number);
                for inner in &code.instructions[number..end] {
                    if let Target::Temporary(to) = inner.target {
                        forget(&mut copies, to, inner.mask);
                    }
                }
                open.push(copies.clone());
            }
            Op::EndLoop => copies = open.pop().unwrap_or_default(),
            _ => {}
        }
        let instruction = &mut code.instructions[number];
        if matches!(instruction.op, Op::If | Op::IfNot) {
            open.push(copies.clone());
        }
        for at in 0..instruction.operands.len() {
            let needs = instruction.needs(at);
            if let Some(source) = original(&copies, &instruction.operands[at], needs)
                && is_allowed(instruction, at, &source)
            {
                instruction.operands[at] = source;
            }
        }
        let Target::Temporary(to) = instruction.target else {
            continue;
        };
        forget(&mut copies, to, instruction.mask);
        note(&mut copies, instruction, to);
    }
}

/// Components of a temporary are written.
fn forget(copies: &mut Copies, to: u32, mask: u8) {
    for component in (0..4).filter(|component| mask >> component & 1 != 0) {
        copies.remove(&(to, component));
        copies.retain(|_, (place, from, _)| !is_of(place, *from, to, component));
    }
}

/// Whether a component of a place changes when a component of a temporary does.
fn is_of(place: &Place, from: u8, to: u32, component: u8) -> bool {
    match place {
        Place::Temporary(number) => *number == to && from == component,
        Place::Element { index, .. } => *index == (to, component),
        Place::Attribute(_)
        | Place::Parameter(_)
        | Place::Literal(_)
        | Place::Addressed { .. }
        | Place::Constant(_) => false,
    }
}

/// The place that the needed components of an operand were all copied from.
fn original(copies: &Copies, source: &Source, needs: u8) -> Option<Source> {
    let Place::Temporary(number) = source.place else {
        return None;
    };
    let mut found: Option<(Place, bool)> = None;
    let mut swizzle = source.swizzle;
    let mut last = None;
    for at in (0..4).filter(|at| needs >> at & 1 != 0) {
        let (place, component, negate) = copies.get(&(number, source.swizzle[at]))?;
        match found {
            None => found = Some((*place, *negate)),
            Some((known, sign)) if known == *place && sign == *negate => {}
            Some(_) => return None,
        }
        swizzle[at] = *component;
        last = Some(*component);
    }
    let ((place, negate), last) = (found?, last?);
    for at in (0..4).filter(|at| needs >> at & 1 == 0) {
        swizzle[at] = last;
    }
    Some(Source {
        place,
        swizzle,
        negate: negate != source.negate,
    })
}

/// Whether an instruction may read a place: no lookup reads a literal or an element, and an instruction has one index.
fn is_allowed(instruction: &Instruction, at: usize, source: &Source) -> bool {
    let Place::Element { index, number, .. } = source.place else {
        let literal = matches!(source.place, Place::Literal(_));
        return !(literal && instruction.is_texture() && instruction.op != Op::Kil);
    };
    let mut others = instruction
        .operands
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != at);
    let same = |place: &Place| match place {
        Place::Element {
            index: other,
            number: at,
            ..
        } => *other == index && (*at == number || is_near(*at) && is_near(number)),
        Place::Temporary(_)
        | Place::Attribute(_)
        | Place::Parameter(_)
        | Place::Literal(_)
        | Place::Addressed { .. }
        | Place::Constant(_) => true,
    };
    !instruction.is_texture() && others.all(|(_, other)| same(&other.place))
}

/// Notes what a MOV copies.
fn note(copies: &mut Copies, instruction: &Instruction, to: u32) {
    if instruction.op != Op::Mov || instruction.clamp != Clamp::None {
        return;
    }
    let source = instruction.operands[0];
    for component in (0..4).filter(|component| instruction.mask >> component & 1 != 0) {
        let from = source.swizzle[usize::from(component)];
        // What reads a component that it writes is no copy of it afterwards.
        let own = match source.place {
            Place::Temporary(number) => number == to,
            Place::Element { index, .. } => index.0 == to && instruction.mask >> index.1 & 1 != 0,
            Place::Attribute(_)
            | Place::Parameter(_)
            | Place::Literal(_)
            | Place::Addressed { .. }
            | Place::Constant(_) => false,
        };
        if !own {
            copies.insert((to, component), (source.place, from, source.negate));
        }
    }
}
