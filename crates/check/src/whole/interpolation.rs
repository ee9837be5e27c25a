//! The interpolation of fragment attributes.

use crate::state::fragment::Interpolations;
use crate::state::slots::Slots;

/// Gives every attribute the interpolation of its declaration: those that instructions name directly have
/// it too (NV_fragment_program4 2.X.3.1).
pub(crate) fn resolve(interpolations: &Interpolations, slots: &mut Slots) {
    for attribute in &mut slots.attributes {
        if let Some(noted) = interpolations.get(&attribute.binding) {
            attribute.interpolation = noted.interpolation;
        }
    }
}
