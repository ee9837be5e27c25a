//! The meaning of bindings to the pipeline, by family: the one place where families of
//! attributes and results are told apart. Parameters are in [`crate::state::parameter`].

use quadrille_isa::gl::{Binding, Family as F};

use crate::mesh::attribute;

/// The meaning of a binding to the pipeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    /// An attribute of a vertex program.
    VertexInput(VertexInput),
    /// A result of a vertex program.
    VertexResult(VertexResult),
    /// An attribute of a fragment program.
    FragmentInput(FragmentInput),
    /// A result of a fragment program.
    FragmentResult(FragmentResult),
    /// The same for a whole draw.
    Parameter,
    /// Given elsewhere: what stages between those two get and give (`interface`), threads (`thread`), work groups
    /// (`compute`), resources.
    Elsewhere,
}

/// The contents of a vertex attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VertexInput {
    /// The array or current value of an attribute.
    Attribute(usize),
    /// The vertex's number, as an integer.
    VertexNumber,
    /// The instance's number, as an integer.
    InstanceNumber,
    /// What the draw adds to numbers of vertices.
    BaseVertex,
    /// What the draw adds to numbers of instances.
    BaseInstance,
    /// The number of the draw among those of its call.
    DrawNumber,
    /// Zeros: weights and matrix indices that cannot be set.
    Nothing,
}

/// A result of the last stage before rasterization.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VertexResult {
    /// Clip coordinates.
    Position,
    /// A colour.
    Color { back: bool, secondary: bool },
    /// A value that the fragment stage reads by the same name.
    Varying(Varying),
    /// Point size.
    PointSize,
    /// Distance from user clip plane n.
    ClipDistance(u32),
}

/// A value that is interpolated, by the name that both stages use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Varying {
    FogCoordinate,
    TextureCoordinate(u32),
    Generic(u32),
    ClipDistance(u32),
}

/// The contents of a fragment attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FragmentInput {
    Color { secondary: bool },
    Varying(Varying),
    Property(FragmentProperty),
}

/// A property of a fragment that rasterization determines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FragmentProperty {
    /// Window coordinates and 1/w.
    Position,
    /// 1 for front faces, points and lines, −1 for back faces, as (f, 0, 0, 1).
    Facing,
    /// Place in a point sprite.
    PointCoordinate,
    /// The primitive's number, as an integer.
    PrimitiveNumber,
    /// −1 in helpers, else 0, as an integer.
    Helper,
    /// The samples that are covered, one bit each.
    Coverage,
    /// The number of the sample that the fragment is for, as an integer.
    Sample,
    /// Whether the primitive covers the whole pixel, as an integer.
    FullyCovered,
    /// The number of the viewport, as an integer.
    Viewport,
    /// The number of the layer, as an integer.
    Layer,
}

/// The use of a fragment program's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FragmentResult {
    /// Colour of draw buffer n.
    Color(u32),
    /// The second source of blending, of draw buffer n.
    SecondSource(u32),
    /// Depth, in z.
    Depth,
    /// The samples that are written, one bit each.
    SampleMask,
}

/// The meaning of a binding to the pipeline.
pub(crate) fn meaning(binding: Binding) -> Meaning {
    let [first, second, ..] = binding.index;
    let attribute = |number: usize| Meaning::VertexInput(VertexInput::Attribute(number));
    let varying_result = |varying| Meaning::VertexResult(VertexResult::Varying(varying));
    let varying_input = |varying| Meaning::FragmentInput(FragmentInput::Varying(varying));
    let property = |property| Meaning::FragmentInput(FragmentInput::Property(property));
    match binding.family {
        F::VertexPosition => attribute(attribute::POSITION),
        F::VertexWeight if first == 0 => attribute(attribute::WEIGHT),
        F::VertexWeight | F::VertexMatrixindex => Meaning::VertexInput(VertexInput::Nothing),
        F::VertexNormal => attribute(attribute::NORMAL),
        F::VertexColor => attribute(attribute::COLOR + first as usize),
        F::VertexFogcoord => attribute(attribute::FOG_COORDINATE),
        F::VertexTexcoord => attribute(attribute::TEXTURE_COORDINATE + first as usize),
        F::VertexAttrib => attribute(first as usize),
        F::VertexId => Meaning::VertexInput(VertexInput::VertexNumber),
        F::VertexInstance => Meaning::VertexInput(VertexInput::InstanceNumber),
        F::VertexBaseVertex => Meaning::VertexInput(VertexInput::BaseVertex),
        F::VertexBaseInstance => Meaning::VertexInput(VertexInput::BaseInstance),
        F::VertexDrawId => Meaning::VertexInput(VertexInput::DrawNumber),

        F::ResultPosition => Meaning::VertexResult(VertexResult::Position),
        F::ResultColor => Meaning::VertexResult(VertexResult::Color {
            back: first == 1,
            secondary: second == 1,
        }),
        F::ResultFogcoord => varying_result(Varying::FogCoordinate),
        F::ResultTexcoord => varying_result(Varying::TextureCoordinate(first)),
        F::ResultAttrib => varying_result(Varying::Generic(first)),
        F::ResultPointsize => Meaning::VertexResult(VertexResult::PointSize),
        F::ResultClip => Meaning::VertexResult(VertexResult::ClipDistance(first)),

        F::FragmentColor => Meaning::FragmentInput(FragmentInput::Color {
            secondary: first == 1,
        }),
        F::FragmentFogcoord => varying_input(Varying::FogCoordinate),
        F::FragmentTexcoord => varying_input(Varying::TextureCoordinate(first)),
        F::FragmentAttrib => varying_input(Varying::Generic(first)),
        F::FragmentClip => varying_input(Varying::ClipDistance(first)),
        F::FragmentPosition => property(FragmentProperty::Position),
        F::FragmentFacing => property(FragmentProperty::Facing),
        F::FragmentPointcoord => property(FragmentProperty::PointCoordinate),
        F::PrimitiveId => property(FragmentProperty::PrimitiveNumber),
        F::Helperthread => property(FragmentProperty::Helper),
        F::FragmentSamplemask => property(FragmentProperty::Coverage),
        F::FragmentSampleid => property(FragmentProperty::Sample),
        F::FragmentFullycovered => property(FragmentProperty::FullyCovered),
        F::FragmentLayer => property(FragmentProperty::Layer),
        F::FragmentViewport => property(FragmentProperty::Viewport),

        F::ResultFragmentColor if second == 0 => Meaning::FragmentResult(FragmentResult::Color(first)),
        F::ResultFragmentColor => Meaning::FragmentResult(FragmentResult::SecondSource(first)),
        F::ResultSamplemask => Meaning::FragmentResult(FragmentResult::SampleMask),
        F::ResultDepth => Meaning::FragmentResult(FragmentResult::Depth),

        F::StateMaterialAmbient
        | F::StateMaterialDiffuse
        | F::StateMaterialSpecular
        | F::StateMaterialEmission
        | F::StateMaterialShininess
        | F::StateLightAmbient
        | F::StateLightDiffuse
        | F::StateLightSpecular
        | F::StateLightPosition
        | F::StateLightAttenuation
        | F::StateLightSpotDirection
        | F::StateLightHalf
        | F::StateLightmodelAmbient
        | F::StateLightmodelScenecolor
        | F::StateLightprodAmbient
        | F::StateLightprodDiffuse
        | F::StateLightprodSpecular
        | F::StateTexgen
        | F::StateTexenvColor
        | F::StateFogColor
        | F::StateFogParams
        | F::StateClipPlane
        | F::StatePointSize
        | F::StatePointAttenuation
        | F::StateDepthRange
        | F::StateMatrixModelview
        | F::StateMatrixProjection
        | F::StateMatrixMvp
        | F::StateMatrixTexture
        | F::StateMatrixPalette
        | F::StateMatrixProgram
        | F::StateThreadWarpsize
        | F::StateThreadWarpspersm
        | F::StateThreadSmcount
        | F::ProgramEnv
        | F::ProgramLocal
        | F::ProgramStoragelen => Meaning::Parameter,

        F::PrimitivePosition
        | F::PrimitiveColor
        | F::PrimitiveFogcoord
        | F::PrimitivePointsize
        | F::PrimitiveTexcoord
        | F::PrimitiveAttrib
        | F::PrimitiveClip
        | F::PrimitiveVertexId
        | F::PrimitiveSecondaryposition
        | F::PrimitiveInvocation
        | F::PrimitiveVertexcount
        | F::PrimitiveTessouter
        | F::PrimitiveTessinner
        | F::PatchAttrib
        | F::Tesscoord
        | F::InvocationLocalid
        | F::InvocationGlobalid
        | F::InvocationGroupid
        | F::InvocationGroupcount
        | F::InvocationGroupsize
        | F::InvocationLocalindex
        | F::Threadid
        | F::Threadeqmask
        | F::Threadltmask
        | F::Threadlemask
        | F::Threadgtmask
        | F::Threadgemask
        | F::Warpid
        | F::Smid
        | F::ResultId
        | F::ResultPrimid
        | F::ResultLayer
        | F::ResultViewport
        | F::ResultViewportmask
        | F::ResultSecondaryposition
        | F::ResultSecondaryviewportmask
        | F::ResultPatchTessouter
        | F::ResultPatchTessinner
        | F::ResultPatchAttrib
        | F::ProgramBuffer
        | F::ProgramStorage
        | F::ProgramCounter
        | F::ProgramSharedmem
        | F::ProgramSubroutine
        | F::Texture
        | F::Image
        | F::Handle => Meaning::Elsewhere,
    }
}

/// The contents of the vertex attribute with a binding, if it is one.
pub(crate) fn vertex_input(binding: Binding) -> Option<VertexInput> {
    if let Meaning::VertexInput(input) = meaning(binding) {
        Some(input)
    } else {
        None
    }
}

/// The meaning of the vertex program's result with a binding, if it is one.
pub(crate) fn vertex_result(binding: Binding) -> Option<VertexResult> {
    if let Meaning::VertexResult(result) = meaning(binding) {
        Some(result)
    } else {
        None
    }
}

/// The contents of the fragment attribute with a binding, if it is one.
pub(crate) fn fragment_input(binding: Binding) -> Option<FragmentInput> {
    if let Meaning::FragmentInput(input) = meaning(binding) {
        Some(input)
    } else {
        None
    }
}

/// The use of the fragment program's result with a binding, if it is one.
pub(crate) fn fragment_result(binding: Binding) -> Option<FragmentResult> {
    if let Meaning::FragmentResult(result) = meaning(binding) {
        Some(result)
    } else {
        None
    }
}
