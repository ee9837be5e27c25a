//! x86-64 code: a loop over the vectors of lanes around the instructions of a function.
//!
//! The code is a function of the System V calling convention of six words: the table of the planes' addresses, the
//! addresses of the constants, of the uniforms and of the slots, and of each plane the byte behind the last and the first one
//! of those that are read or written.

mod avx2;
mod avx512;
mod large;
mod operands;
mod registers;

use iced_x86::{
    BlockEncoder, BlockEncoderOptions, Code, IcedError, Instruction, InstructionBlock, MemoryOperand,
    Register,
};

use crate::allocate::allocate;
use crate::function::Function;
use crate::operation::Unary;
use crate::schedule::{Schedule, VECTORS};
use crate::step::{Memory, Place, Registers, Step, Test};
use registers::{ADDRESSES, CONSTANTS, END, LAST, OFFSET, PLANES, SAVED, SCRATCH, SLOTS, UNIFORMS};

/// What an instruction set has of its own.
trait InstructionSet {
    /// Its vector registers.
    const REGISTERS: Registers;
    /// Bytes of a vector.
    const BYTES: u32;
    /// Operations that a vector is behind the one before, of those that are computed at once.
    const APART: usize;
    /// Moves whole vectors: between registers, from memory, to memory.
    const MOVE: [Code; 3];
    /// Takes a word from memory for all lanes.
    const BROADCAST: Code;
    /// Shifts by places that are written out: left, right, right with copies of the sign.
    const SHIFTS: [Code; 3];
    /// The instruction of a function of one word.
    fn unary(op: Unary) -> Code;
    /// The vector register of a number; there are 16 or 32.
    fn register(number: u8) -> Register;
    /// Appends the instructions of a step.
    fn step(code: &mut Assembler, step: Step) -> Result<(), IcedError>;
    /// Appends a jump that is taken where a word, as a signed integer, is above another in any lane; its target is set
    /// later.
    fn jump_if_any_above(code: &mut Assembler, word: u8, other: Place) -> Result<(), IcedError>;
}

/// What a function of large angles is called by: the angles, where the results go, and how many there are.
pub(crate) type OfLarge = extern "sysv64" fn(*const u32, *mut u32, usize);

/// The functions of large angles.
#[derive(Clone, Copy)]
pub(crate) struct LargeAngles {
    pub(crate) sine: OfLarge,
    pub(crate) cosine: OfLarge,
}

/// An instruction set that code is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Set {
    Avx2,
    Avx512,
}

/// The code of a function, and what it needs besides.
pub(crate) fn assemble(
    set: Set,
    function: &Function,
    large: LargeAngles,
) -> Result<(Vec<u8>, Needs), IcedError> {
    match set {
        Set::Avx2 => of::<avx2::Avx2>(function, large),
        Set::Avx512 => of::<avx512::Avx512>(function, large),
    }
}

fn of<S: InstructionSet>(function: &Function, large: LargeAngles) -> Result<(Vec<u8>, Needs), IcedError> {
    let mut code = Assembler::default();
    code.begin()?;
    let mut needs = Needs::default();
    code.lanes::<S>(function, VECTORS, &mut needs)?;
    code.lanes::<S>(function, 1, &mut needs)?;
    code.end()?;
    if !code.large.is_empty() {
        // All registers are put aside behind the other slots while such a function is called.
        large::calls::<S>(&mut code, needs.slots, large)?;
        needs.slots += large::SLOTS;
    }
    Ok((code.encode()?, needs))
}

/// What code needs besides planes.
#[derive(Default)]
pub(crate) struct Needs {
    /// The constants.
    pub(crate) constants: Vec<u32>,
    /// Vectors that are put aside at most.
    pub(crate) slots: u16,
}

/// The instructions so far.
#[derive(Default)]
struct Assembler {
    list: Vec<Instruction>,
    /// Where functions of large angles may be called.
    large: Vec<large::Site>,
    /// What the mask registers hold, of an instruction set that has them: comparisons of places.
    masks: Vec<(Register, Test, u8, Place)>,
}

impl Assembler {
    fn push(&mut self, instruction: Instruction) {
        self.list.push(instruction);
    }

    /// What the caller keeps is put aside, and the addresses of the first planes are loaded.
    fn begin(&mut self) -> Result<(), IcedError> {
        for register in SAVED {
            self.push(Instruction::with1(Code::Push_r64, register)?);
        }
        for (number, register) in ADDRESSES.into_iter().enumerate() {
            let at = MemoryOperand::with_base_displ(PLANES, number as i64 * 8);
            self.push(Instruction::with2(Code::Mov_r64_rm64, register, at)?);
        }
        Ok(())
    }

    /// The loop that computes so many vectors at once, while there are as many.
    fn lanes<S: InstructionSet>(
        &mut self,
        function: &Function,
        vectors: u8,
        needs: &mut Needs,
    ) -> Result<(), IcedError> {
        let schedule = Schedule::new(function, vectors, S::APART);
        let allocated = allocate(&schedule, S::REGISTERS, std::mem::take(&mut needs.constants));
        let bytes = S::BYTES * u32::from(vectors);
        // The last place at which so many begin; where there are fewer in all it is below the offset.
        let at = MemoryOperand::with_base_displ(END, -i64::from(bytes));
        self.push(Instruction::with2(Code::Lea_r64_m, LAST, at)?);
        self.push(Instruction::with2(Code::Cmp_r64_rm64, OFFSET, LAST)?);
        let skip = self.list.len();
        self.push(Instruction::with_branch(Code::Jg_rel32_64, label(skip))?);
        for step in &allocated.before {
            S::step(self, *step)?;
        }
        self.masks.clear();
        let top = self.list.len();
        for step in &allocated.steps {
            S::step(self, *step)?;
        }
        self.push(Instruction::with2(Code::Add_rm64_imm32, OFFSET, bytes as i32)?);
        self.push(Instruction::with2(Code::Cmp_r64_rm64, OFFSET, LAST)?);
        // The label of an instruction is its address; each has the number of its place until it is encoded.
        self.push(Instruction::with_branch(Code::Jle_rel32_64, label(top))?);
        let behind = label(self.list.len());
        self.list[skip].set_near_branch64(behind);
        needs.constants = allocated.constants;
        needs.slots = needs.slots.max(allocated.slots);
        Ok(())
    }

    /// What the caller keeps comes back.
    fn end(&mut self) -> Result<(), IcedError> {
        self.push(Instruction::with(Code::VEX_Vzeroupper));
        for register in SAVED.into_iter().rev() {
            self.push(Instruction::with1(Code::Pop_r64, register)?);
        }
        self.push(Instruction::with(Code::Retnq));
        Ok(())
    }

    /// A place in memory as an operand. `broadcast` says that the instruction takes a word for all lanes.
    fn memory(&mut self, memory: Memory, bytes: u32, broadcast: bool) -> Result<MemoryOperand, IcedError> {
        let shared = |address: Register, number: u16| {
            let mut operand = MemoryOperand::with_base_displ(address, i64::from(number) * 4);
            operand.is_broadcast = broadcast;
            operand
        };
        Ok(match memory {
            Memory::Plane(plane, vector) => {
                let address = match ADDRESSES.get(usize::from(plane)) {
                    Some(address) => *address,
                    None => {
                        let at = MemoryOperand::with_base_displ(PLANES, i64::from(plane) * 8);
                        self.push(Instruction::with2(Code::Mov_r64_rm64, SCRATCH, at)?);
                        SCRATCH
                    }
                };
                let at = i64::from(vector) * i64::from(bytes);
                MemoryOperand::with_base_index_scale_displ_size(address, OFFSET, 1, at, u32::from(at != 0))
            }
            Memory::Constant(number) => shared(CONSTANTS, number),
            Memory::Uniform(number) => shared(UNIFORMS, number),
            Memory::Slot(slot) => MemoryOperand::with_base_displ(SLOTS, i64::from(slot) * i64::from(bytes)),
        })
    }

    /// The bytes.
    fn encode(mut self) -> Result<Vec<u8>, IcedError> {
        for (at, instruction) in self.list.iter_mut().enumerate() {
            instruction.set_ip(label(at));
        }
        let block = InstructionBlock::new(&self.list, 0);
        Ok(BlockEncoder::encode(64, block, BlockEncoderOptions::NONE)?.code_buffer)
    }
}

/// The address that stands for a place in the list until it is encoded; 0 would be none.
fn label(at: usize) -> u64 {
    at as u64 + 1
}
