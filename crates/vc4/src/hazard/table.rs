//! The 52 rules by number, and how each is decided.

use quadrille_base::Rule;

use super::rules::{
    flow, pack, register_file, rotation, sfu, target, thread, thread_end, tile, tmu, tmu_queue, uniform,
    varying, vpm,
};

/// The means by which a rule is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// From the program, by this rule.
    Program(&'static Rule),
    /// No word can break it; the assembler explains what a text asks for.
    Encoding(&'static str),
    /// Only a run shows it; why.
    Run(&'static str),
}

/// A rule's number and how it is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// 1 to 52.
    pub number: u8,
    /// The means by which it is decided.
    pub decision: Decision,
}

const fn program(number: u8, rule: &'static Rule) -> Row {
    Row {
        number,
        decision: Decision::Program(rule),
    }
}

const fn encoding(number: u8, why: &'static str) -> Row {
    Row {
        number,
        decision: Decision::Encoding(why),
    }
}

const fn run(number: u8, why: &'static str) -> Row {
    Row {
        number,
        decision: Decision::Run(why),
    }
}

/// Every rule, in the order of the numbers.
pub const TABLE: &[Row] = &[
    program(1, &register_file::REGISTER_READ_AFTER_WRITE),
    encoding(
        2,
        "a word has one read address for each file; the assembler reports `qpu-read-port`",
    ),
    program(3, &target::SAME_TARGET_TWICE),
    encoding(
        4,
        "a small immediate takes the place of the signal and of the address of file B; the assembler reports `qpu-small-immediate`",
    ),
    program(5, &rotation::ROTATION_IN_QUADS),
    program(6, &rotation::ROTATED_AFTER_WRITE),
    program(7, &rotation::ROTATED_BY_FRESH_R5),
    program(8, &pack::PACK_WITHOUT_REGISTER),
    program(9, &pack::PACKED_PERIPHERAL_WRITE),
    program(10, &target::CONDITIONAL_PERIPHERAL_WRITE),
    program(11, &pack::MIXED_UNPACK),
    program(12, &sfu::SFU_RESULT_READ_EARLY),
    program(13, &sfu::SFU_RESULT_OVERWRITTEN),
    program(14, &target::MANY_PERIPHERALS),
    program(15, &tmu::TMU_NOSWAP_LATE),
    program(16, &tmu::TMU_NOSWAP_AFTER_USE),
    program(17, &tmu::TMU_COORDINATE_ORDER),
    program(18, &tmu::UNIFORM_WITH_TEXTURE_WRITE),
    program(19, &tmu_queue::TMU_QUEUE_FULL),
    program(20, &tmu_queue::TMU_LOADS_AND_LOOKUPS),
    program(21, &uniform::UNIFORM_READ_AFTER_ADDRESS),
    program(22, &vpm::VPM_READ_WAITS),
    program(23, &vpm::VPM_READ_SETUP_QUEUED),
    program(24, &vpm::VPM_ACCESS_WITH_SETUP),
    program(25, &vpm::DMA_RESTARTED),
    program(26, &varying::VARYING_COEFFICIENT_LOST),
    program(27, &target::HOST_INTERRUPT_ZERO),
    run(28, "how high a semaphore stands depends on the other QPUs"),
    program(29, &thread_end::THREAD_END_SLOTS),
    program(30, &thread_end::THREAD_END_WRITES_REGISTER),
    program(31, &thread_end::ACCESS_IN_LAST_THREE),
    program(32, &thread_end::ADDRESS_14_IN_LAST_THREE),
    program(33, &thread_end::DEPTH_IN_LAST_INSTRUCTION),
    program(34, &tile::SCOREBOARD_WAIT_AT_END),
    program(35, &tile::SCOREBOARD_WAIT_EARLY),
    program(36, &tile::MASK_AFTER_DEPTH),
    program(37, &tile::DEPTH_ORDER),
    program(38, &tile::TILE_ACCESS_AFTER_UNLOCK),
    program(39, &flow::PROGRAM_END_PASSED),
    program(40, &thread::HIGH_REGISTER_IN_THREAD),
    program(41, &thread::LOST_IN_THREAD_SWITCH),
    program(42, &thread::SWITCH_WITH_SCOREBOARD),
    program(43, &thread::SWITCH_AFTER_LAST),
    program(44, &thread::SWITCH_WHILE_QUEUED),
    program(45, &thread::LAST_SWITCH_COUNT),
    program(46, &tmu_queue::TMU_RESULTS_ACROSS_SWITCH),
    program(47, &tmu_queue::TMU_LOAD_BEFORE_SWITCH),
    program(48, &flow::BRANCH_IN_DELAY_SLOT),
    program(49, &flow::BRANCH_AFTER_SWITCH),
    program(50, &flow::ODD_BRANCH_REGISTER),
    program(51, &flow::BRANCH_TARGET),
    program(52, &flow::BRANCH_SETS_FLAGS),
];

/// The rules of the checker.
pub static RULES: [&Rule; COUNT] = {
    let mut rules = [&register_file::REGISTER_READ_AFTER_WRITE; COUNT];
    let (mut row, mut count) = (0, 0);
    while row < TABLE.len() {
        if let Decision::Program(rule) = TABLE[row].decision {
            rules[count] = rule;
            count += 1;
        }
        row += 1;
    }
    rules
};

const COUNT: usize = {
    let (mut row, mut count) = (0, 0);
    while row < TABLE.len() {
        if matches!(TABLE[row].decision, Decision::Program(_)) {
            count += 1;
        }
        row += 1;
    }
    count
};
