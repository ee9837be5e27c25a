//! The modifiers of an NV4 or NV5 instruction: suffixes of the opcode and words behind points, what they say
//! together (NV_gpu_program4 and 5, 2.X.4.1).
//!
//! Which modifiers an opcode takes is in the tables of `isa`, and which go together in `agreement`; here is
//! what each says, and that there is one of each kind.

use quadrille_base::{Span, suggest};
use quadrille_isa::gl::availability::Missing;
use quadrille_isa::gl::modifier::{BaseType, MODIFIERS, ModifierKind, ModifierRow};
use quadrille_isa::gl::opcode::OpcodeRow;
use quadrille_isa::gl::operation::Class;
use quadrille_isa::gl::{AtomicOperation, Clamp, CounterOperation, DataType, Operation, Storage};
use quadrille_numerics::convert::Rounding;
use quadrille_syntax::tree::Word;

use crate::checker::Checker;
use crate::mnemonic::Suffix;
use crate::rules;

/// What the modifiers of an instruction say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Modifiers {
    /// The type that the instruction computes in; `None` for an opcode without one.
    pub(crate) data_type: Option<DataType>,
    /// The operation, which the special modifiers of MUL change.
    pub(crate) special: Option<ModifierKind>,
    /// Formats of memory; for CVT that of the result, then that of the operand.
    pub(crate) storage: Vec<Storage>,
    /// The condition-code register that is updated.
    pub(crate) update: Option<u8>,
    /// The clamp of the result.
    pub(crate) clamp: Clamp,
    /// Whether types are not checked.
    pub(crate) unchecked: bool,
    /// What an atomic instruction does.
    pub(crate) atomic: Option<AtomicOperation>,
    /// What ATOMCTR does.
    pub(crate) counter: Option<CounterOperation>,
    /// `COH`
    pub(crate) coherent: bool,
    /// `VOL`
    pub(crate) volatile: bool,
    /// How CVT rounds.
    pub(crate) rounding: Rounding,
    /// `PREC`
    pub(crate) precise: bool,
    /// `CTA`
    pub(crate) work_group: bool,
    /// `SPARSE`
    pub(crate) sparse: bool,
    /// `LODCLAMP`
    pub(crate) lod_clamp: bool,
}

/// The kinds of which an instruction has one modifier at most, or as many as its opcode wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Group {
    Type,
    Special,
    Storage,
    Update,
    Clamp,
    Unchecked,
    Atomic,
    Counter,
    Coherent,
    Volatile,
    Rounding,
    Precise,
    Scope,
    Sparse,
    LodClamp,
}

impl Group {
    fn of(kind: ModifierKind, row: &OpcodeRow) -> Group {
        match kind {
            ModifierKind::Base(_) => Group::Type,
            ModifierKind::Storage(_) if stores(row) => Group::Storage,
            // On arithmetic, F32 is F with a size.
            ModifierKind::Storage(_) => Group::Type,
            ModifierKind::Multiply24(_) | ModifierKind::High => Group::Special,
            ModifierKind::Update(_) => Group::Update,
            ModifierKind::Clamp(_) => Group::Clamp,
            ModifierKind::NoTypeCheck => Group::Unchecked,
            ModifierKind::Atomic(_) => Group::Atomic,
            ModifierKind::Counter(_) => Group::Counter,
            ModifierKind::Coherent => Group::Coherent,
            ModifierKind::Volatile => Group::Volatile,
            ModifierKind::Rounding(_) => Group::Rounding,
            ModifierKind::Precise => Group::Precise,
            ModifierKind::WorkGroup => Group::Scope,
            ModifierKind::Sparse => Group::Sparse,
            ModifierKind::LodClamp => Group::LodClamp,
        }
    }
}

/// Whether storage modifiers of an opcode are formats, not types of arithmetic.
pub(super) fn stores(row: &OpcodeRow) -> bool {
    matches!(row.operation.class(), Class::Memory) || row.operation == Operation::Convert
}

/// A modifier that an instruction has.
#[derive(Clone, Copy)]
pub(super) struct Written {
    pub(super) kind: ModifierKind,
    group: Group,
    pub(super) span: Span,
}

impl<'t, 's> Checker<'t, 's> {
    /// Reads the modifiers of an instruction; `mnemonic` is its opcode with the suffixes on it. `None` if any
    /// is wrong, which is reported.
    pub(crate) fn modifiers(
        &mut self,
        row: &'static OpcodeRow,
        suffix: &Suffix,
        mnemonic: &Word<'s>,
        words: &'t [Word<'s>],
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
            let kind = self.modifier(row, word);
            match kind.map(|kind| (kind, Group::of(kind, row))) {
                Some((kind, group)) if self.one_of_kind(row, &written, group, word) => {
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
        self.together(row, mnemonic.span, &written)
    }

    /// One word behind a point: the modifier, if the program has it and the opcode takes it.
    fn modifier(&mut self, row: &'static OpcodeRow, word: &Word<'s>) -> Option<ModifierKind> {
        let Some(modifier) = ModifierRow::of_name(word.text) else {
            let taken = MODIFIERS.iter().filter(|modifier| {
                row.takes(modifier.kind, &self.features).is_ok()
                    && modifier.availability.check(&self.features).is_ok()
            });
            let near = suggest::nearest(word.text, taken.map(|modifier| modifier.name));
            self.report(rules::unknown_modifier::at(word.span, near));
            return None;
        };
        // An opcode that never takes it is the better message than an option that would bring it.
        if let Err(missing) = row.takes(modifier.kind, &self.features) {
            let diagnostic = match missing {
                Missing::Option(option) => self.missing_option(word.span, option),
                Missing::Language | Missing::Stage => {
                    rules::unsupported_modifier::at(word.span, row.mnemonic)
                }
            };
            self.report(diagnostic);
            return None;
        }
        match modifier.availability.check(&self.features) {
            Ok(()) => Some(modifier.kind),
            Err(Missing::Option(option)) => {
                let diagnostic = self.missing_option(word.span, option);
                self.report(diagnostic);
                None
            }
            Err(Missing::Language | Missing::Stage) => {
                self.report(rules::unsupported_modifier::language(word.span));
                None
            }
        }
    }

    /// Whether an instruction may have one more modifier of a group; reports it otherwise.
    fn one_of_kind(
        &mut self,
        row: &'static OpcodeRow,
        written: &[Written],
        group: Group,
        word: &Word<'s>,
    ) -> bool {
        let most = match group {
            Group::Storage => *row.storage_modifiers(&self.features).end(),
            _ => 1,
        };
        let mut same = written.iter().filter(|other| other.group == group);
        if same.clone().count() < most {
            return true;
        }
        if let Some(before) = same.next() {
            self.report(rules::repeated_modifier::at(word.span, before.span));
        }
        false
    }

    /// What all modifiers together say.
    fn together(&mut self, row: &'static OpcodeRow, opcode: Span, written: &[Written]) -> Option<Modifiers> {
        let find = |group: Group| written.iter().find(|modifier| modifier.group == group).copied();
        let (named, special) = (find(Group::Type), find(Group::Special));
        self.type_and_special(opcode, named, special)?;
        let storage: Vec<Storage> = written
            .iter()
            .filter_map(|modifier| match (modifier.group, modifier.kind) {
                (Group::Storage, ModifierKind::Storage(storage)) => Some(storage),
                _ => None,
            })
            .collect();
        if let (Some(named), Some(stored)) = (named, find(Group::Storage)) {
            self.report(rules::repeated_modifier::type_and_storage(
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
            }
        }
        self.needed(row, opcode, &modifiers)?;
        if let (Some(atomic), Some(stored)) = (find(Group::Atomic), find(Group::Storage)) {
            self.atomic_format(row, &modifiers, atomic.span, stored.span)?;
        }
        if let Some(clamp) = find(Group::Clamp) {
            self.clamp_fits(row, &modifiers, clamp.span)?;
        }
        Some(modifiers)
    }
}
