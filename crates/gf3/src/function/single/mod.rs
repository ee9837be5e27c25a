//! One vertex at a time, at speed: the same bits as [`super::execute`], for whoever has no more than one at once, as an
//! emulator of the machine does.
//!
//! A program is made ready once: operands become places in sixteen blocks of sixteen quads, and the dot products of a
//! matrix with a vector one step, in an order that keeps a processor busy. A vertex then goes over the steps, four
//! components an operation. Constants are read where they lie. Functions are always inlined into the dispatcher to the
//! widest vector instructions, as those of [`super::batch`] are.

mod order;
mod step;
mod vertex;

use super::{ORIGIN, Options, Program, Quad};
use quadrille_isa::nv20::limit;
use step::Step;
use vertex::Vertex;

/// All constants, as the caller keeps them.
pub type ConstantFile = [Quad; limit::CONSTANTS];

/// A program made ready for single vertices.
///
/// ```
/// use quadrille_gf3::function::{ORIGIN, Options, Program, Single};
/// use quadrille_gf3::word::{Numbering, assemble::assemble};
///
/// let words = assemble("MUL oPos, v0, c[0]", Numbering::Nv2a).expect("it is machine text");
/// let program = Program::from_words(&words)?;
/// let single = Single::new(&program, Options::default());
///
/// let mut constants = [[0; 4]; 192];
/// constants[0] = [2.0, 2.0, 2.0, 1.0_f32].map(f32::to_bits);
/// let (mut inputs, mut outputs) = ([ORIGIN; 16], [ORIGIN; 16]);
/// inputs[0] = [1.0, 2.0, 3.0, 1.0_f32].map(f32::to_bits);
/// single.run(&mut constants, &inputs, &mut outputs);
/// assert_eq!(outputs[0].map(f32::from_bits), [2.0, 4.0, 6.0, 1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Single {
    steps: Vec<Step>,
    options: Options,
    arch: pulp::Arch,
}

impl Single {
    /// Makes a program ready.
    pub fn new(program: &Program, options: Options) -> Single {
        Single {
            steps: order::ordered(&step::steps(program.instructions(), &options)),
            options,
            arch: pulp::Arch::new(),
        }
    }

    /// Runs one vertex. A program that writes constants changes `constants`; outputs that it does not write are
    /// `(0, 0, 0, 1)`.
    #[inline]
    pub fn run(
        &self,
        constants: &mut ConstantFile,
        inputs: &[Quad; limit::INPUTS],
        outputs: &mut [Quad; limit::OUTPUTS],
    ) {
        *outputs = [ORIGIN; limit::OUTPUTS];
        self.arch.dispatch(Job {
            single: self,
            constants,
            inputs,
            outputs,
        });
    }
}

/// A vertex as the dispatcher takes it.
struct Job<'a> {
    single: &'a Single,
    constants: &'a mut ConstantFile,
    inputs: &'a [Quad; limit::INPUTS],
    outputs: &'a mut [Quad; limit::OUTPUTS],
}

impl pulp::NullaryFnOnce for Job<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let mut inputs = *self.inputs;
        let mut temporaries = [[0; 4]; 16];
        let options = &self.single.options;
        let mut vertex = Vertex::new(
            self.constants,
            &mut temporaries,
            &mut inputs,
            self.outputs,
            options,
        );
        for step in &self.single.steps {
            vertex.step(step);
        }
    }
}
