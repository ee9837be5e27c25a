//! Every opcode in every place where it stands: its program runs, and watching it changes nothing.

use quadrille::manual::{example, places};
use quadrille::{EvaluationError, Inputs, Session};
use quadrille_isa::gl::opcode::OPCODES;

/// source: the opcode table; the example of each row is a whole program
#[test]
fn every_opcode_runs_wherever_it_stands() {
    let session = Session::new();
    let (mut run, mut stopped) = (0, Vec::new());
    for row in OPCODES {
        let mut ran = false;
        for place in places(&row.availability) {
            let text = example::opcode(row, &place);
            let Ok(loaded) = session.load(row.mnemonic, &text) else {
                continue;
            };
            let inputs = Inputs::default();
            let plain = match loaded.evaluate(&inputs) {
                Ok(plain) => plain,
                Err(EvaluationError::Trap(trap, ..)) => {
                    stopped.push(format!(
                        "{} in {}: {}",
                        row.mnemonic, place.profile.header, trap.kind
                    ));
                    continue;
                }
                Err(error) => panic!("{}: {error}", row.mnemonic),
            };
            let mut steps = 0;
            let traced = loaded.trace(&inputs, |_| steps += 1).expect(row.mnemonic);
            let sanitized = loaded.sanitize(&inputs).0.expect(row.mnemonic);
            assert_eq!(plain.lanes, traced.lanes, "{text}");
            assert_eq!(plain.lanes, sanitized.lanes, "{text}");
            assert!(steps > 0, "{text}");
            ran = true;
            run += 1;
        }
        assert!(ran, "{} runs nowhere: {stopped:?}", row.mnemonic);
    }
    assert!(stopped.is_empty(), "{stopped:#?}");
    // 147 opcodes, most of them in many places.
    assert!(run > 700, "{run} programs ran");
}
