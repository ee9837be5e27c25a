//! From a typed instruction to its running form: places for operands and results, marks, and the rules that an
//! instruction breaks by itself.

use quadrille_isa::qpu::{
    AddOp, Alu, Branch, BranchCondition, Condition, ImmediateKind, Instruction, LoadImmediate, MulOp, Mux,
    OperandB, Pack, Read, RegisterFile, Results, Rotation, Semaphore, SemaphoreAction, Signal,
    SmallImmediate, Write, decode,
};
use quadrille_numerics::qpu::lanes::Lanes;

use super::micro::{FLAG_BIT, FlagSource, MicroOp, Shape, mark, place};
use crate::machine::finding::FindingKind;

/// Marks what instructions have to remember because others of the program use it again. Most programs do not.
pub(super) fn remember(ops: &mut [MicroOp]) {
    let reads = ops.iter().any(|op| op.marks & mark::REPEATED_READ != 0);
    let product = ops
        .iter()
        .any(|op| op.mul_op == MulOp::Nop && op.mul_target != Write::Nop && op.shape == Shape::Alu);
    if !reads && !product {
        return;
    }
    for op in ops {
        if !matches!(op.shape, Shape::Alu | Shape::SumAndProduct) {
            continue;
        }
        if reads {
            op.marks |= mark::KEPT_READ;
        }
        if product && (op.mul_op != MulOp::Nop || op.mul_target != Write::Nop) {
            op.marks |= mark::PRODUCT;
            op.shape = Shape::Alu;
        }
    }
}

impl MicroOp {
    fn empty(shape: Shape) -> MicroOp {
        MicroOp {
            shape,
            add_op: AddOp::Nop,
            mul_op: MulOp::Nop,
            add_a: place::SINK,
            add_b: place::SINK,
            mul_a: place::SINK,
            mul_b: place::SINK,
            add_to: place::SINK,
            mul_to: place::SINK,
            add_when: Condition::Never,
            mul_when: Condition::Never,
            flag_source: FlagSource::Add,
            marks: 0,
            reads: 0,
            needs: 0,
            needs_accumulators: 0,
            gives_accumulators: 0,
            writes: 0,
            reads_touched: 0,
            touched: 0,
            fresh: 0,
            read_a: Read::Nop,
            read_b: Read::Nop,
            port_a: place::PORT_A,
            port_b: place::PORT_B,
            add_target: Write::Nop,
            mul_target: Write::Nop,
            pack: Pack::NONE,
            unpack: 0,
            unpack_float: false,
            signal: Signal::None,
            rotation: None,
            rotate_in_quads: false,
            complaints: 0,
            immediate: 0,
            kind: ImmediateKind::Word,
            branch: None,
        }
    }

    /// Prepares one word; a word that does not decode becomes [`Shape::Reserved`].
    pub(crate) fn of_word(word: u64) -> MicroOp {
        let mut op = match decode(word) {
            Ok(Instruction::Alu(alu)) => MicroOp::of_alu(&alu),
            Ok(Instruction::LoadImmediate(load)) => MicroOp::of_load(&load),
            Ok(Instruction::Semaphore(semaphore)) => MicroOp::of_semaphore(&semaphore),
            Ok(Instruction::Branch(branch)) => MicroOp::of_branch(branch),
            Err(_) => MicroOp::empty(Shape::Reserved),
        };
        op.fresh = op.touched & !op.left_in_part();
        op.with_gives()
    }

    fn of_alu(alu: &Alu) -> MicroOp {
        let mut op = MicroOp::empty(Shape::Alu);
        op.add_op = alu.add_op;
        op.mul_op = alu.mul_op;
        op.signal = alu.signal();
        op.read_a = alu.read_a.read(RegisterFile::A);
        let (port_b, small) = match alu.operand_b {
            OperandB::Register(address, _) => {
                op.read_b = address.read(RegisterFile::B);
                (port(op.read_b, RegisterFile::B), None)
            }
            OperandB::Small(small) => (place::SMALL + small.code(), Some(small)),
        };
        let port_a = port(op.read_a, RegisterFile::A);
        (op.port_a, op.port_b) = (port_a, port_b);
        op.results(&alu.results);
        op.operands(alu, port_a, port_b);
        op.unpack(alu, port_a);
        op.rotation(alu, small);
        op.flags(&alu.results);
        op.needs(alu);
        op.peripherals(alu.moves_one_value());
        if op.signal != Signal::None {
            op.marks |= mark::SIGNAL;
        }
        if op.signal.loads_r4() {
            op.touched |= 1 << 4;
        }
        let plain = matches!(op.add_op, AddOp::Fadd | AddOp::Fsub)
            && op.mul_op == MulOp::Fmul
            && op.add_when == Condition::Always
            && op.mul_when == Condition::Always
            && op.marks & (mark::FLAGS | mark::PACK | mark::ROTATE) == 0;
        if plain {
            op.shape = Shape::SumAndProduct;
        }
        op
    }

    fn of_load(load: &LoadImmediate) -> MicroOp {
        let mut op = MicroOp::empty(Shape::Load);
        op.kind = load.kind;
        op.immediate = load.value;
        op.results(&load.results);
        op.flags(&load.results);
        op.peripherals(true);
        op
    }

    fn of_semaphore(semaphore: &Semaphore) -> MicroOp {
        let mut op = MicroOp::empty(Shape::Semaphore);
        op.immediate = semaphore.value;
        op.results(&semaphore.results);
        op.flags(&semaphore.results);
        op.marks |= mark::SHARED;
        op.peripherals(true);
        op
    }

    fn of_branch(branch: Branch) -> MicroOp {
        let mut op = MicroOp::empty(Shape::Branch);
        let results = Results {
            pack: Pack::NONE,
            add_condition: Condition::Always,
            mul_condition: Condition::Always,
            set_flags: false,
            write_swap: branch.write_swap,
            add_write: branch.add_write,
            mul_write: branch.mul_write,
        };
        op.results(&results);
        if branch.add_register {
            op.reads = 1 << branch.read_a;
            op.needs = op.reads;
        }
        if branch.condition != BranchCondition::Always {
            op.reads_touched = FLAG_BIT;
        }
        op.immediate = branch.immediate;
        op.branch = Some(branch);
        op.peripherals(true);
        op
    }

    /// The semaphore's number and what is done to it.
    pub(crate) fn semaphore(&self) -> (usize, SemaphoreAction) {
        let action = if self.immediate & 16 == 0 {
            SemaphoreAction::Release
        } else {
            SemaphoreAction::Acquire
        };
        ((self.immediate & 15) as usize, action)
    }

    /// The value of a load immediate.
    pub(crate) fn immediate_lanes(&self) -> Lanes {
        std::array::from_fn(|i| self.kind.element(self.immediate, i as u32))
    }

    fn results(&mut self, results: &Results) {
        self.pack = results.pack;
        self.add_when = results.add_condition;
        self.mul_when = results.mul_condition;
        self.add_target = results.add_target();
        self.mul_target = results.mul_target();
        if self.add_when == Condition::Never || self.shape == Shape::Alu && self.add_op == AddOp::Nop {
            self.add_target = Write::Nop;
        }
        // A nop of the MUL ALU writes its last result again.
        if self.mul_when == Condition::Never {
            self.mul_target = Write::Nop;
        }
        self.add_to = self.target(self.add_target, results.add_file(), place::ADD_OUT);
        self.mul_to = self.target(self.mul_target, results.mul_file(), place::MUL_OUT);
        for (target, when) in [(self.add_target, self.add_when), (self.mul_target, self.mul_when)] {
            let conditional = !matches!(when, Condition::Always | Condition::Never);
            if conditional && target != Write::Nop {
                self.reads_touched |= FLAG_BIT;
            }
            match target {
                Write::Vpm if conditional => self.complain(FindingKind::ConditionalPeripheral),
                Write::Tmu { .. } if conditional => self.complain(FindingKind::ConditionalLookup),
                _ => {}
            }
        }
        self.pack_of(results);
    }

    fn target(&mut self, target: Write, file: RegisterFile, out: u8) -> u8 {
        match target {
            Write::Nop => place::SINK,
            Write::Register(n) => {
                let at = n + if file == RegisterFile::A {
                    place::A
                } else {
                    place::B
                };
                self.writes |= 1 << at;
                at
            }
            Write::Accumulator(n) => {
                self.touched |= 1 << n;
                place::R0 + n
            }
            Write::R5Quad | Write::R5All => {
                self.touched |= 1 << 5;
                self.marks |= mark::R5;
                out
            }
            _ => {
                self.marks |= mark::WRITE;
                out
            }
        }
    }

    fn pack_of(&mut self, results: &Results) {
        if results.pack.is_none() {
            return;
        }
        let target = match results.pack {
            Pack::File(_) if results.write_swap => self.mul_target,
            Pack::File(_) => self.add_target,
            Pack::Mul(_) => self.mul_target,
        };
        match (target, results.pack) {
            (Write::Nop, _) => {}
            (Write::Register(_), _) => self.marks |= mark::PACK,
            (Write::Accumulator(_) | Write::R5Quad | Write::R5All, Pack::Mul(_)) => self.marks |= mark::PACK,
            (Write::Accumulator(_) | Write::R5Quad | Write::R5All, Pack::File(_)) => {
                self.complain(FindingKind::PackTarget);
            }
            (_, pack) => {
                if matches!(pack, Pack::Mul(_)) {
                    self.marks |= mark::PACK;
                }
                self.complain(FindingKind::PackedPeripheral);
            }
        }
    }

    fn operands(&mut self, alu: &Alu, port_a: u8, port_b: u8) {
        let place_of = |mux: Mux| match mux {
            Mux::FileA => port_a,
            Mux::FileB => port_b,
            accumulator => place::R0 + accumulator as u8,
        };
        [self.add_a, self.add_b] = alu.add_operands.map(place_of);
        [self.mul_a, self.mul_b] = alu.mul_operands.map(place_of);
        let used = alu.add_operands[..usize::from(alu.add_op.operands())]
            .iter()
            .chain(&alu.mul_operands[..usize::from(alu.mul_op.operands())]);
        for &mux in used {
            match place_of(mux) {
                register @ 0..64 => self.reads |= 1 << register,
                accumulator @ place::R0..=place::R5 => self.reads_touched |= 1 << (accumulator - place::R0),
                _ => {}
            }
        }
        for read in [self.read_a, self.read_b] {
            match read {
                Read::Register(_) | Read::ElementNumber | Read::QpuNumber => {}
                Read::Uniform => self.marks |= mark::UNIFORM,
                // A repeated read matters only where it is used.
                Read::Nop => {}
                _ => self.marks |= mark::PORT,
            }
        }
        let uses = |place: u8| {
            [self.add_a, self.add_b].contains(&place) && alu.add_op != AddOp::Nop
                || [self.mul_a, self.mul_b].contains(&place) && alu.mul_op != MulOp::Nop
        };
        let repeats = self.read_a == Read::Nop && uses(place::PORT_A)
            || self.read_b == Read::Nop && uses(place::PORT_B);
        if repeats {
            self.marks |= mark::PORT | mark::REPEATED_READ;
        }
    }

    fn unpack(&mut self, alu: &Alu, port_a: u8) {
        self.unpack = alu.unpack.code();
        if self.unpack == 0 {
            return;
        }
        let (from, mux) = match alu.results.pack {
            Pack::File(_) => (port_a, Mux::FileA),
            Pack::Mul(_) => (place::R4, Mux::R4),
        };
        let [add, mul] = [alu.add_operands, alu.mul_operands].map(|operands| operands.contains(&mux));
        let (add, mul) = (add && alu.add_op != AddOp::Nop, mul && alu.mul_op != MulOp::Nop);
        if !add && !mul {
            return;
        }
        self.marks |= mark::UNPACK;
        // Where file A is unpacked one float consumer decides for both; r4 always becomes float.
        let (add_float, mul_float) = (add && alu.add_op.takes_float(), mul && alu.mul_op.takes_float());
        self.unpack_float = mux == Mux::R4 || add_float || mul_float;
        let integer_too = add && !alu.add_op.takes_float() || mul && !alu.mul_op.takes_float();
        if mux == Mux::FileA && self.unpack_float && integer_too && self.unpack != 3 {
            self.complain(FindingKind::MixedUnpack);
        }
        for place in [&mut self.add_a, &mut self.add_b, &mut self.mul_a, &mut self.mul_b] {
            if *place == from {
                *place = place::UNPACKED;
            }
        }
    }

    /// The place that is unpacked.
    pub(crate) fn unpack_from(&self) -> u8 {
        match self.pack {
            Pack::File(_) => self.port_a,
            Pack::Mul(_) => place::R4,
        }
    }

    fn rotation(&mut self, alu: &Alu, small: Option<SmallImmediate>) {
        self.rotation = small.and_then(SmallImmediate::rotation);
        if self.rotation.is_some() && alu.mul_op != MulOp::Nop {
            self.marks |= mark::ROTATE;
            self.rotate_in_quads = alu.mul_operands.iter().any(|&mux| mux as u8 > Mux::R3 as u8);
        }
        if self.rotation == Some(Rotation::R5) && alu.mul_op != MulOp::Nop {
            self.reads_touched |= 1 << 5;
        }
    }

    fn flags(&mut self, results: &Results) {
        if !results.set_flags {
            return;
        }
        // From the ADD ALU unless its operation is nop; an element's flags change only under the condition.
        // Words without operations deliver one value: it counts if either side's condition can hold.
        let (add_idle, mul_idle) = match self.shape {
            Shape::Alu => (self.add_op == AddOp::Nop, self.mul_op == MulOp::Nop),
            _ => (
                self.add_when == Condition::Never,
                self.mul_when == Condition::Never,
            ),
        };
        let (source, when) = match (add_idle, mul_idle) {
            (false, _) => (FlagSource::Add, self.add_when),
            (true, false) => (FlagSource::Mul, self.mul_when),
            (true, true) => return,
        };
        if when == Condition::Never {
            return;
        }
        self.flag_source = source;
        self.marks |= mark::FLAGS;
        self.touched |= FLAG_BIT;
        if when != Condition::Always {
            self.reads_touched |= FLAG_BIT;
        }
    }
}

/// The place of the vector that a read port delivers.
fn port(read: Read, file: RegisterFile) -> u8 {
    match (read, file) {
        (Read::Register(n), RegisterFile::A) => place::A + n,
        (Read::Register(n), RegisterFile::B) => place::B + n,
        (Read::ElementNumber, _) => place::ELEMENT,
        (Read::QpuNumber, _) => place::QPU,
        (_, RegisterFile::A) => place::PORT_A,
        (_, RegisterFile::B) => place::PORT_B,
    }
}
