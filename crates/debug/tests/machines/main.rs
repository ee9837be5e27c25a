//! Runs of all three machines in a debugger. What they give is compared with the same runs without one, on engines that
//! know no debugger; single values are worked out from the programs by hand, as the comments say.

mod dap;
mod gf3;
mod gl;
mod long;
mod vc4;

use quadrille_debug::{Interpreter, Machine, Session};

/// A debugger for a machine.
fn debugger(machine: impl Machine + 'static) -> Interpreter<'static> {
    Interpreter::new(Session::new(Box::new(machine)))
}

/// The answer to a command, which must not fail.
fn tell(debugger: &mut Interpreter, command: &str) -> String {
    let reply = debugger.execute(command, &mut || true);
    assert!(!reply.is_failure, "{command}: {}", reply.text);
    reply.text
}

/// The answer to a command that must fail.
fn refused(debugger: &mut Interpreter, command: &str) -> String {
    let reply = debugger.execute(command, &mut || true);
    assert!(reply.is_failure, "{command}: {}", reply.text);
    reply.text
}

/// All registers of all threads, as they are shown.
fn state(machine: &dyn Machine) -> Vec<String> {
    let mut all = Vec::new();
    for thread in 0..machine.threads() {
        for (number, register) in machine.registers().iter().enumerate() {
            let value = machine.value(number, thread);
            let bits = value.map(|value| format!("{:x?}", value.words));
            all.push(format!("{thread} {} {bits:?}", register.name));
        }
    }
    for (number, region) in machine.regions().iter().enumerate() {
        all.push(format!(
            "{} {:?}",
            region.name,
            machine.bytes(number, 0, region.bytes)
        ));
    }
    all
}

/// Goes through a run to its end, step by step, and then to places in it in an order that jumps: every place must look
/// as it did the first time.
fn goes_both_ways(debugger: &mut Interpreter) {
    let mut seen = vec![state(debugger.session().machine())];
    while debugger.session_mut().turn().is_some() {
        seen.push(state(debugger.session().machine()));
    }
    let steps = seen.len() as u64 - 1;
    // A stride that has no factor in common with the number of places comes to each of them.
    let stride = (1..)
        .map(|n| 7 * n + 3)
        .find(|stride| gcd(*stride, steps + 1) == 1)
        .unwrap_or(1);
    for n in 0..=steps.min(300) {
        let to = n * stride % (steps + 1);
        tell(debugger, &format!("goto {to}"));
        assert_eq!(
            state(debugger.session().machine()),
            seen[to as usize],
            "step {to}"
        );
    }
    for to in (0..steps).rev().take(100) {
        debugger.session_mut().go(to + 1, &mut || true);
        tell(debugger, "backi");
        assert_eq!(debugger.session().at(), to);
        assert_eq!(
            state(debugger.session().machine()),
            seen[to as usize],
            "back to step {to}"
        );
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
