//! One instruction on what is known: values in intervals, uniforms by their addresses, look-ups and transfers by the
//! bytes that they reach.

use quadrille_isa::qpu::{
    AddOp, Alu, Condition, ImmediateKind, Instruction, MulOp, Mux, OperandB, Pack, Read, RegisterFile,
    TmuCoordinate, Unpack, Write,
};

use super::buffers::{Access, Use};
use super::interval::Interval;
use super::reason::ShaderReason;
use super::shader::{Prover, UniformUse};
use super::state::{Place, State};
use super::texture;
use crate::vpm::setup::{ReadSetup, WriteSetup};

impl Prover<'_> {
    pub(super) fn execute(&mut self, instruction: &Instruction, state: &mut State) {
        let (results, add, mul) = match instruction {
            Instruction::Alu(alu) => {
                let (add, mul) = self.alu(alu, state);
                (alu.results, add, mul)
            }
            Instruction::LoadImmediate(load) => {
                let value = match load.kind {
                    ImmediateKind::Word => Interval::only(load.value),
                    ImmediateKind::Unsigned => Interval::up_to(3),
                    ImmediateKind::Signed => Interval::ANY,
                };
                (load.results, value, value)
            }
            Instruction::Semaphore(semaphore) => (semaphore.results, Interval::ANY, Interval::ANY),
            Instruction::Branch(branch) => {
                let file = |is_b| if is_b { RegisterFile::B } else { RegisterFile::A };
                let add = branch.add_write.write(file(branch.write_swap));
                let mul = branch.mul_write.write(file(!branch.write_swap));
                let link = |target, file| (target, file, Interval::ANY, false);
                let (add_file, mul_file) = (file(branch.write_swap), file(!branch.write_swap));
                return self.write(state, [link(add, add_file), link(mul, mul_file)], false);
            }
        };
        // A pack may change part of a register, and saturates.
        let packs = results.pack != Pack::NONE;
        let known = |value| if packs { Interval::ANY } else { value };
        let side = |condition, target, file, value| match condition {
            Condition::Always => Some((target, file, known(value), true)),
            Condition::Never if !is_unit(target) => None,
            _ => Some((target, file, known(value), false)),
        };
        // An ADD operation that is none gives no result.
        let add_condition = match instruction {
            Instruction::Alu(alu) if alu.add_op == AddOp::Nop => Condition::Never,
            _ => results.add_condition,
        };
        let reads_uniform = match instruction {
            Instruction::Alu(alu) => reads_uniform(alu),
            Instruction::LoadImmediate(_) | Instruction::Semaphore(_) | Instruction::Branch(_) => false,
        };
        let writes = [
            side(add_condition, results.add_target(), results.add_file(), add),
            side(
                results.mul_condition,
                results.mul_target(),
                results.mul_file(),
                mul,
            ),
        ];
        self.write(state, writes.into_iter().flatten(), reads_uniform);
    }

    /// The results of both ALUs.
    fn alu(&mut self, alu: &Alu, state: &mut State) -> (Interval, Interval) {
        let uniform = reads_uniform(alu).then(|| self.uniform(state, None));
        let read = |file, read| match read {
            Read::Uniform => uniform.flatten().map_or(Interval::ANY, Interval::only),
            Read::Register(number) => state.register(file, number),
            Read::ElementNumber | Read::QpuNumber => Interval::up_to(15),
            _ => Interval::ANY,
        };
        let unpacks = alu.unpack != Unpack::None;
        let file_a = match unpacks && matches!(alu.results.pack, Pack::File(_)) {
            true => Interval::ANY,
            false => read(RegisterFile::A, alu.read_a.read(RegisterFile::A)),
        };
        let file_b = match alu.operand_b {
            OperandB::Register(address, _) => read(RegisterFile::B, address.read(RegisterFile::B)),
            OperandB::Small(small) => Interval::only(small.value()),
        };
        let operand = |mux| match mux {
            Mux::FileA => file_a,
            Mux::FileB => file_b,
            mux => state.accumulator(mux),
        };
        let [a, b] = alu.add_operands.map(operand);
        let is_copy = alu.add_operands[0] == alu.add_operands[1];
        let add = match alu.add_op {
            AddOp::Or | AddOp::And | AddOp::Min | AddOp::Max if is_copy => a,
            AddOp::Add => a.add(b),
            AddOp::Sub => a.sub(b),
            AddOp::Min => a.min(b),
            AddOp::Max => a.max(b),
            AddOp::And => a.and(b),
            AddOp::Or => a.or(b),
            AddOp::Shl => a.shl(b),
            AddOp::Shr => a.shr(b),
            AddOp::Clz => Interval::up_to(32),
            _ => Interval::ANY,
        };
        let [a, b] = alu.mul_operands.map(operand);
        let is_copy = alu.mul_operands[0] == alu.mul_operands[1];
        let mul = match alu.mul_op {
            MulOp::V8min | MulOp::V8max if is_copy => a,
            MulOp::Mul24 => a.mul24(b),
            _ => Interval::ANY,
        };
        (add, mul)
    }

    /// Takes the next uniform: for a value, or as a parameter of a look-up.
    fn uniform(&mut self, state: &mut State, parameter: Option<u8>) -> Option<u32> {
        if state.uniforms.is_empty() {
            self.problem(ShaderReason::Uniforms);
            return None;
        }
        let role = match parameter {
            None => UniformUse::Value(self.at),
            Some(number) => UniformUse::Parameter(self.at, number),
        };
        let mut values = Vec::new();
        for address in &mut state.uniforms {
            let place = self.source.canonical(*address);
            *address = address.wrapping_add(4);
            self.shader.uniforms.entry(place).or_insert(role);
            if let Err(reason) = self.access(Access::new(Use::Uniforms, place, 4)) {
                self.problem(reason);
                // One sentence is enough for a stream that is read beyond its end.
                state.uniforms.clear();
                return None;
            }
            values.push(self.source.word(place));
        }
        values.dedup();
        match values.as_slice() {
            [value] => *value,
            _ => None,
        }
    }

    fn write(
        &mut self,
        state: &mut State,
        writes: impl IntoIterator<Item = (Write, RegisterFile, Interval, bool)>,
        reads_uniform: bool,
    ) {
        let mut kept = Vec::new();
        for (target, file, value, is_whole) in writes {
            match target {
                Write::Register(_) | Write::Accumulator(_) | Write::R5Quad | Write::R5All => {}
                Write::UniformsAddress => {
                    state.uniforms = value.constant().filter(|_| is_whole).into_iter().collect();
                }
                Write::UniformsAddressRelative => state.uniforms.clear(),
                Write::Tmu { unit, coordinate } => {
                    let unit = usize::from(unit);
                    if !is_whole {
                        self.problem(ShaderReason::Perhaps("a register of a TMU"));
                        if coordinate == TmuCoordinate::S && state.pending[unit].is_empty() {
                            continue;
                        }
                    }
                    if let Err(reason) = self.coordinate(state, unit, coordinate, value, reads_uniform) {
                        self.problem(reason);
                    }
                }
                Write::VpmReadSetup => read_setup(state, value.constant().filter(|_| is_whole)),
                Write::VpmWriteSetup => write_setup(state, value.constant().filter(|_| is_whole)),
                Write::VdrAddress | Write::VdwAddress if !is_whole => {
                    self.problem(ShaderReason::Perhaps("the address of a transfer"));
                }
                Write::VdrAddress => {
                    let size = load_size(state);
                    self.transfer(Use::Load, value, size);
                }
                Write::VdwAddress => {
                    let size = store_size(state);
                    self.transfer(Use::Store, value, size);
                }
                Write::TmuNoSwap
                | Write::HostInterrupt
                | Write::Nop
                | Write::QuadX
                | Write::QuadY
                | Write::MultisampleFlags
                | Write::ReverseFlag
                | Write::TlbStencil
                | Write::TlbZ
                | Write::TlbColourSample
                | Write::TlbColourAll
                | Write::TlbAlphaMask
                | Write::Vpm
                | Write::MutexRelease
                | Write::Sfu(_) => {}
            }
            let place = match target {
                Write::Register(number) => Some(Place::Register(file, number)),
                Write::Accumulator(number) => Some(Place::Accumulator(number)),
                Write::R5Quad | Write::R5All => Some(Place::Accumulator(5)),
                _ => None,
            };
            kept.extend(place.map(|place| (place, value, is_whole)));
        }
        state.write(&kept);
    }

    /// A coordinate of a look-up; the last one, S, sends it off.
    fn coordinate(
        &mut self,
        state: &mut State,
        unit: usize,
        coordinate: TmuCoordinate,
        value: Interval,
        reads_uniform: bool,
    ) -> Result<(), ShaderReason> {
        let is_last = coordinate == TmuCoordinate::S;
        if is_last && state.pending[unit].is_empty() {
            return self.raw(value);
        }
        if reads_uniform {
            return Err(ShaderReason::TwoUniforms);
        }
        let number = state.pending[unit].len();
        if number >= 4 {
            state.pending[unit].clear();
            return Err(ShaderReason::Parameters);
        }
        let word = self.uniform(state, Some(number as u8));
        state.pending[unit].push(word);
        if !is_last {
            return Ok(());
        }
        let words = std::mem::take(&mut state.pending[unit]);
        let Some(words) = words.into_iter().collect::<Option<Vec<u32>>>() else {
            return Err(ShaderReason::Set);
        };
        self.shader.textures += 1;
        for (address, bytes) in texture::extents(&words)? {
            let address = self.source.canonical(address);
            self.access(Access::new(Use::Texture, address, bytes))?;
        }
        Ok(())
    }

    /// Sixteen addresses of words.
    fn raw(&mut self, value: Interval) -> Result<(), ShaderReason> {
        self.bounded(Use::Words, value.low & !3, value.high | 3, 1)
    }

    /// All bytes from `low` to `high`, and what goes on behind: `bytes` from the last.
    fn bounded(&mut self, what: Use, low: u32, high: u32, bytes: u64) -> Result<(), ShaderReason> {
        let (first, last) = (self.source.canonical(low), self.source.canonical(high));
        let is_run = u64::from(high) - u64::from(low) == u64::from(last).wrapping_sub(u64::from(first));
        if !is_run || high - low >= 1 << 30 {
            return Err(ShaderReason::Unbounded(what));
        }
        self.access(Access::new(what, first, u64::from(last - first) + bytes))
    }

    fn transfer(&mut self, what: Use, value: Interval, size: Option<u64>) {
        let result = match size {
            Some(bytes) => self.bounded(what, value.low, value.high, bytes),
            None => Err(ShaderReason::Size(what)),
        };
        if let Err(reason) = result {
            self.problem(reason);
        }
    }
}

fn reads_uniform(alu: &Alu) -> bool {
    let b = alu.read_b().map(|address| address.read(RegisterFile::B));
    alu.read_a.read(RegisterFile::A) == Read::Uniform || b == Some(Read::Uniform)
}

/// Whether a write goes to a unit on which the proof depends. Such a write can take place whatever its condition (rule 10
/// of the guide), and no public source says whether one under the condition never does.
fn is_unit(target: Write) -> bool {
    matches!(
        target,
        Write::Tmu { .. }
            | Write::VpmReadSetup
            | Write::VpmWriteSetup
            | Write::VdrAddress
            | Write::VdwAddress
            | Write::UniformsAddress
            | Write::UniformsAddressRelative
    )
}

fn read_setup(state: &mut State, word: Option<u32>) {
    match word.map(ReadSetup::decode) {
        Some(ReadSetup::Vectors(..)) => {}
        Some(ReadSetup::Load(load)) => state.load = Some(load),
        Some(ReadSetup::LoadPitch(pitch)) => state.pitch = Some(pitch),
        None => (state.load, state.pitch) = (None, None),
    }
}

fn write_setup(state: &mut State, word: Option<u32>) {
    match word.map(WriteSetup::decode) {
        Some(WriteSetup::Vectors(_) | WriteSetup::Reserved) => {}
        Some(WriteSetup::Store(store)) => state.store = Some(store),
        Some(WriteSetup::StoreStride { gap, .. }) => state.gap = Some(gap),
        None => (state.store, state.gap) = (None, None),
    }
}

/// From the first byte of a load to the last, and one.
fn load_size(state: &State) -> Option<u64> {
    let load = state.load?;
    let row = u64::from(load.length) * u64::from(load.width.bits() / 8);
    let pitch = match load.rows {
        1 => 0,
        _ => load.pitch.or(state.pitch)?,
    };
    Some(u64::from(load.rows - 1) * u64::from(pitch) + row)
}

/// From the first byte of a store to the last, and one.
fn store_size(state: &State) -> Option<u64> {
    let store = state.store?;
    let row = u64::from(store.length) * u64::from(store.width.bits() / 8);
    let gap = match store.rows {
        1 => 0,
        _ => state.gap?,
    };
    Some(u64::from(store.rows - 1) * (row + u64::from(gap)) + row)
}
