//! Advice on an accepted program: what is legal, and nearly always not what was meant.

mod fixed_point;

use quadrille_base::{Diagnostic, Rule, Span};
use quadrille_isa::gl::driver::{DRIVERS, DriverRow};
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::{Family, LanguageSet, Stage};
use quadrille_program::{Access, Destination, File, Instruction, Program, Register};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::rules::fixed_point_range::FIXED_POINT_RANGE;
use crate::rules::many_texture_indirections::MANY_TEXTURE_INDIRECTIONS;
use crate::rules::no_position::NO_POSITION;
use crate::rules::option_of_one_vendor::OPTION_OF_ONE_VENDOR;
use crate::rules::unset_temporary::UNSET_TEMPORARY;
use crate::rules::unused_name::UNUSED_NAME;
use crate::whole::count::indirections;
use crate::{ascii, rules};

/// The rules of advice, which are no rules of a language.
pub static ADVICE: &[&Rule] = &[
    &FIXED_POINT_RANGE,
    &MANY_TEXTURE_INDIRECTIONS,
    &NO_POSITION,
    &OPTION_OF_ONE_VENDOR,
    &UNSET_TEMPORARY,
    &UNUSED_NAME,
];

/// What may be said of a program that was made from this text, in order of place.
pub fn advice(text: &str, program: &Program) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    all.extend(no_position(text, program));
    options_of_one_vendor(text, program, &mut all);
    all.extend(many_indirections(program));
    fixed_point::fixed_point(program, &mut all);
    if program.profile().variables == Variables::Declared {
        unset_temporaries(program, &mut all);
        unused_names(program, &mut all);
    }
    all.sort_by_key(|one| (one.span.start, one.span.end));
    all
}

/// A plain ARB vertex program; others may be there for feedback alone.
fn no_position(text: &str, program: &Program) -> Option<Diagnostic> {
    let features = program.features();
    let is_arb = features.stage == Stage::Vertex && program.profile().language.meets(LanguageSet::ARB);
    let mut results = program.results().iter();
    let has = results.any(|result| result.binding.family == Family::ResultPosition && result.used != 0);
    if !is_arb || has || features.options.position_invariant() {
        return None;
    }
    let end = text.rfind("END")?;
    Some(rules::no_position::at(Span::new(end as u32, end as u32 + 3)))
}

fn options_of_one_vendor(text: &str, program: &Program, all: &mut Vec<Diagnostic>) {
    if !program.profile().language.meets(LanguageSet::ARB) {
        return;
    }
    let options = program
        .features()
        .options
        .iter()
        .map(|option| option.row().name());
    for name in options.filter(|name| name.starts_with("NV_")) {
        // One that another option brings is not written.
        if let Some(at) = ascii::words(text, name).next() {
            all.push(rules::option_of_one_vendor::at(at));
        }
    }
}

/// Of what drivers load, hardware may hold less.
fn many_indirections(program: &Program) -> Option<Diagnostic> {
    let counted = program.counts().texture_indirections;
    let native = |row: &DriverRow| row.native.map(|native| native.fact.fragment_texture_indirections);
    let loads = |row: &DriverRow| {
        let mut options = program.features().options.iter();
        row.takes_header(program.profile()) && options.all(|option| row.takes_option(option))
    };
    let rows = DRIVERS
        .iter()
        .filter(|row| native(row).is_some_and(|native| native < counted) && loads(row));
    let rows: Vec<&DriverRow> = rows.collect();
    let most = rows.iter().filter_map(|row| native(row)).min()?;
    let first = *indirections(program.instructions()).get(most as usize)?;
    let place = program.span(first);
    Some(rules::many_texture_indirections::at(place, counted, most, &rows))
}

/// Where there is flow, only what is written nowhere at all is said.
fn unset_temporaries(program: &Program, all: &mut Vec<Diagnostic>) {
    let instructions = program.instructions();
    let flows = instructions
        .iter()
        .any(|one| matches!(&one.access, Access::Flow(flow) if !flow.implicit));
    let mut written: FxHashMap<i32, u8> = FxHashMap::default();
    let write = |written: &mut FxHashMap<i32, u8>, instruction: &Instruction| {
        if let Some(Destination {
            register: Some(register),
            mask,
            ..
        }) = &instruction.destination
        {
            for slot in temporaries(register) {
                *written.entry(slot).or_default() |= mask;
            }
        }
    };
    if flows {
        for instruction in instructions.iter() {
            write(&mut written, instruction);
        }
    }
    let mut told = FxHashSet::default();
    for id in instructions.ids() {
        let instruction = &instructions[id];
        for (at, operand) in instruction.operands.iter().enumerate() {
            // Which element of an array it is, a run decides.
            if operand.register.file != File::Temporary || operand.register.relative.is_some() {
                continue;
            }
            let needed = instruction.needs(at);
            let read = (0..4)
                .filter(|at| needed >> at & 1 != 0)
                .map(|at| operand.swizzle.component(at));
            let read = read
                .filter(|component| *component < 4)
                .fold(0, |bits, component| bits | 1 << component);
            let slot = operand.register.slot;
            let unset = read & !written.get(&slot).copied().unwrap_or(0);
            if unset != 0
                && let Some(temporary) = program.temporaries().get(slot as usize)
                && !temporary.long
                && told.insert(slot)
            {
                let letters = "xyzw".chars().enumerate().filter(|(at, _)| unset >> at & 1 != 0);
                let letters: String = letters.map(|(_, letter)| letter).collect();
                all.push(rules::unset_temporary::at(
                    program.span(id),
                    &temporary.name,
                    &letters,
                ));
            }
        }
        if !flows {
            write(&mut written, instruction);
        }
    }
}

/// The temporaries that a register may be.
fn temporaries(register: &Register) -> std::ops::Range<i32> {
    match (&register.file, &register.relative) {
        (File::Temporary, None) => register.slot..register.slot + 1,
        (File::Temporary, Some(run)) => run.first as i32..(run.first + run.length) as i32,
        (File::Attribute | File::Parameter | File::Result | File::Address, _) => 0..0,
    }
}

fn unused_names(program: &Program, all: &mut Vec<Diagnostic>) {
    let mut used: FxHashSet<(File, u32)> = FxHashSet::default();
    let mut runs = Vec::new();
    let mut note = |register: &Register| {
        used.insert((register.file, register.slot as u32));
        if let Some(run) = &register.relative {
            runs.push((register.file, run.first, run.first + run.length));
            used.insert((run.index.file, run.index.slot));
        }
        if let Some(index) = register.outer.as_ref().and_then(|outer| outer.index) {
            used.insert((index.file, index.slot));
        }
        register.outer.is_some()
    };
    for instruction in program.instructions().iter() {
        let mut outer = false;
        for operand in instruction.reads() {
            outer |= note(&operand.register);
        }
        if let Some(register) = instruction.destination.and_then(|to| to.register) {
            outer |= note(&register);
        }
        // Variables with two indices have slots of other sorts.
        if outer {
            return;
        }
    }
    for name in program.declared().iter().filter(|name| !name.settable) {
        let end = name.first + name.length.unwrap_or(1);
        let is_used = (name.first..end)
            .take(1 << 16)
            .any(|slot| used.contains(&(name.file, slot)))
            || runs
                .iter()
                .any(|(file, first, last)| *file == name.file && *first < end && name.first < *last);
        // Addresses are components of few registers.
        if !is_used && matches!(name.file, File::Temporary | File::Attribute | File::Parameter) {
            all.push(rules::unused_name::at(name.span, &name.name));
        }
    }
}
