//! The state shared by all QPUs: VPM, transfers, semaphores, mutex, scoreboard, caches, and the record of the run.

use super::cache::{Cache, LINE};
use super::finding::Findings;
use super::launch::TileWrite;
use super::memory::Memory;
use super::pages::ReadPages;
use super::profile::Profile;
use super::statistics::CacheTotals;
use crate::tile::access::TileAccess;
use crate::tmu::{Parameters, Texture, TextureError};
use crate::vpm::Vpm;
use quadrille_numerics::qpu::lanes::Lanes;
use std::sync::Arc;

/// The event that a QPU waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wait {
    /// A semaphore above 0.
    Count(u8),
    /// A semaphore below its limit.
    Room(u8),
    /// The mutex.
    Mutex,
    /// The scoreboard, for the launch with this ticket.
    Scoreboard(u64),
    /// A TMU result that nobody asked for.
    Tmu,
    /// A VPM value that nobody set up.
    Vpm,
}

/// Fragments of the same pixels pass in the order of their launches.
#[derive(Clone, Default)]
pub(crate) struct ScoreboardQueue {
    /// Tickets and pixel numbers of threads that have not unlocked yet, oldest first.
    entries: Vec<(u64, u32)>,
}

impl ScoreboardQueue {
    pub(crate) fn enter(&mut self, ticket: u64, pixels: u32) {
        self.entries.push((ticket, pixels));
    }

    /// Whether no earlier thread of the same pixels is left.
    pub(crate) fn may_pass(&self, ticket: u64) -> bool {
        let Some(&(_, pixels)) = self.entries.iter().find(|entry| entry.0 == ticket) else {
            return true;
        };
        !self
            .entries
            .iter()
            .any(|entry| entry.0 < ticket && entry.1 == pixels)
    }

    /// Whether the ticket was there.
    pub(crate) fn leave(&mut self, ticket: u64) -> bool {
        let before = self.entries.len();
        self.entries.retain(|entry| entry.0 != ticket);
        self.entries.len() != before
    }
}

/// Caches of a slice.
#[derive(Clone)]
struct Slice {
    instruction: Cache,
    uniform: Cache,
    tmu: [Cache; 2],
}

/// Textures that are kept decoded: more than the programs of a frame use at a time.
const TEXTURES: usize = 8;

/// A texture with the configuration words that describe it.
#[derive(Clone, Debug)]
pub(crate) struct Described {
    words: Vec<u32>,
    texture: Result<Arc<Texture>, TextureError>,
    /// Whether its pages are among those that were read.
    is_noted: bool,
}

/// The shared state of a machine.
#[derive(Clone)]
pub(crate) struct Chip {
    pub(crate) profile: Profile,
    pub(crate) vpm: Vpm,
    pub(crate) semaphores: [u8; 16],
    /// The QPU that holds the mutex.
    pub(crate) mutex: Option<u8>,
    pub(crate) scoreboard: ScoreboardQueue,
    /// The event that just happened and that a QPU may be waiting for.
    pub(crate) woken: Option<Wait>,
    pub(crate) findings: Findings,
    /// Instructions that the run may still take.
    pub(crate) budget: u64,
    /// Items of transfers that were taken off the budget.
    pub(crate) transferred: u64,
    /// The tile buffer, while a frame is rendered; without one, writes to it are noted.
    pub(crate) tile: Option<Box<TileAccess>>,
    /// What the tile buffer holds for each fragment program, which sees its own pixels alone.
    pub(crate) quads: Option<TileAccess>,
    /// The pages that look-ups can have read, where somebody asks.
    pub(crate) reads: Option<ReadPages>,
    /// The rows that vertex programs write, which are others than those they read.
    pub(crate) shaded: Option<Vpm>,
    interrupts: Vec<(u8, u64, u32)>,
    tile_writes: Vec<TileWrite>,
    tile_limit: usize,
    /// When the load and the store unit are free.
    free: [u64; 2],
    slices: Vec<Slice>,
    /// The slice that each QPU belongs to.
    slice_of: [u8; 16],
    level2: Cache,
    /// The textures looked up last, the newest first.
    textures: Vec<Described>,
    /// Whether one of them was decoded here.
    has_decoded: bool,
}

impl Chip {
    pub(crate) fn new(profile: Profile, findings: usize, tile_limit: usize) -> Chip {
        let slices = usize::from(profile.qpus)
            .div_ceil(usize::from(profile.qpus_per_slice.max(1)))
            .max(1);
        let slice = || Slice {
            instruction: Cache::new(profile.instruction_cache),
            uniform: Cache::new(profile.uniform_cache),
            tmu: [Cache::new(profile.tmu_cache), Cache::new(profile.tmu_cache)],
        };
        Chip {
            vpm: Vpm::default(),
            semaphores: [0; 16],
            mutex: None,
            scoreboard: ScoreboardQueue::default(),
            woken: None,
            findings: Findings::new(findings),
            budget: 0,
            transferred: 0,
            tile: None,
            quads: None,
            reads: None,
            shaded: None,
            interrupts: Vec::new(),
            tile_writes: Vec::new(),
            tile_limit,
            free: [0; 2],
            slices: (0..slices).map(|_| slice()).collect(),
            slice_of: std::array::from_fn(|qpu| {
                (qpu / usize::from(profile.qpus_per_slice.max(1)) % slices) as u8
            }),
            level2: Cache::new(profile.level2_cache),
            textures: Vec::new(),
            has_decoded: false,
            profile,
        }
    }

    #[inline(always)]
    fn slice(&self, qpu: u8) -> usize {
        usize::from(self.slice_of[usize::from(qpu & 15)])
    }

    fn level2(&mut self, address: u32) -> u64 {
        if self.level2.touch(address) {
            self.profile.level2_hit
        } else {
            self.profile.level2_fill
        }
    }

    /// Clocks that an instruction line costs.
    #[inline(always)]
    pub(crate) fn instruction_fetch(&mut self, qpu: u8, address: u32) -> u64 {
        let slice = self.slice(qpu);
        if self.slices[slice].instruction.touch(address) {
            return 0;
        }
        self.profile.instruction_miss + self.level2(address)
    }

    /// Clocks that a uniform line costs.
    pub(crate) fn uniform_fetch(&mut self, qpu: u8, address: u32) -> u64 {
        let slice = self.slice(qpu);
        if self.slices[slice].uniform.touch(address) {
            return 0;
        }
        self.profile.uniform_miss + self.level2(address)
    }

    /// Clocks from a raw read to its result: elements of one line share its fetch, in element order.
    pub(crate) fn tmu_latency(&mut self, qpu: u8, unit: usize, addresses: &Lanes) -> u64 {
        let slice = self.slice(qpu);
        let mut latency = self.profile.tmu_hit;
        let mut last = u32::MAX;
        for &address in addresses {
            if address / LINE == last {
                continue;
            }
            last = address / LINE;
            if !self.slices[slice].tmu[unit].touch(address) {
                latency += self.level2(address);
            }
        }
        latency
    }

    /// The texture that two to four configuration words describe.
    pub(crate) fn texture(
        &mut self,
        words: &[u32],
        memory: &Memory<'_>,
    ) -> Result<Arc<Texture>, TextureError> {
        match self.textures.iter().position(|known| known.words == words) {
            Some(0) => {}
            Some(at) => self.textures[..=at].rotate_right(1),
            None => {
                let texture = Texture::new(Parameters::decode(words[0], words[1], &words[2..]));
                let described = Described {
                    words: words.to_vec(),
                    texture: texture.map(Arc::new),
                    is_noted: false,
                };
                self.textures.truncate(TEXTURES - 1);
                self.textures.insert(0, described);
                self.has_decoded = true;
            }
        }
        let known = &mut self.textures[0];
        if let (Some(reads), false, Ok(texture)) = (&mut self.reads, known.is_noted, &known.texture) {
            for (address, bytes) in texture.extents() {
                reads.add(memory.physical(address), bytes);
            }
            known.is_noted = true;
        }
        known.texture.clone()
    }

    /// Begins with textures that another machine of the same frame decoded.
    pub(crate) fn take_textures(&mut self, textures: &[Described]) {
        self.textures = textures.to_vec();
        for known in &mut self.textures {
            known.is_noted = false;
        }
    }

    /// The textures that are kept, if one of them was decoded here.
    pub(crate) fn new_textures(&self) -> Option<&[Described]> {
        self.has_decoded.then_some(&self.textures)
    }

    /// When a transfer of `bytes` asked for at `clock` begins and ends; loads and stores have a unit each.
    pub(crate) fn transfer_time(&mut self, bytes: u32, clock: u64, store: bool) -> (u64, u64) {
        let free = &mut self.free[usize::from(store)];
        let start = clock.max(*free);
        *free = start + self.profile.dma_start + u64::from(bytes.div_ceil(LINE)) * self.profile.dma_block;
        (start, *free)
    }

    /// Takes the items of a transfer off the budget, as far as that goes beyond the instruction that starts it.
    pub(crate) fn count_items(&mut self, items: u32) {
        let counted = u64::from(items).min(self.budget.saturating_sub(1));
        self.budget -= counted;
        self.transferred += counted;
    }

    pub(crate) fn tile_write(&mut self, write: TileWrite) {
        if self.tile_writes.len() < self.tile_limit {
            self.tile_writes.push(write);
        }
    }

    /// Notes a host interrupt, as many as tile writes are kept.
    pub(crate) fn interrupt(&mut self, qpu: u8, clock: u64, value: u32) {
        if self.interrupts.len() < self.tile_limit {
            self.interrupts.push((qpu, clock, value));
        }
    }

    pub(crate) fn take_interrupts(&mut self) -> Vec<(u8, u64, u32)> {
        std::mem::take(&mut self.interrupts)
    }

    pub(crate) fn take_tile_writes(&mut self) -> Vec<TileWrite> {
        std::mem::take(&mut self.tile_writes)
    }

    pub(crate) fn cache_totals(&self) -> CacheTotals {
        let sum = |pick: &dyn Fn(&Slice) -> (u64, u64)| {
            self.slices
                .iter()
                .map(pick)
                .fold((0, 0), |sum, counts| (sum.0 + counts.0, sum.1 + counts.1))
        };
        CacheTotals {
            instruction: sum(&|slice| slice.instruction.counts()),
            uniform: sum(&|slice| slice.uniform.counts()),
            tmu: sum(&|slice| {
                let (a, b) = (slice.tmu[0].counts(), slice.tmu[1].counts());
                (a.0 + b.0, a.1 + b.1)
            }),
            level2: self.level2.counts(),
        }
    }
}
