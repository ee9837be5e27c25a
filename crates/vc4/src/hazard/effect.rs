//! The effect of one instruction, in the terms in which the rules speak: registers, accumulators, flags, ports
//! and peripherals. Nothing about its neighbours, and no values.

use quadrille_isa::qpu::{
    AddOp, Address, Alu, Branch, BranchCondition, Condition, Instruction, MulOp, Mux, OperandB, Pack, Read,
    RegisterFile, Results, Rotation, Signal, TmuCoordinate, Write,
};

/// Bit of r4 in a set of accumulators.
pub(crate) const R4: u8 = 1 << 4;
/// Bit of r5 in a set of accumulators.
pub(crate) const R5: u8 = 1 << 5;
/// Bit of the flags in a set of accumulators; sets for rules about what is lost hold both.
pub(crate) const FLAGS: u8 = 1 << 6;

/// The target of a side's result, its condition and its register file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WriteTarget {
    /// The destination of the result; [`Write::Nop`] where the side does nothing.
    pub(crate) write: Write,
    /// When.
    pub(crate) condition: Condition,
    /// Through which file.
    pub(crate) file: RegisterFile,
}

impl WriteTarget {
    /// Whether flags decide about the write.
    pub(crate) fn is_conditional(&self) -> bool {
        !matches!(self.condition, Condition::Always | Condition::Never)
    }

    /// The register or accumulator that it is.
    pub(crate) fn places(&self) -> Places {
        let (registers, accumulators) = match (self.write, self.file) {
            (Write::Register(n), RegisterFile::A) => (1 << n, 0),
            (Write::Register(n), RegisterFile::B) => (1 << (32 + n), 0),
            (Write::Accumulator(n), _) => (0, 1 << n),
            (Write::R5All | Write::R5Quad, _) => (0, R5),
            _ => (0, 0),
        };
        Places {
            registers,
            accumulators,
        }
    }

    /// Whether it reaches a peripheral: neither nothing, nor a register, nor an accumulator.
    pub(crate) fn is_peripheral(&self) -> bool {
        !matches!(
            self.write,
            Write::Nop | Write::Register(_) | Write::Accumulator(_) | Write::R5All | Write::R5Quad
        )
    }
}

/// Registers and accumulators, in the form in which [`Effect`] has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Places {
    registers: u64,
    accumulators: u8,
}

impl Places {
    pub(crate) const NONE: Places = Places {
        registers: 0,
        accumulators: 0,
    };

    pub(crate) fn with(self, other: Places) -> Places {
        Places {
            registers: self.registers | other.registers,
            accumulators: self.accumulators | other.accumulators,
        }
    }

    pub(crate) fn without(self, other: Places) -> Places {
        Places {
            registers: self.registers & !other.registers,
            accumulators: self.accumulators & !other.accumulators,
        }
    }

    pub(crate) fn meets(self, other: Places) -> bool {
        self.registers & other.registers != 0 || self.accumulators & other.accumulators != 0
    }

    /// The accumulators among them.
    pub(crate) fn accumulators(self) -> u8 {
        self.accumulators
    }
}

/// The resources that an instruction reads and writes.
#[derive(Clone, Debug)]
pub(crate) struct Effect {
    /// The instruction itself.
    pub(crate) instruction: Instruction,
    /// Its signal.
    pub(crate) signal: Signal,
    /// Registers that an operand or a branch takes: bit n for ra n, bit 32 + n for rb n.
    pub(crate) reads: u64,
    /// Those that operands of the ADD and of the MUL side take.
    pub(crate) side_reads: [u64; 2],
    /// Registers that are written, in the same form.
    pub(crate) writes: u64,
    /// Addresses that the ports of file A and B read, whether or not an operand takes the value.
    pub(crate) ports: [Option<Address>; 2],
    /// Accumulators that an operand or a rotation takes, and [`FLAGS`] where a condition looks at them.
    pub(crate) takes: u8,
    /// Accumulators that a result goes to, and [`FLAGS`].
    pub(crate) gives: u8,
    /// The targets of the ADD and the MUL side.
    pub(crate) targets: [WriteTarget; 2],
}

impl Effect {
    /// The effect of `instruction`.
    pub(crate) fn of(instruction: Instruction) -> Effect {
        let mut effect = Effect {
            instruction,
            signal: instruction.signal(),
            reads: 0,
            side_reads: [0; 2],
            writes: 0,
            ports: [None; 2],
            takes: 0,
            gives: 0,
            targets: [WriteTarget {
                write: Write::Nop,
                condition: Condition::Never,
                file: RegisterFile::A,
            }; 2],
        };
        match instruction {
            Instruction::Alu(alu) => effect.alu(&alu),
            Instruction::LoadImmediate(load) => effect.constant(&load.results),
            Instruction::Semaphore(semaphore) => effect.constant(&semaphore.results),
            Instruction::Branch(branch) => effect.branch(&branch),
        }
        effect
    }

    fn alu(&mut self, alu: &Alu) {
        self.results(&alu.results, [alu.add_op != AddOp::Nop, alu.mul_op != MulOp::Nop]);
        self.ports = [Some(alu.read_a), alu.read_b()];
        let add = &alu.add_operands[..usize::from(alu.add_op.operands())];
        let mul = &alu.mul_operands[..usize::from(alu.mul_op.operands())];
        for (side, operands) in [add, mul].into_iter().enumerate() {
            for mux in operands {
                self.side_reads[side] |= match mux {
                    Mux::FileA => alu.read_a.register().map_or(0, |n| 1 << n),
                    Mux::FileB => {
                        let register = alu.read_b().and_then(Address::register);
                        register.map_or(0, |n| 1 << (32 + n))
                    }
                    accumulator => {
                        self.takes |= 1 << *accumulator as u8;
                        0
                    }
                };
            }
            self.reads |= self.side_reads[side];
        }
        if self.rotation() == Some(Rotation::R5) {
            self.takes |= R5;
        }
    }

    fn branch(&mut self, branch: &Branch) {
        let results = Results {
            pack: Pack::NONE,
            add_condition: Condition::Always,
            mul_condition: Condition::Always,
            set_flags: branch.read_a & 1 != 0,
            write_swap: branch.write_swap,
            add_write: branch.add_write,
            mul_write: branch.mul_write,
        };
        self.results(&results, [true; 2]);
        if branch.add_register {
            self.reads |= 1 << branch.read_a;
        }
        if branch.condition != BranchCondition::Always {
            self.takes |= FLAGS;
        }
    }

    /// One value goes to both sides; flags come from the first that may receive it.
    fn constant(&mut self, results: &Results) {
        let conditions = [results.add_condition, results.mul_condition];
        self.results(results, conditions.map(|condition| condition != Condition::Never));
    }

    fn results(&mut self, results: &Results, works: [bool; 2]) {
        let sides = [
            (results.add_target(), results.add_condition, results.add_file()),
            (results.mul_target(), results.mul_condition, results.mul_file()),
        ];
        for (side, (write, condition, file)) in sides.into_iter().enumerate() {
            // A nop of the MUL ALU writes its last result again.
            let writes = works[side] || side == 1;
            if !writes || condition == Condition::Never {
                continue;
            }
            self.targets[side] = WriteTarget {
                write,
                condition,
                file,
            };
            let places = self.targets[side].places();
            self.writes |= places.registers;
            self.gives |= places.accumulators;
            if self.targets[side].is_conditional() && write != Write::Nop {
                self.takes |= FLAGS;
            }
        }
        let conditions = [results.add_condition, results.mul_condition];
        let source = works.iter().position(|works| *works);
        if results.set_flags
            && let Some(side) = source
            && conditions[side] != Condition::Never
        {
            self.gives |= FLAGS;
            if conditions[side] != Condition::Always {
                self.takes |= FLAGS;
            }
        }
    }

    /// The ALU fields, if it is an ALU instruction.
    pub(crate) fn as_alu(&self) -> Option<&Alu> {
        match &self.instruction {
            Instruction::Alu(alu) => Some(alu),
            _ => None,
        }
    }

    /// The branch, if it is one.
    pub(crate) fn as_branch(&self) -> Option<&Branch> {
        match &self.instruction {
            Instruction::Branch(branch) => Some(branch),
            _ => None,
        }
    }

    /// The places that results overwrite whatever the flags are.
    pub(crate) fn replaces(&self) -> Places {
        let targets = self.targets.iter().filter(|target| !target.is_conditional());
        targets.fold(Places::NONE, |places, target| places.with(target.places()))
    }

    /// The places that operands and conditions read.
    pub(crate) fn takes(&self) -> Places {
        Places {
            registers: self.reads,
            accumulators: self.takes,
        }
    }

    /// Which sides take the value of a read port as an operand, the ADD and the MUL side.
    pub(crate) fn sides_that_take(&self, read: Read) -> [bool; 2] {
        let Some(alu) = self.as_alu() else {
            return [false; 2];
        };
        let takes = |mux: &Mux| match mux {
            Mux::FileA => alu.read_a.read(RegisterFile::A) == read,
            Mux::FileB => alu.read_b().is_some_and(|b| b.read(RegisterFile::B) == read),
            _ => false,
        };
        let add = &alu.add_operands[..usize::from(alu.add_op.operands())];
        let mul = &alu.mul_operands[..usize::from(alu.mul_op.operands())];
        [add.iter().any(takes), mul.iter().any(takes)]
    }

    /// The rotation of the MUL result, if the MUL ALU works.
    pub(crate) fn rotation(&self) -> Option<Rotation> {
        let alu = self.as_alu()?;
        match alu.operand_b {
            OperandB::Small(small) if alu.mul_op != MulOp::Nop => small.rotation(),
            _ => None,
        }
    }

    /// Whether a port reads `read`, used or not.
    pub(crate) fn reads(&self, read: Read) -> bool {
        let [a, b] = self.ports;
        a.is_some_and(|a| a.read(RegisterFile::A) == read)
            || b.is_some_and(|b| b.read(RegisterFile::B) == read)
    }

    /// Whether a side writes what `wanted` says yes to.
    pub(crate) fn writes(&self, wanted: impl Fn(Write) -> bool) -> bool {
        self.targets.iter().any(|target| wanted(target.write))
    }

    /// Whether the special function unit is given work.
    pub(crate) fn writes_sfu(&self) -> bool {
        self.writes(|write| matches!(write, Write::Sfu(_)))
    }

    /// The coordinates that are written to texture units, with the unit.
    pub(crate) fn tmu_writes(&self) -> impl Iterator<Item = (usize, TmuCoordinate)> {
        self.targets.iter().filter_map(|target| match target.write {
            Write::Tmu { unit, coordinate } => Some((usize::from(unit & 1), coordinate)),
            _ => None,
        })
    }

    /// The texture unit whose result is loaded.
    pub(crate) fn tmu_load(&self) -> Option<usize> {
        match self.signal {
            Signal::LoadTmu0 => Some(0),
            Signal::LoadTmu1 => Some(1),
            _ => None,
        }
    }

    /// Whether something is loaded from the tile buffer.
    pub(crate) fn loads_tile(&self) -> bool {
        self.signal.loads_r4() && self.tmu_load().is_none()
    }

    /// Whether something is written to the tile buffer, its set-up included.
    pub(crate) fn writes_tile(&self) -> bool {
        self.writes(|write| {
            matches!(
                write,
                Write::TlbStencil
                    | Write::TlbZ
                    | Write::TlbColourSample
                    | Write::TlbColourAll
                    | Write::TlbAlphaMask
            )
        })
    }

    /// Whether it waits for the scoreboard if that is not held: by signal, or by using the tile buffer. Stencil set-up
    /// does not, as a driver shows that writes it in a program's first instruction.
    pub(crate) fn wants_scoreboard(&self) -> bool {
        let writes = |write| {
            matches!(
                write,
                Write::TlbZ | Write::TlbColourSample | Write::TlbColourAll | Write::TlbAlphaMask
            )
        };
        self.signal == Signal::ScoreboardWait || self.loads_tile() || self.writes(writes)
    }

    /// Whether it asks for a thread switch.
    pub(crate) fn switches(&self) -> bool {
        matches!(self.signal, Signal::ThreadSwitch | Signal::LastThreadSwitch)
    }

    /// Whether it does nothing but compute on registers and accumulators.
    pub(crate) fn only_computes(&self) -> bool {
        let reads_plainly = self
            .ports
            .iter()
            .flatten()
            .all(|address| matches!(address.number(), 0..=31 | 38 | 39));
        reads_plainly
            && self.signal == Signal::None
            && matches!(
                self.instruction,
                Instruction::Alu(_) | Instruction::LoadImmediate(_)
            )
            && !self.targets.iter().any(WriteTarget::is_peripheral)
    }

    /// Whether the order of the two matters: one gives what the other takes or gives.
    pub(crate) fn meets(&self, other: &Effect) -> bool {
        let files = self.writes & (other.reads | other.writes) | other.writes & self.reads;
        let accumulators = self.gives & (other.takes | other.gives) | other.gives & self.takes;
        files != 0 || accumulators != 0
    }

    /// Whether `next` takes `registers`, which this writes, only for elements in which this does not write them: their
    /// conditions exclude each other, by the same flags.
    pub(crate) fn writes_elsewhere(&self, next: &Effect, registers: u64) -> bool {
        let changes_flags = (self.gives | next.gives) & FLAGS != 0;
        if changes_flags || next.rotation().is_some() || next.as_alu().is_none() {
            return false;
        }
        let writers = self.targets.iter();
        let writers = writers.filter(|target| target.places().registers & registers != 0);
        let takers = next.targets.iter().zip(next.side_reads);
        let takers = takers.filter(|(_, reads)| reads & registers != 0);
        writers
            .flat_map(|writer| takers.clone().map(move |(taker, _)| (writer, taker)))
            .all(|(writer, taker)| writer.condition.excludes(taker.condition))
    }

    /// Whether `next` would take something of this that is not yet there: a register, or an accumulator to
    /// rotate or to rotate by.
    pub(crate) fn is_fresh_for(&self, next: &Effect) -> bool {
        self.writes & next.reads != 0 || next.rotation().is_some() && self.gives & next.takes != 0
    }
}
