//! Which limit bounds a resource, by language and stage.

use super::{Limit, Limits};
use crate::gl::availability::Features;
use crate::gl::language::{LanguageSet, Stage};

/// What is counted for every program, with a limit that depends on its language and stage.
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
enum Target {
    Vertex,
    Fragment,
    Other,
}

impl Resource {
    /// The limit that bounds it for a program of these languages and this stage.
    pub const fn limit(self, features: &Features) -> Limit {
        let languages = features.languages;
        let target = match features.stage {
            Stage::Vertex | Stage::VertexState => Target::Vertex,
            Stage::Fragment => Target::Fragment,
            Stage::TessellationControl | Stage::TessellationEvaluation | Stage::Geometry | Stage::Compute => {
                Target::Other
            }
        };
        let vp1 = languages.meets(LanguageSet::V10.or(LanguageSet::VS).or(LanguageSet::V11));
        let vp2 = languages.meets(LanguageSet::V20);
        let fp1 = languages.meets(LanguageSet::F10);
        let option = languages.meets(LanguageSet::AV2);
        match (self, target) {
            (Resource::Instructions, Target::Vertex) if vp1 => Limit::Vp1Instructions,
            (Resource::Instructions, Target::Vertex) if vp2 => Limit::Vp2Instructions,
            (Resource::Instructions, Target::Vertex) if option => Limit::OptionInstructions,
            (Resource::Instructions, Target::Vertex) => Limit::VertexInstructions,
            (Resource::Instructions, Target::Fragment) if fp1 => Limit::Fp1Instructions,
            (Resource::Instructions, Target::Fragment) => Limit::FragmentInstructions,
            (Resource::Instructions, Target::Other) => Limit::StageInstructions,
            (Resource::Temporaries, Target::Vertex) => Limit::VertexTemporaries,
            (Resource::Temporaries, Target::Fragment) => Limit::FragmentTemporaries,
            (Resource::Temporaries, Target::Other) => Limit::StageTemporaries,
            (Resource::Parameters, Target::Vertex) => Limit::VertexParameters,
            (Resource::Parameters, Target::Fragment) => Limit::FragmentParameters,
            (Resource::Parameters, Target::Other) => Limit::StageParameters,
            (Resource::Attributes, Target::Vertex) => Limit::VertexAttributes,
            (Resource::Attributes, Target::Fragment) => Limit::FragmentAttributes,
            (Resource::Attributes, Target::Other) => Limit::StageAttributes,
            (Resource::AddressRegisters, _) if option => Limit::OptionAddressRegisters,
            (Resource::AddressRegisters, _) => Limit::VertexAddressRegisters,
            (Resource::EnvParameters, Target::Vertex) if vp1 => Limit::Vp1Parameters,
            (Resource::EnvParameters, Target::Vertex) if vp2 => Limit::Vp2Parameters,
            (Resource::EnvParameters, Target::Vertex) => Limit::VertexEnvParameters,
            (Resource::EnvParameters, Target::Fragment) => Limit::FragmentEnvParameters,
            (Resource::EnvParameters, Target::Other) => Limit::StageEnvParameters,
            (Resource::LocalParameters, Target::Vertex) => Limit::VertexLocalParameters,
            (Resource::LocalParameters, Target::Fragment) if fp1 => Limit::Fp1LocalParameters,
            (Resource::LocalParameters, Target::Fragment) => Limit::FragmentLocalParameters,
            (Resource::LocalParameters, Target::Other) => Limit::StageLocalParameters,
            (Resource::TextureUnits, Target::Vertex) => Limit::VertexTextureImageUnits,
            (Resource::TextureUnits, Target::Fragment) => Limit::TextureImageUnits,
            (Resource::TextureUnits, Target::Other) => Limit::GeometryTextureImageUnits,
        }
    }
}

impl Limits {
    /// How many of a resource a program of these languages and this stage may have.
    pub const fn of(&self, resource: Resource, features: &Features) -> u32 {
        self.get(resource.limit(features))
    }
}
