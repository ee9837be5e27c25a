//! Results that a later stage reads as attributes of a vertex or patch, or a tessellation control program reads
//! back.

use super::{Binding, Family};

impl Binding {
    /// The result that an attribute of a vertex or patch gets its value from; `None` for every other binding.
    ///
    /// Whether it is a result of the stage before or of the program itself says the first number: 0 for what comes
    /// in, 1 for what goes out (NV_tessellation_program5 2.X.3.2).
    #[expect(clippy::wildcard_enum_match_arm, reason = "few families are passed on")]
    pub const fn passed(self) -> Option<Binding> {
        let [_, first, second, third] = self.index;
        let (family, of_patch) = match self.family {
            Family::PrimitivePosition => (Family::ResultPosition, false),
            Family::PrimitiveColor => (Family::ResultColor, false),
            Family::PrimitiveFogcoord => (Family::ResultFogcoord, false),
            Family::PrimitivePointsize => (Family::ResultPointsize, false),
            Family::PrimitiveTexcoord => (Family::ResultTexcoord, false),
            Family::PrimitiveAttrib => (Family::ResultAttrib, false),
            Family::PrimitiveClip => (Family::ResultClip, false),
            Family::PrimitiveVertexId => (Family::ResultId, false),
            Family::PrimitiveSecondaryposition => (Family::ResultSecondaryposition, false),
            Family::PrimitiveTessouter => (Family::ResultPatchTessouter, true),
            Family::PrimitiveTessinner => (Family::ResultPatchTessinner, true),
            Family::PatchAttrib => (Family::ResultPatchAttrib, true),
            _ => return None,
        };
        let index = if of_patch {
            [first, 0, 0, 0]
        } else {
            [second, third, 0, 0]
        };
        Some(Binding::new(family, index))
    }

    /// The attribute of the first vertex that comes in by which a result of the stage before is read: what is
    /// [`passed`](Self::passed) of it is the result again. `None` for results that no vertex has.
    #[expect(clippy::wildcard_enum_match_arm, reason = "few families are passed on")]
    pub const fn attribute(self) -> Option<Binding> {
        let family = match self.family {
            Family::ResultPosition => Family::PrimitivePosition,
            Family::ResultColor => Family::PrimitiveColor,
            Family::ResultFogcoord => Family::PrimitiveFogcoord,
            Family::ResultPointsize => Family::PrimitivePointsize,
            Family::ResultTexcoord => Family::PrimitiveTexcoord,
            Family::ResultAttrib => Family::PrimitiveAttrib,
            Family::ResultClip => Family::PrimitiveClip,
            Family::ResultId => Family::PrimitiveVertexId,
            Family::ResultSecondaryposition => Family::PrimitiveSecondaryposition,
            _ => return None,
        };
        let [first, second, ..] = self.index;
        Some(Binding::new(family, [0, 0, first, second]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_of_the_results_that_pass() {
        for family in [
            Family::ResultPosition,
            Family::ResultColor,
            Family::ResultFogcoord,
            Family::ResultPointsize,
            Family::ResultTexcoord,
            Family::ResultAttrib,
            Family::ResultClip,
            Family::ResultId,
            Family::ResultSecondaryposition,
        ] {
            let result = Binding::new(family, [1, 2, 0, 0]);
            assert_eq!(result.attribute().and_then(Binding::passed), Some(result));
        }
        assert_eq!(Binding::new(Family::ResultLayer, [0; 4]).attribute(), None);
    }
}
