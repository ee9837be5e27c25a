//! A row of the opcode table as text: shapes, meaning by language, modifiers, suffixes, an example.
//!
//! The availability of an opcode is not here: that is said of everything in the same way.

use std::fmt::Write;

use super::{Column, Columns, Example, OpcodeRow, OperandShape, ResultShape, Suffixes};
use crate::gl::atomic::ATOMICS;
use crate::gl::availability::Missing;
use crate::gl::language::LanguageSet;
use crate::gl::modifier::{MODIFIERS, ModifierKind};
use crate::gl::operation::{Class, ConversionOp, MemoryOp, Operation, Space};
use crate::gl::option::OPTIONS;
use crate::gl::profile::PROFILES;

impl OperandShape {
    /// The shape in the notation of the specifications' instruction tables.
    pub const fn notation(self) -> &'static str {
        match self {
            OperandShape::Vector => "v",
            OperandShape::OptionalVector => "[v]",
            OperandShape::VectorFloat => "vf",
            OperandShape::VectorSigned => "vs",
            OperandShape::VectorUnsigned => "vu",
            OperandShape::Scalar => "s",
            OperandShape::ScalarUnsigned => "su",
            OperandShape::ExtendedSwizzle => "v with extended swizzle",
            OperandShape::Address => "a",
            OperandShape::Texture => "t",
            OperandShape::Image => "i",
            OperandShape::Memory => "memory",
            OperandShape::Condition => "c",
            OperandShape::VectorOrCondition => "vc",
            OperandShape::Label => "label",
            OperandShape::Subroutine => "subroutine",
        }
    }
}

impl ResultShape {
    /// The shape in the notation of the specifications' instruction tables.
    pub const fn notation(self) -> &'static str {
        match self {
            ResultShape::None => "",
            ResultShape::Vector => "v",
            ResultShape::VectorFloat => "vf",
            ResultShape::VectorSigned => "vs",
            ResultShape::VectorUnsigned => "vu",
            ResultShape::Scalar => "s",
            ResultShape::Address => "a",
        }
    }
}

impl OpcodeRow {
    /// The row as lines of Markdown, without its name, its languages and its citation; of all languages, or of those of
    /// one program.
    pub fn describe(&self, of: Option<LanguageSet>) -> String {
        let mut text = String::new();
        let mut line = |label: &str, value: &str| {
            if !value.is_empty() {
                let _ = writeln!(text, "- {label}: {value}");
            }
        };
        let has = |languages: LanguageSet| of.is_none_or(|of| of.meets(languages));
        match of {
            Some(of) => {
                line("Form", &self.form(self.operands_in(of)));
                line("Does", self.operation_in(of).doc());
            }
            None => {
                line("Form", &self.form(self.operands));
                for (languages, operands) in self.except {
                    line(&format!("Form in {}", names(*languages)), &self.form(operands));
                }
                line("Does", self.operation.doc());
                for (languages, operation) in self.variants {
                    line(&format!("In {}", names(*languages)), operation.doc());
                }
            }
        }
        if has(LanguageSet::GPU) {
            let label = match of {
                Some(_) => "Modifiers",
                None => "Modifiers in the NV4 and NV5 languages",
            };
            line(label, &self.modifiers());
        }
        if has(LanguageSet::NV5) {
            line("Storage modifiers", &self.storages());
        }
        match of {
            Some(of) if !of.meets(LanguageSet::GPU) => {
                line("Suffixes", &suffixes(&self.opcode.suffixes(of)));
            }
            Some(_) => {}
            None => {
                for (language, name) in older_languages() {
                    if self.availability.languages.meets(language) {
                        line(
                            &format!("Suffixes in {name}"),
                            &suffixes(&self.opcode.suffixes(language)),
                        );
                    }
                }
            }
        }
        line("Undefined", self.undefined.unwrap_or_default());
        if let Some(example) = &self.example {
            line("Example", &example.describe(self.mnemonic));
        }
        text
    }

    fn form(&self, operands: &[OperandShape]) -> String {
        let operands: Vec<_> = operands.iter().map(|shape| shape.notation()).collect();
        let arrow = if self.result == ResultShape::None {
            ""
        } else {
            " ← "
        };
        format!(
            "`{}`",
            format!("{}{arrow}{}", self.result.notation(), operands.join(", ")).trim()
        )
    }

    /// The storage modifiers of a memory instruction or CVT in the NV5 languages, those that an option adds
    /// among them.
    fn storages(&self) -> String {
        let stores = self.operation.class() == Class::Memory
            || self.operation == Operation::Conversion(ConversionOp::Convert);
        let newest = PROFILES
            .iter()
            .find(|profile| LanguageSet::N50.meets(profile.language));
        let Some(features) = newest.map(|profile| profile.features()).filter(|_| stores) else {
            return String::new();
        };
        if let Operation::Memory(MemoryOp::Atomic(space)) = self.operation {
            return atomics(space);
        }
        if *self.storage_modifiers(&features).end() == 0
            || self.operation == Operation::Memory(MemoryOp::Barrier)
        {
            return String::new();
        }
        let taken = MODIFIERS.iter().filter(|row| {
            matches!(row.kind, ModifierKind::Storage(_))
                && matches!(self.takes(row.kind, &features), Ok(()) | Err(Missing::Option(_)))
        });
        taken.map(|row| row.name).collect::<Vec<_>>().join(" ")
    }

    fn modifiers(&self) -> String {
        if !self.availability.languages.meets(LanguageSet::GPU) && self.availability.by_option.is_empty() {
            return String::new();
        }
        let Columns {
            float,
            integer,
            condition,
            saturate,
            ..
        } = self.columns;
        let mut list = Vec::new();
        let types = |list: &mut Vec<&str>, column, base: [&'static str; 3]| match column {
            Column::No => {}
            Column::Yes => list.extend(&base[..2]),
            Column::Long => list.extend(&base),
        };
        types(&mut list, float, ["F", "F32", "F64"]);
        types(&mut list, integer, ["S", "S32", "S64"]);
        types(&mut list, integer, ["U", "U32", "U64"]);
        if condition {
            list.extend(["CC", "CC0", "CC1"]);
        }
        if saturate {
            list.extend(["SAT", "SSAT"]);
        }
        let special = MODIFIERS.iter().filter(|row| match row.kind {
            ModifierKind::Base(_)
            | ModifierKind::Storage(_)
            | ModifierKind::Update(_)
            | ModifierKind::Clamp(_)
            | ModifierKind::NoTypeCheck => false,
            kind => self.takes_by_meaning(kind),
        });
        list.extend(special.map(|row| row.name));
        list.join(" ")
    }
}

/// The formats that atomic operations take in a kind of memory, with those operations.
fn atomics(space: Space) -> String {
    let modifier = |wanted: ModifierKind| {
        let row = MODIFIERS.iter().find(|row| row.kind == wanted);
        row.map_or("", |row| row.name)
    };
    let rows = ATOMICS.iter().filter(|row| row.spaces.contains(&space));
    let texts = rows.map(|row| {
        let operations = row
            .operations
            .iter()
            .map(|operation| modifier(ModifierKind::Atomic(*operation)));
        let option = row
            .option
            .map_or(String::new(), |option| format!(" by {}", option.row().name()));
        let operations = operations.collect::<Vec<_>>().join(" ");
        format!(
            "{} ({operations}){option}",
            modifier(ModifierKind::Storage(row.storage))
        )
    });
    texts.collect::<Vec<_>>().join(", ")
}

impl Example {
    fn describe(&self, mnemonic: &str) -> String {
        let vector = |numbers: &[f32]| match numbers {
            [one] => one.to_string(),
            many => format!(
                "({})",
                many.iter().map(f32::to_string).collect::<Vec<_>>().join(", ")
            ),
        };
        let operands: Vec<_> = self.operands.iter().map(|operand| vector(operand)).collect();
        format!(
            "{mnemonic} of {} gives {}",
            operands.join(" and "),
            vector(self.result)
        )
    }
}

fn suffixes(suffixes: &Suffixes) -> String {
    let all = [
        (suffixes.float, "R"),
        (suffixes.half, "H"),
        (suffixes.fixed, "X"),
        (suffixes.condition, "C"),
        (suffixes.numbered, "C0 C1"),
        (suffixes.saturate, "_SAT"),
        (suffixes.signed_saturate, "_SSAT"),
    ];
    let taken: Vec<_> = all
        .into_iter()
        .filter(|(taken, _)| *taken)
        .map(|(_, name)| name)
        .collect();
    taken.join(" ")
}

/// The languages before NV_gpu_program4: headers, and options that add to them.
fn older_languages() -> impl Iterator<Item = (LanguageSet, &'static str)> {
    let headers = PROFILES.iter().map(|profile| (profile.language, profile.header));
    let options = OPTIONS.iter().map(|row| (row.adds, row.names[0]));
    headers
        .chain(options)
        .filter(|(language, _)| *language != LanguageSet::NONE && !language.meets(LanguageSet::GPU))
}

fn names(languages: LanguageSet) -> String {
    let headers = PROFILES.iter().map(|profile| (profile.language, profile.header));
    let options = OPTIONS.iter().map(|row| (row.adds, row.names[0]));
    let named = headers
        .chain(options)
        .filter(|(language, _)| language.meets(languages));
    named.map(|(_, name)| name).collect::<Vec<_>>().join(", ")
}
