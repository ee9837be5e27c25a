//! Requests to the texture and memory units, from the coordinates to the queue of results.

use quadrille_isa::qpu::TmuCoordinate;
use quadrille_numerics::qpu::lanes::Lanes;

use super::micro::{MicroOp, mark};
use super::state::Qpu;
use crate::machine::chip::Chip;
use crate::machine::finding::FindingKind;
use crate::machine::memory::Memory;
use crate::tmu::Coordinates;
use crate::tmu::queue::{Answer, Written};

impl Qpu {
    /// Takes a coordinate; S begins the request.
    pub(super) fn tmu_write(
        &mut self,
        op: &MicroOp,
        unit: u8,
        coordinate: TmuCoordinate,
        value: &Lanes,
        chip: &mut Chip,
        memory: &Memory<'_>,
    ) {
        let unit = usize::from(unit & 1);
        if self
            .context
            .no_swap_at
            .is_some_and(|at| !self.context.tmu_used && self.context.executed < at + 3)
        {
            self.note(chip, FindingKind::NoSwapLate, 0);
        }
        self.context.tmu_used = true;
        let place = match coordinate {
            TmuCoordinate::S => None,
            TmuCoordinate::T => Some(0),
            TmuCoordinate::R => Some(1),
            TmuCoordinate::B => Some(2),
        };
        if let Some(place) = place {
            let word = self.uniform(chip, memory);
            let written = &mut self.tmu.written[unit];
            written.coordinates[place] = *value;
            written.take(word);
            return;
        }
        let mut written = std::mem::take(&mut self.tmu.written[unit]);
        if written.words().is_empty() {
            let (words, missing) = memory.gather_near(value, &mut self.tmu_near);
            if missing != 0 {
                let first = missing.trailing_zeros() as usize;
                self.note(chip, FindingKind::MemoryRead, value[first]);
            }
            if let Some(reads) = &mut chip.reads {
                for &address in value {
                    reads.add(memory.physical(address), 1);
                }
            }
            let ready = self.clock + chip.tmu_latency(self.number, unit, value);
            self.answer(unit, words, ready, 1, chip);
            return;
        }
        if op.marks & mark::UNIFORM != 0 {
            self.note(chip, FindingKind::UniformWithTexture, 0);
        }
        written.take(self.uniform(chip, memory));
        self.look_up(unit, value, &written, chip, memory);
    }

    /// Answers a look-up that S began.
    fn look_up(&mut self, unit: usize, s: &Lanes, written: &Written, chip: &mut Chip, memory: &Memory<'_>) {
        let coordinates = written.words().len();
        let Ok(texture) = chip.texture(written.words(), memory) else {
            self.note(chip, FindingKind::TextureReserved, written.words()[1]);
            self.answer(
                unit,
                [0; 16],
                self.clock + chip.profile.tmu_hit,
                coordinates,
                chip,
            );
            return;
        };
        if texture.is_filtered_in_vain() {
            self.note(chip, FindingKind::TextureFiltered, written.words()[1]);
        }
        let [t, r, b] = &written.coordinates;
        let results = texture.look_up(&Coordinates { s, t, r, b }, &chip.profile.sampling, memory);
        if let Some(address) = results.missing {
            self.note(chip, FindingKind::MemoryRead, address);
        }
        let ready = self.clock + chip.tmu_latency(self.number, unit, &results.addresses);
        for (n, words) in results
            .words
            .iter()
            .enumerate()
            .take(texture.texture_type().words())
        {
            // The words of one request wait behind its coordinates once.
            self.answer(unit, *words, ready, if n == 0 { coordinates } else { 0 }, chip);
        }
    }

    /// Queues a result of a request with so many coordinates.
    fn answer(&mut self, unit: usize, value: Lanes, ready: u64, coordinates: usize, chip: &mut Chip) {
        let answer = Answer {
            value,
            ready,
            thread: self.thread,
        };
        let threads = if self.threaded { 2 } else { 1 };
        if !self.tmu.push(unit, answer) {
            self.note(chip, FindingKind::TmuRequestsFull, u32::MAX);
            return;
        }
        let (results, waiting) = self
            .context
            .requests
            .push(unit, self.context.switches, coordinates);
        if waiting > chip.profile.tmu_requests / threads {
            self.note(chip, FindingKind::TmuRequestsFull, waiting as u32);
        } else if results > chip.profile.tmu_raw_reads / threads && coordinates > 0 {
            self.note(chip, FindingKind::TmuResultsFull, results as u32);
        }
    }
}
