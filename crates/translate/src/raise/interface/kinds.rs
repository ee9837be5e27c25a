//! The kinds of numbers that registers hold, from how every instruction uses them.
//!
//! A register whose every use is of one kind is a variable of that kind. One that is used as several holds
//! integers, which keep any bits, and is reinterpreted where it is read as floats. A register of 64 bits holds
//! numbers of 64 bits; an instruction that computes in 32 converts what it reads and gives. LONG alone asks for
//! none: where no instruction computes in 64 bits with a variable, 32 hold all that it is given.

use quadrille_isa::gl::operation::ConversionOp;
use quadrille_isa::gl::{LanguageSet, Operation};
use quadrille_program::types::{Types, is_long};
use quadrille_program::{Access, File, Instruction, Operand, Program, Register, Variable};

use crate::form::Scalar;
use crate::raise::context::Context;
use crate::raise::interface::fog;
use crate::raise::types::{copies, operand_kind, result_kind};
use crate::target::Feature;

/// The operand that holds a handle.
fn handle(instruction: &Instruction) -> Option<&Operand> {
    match &instruction.access {
        Access::Texture(texture) => texture.handle.as_deref(),
        Access::Memory(memory) => memory.handle.as_deref(),
        _ => None,
    }
}

/// The kinds and sizes of numbers that a register is used as.
#[derive(Clone, Copy)]
struct Uses {
    float: bool,
    int: bool,
    uint: bool,
    /// Whether it has 64 bits.
    long: bool,
    /// Whether 32 bits would not hold what it is given, or would give other flags.
    wide: bool,
}

impl Uses {
    /// Of what nothing is known yet but its size.
    const fn none(long: bool) -> Uses {
        Uses {
            float: false,
            int: false,
            uint: false,
            long,
            wide: false,
        }
    }

    /// Whether it has 64 bits and needs them.
    fn needs_long(self) -> bool {
        let kinds = [self.float, self.int, self.uint];
        self.long && (self.wide || kinds.iter().filter(|used| **used).count() > 1)
    }

    fn note(&mut self, kind: Scalar) {
        match kind.sized(false) {
            Scalar::Float => self.float = true,
            Scalar::Uint => self.uint = true,
            Scalar::Int | Scalar::Bool | Scalar::Long | Scalar::Ulong | Scalar::Double => self.int = true,
        }
    }

    fn kind(self) -> Scalar {
        let kind = match (self.float, self.int, self.uint) {
            (_, false, false) => Scalar::Float,
            (false, false, true) => Scalar::Uint,
            _ => Scalar::Int,
        };
        kind.sized(self.long)
    }
}

/// Kinds of registers, by file and slot.
#[derive(Default)]
pub(crate) struct Kinds {
    /// Whether the target has no unsigned numbers. What computes with them is refused, but not where a program never
    /// comes to it, and its registers are declared all the same.
    signed: bool,
    /// Whether the target has no integers of 64 bits, so that floats of 64 bits hold the words that are packed in
    /// them.
    doubles: bool,
    temporaries: Vec<Uses>,
    attributes: Vec<Uses>,
    results: Vec<Uses>,
}

impl Kinds {
    /// Finds what each register of a program holds.
    pub(crate) fn of_program(context: Context<'_>) -> Kinds {
        let program = context.program;
        let lacks = |feature| !context.supports(feature);
        let variables = |list: &[Variable]| list.iter().map(|variable| Uses::none(variable.long)).collect();
        let temporaries = program.temporaries().iter();
        let mut kinds = Kinds {
            signed: lacks(Feature::Integers),
            doubles: lacks(Feature::LongIntegers),
            temporaries: temporaries.map(|temporary| Uses::none(temporary.long)).collect(),
            attributes: variables(program.attributes()),
            results: variables(program.results()),
        };
        // Only the newer languages have framebuffers of integers, and what fog is mixed into is a colour.
        let features = program.features();
        let has_integers = features.languages.meets(LanguageSet::GPU) && fog::of_program(program).is_none();
        for instruction in program.instructions().iter() {
            let copies = copies(program, instruction);
            // Words are packed to bits of any kind, and taken from such.
            let packs = instruction.operation == Operation::Conversion(ConversionOp::Pack64);
            let reads_bits = copies || instruction.operation == Operation::Conversion(ConversionOp::Unpack64);
            let types = Types::of(program, instruction);
            for (at, operand) in instruction.operands.iter().enumerate() {
                if types.operands[at.min(2)].is_long() {
                    kinds.widen(&operand.register);
                }
                if !reads_bits {
                    kinds.note(&operand.register, operand_kind(program, instruction, at));
                }
            }
            for operand in instruction.reads() {
                let register = &operand.register;
                let inner = register.relative.map(|relative| relative.index);
                let outer = register.outer.and_then(|outer| outer.index);
                for index in inner.into_iter().chain(outer) {
                    kinds.note(&index.register(), Scalar::Int);
                }
            }
            // Offsets, addresses and numbers of what is accessed are integers, handles have 64 bits.
            let handle = handle(instruction);
            for operand in instruction.reads().skip(instruction.operands.len()) {
                if Some(operand) == handle {
                    kinds.note(&operand.register, Scalar::Uint);
                    kinds.widen(&operand.register);
                } else {
                    kinds.note(&operand.register, Scalar::Int);
                }
            }
            if let Some(to) = instruction
                .destination
                .and_then(|to| to.register)
                .filter(|to| has_integers || to.file != File::Result)
            {
                let kind = result_kind(program, instruction);
                // Of 64 bits, the sign of an unsigned number of 32 is another.
                if types.result.is_long() || kind.is_unsigned() && instruction.update.is_some() {
                    kinds.widen(&to);
                }
                if !copies && !packs {
                    kinds.note(&to, kind);
                }
            }
        }
        kinds.narrow(program);
        kinds
    }

    fn file(&mut self, file: File) -> Option<&mut Vec<Uses>> {
        match file {
            File::Temporary => Some(&mut self.temporaries),
            File::Attribute => Some(&mut self.attributes),
            File::Result => Some(&mut self.results),
            File::Parameter | File::Address => None,
        }
    }

    /// Whether a register holds numbers of 64 bits in the shader.
    pub(crate) fn is_long(&self, program: &Program, register: &Register) -> bool {
        let slot = match &register.relative {
            Some(relative) => relative.first as usize,
            None => register.slot.max(0) as usize,
        };
        match register.file {
            File::Temporary => self.temporaries.get(slot).is_some_and(|uses| uses.long),
            File::Attribute | File::Parameter | File::Result | File::Address => is_long(program, register),
        }
    }

    /// Makes 32 bits of the temporaries for which they do; those of an array are alike.
    fn narrow(&mut self, program: &Program) {
        for uses in &mut self.temporaries {
            uses.long = uses.needs_long();
        }
        let declared = program.declared().iter();
        for array in declared.filter(|declared| declared.file == File::Temporary) {
            let (first, length) = (array.first as usize, array.length.unwrap_or(1) as usize);
            if let Some(slots) = self.temporaries.get_mut(first..first + length) {
                let long = slots.iter().any(|uses| uses.long);
                slots.iter_mut().for_each(|uses| uses.long = long);
            }
        }
    }

    /// Notes that 32 bits do not do for a register.
    fn widen(&mut self, register: &Register) {
        self.each(register, |uses| uses.wide = true);
    }

    fn note(&mut self, register: &Register, kind: Scalar) {
        self.each(register, |uses| uses.note(kind));
    }

    /// Calls back for all that a register may be.
    fn each(&mut self, register: &Register, change: impl FnMut(&mut Uses)) {
        let slots = match &register.relative {
            None => register.slot as usize..register.slot as usize + 1,
            Some(array) => array.first as usize..(array.first + array.length) as usize,
        };
        if let Some(uses) = self.file(register.file).and_then(|file| file.get_mut(slots)) {
            uses.iter_mut().for_each(change);
        }
    }

    /// The scalar type of a register.
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
            kind if kind.is_long() && self.doubles => Scalar::Double,
            kind => kind,
        }
    }

    /// The scalar type of the register that an instruction writes; `own` where it writes none.
    pub(crate) fn kept(&self, instruction: &Instruction, own: Scalar) -> Scalar {
        match instruction.destination.and_then(|to| to.register) {
            Some(to) => {
                let slot = to.relative.map_or(to.slot as usize, |array| array.first as usize);
                self.of(to.file, slot)
            }
            None => own,
        }
    }
}
