//! Results that go to r5 and to peripherals.

use quadrille_isa::qpu::{Sfu, Write};
use quadrille_numerics::qpu::lanes::Lanes;
use quadrille_numerics::qpu::sfu;

use super::arithmetic::holds;
use super::micro::{MicroOp, place};
use super::state::{Flags, Qpu, Scoreboard};
use crate::machine::chip::{Chip, Wait};
use crate::machine::finding::FindingKind;
use crate::machine::launch::TileWrite;
use crate::machine::memory::Memory;
use crate::trace::{Observer, TransferEvent};
use crate::vpm::port::{Reading, Transfer};
use crate::vpm::setup::{MANUAL_PITCH, ReadSetup, WriteSetup};

/// The address of a tile buffer register.
pub(crate) fn tile_register(target: Write) -> Option<u8> {
    Some(match target {
        Write::TlbStencil => 43,
        Write::TlbZ => 44,
        Write::TlbColourSample => 45,
        Write::TlbColourAll => 46,
        Write::TlbAlphaMask => 47,
        _ => return None,
    })
}

impl Qpu {
    /// Delivers both results to where they go. `old` holds the flags before the instruction, if it changed them.
    #[inline(never)]
    pub(crate) fn write_out<O: Observer>(
        &mut self,
        op: &MicroOp,
        old: Option<&Flags>,
        chip: &mut Chip,
        memory: &mut Memory<'_>,
        observer: &mut O,
    ) {
        let sides = [
            (op.add_target, op.add_when, op.add_to),
            (op.mul_target, op.mul_when, op.mul_to),
        ];
        for (target, when, from) in sides {
            if from == place::ADD_OUT || from == place::MUL_OUT {
                let value = self.bank[usize::from(from)];
                let gate = holds(when, old.unwrap_or(&self.flags));
                self.deliver(op, target, &value, &gate, chip, memory, observer);
            }
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the three parts of the machine and the parts of a write"
    )]
    fn deliver<O: Observer>(
        &mut self,
        op: &MicroOp,
        target: Write,
        value: &Lanes,
        gate: &Lanes,
        chip: &mut Chip,
        memory: &mut Memory<'_>,
        observer: &mut O,
    ) {
        match target {
            Write::Nop | Write::Register(_) | Write::Accumulator(_) => {}
            Write::R5All => {
                if gate[0] != 0 {
                    self.bank[usize::from(place::R5)] = [value[0]; 16];
                }
            }
            Write::R5Quad => {
                let r5 = &mut self.bank[usize::from(place::R5)];
                for (i, element) in r5.iter_mut().enumerate() {
                    if gate[i & 12] != 0 {
                        *element = value[i & 12];
                    }
                }
            }
            Write::TmuNoSwap => {
                if self.context.tmu_used {
                    self.note(chip, FindingKind::NoSwapAfterUse, 0);
                }
                self.context.no_swap_at = (value[0] != 0).then_some(self.context.executed);
            }
            Write::HostInterrupt => {
                // Zero raises none: programs write a condition here.
                if let Some(i) = (0..16).find(|&i| gate[i] != 0 && value[i] != 0) {
                    chip.interrupt(self.number, self.clock, value[i]);
                }
            }
            Write::UniformsAddress => self.move_uniforms(value[0]),
            Write::UniformsAddressRelative => {
                self.move_uniforms(self.context.uniforms.wrapping_add(value[0]))
            }
            Write::QuadX | Write::QuadY | Write::MultisampleFlags | Write::ReverseFlag => {
                self.fragment_write(target, value, gate);
            }
            Write::TlbStencil
            | Write::TlbZ
            | Write::TlbColourSample
            | Write::TlbColourAll
            | Write::TlbAlphaMask => self.tile_write(target, value, gate, chip),
            Write::Vpm => self.vpm_write(value, chip),
            Write::VpmReadSetup => self.read_setup(value[0], chip),
            Write::VpmWriteSetup => self.write_setup(value[0], chip),
            Write::VdrAddress => self.load(value[0], chip, memory, observer),
            Write::VdwAddress => self.store(value[0], chip, memory, observer),
            Write::MutexRelease => {
                if chip.mutex.take() != Some(self.number) {
                    self.note(chip, FindingKind::MutexNotHeld, 0);
                }
                chip.woken = Some(Wait::Mutex);
            }
            Write::Sfu(function) => self.sfu(function, value, chip),
            Write::Tmu { unit, coordinate } => self.tmu_write(op, unit, coordinate, value, chip, memory),
        }
    }

    fn move_uniforms(&mut self, address: u32) {
        self.context.new_uniforms = address & !3;
        self.context.pending.uniforms = 3;
        self.is_pending = true;
    }

    /// Whether an earlier instruction has this thread's result on its way. Another unit in the instruction that begins it
    /// is a breach of its own.
    pub(crate) fn sfu_works(&self, chip: &Chip) -> bool {
        (1..=chip.profile.sfu_slots).contains(&self.sfu) && self.sfu_is_own
    }

    fn sfu(&mut self, function: Sfu, value: &Lanes, chip: &mut Chip) {
        if self.sfu_works(chip) {
            self.note(chip, FindingKind::SfuResultOverwritten, 0);
        }
        self.sfu_result = match function {
            Sfu::Reciprocal => value.map(sfu::reciprocal),
            Sfu::ReciprocalSquareRoot => value.map(sfu::reciprocal_square_root),
            Sfu::Exponent => value.map(sfu::power),
            Sfu::Logarithm => value.map(sfu::logarithm),
        };
        self.sfu = chip.profile.sfu_slots + 1;
        self.sfu_is_own = true;
        self.lost &= !(1 << 4);
        self.is_pending = true;
    }

    fn fragment_write(&mut self, target: Write, value: &Lanes, gate: &Lanes) {
        let Some(fragment) = self.context.fragment.as_deref_mut() else {
            return;
        };
        let field = match target {
            Write::QuadX => &mut fragment.x,
            Write::QuadY => &mut fragment.y,
            Write::MultisampleFlags => &mut fragment.multisample_mask,
            _ => &mut fragment.reverse,
        };
        // Positions and the reverse flag are a quad's: its first element counts.
        let of_quad = target != Write::MultisampleFlags;
        for (i, element) in field.iter_mut().enumerate() {
            let from = if of_quad { i & 12 } else { i };
            if gate[from] != 0 {
                let within = match target {
                    Write::QuadX => i as u32 & 1,
                    Write::QuadY => i as u32 >> 1 & 1,
                    _ => 0,
                };
                *element = value[from].wrapping_add(within);
            }
        }
    }

    fn tile_write(&mut self, target: Write, value: &Lanes, gate: &Lanes, chip: &mut Chip) {
        let stage = match target {
            Write::TlbStencil => 0,
            Write::TlbZ => 1,
            _ => 2,
        };
        if stage < self.context.tile_stage {
            self.note(chip, FindingKind::DepthOrder, 0);
        }
        self.context.tile_stage = stage;
        if target == Write::TlbZ {
            self.context.pending.depth = 3;
            self.is_pending = true;
        }
        let Some(fragment) = self.context.fragment.as_deref_mut() else {
            self.note(chip, FindingKind::TileBuffer, 0);
            return;
        };
        let own = self.context.tile.as_deref_mut();
        let is_own = own.is_some();
        let mask = &mut fragment.multisample_mask;
        if let Some(tile) = own.or(chip.tile.as_deref_mut()) {
            match target {
                Write::TlbStencil => tile.stencil.set_up(value[0]),
                Write::TlbZ => tile.test(value, gate, mask),
                Write::TlbColourSample => tile.write_sample(value, gate, mask),
                Write::TlbAlphaMask => tile.write_mask(value, gate, mask),
                _ => tile.write_all(value, gate, mask),
            }
            if !is_own {
                return;
            }
        }
        // Pixels that failed a test of their own tile buffer are not written.
        let is_live = |i: &usize| gate[*i] != 0 && (!is_own || mask[*i] != 0);
        chip.tile_write(TileWrite {
            register: tile_register(target).unwrap_or_default(),
            qpu: self.number,
            clock: self.clock,
            x: fragment.x,
            y: fragment.y,
            mask: (0..16).filter(is_live).fold(0, |mask, i| mask | 1 << i),
            value: *value,
        });
    }

    fn vpm_write(&mut self, value: &Lanes, chip: &mut Chip) {
        let mut block = match self.port.writing {
            Some(block) => block,
            None => {
                self.note(chip, FindingKind::VpmNoSetup, 0);
                let WriteSetup::Vectors(block) = WriteSetup::decode(0) else {
                    return;
                };
                block
            }
        };
        let rows = block.rows();
        if self.port.storing.covers(rows, self.clock) || self.port.loading.covers(rows, self.clock) {
            self.note(chip, FindingKind::DmaAreaReused, rows.0 as u32);
        }
        chip.shaded.as_mut().unwrap_or(&mut chip.vpm).write(&block, value);
        block.advance();
        self.port.writing = Some(block);
    }

    fn read_setup(&mut self, word: u32, chip: &mut Chip) {
        match ReadSetup::decode(word) {
            ReadSetup::Vectors(block, left) => {
                let reading = Reading {
                    block,
                    left,
                    ready: self.clock + chip.profile.vpm_setup,
                };
                match self.port.outstanding() {
                    0 => self.port.reading = Some(reading),
                    1 => self.port.next = Some(reading),
                    _ => self.note(chip, FindingKind::VpmSetupLost, word),
                }
            }
            ReadSetup::Load(load) => self.port.load = Some(load),
            ReadSetup::LoadPitch(pitch) => {
                if pitch > MANUAL_PITCH {
                    self.note(chip, FindingKind::VdrPitchWide, pitch);
                }
                self.port.load_pitch = pitch;
            }
        }
    }

    fn write_setup(&mut self, word: u32, chip: &mut Chip) {
        match WriteSetup::decode(word) {
            WriteSetup::Vectors(block) => self.port.writing = Some(block),
            WriteSetup::Store(store) => self.port.store = Some(store),
            WriteSetup::StoreStride { gap, packed_rows } => {
                (self.port.store_gap, self.port.store_packed_rows) = (gap, packed_rows);
            }
            WriteSetup::Reserved => self.note(chip, FindingKind::ReservedSetup, word),
        }
    }

    fn load<O: Observer>(&mut self, address: u32, chip: &mut Chip, memory: &Memory<'_>, observer: &mut O) {
        let Some(load) = self.port.load else {
            self.note(chip, FindingKind::DmaNoSetup, address);
            return;
        };
        if self.clock < self.port.loading.end {
            self.note(chip, FindingKind::DmaRestarted, address);
        }
        chip.count_items(load.items());
        let (mut rows, mut missing) = ((usize::MAX, 0), None);
        for (item, at) in load.transfers(address, self.port.load_pitch) {
            rows = (rows.0.min(item.y), rows.1.max(item.y));
            let value = memory.load(at, load.width.bytes()).unwrap_or_else(|| {
                missing.get_or_insert(at);
                0
            });
            chip.vpm.set(load.width, item, value);
        }
        if let Some(at) = missing {
            self.note(chip, FindingKind::MemoryRead, at);
        }
        let (start, end) = chip.transfer_time(load.bytes(), self.clock, false);
        self.port.loading = Transfer { rows, end };
        observer.transfer(&TransferEvent {
            qpu: self.number,
            store: false,
            start,
            end,
            address,
            bytes: load.bytes(),
        });
    }

    fn store<O: Observer>(
        &mut self,
        address: u32,
        chip: &mut Chip,
        memory: &mut Memory<'_>,
        observer: &mut O,
    ) {
        let Some(store) = self.port.store else {
            self.note(chip, FindingKind::DmaNoSetup, address);
            return;
        };
        if self.clock < self.port.storing.end {
            self.note(chip, FindingKind::DmaRestarted, address);
        }
        chip.count_items(store.items());
        let (mut rows, mut missing) = ((usize::MAX, 0), None);
        for (item, at) in store.transfers(address, self.port.store_gap, self.port.store_packed_rows) {
            rows = (rows.0.min(item.y), rows.1.max(item.y));
            if !memory.store(at, store.width.bytes(), chip.vpm.get(store.width, item)) {
                missing.get_or_insert(at);
            }
        }
        if let Some(at) = missing {
            self.note(chip, FindingKind::MemoryWrite, at);
        }
        let (start, end) = chip.transfer_time(store.bytes(), self.clock, true);
        self.port.storing = Transfer { rows, end };
        observer.transfer(&TransferEvent {
            qpu: self.number,
            store: true,
            start,
            end,
            address,
            bytes: store.bytes(),
        });
    }

    /// Gives the scoreboard back, if the thread is in it.
    pub(crate) fn unlock_scoreboard(&mut self, chip: &mut Chip) {
        if self.context.scoreboard != Scoreboard::Unlocked {
            self.context.scoreboard = Scoreboard::Unlocked;
            if chip.scoreboard.leave(self.context.ticket) {
                chip.woken = Some(Wait::Scoreboard(self.context.ticket));
            }
        }
    }
}
