//! The operations that decide which instruction comes next.

use super::operations;

operations! {
    /// The operation of a control flow instruction.
    FlowOp
    /// Goes to a label if the condition holds.
    Branch;
    /// Calls a subroutine if the condition holds.
    Call;
    /// Calls the subroutine that a subroutine variable names.
    CallIndirect;
    /// Returns from a subroutine, or ends the program, if the condition holds.
    Return;
    /// Opens a block that runs if the condition holds.
    If;
    /// Opens the block that runs if it does not.
    Else;
    /// Closes IF.
    EndIf;
    /// Opens a loop with a count, or without end.
    Repeat;
    /// Closes REP.
    EndRepeat;
    /// Opens a loop with count, first index and increment.
    Loop;
    /// Closes LOOP.
    EndLoop;
    /// Leaves the loop if the condition holds.
    Break;
    /// Starts the next round of the loop if the condition holds.
    Continue;
}
