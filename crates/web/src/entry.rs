//! The functions that JavaScript calls: room for a request, its answer, and where that is.
//!
//! The interface is three numbers wide, so that nothing generates code for it: [`quadrille_input`] makes room and says
//! where, JavaScript writes the message there, [`quadrille_call`] answers it and says how long the answer is, which
//! begins at [`quadrille_output`]. Pointers only go out: nothing here reads through one.

use std::cell::RefCell;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Room for a message of so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn quadrille_input(length: usize) -> *const u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_ptr()
    })
}

/// Answers the message; the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn quadrille_call() -> usize {
    let input = INPUT.take();
    let answer = crate::request::answer(&input);
    drop(input);
    OUTPUT.with_borrow_mut(|output| {
        *output = answer;
        output.len()
    })
}

/// Where the answer begins. Calls that follow overwrite it.
#[unsafe(no_mangle)]
pub extern "C" fn quadrille_output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// Has panics leave their message where answers are, so that whoever meets the trap behind one can tell it.
#[unsafe(no_mangle)]
pub extern "C" fn quadrille_start() {
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.to_string();
        let _ = OUTPUT.try_with(|output| {
            if let Ok(mut output) = output.try_borrow_mut() {
                *output = message.into_bytes();
            }
        });
    }));
}

/// The length of what is where answers are: after a trap, the message of the panic.
#[unsafe(no_mangle)]
pub extern "C" fn quadrille_output_length() -> usize {
    OUTPUT.with_borrow(Vec::len)
}
