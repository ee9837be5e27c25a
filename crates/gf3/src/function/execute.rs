//! One vertex at a time, plainly: the reference for the batched executor and for the pipeline.

use super::{Access, Beyond, Constants, ORIGIN, Quad, ilu, mac};
use crate::word::{
    Instruction, Malformed, OutputTarget, Register, SourceOperand, Unit, Word, decode_any_program,
    decode_program,
};
use quadrille_isa::nv20::{MacOp, limit};
use quadrille_numerics::nv20::{SIGN, exponential};

/// The rule for R1 where both halves of a pair write it. Not known for the silicon.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BothWriteR1 {
    /// The special function unit's mask decides each component it covers.
    #[default]
    PerComponent,
    /// The vector unit's write is dropped as a whole.
    IluWins,
}

/// Choices that the published descriptions leave open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Which constants indexed reads reach.
    pub access: Access,
    /// The result of an indexed read beyond them.
    pub beyond: Beyond,
    /// R1 written twice.
    pub both_write_r1: BothWriteR1,
}

/// Decoded instructions that end with a final one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    instructions: Vec<Instruction>,
}

impl Program {
    /// The program in a sequence of words.
    ///
    /// # Errors
    ///
    /// The first malformed word, or a missing final bit.
    pub fn from_words(words: &[Word]) -> Result<Program, Malformed> {
        Ok(Program {
            instructions: decode_program(words)?,
        })
    }

    /// The same with placeholders for what the machine does not have, and what that is.
    ///
    /// # Errors
    ///
    /// A missing final bit, more words than slots.
    pub fn from_any_words(words: &[Word]) -> Result<(Program, Vec<Malformed>), Malformed> {
        let (instructions, odd) = decode_any_program(words)?;
        Ok((Program { instructions }, odd))
    }

    /// The instructions in order.
    pub fn instructions(&self) -> &[Instruction] {
        &self.instructions
    }

    /// The outputs that are written, a bit each.
    pub fn outputs(&self) -> u16 {
        let targets = self
            .instructions
            .iter()
            .filter_map(|instruction| instruction.output);
        targets.fold(0, |set, write| match write.target {
            OutputTarget::Output(index) => set | 1 << (index & 15),
            OutputTarget::Constant(_) => set,
        })
    }

    /// The components of each output that are written, bit 0 for x.
    pub fn written_components(&self) -> [u8; limit::OUTPUTS] {
        let mut components = [0; limit::OUTPUTS];
        for write in self
            .instructions
            .iter()
            .filter_map(|instruction| instruction.output)
        {
            if let OutputTarget::Output(index) = write.target {
                // The word has x in bit 3.
                components[usize::from(index)] |= (write.mask << 4).reverse_bits();
            }
        }
        components
    }

    /// The attributes that are read, a bit each.
    pub fn inputs(&self) -> u16 {
        let sources = self
            .instructions
            .iter()
            .flat_map(|instruction| instruction.operands)
            .flatten();
        sources.fold(0, |set, source| match source.register {
            Register::Input(index) => set | 1 << (index & 15),
            _ => set,
        })
    }

    /// The constants that are written, in order, by the number in the word.
    pub fn written_constants(&self) -> impl Iterator<Item = u8> {
        self.instructions
            .iter()
            .filter_map(|instruction| match instruction.output?.target {
                OutputTarget::Constant(index) => Some(index),
                OutputTarget::Output(_) => None,
            })
    }

    /// Runs one vertex. Writes to constants change `constants`, as they do where the machine's mode allows
    /// them; vertices are then to be run one after another.
    pub fn run(&self, constants: &mut Constants, inputs: &[Quad; 16], options: &Options) -> Outputs {
        let mut vertex = Vertex::default();
        for instruction in &self.instructions {
            vertex.step(instruction, constants, inputs, options);
        }
        Outputs(vertex.outputs)
    }
}

/// The output registers of one vertex, by the number in the word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outputs(pub [Quad; 16]);

/// The registers of one vertex in flight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vertex {
    /// R0 to R11.
    pub temporaries: [Quad; limit::TEMPORARIES],
    /// The address register.
    pub address: i32,
    /// The output registers; number 0 is also R12.
    pub outputs: [Quad; limit::OUTPUTS],
}

impl Default for Vertex {
    /// The registers before the first instruction (NV_vertex_program 2.14.1.3 to 5).
    fn default() -> Self {
        Vertex {
            temporaries: [[0; 4]; limit::TEMPORARIES],
            address: 0,
            outputs: [ORIGIN; limit::OUTPUTS],
        }
    }
}

/// The results of one instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Results {
    /// The vector unit's quad.
    pub mac: Quad,
    /// The special function unit's quad.
    pub ilu: Quad,
    /// A new value of the address register.
    pub address: Option<i32>,
}

impl Results {
    /// The components that a mask of the instruction takes, and 0 for the others.
    pub fn written(self, instruction: &Instruction) -> Results {
        let taken = |quad: Quad, unit| {
            let mut kept = [0; 4];
            merge(&mut kept, quad, instruction.live(unit));
            kept
        };
        Results {
            mac: taken(self.mac, Unit::Mac),
            ilu: taken(self.ilu, Unit::Ilu),
            address: self.address,
        }
    }
}

impl Vertex {
    /// Runs one instruction.
    pub fn step(
        &mut self,
        instruction: &Instruction,
        constants: &mut Constants,
        inputs: &[Quad; 16],
        options: &Options,
    ) {
        let results = self.compute(instruction, constants, inputs, options);
        self.write(instruction, &results, constants, options);
    }

    /// The operands A, B and C after swizzle and negation, zeros for those that are absent.
    pub fn operands(
        &self,
        instruction: &Instruction,
        constants: &Constants,
        inputs: &[Quad; 16],
        options: &Options,
    ) -> [Quad; 3] {
        instruction.operands.map(|source| {
            source.map_or([0; 4], |source| {
                self.read(&source, instruction.relative, constants, inputs, options)
            })
        })
    }

    /// Reads the operands and computes both halves; nothing changes.
    pub fn compute(
        &self,
        instruction: &Instruction,
        constants: &Constants,
        inputs: &[Quad; 16],
        options: &Options,
    ) -> Results {
        let quads = self.operands(instruction, constants, inputs, options);
        Results {
            mac: mac(instruction.mac, quads),
            ilu: ilu(instruction.ilu, quads[2]),
            address: (instruction.mac == MacOp::Arl).then(|| exponential::floor(quads[0][0])),
        }
    }

    /// Writes what was computed, component by component.
    pub fn write(
        &mut self,
        instruction: &Instruction,
        results: &Results,
        constants: &mut Constants,
        options: &Options,
    ) {
        let ilu_write = instruction.ilu_write;
        let dropped = options.both_write_r1 == BothWriteR1::IluWins;
        if let Some(write) = instruction.mac_write {
            let loses = dropped && ilu_write.is_some_and(|other| other.register == write.register);
            if !loses {
                merge(
                    &mut self.temporaries[usize::from(write.register)],
                    results.mac,
                    write.mask,
                );
            }
        }
        if let Some(write) = ilu_write {
            merge(
                &mut self.temporaries[usize::from(write.register)],
                results.ilu,
                write.mask,
            );
        }
        if let Some(write) = instruction.output {
            let value = match write.from {
                Unit::Mac => results.mac,
                Unit::Ilu => results.ilu,
            };
            match write.target {
                OutputTarget::Output(index) => {
                    merge(&mut self.outputs[usize::from(index)], value, write.mask)
                }
                OutputTarget::Constant(index) => {
                    merge(&mut constants.0[usize::from(index)], value, write.mask)
                }
            }
        }
        if let Some(address) = results.address {
            self.address = address;
        }
    }

    /// An operand after swizzle and negation.
    fn read(
        &self,
        source: &SourceOperand,
        relative: bool,
        constants: &Constants,
        inputs: &[Quad; 16],
        options: &Options,
    ) -> Quad {
        let quad = match source.register {
            Register::Temporary(limit::POSITION_TEMPORARY) => self.outputs[0],
            Register::Temporary(index) => self.temporaries[usize::from(index)],
            Register::Input(index) => inputs[usize::from(index)],
            Register::Constant(index) if relative => {
                let number = i32::from(index).saturating_add(self.address);
                let place = options.access.index(options.beyond, number);
                place.map_or([0; 4], |index| constants.get(index))
            }
            Register::Constant(index) => constants.get(usize::from(index)),
            Register::Absent => [0; 4],
        };
        let sign = if source.negate { SIGN } else { 0 };
        source
            .swizzle
            .map(|component| quad[usize::from(component)] ^ sign)
    }
}

/// Replaces the components of a mask, x in bit 3.
fn merge(place: &mut Quad, value: Quad, mask: u8) {
    for i in 0..4 {
        if mask & (8 >> i) != 0 {
            place[i] = value[i];
        }
    }
}
