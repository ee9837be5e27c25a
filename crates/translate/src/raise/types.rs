//! Kinds of numbers: from what each instruction reads and gives ([`quadrille_program::types`]) what each
//! register holds.
//!
//! A register whose every use is of one kind is a variable of that kind. One that is used as several holds
//! integers, which keep any bits, and is reinterpreted where it is read as floats.

use quadrille_isa::gl::{DataType, LanguageSet, Operation};
use quadrille_program::types::{Kind, Types};
use quadrille_program::{File, Instruction, Program, Register};

use super::parameters::FOG_OPTIONS;
use super::raiser::Raiser;
use crate::form::Scalar;
use crate::target::{Feature, Support};

/// The kind of a data type; none for 64 bits.
pub(crate) fn kind(data_type: DataType) -> Option<Scalar> {
    match data_type {
        DataType::F32 | DataType::F16 | DataType::Fx12 => Some(Scalar::Float),
        DataType::S32 => Some(Scalar::Int),
        DataType::U32 => Some(Scalar::Uint),
        DataType::F64 | DataType::S64 | DataType::U64 => None,
    }
}

/// Of a base type; bits that may be anything are words.
fn scalar(kind: Kind) -> Scalar {
    match kind {
        Kind::Float => Scalar::Float,
        Kind::Signed => Scalar::Int,
        Kind::Unsigned | Kind::Any => Scalar::Uint,
    }
}

impl Raiser<'_> {
    /// The kind that an instruction reads an operand as.
    pub(crate) fn operand_kind(&self, instruction: &Instruction, at: usize) -> Scalar {
        scalar(Kind::read(instruction, Types::of(self.program, instruction), at))
    }

    /// The kind of an instruction's result.
    pub(crate) fn result_kind(&self, instruction: &Instruction) -> Scalar {
        scalar(Kind::given(instruction, Types::of(self.program, instruction)))
    }
}

/// What a register is used as.
#[derive(Clone, Copy, Default)]
struct Uses {
    float: bool,
    int: bool,
    uint: bool,
}

impl Uses {
    fn note(&mut self, kind: Scalar) {
        match kind {
            Scalar::Float => self.float = true,
            Scalar::Uint => self.uint = true,
            Scalar::Int | Scalar::Bool => self.int = true,
        }
    }

    fn kind(self) -> Scalar {
        match (self.float, self.int, self.uint) {
            (_, false, false) => Scalar::Float,
            (false, false, true) => Scalar::Uint,
            _ => Scalar::Int,
        }
    }
}

/// Kinds of registers, by file and slot.
#[derive(Default)]
pub(crate) struct Kinds {
    /// Whether the target has no unsigned numbers. What computes with them is refused, but not where a program never
    /// comes to it, and its registers are declared all the same.
    signed: bool,
    temporaries: Vec<Uses>,
    attributes: Vec<Uses>,
    results: Vec<Uses>,
}

impl Kinds {
    fn file(&mut self, file: File) -> Option<&mut Vec<Uses>> {
        match file {
            File::Temporary => Some(&mut self.temporaries),
            File::Attribute => Some(&mut self.attributes),
            File::Result => Some(&mut self.results),
            File::Parameter | File::Address => None,
        }
    }

    fn note(&mut self, register: &Register, kind: Scalar) {
        let slots = match &register.relative {
            None => register.slot as usize..register.slot as usize + 1,
            Some(array) => array.first as usize..(array.first + array.length) as usize,
        };
        if let Some(uses) = self.file(register.file).and_then(|file| file.get_mut(slots)) {
            uses.iter_mut().for_each(|uses| uses.note(kind));
        }
    }

    /// What a register holds.
    pub(crate) fn of(&self, file: File, slot: usize) -> Scalar {
        let file = match file {
            File::Temporary => &self.temporaries,
            File::Attribute => &self.attributes,
            File::Result => &self.results,
            File::Address => return Scalar::Int,
            File::Parameter => return Scalar::Float,
        };
        let kind = file.get(slot).map_or(Scalar::Float, |uses| uses.kind());
        match kind {
            Scalar::Uint if self.signed => Scalar::Int,
            kind => kind,
        }
    }
}

/// Whether an instruction has to do with numbers of 64 bits.
fn is_long(program: &Program, instruction: &Instruction) -> bool {
    let types = Types::of(program, instruction);
    let operands = &types.operands[..instruction.operands.len().min(3)];
    operands.iter().chain([&types.result]).any(|of| of.is_long())
}

impl Raiser<'_> {
    /// Finds what each register holds.
    pub(crate) fn kinds(&mut self) {
        let program = self.program;
        let mut kinds = Kinds {
            signed: self.options.target.support(Feature::Integers) == Support::Missing,
            temporaries: vec![Uses::default(); program.temporaries().len()],
            attributes: vec![Uses::default(); program.attributes().len()],
            results: vec![Uses::default(); program.results().len()],
        };
        // Only the newer languages have framebuffers of integers, and what fog is mixed into is a colour.
        let features = program.features();
        let has_integers = features.languages.meets(LanguageSet::GPU)
            && FOG_OPTIONS
                .iter()
                .all(|option| !features.options.contains(*option));
        for (id, instruction) in program.instructions().iter_enumerated() {
            // A copy of bits is of any kind.
            let copies = instruction.operation == Operation::Move
                && instruction
                    .operands
                    .iter()
                    .all(|operand| !operand.absolute && operand.negate == 0)
                && instruction.update.is_none();
            if is_long(program, instruction) {
                self.origin = Some(id);
                self.unsaid("no translation has numbers of 64 bits");
            }
            for (at, operand) in instruction.operands.iter().enumerate().filter(|_| !copies) {
                kinds.note(&operand.register, self.operand_kind(instruction, at));
            }
            for operand in instruction.reads() {
                let register = &operand.register;
                let inner = register.relative.map(|relative| relative.index);
                let outer = register.outer.and_then(|outer| outer.index);
                for index in inner.into_iter().chain(outer) {
                    kinds.note(&index.register(), Scalar::Int);
                }
            }
            // Offsets, addresses and numbers of what is accessed are integers.
            for operand in instruction.reads().skip(instruction.operands.len()) {
                kinds.note(&operand.register, Scalar::Int);
            }
            if let Some(to) = instruction
                .destination
                .and_then(|to| to.register)
                .filter(|to| !copies && (has_integers || to.file != File::Result))
            {
                kinds.note(&to, self.result_kind(instruction));
            }
        }
        self.origin = None;
        self.kinds = kinds;
    }
}
