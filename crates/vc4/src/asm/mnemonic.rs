//! The words that begin an instruction. ALU operations and signals come from the encoding tables; here
//! are only the words that text adds to them.

use quadrille_isa::qpu::{AddOp, MulOp, Signal};

use super::name_table::NameTable;

/// Which ALU a word binds itself to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    /// The first that is free.
    Either,
    /// The ADD ALU.
    Add,
    /// The MUL ALU.
    Mul,
}

/// The kind of immediate that an `ldi` loads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Load {
    /// A value, or elements where the operand is a list.
    Any,
    /// Signed elements.
    Signed,
    /// Unsigned elements.
    Unsigned,
    /// Semaphore acquire.
    Acquire,
    /// Semaphore release.
    Release,
}

/// The instruction that a word of the text begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mnemonic {
    /// An ALU operation; some exist in both ALUs.
    Alu(Option<AddOp>, Option<MulOp>),
    /// No operation, which still takes an ALU.
    Nop(Choice),
    /// A move, which becomes what fits.
    Move(Choice),
    /// A load immediate or semaphore.
    Load(Load),
    /// A branch; `true` is relative.
    Branch(bool),
    /// A signal.
    Signal(Signal),
    /// A register file access without an ALU operation.
    Read,
    /// Explicit values of fields.
    With,
}

/// Words that are no operation's or signal's own name.
const OTHER: &[(&str, Mnemonic)] = &[
    ("nop", Mnemonic::Nop(Choice::Either)),
    ("anop", Mnemonic::Nop(Choice::Add)),
    ("mnop", Mnemonic::Nop(Choice::Mul)),
    ("mov", Mnemonic::Move(Choice::Either)),
    ("amov", Mnemonic::Move(Choice::Add)),
    ("mmov", Mnemonic::Move(Choice::Mul)),
    ("av8adds", Mnemonic::Alu(Some(AddOp::V8adds), None)),
    ("av8subs", Mnemonic::Alu(Some(AddOp::V8subs), None)),
    ("mv8adds", Mnemonic::Alu(None, Some(MulOp::V8adds))),
    ("mv8subs", Mnemonic::Alu(None, Some(MulOp::V8subs))),
    ("ldi", Mnemonic::Load(Load::Any)),
    ("ldipes", Mnemonic::Load(Load::Signed)),
    ("ldipeu", Mnemonic::Load(Load::Unsigned)),
    ("sacq", Mnemonic::Load(Load::Acquire)),
    ("srel", Mnemonic::Load(Load::Release)),
    ("bra", Mnemonic::Branch(false)),
    ("brr", Mnemonic::Branch(true)),
    ("read", Mnemonic::Read),
    ("with", Mnemonic::With),
    ("break", Mnemonic::Signal(Signal::Breakpoint)),
    ("tswitch", Mnemonic::Signal(Signal::ThreadSwitch)),
    ("tend", Mnemonic::Signal(Signal::ThreadEnd)),
    ("waitscb", Mnemonic::Signal(Signal::ScoreboardWait)),
    ("unlscb", Mnemonic::Signal(Signal::ScoreboardUnlock)),
    ("lswitch", Mnemonic::Signal(Signal::LastThreadSwitch)),
    ("ldcvtlb", Mnemonic::Signal(Signal::LoadCoverage)),
    ("ldcotlb", Mnemonic::Signal(Signal::LoadColour)),
    ("ldcoend", Mnemonic::Signal(Signal::LoadColourEnd)),
    ("ldaltlb", Mnemonic::Signal(Signal::LoadAlpha)),
    ("sig_brk", Mnemonic::Signal(Signal::Breakpoint)),
    ("sig_none", Mnemonic::Signal(Signal::None)),
    ("sig_switch", Mnemonic::Signal(Signal::ThreadSwitch)),
    ("sig_thrsw", Mnemonic::Signal(Signal::ThreadSwitch)),
    ("sig_end", Mnemonic::Signal(Signal::ThreadEnd)),
    ("sig_thrend", Mnemonic::Signal(Signal::ThreadEnd)),
    ("sig_wait_score", Mnemonic::Signal(Signal::ScoreboardWait)),
    ("sig_sbwait", Mnemonic::Signal(Signal::ScoreboardWait)),
    ("sig_unlock_score", Mnemonic::Signal(Signal::ScoreboardUnlock)),
    ("sig_sbdone", Mnemonic::Signal(Signal::ScoreboardUnlock)),
    ("sig_thread_switch", Mnemonic::Signal(Signal::ThreadSwitch)),
    ("sig_last_switch", Mnemonic::Signal(Signal::LastThreadSwitch)),
    ("sig_lthrsw", Mnemonic::Signal(Signal::LastThreadSwitch)),
    ("sig_coverage_load", Mnemonic::Signal(Signal::LoadCoverage)),
    ("sig_loadcv", Mnemonic::Signal(Signal::LoadCoverage)),
    ("sig_color_load", Mnemonic::Signal(Signal::LoadColour)),
    ("sig_colour_load", Mnemonic::Signal(Signal::LoadColour)),
    ("sig_loadc", Mnemonic::Signal(Signal::LoadColour)),
    ("sig_color_load_end", Mnemonic::Signal(Signal::LoadColourEnd)),
    ("sig_ldcend", Mnemonic::Signal(Signal::LoadColourEnd)),
    ("sig_load_tmu0", Mnemonic::Signal(Signal::LoadTmu0)),
    ("sig_ldtmu0", Mnemonic::Signal(Signal::LoadTmu0)),
    ("sig_load_tmu1", Mnemonic::Signal(Signal::LoadTmu1)),
    ("sig_ldtmu1", Mnemonic::Signal(Signal::LoadTmu1)),
    ("sig_alpha_mask_load", Mnemonic::Signal(Signal::LoadAlpha)),
    ("sig_loadam", Mnemonic::Signal(Signal::LoadAlpha)),
];

const ADD_ROWS: usize = AddOp::ALL.len() - 1;
// v8adds and v8subs stand in both lists, nop is a row of `OTHER`.
const MUL_ROWS: usize = MulOp::ALL.len() - 3;
// Code 1 is no signal and has no name; codes 13 and up are forms.
const SIGNAL_ROWS: usize = 12;
const COUNT: usize = OTHER.len() + ADD_ROWS + MUL_ROWS + SIGNAL_ROWS;

// A constant would be copied at every look-up.
static ROWS: [(&str, Mnemonic); COUNT] = rows();

const fn rows() -> [(&'static str, Mnemonic); COUNT] {
    let mut rows = [("", Mnemonic::Read); COUNT];
    let mut next = 0;
    while next < OTHER.len() {
        rows[next] = OTHER[next];
        next += 1;
    }
    let mut at = 1;
    while at < AddOp::ALL.len() {
        let op = AddOp::ALL[at];
        let mul = match op {
            AddOp::V8adds => Some(MulOp::V8adds),
            AddOp::V8subs => Some(MulOp::V8subs),
            _ => None,
        };
        rows[next] = (op.name(), Mnemonic::Alu(Some(op), mul));
        next += 1;
        at += 1;
    }
    at = 1;
    while at < MulOp::ALL.len() {
        let op = MulOp::ALL[at];
        if !matches!(op, MulOp::V8adds | MulOp::V8subs) {
            rows[next] = (op.name(), Mnemonic::Alu(None, Some(op)));
            next += 1;
        }
        at += 1;
    }
    at = 0;
    while at < 13 {
        let signal = Signal::ALL[at];
        if !matches!(signal, Signal::None) {
            rows[next] = (signal.name(), Mnemonic::Signal(signal));
            next += 1;
        }
        at += 1;
    }
    assert!(next == COUNT);
    rows
}

const NAMES: [&str; COUNT] = {
    let rows = rows();
    let mut names = [""; COUNT];
    let mut row = 0;
    while row < COUNT {
        names[row] = rows[row].0;
        row += 1;
    }
    names
};

static TABLE: NameTable<512> = NameTable::new(&NAMES);

/// The instruction that `word` begins, if it begins one.
#[inline]
pub(super) fn find(word: &[u8]) -> Option<Mnemonic> {
    TABLE.find(word, |row| ROWS[row].0).map(|row| ROWS[row].1)
}

/// All words, for suggestions.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.0)
}
