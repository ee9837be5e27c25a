// Samplers and lookups of Direct3D 9, made of those of Direct3D 10.
struct Sampler1D { Texture1D texels; SamplerState state; };
struct Sampler2D { Texture2D texels; SamplerState state; };
struct Sampler3D { Texture3D texels; SamplerState state; };
struct SamplerCube { TextureCube texels; SamplerState state; };
#define sampler1D Sampler1D
#define sampler2D Sampler2D
#define sampler3D Sampler3D
#define samplerCUBE SamplerCube
#define LOOKUPS(SAMPLER, KIND, COORDINATES, OF) \
    float4 look##KIND(SAMPLER s, COORDINATES c) { return s.texels.Sample(s.state, c); } \
    float4 look##KIND##lod(SAMPLER s, float4 c) { return s.texels.SampleLevel(s.state, c.OF, c.w); } \
    float4 look##KIND##bias(SAMPLER s, float4 c) { return s.texels.SampleBias(s.state, c.OF, c.w); } \
    float4 look##KIND##proj(SAMPLER s, float4 c) { return s.texels.Sample(s.state, c.OF / c.w); } \
    float4 look##KIND##grad(SAMPLER s, COORDINATES c, COORDINATES x, COORDINATES y) { return s.texels.SampleGrad(s.state, c, x, y); }
LOOKUPS(Sampler1D, 1D, float, x)
LOOKUPS(Sampler2D, 2D, float2, xy)
LOOKUPS(Sampler3D, 3D, float3, xyz)
LOOKUPS(SamplerCube, CUBE, float3, xyz)
#define tex1D look1D
#define tex1Dlod look1Dlod
#define tex1Dbias look1Dbias
#define tex1Dproj look1Dproj
#define tex1Dgrad look1Dgrad
#define tex2D look2D
#define tex2Dlod look2Dlod
#define tex2Dbias look2Dbias
#define tex2Dproj look2Dproj
#define tex2Dgrad look2Dgrad
#define tex3D look3D
#define tex3Dlod look3Dlod
#define tex3Dbias look3Dbias
#define tex3Dproj look3Dproj
#define tex3Dgrad look3Dgrad
#define texCUBE lookCUBE
#define texCUBElod lookCUBElod
#define texCUBEbias lookCUBEbias
#define texCUBEproj lookCUBEproj
#define texCUBEgrad lookCUBEgrad
