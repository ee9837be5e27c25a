//! A result that is only moved on is written where it goes.

use quadrille_isa::gl::Clamp;
use rustc_hash::FxHashMap;

use crate::arb::code::{Code, Instruction, Op, Place, Shape, Source, Target};

/// Where the temporaries are written and read, by the places of instructions.
#[derive(Default)]
struct Uses {
    writes: Vec<usize>,
    reads: Vec<usize>,
}

/// Lets instructions write what a MOV behind them copies their results to.
pub(super) fn targets(code: &mut Code) {
    let mut uses: FxHashMap<u32, Uses> = FxHashMap::default();
    for (at, instruction) in code.instructions.iter().enumerate() {
        for (number, _) in instruction.reads() {
            uses.entry(number).or_default().reads.push(at);
        }
        if let Target::Temporary(number) = instruction.target {
            uses.entry(number).or_default().writes.push(at);
        }
    }
    let mut gone = vec![false; code.instructions.len()];
    for (at, gone) in gone.iter_mut().enumerate() {
        let Some(from) = moved(&code.instructions[at]) else {
            continue;
        };
        let Some(known) = uses.get(&from) else { continue };
        if known.reads.as_slice() != [at] || known.writes.last().is_none_or(|last| *last >= at) {
            continue;
        }
        let writes = known.writes.clone();
        if !is_merged(&mut code.instructions, at, &writes) {
            continue;
        }
        *gone = true;
        uses.remove(&from);
        if let Target::Temporary(to) = code.instructions[at].target {
            let moved = &mut uses.entry(to).or_default().writes;
            moved.retain(|place| *place != at);
            moved.extend(writes);
            moved.sort_unstable();
        }
    }
    let mut gone = gone.into_iter();
    code.instructions.retain(|_| !gone.next().unwrap_or(false));
}

/// The temporary that an instruction does no more than move.
fn moved(copy: &Instruction) -> Option<u32> {
    match copy.operands.first() {
        Some(Source {
            place: Place::Temporary(from),
            negate: false,
            ..
        }) if copy.op == Op::Mov && copy.target != Target::Temporary(*from) => Some(*from),
        _ => None,
    }
}

/// Whether the MOV at a place is no longer needed, because the writes of what it moves write its target.
fn is_merged(instructions: &mut [Instruction], at: usize, writes: &[usize]) -> bool {
    let copy = instructions[at].clone();
    let (target, mask) = (copy.target, copy.mask);
    let swizzle = copy.operands[0].swizzle;
    let straight = (0..4).all(|at| mask >> at & 1 == 0 || usize::from(swizzle[at]) == at);
    let first = writes[0];
    let masks = |all: u8, number: &usize| all | instructions[*number].mask;
    let written = writes.iter().fold(0, masks);
    let fits = match writes {
        _ if straight => {
            let twice = writes
                .iter()
                .map(|at| instructions[*at].mask.count_ones())
                .sum::<u32>();
            written == mask && !(copy.clamp != Clamp::None && twice != mask.count_ones())
        }
        // One component, which may as well be another.
        [_] => {
            is_movable(&instructions[first], mask)
                && written == 1 << swizzle[mask.trailing_zeros().min(3) as usize]
        }
        _ => false,
    };
    if !fits {
        return false;
    }
    // Nobody looks at the target between; the first of the writes may read it as it was.
    for (number, other) in instructions.iter().enumerate().take(at).skip(first) {
        // Blocks are entered and left.
        if other.is_flow() {
            return false;
        }
        let writes = other.target == target && other.mask & mask != 0;
        let reads = match target {
            Target::Temporary(to) => {
                number > first
                    && other
                        .reads()
                        .any(|(read, components)| read == to && components & mask != 0)
            }
            Target::Result(_) | Target::Address | Target::Code | Target::Label(_) | Target::Nothing => false,
        };
        if writes || reads {
            return false;
        }
    }
    for number in writes {
        let other = &mut instructions[*number];
        if !straight {
            move_component(other, mask);
        }
        other.target = target;
        other.clamp = match (other.clamp, copy.clamp) {
            (clamp, Clamp::None) | (Clamp::None, clamp) => clamp,
            (Clamp::SignedSaturate, Clamp::SignedSaturate) => Clamp::SignedSaturate,
            (Clamp::Saturate, _) | (_, Clamp::Saturate) => Clamp::Saturate,
        };
    }
    true
}

/// Whether an instruction with a result of one component may give it in other components.
fn is_movable(instruction: &Instruction, mask: u8) -> bool {
    if instruction.mask.count_ones() != 1 {
        return false;
    }
    match instruction.op.shape() {
        Shape::Scalar => !matches!(instruction.op, Op::Exp | Op::Log | Op::Scs),
        Shape::Dot3 | Shape::Dot4 => true,
        Shape::Componentwise => true,
        Shape::Whole => instruction.op == Op::Dph,
        Shape::Texture | Shape::Kill | Shape::Flow => mask == 0,
    }
}

/// Gives the one component of a result in these components.
fn move_component(instruction: &mut Instruction, mask: u8) {
    if instruction.op.shape() == Shape::Componentwise {
        let component = instruction.mask.trailing_zeros().min(3) as u8;
        for source in &mut instruction.operands {
            *source = source.component(component);
        }
    }
    instruction.mask = mask;
}
