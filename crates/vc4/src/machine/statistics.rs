//! Totals of a run: what each QPU did and what it waited for.

macro_rules! reasons {
    ($($variant:ident = $name:literal, $doc:literal;)*) => {
        /// The reason why a QPU waits.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Stall { $(#[doc = $doc] $variant,)* }

        impl Stall {
            /// Every reason.
            pub const ALL: &'static [Stall] = &[$(Stall::$variant),*];

            /// Name in reports, lower case.
            pub const fn name(self) -> &'static str {
                match self { $(Stall::$variant => $name,)* }
            }
        }
    };
}

reasons! {
    Instruction = "instruction cache", "An instruction line that the cache of the slice does not hold.";
    Uniform = "uniform cache", "A uniform line that the cache of the slice does not hold.";
    Tmu = "TMU", "The result of a TMU request.";
    VpmRead = "VPM read", "The first value after a VPM read set-up.";
    DmaLoad = "DMA load", "The end of a load into the VPM.";
    DmaStore = "DMA store", "The end of a store from the VPM.";
    Mutex = "mutex", "The mutex, held by another QPU.";
    Semaphore = "semaphore", "A semaphore at 0 (acquire) or at its limit (release).";
    Scoreboard = "scoreboard", "An earlier fragment of the same pixels.";
}

/// Totals of one QPU.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Instructions executed.
    pub instructions: u64,
    /// Programs run to their end.
    pub programs: u64,
    /// Clock at which the QPU last did something.
    pub clock: u64,
    /// Clocks waited, by reason, in the order of [`Stall::ALL`].
    pub stalls: [u64; Stall::ALL.len()],
}

impl Totals {
    /// Clocks waited for `reason`.
    pub fn stall(&self, reason: Stall) -> u64 {
        self.stalls[reason as usize]
    }

    /// Clocks waited in all.
    pub fn stalled(&self) -> u64 {
        self.stalls.iter().sum()
    }
}

/// Hits and misses of the caches, all units of a kind together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CacheTotals {
    /// Instruction caches: hits, misses.
    pub instruction: (u64, u64),
    /// Uniform caches: hits, misses.
    pub uniform: (u64, u64),
    /// TMU caches: hits, misses.
    pub tmu: (u64, u64),
    /// Level 2: hits, misses.
    pub level2: (u64, u64),
}
