//! Long runs: what their history takes, and how fast it is gone back in.

use std::time::{Duration, Instant};

use quadrille::{Budget, Inputs, Session};
use quadrille_debug::gl::{GlMachine, listing};

use super::{debugger, tell};

/// A million steps: three a round, and counts that a float of 32 bits holds.
const LONG: &str = "!!NVvp4.0
TEMP i, s;
MOV.U i, 0;
MOV s, 0;
REP.S {333332, 0, 0, 0};
  ADD.U i, i, 1;
  MAD s, s, 0.5, 1.0;
ENDREP;
MOV result.position, s;
END
";

#[test]
fn a_million_steps_take_little_memory_and_no_time_to_go_back() {
    let loaded = Session::new().load("long.vp", LONG).expect("it is right");
    let mut inputs = Inputs::default();
    inputs.set_budget(Budget::of_instructions(2_000_000));
    let evaluation = loaded.evaluation(&inputs).expect("it has no inputs");
    let listing = listing(loaded.program(), loaded.source(), &|span| span);
    let mut debugger = debugger(GlMachine::of_evaluation(loaded.program(), listing, evaluation));
    tell(&mut debugger, "end");
    let steps = debugger.session().at();
    assert_eq!(
        steps,
        3 + 3 * 333_332 + 1,
        "two moves, REP, three a round, and the last move"
    );
    assert!(debugger.session().timeline().bytes() < 300 << 20);
    assert_eq!(tell(&mut debugger, "print i.x"), "i.x = 333332\n");
    let mut times = Vec::new();
    for _ in 0..21 {
        let begin = Instant::now();
        tell(&mut debugger, "back");
        times.push(begin.elapsed());
    }
    times.sort_unstable();
    assert!(
        times[10] < Duration::from_millis(50),
        "a step back takes {:?}",
        times[10]
    );
    // From far away too: each of these jumps is to another copy.
    tell(&mut debugger, "goto 500001");
    let begin = Instant::now();
    tell(&mut debugger, "backi");
    assert!(begin.elapsed() < Duration::from_millis(50));
    // 500000 steps: three before the first round, then 166665 rounds and two steps of the next.
    assert_eq!(tell(&mut debugger, "print i.x"), "i.x = 166666\n");
}
