//! The image units that the instructions of a program access.

use std::collections::BTreeSet;

use quadrille_program::{Access, ImageUse};

use crate::build::Build;

/// The units in ascending order: of an array that a register indexes, all of them.
pub(crate) fn units(build: &Build) -> Vec<ImageUse> {
    let mut units = BTreeSet::new();
    for instruction in build.instructions.iter() {
        if let Access::Memory(memory) = &instruction.access
            && memory.target.is_some()
            && memory.handle.is_none()
        {
            let count = memory.index.as_ref().map_or(1, |index| index.length);
            units.extend(memory.binding..memory.binding.saturating_add(count));
        }
    }
    units.into_iter().map(|unit| ImageUse { unit }).collect()
}
