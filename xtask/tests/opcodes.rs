//! Every arithmetic opcode, translated, on special values: zeros, denormals, the ends of each type, infinities and
//! NaN. The machine's drivers give what the reference engine gives, but for what `xtask/src/oracle/allowance.rs`
//! names. A driver that is not here is skipped.

use std::process::Command;

use quadrille_tools_testkit::{Group, skip};

#[track_caller]
fn agrees(engine: &str) {
    let run = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["oracle", "--translated", engine])
        .output()
        .expect("the task runs");
    let [said, problem] = [run.stdout, run.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    match run.status.code() {
        Some(0) => {}
        Some(2) => skip(Group::Drivers, problem.trim_end()),
        _ => panic!("{said}{problem}"),
    }
}

/// source: the reference engine, whose results the tables of `oracle/` and the pages of `spec/` hold
#[test]
fn opcodes_give_the_same_through_glsl() {
    agrees("gl:glsl450");
}

/// source: as above
#[test]
fn opcodes_give_the_same_through_spirv() {
    agrees("vulkan");
}
