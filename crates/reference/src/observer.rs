//! Observers of a run: traces, sanitizers, profiles.

use quadrille_base::{Meter, Spent};
use quadrille_engine::memory::AccessFault;
use quadrille_engine::{AbnormalEnd, Mask};
use quadrille_isa::gl::DataType;
use quadrille_isa::gl::condition::Flags;
use quadrille_isa::gl::operation::{Space, Undefined};
use quadrille_memory::{AccessKind, Buffer};
use quadrille_program::{File, InstId, Operand};

/// A vector in one lane, with the type of its components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Typed {
    /// The type.
    pub data_type: DataType,
    /// The components, in the low bits.
    pub words: [u64; 4],
}

/// One executed instruction in one lane.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step<'a> {
    /// The instruction.
    pub instruction: InstId,
    /// The lane.
    pub lane: usize,
    /// All lanes that execute it at this time.
    pub active: &'a Mask,
    /// Operand vectors as the operation got them: selected, converted, magnitude taken, negated.
    pub operands: &'a [Typed],
    /// The result before conversion to its register's size and the write mask, if there is one.
    pub result: Option<Typed>,
    /// The condition-code register that the instruction updates, after it.
    pub flags: Option<[Flags; 4]>,
}

/// One access of memory.
#[derive(Clone, Copy, Debug)]
pub struct MemoryEvent<'a> {
    /// The instruction.
    pub instruction: InstId,
    /// The lane.
    pub lane: usize,
    /// Which memory.
    pub space: Space,
    /// Whether it is read, written, or both in one step.
    pub kind: AccessKind,
    /// The bytes accessed: a buffer, the first byte in it, and their number. `None` if there are none.
    pub touched: Option<(&'a Buffer, u64, u64)>,
    /// The fault of the access, if a specification calls it undefined.
    pub fault: Option<AccessFault>,
    /// The budget of the run, of which an observer takes what it notes.
    pub meter: &'a Meter,
}

/// One access to a component of a result that other threads of the patch reach.
#[derive(Clone, Copy, Debug)]
pub struct OutputEvent<'a> {
    /// The instruction.
    pub instruction: InstId,
    /// The lane.
    pub lane: usize,
    /// All lanes that execute the instruction at this time.
    pub active: &'a Mask,
    /// The lane whose result it is (the first of the patch for what all share), the slot, and the component.
    pub place: (usize, usize, usize),
    /// The bits that are written; none are if it is read.
    pub written: Option<u64>,
}

impl<'a> OutputEvent<'a> {
    pub(crate) fn read(
        instruction: InstId,
        lane: usize,
        active: &'a Mask,
        place: (usize, usize, usize),
    ) -> OutputEvent<'a> {
        OutputEvent {
            instruction,
            lane,
            active,
            place,
            written: None,
        }
    }
}

/// Watches a run of the reference engine. A method left out sees nothing.
pub trait Observer {
    /// Whether it watches at all; where not, the calls are not even prepared.
    const WATCHES: bool = true;

    /// An instruction was executed in a lane.
    fn step(&mut self, step: Step<'_>) {
        let _ = step;
    }

    /// Components of a register are written, with the values that they have from now on; bit 0 of `components` is x. A
    /// result that a patch shares is told of once for each of its lanes. The index that a LOOP puts into its address
    /// register is not told of.
    fn written(&mut self, instruction: InstId, lane: usize, file: File, slot: usize, components: u8) {
        let _ = (instruction, lane, file, slot, components);
    }

    /// An operand reads components of a temporary, result or address register that were never written;
    /// bit 0 of `components` is x.
    fn uninitialised(&mut self, instruction: InstId, lane: usize, operand: &Operand, components: u8) {
        let _ = (instruction, lane, operand, components);
    }

    /// A run-time index lies outside its array of `length`, in an operand or (`written`) in the destination.
    fn out_of_range(&mut self, instruction: InstId, lane: usize, index: i64, length: u32, written: bool) {
        let _ = (instruction, lane, index, length, written);
    }

    /// A component of a result of a patch is read or written.
    fn output(&mut self, event: OutputEvent<'_>) {
        let _ = event;
    }

    /// A parameter slot is read, as a float, a signed integer or neither.
    fn parameter(&mut self, instruction: InstId, lane: usize, slot: usize, float: bool, signed: bool) {
        let _ = (instruction, lane, slot, float, signed);
    }

    /// A component of a temporary is read in another type than it was written.
    fn mistyped(&mut self, instruction: InstId, lane: usize) {
        let _ = (instruction, lane);
    }

    /// A test reads components of a condition code that were never updated.
    fn unset_code(&mut self, instruction: InstId, lane: usize, components: u8) {
        let _ = (instruction, lane, components);
    }

    /// A test reads components whose carry and overflow are undefined.
    fn undefined_flags(&mut self, instruction: InstId, lane: usize, components: u8) {
        let _ = (instruction, lane, components);
    }

    /// A lane came to its end, or to EMIT, without components of a result that the program writes elsewhere.
    fn unwritten(&mut self, instruction: InstId, lane: usize, slot: usize, components: u8) {
        let _ = (instruction, lane, slot, components);
    }

    /// A texel offset found at run time is outside its limits.
    fn texel_offset(&mut self, instruction: InstId, lane: usize, offset: i32) {
        let _ = (instruction, lane, offset);
    }

    /// A lookup names a texture by a handle of none that is resident.
    fn bad_handle(&mut self, instruction: InstId, lane: usize, handle: u64) {
        let _ = (instruction, lane, handle);
    }

    /// An offset from the centre of a pixel is outside its limits.
    fn interpolation_offset(&mut self, instruction: InstId, lane: usize, offset: f32) {
        let _ = (instruction, lane, offset);
    }

    /// A component of a result is undefined; `value` is what the operation got there.
    fn undefined(&mut self, instruction: InstId, lane: usize, what: Undefined, value: Typed) {
        let _ = (instruction, lane, what, value);
    }

    /// A lane ended abnormally.
    fn ended(&mut self, instruction: InstId, lane: usize, why: AbnormalEnd) {
        let _ = (instruction, lane, why);
    }

    /// A call was passed over, for the call stack is full.
    fn call_ignored(&mut self, instruction: InstId, lane: usize) {
        let _ = (instruction, lane);
    }

    /// A subroutine variable holds no function of its type.
    fn no_subroutine(&mut self, instruction: InstId, lane: usize) {
        let _ = (instruction, lane);
    }

    /// A shuffle reads a thread of the group that is not active.
    fn inactive_thread(&mut self, instruction: InstId, lane: usize, thread: u32) {
        let _ = (instruction, lane, thread);
    }

    /// A derivative, or a lookup that may need one, in a quad of which not all lanes are active.
    fn parted_quad(&mut self, instruction: InstId, lane: usize) {
        let _ = (instruction, lane);
    }

    /// A vertex is emitted on a stream that there is not.
    fn bad_stream(&mut self, instruction: InstId, lane: usize, stream: i32) {
        let _ = (instruction, lane, stream);
    }

    /// A lane accesses memory.
    ///
    /// # Errors
    ///
    /// What the observer notes takes more memory than the budget has.
    fn memory(&mut self, event: MemoryEvent<'_>) -> Result<(), Spent> {
        let _ = event;
        Ok(())
    }

    /// A lane passes a MEMBAR.
    fn fence(&mut self, instruction: InstId, lane: usize) {
        let _ = (instruction, lane);
    }

    /// All lanes of the work group met at a barrier.
    fn barrier(&mut self) {}

    /// A lane waited at a barrier that others of its group did not come to.
    fn parted_barrier(&mut self, instruction: InstId, lane: usize) {
        let _ = (instruction, lane);
    }
}

/// The observer that sees nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Quiet;

impl Observer for Quiet {
    const WATCHES: bool = false;
}
