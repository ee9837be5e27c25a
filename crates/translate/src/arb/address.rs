//! `A0.x`, the one address register: ARL where an element of an array needs another index than it holds.

use quadrille_isa::gl::Clamp;

use super::code::{Code, Instruction, Op, Place, Source, Target};
use super::passes::dead;

/// Whether a number may stand beside `A0.x` (ARB_vertex_program 2.14.2, addrRegPosOffset and addrRegNegOffset).
pub(super) fn is_near(number: i32) -> bool {
    (-64..=63).contains(&number)
}

/// Loads the address register before elements are read.
pub(super) fn load(code: &mut Code) {
    // The component that the register holds, and what was added to it.
    let mut held: Option<((u32, u8), i32)> = None;
    let mut loaded = Vec::with_capacity(code.instructions.len());
    for mut instruction in std::mem::take(&mut code.instructions) {
        let element = instruction.operands.iter().find_map(|source| match source.place {
            Place::Element { number, index, .. } => Some((index, if is_near(number) { 0 } else { number })),
            Place::Temporary(_)
            | Place::Attribute(_)
            | Place::Parameter(_)
            | Place::Literal(_)
            | Place::Addressed { .. }
            | Place::Constant(_) => None,
        });
        if instruction.is_flow() {
            held = None;
        }
        if let Some((index, base)) = element {
            if held != Some((index, base)) {
                load_index(code, &mut loaded, &instruction, index, base);
                held = Some((index, base));
            }
            for source in &mut instruction.operands {
                if let Place::Element { array, number, .. } = source.place {
                    let number = number - base;
                    source.place = Place::Addressed { array, number };
                }
            }
        }
        if let (Target::Temporary(to), Some(((number, component), _))) = (instruction.target, held)
            && to == number
            && instruction.mask >> component & 1 != 0
        {
            held = None;
        }
        loaded.push(instruction);
    }
    code.instructions = loaded;
    // Copies that ARL no longer reads.
    dead::remove(code);
}

fn load_index(
    code: &mut Code,
    loaded: &mut Vec<Instruction>,
    before: &Instruction,
    (temporary, component): (u32, u8),
    base: i32,
) {
    let step = |op, target, operands: &[Source]| Instruction::new(op, target, 1, operands, before.at);
    let mut index = copied(loaded, temporary, component)
        .unwrap_or_else(|| Source::of(Place::Temporary(temporary)).component(component));
    if base != 0 {
        let to = code.temporary();
        let base = Source::number(base as f32);
        loaded.push(step(Op::Add, Target::Temporary(to), &[index, base]));
        index = Source::of(Place::Temporary(to)).component(0);
    }
    loaded.push(step(Op::Arl, Target::Address, &[index]));
}

/// The attribute or parameter, which nothing changes, that a component of a temporary is a copy of.
fn copied(loaded: &[Instruction], temporary: u32, component: u8) -> Option<Source> {
    let block = loaded.iter().rev().take_while(|one| !one.is_flow());
    let mut writes =
        block.filter(|one| one.target == Target::Temporary(temporary) && one.mask >> component & 1 != 0);
    let last = writes.next()?;
    let source = last.operands.first()?.component(component);
    let is_copy = last.op == Op::Mov && last.clamp == Clamp::None && last.under.is_none();
    let is_fixed = matches!(source.place, Place::Attribute(_) | Place::Parameter(_));
    (is_copy && is_fixed).then_some(source)
}
