//! What a program is given for one run.

use std::ffi::{c_char, c_void};

use quadrille::{Budget, Inputs, Stop, Vector};

use super::ffi::{change, free, guard, hand_over, string, vector};
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
    guard(|| {
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
    guard(|| {
        // SAFETY: the contract of the header; four words are there.
        let (inputs, name, words) = unsafe { (change(inputs)?, string(name)?, vector(words)?) };
        inputs.0.set_vector(name, None, Vector::bits(words));
        Ok(QuadrilleStatus::Ok)
    })
}

/// Stops a run after this many instructions, whatever work they come to; otherwise it is 4 million.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_inputs_set_budget(
    inputs: *mut QuadrilleInputs,
    instructions: u64,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let inputs = unsafe { change(inputs)? };
        let budget = Budget {
            instructions,
            work: u64::MAX,
            ..inputs.0.budget().clone()
        };
        inputs.0.set_budget(budget);
        Ok(QuadrilleStatus::Ok)
    })
}

/// Stops a run after this many units of work: an instruction is 32 at least, and one for each invocation that executes
/// it. It holds beside quadrille_inputs_set_budget if it is set after that.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_inputs_set_work(
    inputs: *mut QuadrilleInputs,
    units: u64,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let inputs = unsafe { change(inputs)? };
        let budget = Budget {
            work: units,
            ..inputs.0.budget().clone()
        };
        inputs.0.set_budget(budget);
        Ok(QuadrilleStatus::Ok)
    })
}

/// The most memory that a run takes for registers and inputs, in bytes; otherwise it is 512 MiB. A run that takes more
/// does not begin.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_inputs_set_memory(
    inputs: *mut QuadrilleInputs,
    bytes: u64,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let inputs = unsafe { change(inputs)? };
        let budget = Budget {
            memory: bytes,
            ..inputs.0.budget().clone()
        };
        inputs.0.set_budget(budget);
        Ok(QuadrilleStatus::Ok)
    })
}

/// Says whether a run is to end now, as when its time is up. `context` is what quadrille_inputs_set_stop was given.
pub type QuadrilleStop = Option<unsafe extern "C" fn(context: *mut c_void) -> bool>;

/// A function of the caller, and what it is called with.
struct Callback {
    is_now: unsafe extern "C" fn(context: *mut c_void) -> bool,
    context: *mut c_void,
}

// SAFETY: the contract of `quadrille_inputs_set_stop`: any thread may call the function with its context.
unsafe impl Send for Callback {}
// SAFETY: as above.
unsafe impl Sync for Callback {}

impl Callback {
    fn call(&self) -> bool {
        // SAFETY: the contract of `quadrille_inputs_set_stop`: the function may be called with its context.
        unsafe { (self.is_now)(self.context) }
    }
}

/// Stops a run when `stop` returns true: it is called with `context` every few milliseconds, by the thread that runs
/// the program. Both must stay as long as a run with these inputs may call them. A NULL function takes it back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_inputs_set_stop(
    inputs: *mut QuadrilleInputs,
    stop: QuadrilleStop,
    context: *mut c_void,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let inputs = unsafe { change(inputs)? };
        let callback = stop.map(|is_now| Callback { is_now, context });
        let budget = Budget {
            stop: callback.map(|callback| Stop::new(move || callback.call())),
            ..inputs.0.budget().clone()
        };
        inputs.0.set_budget(budget);
        Ok(QuadrilleStatus::Ok)
    })
}
