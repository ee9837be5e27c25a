//! Findings about a running program: the place, the time, and the emulator's answer.
//!
//! The checker finds what can be seen without running; here is what a run shows. The numbers are those of the
//! 52 rules as the checker counts them; 0 stands for what no such rule is needed for. `docs/qpu-emulator.md` lists
//! all kinds.

use quadrille_base::Severity;

/// The relation of the emulator's answer to the hardware's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The hardware is known to do what the emulator did.
    Known,
    /// No public source says what the hardware does.
    Unknown,
    /// The question is the emulator's own: a limit, or something it does not model.
    Own,
}

macro_rules! kinds {
    ($($(#[$meta:meta])* $variant:ident = $name:literal, $rule:literal, $severity:ident, $answer:ident, $what:literal, $then:literal;)*) => {
        /// A kind of finding.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum FindingKind { $(#[doc = $what] $variant,)* }

        impl FindingKind {
            /// Every kind.
            pub const ALL: &'static [FindingKind] = &[$(FindingKind::$variant),*];

            /// Stable name, lower case with hyphens.
            pub const fn name(self) -> &'static str {
                match self { $(FindingKind::$variant => $name,)* }
            }

            /// Number of the rule that is broken, 0 if none of the 52.
            pub const fn rule(self) -> u8 {
                match self { $(FindingKind::$variant => $rule,)* }
            }

            /// The severity: an error only where the program is surely wrong on the chip, or where the emulator
            /// cannot give the chip's results.
            pub const fn severity(self) -> Severity {
                match self { $(FindingKind::$variant => Severity::$severity,)* }
            }

            /// Whether the hardware's answer is known.
            pub const fn answer(self) -> Answer {
                match self { $(FindingKind::$variant => Answer::$answer,)* }
            }

            /// One sentence: what happened.
            pub const fn what(self) -> &'static str {
                match self { $(FindingKind::$variant => $what,)* }
            }

            /// One sentence: what the emulator did then.
            pub const fn then(self) -> &'static str {
                match self { $(FindingKind::$variant => $then,)* }
            }
        }
    };
}

kinds! {
    ReadAfterWrite = "register-read-after-write", 1, Error, Unknown, "a register is read in the instruction after the one that wrote it", "the new value is read";
    ReadBeforeWritten = "read-before-written", 0, Warning, Known, "a register or accumulator is read that the program has not written", "what the last program left there is read, 0 at first";
    SameTarget = "same-target-twice", 3, Error, Unknown, "both ALUs write the same peripheral, or different values to the same accumulator", "the ADD result is written, then the MUL result";
    RotationInQuads = "rotation-in-quads", 5, Warning, Known, "a rotation whose inputs are not both r0 to r3 stays inside groups of four elements", "elements rotate inside their group";
    RotatedAfterWrite = "rotated-after-write", 6, Warning, Unknown, "an accumulator is rotated in the instruction after the one that wrote it", "the new value is rotated";
    RotatedByFreshR5 = "rotated-by-fresh-r5", 7, Error, Unknown, "the rotation is by an r5 written in the instruction before", "the new value of r5 counts";
    PackTarget = "pack-without-register", 8, Error, Unknown, "a pack applies to no register of file A", "the value is written unpacked";
    PackedPeripheral = "packed-peripheral-write", 9, Error, Unknown, "a partial pack goes to a peripheral", "the other bits are 0";
    ConditionalPeripheral = "conditional-peripheral-write", 10, Warning, Known, "a conditional write to the VPM takes place whatever the condition", "all elements are delivered";
    ConditionalLookup = "conditional-tmu-write", 10, Error, Known, "a conditional write to a TMU asks for all elements whatever the condition", "all elements are delivered";
    MixedUnpack = "mixed-unpack", 11, Warning, Known, "float and integer operations read one unpacked value", "both read the float form";
    SfuResultEarly = "sfu-result-read-early", 12, Error, Unknown, "r4 is read before the result of the special function unit is there", "the old value is read";
    SfuResultOverwritten = "sfu-result-overwritten", 13, Error, Unknown, "r4 is written by another unit while the special function unit is at work", "the later write stays";
    ManyPeripherals = "many-peripherals", 14, Error, Unknown, "an instruction uses more than one of TMU, tile buffer, SFU, mutex and semaphore", "they act one after the other";
    NoSwapLate = "tmu-noswap-late", 15, Error, Unknown, "TMU swapping is turned off less than three instructions before the first TMU write", "the setting counts at once";
    NoSwapAfterUse = "tmu-noswap-after-use", 16, Error, Unknown, "TMU swapping is turned off after the TMU was used", "the setting counts at once";
    TmuTwice = "tmu-written-twice", 17, Error, Unknown, "both ALUs write a TMU", "the ADD result is written first";
    UniformWithTexture = "uniform-with-texture-write", 18, Error, Unknown, "a uniform is read in the instruction that writes a texture coordinate", "the program's read comes first";
    TmuRequestsFull = "tmu-requests-full", 19, Warning, Unknown, "more coordinates wait in a TMU than its queue holds", "the request is kept nevertheless";
    TmuResultsFull = "tmu-results-full", 19, Warning, Unknown, "more results are outstanding than the queue of a TMU surely holds", "the results stay in order";
    TmuEmpty = "tmu-load-without-request", 20, Error, Known, "a result is loaded that was never requested", "the QPU waits for ever";
    TmuLeft = "tmu-results-left", 20, Error, Unknown, "a program ends with results in a TMU", "the results are dropped";
    UniformsMoved = "uniform-read-after-address", 21, Error, Unknown, "a uniform is read less than three instructions after the address was written", "the old stream is read";
    VpmSetupLost = "vpm-read-setup-queued", 23, Error, Known, "a read set-up is written while more than one value is outstanding", "the second set-up is ignored";
    VpmConflict = "vpm-access-with-setup", 24, Error, Unknown, "the VPM is accessed together with a set-up write, a TMU load or a second set-up", "they act one after the other";
    DmaRestarted = "dma-restarted", 25, Note, Unknown, "a transfer is started while the last one of the same QPU goes on", "the second follows the first";
    DmaAreaReused = "dma-area-reused", 25, Warning, Unknown, "rows of the VPM are used while a transfer that covers them goes on", "the transfer took place when it was started";
    VaryingLost = "varying-coefficient-lost", 26, Warning, Known, "a varying is read before r5 of the last one was", "r5 is overwritten";
    EndWritesRegister = "thread-end-writes-register", 30, Error, Unknown, "the thread-end instruction writes a register file", "the register is written";
    EndAccess = "access-in-last-three", 31, Error, Unknown, "a uniform, a varying or the VPM is accessed in the last three instructions", "the access takes place";
    EndAddress14 = "address-14-in-last-three", 32, Error, Unknown, "address 14 is used in the last three instructions", "the access takes place";
    EndDepth = "depth-in-last-instruction", 33, Error, Unknown, "depth is written in the last instruction", "the write takes place";
    EndScoreboard = "scoreboard-wait-at-end", 34, Error, Unknown, "the thread-end instruction waits for the scoreboard", "it waits";
    ScoreboardFirst = "scoreboard-wait-first", 35, Error, Unknown, "the scoreboard is waited for in the first instruction", "it waits";
    ScoreboardEarly = "scoreboard-wait-early", 35, Warning, Unknown, "the scoreboard is waited for in the second instruction", "it waits";
    MaskAfterDepth = "mask-after-depth", 36, Error, Unknown, "the multisample mask is read less than three instructions after depth was written", "the mask is read as it was";
    DepthOrder = "depth-order", 37, Warning, Unknown, "stencil, depth and colour are written out of this order", "they are written as they come";
    TileAfterUnlock = "tile-access-after-unlock", 38, Error, Unknown, "the tile buffer is used after the scoreboard was unlocked", "the access takes place";
    PastEnd = "program-end-passed", 39, Error, Own, "execution leaves the memory that holds the program", "the thread ends";
    HighRegister = "high-register-in-thread", 40, Error, Unknown, "a threaded program uses a register above 15", "a register of the thread's own is used";
    LostInSwitch = "lost-in-thread-switch", 41, Error, Unknown, "an accumulator or flag from before a thread switch is used", "the other thread's value is read";
    SwitchWithScoreboard = "switch-with-scoreboard", 42, Error, Unknown, "the thread switches with the scoreboard held", "it switches";
    SwitchAfterLast = "switch-after-last", 43, Warning, Unknown, "the thread switches after its last switch", "it switches";
    SwitchQueued = "switch-while-queued", 44, Error, Unknown, "a thread switch is asked for while one is pending", "the second is ignored";
    LastSwitchCount = "last-switch-count", 45, Warning, Unknown, "a threaded program does not execute its last switch exactly once", "the thread ends";
    TmuAcrossSwitch = "tmu-results-across-switch", 46, Error, Unknown, "results asked for before the last thread switch are still unread at the next", "results of the queue come in order";
    TmuBeforeSwitch = "tmu-load-before-switch", 47, Error, Unknown, "a threaded program loads a result that was asked for after its last thread switch", "the QPU waits for the result";
    BranchInSlot = "branch-in-delay-slot", 48, Error, Unknown, "a branch lies in the delay slots of another", "the later branch counts";
    BranchAfterSwitch = "branch-after-switch", 49, Error, Unknown, "a branch follows a thread switch within two instructions", "the branch is taken by the thread that asked for it";
    OddBranchRegister = "odd-branch-register", 50, Warning, Known, "a branch with an odd register number sets flags", "if it is taken they become those of the link address, carry clear";
    BranchTarget = "branch-target", 51, Error, Own, "the branch target is not eight-byte aligned or not in the program's memory", "the thread ends";
    ReservedWord = "reserved-word", 0, Error, Unknown, "the word holds a reserved code", "the thread ends";
    ReservedRead = "reserved-read", 0, Warning, Unknown, "an address is read that the manual gives no meaning", "zeros are read";
    ReservedSetup = "reserved-setup", 0, Warning, Unknown, "a set-up word has reserved bits", "it is ignored";
    Breakpoint = "breakpoint", 0, Warning, Own, "a software breakpoint is reached", "the program goes on";
    MemoryRead = "memory-read-outside", 0, Error, Own, "an address is read that no buffer covers", "zero is read";
    MemoryWrite = "memory-write-outside", 0, Error, Own, "an address is written that no writable buffer covers", "nothing is written";
    UniformRead = "uniform-read-outside", 0, Error, Own, "a uniform is read at an address that no buffer covers", "zero is read";
    TextureReserved = "texture-reserved", 0, Error, Unknown, "a texture has a reserved type or filter", "zeros are returned";
    TextureFiltered = "texture-filtered", 0, Warning, Unknown, "a texture of 16-bit integers is filtered", "the nearest texel is read";
    TileBuffer = "no-tile-buffer", 0, Error, Own, "the tile buffer is used where there is none", "zeros are read and nothing is written";
    NoVarying = "no-varying", 0, Error, Unknown, "a varying is read that the program was not given", "zeros are read";
    VpmEmpty = "vpm-read-without-setup", 0, Error, Known, "the VPM is read with no value set up", "the QPU waits for ever";
    VpmNoSetup = "vpm-write-without-setup", 0, Error, Unknown, "the VPM is written with nothing set up", "a set-up of 0 counts";
    VdrPitchWide = "vdr-pitch-wide", 0, Note, Unknown, "the pitch of loads has more than the 13 bits that the manual gives it", "all 16 bits count, as those of stores do";
    DmaNoSetup = "dma-without-setup", 0, Error, Unknown, "a transfer is started with nothing set up", "no transfer takes place";
    SetupUnread = "vpm-values-left", 0, Error, Unknown, "a program ends with VPM values unread", "the values are dropped";
    MutexNotHeld = "mutex-not-held", 0, Error, Unknown, "the mutex is released by a QPU that does not hold it", "the mutex becomes free";
    MutexKept = "mutex-kept", 0, Error, Unknown, "a program ends while it holds the mutex", "the mutex stays taken";
    Deadlock = "deadlock", 0, Error, Known, "every QPU waits for another", "the run ends";
}

/// Something found at one place of a program; repetitions at the same place and QPU are counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The kind of finding.
    pub kind: FindingKind,
    /// Number of the QPU.
    pub qpu: u8,
    /// Clock of the QPU when it first happened.
    pub cycle: u64,
    /// Bus address of the instruction.
    pub address: u32,
    /// A number that belongs to the kind: an address, a set-up word, a register (0 to 31 of file A, 32 to 63 of file B,
    /// 64 to 69 the accumulators); 0 where there is none.
    pub value: u32,
    /// The number of times it happened.
    pub count: u64,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: ", self.kind.severity().name())?;
        write!(
            f,
            "cycle {}, QPU {}, instruction {:08x}: {}",
            self.cycle,
            self.qpu,
            self.address,
            self.kind.what()
        )?;
        match (self.kind, self.value) {
            (FindingKind::ReadAfterWrite | FindingKind::ReadBeforeWritten | FindingKind::HighRegister, n) => {
                match n {
                    0..32 => write!(f, " (ra{n})")?,
                    32..64 => write!(f, " (rb{})", n - 32)?,
                    _ => write!(f, " (r{})", n - 64)?,
                }
            }
            (_, 0) => {}
            (_, value) => write!(f, " ({value:#x})")?,
        }
        if self.count > 1 {
            write!(f, ", {} times", self.count)?;
        }
        write!(f, "; {}", self.kind.then())?;
        match self.kind.answer() {
            Answer::Known => write!(f, ", as on hardware")?,
            Answer::Unknown => write!(f, "; nobody has published what the hardware does")?,
            Answer::Own => {}
        }
        match self.kind.rule() {
            0 => write!(f, " [{}]", self.kind.name()),
            rule => write!(f, " [{}, rule {rule}]", self.kind.name()),
        }
    }
}

/// The findings of a run, at most a given number of places.
#[derive(Clone, Debug)]
pub struct Findings {
    list: Vec<Finding>,
    index: std::collections::HashMap<(FindingKind, u8, u32), usize>,
    limit: usize,
    dropped: u64,
}

impl Findings {
    /// An empty list that keeps at most `limit` places.
    pub fn new(limit: usize) -> Findings {
        Findings {
            list: Vec::new(),
            index: std::collections::HashMap::new(),
            limit,
            dropped: 0,
        }
    }

    /// Notes a finding, or counts it if its place is known.
    #[cold]
    pub fn note(&mut self, kind: FindingKind, qpu: u8, cycle: u64, address: u32, value: u32) {
        if let Some(&at) = self.index.get(&(kind, qpu, address)) {
            self.list[at].count += 1;
        } else if self.list.len() < self.limit {
            self.index.insert((kind, qpu, address), self.list.len());
            self.list.push(Finding {
                kind,
                qpu,
                cycle,
                address,
                value,
                count: 1,
            });
        } else {
            self.dropped += 1;
        }
    }

    /// The findings in the order in which they were made, QPU by QPU as these ran.
    pub fn list(&self) -> &[Finding] {
        &self.list
    }

    /// The number of findings that were not kept because of the limit.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// The findings by cycle, then QPU.
    pub fn into_sorted(mut self) -> Vec<Finding> {
        self.list
            .sort_by_key(|finding| (finding.cycle, finding.qpu, finding.address));
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_rules_exist() {
        let mut names: Vec<_> = FindingKind::ALL.iter().map(|kind| kind.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), FindingKind::ALL.len());
        assert!(FindingKind::ALL.iter().all(|kind| kind.rule() <= 52));
    }

    /// The page has this table, row by row.
    #[test]
    fn the_page_lists_every_kind() {
        let page = include_str!("../../../../docs/qpu-emulator.md");
        for kind in FindingKind::ALL {
            let rule = if kind.rule() == 0 {
                "-".to_owned()
            } else {
                kind.rule().to_string()
            };
            let known = match kind.answer() {
                Answer::Known => "as on hardware",
                Answer::Unknown => "unknown",
                Answer::Own => "-",
            };
            let row = format!(
                "| {} | {rule} | {} | {} | {} | {known} |",
                kind.name(),
                kind.severity().name(),
                kind.what(),
                kind.then()
            );
            assert!(page.contains(&row), "{row}");
        }
    }

    #[test]
    fn repetitions_are_counted_and_places_limited() {
        let mut findings = Findings::new(1);
        for _ in 0..3 {
            findings.note(FindingKind::TmuEmpty, 0, 8, 0x100, 0);
        }
        findings.note(FindingKind::TmuEmpty, 1, 8, 0x100, 0);
        assert_eq!(
            (
                findings.list().len(),
                findings.list()[0].count,
                findings.dropped()
            ),
            (1, 3, 1)
        );
    }
}
