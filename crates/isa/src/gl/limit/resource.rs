//! Which limit bounds a resource, by language and stage.

use super::{Limit, Limits};
use crate::gl::availability::Features;
use crate::gl::language::{LanguageSet, Stage};

/// A resource that is counted for every program, with a limit that depends on its language and stage.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Resource {
    /// Instructions of any kind.
    Instructions,
    /// Declared temporaries.
    Temporaries,
    /// Distinct parameter vectors.
    Parameters,
    /// Distinct attributes.
    Attributes,
    /// Declared address registers; no limit where the language has none.
    AddressRegisters,
    /// `program.env[n]`.
    EnvParameters,
    /// `program.local[n]`, `p[n]`.
    LocalParameters,
    /// Distinct texture units.
    TextureUnits,
}

/// Which of the groups of target limits a stage reads.
enum LimitTarget {
    Vertex,
    Fragment,
    Other,
}

impl Resource {
    /// The limit that bounds it for a program of these languages and this stage.
    pub const fn limit(self, features: &Features) -> Limit {
        let languages = features.languages;
        let target = match features.stage {
            Stage::Vertex | Stage::VertexState => LimitTarget::Vertex,
            Stage::Fragment => LimitTarget::Fragment,
            Stage::TessellationControl | Stage::TessellationEvaluation | Stage::Geometry | Stage::Compute => {
                LimitTarget::Other
            }
        };
        let vp1 = languages.meets(LanguageSet::V10.or(LanguageSet::VS).or(LanguageSet::V11));
        let vp2 = languages.meets(LanguageSet::V20);
        let fp1 = languages.meets(LanguageSet::F10);
        let option = languages.meets(LanguageSet::AV2);
        match (self, target) {
            (Resource::Instructions, LimitTarget::Vertex) if vp1 => Limit::Vp1Instructions,
            (Resource::Instructions, LimitTarget::Vertex) if vp2 => Limit::Vp2Instructions,
            (Resource::Instructions, LimitTarget::Vertex) if option => Limit::OptionInstructions,
            (Resource::Instructions, LimitTarget::Vertex) => Limit::VertexInstructions,
            (Resource::Instructions, LimitTarget::Fragment) if fp1 => Limit::Fp1Instructions,
            (Resource::Instructions, LimitTarget::Fragment) => Limit::FragmentInstructions,
            (Resource::Instructions, LimitTarget::Other) => Limit::StageInstructions,
            (Resource::Temporaries, LimitTarget::Vertex) => Limit::VertexTemporaries,
            (Resource::Temporaries, LimitTarget::Fragment) => Limit::FragmentTemporaries,
            (Resource::Temporaries, LimitTarget::Other) => Limit::StageTemporaries,
            (Resource::Parameters, LimitTarget::Vertex) => Limit::VertexParameters,
            (Resource::Parameters, LimitTarget::Fragment) => Limit::FragmentParameters,
            (Resource::Parameters, LimitTarget::Other) => Limit::StageParameters,
            (Resource::Attributes, LimitTarget::Vertex) => Limit::VertexAttributes,
            (Resource::Attributes, LimitTarget::Fragment) => Limit::FragmentAttributes,
            (Resource::Attributes, LimitTarget::Other) => Limit::StageAttributes,
            (Resource::AddressRegisters, _) if option => Limit::OptionAddressRegisters,
            (Resource::AddressRegisters, _) => Limit::VertexAddressRegisters,
            (Resource::EnvParameters, LimitTarget::Vertex) if vp1 => Limit::Vp1Parameters,
            (Resource::EnvParameters, LimitTarget::Vertex) if vp2 => Limit::Vp2Parameters,
            (Resource::EnvParameters, LimitTarget::Vertex) => Limit::VertexEnvParameters,
            (Resource::EnvParameters, LimitTarget::Fragment) => Limit::FragmentEnvParameters,
            (Resource::EnvParameters, LimitTarget::Other) => Limit::StageEnvParameters,
            (Resource::LocalParameters, LimitTarget::Vertex) => Limit::VertexLocalParameters,
            (Resource::LocalParameters, LimitTarget::Fragment) if fp1 => Limit::Fp1LocalParameters,
            (Resource::LocalParameters, LimitTarget::Fragment) => Limit::FragmentLocalParameters,
            (Resource::LocalParameters, LimitTarget::Other) => Limit::StageLocalParameters,
            (Resource::TextureUnits, LimitTarget::Vertex) => Limit::VertexTextureImageUnits,
            (Resource::TextureUnits, LimitTarget::Fragment) => Limit::TextureImageUnits,
            (Resource::TextureUnits, LimitTarget::Other) => Limit::GeometryTextureImageUnits,
        }
    }
}

impl Limits {
    /// The limit of a resource for a program of these languages and this stage.
    pub const fn of(&self, resource: Resource, features: &Features) -> u32 {
        self.get(resource.limit(features))
    }
}
