//! The limits of a run, and the state at its start, which the instructions of a program do not state.

/// The limits of a run, as the program's language lays them down.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Execution {
    /// Entries of the call stack: calls, and address registers that PUSHA puts there.
    pub call_depth: u32,
    /// The effect of a call on a full stack.
    pub overflow: CallOverflow,
    /// Executed instructions after which a program ends abnormally.
    pub instructions: Option<u64>,
    /// IF blocks, those of callers among them, in which another IF ends the program abnormally.
    pub if_depth: Option<u32>,
    /// Loops, those of callers among them, in which another loop ends the program abnormally.
    pub loop_depth: Option<u32>,
    /// Whether condition codes hold nothing at the start (NV_gpu_program4 2.X.3.7). In the older languages
    /// they are EQ.
    pub codes_undefined: bool,
    /// Iterations that a loop does not exceed.
    pub loop_count: Option<u32>,
}

/// The effect of a call on a full stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CallOverflow {
    /// The program ends abnormally: results keep what was written (NV_vertex_program2 2.14.2.3).
    #[default]
    Ends,
    /// Nothing: the call is passed over, where the specification leaves it undefined (NV_gpu_program4 2.X.8
    /// CAL).
    Ignored,
}
