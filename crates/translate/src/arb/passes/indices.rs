//! ARL takes the floor itself (ARB_vertex_program 2.14.5.3, NV_vertex_program 2.14.1.10.1): a floor that is only an index is a
//! copy.

use rustc_hash::FxHashSet;

use crate::arb::address::is_near;
use crate::arb::code::{Code, Op, Place, Target};

/// Makes copies of the floors that only indices read; whether there were any.
pub(super) fn floor(code: &mut Code) -> bool {
    let mut values: FxHashSet<u32> = FxHashSet::default();
    let mut indices: FxHashSet<u32> = FxHashSet::default();
    for instruction in &code.instructions {
        for source in &instruction.operands {
            match source.place {
                Place::Temporary(number) => {
                    values.insert(number);
                }
                Place::Element { number, index, .. } if is_near(number) => {
                    indices.insert(index.0);
                }
                // What is added before may round up to the next integer.
                Place::Element { index, .. } => {
                    values.insert(index.0);
                }
                Place::Attribute(_)
                | Place::Parameter(_)
                | Place::Literal(_)
                | Place::Addressed { .. }
                | Place::Constant(_) => {}
            }
        }
    }
    let mut found = false;
    for instruction in &mut code.instructions {
        let Target::Temporary(to) = instruction.target else {
            continue;
        };
        if instruction.op == Op::Flr && indices.contains(&to) && !values.contains(&to) {
            instruction.op = Op::Mov;
            found = true;
        }
    }
    found
}
