//! ARL takes the floor itself: a floor that is only an index is a copy.

use rustc_hash::FxHashSet;

use crate::arb::code::{Code, Op, Place, Target};

/// Makes copies of the floors that only indices read.
pub(super) fn floor(code: &mut Code) {
    super::copies::propagate(code);
    let mut values: FxHashSet<u32> = FxHashSet::default();
    let mut indices: FxHashSet<u32> = FxHashSet::default();
    for instruction in &code.instructions {
        for source in &instruction.operands {
            match source.place {
                Place::Temporary(number) => {
                    values.insert(number);
                }
                Place::Element { index, .. } => {
                    indices.insert(index.0);
                }
                Place::Attribute(_)
                | Place::Parameter(_)
                | Place::Literal(_)
                | Place::Addressed { .. }
                | Place::Constant(_) => {}
            }
        }
    }
    for instruction in &mut code.instructions {
        let Target::Temporary(to) = instruction.target else {
            continue;
        };
        if instruction.op == Op::Flr && indices.contains(&to) && !values.contains(&to) {
            instruction.op = Op::Mov;
        }
    }
}
