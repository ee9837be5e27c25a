//! Calls: what instructions do that is no function of one lane's values: textures, memory, groups, other places.

use quadrille_program::InstId;

use crate::expression::ValueId;

quadrille_base::define_id!(
    /// A call.
    CallId
);

/// An instruction that an engine executes by what it shares with the reference: a texture lookup, an access to memory,
/// an operation of a thread group, an attribute at another location. Its result is a [`Type::Vector`](crate::Type)
/// of four components before clamp and write, words or longs by the instruction's
/// [`Types::result`](quadrille_program::types::Types).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The instruction, which says what to do.
    pub instruction: InstId,
    /// Its operands as the instruction reads them, converted, selected and with signs, words or longs by
    /// [`Types::operands`](quadrille_program::types::Types). A component that it does not look at
    /// ([`Instruction::needs`](quadrille_program::Instruction::needs)) is a constant 0.
    pub operands: Vec<[ValueId; 4]>,
    /// The index into an array of units or bindings, without its constant offset: a signed word.
    pub index: Option<ValueId>,
    /// The handle of a texture or image: a long.
    pub handle: Option<ValueId>,
    /// The variable texel offset: three signed words.
    pub offset: Option<[ValueId; 3]>,
    /// The address that is added to a memory access's offset: a signed word.
    pub address: Option<ValueId>,
    /// Of an attribute at another location, its slot: a signed word, below 0 where there is none.
    pub slot: Option<ValueId>,
    /// Whether it has an effect or depends on one, or on which lanes are active: it is executed where it stands, for
    /// the active lanes. Others are lookups of textures and attributes; lookups in quads are made in all lanes.
    pub effect: bool,
}
