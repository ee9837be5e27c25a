//! The results of the instructions of the NV_gpu_program languages.

use quadrille_program::Destination;
use quadrille_syntax::tree::OperandIndex;

use crate::instruct::given::Given;
use crate::resolver::Resolver;

/// The result of an instruction.
pub(crate) fn typed_result<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    given: Given<'_>,
    index: OperandIndex,
) -> Option<Destination> {
    resolver.typed_destination(resolver.cx.operand(index), given.result())
}
