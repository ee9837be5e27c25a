//! Kinds of numbers: from what each instruction reads and gives ([`quadrille_program::types`]) what each
//! register holds.
//!
//! A register whose every use is of one kind is a variable of that kind. One that is used as several holds
//! integers, which keep any bits, and is reinterpreted where it is read as floats. A register of 64 bits holds
//! numbers of 64 bits; an instruction that computes in 32 converts what it reads and gives. LONG alone asks for
//! none: where no instruction computes in 64 bits with a variable, 32 hold all that it is given.

use quadrille_isa::gl::{DataType, LanguageSet, Operation};
use quadrille_program::types::{Kind, Types, is_long};
use quadrille_program::{Access, File, Instruction, Operand, Program, Register, Variable};

use crate::form::Scalar;
use crate::raise::interface::parameters::FOG_OPTIONS;
use crate::raise::raiser::Raiser;
use crate::target::{Feature, Support};

/// The kind of a data type.
pub(crate) const fn kind(data_type: DataType) -> Scalar {
    match data_type {
        DataType::F32 | DataType::F16 | DataType::Fx12 => Scalar::Float,
        DataType::S32 => Scalar::Int,
        DataType::U32 => Scalar::Uint,
        DataType::F64 => Scalar::Double,
        DataType::S64 => Scalar::Long,
        DataType::U64 => Scalar::Ulong,
    }
}

/// Of a base type, with the size of a data type; bits that may be anything are words.
const fn scalar(kind: Kind, of: DataType) -> Scalar {
    let scalar = match kind {
        Kind::Float => Scalar::Float,
        Kind::Signed => Scalar::Int,
        Kind::Unsigned | Kind::Any => Scalar::Uint,
    };
    scalar.sized(of.is_long())
}

impl Raiser<'_> {
    /// The kind that an instruction reads an operand as.
    pub(crate) fn operand_kind(&self, instruction: &Instruction, at: usize) -> Scalar {
        let types = Types::of(self.program, instruction);
        scalar(Kind::read(instruction, types, at), types.operands[at.min(2)])
    }

    /// The kind of an instruction's result.
    pub(crate) fn result_kind(&self, instruction: &Instruction) -> Scalar {
        let types = Types::of(self.program, instruction);
        scalar(Kind::given(instruction, types), types.result)
    }

    /// What the register that an instruction writes holds; `own` where it writes none.
    pub(crate) fn kept(&self, instruction: &Instruction, own: Scalar) -> Scalar {
        match instruction.destination.and_then(|to| to.register) {
            Some(to) => {
                let slot = to.relative.map_or(to.slot as usize, |array| array.first as usize);
                self.kinds.of(to.file, slot)
            }
            None => own,
        }
    }

    /// Whether an instruction copies bits, of any kind.
    pub(crate) fn copies(&self, instruction: &Instruction) -> bool {
        let long = |register: &Register| is_long(self.program, register) == instruction.data_type.is_long();
        let to = instruction.destination.and_then(|to| to.register);
        instruction.operation == Operation::Move
            && instruction.update.is_none()
            && to.is_none_or(|to| long(&to))
            && instruction
                .operands
                .iter()
                .all(|operand| !operand.absolute && operand.negate == 0 && long(&operand.register))
    }
}

/// The operand that holds a handle.
fn handle(instruction: &Instruction) -> Option<&Operand> {
    match &instruction.access {
        Access::Texture(texture) => texture.handle.as_deref(),
        Access::Memory(memory) => memory.handle.as_deref(),
        _ => None,
    }
}

/// What a register is used as.
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
            _ => self.int = true,
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
            _ => is_long(program, register),
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
            kind if kind.is_long() && self.doubles => Scalar::Double,
            kind => kind,
        }
    }
}

impl Raiser<'_> {
    /// Finds what each register holds.
    pub(crate) fn kinds(&mut self) {
        let program = self.program;
        let lacks = |feature| self.options.target.support(feature) == Support::Missing;
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
        let has_integers = features.languages.meets(LanguageSet::GPU)
            && FOG_OPTIONS
                .iter()
                .all(|option| !features.options.contains(*option));
        for instruction in program.instructions().iter() {
            let copies = self.copies(instruction);
            // Words are packed to bits of any kind, and taken from such.
            let packs = instruction.operation == Operation::Pack64;
            let reads_bits = copies || instruction.operation == Operation::Unpack64;
            let types = Types::of(program, instruction);
            for (at, operand) in instruction.operands.iter().enumerate() {
                if types.operands[at.min(2)].is_long() {
                    kinds.widen(&operand.register);
                }
                if !reads_bits {
                    kinds.note(&operand.register, self.operand_kind(instruction, at));
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
                let kind = self.result_kind(instruction);
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
        self.kinds = kinds;
    }
}
