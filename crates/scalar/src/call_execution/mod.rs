//! Calls executed: what an instruction does that is no function of one lane's values.
//!
//! Operands come lane by lane from whoever holds values, so that any engine may execute its calls by this where it has
//! no way of its own.

mod group;
mod lookup;
mod memory;
mod selection;

use quadrille_engine::{Batch, Emission, Environment, Mask, TrapKind};
use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::StageOp;
use quadrille_program::{Access, Layout, Program};

use crate::call::Call;
use crate::expression::ValueId;
use group::group;
use lookup::{interpolate, texture};
use memory::memory;

pub use memory::{MemoryCall, Operand};

/// Streams of vertices that EMITS may name (MAX_VERTEX_STREAMS_NV).
const STREAMS: i32 = 4;

/// Four components in all lanes.
#[derive(Clone, Debug, Default)]
pub struct Vectors([Vec<u64>; 4]);

impl Vectors {
    /// A component in a lane.
    pub fn get(&self, component: usize, lane: usize) -> u64 {
        self.0[component].get(lane).copied().unwrap_or(0)
    }

    fn set(&mut self, component: usize, lane: usize, value: u64) {
        self.0[component][lane] = value;
    }

    fn resize(&mut self, lanes: usize) {
        self.0.iter_mut().for_each(|words| words.resize(lanes, 0));
    }
}

/// What a run keeps from call to call.
#[derive(Clone, Debug, Default)]
pub struct CallRun {
    /// For each lane the vertices that it emitted, and how many of them are in strips that ended; none before a lane did.
    emitted: Vec<[u32; 2]>,
}

/// The value of an operand in a lane.
type Get<'g> = dyn Fn(ValueId, usize) -> u64 + 'g;

impl CallRun {
    /// Executes a call; `result` has the lanes that it is for, others are any.
    ///
    /// # Errors
    ///
    /// The run must stop.
    #[expect(
        clippy::too_many_arguments,
        reason = "they are the parts of a run, each of its own owner"
    )]
    pub fn execute(
        &mut self,
        call: &Call,
        program: &Program,
        batch: &mut Batch,
        environment: &Environment<'_>,
        active: &Mask,
        get: &Get<'_>,
        result: &mut Vectors,
    ) -> Result<(), TrapKind> {
        let instruction = &program.instructions()[call.instruction];
        result.resize(batch.lanes());
        match instruction.operation {
            Operation::Texture(operation) => {
                if let Access::Texture(access) = &instruction.access {
                    texture(operation, access, call, program, environment, get, result);
                }
            }
            Operation::Interpolation(location) => {
                interpolate(location, call, instruction, environment, active, get, result);
            }
            Operation::Group(operation) => {
                group(operation, call, instruction, program, batch, active, get, result);
            }
            Operation::Memory(_) => {
                return memory(call, instruction, batch, environment, active, get, result);
            }
            Operation::Stage(StageOp::Barrier) => {
                // Who does not come to it has ended, or never ran.
                if !active.all() {
                    return Err(TrapKind::Barrier);
                }
            }
            Operation::Stage(operation) => self.stage(operation, call, program, batch, active, get),
            Operation::Arithmetic(_)
            | Operation::Conversion(_)
            | Operation::Derivative(_)
            | Operation::Kill
            | Operation::Address(_)
            | Operation::Flow(_) => return Err(TrapKind::Unsupported),
        }
        Ok(())
    }

    fn stage(
        &mut self,
        operation: StageOp,
        call: &Call,
        program: &Program,
        batch: &mut Batch,
        active: &Mask,
        get: &Get<'_>,
    ) {
        let most = match program.layout() {
            Layout::Geometry(layout) => layout.vertices,
            _ => u32::MAX,
        };
        self.emitted.resize(batch.lanes(), [0; 2]);
        for lane in active.iter() {
            let [vertices, ended] = self.emitted[lane];
            let stream = match operation {
                StageOp::EmitVertex => 0,
                StageOp::EmitVertexOnStream => {
                    call.operands.first().map_or(0, |quad| get(quad[0], lane) as i32)
                }
                StageOp::EndPrimitive => {
                    if vertices > ended {
                        self.emitted[lane][1] = vertices;
                        batch.emitted.push(Emission::EndPrimitive { lane });
                    }
                    continue;
                }
                StageOp::Barrier | StageOp::InterlockBegin | StageOp::InterlockEnd => continue,
            };
            if vertices >= most || !(0..STREAMS).contains(&stream) {
                continue;
            }
            self.emitted[lane][0] = vertices + 1;
            let slots = 0..batch.results.slots();
            batch.emitted.push(Emission::Vertex {
                lane,
                stream: stream as u32,
                results: slots.map(|slot| batch.results.get(slot, lane)).collect(),
            });
        }
    }
}
