//! Programs that have no scalar form yet.

use quadrille_program::InstId;

use crate::op::named;

/// Why a program has no scalar form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("instruction {}: {}", quadrille_base::Id::index(*instruction), reason.name())]
pub struct Unlowered {
    /// The first instruction for which there is none.
    pub instruction: InstId,
    /// Why.
    pub reason: Reason,
}

named! {
    /// What has no scalar form.
    Reason
    /// The numbers of the NV20, which are whole operations.
    Nv20 "the numbers of the NV20";
    /// Parameters that the program writes, which all lanes share.
    WrittenParameter "a written parameter";
    /// Instructions of flow that stand where none may.
    Flow "flow";
    /// Branches that fit no pattern of blocks and loops.
    Unstructured "branches without structure";
    /// A subroutine that is chosen at run time.
    IndirectCall "a call of a subroutine variable";
    /// Subroutines that make too much of the program where they are called, or blocks within too many blocks.
    Growth "too many calls";
    /// Tests of whether texels are in memory.
    Residency "a test of residency";
    /// A barrier, at which lanes may wait in different places.
    Barrier "a barrier";
    /// The stack of address registers.
    AddressStack "the address stack";
    /// Results that other invocations of a patch read.
    PatchOutput "outputs of a patch";
    /// Results that are found by an index at run time.
    IndexedResult "an indexed result";
    /// Registers of the file that cannot be indexed at run time here.
    IndexedRegister "an indexed register of this file";
    /// An operation without a body in its type, which no checked program has.
    Meaningless "an operation without a meaning in its type";
}
