//! Facts about the whole program that the printer needs again and again, found once.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::buffer::BufferRange;
use crate::operand::{File, Register};
use crate::program::Program;
use crate::resources::Declared;

/// Names by what they stand for.
pub(super) struct Names<'p> {
    /// The first name that covers a slot.
    of_slot: HashMap<(File, i32), &'p Declared>,
    /// The first name of a run of slots: where it begins, and how long it is.
    of_run: HashMap<(File, u32, u32), &'p Declared>,
    /// Registers that something rounded is written to.
    short: BTreeSet<(File, i32)>,
    /// The first slots of arrays of which instructions choose an element at run time.
    indexed: HashSet<(File, u32)>,
    /// The numbers of subroutines, by their labels.
    pub(super) numbers: HashMap<&'p str, u32>,
    /// The labels of subroutines, by their numbers.
    pub(super) functions: HashMap<u32, &'p str>,
    /// The runs of buffer elements that are declared.
    pub(super) buffers: HashSet<BufferRange>,
}

impl<'p> Names<'p> {
    pub(super) fn of(program: &'p Program) -> Names<'p> {
        let functions = || program.subroutines().functions.iter();
        let mut names = Names {
            of_slot: HashMap::new(),
            of_run: HashMap::new(),
            short: BTreeSet::new(),
            indexed: HashSet::new(),
            // The first of several, which a program without errors does not have.
            numbers: functions()
                .rev()
                .map(|one| (one.name.as_str(), one.number))
                .collect(),
            functions: functions()
                .rev()
                .map(|one| (one.number, one.name.as_str()))
                .collect(),
            buffers: HashSet::new(),
        };
        for declared in program.declared() {
            let (first, length) = (declared.first as i32, declared.length.unwrap_or(1));
            for slot in first..first + length as i32 {
                names.of_slot.entry((declared.file, slot)).or_insert(declared);
            }
            if let Some(length) = declared.length {
                let run = (declared.file, declared.first, length);
                names.of_run.entry(run).or_insert(declared);
            }
        }
        for instruction in program.instructions().iter() {
            for operand in instruction.reads() {
                if let Some(run) = &operand.register.relative {
                    names.indexed.insert((operand.register.file, run.first));
                }
            }
            let destination = instruction.destination.filter(|to| to.short);
            let register = destination.and_then(|to| to.register);
            names.short.extend(register.map(|to| (to.file, to.slot)));
        }
        names
    }

    /// The name of a register: of its slot, or of the array that an index chooses in.
    pub(super) fn find(&self, register: &Register) -> Option<&'p Declared> {
        match &register.relative {
            Some(run) => self.of_run.get(&(register.file, run.first, run.length)),
            None => self.of_slot.get(&(register.file, register.slot)),
        }
        .copied()
    }

    /// Whether something rounded is written to one of a variable's registers.
    pub(super) fn is_short(&self, declared: &Declared) -> bool {
        let (file, first) = (declared.file, declared.first as i32);
        let end = first + declared.length.unwrap_or(1) as i32;
        self.short.range((file, first)..(file, end)).next().is_some()
    }

    /// Whether an instruction chooses among the elements of an array at run time.
    pub(super) fn is_indexed(&self, declared: &Declared) -> bool {
        self.indexed.contains(&(declared.file, declared.first))
    }
}
