//! Suffixes of operations: conditions, set flags, pack, unpack, branch conditions.

use quadrille_isa::qpu::{BranchCondition, Condition};

use super::dialect::Dialect;
use super::slice::Slice;

/// The modifier that a suffix stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Suffix {
    SetFlags,
    /// A write condition.
    Condition(Condition),
    Pack(Slice),
    Unpack(Slice),
    Branch(BranchCondition),
}

/// The suffix of this name, without its point.
pub(super) fn find(name: &[u8], dialect: Dialect) -> Option<Suffix> {
    match name {
        b"setf" | b"sf" => Some(Suffix::SetFlags),
        b"never" => Some(Suffix::Condition(Condition::Never)),
        [b'i', b'f', rest @ ..] => {
            let condition = match rest {
                // Broadcom's assembler: `nc` after `if` is carry clear, as in `.allnc`.
                b"nc" if !dialect.nc_is_negative() => Condition::CarryClear,
                rest => condition(rest)?,
            };
            Some(Suffix::Condition(condition))
        }
        [b'p', b'a', b'c', b'k', rest @ ..] => Slice::parse(rest).map(Suffix::Pack),
        [b'u', b'n', b'p', b'a', b'c', b'k', rest @ ..] => Slice::parse(rest).map(Suffix::Unpack),
        [b'a', b'l', b'l', ..] | [b'a', b'n', b'y', ..] => branch(name).map(Suffix::Branch),
        _ => None,
    }
}

/// A condition without `if`, as it stands after a target: `r0.nz`.
pub(super) fn short_condition(name: &[u8]) -> Option<Suffix> {
    condition(name).map(Suffix::Condition)
}

fn condition(name: &[u8]) -> Option<Condition> {
    Some(match name {
        b"z" | b"zs" => Condition::ZeroSet,
        b"nz" | b"zc" => Condition::ZeroClear,
        b"n" | b"ns" => Condition::NegativeSet,
        // Broadcom's disassembler and vc4asm both print negative clear as `nc`.
        b"nn" | b"nc" => Condition::NegativeClear,
        b"c" | b"cs" => Condition::CarrySet,
        b"cc" => Condition::CarryClear,
        _ => return None,
    })
}

fn branch(name: &[u8]) -> Option<BranchCondition> {
    let text = std::str::from_utf8(name).ok()?;
    let plain = match name {
        [_, _, _, flag @ (b'z' | b'n' | b'c'), b's'] => BranchCondition::from_name(&text[..3])
            .or_else(|| BranchCondition::from_name(&format!("{}{}", &text[..3], char::from(*flag)))),
        [_, _, _, b'z', b'c'] => BranchCondition::from_name(&format!("{}nz", &text[..3])),
        [_, _, _, b'c', b'c'] => BranchCondition::from_name(&format!("{}nc", &text[..3])),
        _ => None,
    };
    plain.or_else(|| BranchCondition::from_name(text))
}
