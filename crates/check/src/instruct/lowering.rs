//! The state that the lowering of an instruction reads and changes.

use crate::resolver::Resolver;
use crate::state::code::Code;
use crate::state::flow::Flow;
use crate::state::fragment::FragmentUse;
use crate::state::subroutines::Subroutines;
use crate::state::textures::Textures;

/// The state that an instruction may change: that of its operands, and what it leaves in the program.
pub(crate) struct Lowering<'a, 't, 's> {
    pub(crate) resolver: Resolver<'a, 't, 's>,
    pub(crate) subroutines: &'a Subroutines<'s>,
    pub(crate) textures: &'a mut Textures,
    pub(crate) flow: &'a mut Flow<'s>,
    pub(crate) code: &'a mut Code,
    pub(crate) fragment: &'a mut FragmentUse,
}
