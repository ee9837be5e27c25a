//! The table of bindings: every attribute, result, parameter and resource of every language and stage.
//!
//! A family has one or more forms, one for each group of languages and stages that write it differently;
//! the notation of patterns is that of [`super::pattern`]. The contents stand in the specifications' own
//! notation: `-` is a component whose value is undefined, `*` one that is ignored when written.

use super::super::availability::Availability;
use super::super::language::{LanguageSet, Stage, StageSet};
use super::super::option::ProgramOption;
use super::{BaseType, BindingRow, Role};

macro_rules! stages {
    (Any) => {
        StageSet::ALL
    };
    (Tessellation) => {
        StageSet::of(&[Stage::TessellationControl, Stage::TessellationEvaluation])
    };
    (AnyVertex) => {
        StageSet::of(&[
            Stage::Vertex,
            Stage::TessellationControl,
            Stage::TessellationEvaluation,
            Stage::Geometry,
        ])
    };
    ($stage:ident) => {
        StageSet::of(&[Stage::$stage])
    };
}

macro_rules! languages {
    ($($language:ident)*) => {
        LanguageSet::NONE$(.or(LanguageSet::$language))*
    };
}

macro_rules! availability {
    ([$($language:ident)*; $stage:ident]) => {
        Availability { languages: languages!($($language)*), by_option: &[], stages: stages!($stage) }
    };
    ([$language:ident; $stage:ident; $($option:ident)+]) => {
        Availability {
            languages: LanguageSet::NONE,
            by_option: &[$((LanguageSet::$language, ProgramOption::$option)),+],
            stages: stages!($stage),
        }
    };
}

macro_rules! bindings {
    ($($(#[doc = $doc:literal])* $family:ident $role:ident $contents:literal $base:ident
        $(relative $relative:ident)? $(excluded $excluded:ident)? {
        $($pattern:expr => $([$($grant:tt)*])+;)+
    })*) => {
        /// A family of bindings.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Family {
            $($(#[doc = $doc])* $family,)*
        }

        /// All families, in the order of [`Family`].
        pub static BINDINGS: &[BindingRow] = &[
            $(BindingRow {
                family: Family::$family,
                name: stringify!($family),
                forms: &[$(super::Form {
                    pattern: $pattern,
                    availability: &[$(availability!([$($grant)*])),+],
                }),+],
                role: Role::$role,
                contents: $contents,
                base: BaseType::$base,
                relative: languages!($($relative)?),
                excluded: &[$(ProgramOption::$excluded)?],
                doc: concat!($($doc),*).trim_ascii(),
            },)*
        ];
    };
}

/// The three ways to write an attribute of one of several vertices: of a geometry program's primitive, of
/// a patch that comes in, of the patch that a tessellation control program is making. The first number
/// that is captured is 0 for the first two and 1 for the third.
macro_rules! each {
    (primitive $suffix:literal) => {
        concat!("vertex[=0][vertices]*", $suffix)
    };
    (input $suffix:literal) => {
        concat!("vertex(.in)?[=0][vertices]*", $suffix)
    };
    (output $suffix:literal) => {
        concat!("vertex.out[=1][vertices]*", $suffix)
    };
}

bindings! {
    // Vertex attributes: ARB_vertex_program Table X.2, NV_vertex_program4 2.X.3.2.

    /// Object-space position.
    VertexPosition Attribute "(x,y,z,w)" Float { "vertex.position" => [AV GPU; Vertex]; }
    /// Vertex weights n to n+3; those that are not set read 0.
    VertexWeight Attribute "(w,w,w,w)" Float { "vertex.weight[weights/4]?" => [AV; Vertex]; }
    /// Normal.
    VertexNormal Attribute "(x,y,z,1)" Float { "vertex.normal" => [AV GPU; Vertex]; }
    /// Primary or secondary colour.
    VertexColor Attribute "(r,g,b,a)" Float { "vertex.color(.primary|.secondary)?" => [AV GPU; Vertex]; }
    /// Fog coordinate.
    VertexFogcoord Attribute "(f,0,0,1)" Float { "vertex.fogcoord" => [AV GPU; Vertex]; }
    /// Texture coordinate set n.
    VertexTexcoord Attribute "(s,t,r,q)" Float relative AV3 {
        "vertex.texcoord[texcoords..]?" => [AV GPU; Vertex];
    }
    /// Palette matrix indices n to n+3.
    VertexMatrixindex Attribute "(i,i,i,i)" Float { "vertex.matrixindex[weights/4]?" => [AV; Vertex]; }
    /// Generic attribute n.
    VertexAttrib Attribute "(x,y,z,w)" Any relative AV3 {
        "vertex.attrib[vertex-attributes..]" => [AV GPU; Vertex];
    }
    /// Number of the vertex in its array.
    VertexId Attribute "(id,-,-,-)" Signed { "vertex.id" => [GPU; Vertex]; }
    /// Number of the instance that is drawn.
    VertexInstance Attribute "(i,-,-,-)" Signed { "vertex.instance" => [GPU; Vertex]; }
    /// What the draw adds to numbers of vertices, and 0 where it has none (`gl_BaseVertex`); in the dialect nvidia.
    VertexBaseVertex Attribute "(v,-,-,-)" Signed { "vertex.baseVertex" => [N50; Vertex]; }
    /// What the draw adds to numbers of instances, and 0 where it has none (`gl_BaseInstance`); in the dialect nvidia.
    VertexBaseInstance Attribute "(i,-,-,-)" Signed { "vertex.baseInstance" => [N50; Vertex]; }
    /// Number of the draw among those of one call, from 0 (`gl_DrawID`); in the dialect nvidia.
    VertexDrawId Attribute "(n,-,-,-)" Signed { "vertex.draw.id" => [N50; Vertex]; }

    // Attributes of each vertex of a primitive or patch: NV_geometry_program4 Table X.2,
    // NV_tessellation_program5 Table X.3. The numbers: input or output, vertex, and what the suffix has.

    /// Clip-space position of a vertex.
    PrimitivePosition Attribute "(x,y,z,w)" Any {
        each!(primitive ".position") => [GPU; Geometry];
        each!(input ".position") => [N50; Tessellation];
        each!(output ".position") => [N50; TessellationControl];
    }
    /// Colour of a vertex: face, then primary or secondary.
    PrimitiveColor Attribute "(r,g,b,a)" Any {
        each!(primitive ".color(.front|.back)?(.primary|.secondary)?") => [GPU; Geometry];
        each!(input ".color(.front|.back)?(.primary|.secondary)?") => [N50; Tessellation];
        each!(output ".color(.front|.back)?(.primary|.secondary)?") => [N50; TessellationControl];
    }
    /// Fog coordinate of a vertex.
    PrimitiveFogcoord Attribute "(f,-,-,-)" Any {
        each!(primitive ".fogcoord") => [GPU; Geometry];
        each!(input ".fogcoord") => [N50; Tessellation];
        each!(output ".fogcoord") => [N50; TessellationControl];
    }
    /// Point size of a vertex.
    PrimitivePointsize Attribute "(s,-,-,-)" Any {
        each!(primitive ".pointsize") => [GPU; Geometry];
        each!(input ".pointsize") => [N50; Tessellation];
        each!(output ".pointsize") => [N50; TessellationControl];
    }
    /// Texture coordinate set n of a vertex.
    PrimitiveTexcoord Attribute "(s,t,r,q)" Any {
        each!(primitive ".texcoord[texcoords..]?") => [GPU; Geometry];
        each!(input ".texcoord[texcoords..]?") => [N50; Tessellation];
        each!(output ".texcoord[texcoords..]?") => [N50; TessellationControl];
    }
    /// Generic interpolant n of a vertex.
    PrimitiveAttrib Attribute "(x,y,z,w)" Any {
        each!(primitive ".attrib[generic-attributes..]") => [GPU; Geometry];
        each!(input ".attrib[generic-attributes..]") => [N50; Tessellation];
        each!(output ".attrib[generic-attributes..]") => [N50; TessellationControl];
    }
    /// Distance of a vertex to clip plane n.
    PrimitiveClip Attribute "(d,-,-,-)" Any {
        each!(primitive ".clip[clip-planes..]") => [GPU; Geometry];
        each!(input ".clip[clip-planes..]") => [N50; Tessellation];
        each!(output ".clip[clip-planes..]") => [N50; TessellationControl];
    }
    /// Vertex identifier that the vertex program wrote.
    PrimitiveVertexId Attribute "(id,-,-,-)" Signed {
        each!(primitive ".id") => [GPU; Geometry];
        each!(input ".id") => [N50; Tessellation];
        each!(output ".id") => [N50; TessellationControl];
    }
    /// Position of a vertex in the second view; y, z and w are those of its position.
    PrimitiveSecondaryposition Attribute "(x,y,z,w)" Float {
        each!(primitive ".secondaryposition") => [GPU; Geometry; NvStereoViewRendering];
        each!(input ".secondaryposition") => [N50; Tessellation; NvStereoViewRendering];
        each!(output ".secondaryposition") => [N50; TessellationControl; NvStereoViewRendering];
    }

    // Attributes of the primitive or patch: NV_geometry_program4 Table X.2, NV_fragment_program4 2.X.3.2,
    // NV_gpu_program5 2.X.3.2, NV_tessellation_program5 Table X.4.

    /// Number of the primitive since the last Begin.
    PrimitiveId Attribute "(id,-,-,-)" Signed {
        "primitive.id" => [GPU; Geometry] [GPU; Fragment];
        "primitive(.in)?.id" => [N50; TessellationEvaluation];
        "primitive(.in|.out)?.id" => [N50; TessellationControl];
    }
    /// Number of this invocation for the primitive, or of the output vertex of a tessellation control program.
    PrimitiveInvocation Attribute "(id,-,-,-)" Signed {
        "primitive.invocation" => [N50; Geometry];
        "primitive(.in|.out)?.invocation" => [N50; TessellationControl];
    }
    /// Number of vertices of the primitive or input patch.
    PrimitiveVertexcount Attribute "(c,-,-,-)" Signed {
        "primitive.vertexcount" => [N50; Geometry];
        "primitive(.in)?.vertexcount" => [N50; Tessellation];
    }
    /// Outer tessellation level n: input or output, then n.
    PrimitiveTessouter Attribute "(x,-,-,-)" Float {
        "primitive[=0].tessouter[4..]?" => [N50; Geometry];
        "primitive(.in)?[=0].tessouter[4..]?" => [N50; TessellationEvaluation];
        "primitive.out[=1].tessouter[4..]" => [N50; TessellationControl];
    }
    /// Inner tessellation level n: input or output, then n.
    PrimitiveTessinner Attribute "(x,-,-,-)" Float {
        "primitive[=0].tessinner[2..]?" => [N50; Geometry];
        "primitive(.in)?[=0].tessinner[2..]?" => [N50; TessellationEvaluation];
        "primitive.out[=1].tessinner[2..]" => [N50; TessellationControl];
    }
    /// Generic attribute n of the patch: input or output, then n. The prose of NV_tessellation_program5 has
    /// `primitive.out.attrib` where its grammar has `primitive.out.patch.attrib`.
    PatchAttrib Attribute "(x,y,z,w)" Any {
        "primitive[=0].patch.attrib[patch-attributes..]?" => [N50; Geometry];
        "primitive(.in)?[=0].patch.attrib[patch-attributes..]?" => [N50; TessellationEvaluation];
        "primitive.out[=1].patch.attrib[patch-attributes..]" => [N50; TessellationControl];
        "primitive.out[=1].attrib[patch-attributes..]" => [N50; TessellationControl];
    }
    /// Where the vertex lies in the patch, in [0, 1].
    Tesscoord Attribute "(u,v,w,-)" Float { "vertex.tesscoord" => [N50; TessellationEvaluation]; }

    // Fragment attributes: ARB_fragment_program Table X.1, NV_fragment_program2 3.11.3.1,
    // NV_fragment_program4 2.X.3.2, NV_gpu_program5 2.X.3.2.

    /// Primary or secondary colour, interpolated.
    FragmentColor Attribute "(r,g,b,a)" Any { "fragment.color(.primary|.secondary)?" => [AF GPU; Fragment]; }
    /// Texture coordinate set n.
    FragmentTexcoord Attribute "(s,t,r,q)" Any relative AF2 {
        "fragment.texcoord[texcoords..]?" => [AF GPU; Fragment];
    }
    /// Fog distance or coordinate; NV4 leaves all but x undefined, and the ARB values are in them.
    FragmentFogcoord Attribute "(f,0,0,1)" Any { "fragment.fogcoord" => [AF GPU; Fragment]; }
    /// Window position, and the reciprocal of clip w.
    FragmentPosition Attribute "(x,y,z,1/w)" Float { "fragment.position" => [AF GPU; Fragment]; }
    /// +1 for a front-facing primitive, -1 for a back-facing one.
    FragmentFacing Attribute "(f,0,0,1)" Float { "fragment.facing" => [AF2 GPU; Fragment]; }
    /// Distance to clip plane n; 0 where the plane is disabled.
    FragmentClip Attribute "(c,-,-,-)" Any { "fragment.clip[clip-planes..]" => [GPU; Fragment]; }
    /// Generic interpolant n.
    FragmentAttrib Attribute "(x,y,z,w)" Any { "fragment.attrib[generic-attributes..]" => [GPU; Fragment]; }
    /// Number of the sample; of version 4.1 like SAMPLE, for NV_gpu_program5 has it in its grammar alone.
    FragmentSampleid Attribute "(id,-,-,-)" Signed { "fragment.sampleid" => [N41 N50; Fragment]; }
    /// The samples that the fragment covers, one bit each.
    FragmentSamplemask Attribute "(m,-,-,-)" Signed { "fragment.samplemask" => [N50; Fragment]; }
    /// Place in the point sprite.
    FragmentPointcoord Attribute "(s,t,-,-)" Float { "fragment.pointcoord" => [N50; Fragment]; }
    /// Layer of the primitive.
    FragmentLayer Attribute "(l,-,-,-)" Signed {
        "fragment.layer" => [GPU; Fragment; ArbFragmentLayerViewport];
    }
    /// Viewport of the primitive.
    FragmentViewport Attribute "(v,-,-,-)" Signed {
        "fragment.viewport" => [GPU; Fragment; ArbFragmentLayerViewport];
    }
    /// 1 if conservative rasterization finds the fragment fully covered, else 0.
    FragmentFullycovered Attribute "(c,-,-,-)" Signed {
        "fragment.fullycovered" => [GPU; Fragment; NvConservativeRasterUnderestimation];
    }

    // Compute attributes: NV_compute_program5 2.X.3.2.

    /// Place of the invocation in its work group.
    InvocationLocalid Attribute "(x,y,z,-)" Unsigned { "invocation.localid" => [C50; Compute]; }
    /// Place of the invocation in the dispatch.
    InvocationGlobalid Attribute "(x,y,z,-)" Unsigned { "invocation.globalid" => [C50; Compute]; }
    /// Place of the work group in the dispatch.
    InvocationGroupid Attribute "(x,y,z,-)" Unsigned { "invocation.groupid" => [C50; Compute]; }
    /// Number of work groups.
    InvocationGroupcount Attribute "(x,y,z,-)" Unsigned { "invocation.groupcount" => [C50; Compute]; }
    /// Number of invocations of a work group.
    InvocationGroupsize Attribute "(x,y,z,-)" Unsigned { "invocation.groupsize" => [C50; Compute]; }
    /// Number of the invocation in its work group.
    InvocationLocalindex Attribute "(x,-,-,-)" Unsigned { "invocation.localindex" => [C50; Compute]; }

    // Thread attributes: NV_shader_thread_group.

    /// Number of the thread in its warp.
    Threadid Attribute "(id,-,-,-)" Unsigned {
        "vertex.threadid" => [NV5; Vertex; NvShaderThreadGroup];
        "primitive.threadid" => [NV5; Geometry; NvShaderThreadGroup];
        "primitive(.in)?.threadid" => [NV5; Tessellation; NvShaderThreadGroup];
        "primitive.out.threadid" => [NV5; TessellationControl; NvShaderThreadGroup];
        "fragment.threadid" => [NV5; Fragment; NvShaderThreadGroup];
        "invocation.threadid" => [NV5; Compute; NvShaderThreadGroup];
    }
    /// The bit of the thread.
    Threadeqmask Attribute "(m,-,-,-)" Unsigned {
        "vertex.threadeqmask" => [NV5; Vertex; NvShaderThreadGroup];
        "primitive.threadeqmask" => [NV5; Geometry; NvShaderThreadGroup];
        "primitive(.in)?.threadeqmask" => [NV5; Tessellation; NvShaderThreadGroup];
        "primitive.out.threadeqmask" => [NV5; TessellationControl; NvShaderThreadGroup];
        "fragment.threadeqmask" => [NV5; Fragment; NvShaderThreadGroup];
        "invocation.threadeqmask" => [NV5; Compute; NvShaderThreadGroup];
    }
    /// The bits of all threads below.
    Threadltmask Attribute "(m,-,-,-)" Unsigned {
        "vertex.threadltmask" => [NV5; Vertex; NvShaderThreadGroup];
        "primitive.threadltmask" => [NV5; Geometry; NvShaderThreadGroup];
        "primitive(.in)?.threadltmask" => [NV5; Tessellation; NvShaderThreadGroup];
        "primitive.out.threadltmask" => [NV5; TessellationControl; NvShaderThreadGroup];
        "fragment.threadltmask" => [NV5; Fragment; NvShaderThreadGroup];
        "invocation.threadltmask" => [NV5; Compute; NvShaderThreadGroup];
    }
    /// The bits of the thread and all below.
    Threadlemask Attribute "(m,-,-,-)" Unsigned {
        "vertex.threadlemask" => [NV5; Vertex; NvShaderThreadGroup];
        "primitive.threadlemask" => [NV5; Geometry; NvShaderThreadGroup];
        "primitive(.in)?.threadlemask" => [NV5; Tessellation; NvShaderThreadGroup];
        "primitive.out.threadlemask" => [NV5; TessellationControl; NvShaderThreadGroup];
        "fragment.threadlemask" => [NV5; Fragment; NvShaderThreadGroup];
        "invocation.threadlemask" => [NV5; Compute; NvShaderThreadGroup];
    }
    /// The bits of all threads above.
    Threadgtmask Attribute "(m,-,-,-)" Unsigned {
        "vertex.threadgtmask" => [NV5; Vertex; NvShaderThreadGroup];
        "primitive.threadgtmask" => [NV5; Geometry; NvShaderThreadGroup];
        "primitive(.in)?.threadgtmask" => [NV5; Tessellation; NvShaderThreadGroup];
        "primitive.out.threadgtmask" => [NV5; TessellationControl; NvShaderThreadGroup];
        "fragment.threadgtmask" => [NV5; Fragment; NvShaderThreadGroup];
        "invocation.threadgtmask" => [NV5; Compute; NvShaderThreadGroup];
    }
    /// The bits of the thread and all above.
    Threadgemask Attribute "(m,-,-,-)" Unsigned {
        "vertex.threadgemask" => [NV5; Vertex; NvShaderThreadGroup];
        "primitive.threadgemask" => [NV5; Geometry; NvShaderThreadGroup];
        "primitive(.in)?.threadgemask" => [NV5; Tessellation; NvShaderThreadGroup];
        "primitive.out.threadgemask" => [NV5; TessellationControl; NvShaderThreadGroup];
        "fragment.threadgemask" => [NV5; Fragment; NvShaderThreadGroup];
        "invocation.threadgemask" => [NV5; Compute; NvShaderThreadGroup];
    }
    /// Number of the warp in its multiprocessor.
    Warpid Attribute "(id,-,-,-)" Unsigned {
        "vertex.warpid" => [NV5; Vertex; NvShaderThreadGroup];
        "primitive.warpid" => [NV5; Geometry; NvShaderThreadGroup];
        "primitive(.in)?.warpid" => [NV5; Tessellation; NvShaderThreadGroup];
        "primitive.out.warpid" => [NV5; TessellationControl; NvShaderThreadGroup];
        "fragment.warpid" => [NV5; Fragment; NvShaderThreadGroup];
        "invocation.warpid" => [NV5; Compute; NvShaderThreadGroup];
    }
    /// Number of the multiprocessor.
    Smid Attribute "(id,-,-,-)" Unsigned {
        "vertex.smid" => [NV5; Vertex; NvShaderThreadGroup];
        "primitive.smid" => [NV5; Geometry; NvShaderThreadGroup];
        "primitive(.in)?.smid" => [NV5; Tessellation; NvShaderThreadGroup];
        "primitive.out.smid" => [NV5; TessellationControl; NvShaderThreadGroup];
        "fragment.smid" => [NV5; Fragment; NvShaderThreadGroup];
        "invocation.smid" => [NV5; Compute; NvShaderThreadGroup];
    }
    /// -1 in a helper thread, else 0.
    Helperthread Attribute "(k,-,-,-)" Signed {
        "fragment.helperthread" => [NV5; Fragment; NvShaderThreadGroup];
    }

    // Results before the rasterizer: ARB_vertex_program Table X.4, NV_vertex_program2_option,
    // NV_vertex_program4 Table X.4, NV_geometry_program4 Table X.3, NV_tessellation_program5 Table X.5.

    /// Clip-space position.
    ResultPosition Result "(x,y,z,w)" Any excluded ArbPositionInvariant {
        "result.position" => [AV GPU; AnyVertex];
    }
    /// Colour: face, then primary or secondary.
    ResultColor Result "(r,g,b,a)" Any {
        "result.color(.front|.back)?(.primary|.secondary)?" => [AV GPU; AnyVertex];
    }
    /// Fog coordinate.
    ResultFogcoord Result "(f,*,*,*)" Any { "result.fogcoord" => [AV GPU; AnyVertex]; }
    /// Point size.
    ResultPointsize Result "(s,*,*,*)" Any { "result.pointsize" => [AV GPU; AnyVertex]; }
    /// Texture coordinate set n.
    ResultTexcoord Result "(s,t,r,q)" Any relative AV3 {
        "result.texcoord[texcoords..]?" => [AV GPU; AnyVertex];
    }
    /// Generic interpolant n.
    ResultAttrib Result "(x,y,z,w)" Any { "result.attrib[generic-results..]" => [GPU; AnyVertex]; }
    /// Distance to clip plane n.
    ResultClip Result "(d,*,*,*)" Any { "result.clip[clip-planes..]" => [AV2 GPU; AnyVertex]; }
    /// Vertex identifier for a geometry or tessellation program.
    ResultId Result "(id,*,*,*)" Signed { "result.id" => [GPU; Vertex] [N50; Tessellation]; }
    /// Primitive identifier for the fragment program.
    ResultPrimid Result "(id,*,*,*)" Signed { "result.primid" => [GPU; Geometry]; }
    /// Layer of a layered framebuffer.
    ResultLayer Result "(l,*,*,*)" Signed {
        "result.layer" => [GPU; Geometry] [GPU; Vertex; NvViewportArray2] [GPU; Tessellation; NvViewportArray2];
    }
    /// Viewport.
    ResultViewport Result "(v,*,*,*)" Signed {
        "result.viewport" => [GPU; Geometry; ArbViewportArray NvViewportArray2]
            [GPU; Vertex; NvViewportArray2] [GPU; Tessellation; NvViewportArray2];
    }
    /// The viewports, one bit each.
    ResultViewportmask Result "(v,*,*,*)" Signed {
        "result.viewportmask[1]?" => [GPU; AnyVertex; NvViewportArray2];
    }
    /// Position in the second view; only x is its own.
    ResultSecondaryposition Result "(x,*,*,*)" Float {
        "result.secondaryposition" => [GPU; AnyVertex; NvStereoViewRendering];
    }
    /// The viewports of the second view, one bit each.
    ResultSecondaryviewportmask Result "(v,*,*,*)" Signed {
        "result.secondaryviewportmask[1]?" => [GPU; AnyVertex; NvStereoViewRendering];
    }
    /// Outer tessellation level n of the patch.
    ResultPatchTessouter Result "(x,*,*,*)" Float {
        "result.patch.tessouter[4..]" => [N50; TessellationControl];
    }
    /// Inner tessellation level n of the patch.
    ResultPatchTessinner Result "(x,*,*,*)" Float {
        "result.patch.tessinner[2..]" => [N50; TessellationControl];
    }
    /// Generic attribute n of the patch.
    ResultPatchAttrib Result "(x,y,z,w)" Any {
        "result.patch.attrib[patch-attributes..]" => [N50; TessellationControl];
    }

    // Fragment results: ARB_fragment_program Table X.3, ARB_draw_buffers, NV_gpu_program5 2.X.3.5.

    /// Colour of draw buffer n; the second number is 1 for the second colour of dual-source blending.
    ResultFragmentColor Result "(r,g,b,a)" Any {
        "result.color" => [AF GPU; Fragment];
        "result.color[draw-buffers]" => [AF; Fragment; ArbDrawBuffers AtiDrawBuffers]
            [GPU; Fragment; ArbDrawBuffers AtiDrawBuffers];
        "result.color[=0](.primary|.secondary)" => [GPU; Fragment; ArbBlendFuncExtended];
        "result.color[draw-buffers](.primary|.secondary)" => [GPU; Fragment; ArbBlendFuncExtended];
    }
    /// Depth, in z.
    ResultDepth Result "(*,*,d,*)" Float { "result.depth" => [AF GPU; Fragment]; }
    /// The samples that are written, one bit each.
    ResultSamplemask Result "(m,*,*,*)" Signed { "result.samplemask" => [N50; Fragment]; }

    // GL state: ARB_vertex_program Tables X.3.2 to X.3.8, ARB_fragment_program Tables X.2.2 to X.2.7,
    // NV_gpu_program4 2.X.3.3.

    /// Ambient colour of the material of a face.
    StateMaterialAmbient Parameter "(r,g,b,a)" Float { "state.material(.front|.back)?.ambient" => [AV AF GPU; Any]; }
    /// Diffuse colour of the material of a face.
    StateMaterialDiffuse Parameter "(r,g,b,a)" Float { "state.material(.front|.back)?.diffuse" => [AV AF GPU; Any]; }
    /// Specular colour of the material of a face.
    StateMaterialSpecular Parameter "(r,g,b,a)" Float { "state.material(.front|.back)?.specular" => [AV AF GPU; Any]; }
    /// Emission of the material of a face.
    StateMaterialEmission Parameter "(r,g,b,a)" Float { "state.material(.front|.back)?.emission" => [AV AF GPU; Any]; }
    /// Shininess of the material of a face.
    StateMaterialShininess Parameter "(s,0,0,1)" Float { "state.material(.front|.back)?.shininess" => [AV AF GPU; Any]; }
    /// Ambient colour of light n.
    StateLightAmbient Parameter "(r,g,b,a)" Float { "state.light[lights].ambient" => [AV AF GPU; Any]; }
    /// Diffuse colour of light n.
    StateLightDiffuse Parameter "(r,g,b,a)" Float { "state.light[lights].diffuse" => [AV AF GPU; Any]; }
    /// Specular colour of light n.
    StateLightSpecular Parameter "(r,g,b,a)" Float { "state.light[lights].specular" => [AV AF GPU; Any]; }
    /// Position of light n in eye space.
    StateLightPosition Parameter "(x,y,z,w)" Float { "state.light[lights].position" => [AV AF GPU; Any]; }
    /// Constant, linear and quadratic attenuation of light n, and its spot exponent.
    StateLightAttenuation Parameter "(a,b,c,e)" Float { "state.light[lights].attenuation" => [AV AF GPU; Any]; }
    /// Spot direction of light n in eye space, and the cosine of its cutoff.
    StateLightSpotDirection Parameter "(x,y,z,c)" Float { "state.light[lights].spot.direction" => [AV AF GPU; Any]; }
    /// Unit vector half-way between light n, taken as infinitely far, and the viewer at (0, 0, 1).
    StateLightHalf Parameter "(x,y,z,1)" Float { "state.light[lights].half" => [AV AF GPU; Any]; }
    /// Ambient colour of the light model.
    StateLightmodelAmbient Parameter "(r,g,b,a)" Float { "state.lightmodel.ambient" => [AV AF GPU; Any]; }
    /// Light model ambient times material ambient plus emission, and the alpha of material diffuse, of a face.
    StateLightmodelScenecolor Parameter "(r,g,b,a)" Float {
        "state.lightmodel(.front|.back)?.scenecolor" => [AV AF GPU; Any];
    }
    /// Ambient of light n times that of the material of a face, with the material's alpha.
    StateLightprodAmbient Parameter "(r,g,b,a)" Float {
        "state.lightprod[lights](.front|.back)?.ambient" => [AV AF GPU; Any];
    }
    /// Diffuse of light n times that of the material of a face, with the material's alpha.
    StateLightprodDiffuse Parameter "(r,g,b,a)" Float {
        "state.lightprod[lights](.front|.back)?.diffuse" => [AV AF GPU; Any];
    }
    /// Specular of light n times that of the material of a face, with the material's alpha.
    StateLightprodSpecular Parameter "(r,g,b,a)" Float {
        "state.lightprod[lights](.front|.back)?.specular" => [AV AF GPU; Any];
    }
    /// Texture coordinate generation plane: unit, eye or object, coordinate.
    StateTexgen Parameter "(a,b,c,d)" Float {
        "state.texgen[texcoords]?(.eye|.object)(.s|.t|.r|.q)" => [AV GPU; Any];
    }
    /// Environment colour of texture unit n.
    StateTexenvColor Parameter "(r,g,b,a)" Float { "state.texenv[texture-units]?.color" => [AF GPU; Any]; }
    /// Fog colour.
    StateFogColor Parameter "(r,g,b,a)" Float { "state.fog.color" => [AV AF GPU; Any]; }
    /// Fog density, start, end and 1 / (end - start).
    StateFogParams Parameter "(d,s,e,r)" Float { "state.fog.params" => [AV AF GPU; Any]; }
    /// Clip plane n in eye space.
    StateClipPlane Parameter "(a,b,c,d)" Float { "state.clip[clip-planes].plane" => [AV GPU; Any]; }
    /// Point size, minimum, maximum and fade threshold.
    StatePointSize Parameter "(s,n,x,f)" Float { "state.point.size" => [AV GPU; Any]; }
    /// Constant, linear and quadratic attenuation of the point size.
    StatePointAttenuation Parameter "(a,b,c,1)" Float { "state.point.attenuation" => [AV GPU; Any]; }
    /// Near and far depth, far - near.
    StateDepthRange Parameter "(n,f,d,1)" Float { "state.depth.range" => [AF GPU; Any]; }
    /// Row of modelview matrix n: number, modifier, row.
    StateMatrixModelview Parameter "(x,y,z,w)" Float {
        "state.matrix.modelview[modelviews]?(|.inverse|.transpose|.invtrans){.row[4..]}" => [AV AF GPU; Any];
    }
    /// Row of the projection matrix: modifier, row.
    StateMatrixProjection Parameter "(x,y,z,w)" Float {
        "state.matrix.projection(|.inverse|.transpose|.invtrans){.row[4..]}" => [AV AF GPU; Any];
    }
    /// Row of projection times modelview 0: modifier, row.
    StateMatrixMvp Parameter "(x,y,z,w)" Float {
        "state.matrix.mvp(|.inverse|.transpose|.invtrans){.row[4..]}" => [AV AF GPU; Any];
    }
    /// Row of texture matrix n: number, modifier, row.
    StateMatrixTexture Parameter "(x,y,z,w)" Float {
        "state.matrix.texture[texcoords]?(|.inverse|.transpose|.invtrans){.row[4..]}" => [AV AF GPU; Any];
    }
    /// Row of palette matrix n: number, modifier, row.
    StateMatrixPalette Parameter "(x,y,z,w)" Float {
        "state.matrix.palette[palette](|.inverse|.transpose|.invtrans){.row[4..]}" => [AV AF; Any];
    }
    /// Row of program matrix n: number, modifier, row.
    StateMatrixProgram Parameter "(x,y,z,w)" Float {
        "state.matrix.program[program-matrices](|.inverse|.transpose|.invtrans){.row[4..]}" => [AV AF GPU; Any];
    }
    /// Threads of a warp.
    StateThreadWarpsize Parameter "(s,-,-,-)" Unsigned { "state.thread.warpsize" => [NV5; Any; NvShaderThreadGroup]; }
    /// Warps of a multiprocessor.
    StateThreadWarpspersm Parameter "(s,-,-,-)" Unsigned { "state.thread.warpspersm" => [NV5; Any; NvShaderThreadGroup]; }
    /// Multiprocessors.
    StateThreadSmcount Parameter "(s,-,-,-)" Unsigned { "state.thread.smcount" => [NV5; Any; NvShaderThreadGroup]; }

    // Program parameters, memory and resources: ARB_vertex_program Table X.3.1, NV_gpu_program4 2.X.3.3 and
    // 2.X.3.6, NV_gpu_program5 Tables X.12.1 and X.12.2, and the extension that each row's option names.

    /// Environment parameter n of the target.
    ProgramEnv Parameter "(x,y,z,w)" Any { "program.env[env..]" => [AV AF GPU; Any]; }
    /// Local parameter n of the program.
    ProgramLocal Parameter "(x,y,z,w)" Any { "program.local[local..]" => [AV AF GPU; Any]; }
    /// Length of the unsized array at the end of storage buffer n; 0 for an assembly program.
    ProgramStoragelen Parameter "(x,-,-,-)" Unsigned {
        "program.storagelen[storage..]" => [NV5; Any; NvShaderStorageBuffer];
    }
    /// Element of a parameter buffer: buffer, element.
    ProgramBuffer Buffer "(x,x,x,x)" Any {
        "program.buffer[buffers]{[buffer-words..]}" => [NV4; Any];
        "program.buffer[buffers..]{[buffer-words..]}" => [NV5; Any];
    }
    /// Bytes of a storage buffer: buffer, byte.
    ProgramStorage Storage "(x,x,x,x)" Any {
        "program.storage[storage..]{[storage-bytes..]}" => [NV5; Any; NvShaderStorageBuffer];
    }
    /// Atomic counter: buffer, counter.
    ProgramCounter Counter "(x,x,x,x)" Unsigned {
        "program.counter[counters]{[counter-words..]}" => [NV5; Any; NvShaderAtomicCounters];
    }
    /// Bytes of the work group's shared memory.
    ProgramSharedmem Shared "(x,x,x,x)" Any { "program.sharedmem{[shared-bytes..]}" => [C50; Compute]; }
    /// Subroutine parameter n.
    ProgramSubroutine Subroutine "(x,-,-,-)" Unsigned { "program.subroutine[subroutines..]" => [NV5; Any]; }
    /// Texture image unit n.
    Texture Texture "(x,-,-,-)" Any {
        "texture[texture-images]?" => [AF AV3 NV4; Any];
        "texture[texture-images..]?" => [NV5; Any];
    }
    /// Image unit n.
    Image Image "(x,-,-,-)" Any { "image[images..]" => [NV5; Any]; }
    /// Texture or image by the handle that an operand holds.
    Handle Handle "(x,-,-,-)" Unsigned { "handle(expression)" => [NV5; Any; NvBindlessTexture ArbBindlessTexture]; }
}
