//! Words that a name cannot be in some version of GLSL or GLSL ES: keywords, words reserved for later,
//! built-in functions, and the names of the translation's own functions. One list for all versions, so that a name is the same whatever the target.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

/// Whether some version keeps a word for itself.
pub(crate) fn is_reserved(name: &str) -> bool {
    static WORDS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| WORD_LIST.split_ascii_whitespace().collect());
    WORDS.contains(name)
}

/// GLSL 4.60 section 3.6, GLSL ES 3.20 section 3.8, GLSL ES 1.00 section 3.6; chapters 8 of the same.
const WORD_LIST: &str = "
attribute const uniform varying buffer shared coherent volatile restrict readonly writeonly atomic_uint
layout centroid flat smooth noperspective patch sample invariant precise break continue do for while switch
case default if else subroutine in out inout int void bool true false float double discard return lowp mediump
highp precision struct common partition active asm class union enum typedef template this resource goto inline
noinline public static extern external interface long short half fixed unsigned superp input output hvec2 hvec3
hvec4 fvec2 fvec3 fvec4 filter sizeof cast namespace using packed row_major demote
vec2 vec3 vec4 ivec2 ivec3 ivec4 bvec2 bvec3 bvec4 uvec2 uvec3 uvec4 uint dvec2 dvec3 dvec4 mat2 mat3 mat4
mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4 dmat2 dmat3 dmat4 dmat2x2 dmat2x3 dmat2x4
dmat3x2 dmat3x3 dmat3x4 dmat4x2 dmat4x3 dmat4x4 int64_t i64vec2 i64vec3 i64vec4 uint64_t u64vec2 u64vec3 u64vec4
sampler1D sampler2D sampler3D samplerCube sampler1DShadow sampler2DShadow samplerCubeShadow sampler1DArray
sampler2DArray samplerCubeArray sampler1DArrayShadow sampler2DArrayShadow samplerCubeArrayShadow sampler2DRect
sampler2DRectShadow samplerBuffer sampler2DMS sampler2DMSArray isampler1D isampler2D isampler3D isamplerCube
isampler1DArray isampler2DArray isamplerCubeArray isampler2DRect isamplerBuffer isampler2DMS isampler2DMSArray
usampler1D usampler2D usampler3D usamplerCube usampler1DArray usampler2DArray usamplerCubeArray usampler2DRect
usamplerBuffer usampler2DMS usampler2DMSArray sampler3DRect samplerExternalOES
image1D image2D image3D imageCube image2DRect image1DArray image2DArray imageCubeArray imageBuffer image2DMS
image2DMSArray iimage1D iimage2D iimage3D iimageCube iimage2DRect iimage1DArray iimage2DArray iimageCubeArray
iimageBuffer iimage2DMS iimage2DMSArray uimage1D uimage2D uimage3D uimageCube uimage2DRect uimage1DArray
uimage2DArray uimageCubeArray uimageBuffer uimage2DMS uimage2DMSArray image1DShadow image2DShadow
image1DArrayShadow image2DArrayShadow texture1D texture2D texture3D textureCube sampler samplerShadow
subpassInput isubpassInput usubpassInput subpassInputMS
radians degrees sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh pow exp log exp2 log2 sqrt
inversesqrt abs sign floor trunc round roundEven ceil fract mod modf min max clamp mix step smoothstep isnan
isinf floatBitsToInt floatBitsToUint intBitsToFloat uintBitsToFloat fma frexp ldexp packUnorm2x16 packSnorm2x16
packUnorm4x8 packSnorm4x8 unpackUnorm2x16 unpackSnorm2x16 unpackUnorm4x8 unpackSnorm4x8 packHalf2x16
unpackHalf2x16 packDouble2x32 unpackDouble2x32 doubleBitsToInt64 doubleBitsToUint64 int64BitsToDouble
uint64BitsToDouble packInt2x32 packUint2x32 unpackInt2x32 unpackUint2x32 length distance dot cross normalize ftransform faceforward reflect
refract matrixCompMult outerProduct transpose determinant inverse lessThan lessThanEqual greaterThan
greaterThanEqual equal notEqual any all not uaddCarry usubBorrow umulExtended imulExtended bitfieldExtract
bitfieldInsert bitfieldReverse bitCount findLSB findMSB textureSize textureQueryLod textureQueryLOD
textureQueryLevels textureSamples texture textureProj textureLod textureOffset texelFetch texelFetchOffset
textureProjOffset textureLodOffset textureProjLod textureProjLodOffset textureGrad textureGradOffset
textureProjGrad textureProjGradOffset textureGather textureGatherOffset textureGatherOffsets texture1DProj
texture1DLod texture1DProjLod texture2DProj texture2DLod texture2DProjLod texture3DProj texture3DLod
texture3DProjLod textureCubeLod shadow1D shadow2D shadow1DProj shadow2DProj shadow1DLod shadow2DLod
shadow1DProjLod shadow2DProjLod texture2DRect texture2DRectProj shadow2DRect shadow2DRectProj texture1DArray
texture2DArray shadow1DArray shadow2DArray shadowCube dFdx dFdy dFdxFine dFdyFine dFdxCoarse dFdyCoarse fwidth
fwidthFine fwidthCoarse interpolateAtCentroid interpolateAtSample interpolateAtOffset noise1 noise2 noise3
noise4 EmitVertex EndPrimitive EmitStreamVertex EndStreamPrimitive barrier memoryBarrier subpassLoad
anyInvocation allInvocations allInvocationsEqual helperInvocationEXT
select truncate round_even is_nan clamp_int multiply_high vertex_parameters fragment_parameters VertexParameters
FragmentParameters main defined GL_ES VERSION __LINE__ __FILE__ __VERSION__ line extension version pragma define undef ifdef ifndef
endif elif error include
";

/// Members of OpenGL's own structures, which a shader of the compatibility profile reads behind a `.`: no macro may have
/// their names.
pub(crate) fn compatible() -> impl Iterator<Item = &'static str> {
    STATE_MEMBERS.split_ascii_whitespace()
}

/// GLSL 1.20 section 7.5: gl_DepthRangeParameters, gl_PointParameters, gl_MaterialParameters, gl_LightSourceParameters,
/// gl_LightModelParameters, gl_LightModelProducts, gl_LightProducts, gl_FogParameters.
const STATE_MEMBERS: &str = "
near far diff
size sizeMin sizeMax fadeThresholdSize distanceConstantAttenuation distanceLinearAttenuation
distanceQuadraticAttenuation
emission ambient diffuse specular shininess
position halfVector spotDirection spotExponent spotCutoff spotCosCutoff constantAttenuation linearAttenuation
quadraticAttenuation
sceneColor
color density start end scale
";

/// Words that HLSL keeps for itself besides.
pub(crate) fn hlsl() -> impl Iterator<Item = &'static str> {
    HLSL_WORDS.split_ascii_whitespace()
}

/// Semantics of shader model 3, which stand behind the members of structures: no macro may have their names.
pub(crate) fn semantics() -> impl Iterator<Item = String> {
    SEMANTICS.split_ascii_whitespace().flat_map(|usage| {
        let numbered = (0..=LAST_USAGE_INDEX).flat_map(move |index| {
            let name = format!("{usage}{index}");
            [format!("{name}_centroid"), name]
        });
        numbered.chain([usage.to_owned()])
    })
}

/// The last index of a semantic (Microsoft, *D3DVERTEXELEMENT9*: MAXD3DDECLUSAGEINDEX).
const LAST_USAGE_INDEX: u32 = 15;

/// Microsoft, *HLSL Reference*, *Semantics*: those of Direct3D 9.
const SEMANTICS: &str = "
BINORMAL BLENDINDICES BLENDWEIGHT COLOR DEPTH FOG NORMAL POSITION POSITIONT PSIZE SAMPLE TANGENT TESSFACTOR TEXCOORD
VFACE VPOS
";

/// Microsoft, *HLSL Reference*: *Keywords*, *Reserved Words*, *Intrinsic Functions*; and what `main` calls its own.
const HLSL_WORDS: &str = "
AppendStructuredBuffer asm_fragment BlendState Buffer ByteAddressBuffer cbuffer column_major compile compile_fragment
CompileShader ComputeShader ConsumeStructuredBuffer DepthStencilState DepthStencilView DomainShader dword export
fxgroup GeometryShader groupshared Hullshader interface line lineadj linear LineStream matrix min16float min10float
min16int min12int min16uint NULL OutputPatch packoffset pass pixelfragment PixelShader point PointStream
RasterizerState RenderTargetView register RWBuffer RWByteAddressBuffer RWStructuredBuffer RWTexture1D RWTexture2D
RWTexture3D SamplerState SamplerComparisonState sampler_state samplerCUBE snorm stateblock stateblock_state string
StructuredBuffer tbuffer technique technique10 technique11 Texture1D Texture1DArray Texture2D Texture2DArray
Texture2DMS Texture2DMSArray Texture3D TextureCube TextureCubeArray triangle triangleadj TriangleStream unorm unsigned
vector vertexfragment VertexShader auto catch char class const_cast delete dynamic_cast explicit friend mutable new
operator private protected reinterpret_cast signed static_cast throw try typename virtual
float1 float2 float3 float4 half1 half2 half3 half4 double1 double2 double3 double4 int1 int2 int3 int4 bool1 bool2
bool3 bool4 dword1 dword2 dword3 dword4 float1x1 float2x2 float3x3 float4x4 float3x4 float4x3
abort asdouble asfloat asint asuint atan2 clip D3DCOLORtoUBYTE4 ddx ddy determinant dst errorf f16tof32 f32tof16
firstbithigh firstbitlow fmod frac isfinite ldexp lerp lit log10 mad msad4 mul noise printf rcp rsqrt saturate sincos
tex1D tex1Dbias tex1Dgrad tex1Dlod tex1Dproj tex2D tex2Dbias tex2Dgrad tex2Dlod tex2Dproj tex3D tex3Dbias tex3Dgrad
tex3Dlod tex3Dproj texCUBE texCUBEbias texCUBEgrad texCUBElod texCUBEproj inputs outputs o_position o_point_size
o_depth
";
