//! What a program is given for one run.

use std::ffi::c_char;

use quadrille::{Budget, Inputs, Vector};

use super::border::{answer, change, free, hand_over, string, vector};
use super::status::QuadrilleStatus;

/// What a program is given for one run.
#[derive(Default)]
pub struct QuadrilleInputs(pub(crate) Inputs);

/// New inputs: attributes are (0, 0, 0, 1), parameters 0. Given back to quadrille_inputs_free.
#[unsafe(no_mangle)]
pub extern "C" fn quadrille_inputs_new() -> *mut QuadrilleInputs {
    hand_over(QuadrilleInputs::default())
}

/// Ends inputs. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_inputs_free(inputs: *mut QuadrilleInputs) {
    // SAFETY: the contract of the header.
    unsafe { free(inputs) }
}

/// Sets four floats: an attribute ("vertex.position", "fragment.color"), a parameter ("program.local[3]") or state
/// ("state.matrix.mvp.row[0]"). Whether the program reads it is seen when it runs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_inputs_set(
    inputs: *mut QuadrilleInputs,
    name: *const c_char,
    values: *const f32,
) -> QuadrilleStatus {
    answer(|| {
        // SAFETY: the contract of the header; four values are there.
        let (inputs, name, values) = unsafe { (change(inputs)?, string(name)?, vector(values)?) };
        inputs.0.set(name, values);
        Ok(QuadrilleStatus::Ok)
    })
}

/// The same with the bits of four components, of any type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_inputs_set_bits(
    inputs: *mut QuadrilleInputs,
    name: *const c_char,
    words: *const u32,
) -> QuadrilleStatus {
    answer(|| {
        // SAFETY: the contract of the header; four words are there.
        let (inputs, name, words) = unsafe { (change(inputs)?, string(name)?, vector(words)?) };
        inputs.0.set_vector(name, None, Vector::bits(words));
        Ok(QuadrilleStatus::Ok)
    })
}

/// Stops a run after this many instructions; otherwise it is 4 million.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_inputs_set_budget(
    inputs: *mut QuadrilleInputs,
    instructions: u64,
) -> QuadrilleStatus {
    answer(|| {
        // SAFETY: the contract of the header.
        let inputs = unsafe { change(inputs)? };
        inputs.0.set_budget(Budget::of_instructions(instructions));
        Ok(QuadrilleStatus::Ok)
    })
}
