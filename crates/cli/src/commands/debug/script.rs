//! Commands from the command line or standard input, and their answers on standard output.

use std::io::BufRead;
use std::process::ExitCode;

use quadrille_debug::Interpreter;

/// The lines of standard input.
pub(super) fn lines() -> impl Iterator<Item = String> {
    std::io::stdin().lock().lines().map_while(Result::ok)
}

/// Carries commands out one after another. The exit status is 1 if one of them could not be, or an assertion did not
/// hold.
pub(super) fn run(interpreter: &mut Interpreter, commands: impl Iterator<Item = String>) -> ExitCode {
    let mut is_fine = true;
    for command in commands {
        let command = command.trim();
        if command.is_empty() {
            continue;
        }
        println!("> {command}");
        let reply = interpreter.execute(command, &mut || true);
        print!("{}", reply.text);
        is_fine &= !reply.is_failure;
        if reply.is_end {
            break;
        }
    }
    ExitCode::from(u8::from(!is_fine))
}
