//! The modifiers of an NV4 or NV5 instruction: suffixes of the opcode and words behind points, what they say
//! together (NV_gpu_program4 and 5, 2.X.4.1).
//!
//! Which modifiers an opcode takes is in the tables of `isa`, and which go together in `agreement`; here is
//! what each says, and that there is one of each kind.

use quadrille_base::{Span, suggest};
use quadrille_isa::gl::availability::Missing;
use quadrille_isa::gl::modifier::{BaseType, MODIFIERS, ModifierKind, ModifierRow};
use quadrille_isa::gl::opcode::OpcodeRow;
use quadrille_isa::gl::{Clamp, Storage};
use quadrille_syntax::tree::Word;

use crate::context::Context;
use crate::dialect::Habit;
use crate::instruct::agreement::{atomic_format, clamp_fits, needed, type_and_special};
use crate::instruct::modifier::{Group, Modifiers, Written};
use crate::mnemonic::Suffix;
use crate::rules;
use crate::state::diagnostics::Diagnostics;

/// Reads the modifiers of an instruction; `mnemonic` is its opcode with the suffixes on it. `None` if any
/// is wrong, which is reported.
pub(crate) fn modifiers(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    row: &'static OpcodeRow,
    suffix: &Suffix,
    mnemonic: &Word<'_>,
    words: &[Word<'_>],
) -> Option<Modifiers> {
    let mut written: Vec<Written> = Vec::with_capacity(words.len());
    // The suffixes stand at the end of the opcode's name.
    let behind = Span::new(mnemonic.span.start + row.mnemonic.len() as u32, mnemonic.span.end);
    let suffixes = [
        suffix.precision.map(|_| ModifierKind::Base(BaseType::Float)),
        suffix.update.map(|(register, _)| ModifierKind::Update(register)),
        (suffix.clamp != Clamp::None).then_some(ModifierKind::Clamp(suffix.clamp)),
    ];
    for kind in suffixes.into_iter().flatten() {
        let group = Group::of(kind, row);
        written.push(Written {
            kind,
            group,
            span: behind,
        });
    }
    let mut complete = true;
    for word in words {
        let kind = modifier(cx, diagnostics, row, word);
        match kind.map(|kind| (kind, Group::of(kind, row))) {
            Some((kind, group)) if one_of_kind(cx, diagnostics, row, &written, group, word) => {
                written.push(Written {
                    kind,
                    group,
                    span: word.span,
                });
            }
            _ => complete = false,
        }
    }
    if !complete {
        return None;
    }
    together(cx, diagnostics, row, mnemonic.span, &written)
}

/// One word behind a point: the modifier, if the program has it and the opcode takes it.
fn modifier(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    row: &'static OpcodeRow,
    word: &Word<'_>,
) -> Option<ModifierKind> {
    let Some(modifier) = ModifierRow::of_name(word.text) else {
        let taken = MODIFIERS.iter().filter(|modifier| {
            !matches!(modifier.kind, ModifierKind::Derivative(_))
                && row.takes(modifier.kind, &cx.language.features).is_ok()
                && modifier.availability.check(&cx.language.features).is_ok()
        });
        let near = suggest::nearest(word.text, taken.map(|modifier| modifier.name));
        diagnostics.report(rules::unknown_modifier::at(word.span, near));
        return None;
    };
    // An opcode that never takes it is the better message than an option that would bring it.
    if let Err(missing) = row.takes(modifier.kind, &cx.language.features) {
        let diagnostic = match missing {
            Missing::Option(option) => cx.missing_option(word.span, option),
            Missing::Language | Missing::Stage => rules::unsupported_modifier::at(word.span, row.mnemonic),
        };
        diagnostics.report(diagnostic);
        return None;
    }
    match modifier.availability.check(&cx.language.features) {
        Ok(()) => {
            if matches!(modifier.kind, ModifierKind::Derivative(_)) {
                let diagnostic = rules::unknown_modifier::at(word.span, None);
                diagnostics.unless_admitted(Habit::DerivativeControl, diagnostic);
            }
            Some(modifier.kind)
        }
        Err(Missing::Option(option)) => {
            let diagnostic = cx.missing_option(word.span, option);
            diagnostics.report(diagnostic);
            None
        }
        Err(Missing::Language | Missing::Stage) => {
            diagnostics.report(rules::unsupported_modifier::language(word.span));
            None
        }
    }
}

/// Whether an instruction may have one more modifier of a group; reports it otherwise.
fn one_of_kind(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    row: &'static OpcodeRow,
    written: &[Written],
    group: Group,
    word: &Word<'_>,
) -> bool {
    let most = match group {
        Group::Storage => *row.storage_modifiers(&cx.language.features).end(),
        _ => 1,
    };
    let mut same = written.iter().filter(|other| other.group == group);
    if same.clone().count() < most {
        return true;
    }
    if let Some(before) = same.next() {
        diagnostics.report(rules::repeated_modifier::at(word.span, before.span));
    }
    false
}

/// The modifiers of an instruction, from all words together.
fn together(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    row: &'static OpcodeRow,
    opcode: Span,
    written: &[Written],
) -> Option<Modifiers> {
    let find = |group: Group| written.iter().find(|modifier| modifier.group == group).copied();
    let (named, special) = (find(Group::Type), find(Group::Special));
    type_and_special(diagnostics, opcode, named, special)?;
    let storage: Vec<Storage> = written
        .iter()
        .filter_map(|modifier| match (modifier.group, modifier.kind) {
            (Group::Storage, ModifierKind::Storage(storage)) => Some(storage),
            _ => None,
        })
        .collect();
    if let (Some(named), Some(stored)) = (named, find(Group::Storage)) {
        diagnostics.report(rules::repeated_modifier::type_and_storage(
            stored.span,
            named.span,
        ));
        return None;
    }
    let typed = match special {
        Some(Written {
            kind: kind @ ModifierKind::Multiply24(_),
            ..
        }) => Some(kind),
        _ => named.map(|named| named.kind),
    };
    let data_type = match storage.first() {
        Some(storage) => Some(storage.data_type()),
        None => row.data_type(typed),
    };
    let mut modifiers = Modifiers {
        data_type,
        special: special.map(|special| special.kind),
        storage,
        ..Modifiers::default()
    };
    for modifier in written {
        match modifier.kind {
            ModifierKind::Base(_)
            | ModifierKind::Storage(_)
            | ModifierKind::Multiply24(_)
            | ModifierKind::High => {}
            ModifierKind::Update(register) => modifiers.update = Some(register),
            ModifierKind::Clamp(clamp) => modifiers.clamp = clamp,
            ModifierKind::NoTypeCheck => modifiers.unchecked = true,
            ModifierKind::Atomic(operation) => modifiers.atomic = Some(operation),
            ModifierKind::Counter(operation) => modifiers.counter = Some(operation),
            ModifierKind::Coherent => modifiers.coherent = true,
            ModifierKind::Volatile => modifiers.volatile = true,
            ModifierKind::Rounding(rounding) => modifiers.rounding = rounding,
            ModifierKind::Precise => modifiers.precise = true,
            ModifierKind::WorkGroup => modifiers.work_group = true,
            ModifierKind::Sparse => modifiers.sparse = true,
            ModifierKind::LodClamp => modifiers.lod_clamp = true,
            ModifierKind::Derivative(control) => modifiers.derivative = Some(control),
        }
    }
    needed(cx, diagnostics, row, opcode, &modifiers)?;
    if let (Some(atomic), Some(stored)) = (find(Group::Atomic), find(Group::Storage)) {
        atomic_format(cx, diagnostics, row, &modifiers, atomic.span, stored.span)?;
    }
    if let Some(clamp) = find(Group::Clamp) {
        clamp_fits(diagnostics, row, &modifiers, clamp.span)?;
    }
    Some(modifiers)
}
