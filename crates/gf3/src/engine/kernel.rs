//! A lowered program over a batch of vertices: planes of words in, quads through the machine, planes out.

use crate::function::{self, Constants, ORIGIN, OutputArrays, Quad, Stream};
use crate::lower::{self, Lowered};
use quadrille_base::Id;
use quadrille_engine::{Batch, Environment, Kernel, Scratch, Trap, TrapKind, work_of};
use quadrille_isa::nv20::limit;
use quadrille_program::{InstId, Program};
use std::sync::Arc;

/// A program in the machine's words, and where its slots lie in the machine's registers.
pub(super) struct MachineKernel {
    program: Arc<Program>,
    machine: function::Batch,
    /// The attribute register of each attribute slot; none for one that no instruction reads.
    attributes: Vec<Option<u8>>,
    /// The output register of each result slot, and the components that instructions write, bit 0 for x.
    results: Vec<Option<(u8, u8)>>,
    /// The program's own constants; those bound to state are 0 until a run brings them.
    constants: Constants,
    /// Constants bound to state, by the number in the word, and the parameter slots of their values.
    bound: Vec<(u8, usize)>,
}

/// Working storage, kept from batch to batch.
#[derive(Default)]
struct Storage {
    attributes: Vec<Vec<Quad>>,
    constants: Constants,
    outputs: OutputArrays,
}

impl MachineKernel {
    pub(super) fn new(program: Arc<Program>, machine: function::Batch, lowered: &Lowered) -> MachineKernel {
        let mut constants = Constants::default();
        for (number, value) in &lowered.constants {
            constants.0[usize::from(*number)] = *value;
        }
        let read = machine.program().inputs();
        let written = machine.program().written_components();
        MachineKernel {
            attributes: program
                .attributes()
                .iter()
                .map(|variable| lower::attribute(variable.binding).filter(|number| read & (1 << number) != 0))
                .collect(),
            results: program
                .results()
                .iter()
                .map(|variable| {
                    let register = lower::result(variable.binding).flatten()?;
                    Some((register, written[usize::from(register)]))
                })
                .collect(),
            bound: lowered
                .bindings
                .iter()
                .map(|bound| (bound.number, bound.slot))
                .collect(),
            program,
            machine,
            constants,
        }
    }

    /// State and program parameters to constants, attribute planes to quads.
    fn load(&self, batch: &Batch, environment: &Environment<'_>, storage: &mut Storage) {
        storage.constants.0.clone_from(&self.constants.0);
        for (number, slot) in &self.bound {
            let value = environment.parameters.get(*slot);
            storage.constants.0[usize::from(*number)] = value.copied().unwrap_or_default();
        }
        storage.attributes.resize(self.attributes.len(), Vec::new());
        for (slot, quads) in storage.attributes.iter_mut().enumerate() {
            if self.attributes[slot].is_some() {
                let [x, y, z, w] =
                    std::array::from_fn(|component| batch.attributes.component(slot, component));
                quads.clear();
                quads.extend((0..batch.lanes()).map(|lane| [x[lane], y[lane], z[lane], w[lane]]));
            }
        }
    }

    /// Output quads to the planes of live lanes. What no instruction writes keeps the caller's value: what unwritten
    /// results are is the language's to say.
    fn store(&self, batch: &mut Batch, outputs: &OutputArrays) {
        for (slot, register) in self.results.iter().enumerate() {
            let Some((register, written)) = *register else {
                continue;
            };
            let quads = &outputs.0[usize::from(register)];
            for component in (0..4).filter(|component| written >> component & 1 != 0) {
                let plane = batch.results.component_mut(slot, component);
                for lane in batch.live.iter() {
                    plane[lane] = quads[lane][component];
                }
            }
        }
    }
}

impl Kernel for MachineKernel {
    fn program(&self) -> &Arc<Program> {
        &self.program
    }

    fn scratch(&self) -> Scratch {
        Box::new(Storage::default())
    }

    fn run(
        &self,
        batch: &mut Batch,
        environment: &Environment<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), Trap> {
        let Some(lane) = batch.live.iter().next() else {
            return Ok(());
        };
        // The machine has no branches, so a budget is enough for every lane or for none.
        let (own, allowed) = (
            self.program.instructions().len() as u64,
            environment.meter.budget().instructions,
        );
        if allowed < own {
            return Err(Trap {
                instruction: InstId::new(allowed as usize),
                lane,
                kind: TrapKind::Budget,
            });
        }
        let work = work_of(own, batch.live.count());
        environment.meter.work(work).map_err(|spent| Trap {
            instruction: self.program.entry(),
            lane,
            kind: TrapKind::Spent(spent),
        })?;
        let mut own = Storage::default();
        let storage = scratch.downcast_mut::<Storage>().unwrap_or(&mut own);
        self.load(batch, environment, storage);
        let mut inputs = [Stream::Uniform(ORIGIN); limit::INPUTS];
        for (register, quads) in self.attributes.iter().zip(&storage.attributes) {
            if let Some(register) = register {
                inputs[usize::from(*register)] = Stream::PerVertex(quads);
            }
        }
        let ran = self
            .machine
            .run(&storage.constants, &inputs, batch.lanes(), &mut storage.outputs);
        // Every stream has a quad for each lane, which is all that a run asks for.
        debug_assert!(ran.is_ok());
        self.store(batch, &storage.outputs);
        Ok(())
    }
}
