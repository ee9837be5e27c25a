//! The words that the tables have for a place; whether one fits there the checker says.

use quadrille_isa::gl::binding::{PathPart, candidates_among};
use quadrille_isa::gl::condition::{NUMBERED_TESTS, TESTS};
use quadrille_isa::gl::modifier::{MODIFIERS, ModifierKind, ModifierRow};
use quadrille_isa::gl::opcode::{OPCODES, OpcodeRow, OperandShape, ResultShape};
use quadrille_isa::gl::option::OPTIONS;
use quadrille_isa::gl::register::{letters, member_names, numbered_files};
use quadrille_isa::gl::statement::{self, Modifier, STATEMENTS, Statement};
use quadrille_isa::gl::target::TARGETS;
use quadrille_isa::gl::{LanguageSet, Limits, Role};

use super::ati;
use super::candidate::{Candidate, CandidateKind, headers, one, selectors};

use crate::assembly::{NameKind, Names, Part, Program, Slot, Wanted, role_of, slot_roles, value_roles};

/// The candidates of a place before which `typed` of the word stands.
pub(crate) fn candidates(
    program: &Program<'_>,
    names: &Names<'_>,
    limits: &Limits,
    wanted: &Wanted<'_>,
    typed: &str,
) -> Vec<Candidate> {
    let table = Table {
        program,
        names,
        limits,
    };
    match wanted {
        Wanted::Nothing => Vec::new(),
        Wanted::Header => headers(),
        Wanted::Statement => table.statements(typed),
        Wanted::Keyword(modifiers) => table.keywords(modifiers),
        Wanted::Option => table.options(),
        Wanted::Argument(statement) => quadrille_check::arguments(*statement)
            .into_iter()
            .map(|word| one(word, CandidateKind::Constant, statement.row().doc))
            .collect(),
        Wanted::Modifier(row, before) => table.modifiers(row, before),
        Wanted::Operand(slot) => table.operands(*slot),
        Wanted::Value(statement) => {
            let mut found = table.path(&[], &value_roles(*statement));
            if *statement == Statement::Alias {
                found.extend(table.variables(|_| true));
            }
            found
        }
        Wanted::Path(parts, roles) => {
            let declared = |word: &str| table.names.declared.iter().any(|one| one.word.text == word);
            match parts.first() {
                Some(Part::Word(first)) if declared(first) => selectors(),
                _ => {
                    let mut found = table.path(parts, roles);
                    found.extend(selectors());
                    found
                }
            }
        }
        Wanted::Selector if table.languages().meets(LanguageSet::ATI) => ati::selectors(),
        Wanted::Selector => selectors(),
        Wanted::Index(word) => table.indices(word),
        Wanted::Condition => table.tests(),
        Wanted::SubroutineType => table.named(NameKind::SubroutineType),
        Wanted::Label => table.named(NameKind::Label),
    }
}

struct Table<'t, 'd> {
    program: &'t Program<'d>,
    names: &'t Names<'d>,
    limits: &'t Limits,
}

impl Table<'_, '_> {
    fn languages(&self) -> LanguageSet {
        self.program.features.languages
    }

    fn statements(&self, typed: &str) -> Vec<Candidate> {
        let end = one("END", CandidateKind::Keyword, "Ends the program.");
        if self.languages().meets(LanguageSet::ATI) {
            return ati::statements();
        }
        let features = &self.program.features;
        let mut found = vec![end];
        for row in OPCODES
            .iter()
            .filter(|row| row.availability.check(features).is_ok())
        {
            found.push(one(row.mnemonic, CandidateKind::Opcode, row.doc));
            if typed.starts_with(row.mnemonic) {
                found.extend(self.suffixed(row));
            }
        }
        found.extend(self.keywords(&[]));
        found
    }

    /// An opcode with the suffixes that it takes, one of each kind.
    fn suffixed(&self, row: &'static OpcodeRow) -> Vec<Candidate> {
        let takes = row.opcode.suffixes(self.languages());
        let choose = |words: &[(&'static str, bool)]| -> Vec<&'static str> {
            let taken = words.iter().filter(|(_, taken)| *taken);
            std::iter::once("").chain(taken.map(|(word, _)| *word)).collect()
        };
        let precisions = choose(&[("R", takes.float), ("H", takes.half), ("X", takes.fixed)]);
        let updates = choose(&[
            ("C", takes.condition),
            ("C0", takes.numbered),
            ("C1", takes.numbered),
        ]);
        let clamps = choose(&[("_SAT", takes.saturate), ("_SSAT", takes.signed_saturate)]);
        let mut found = Vec::new();
        for precision in &precisions {
            for update in &updates {
                for clamp in &clamps {
                    let suffix = format!("{precision}{update}{clamp}");
                    if !suffix.is_empty() {
                        let word = format!("{}{suffix}", row.mnemonic);
                        found.push(one(word, CandidateKind::Opcode, row.doc));
                    }
                }
            }
        }
        found
    }

    /// Words of declarations behind these modifiers, and further modifiers.
    fn keywords(&self, before: &[Modifier]) -> Vec<Candidate> {
        let features = &self.program.features;
        let fits = |modifier: &Modifier, statement| modifier.check(statement, features).is_ok();
        let statements = STATEMENTS.iter().filter(|row| {
            row.availability.check(features).is_ok() && before.iter().all(|one| fits(one, row.statement))
        });
        let statements = statements.map(|row| one(row.word, CandidateKind::Keyword, row.doc));
        let modifiers = statement::MODIFIERS.iter().filter(|row| {
            let other = |one: &Modifier| {
                let before = statement::MODIFIERS.iter().find(|row| row.modifier == *one);
                before.is_some_and(|before| before.sort != row.sort)
            };
            row.availability.check(features).is_ok() && before.iter().all(other)
        });
        let modifiers = modifiers.map(|row| one(row.word, CandidateKind::Keyword, row.doc));
        statements.chain(modifiers).collect()
    }

    fn options(&self) -> Vec<Candidate> {
        let features = &self.program.features;
        let rows = OPTIONS.iter();
        rows.filter(|row| row.accepts(features.languages, features.stage))
            .map(|row| one(row.name(), CandidateKind::Option, row.doc))
            .collect()
    }

    fn modifiers(&self, row: &OpcodeRow, before: &[&str]) -> Vec<Candidate> {
        let features = &self.program.features;
        let kinds: Vec<ModifierKind> = before
            .iter()
            .filter_map(|name| ModifierRow::of_name(name))
            .map(|row| row.kind)
            .collect();
        let same = |kind: ModifierKind| {
            let sort = std::mem::discriminant(&kind);
            let count = kinds
                .iter()
                .filter(|other| std::mem::discriminant(*other) == sort)
                .count();
            let most = match kind {
                ModifierKind::Storage(_) => *row.storage_modifiers(features).end(),
                _ => 1,
            };
            count >= most
        };
        MODIFIERS
            .iter()
            .filter(|modifier| {
                modifier.availability.check(features).is_ok()
                    && row.takes(modifier.kind, features).is_ok()
                    && !same(modifier.kind)
            })
            .map(|row| one(row.name, CandidateKind::Keyword, row.doc))
            .collect()
    }

    fn operands(&self, slot: Slot) -> Vec<Candidate> {
        let roles = slot_roles(slot, self.program.features.stage);
        let mut found = self.path(&[], &roles);
        match slot {
            Slot::Beyond => return Vec::new(),
            Slot::Target => return self.targets(),
            Slot::Component => {
                let words = ["x", "y", "z", "w", "0", "1"];
                return words
                    .into_iter()
                    .map(|word| one(word, CandidateKind::Selector, "a component or number"))
                    .collect();
            }
            Slot::Any if self.languages().meets(LanguageSet::ATI) => return ati::operands(),
            Slot::Any => {
                found.extend(self.variables(|_| true));
                found.extend(self.registers());
                found.extend(self.targets());
            }
            Slot::Result(ResultShape::Address) => {
                found.clear();
                found.extend(self.variables(|kind| kind == NameKind::Variable(Statement::Address)));
                found.extend(self.registers());
            }
            Slot::Result(_) => {
                found.extend(self.variables(|kind| kind != NameKind::Variable(Statement::Address)));
                found.extend(self.registers());
            }
            Slot::Source(shape) => match shape {
                OperandShape::Label => return self.named(NameKind::Label),
                OperandShape::Subroutine => {
                    return self.variables(|kind| kind == NameKind::Variable(Statement::Subroutine));
                }
                OperandShape::Condition => return self.tests(),
                OperandShape::Texture
                | OperandShape::Image
                | OperandShape::Memory
                | OperandShape::Address => {
                    found.extend(self.variables(|_| true));
                    found.extend(self.registers());
                }
                OperandShape::VectorOrCondition => {
                    found.extend(self.variables(|_| true));
                    found.extend(self.registers());
                    found.extend(self.tests());
                }
                OperandShape::Vector
                | OperandShape::OptionalVector
                | OperandShape::VectorFloat
                | OperandShape::VectorSigned
                | OperandShape::VectorUnsigned
                | OperandShape::Scalar
                | OperandShape::ScalarUnsigned
                | OperandShape::ExtendedSwizzle => {
                    found.extend(self.variables(|_| true));
                    found.extend(self.registers());
                }
            },
        }
        found
    }

    /// The words with which a binding of some roles goes on.
    fn path(&self, parts: &[Part<'_>], roles: &[Role]) -> Vec<Candidate> {
        let features = &self.program.features;
        let written: Vec<PathPart<'_>> = parts.iter().map(|part| part.written()).collect();
        let wanted = |row: &quadrille_isa::gl::binding::BindingRow| {
            let gone = row
                .excluded
                .iter()
                .any(|option| features.options.contains(*option));
            roles.contains(&row.role) && !gone
        };
        let words = candidates_among(&written, written.len(), features, self.limits, wanted);
        words
            .into_iter()
            .map(|word| one(word, CandidateKind::Binding, "a binding"))
            .collect()
    }

    fn variables(&self, wanted: impl Fn(NameKind) -> bool) -> Vec<Candidate> {
        let text = self.program.piece.text;
        let declared = self
            .names
            .declared
            .iter()
            .filter(|one| matches!(one.kind, NameKind::Variable(_)) && wanted(one.kind));
        declared
            .map(|name| {
                let kind = match role_of(name) {
                    Some(Role::Parameter) => CandidateKind::Constant,
                    _ => CandidateKind::Variable,
                };
                let line = text[name.statement.range()].lines().next().unwrap_or_default();
                one(name.word.text, kind, line.trim())
            })
            .collect()
    }

    fn named(&self, kind: NameKind) -> Vec<Candidate> {
        let declared = self.names.declared.iter().filter(|one| one.kind == kind);
        declared
            .map(|name| one(name.word.text, CandidateKind::Label, "declared here"))
            .collect()
    }

    /// The registers of languages that have some by name.
    fn registers(&self) -> Vec<Candidate> {
        let languages = self.languages();
        let mut found: Vec<Candidate> = Vec::new();
        for letter in letters(languages) {
            if found.iter().all(|one| one.word != letter) {
                found.push(one(letter, CandidateKind::Binding, "a file of registers"));
            }
        }
        for file in numbered_files(languages) {
            for number in 0..file.count {
                let word = format!("{}{number}", file.prefix);
                found.push(one(word, CandidateKind::Variable, "a register"));
            }
        }
        if languages.meets(LanguageSet::F10) {
            found.extend(["RC", "HC"].map(|word| one(word, CandidateKind::Variable, "no register")));
        }
        found
    }

    fn targets(&self) -> Vec<Candidate> {
        let rows = TARGETS
            .iter()
            .filter(|row| row.availability.check(&self.program.features).is_ok());
        rows.map(|row| one(row.name, CandidateKind::Constant, row.doc))
            .collect()
    }

    fn tests(&self) -> Vec<Candidate> {
        let features = &self.program.features;
        let rows = TESTS
            .iter()
            .filter(|row| row.availability.check(features).is_ok());
        let digits: &[&str] = match features.languages.meets(NUMBERED_TESTS) {
            true => &["", "0", "1"],
            false => &[""],
        };
        let named = |row: &'static quadrille_isa::gl::condition::TestRow| {
            let digits = if row.test.is_sparse() {
                &digits[..1]
            } else {
                digits
            };
            digits
                .iter()
                .map(|digit| one(format!("{}{digit}", row.name), CandidateKind::Constant, row.doc))
        };
        rows.flat_map(named).collect()
    }

    fn indices(&self, word: &str) -> Vec<Candidate> {
        let members = member_names(word, self.languages());
        let mut found: Vec<Candidate> = members
            .map(|name| one(name, CandidateKind::Binding, "a register"))
            .collect();
        found.extend(self.variables(|_| true));
        found.extend(
            self.registers()
                .into_iter()
                .filter(|one| one.word.starts_with('A')),
        );
        found
    }
}
