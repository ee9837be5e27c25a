//! State commands: `light 0 diffuse 1 1 1 1`, `blend func SRC_ALPHA ONE`, by GL names. What they say is here; `read`
//! reads them, and who draws carries them out.

mod blend;
mod error;
mod names;
mod read;
mod spelling;
mod viewport;
mod words;

use quadrille_isa::gl::binding::{Matrix, MatrixModifier};
use quadrille_pipeline::state::{
    BlendEquation, BlendFactor, ClipControl, ColorMaterial, Combine, CombineOperand, CombineScale,
    CombineSource, Compare, EnvironmentMode, Faces, FogMode, FogSource, GenerationMode, LineStipple,
    LogicOperation, PolygonMode, ProvokingVertex, Rectangle, StencilOperation, ViewportSwizzle,
};

pub use error::StateError;
pub(crate) use read::{enable_indexed, is_state, read};
pub(crate) use spelling::{clip_plane, hint, shade_model};

/// A piece of state that is set. Numbers are as written: who carries the command out clamps them as GL does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum StateCommand {
    /// `light n …`, n below [`quadrille_pipeline::state::LIGHTS`].
    Light(usize, LightParameter),
    /// `lightmodel …`
    LightModel(LightModelParameter),
    /// `material FACES …`
    Material(Faces, MaterialParameter),
    /// `colormaterial FACES MODE`
    ColorMaterial(Faces, ColorMaterial),
    /// `fog …`
    Fog(FogParameter),
    /// `blend …`, `blend … indexed n …`
    Blend {
        /// The draw buffer; without one it is all of them.
        draw_buffer: Option<usize>,
        /// What is set.
        parameter: BlendParameter,
    },
    /// `samplecoverage value inverted`
    SampleCoverage {
        /// The part of the samples that are covered.
        value: f32,
        /// Whether the other samples are.
        inverted: bool,
    },
    /// `samplemask mask`
    SampleMask(u32),
    /// `minsampleshading value`: the part of the samples that are shaded by themselves.
    MinSampleShading(f32),
    /// `alphafunc FUNC reference`
    AlphaFunc(Compare, f32),
    /// `depthfunc FUNC`
    DepthFunc(Compare),
    /// `depthmask flag`
    DepthMask(bool),
    /// `depthrange near far`, or `depthrange indexed n near far`
    DepthRange {
        /// The number of the viewport; without one all are set (DepthRange, DepthRangeIndexed).
        index: Option<usize>,
        /// Near and far.
        range: [f32; 2],
    },
    /// `colormask r g b a`, `colormask indexed n r g b a`
    ColorMask {
        /// The draw buffer; without one it is all of them.
        draw_buffer: Option<usize>,
        /// Which components are written.
        written: [bool; 4],
    },
    /// `enable indexed BLEND n`, `disable indexed BLEND n`
    BlendEnable {
        /// The draw buffer.
        draw_buffer: usize,
        /// Whether it is enabled.
        on: bool,
    },
    /// `clampcolor vertex VALUE`
    ClampVertexColor(bool),
    /// `clampcolor fragment VALUE`; none for FIXED_ONLY.
    ClampFragmentColor(Option<bool>),
    /// `stencilfunc FACES FUNC reference mask`
    StencilFunc {
        /// The faces.
        faces: Faces,
        /// The comparison of the reference with the stored value.
        function: Compare,
        /// The reference.
        reference: u8,
        /// The bits that are compared.
        mask: u8,
    },
    /// `stencilop FACES fail zfail zpass`
    StencilOp {
        /// The faces.
        faces: Faces,
        /// The operation where the stencil test fails.
        fail: StencilOperation,
        /// The operation where the depth test fails.
        depth_fail: StencilOperation,
        /// The operation where both pass.
        pass: StencilOperation,
    },
    /// `stencilmask FACES mask`: the bits that are written.
    StencilMask(Faces, u8),
    /// `logicop OP`
    LogicOp(LogicOperation),
    /// `cullface FACES`
    CullFace(Faces),
    /// `frontface CW`, `frontface CCW`: whether faces are front faces where they are clockwise.
    FrontFace {
        /// Whether they are.
        clockwise: bool,
    },
    /// `polygonmode FACES MODE`, `polygon mode FACES MODE`
    PolygonMode(Faces, PolygonMode),
    /// `polygonoffset factor units`, `polygonoffset factor units clamp`
    PolygonOffset {
        /// Factor of the slope, and units.
        offset: [f32; 2],
        /// The farthest that depth is moved; 0 is no bound (ARB_polygon_offset_clamp).
        clamp: f32,
    },
    /// `linestipple factor pattern`
    LineStipple(LineStipple),
    /// `polygonstipple row …`: 1, 2, 4, 8, 16 or 32 rows, from the bottom up, which repeat.
    PolygonStipple([u32; 32]),
    /// `samplelocation n x y`, from the lower left corner of a pixel.
    SampleLocation {
        /// The sample.
        sample: usize,
        /// Where it lies, 0 to 1.
        place: [f32; 2],
    },
    /// `samplelocation default`
    SampleLocationDefault,
    /// `shademodel FLAT`, `shademodel SMOOTH`
    ShadeModel {
        /// Whether it is FLAT.
        flat: bool,
    },
    /// `pointsize size`, above 0.
    PointSize(f32),
    /// `pointparameter …`
    PointParameter(PointParameter),
    /// `linewidth width`, above 0.
    LineWidth(f32),
    /// `scissor x y width height`, or `scissor indexed n x y width height`
    Scissor {
        /// The number of the viewport; without one all are set (Scissor, ScissorIndexed).
        index: Option<usize>,
        /// The rectangle.
        rectangle: Rectangle,
    },
    /// `enable indexed SCISSOR_TEST n`, `disable indexed SCISSOR_TEST n`
    ScissorTest {
        /// The number of the viewport.
        viewport: usize,
        /// Whether it is enabled.
        on: bool,
    },
    /// `viewportswizzle n X Y Z W`, `viewport swizzle n X Y Z W`: what takes the place of clip coordinates
    /// (NV_viewport_swizzle).
    ViewportSwizzle {
        /// The number of the viewport.
        viewport: usize,
        /// What takes it.
        swizzle: ViewportSwizzle,
    },
    /// `clipcontrol ORIGIN DEPTH`
    ClipControl(ClipControl),
    /// `provoking vertex first`, `provoking vertex last`
    ProvokingVertex(ProvokingVertex),
    /// `primitive restart n`: PrimitiveRestartIndex.
    PrimitiveRestart(u32),
    /// `viewport x y width height`, or `viewport indexed n x y width height`.
    Viewport {
        /// The number of the viewport; without one all are set (ARB_viewport_array).
        index: Option<usize>,
        /// Left and lower edge, and sizes, which are not negative.
        rectangle: [f32; 4],
    },
    /// `clipplane n a b c d`, n below [`quadrille_pipeline::state::CLIP_PLANES`].
    ClipPlane(usize, [f32; 4]),
    /// `trackmatrix ADDRESS MATRIX TRANSFORM`: TrackMatrixNV (NV_vertex_program 2.14.5).
    TrackMatrix {
        /// The first of four parameters: a multiple of 4 up to 92.
        address: usize,
        /// The matrix that takes their place; none for NONE.
        matrix: Option<TrackedName>,
        /// The transform that is applied to it.
        modifier: MatrixModifier,
    },
    /// `texenv …` of the active texture unit.
    TexEnv(EnvironmentParameter),
    /// `texgen COORDINATE …` of the active texture unit; the coordinate as its place in s, t, r, q.
    TexGen(usize, GenerationParameter),
}

/// A parameter of a light.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names are those of GL")]
pub enum LightParameter {
    Ambient([f32; 4]),
    Diffuse([f32; 4]),
    Specular([f32; 4]),
    /// In object coordinates.
    Position([f32; 4]),
    /// In object coordinates.
    SpotDirection([f32; 3]),
    SpotExponent(f32),
    /// The cosine of GL's SPOT_CUTOFF.
    SpotCosine(f32),
    /// Constant, linear, quadratic.
    Attenuation([f32; 3]),
}

/// A parameter of the light model.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names are those of GL")]
pub enum LightModelParameter {
    Ambient([f32; 4]),
    LocalViewer(bool),
    TwoSide(bool),
    /// Whether GL's LIGHT_MODEL_COLOR_CONTROL is SEPARATE_SPECULAR_COLOR.
    SeparateSpecular(bool),
}

/// A parameter of a material.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names are those of GL")]
pub enum MaterialParameter {
    Ambient([f32; 4]),
    Diffuse([f32; 4]),
    Specular([f32; 4]),
    Emission([f32; 4]),
    Shininess(f32),
}

/// A parameter of fog.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names are those of GL")]
pub enum FogParameter {
    Mode(FogMode),
    Source(FogSource),
    Color([f32; 4]),
    Density(f32),
    Start(f32),
    End(f32),
}

/// A parameter of blending; arrays have one element for the colours, one for alpha.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum BlendParameter {
    /// `func SOURCE DESTINATION`, with two more for alpha.
    Func {
        /// Factors of what is drawn.
        source: [BlendFactor; 2],
        /// Factors of what is there.
        destination: [BlendFactor; 2],
    },
    /// `equation EQUATION`, with one more for alpha.
    Equation([BlendEquation; 2]),
    /// `color r g b a`
    Color([f32; 4]),
}

/// A parameter of points.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names are those of GL")]
pub enum PointParameter {
    Min(f32),
    Max(f32),
    FadeThreshold(f32),
    /// Constant, linear, quadratic.
    Attenuation([f32; 3]),
}

/// A matrix that is tracked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrackedName {
    /// TEXTURE: that of the active texture unit.
    ActiveTexture,
    /// A matrix by its name.
    Matrix(Matrix),
}

/// A parameter of a texture environment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum EnvironmentParameter {
    /// `mode MODE`
    Mode(EnvironmentMode),
    /// `color r g b a`
    Color([f32; 4]),
    /// A parameter of COMBINE: `COMBINE_RGB`, `SRC1_ALPHA`, `OPERAND2_RGB`, `RGB_SCALE`, …
    Combine {
        /// Whether it is that of alpha.
        alpha: bool,
        /// The parameter and its value.
        parameter: CombineParameter,
    },
}

/// A parameter of COMBINE; sources and operands with the number of their argument.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names are those of GL")]
pub enum CombineParameter {
    Function(Combine),
    Source(usize, CombineSource),
    Operand(usize, CombineOperand),
    Scale(CombineScale),
}

/// A parameter of the generation of a texture coordinate.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names are those of GL")]
pub enum GenerationParameter {
    Mode(GenerationMode),
    ObjectPlane([f32; 4]),
    /// In object coordinates.
    EyePlane([f32; 4]),
}
