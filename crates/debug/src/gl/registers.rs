//! The registers of a program: their names, and how their words are read.

use quadrille_isa::gl::condition::Flags;
use quadrille_isa::gl::{DataType, Stage};
use quadrille_program::types::{Types, is_long};
use quadrille_program::{File, ParameterSource, Program, Register as Slot};
use quadrille_reference::PausedRun;

use crate::machine::{Group, Register};
use crate::value::{Kind, Value, code};

/// What a register is in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    Slot(File, usize, Kind),
    /// Condition code 0 or 1.
    Code(usize),
    /// Whether the fragment is discarded.
    Killed,
    /// The vertices that were emitted.
    Emitted,
}

/// All registers, and where each file begins among them.
pub(super) struct Registers {
    pub(super) all: Vec<Register>,
    meanings: Vec<Meaning>,
    /// The register that says whether the fragment is discarded.
    pub(super) killed: Option<usize>,
}

const FILES: [(File, Group); 5] = [
    (File::Attribute, Group::Attributes),
    (File::Temporary, Group::Temporaries),
    (File::Address, Group::Addresses),
    (File::Result, Group::Results),
    (File::Parameter, Group::Parameters),
];

impl Registers {
    /// Those of a program; the run says whether it writes parameters.
    pub(super) fn of(program: &Program, run: &PausedRun) -> Registers {
        let mut registers = Registers {
            all: Vec::new(),
            meanings: Vec::new(),
            killed: None,
        };
        let kinds = Kinds::of(program);
        for (file, group) in FILES {
            for slot in 0..slots(program, file) {
                let (name, aliases) = names(program, file, slot);
                registers.add(
                    name,
                    aliases,
                    group,
                    Meaning::Slot(file, slot, kinds.kind(file, slot)),
                );
            }
        }
        let mut codes: Vec<u8> = program
            .instructions()
            .iter()
            .filter_map(|one| one.update)
            .collect();
        codes.sort_unstable();
        codes.dedup();
        for number in codes {
            let name = format!("CC{number}");
            let aliases = if number == 0 {
                vec!["CC".to_owned()]
            } else {
                Vec::new()
            };
            registers.add(
                name,
                aliases,
                Group::Conditions,
                Meaning::Code(usize::from(number)),
            );
        }
        let stage = program.profile().stage;
        if stage == Stage::Fragment {
            registers.killed = Some(registers.all.len());
            registers.add(
                "discarded".to_owned(),
                Vec::new(),
                Group::Results,
                Meaning::Killed,
            );
        }
        if stage == Stage::Geometry {
            registers.add("emitted".to_owned(), Vec::new(), Group::Results, Meaning::Emitted);
        }
        debug_assert!(run.batch().lanes() > 0, "a batch has lanes");
        registers
    }

    fn add(&mut self, name: String, aliases: Vec<String>, group: Group, meaning: Meaning) {
        self.all.push(Register { name, aliases, group });
        self.meanings.push(meaning);
    }

    /// The number of the register that a slot is.
    pub(super) fn number(&self, file: File, slot: usize) -> Option<usize> {
        let is_it =
            |meaning: &Meaning| matches!(meaning, Meaning::Slot(of, at, _) if (*of, *at) == (file, slot));
        self.meanings.iter().position(is_it)
    }

    /// The number of the register that a condition code is.
    pub(super) fn code(&self, number: u8) -> Option<usize> {
        let wanted = Meaning::Code(usize::from(number));
        self.meanings.iter().position(|meaning| *meaning == wanted)
    }

    /// The value of a register in a lane.
    pub(super) fn value(
        &self,
        register: usize,
        lane: usize,
        program: &Program,
        run: &PausedRun,
        parameters: &[[u32; 4]],
    ) -> Option<Value> {
        match *self.meanings.get(register)? {
            Meaning::Slot(File::Parameter, slot, kind) => {
                let written = run.value(program, File::Parameter, slot, lane);
                let low = written.or_else(|| Some(parameters.get(slot)?.map(u64::from)))?;
                let high = program
                    .parameters()
                    .get(slot)
                    .and_then(|parameter| parameter.high);
                Some(match high {
                    Some(high) if kind == Kind::F64 => {
                        let words = (0..4).map(|at| low[at] | u64::from(high[at]) << 32);
                        Value::new(kind, words)
                    }
                    _ if kind == Kind::F64 => Value::new(Kind::F32, low),
                    _ => Value::new(kind, low),
                })
            }
            Meaning::Slot(file, slot, kind) => Some(Value::new(kind, run.value(program, file, slot, lane)?)),
            Meaning::Code(number) => {
                let flags = run.flags(number, lane);
                Some(Value::new(Kind::Code, flags.map(|flags| word_of(&flags))))
            }
            Meaning::Killed => Some(Value::new(
                Kind::Unsigned,
                [u64::from(run.batch().killed.get(lane))],
            )),
            Meaning::Emitted => {
                let emitted = run.batch().emitted.iter();
                let own = emitted.filter(|emission| emission.lane() == lane);
                Some(Value::new(Kind::Unsigned, [own.count() as u64]))
            }
        }
    }
}

/// The flags as bits of [`code`].
fn word_of(flags: &Flags) -> u64 {
    let bit = |set: bool, bit: u64| if set { bit } else { 0 };
    bit(flags.sign, code::SIGN)
        | bit(flags.zero, code::ZERO)
        | bit(flags.carry, code::CARRY)
        | bit(flags.overflow, code::OVERFLOW)
}

fn slots(program: &Program, file: File) -> usize {
    match file {
        File::Attribute => program.attributes().len(),
        File::Temporary => program.temporaries().len(),
        File::Address => program.addresses() as usize,
        File::Result => program.results().len(),
        File::Parameter => program.parameters().len(),
    }
}

/// The name of a slot, and its other names: those that the program declares come first.
fn names(program: &Program, file: File, slot: usize) -> (String, Vec<String>) {
    let mut names: Vec<String> = Vec::new();
    for declared in program.declared().iter().filter(|declared| declared.file == file) {
        let Some(at) = slot.checked_sub(declared.first as usize) else {
            continue;
        };
        match declared.length {
            Some(length) if at < length as usize => names.push(format!("{}[{at}]", declared.name)),
            None if at == 0 => names.push(declared.name.clone()),
            Some(_) | None => {}
        }
    }
    let features = program.features();
    match file {
        File::Temporary if names.is_empty() => {
            names.push(
                program
                    .temporaries()
                    .get(slot)
                    .map_or_else(String::new, |one| one.name.clone()),
            );
        }
        File::Address if names.is_empty() => names.push(format!("A{slot}")),
        File::Temporary | File::Address => {}
        File::Attribute | File::Result => {
            let variables = if file == File::Attribute {
                program.attributes()
            } else {
                program.results()
            };
            if let Some(variable) = variables.get(slot) {
                names.push(variable.binding.text(features));
                names.push(variable.binding.to_string());
            }
        }
        File::Parameter => match program.parameters().get(slot).map(|parameter| parameter.source) {
            Some(ParameterSource::Binding(binding)) => {
                names.push(binding.text(features));
                names.push(binding.to_string());
            }
            Some(ParameterSource::Buffer(element)) => names.push(element.binding().to_string()),
            Some(ParameterSource::Constant(_)) if names.is_empty() => names.push(format!("constant[{slot}]")),
            Some(ParameterSource::Constant(_)) | None => {}
        },
    }
    names.dedup();
    let first = if names.is_empty() {
        String::new()
    } else {
        names.remove(0)
    };
    (first, names)
}

/// How the words of each slot are read: as the first instruction takes them that writes it, or else reads it.
struct Kinds(Vec<(File, usize, Kind)>);

impl Kinds {
    fn of(program: &Program) -> Kinds {
        let mut kinds = Kinds(Vec::new());
        for instruction in program.instructions().iter() {
            let types = Types::of(program, instruction);
            if let Some(register) = instruction.destination.and_then(|to| to.register) {
                kinds.note(program, &register, types.result);
            }
        }
        for instruction in program.instructions().iter() {
            let types = Types::of(program, instruction);
            for (at, operand) in instruction.operands.iter().enumerate() {
                kinds.note(program, &operand.register, types.operands[at.min(2)]);
            }
        }
        kinds
    }

    fn note(&mut self, program: &Program, register: &Slot, data_type: DataType) {
        let (first, length) = match register.relative {
            Some(run) => (run.first as usize, run.length as usize),
            None => (register.slot.max(0) as usize, 1),
        };
        let long = is_long(program, register);
        let kind = match data_type {
            DataType::F32 | DataType::F16 | DataType::Fx12 | DataType::F64 if long => Kind::F64,
            DataType::F32 | DataType::F16 | DataType::Fx12 | DataType::F64 => Kind::F32,
            DataType::S32 | DataType::S64 if long => Kind::S64,
            DataType::S32 | DataType::S64 => Kind::S32,
            DataType::U32 | DataType::U64 => Kind::Unsigned,
        };
        // An array is noted once, by its first slot.
        if !self
            .0
            .iter()
            .any(|(file, slot, _)| (*file, *slot) == (register.file, first))
        {
            let slots = first..first + length;
            self.0.extend(slots.map(|slot| (register.file, slot, kind)));
        }
    }

    fn kind(&self, file: File, slot: usize) -> Kind {
        if file == File::Address {
            return Kind::S32;
        }
        let mut noted = self.0.iter();
        noted
            .find(|(of, at, _)| (*of, *at) == (file, slot))
            .map_or(Kind::F32, |(_, _, kind)| *kind)
    }
}
