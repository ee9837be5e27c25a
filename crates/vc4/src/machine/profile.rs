//! The sizes and latencies of the machine: numbers with their sources, some of them guesses that say so.

/// How a level of detail is made of the differences of coordinates between pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LevelRule {
    /// By the longer of the steps to the right and down (OpenGL ES 2.0, equation 3.24).
    Length,
    /// By the largest difference of one coordinate, which that equation allows.
    Largest,
}

/// The arithmetic of texture look-ups. No public source tells any of it; frames of the chip would.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sampling {
    /// Bits of the fraction of a texel that weights are made of, at most [`Sampling::MOST_BITS`]. Eight, as many as a
    /// channel has.
    pub weight_bits: u32,
    /// Bits of the fraction of a level of detail, at most [`Sampling::MOST_BITS`]. Eight.
    pub level_bits: u32,
    /// How the level of detail is found.
    pub level: LevelRule,
}

impl Sampling {
    /// The most bits of a fraction.
    pub const MOST_BITS: u32 = 11;

    /// The same with fractions of at most [`Sampling::MOST_BITS`].
    pub(crate) fn bounded(self) -> Sampling {
        Sampling {
            weight_bits: self.weight_bits.min(Sampling::MOST_BITS),
            level_bits: self.level_bits.min(Sampling::MOST_BITS),
            ..self
        }
    }

    /// The values that every machine has.
    pub const fn usual() -> Sampling {
        Sampling {
            weight_bits: 8,
            level_bits: 8,
            level: LevelRule::Length,
        }
    }
}

/// Sizes and times of a machine. Times are clocks of the QPUs (250 to 400 MHz on boards).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    /// QPUs, 1 to 16. A Raspberry Pi 1 to 3 has 12.
    pub qpus: u8,
    /// QPUs that share a slice with its caches and SFU. Four (guide, section 2).
    pub qpus_per_slice: u8,
    /// Clocks of an instruction: sixteen elements on four lanes. Four (guide, section 3).
    pub instruction: u64,
    /// Instructions from a write to the special function unit to its result in r4: two must lie between
    /// (guide, section 3; the program has to keep the distance, nothing stalls).
    pub sfu_slots: u8,
    /// From a TMU request to its result if the line is in the TMU's cache. A guess of VC4C's emulator: 9
    /// instructions.
    pub tmu_hit: u64,
    /// Added where the TMU or uniform line comes from the level 2 cache. VC4C's guess: 3 instructions.
    pub level2_hit: u64,
    /// Added where the level 2 cache has to fetch. VC4C's guess: 8 instructions.
    pub level2_fill: u64,
    /// An instruction line that comes from memory through the level 2 cache, before `level2_*`. Our guess, of
    /// the order of a TMU hit.
    pub instruction_miss: u64,
    /// A uniform line that is not in the slice's cache, before `level2_*`. VC4C's guess: 9 instructions.
    pub uniform_miss: u64,
    /// From a read set-up to the first value. The guide asks for three instructions; hardware blocks
    /// (vc4asm's addendum).
    pub vpm_setup: u64,
    /// A transfer's start-up. VC4C's guess: 12 instructions.
    pub dma_start: u64,
    /// Each further 64 bytes of a transfer. Our guess: one instruction's time.
    pub dma_block: u64,
    /// Bytes of the instruction cache of a slice, and its ways. 4 KiB, 4 (vc4asm's addendum).
    pub instruction_cache: (u32, u32),
    /// Bytes and ways of the uniform cache of a slice. The size is not public; 4 KiB, 4 as its neighbour.
    pub uniform_cache: (u32, u32),
    /// Bytes and ways of a TMU's cache. 4 KiB, direct mapped (vc4asm's addendum; measured by imrc).
    pub tmu_cache: (u32, u32),
    /// Bytes and ways of the level 2 cache. About 32 KiB, 4 (vc4asm's addendum).
    pub level2_cache: (u32, u32),
    /// Coordinates that a TMU queues for a QPU: 8, half for each of two threads (guide, section 4).
    pub tmu_requests: usize,
    /// Results outstanding that are safe: 4, half for each of two threads (vc4asm's addendum for raw reads; Mesa).
    pub tmu_raw_reads: usize,
    /// The arithmetic of texture look-ups.
    pub sampling: Sampling,
    /// The least number of a semaphore at which a release waits: counts go from 0 to 15 (guide, section 2).
    pub semaphore_limit: u8,
}

impl Profile {
    /// The Raspberry Pi 1 to 3.
    pub const fn raspberry_pi() -> Profile {
        Profile {
            qpus: 12,
            qpus_per_slice: 4,
            instruction: 4,
            sfu_slots: 2,
            tmu_hit: 36,
            level2_hit: 12,
            level2_fill: 32,
            instruction_miss: 36,
            uniform_miss: 36,
            vpm_setup: 12,
            dma_start: 48,
            dma_block: 4,
            instruction_cache: (4096, 4),
            uniform_cache: (4096, 4),
            tmu_cache: (4096, 1),
            level2_cache: (32768, 4),
            tmu_requests: 8,
            tmu_raw_reads: 4,
            sampling: Sampling::usual(),
            semaphore_limit: 15,
        }
    }
}

impl Default for Profile {
    fn default() -> Profile {
        Profile::raspberry_pi()
    }
}
