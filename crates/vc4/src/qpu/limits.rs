//! Rules about neighbouring instructions that only a run can see: fresh registers, r4 on its way, the last
//! three instructions.

use quadrille_isa::qpu::{Read, Rotation, Write};

use super::arithmetic::holds;
use super::micro::{FlagSource, MicroOp, mark};
use super::state::Qpu;
use crate::machine::chip::Chip;
use crate::machine::finding::FindingKind;

const R4: u8 = 1 << 4;
const R5: u8 = 1 << 5;

impl Qpu {
    /// Looks at an instruction that reads something fresh, watched or forbidden.
    #[cold]
    #[inline(never)]
    pub(crate) fn suspect(&mut self, op: &MicroOp, chip: &mut Chip) {
        let fresh = op.reads & self.written;
        if fresh != 0 {
            self.note(chip, FindingKind::ReadAfterWrite, fresh.trailing_zeros());
        }
        let unwritten = op.needs & self.context.unwritten;
        if unwritten != 0 {
            // Once a register is enough, and one register a place.
            self.context.unwritten &= !(1 << unwritten.trailing_zeros());
            self.note(chip, FindingKind::ReadBeforeWritten, unwritten.trailing_zeros());
        }
        let unwritten = op.needs_accumulators & self.unwritten_accumulators;
        if unwritten != 0 {
            self.unwritten_accumulators &= !(1 << unwritten.trailing_zeros());
            self.note(
                chip,
                FindingKind::ReadBeforeWritten,
                64 + unwritten.trailing_zeros(),
            );
        }
        let high = (op.reads | op.writes) & self.forbidden;
        if high != 0 {
            self.note(chip, FindingKind::HighRegister, high.trailing_zeros());
        }
        let watched = op.reads_touched & self.watched;
        if watched & R4 != 0 && self.sfu > 0 && self.sfu_is_own {
            self.note(chip, FindingKind::SfuResultEarly, 0);
        }
        if watched & R5 != 0 {
            self.coefficient = false;
        }
        if watched & self.lost != 0 {
            self.note(
                chip,
                FindingKind::LostInSwitch,
                (watched & self.lost).trailing_zeros(),
            );
        }
    }

    /// Looks at an instruction that rotates.
    #[inline(never)]
    pub(crate) fn suspect_rotation(&mut self, op: &MicroOp, chip: &mut Chip) {
        if op.rotation == Some(Rotation::R5) && self.fresh & R5 != 0 {
            self.note(chip, FindingKind::RotatedByFreshR5, 0);
        }
        let operands = [op.mul_a, op.mul_b].map(|place| place.wrapping_sub(super::micro::place::R0));
        let is_fresh = operands.iter().any(|&n| n < 4 && self.fresh & 1 << n != 0);
        if is_fresh && !op.rotate_in_quads && self.moves_down(op) {
            self.note(chip, FindingKind::RotatedAfterWrite, 0);
        }
        // Inputs that are the same in every element rotate the same either way.
        let uniform = [op.mul_a, op.mul_b].iter().all(|&place| {
            let vector = &self.bank[usize::from(place)];
            vector.iter().all(|&element| element == vector[0])
        });
        if op.rotate_in_quads && !uniform {
            self.note(chip, FindingKind::RotationInQuads, 0);
        }
    }

    /// Whether a rotation brings an element that counts from a higher group of four to a lower one.
    fn moves_down(&self, op: &MicroOp) -> bool {
        let distance = match op.rotation {
            Some(Rotation::By(n)) => usize::from(n),
            Some(Rotation::R5) => self.bank[usize::from(super::micro::place::R5)][0] as usize & 15,
            None => 0,
        };
        let sets_flags = op.marks & mark::FLAGS != 0 && op.flag_source == FlagSource::Mul;
        let counts = |i: usize| {
            sets_flags
                || match op.mul_target {
                    Write::Nop => false,
                    Write::R5All => i == 0,
                    Write::R5Quad => i.is_multiple_of(4),
                    _ => true,
                }
        };
        let gate = holds(op.mul_when, &self.flags);
        (0..16).any(|i| gate[i] != 0 && counts(i) && (i + 16 - distance) % 16 / 4 > i / 4)
    }

    /// Keeps the set of what is worth looking at up to date, after an instruction.
    pub(crate) fn update_watch(&mut self, op: &MicroOp) {
        self.lost &= !op.touched;
        if op.touched & R5 != 0 {
            self.coefficient = false;
        }
        self.watched = self.lost;
        if self.sfu > 0 {
            self.watched |= R4;
        }
        if self.coefficient {
            self.watched |= R5;
        }
    }

    /// Looks at one of the last three instructions of a program.
    pub(crate) fn suspect_end(&mut self, op: &MicroOp, chip: &mut Chip) {
        let reads = [op.read_a, op.read_b];
        let read = reads.iter().any(|read| {
            matches!(
                read,
                Read::Uniform
                    | Read::Varying
                    | Read::Vpm
                    | Read::VdrBusy
                    | Read::VdwBusy
                    | Read::VdrWait
                    | Read::VdwWait
            )
        });
        let written = [op.add_target, op.mul_target].iter().any(|target| {
            matches!(
                target,
                Write::Vpm
                    | Write::VpmReadSetup
                    | Write::VpmWriteSetup
                    | Write::VdrAddress
                    | Write::VdwAddress
                    | Write::UniformsAddress
                    | Write::UniformsAddressRelative
            )
        });
        if (read || written) && op.marks & (mark::UNIFORM | mark::PORT | mark::WRITE) != 0 {
            self.note(chip, FindingKind::EndAccess, 0);
        }
        let fourteen = 1 << 14 | 1 << 46;
        if (op.reads | op.writes) & fourteen != 0 {
            self.note(chip, FindingKind::EndAddress14, 0);
        }
        if self.context.pending.end == 1 && [op.add_target, op.mul_target].contains(&Write::TlbZ) {
            self.note(chip, FindingKind::EndDepth, 0);
        }
    }
}
