//! Mnemonics: an opcode with its suffixes, `ADDRC1_SSAT`.

use std::sync::LazyLock;

use quadrille_isa::gl::opcode::{OPCODES, OpcodeRow};
use quadrille_isa::gl::{Clamp, Features};
use rustc_hash::FxHashMap;

/// The suffixes of an opcode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Suffix {
    /// `R`, `H` or `X`.
    pub(crate) precision: Option<char>,
    /// `C` or `C0`: register 0, `C1`: register 1; whether a number is written.
    pub(crate) update: Option<(u8, bool)>,
    /// `_SAT` or `_SSAT`.
    pub(crate) clamp: Clamp,
}

static BY_MNEMONIC: LazyLock<FxHashMap<&'static str, &'static OpcodeRow>> =
    LazyLock::new(|| OPCODES.iter().map(|row| (row.mnemonic, row)).collect());

/// Every way to read a word as an opcode and its suffixes, the plain one first, which most words are.
pub(crate) fn readings(word: &str) -> impl Iterator<Item = (&'static OpcodeRow, Suffix)> {
    let plain = BY_MNEMONIC.get(word).map(|row| (*row, Suffix::default()));
    plain.into_iter().chain(suffixed(word))
}

/// Every way to read a word as an opcode with a suffix.
fn suffixed(word: &str) -> impl Iterator<Item = (&'static OpcodeRow, Suffix)> {
    let clamps = [
        ("", Clamp::None),
        ("_SAT", Clamp::Saturate),
        ("_SSAT", Clamp::SignedSaturate),
    ];
    let updates = [
        ("", None),
        ("C", Some((0, false))),
        ("C0", Some((0, true))),
        ("C1", Some((1, true))),
    ];
    let precisions = [("", None), ("R", Some('R')), ("H", Some('H')), ("X", Some('X'))];
    clamps
        .into_iter()
        .filter_map(move |(text, clamp)| Some((word.strip_suffix(text)?, clamp)))
        .flat_map(move |(stem, clamp)| {
            updates
                .into_iter()
                .filter_map(move |(text, update)| Some((stem.strip_suffix(text)?, update)))
                .flat_map(move |(stem, update)| {
                    precisions.into_iter().filter_map(move |(text, precision)| {
                        let row = BY_MNEMONIC.get(stem.strip_suffix(text)?)?;
                        Some((
                            *row,
                            Suffix {
                                precision,
                                update,
                                clamp,
                            },
                        ))
                    })
                })
        })
        .filter(|(_, suffix)| *suffix != Suffix::default())
}

/// Whether an opcode takes a suffix in a program.
pub(crate) fn takes(row: &OpcodeRow, suffix: &Suffix, features: &Features) -> bool {
    let allowed = row.opcode.suffixes(features.languages);
    let precision = match suffix.precision {
        None => true,
        Some('X') => allowed.fixed,
        Some('H') => allowed.half,
        Some(_) => allowed.float,
    };
    let update = match suffix.update {
        None => true,
        Some((_, true)) => allowed.numbered,
        Some((_, false)) => allowed.condition,
    };
    let clamp = match suffix.clamp {
        Clamp::None => true,
        Clamp::Saturate => allowed.saturate,
        Clamp::SignedSaturate => allowed.signed_saturate,
    };
    precision && update && clamp
}

/// The row of an opcode as a program writes it, with suffixes: the one that a program with these features has, or else
/// one of that name.
pub fn opcode_row(word: &str, features: &Features) -> Option<&'static OpcodeRow> {
    let has = |row: &OpcodeRow, suffix: &Suffix| {
        row.availability.check(features).is_ok() && takes(row, suffix, features)
    };
    let own = readings(word).find(|(row, suffix)| has(row, suffix));
    own.or_else(|| readings(word).next()).map(|(row, _)| row)
}
