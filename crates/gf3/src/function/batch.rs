//! Many vertices at once: the same bits as one by one, in vector code.

use super::block::{Block, LANES};
use super::stream::{OutputArrays, Stream};
use super::{Constants, ORIGIN, Options, Program};
use crate::word::OutputTarget;
use quadrille_isa::nv20::limit;
use thiserror::Error;

/// Why a batch cannot run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BatchError {
    /// The program writes constants, so vertices depend on each other.
    #[error("the program writes constants, so its vertices run one after another")]
    WritesConstants,
    /// An attribute array has fewer quads than there are vertices.
    #[error("attribute {0} has fewer quads than there are vertices")]
    ShortStream(usize),
}

/// A program made ready for many vertices.
///
/// ```
/// use quadrille_gf3::function::{Batch, Constants, ORIGIN, Options, OutputArrays, Program, Stream};
/// use quadrille_gf3::word::{Numbering, assemble::assemble};
///
/// let words = assemble("MUL oPos, v0, c[0]", Numbering::Nv2a).expect("it is machine text");
/// let batch = Batch::new(Program::from_words(&words)?, Options::default())?;
/// let mut constants = Constants::default();
/// constants.set(0, [2.0, 2.0, 2.0, 1.0]);
/// let positions = [[1.0, 2.0, 3.0, 1.0_f32], [4.0, 5.0, 6.0, 1.0]].map(|vertex| vertex.map(f32::to_bits));
/// let mut inputs = [Stream::Uniform(ORIGIN); 16];
/// inputs[0] = Stream::PerVertex(&positions);
/// let mut outputs = OutputArrays::default();
/// batch.run(&constants, &inputs, positions.len(), &mut outputs)?;
/// assert_eq!(outputs.0[0][1].map(f32::from_bits), [8.0, 10.0, 12.0, 1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Batch {
    program: Program,
    options: Options,
}

impl Batch {
    /// Takes a program that writes no constants.
    ///
    /// # Errors
    ///
    /// [`BatchError::WritesConstants`].
    pub fn new(program: Program, options: Options) -> Result<Batch, BatchError> {
        if program.written_constants().next().is_some() {
            return Err(BatchError::WritesConstants);
        }
        Ok(Batch { program, options })
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Runs `count` vertices. The arrays of `outputs` are reused.
    ///
    /// # Errors
    ///
    /// [`BatchError::ShortStream`] for an attribute that the program reads.
    pub fn run(
        &self,
        constants: &Constants,
        inputs: &[Stream<'_>; limit::INPUTS],
        count: usize,
        outputs: &mut OutputArrays,
    ) -> Result<(), BatchError> {
        let read = self.program.inputs();
        for (index, stream) in inputs.iter().enumerate() {
            let short = matches!(stream, Stream::PerVertex(quads) if quads.len() < count);
            if short && read & (1 << index) != 0 {
                return Err(BatchError::ShortStream(index));
            }
        }
        let written = self.program.outputs();
        for (index, array) in outputs.0.iter_mut().enumerate() {
            let needed = if written & (1 << index) != 0 { count } else { 0 };
            array.resize(needed, ORIGIN);
        }
        let job = Job {
            batch: self,
            constants,
            inputs,
            count,
            outputs,
        };
        pulp::Arch::new().dispatch(job);
        Ok(())
    }
}

/// A batch as the dispatcher to the widest vector instructions takes it. Everything below is inlined into
/// it, because a function of its own would be compiled for the narrowest ones.
struct Job<'a, 'b> {
    batch: &'a Batch,
    constants: &'a Constants,
    inputs: &'a [Stream<'b>; limit::INPUTS],
    count: usize,
    outputs: &'a mut OutputArrays,
}

impl pulp::NullaryFnOnce for Job<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let instructions = self.batch.program.instructions();
        let (read, written) = (self.batch.program.inputs(), self.batch.program.outputs());
        let touched = instructions.iter().fold(0u16, |set, instruction| {
            let writes = [instruction.mac_write, instruction.ilu_write];
            writes
                .iter()
                .flatten()
                .fold(set, |set, write| set | 1 << write.register)
        });
        debug_assert!(instructions.iter().all(|i| {
            !matches!(i.output, Some(write) if matches!(write.target, OutputTarget::Constant(_)))
        }));
        let mut block = Block::new();
        let mut start = 0;
        while start < self.count {
            let lanes = LANES.min(self.count - start);
            block.reset(touched, written);
            block.load(self.inputs, read, start, lanes);
            for instruction in instructions {
                block.step(instruction, self.constants, &self.batch.options);
            }
            block.store(self.outputs, written, start, lanes);
            start += lanes;
        }
    }
}
