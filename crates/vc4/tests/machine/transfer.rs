//! Transfers between memory and the VPM: what they move, and what they leave as it was.

use quadrille_vc4::machine::{End, Launch, Limits, Machine, Memory, Profile};

use super::{CODE, UNIFORMS, words};

const FROM: u32 = 0x4_0000;
const TO: u32 = 0x5_0000;
/// What memory holds where nothing was written.
const UNTOUCHED: u32 = 0xdead_beef;

/// Runs a program, whose uniforms are the addresses of 64 rows of 16 numbered words and of as many untouched ones, and
/// gives the latter.
fn run(text: &str) -> Vec<u32> {
    let code = words(&format!("{text}\nmov -, vw_wait\nnop ; nop ; thrend\nnop\nnop"));
    let bytes = |words: &mut dyn Iterator<Item = u32>| words.flat_map(u32::to_le_bytes).collect::<Vec<u8>>();
    let uniforms = bytes(&mut [FROM, FROM, FROM, FROM, TO].into_iter());
    let from = bytes(&mut (0..1024));
    let mut to = bytes(&mut std::iter::repeat_n(UNTOUCHED, 1024));
    let mut memory = Memory::new();
    memory.map_constant(CODE, &code).unwrap();
    memory.map_constant(UNIFORMS, &uniforms).unwrap();
    memory.map_constant(FROM, &from).unwrap();
    memory.map(TO, &mut to).unwrap();
    let mut machine = Machine::new(Profile::raspberry_pi());
    machine.queue(Launch::new(CODE, UNIFORMS));
    let outcome = machine.run(&mut memory, Limits::default(), &mut ());
    drop(memory);
    assert_eq!((outcome.end, outcome.findings), (End::Finished, vec![]), "{text}");
    to.as_chunks::<4>()
        .0
        .iter()
        .map(|word| u32::from_le_bytes(*word))
        .collect()
}

/// Fills all 64 rows with the numbered words, 16 rows a load.
fn fill() -> String {
    let load = |y: u32| {
        format!(
            "mov vr_setup, vdr_setup_0(3, 16, 16, vdr_h32(1, {y}, 0))\nmov r0, unif\nldi r1, {}\nadd vr_addr, r0, r1\nmov -, vr_wait\n",
            64 * y
        )
    };
    [0, 16, 32, 48].map(load).concat()
}

/// source: guide table 34: a load of 3 rows of 5 words; what lies beside and below them in the VPM stays.
#[test]
fn a_load_fills_its_rows_and_no_more() {
    let text = format!(
        "{}mov r3, unif\nldi r0, {FROM}\nmov vr_setup, vdr_setup_0(3, 5, 3, vdr_h32(1, 7, 4))\nmov vr_addr, r0\nmov -, vr_wait\n\
         mov vw_setup, vdw_setup_0(64, 16, dma_h32(0, 0))\nmov vw_setup, vdw_setup_1(0)\nmov vw_addr, r3",
        fill()
    );
    let expected: Vec<u32> = (0..1024)
        .map(|at| match (at / 16, at % 16) {
            (y @ 7..10, x @ 4..9) => (y - 7) * 16 + (x - 4),
            _ => at,
        })
        .collect();
    assert_eq!(run(&text), expected);
}

/// source: guide table 36: a store of 3 rows of 5 words with 12 bytes between; memory beside and behind them stays.
#[test]
fn a_store_writes_its_rows_and_no_more() {
    let store = |direction: &str| {
        format!(
            "{}mov r3, unif\nmov vw_setup, vdw_setup_0(3, 5, {direction}(16, 2))\nmov vw_setup, vdw_setup_1(12)\nmov vw_addr, r3",
            fill()
        )
    };
    let expected = |word: fn(u32, u32) -> u32| -> Vec<u32> {
        (0..1024)
            .map(|at| match (at / 8, at % 8) {
                (row @ 0..3, i @ 0..5) => word(row, i),
                _ => UNTOUCHED,
            })
            .collect()
    };
    assert_eq!(run(&store("dma_h32")), expected(|row, i| (16 + row) * 16 + 2 + i));
    assert_eq!(run(&store("dma_v32")), expected(|row, i| (16 + i) * 16 + 2 + row));
}
