//! The signal field, bits 63:60, which also tells the forms of a word apart (guide, section 3).

rows! {
    /// The signal of a word. The last three are no signals to the hardware's units but say how the rest
    /// of the word reads.
    pub enum Signal, 4 bits {
        Breakpoint = 0, "bkpt", "software breakpoint";
        None = 1, "", "no signal";
        ThreadSwitch = 2, "thrsw", "thread switch, after two more instructions";
        ThreadEnd = 3, "thrend", "thread end, after two more instructions";
        ScoreboardWait = 4, "sbwait", "wait for the scoreboard";
        ScoreboardUnlock = 5, "sbdone", "unlock the scoreboard";
        LastThreadSwitch = 6, "lthrsw", "last thread switch, after two more instructions";
        LoadCoverage = 7, "loadcv", "load coverage from the tile buffer into r4";
        LoadColour = 8, "loadc", "load colour from the tile buffer into r4";
        LoadColourEnd = 9, "ldcend", "load colour into r4 and end the thread";
        LoadTmu0 = 10, "ldtmu0", "load the oldest result of TMU 0 into r4";
        LoadTmu1 = 11, "ldtmu1", "load the oldest result of TMU 1 into r4";
        LoadAlpha = 12, "loadam", "load the alpha mask from the tile buffer into r4";
        SmallImmediate = 13, "small immediate", "bits 17:12 are a small immediate";
        LoadImmediate = 14, "load immediate", "load immediate or semaphore";
        Branch = 15, "branch", "branch";
    }
}

impl Signal {
    /// Whether the signal brings a value to r4.
    pub const fn loads_r4(self) -> bool {
        matches!(
            self,
            Signal::LoadCoverage
                | Signal::LoadColour
                | Signal::LoadColourEnd
                | Signal::LoadTmu0
                | Signal::LoadTmu1
                | Signal::LoadAlpha
        )
    }

    /// Whether the thread ends two instructions later.
    pub const fn ends_thread(self) -> bool {
        matches!(self, Signal::ThreadEnd | Signal::LoadColourEnd)
    }
}
