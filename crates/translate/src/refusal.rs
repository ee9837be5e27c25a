//! Why a program has no translation to a target: a closed set of reasons, each with its sentence, and a reason with the
//! place that it is for.

use quadrille_base::{Diagnostic, Span};
use thiserror::Error;

use crate::arb::refusal::Reason as AssemblyReason;
use crate::hlsl::refusal::Reason as ShaderModelReason;
use crate::options::Emulation;
use crate::rules::UNTRANSLATABLE;
use crate::target::{Feature, Target};

/// A reason.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Reason {
    /// The target lacks a feature.
    #[error("{} has no {}", short_name(*.0), .1.row().doc)]
    Missing(Target, Feature),
    /// SPIR-V for Vulkan, WGSL, HLSL and MSL have parameters in blocks.
    #[error("{} has no plain uniforms", .0.row().doc)]
    PlainUniforms(Target),
    /// The library that writes WGSL, HLSL and MSL has no word for something, or is not built in; its own words.
    #[error("{0}")]
    Library(String),
    /// An ARB program, or one of VP1.x, has no words for something.
    #[error(transparent)]
    Assembly(#[from] AssemblyReason),
    /// ARB programs do not promise special values.
    #[error("ARB programs leave infinities, NaN and signs of zeros to the driver")]
    AssemblySpecialValues,
    /// Shader model 3 cannot hold something.
    #[error(transparent)]
    ShaderModel(#[from] ShaderModelReason),
    /// Programs that run outside of drawing.
    #[error("no translation has programs of this stage")]
    Stage,
    /// Geometry programs that take patches.
    #[error("no shading language has geometry shaders of patches")]
    PatchGeometry,
    /// A subroutine that calls itself in too many ways.
    #[error(
        "no shading language has a function that calls itself, and a function for each call would be too many"
    )]
    Recursive,
    /// Blocks within blocks.
    #[error("blocks are nested too deeply to be translated")]
    Nested,
    /// Invocations of a patch would wait for each other where they may not.
    #[error(
        "shading languages let invocations of a patch wait for each other in main alone, outside of blocks and before it returns"
    )]
    Waiting,
    /// A section in order does not stand in `main`.
    #[error(
        "sections that fragments enter in order are in main, which cannot end early before what comes behind it"
    )]
    Section,
    /// An operation of groups of threads.
    #[error(
        "which invocations make a group is the machine's own, and no target says it as this language does"
    )]
    Groups,
    /// Registers with two indices.
    #[error("no translation has variables with two indices")]
    TwoIndices,
    /// An operation without words, which no program is known to have.
    #[error("no translation has this instruction")]
    Instruction,
    /// The same on numbers of one type.
    #[error("no translation has this instruction for numbers of this type")]
    InstructionOfType,
    /// More of something, in the plural, than an index may choose between.
    #[error("no translation has so many {0} to choose from")]
    Choices(&'static str),
    /// Something that a program reads or writes, as it is written.
    #[error("no translation has `{0}`")]
    Binding(String),
    /// More attributes or results, in the plural, than there are places.
    #[error("no target has so many {0}")]
    Places(&'static str),
    /// A vertex attribute that is read in 32 and in 64 bits.
    #[error("no translation has a vertex attribute in two sizes")]
    AttributeSizes,
    /// A vertex attribute of 64 bits in front of another.
    #[error("in {} a vertex attribute of 64 bits takes the place of the next one too", .0.row().doc)]
    AttributeOverlap(Target),
    /// More clip planes than `gl_ClipVertex` has components.
    #[error("gl_ClipVertex has no room for more than four clip planes")]
    ClipVertex,
    /// Two resources of one number.
    #[error("two resources would have the binding number {0}, which the options may change")]
    SharedBinding(u32),
    /// A number of a texture behind which there is none for its sampler.
    #[error("a sampler has a binding number 64 above its texture's, and there is none 64 above {0}")]
    SamplerBinding(u32),
    /// GPU addresses in GLSL for OpenGL.
    #[error(
        "GLSL has memory by GPU addresses for Vulkan alone, which is where parameters are push constants"
    )]
    AddressesOfVulkan,
    /// Handles, of textures or images, in GLSL for Vulkan.
    #[error("GLSL with push constants, which is Vulkan's, has no {0} handles")]
    HandlesOfVulkan(&'static str),
    /// Images of handles that invocations share.
    #[error("no translation has coherent images that are named by handles")]
    CoherentHandle,
    /// An image unit in two targets.
    #[error("no translation has an image unit with two targets")]
    ImageTargets,
    /// Texels as words of two sizes.
    #[error("no translation has an image whose texels are taken as words of two sizes")]
    ImageSizes,
    /// Texels as numbers of two kinds.
    #[error("no translation has an image whose texels are of two kinds of numbers")]
    ImageKinds,
    /// Texels as words of a size that no format has.
    #[error("no image has texels of this size")]
    ImageWords,
    /// The options name a format of another kind of numbers.
    #[error("the options give this image unit a format of another kind of numbers")]
    ImageFormat,
    /// An atomic operation on a texel of several words.
    #[error("no translation changes texels of more than one word in one step")]
    TexelAtomic,
    /// A texture unit in two targets, one for each of two programs.
    #[error(
        "the vertex program takes a texture of another target from this unit, and shaders that are linked have one name and number for both"
    )]
    UnitTargets,
    /// Texel offsets of comparisons in arrays, in GLSL ES.
    #[error("GLSL ES has no texel offsets in arrays that compare depths")]
    ComparisonOffset,
    /// LOD in vertex programs, which have no derivatives.
    #[error("no target has a level of detail to ask for in vertex shaders")]
    VertexLevel,
    /// LOD of a texture of one level.
    #[error("no target asks for the level of a rectangle texture, which has one")]
    RectangleLevel,
    /// Residency of a kind of textures.
    #[error("no target has sparse {0} textures")]
    SparseTexture(&'static str),
    /// Residency of TXGO.
    #[error("no target tells of four gathers whether their texels are resident")]
    SparseGathers,
    /// Residency of what an atomic operation changes.
    #[error("no target tells whether a texel is resident that an atomic operation changes")]
    SparseAtomic,
    /// Residency of texels at an offset.
    #[error("no target tells whether texels are resident that an offset found at run time leads to")]
    SparseOffset,
    /// Residency of a comparison.
    #[error("GLSL tells of no comparison at such a level whether its texels are resident")]
    SparseComparison,
    /// Comparisons in arrays of cubes by derivatives.
    #[error("GLSL has no comparison by derivatives in arrays of cube maps")]
    CubeArrayGradient,
    /// Comparisons at a given level.
    #[error("{}, has no comparison of depths at another level than the neighbours'", .0.row().doc)]
    ComparisonLevel(Target),
    /// Levels of three-dimensional textures in GLSL ES 1.00.
    #[error("GLSL ES 1.00 has no levels or derivatives for three-dimensional textures")]
    VolumeLevel,
    /// Derivatives in vertex shaders of shader model 3.
    #[error("shader model 3 has no derivatives of lookups in vertex shaders")]
    VertexGradient,
    /// LODCLAMP outside of fragment shaders.
    #[error("GLSL has smallest levels of lookups in fragment shaders only")]
    VertexClamp,
    /// LODCLAMP of a comparison with a bias.
    #[error("GLSL has no comparison with a bias and a smallest level in arrays")]
    ComparisonClamp,
    /// TXD with an offset that is found at run time.
    #[error("a lookup with derivatives takes no offset that is found at run time")]
    GradientOffset,
}

/// The language without what it is of: `GLSL ES 1.00`.
fn short_name(target: Target) -> &'static str {
    target.row().doc.split(',').next().unwrap_or_default()
}

/// A reason, and what a person is told of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The reason.
    pub reason: Reason,
    /// Its sentence, with the places in the source and what may be asked for instead.
    pub diagnostic: Diagnostic,
}

impl Refusal {
    /// A reason at a place.
    pub(crate) fn new(span: Span, reason: impl Into<Reason>) -> Refusal {
        let reason = reason.into();
        let diagnostic = Diagnostic::new(&UNTRANSLATABLE, span, reason.to_string());
        Refusal { reason, diagnostic }
    }

    /// The target has no such feature.
    pub(crate) fn missing(
        span: Span,
        target: Target,
        feature: Feature,
        emulation: Option<Emulation>,
    ) -> Refusal {
        let found = Refusal::new(span, Reason::Missing(target, feature));
        let found = match target.with(feature) {
            Some(other) => found.note(format!("the target `{}` has them", other.row().name)),
            None => found,
        };
        match emulation {
            Some(emulation) => found.note(format!("the emulation `{}` may be allowed", emulation.name())),
            None => found,
        }
    }

    /// Adds a sentence.
    pub(crate) fn note(mut self, text: impl Into<String>) -> Refusal {
        self.diagnostic = self.diagnostic.note(text);
        self
    }
}

impl From<Refusal> for Diagnostic {
    fn from(refusal: Refusal) -> Diagnostic {
        refusal.diagnostic
    }
}

/// What people are told of refusals.
pub fn diagnostics(refusals: Vec<Refusal>) -> Vec<Diagnostic> {
    refusals.into_iter().map(Diagnostic::from).collect()
}

/// Other places that are shown of one reason.
const MOST_PLACES: usize = 8;

/// Each reason once, where it is met first; the other places are labels.
pub(crate) fn each_once(refusals: Vec<Refusal>) -> Vec<Refusal> {
    let mut told: Vec<(Refusal, usize)> = Vec::new();
    for refusal in refusals {
        let same = |other: &Refusal| {
            other.reason == refusal.reason && other.diagnostic.notes == refusal.diagnostic.notes
        };
        let Some((first, more)) = told.iter_mut().find(|(first, _)| same(first)) else {
            told.push((refusal, 0));
            continue;
        };
        let (first, span) = (&mut first.diagnostic, refusal.diagnostic.span);
        let is_known = first.span == span || first.labels.iter().any(|label| label.span == span);
        match first.labels.len() {
            _ if is_known => {}
            MOST_PLACES.. => *more += 1,
            _ => *first = first.clone().label(span, "here too"),
        }
    }
    let told = told.into_iter();
    told.map(|(first, more)| match more {
        0 => first,
        _ => first.note(format!("and at {more} other places")),
    })
    .collect()
}
