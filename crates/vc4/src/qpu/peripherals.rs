//! Which peripherals an instruction asks for, which of them are shared, and which rules that breaks by itself.

use quadrille_isa::qpu::{Read, Signal, TmuCoordinate, Write};

use super::micro::{MicroOp, Shape, mark};
use crate::machine::finding::FindingKind;

impl MicroOp {
    /// Marks accesses to shared peripherals, and records the rules that the instruction breaks by itself. Whether both write
    /// addresses get one value, the caller says.
    pub(super) fn peripherals(&mut self, gives_one_value: bool) {
        let targets = [self.add_target, self.mul_target];
        let reads = [self.read_a, self.read_b];
        let tmu_writes = targets
            .iter()
            .filter(|target| matches!(target, Write::Tmu { .. }))
            .count();
        let is_tile = |target: &Write| {
            matches!(
                target,
                Write::TlbStencil
                    | Write::TlbZ
                    | Write::TlbColourSample
                    | Write::TlbColourAll
                    | Write::TlbAlphaMask
            )
        };
        // Set-up of the stencil test is none of the accesses that exclude each other.
        let is_access = |target: &&Write| {
            matches!(target, Write::Sfu(_)) || is_tile(target) && **target != Write::TlbStencil
        };
        let accesses = targets.iter().filter(is_access).count();
        let tmu_load = matches!(self.signal, Signal::LoadTmu0 | Signal::LoadTmu1);
        let tile_load = self.signal.loads_r4() && !tmu_load;
        // Colour may be loaded and written at once.
        let is_combined = targets
            .iter()
            .any(|target| matches!(target, Write::TlbColourSample | Write::TlbColourAll));
        let others = [
            tmu_writes > 0,
            tmu_load,
            tile_load && !is_combined,
            reads.contains(&Read::MutexAcquire),
            self.shape == Shape::Semaphore,
        ];
        if accesses + others.iter().filter(|&&is_used| is_used).count() > 1 {
            self.complain(FindingKind::ManyPeripherals);
        }
        if tmu_writes == 2 {
            self.complain(FindingKind::TmuTwice);
        }
        let register =
            |target: Write| matches!(target, Write::Nop | Write::Register(_) | Write::Accumulator(_));
        let is_address = |target| matches!(target, Write::UniformsAddress | Write::UniformsAddressRelative);
        let is_same = targets[0] == targets[1] && !register(targets[0])
            || is_address(targets[0]) && is_address(targets[1]);
        let is_accumulator = matches!(targets[0], Write::Accumulator(_)) && targets[0] == targets[1]
            || targets
                .iter()
                .all(|target| matches!(target, Write::R5All | Write::R5Quad));
        let is_twice = is_accumulator && !self.add_when.excludes(self.mul_when) && !gives_one_value;
        if is_twice || is_same && !is_accumulator && accesses + tmu_writes == 0 {
            self.complain(FindingKind::SameTarget);
        }
        let texture = |target: &Write| matches!(target, Write::Tmu { coordinate, .. } if *coordinate != TmuCoordinate::S);
        if self.marks & mark::UNIFORM != 0 && targets.iter().any(texture) {
            self.complain(FindingKind::UniformWithTexture);
        }
        let setups = targets
            .iter()
            .filter(|t| matches!(t, Write::VpmReadSetup | Write::VpmWriteSetup))
            .count();
        let vpm = reads.contains(&Read::Vpm) || targets.contains(&Write::Vpm);
        if setups == 2 || vpm && (setups > 0 || tmu_load) {
            self.complain(FindingKind::VpmConflict);
        }
        let shared_read = reads.iter().any(|read| {
            matches!(
                read,
                Read::Vpm
                    | Read::VdrBusy
                    | Read::VdwBusy
                    | Read::VdrWait
                    | Read::VdwWait
                    | Read::MutexAcquire
            )
        });
        let shared_write = targets.iter().any(|target| {
            is_tile(target)
                || matches!(
                    target,
                    Write::Vpm
                        | Write::VdrAddress
                        | Write::VdwAddress
                        | Write::MutexRelease
                        | Write::HostInterrupt
                        | Write::Tmu { .. }
                )
        });
        let shared_signal = matches!(self.signal, Signal::ScoreboardWait | Signal::ScoreboardUnlock)
            || self.signal.ends_thread()
            || tile_load;
        if shared_read || shared_write || shared_signal {
            self.marks |= mark::SHARED;
        }
    }
}
