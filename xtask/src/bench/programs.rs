//! The programs of the rows: assembly that OpenGL drivers take as well.
//!
//! Vertices have a position in `vertex.attrib[0]`, a colour in `vertex.attrib[3]` and a texture coordinate in
//! `vertex.attrib[8]`; which numbers alias which named attributes is then the same for every driver.

/// A vertex program of 4 instructions: a transform by rows, without varyings.
pub(super) const TRANSFORM: &str = "!!ARBvp1.0
PARAM rows[4] = { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 } };
DP4 result.position.x, rows[0], vertex.attrib[0];
DP4 result.position.y, rows[1], vertex.attrib[0];
DP4 result.position.z, rows[2], vertex.attrib[0];
DP4 result.position.w, rows[3], vertex.attrib[0];
END
";

/// The same with a colour and a texture coordinate for fragments.
pub(super) const VARYINGS: &str = "!!ARBvp1.0
MOV result.position, vertex.attrib[0];
MOV result.color, vertex.attrib[3];
MOV result.texcoord[0], vertex.attrib[8];
END
";

/// A vertex program of 35 instructions: two transforms, a normalized normal, two lights with LIT, a texture coordinate.
pub(super) const LIGHTS: &str = "!!ARBvp1.0
PARAM rows[4] = { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 } };
PARAM first = { 0.6, 0.5, 0.62, 16 };
PARAM second = { -0.5, 0.3, 0.8, 8 };
PARAM eye = { 0, 0, 5, 1 };
PARAM tint = { 0.7, 0.6, 0.5, 1 };
TEMP place, normal, view, half, dots, lit, sum;
DP4 result.position.x, rows[0], vertex.attrib[0];
DP4 result.position.y, rows[1], vertex.attrib[0];
DP4 result.position.z, rows[2], vertex.attrib[0];
DP4 result.position.w, rows[3], vertex.attrib[0];
DP4 place.x, rows[1], vertex.attrib[0];
DP4 place.y, rows[2], vertex.attrib[0];
DP4 place.z, rows[0], vertex.attrib[0];
DP3 normal.x, rows[0], vertex.attrib[3];
DP3 normal.y, rows[1], vertex.attrib[3];
DP3 normal.z, rows[2], vertex.attrib[3];
DP3 normal.w, normal, normal;
RSQ normal.w, normal.w;
MUL normal.xyz, normal, normal.w;
SUB view, eye, place;
DP3 view.w, view, view;
RSQ view.w, view.w;
MUL view.xyz, view, view.w;
ADD half, view, first;
DP3 half.w, half, half;
RSQ half.w, half.w;
MUL half.xyz, half, half.w;
DP3 dots.x, normal, first;
DP3 dots.y, normal, half;
MOV dots.w, first.w;
LIT lit, dots;
MAD sum, lit.y, tint, lit.z;
ADD half, view, second;
DP3 half.w, half, half;
RSQ half.w, half.w;
MUL half.xyz, half, half.w;
DP3 dots.x, normal, second;
DP3 dots.y, normal, half;
LIT lit, dots;
MAD result.color, lit.y, tint, sum;
MOV result.texcoord[0], vertex.attrib[8];
END
";

/// One of sixteen matrices, by the colour's red component: `c[A0.x + n]`.
pub(super) const SKINNING: &str = "!!ARBvp1.0
PARAM bones[24] = { program.env[0..23] };
ADDRESS bone;
TEMP place;
ARL bone.x, vertex.attrib[3].x;
DP4 place.x, bones[bone.x], vertex.attrib[0];
DP4 place.y, bones[bone.x + 1], vertex.attrib[0];
DP4 place.z, bones[bone.x + 2], vertex.attrib[0];
ADD result.position, vertex.attrib[0], place;
END
";

/// One colour.
pub(super) const CONSTANT: &str = "!!ARBfp1.0\nMOV result.color, { 0.2, 0.4, 0.6, 0.5 };\nEND\n";
/// An interpolated colour.
pub(super) const COLOR: &str = "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n";
/// A texture.
pub(super) const SAMPLE: &str = "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n";
/// The same in three dimensions.
pub(super) const SAMPLE_3D: &str =
    "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 3D;\nEND\n";
/// The colour where the texture coordinate is large enough.
pub(super) const KILL: &str = "!!ARBfp1.0
TEMP inside;
SUB inside, fragment.texcoord[0], { 0.25, 0.25, 0, 0 };
KIL inside.xyxy;
MOV result.color, fragment.color;
END
";

/// An interpolated colour and others made of it, for four buffers.
pub(super) const FOUR_COLORS: &str = "!!ARBfp1.0
OPTION ARB_draw_buffers;
MOV result.color[0], fragment.color;
MOV result.color[1], fragment.color.yzxw;
MOV result.color[2], fragment.texcoord[0];
SUB result.color[3], 1, fragment.color;
END
";
/// A colour, and the share of it in each component.
pub(super) const SECOND_SOURCE: &str = "!!NVfp4.0
OPTION ARB_blend_func_extended;
MOV result.color.primary, fragment.color;
SUB result.color.secondary, 1, fragment.color;
END
";
/// The texel of the pixel is halved and added to, and drawn as it was.
pub(super) const IMAGE: &str = "!!NVfp5.0
OPTION EXT_shader_image_load_formatted;
IMAGE texels = image[0];
TEMP at, texel, stored;
TRUNC.S at, fragment.position;
LOADIM.F texel, at, texels, 2D;
MAD stored, texel, 0.5, fragment.color;
STOREIM.F texels, stored, at, 2D;
MOV result.color, texel;
END
";

/// A cube map, seen from inside.
pub(super) const CUBE: &str = "!!ARBfp1.0
TEMP direction;
SUB direction, fragment.texcoord[0], { 1.4, 1.4, 0, 0 };
MOV direction.z, 0.8;
TEX result.color, direction, texture[0], CUBE;
END
";
/// A depth texture that the red component of the colour is compared with.
pub(super) const SHADOW: &str = "!!ARBfp1.0
OPTION ARB_fragment_program_shadow;
TEMP at;
MOV at, fragment.texcoord[0];
MOV at.z, fragment.color.x;
TEX result.color, at, texture[0], SHADOW2D;
END
";

/// [`TRANSFORM`] in the language of GeForce 3 and 4, where rows of matrices are constants of the environment.
pub(super) const TRANSFORM_NV: &str = "!!VP1.1
DP4 o[HPOS].x, c[0], v[OPOS];
DP4 o[HPOS].y, c[1], v[OPOS];
DP4 o[HPOS].z, c[2], v[OPOS];
DP4 o[HPOS].w, c[3], v[OPOS];
MOV o[COL0], v[COL0];
END
";
/// Ten instructions on one side of a diagonal pattern, and other ten on the other.
pub(super) const IF: &str = "!!NVfp4.0
TEMP a, b;
MOV a, fragment.texcoord[0];
FRC b.x, a.x;
SGTC b.x, b.x, 0.5;
IF NE.x;
MAD a, a, 0.5, a.yzwx; MUL a, a, a; ADD a, a, 0.25; MAD a, a, 0.5, a.yzwx; MUL a, a, a;
MAD a, a, 0.5, a.yzwx; MUL a, a, a; ADD a, a, 0.25; MAD a, a, 0.5, a.yzwx; FRC a, a;
ELSE;
MAD a, a, 0.25, a.wzyx; MUL a, a, a; ADD a, a, 0.5; MAD a, a, 0.25, a.wzyx; MUL a, a, a;
MAD a, a, 0.25, a.wzyx; MUL a, a, a; ADD a, a, 0.5; MAD a, a, 0.25, a.wzyx; FRC a, a;
ENDIF;
MOV result.color, a;
END
";
/// A loop of up to sixteen rounds, fewer where the colour is darker.
pub(super) const REP: &str = "!!NVfp4.0
TEMP a, rounds;
MOV a, fragment.texcoord[0];
MUL rounds.x, fragment.color.x, 32.0;
REP 16;
SUBC rounds.x, rounds.x, 1.0;
BRK (LT.x);
MAD a, a, 0.5, a.yzwx;
FRC a, a;
ENDREP;
MOV result.color, a;
END
";
/// Each triangle as it came.
pub(super) const GEOMETRY: &str = "!!NVgp4.0
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
MOV result.position, vertex[0].position; MOV result.color, vertex[0].color; EMIT;
MOV result.position, vertex[1].position; MOV result.color, vertex[1].color; EMIT;
MOV result.position, vertex[2].position; MOV result.color, vertex[2].color; EMIT;
END
";

/// Points of a patch between its four corners.
pub(super) const EVALUATION: &str = "!!NVtep5.0
TESS_MODE QUADS;
ATTRIB corner = vertex.position;
TEMP low, high;
LRP low, vertex.tesscoord.x, corner[1], corner[0];
LRP high, vertex.tesscoord.x, corner[2], corner[3];
LRP result.position, vertex.tesscoord.y, high, low;
MOV result.color, vertex.tesscoord;
END
";

/// Fifteen instructions, RCP, RSQ, EX2, LG2, POW, SIN and COS among them.
const FUNCTIONS: &str = "ABS b, a;
ADD b, b, { 0.5, 0.5, 0.5, 0.5 };
RCP a.x, b.x;
RSQ a.y, b.y;
EX2 a.z, -b.z;
LG2 a.w, b.w;
MUL b, a, { 0.25, 0.5, 0.75, 0.125 };
SIN b.x, b.x;
COS b.y, b.y;
DP4 b.w, a, b;
ABS a, a;
POW a.z, a.z, b.x;
FRC a, a;
LRP b, a, b, { 0.5, 0.5, 0.5, 0.5 };
DP3 a.w, a, b;
";

/// Twenty instructions, those functions among them.
pub(super) fn twenty() -> String {
    let mut text = String::from(
        "!!ARBfp1.0\nTEMP a, b;\nMAD a, fragment.texcoord[0], fragment.color, { 0.5, 0.25, 0.125, 1 };\n",
    );
    text += FUNCTIONS;
    text + "MAX a, a, b;\nMIN a, a, 1.0;\nMUL a, a, b;\nMOV_SAT result.color, a;\nEND\n"
}

/// Twenty instructions that are products and sums.
pub(super) fn products() -> String {
    let mut text =
        String::from("!!ARBfp1.0\nTEMP a, b;\nMOV a, fragment.texcoord[0];\nMOV b, fragment.color;\n");
    for _ in 0..5 {
        text += "MAD a, a, b, { 0.5, 0.25, 0.125, 1 };\nMUL b, a, a;\nDP3 a.w, a, b;\n";
    }
    text + "MAX a, a, b;\nMIN a, a, 1.0;\nMOV result.color, a;\nEND\n"
}

/// A hundred instructions, those functions among them.
pub(super) fn hundred() -> String {
    let mut text =
        String::from("!!ARBfp1.0\nTEMP a, b;\nMOV a, fragment.texcoord[0];\nMOV b, fragment.color;\n");
    for _ in 0..6 {
        text += "MAD a, a, b, { 0.5, 0.25, 0.125, 1 };\n";
        text += FUNCTIONS;
    }
    text + "MOV_SAT result.color, a;\nEND\n"
}

/// Eight bilinear lookups around a place, and their mean.
pub(super) fn blur() -> String {
    let mut text = String::from("!!ARBfp1.0\nTEMP at, texel, sum;\nMOV sum, 0;\n");
    for step in 0..8 {
        let (x, y) = (f64::from(step % 4) - 1.5, f64::from(step / 4) - 0.5);
        let (x, y) = (x / 256.0, y / 256.0);
        text += &format!(
            "ADD at, fragment.texcoord[0], {{ {x}, {y}, 0, 0 }};\nTEX texel, at, texture[0], 2D;\nMAD sum, texel, 0.125, sum;\n"
        );
    }
    text + "MOV result.color, sum;\nEND\n"
}

/// The number of the first program that is loaded: another in each run, as drivers keep what they compiled on the disk.
pub(super) fn first_number() -> u32 {
    std::process::id() << 8
}

/// A fragment program of 50 instructions that no other number gives.
pub(super) fn fifty(number: u32) -> String {
    let mut text = format!(
        "!!ARBfp1.0\nPARAM own = {{ {}, 0.25, 0.5, 1 }};\nTEMP a, b;\nMOV a, fragment.texcoord[0];\nMOV b, own;\n",
        f64::from(number) / 1024.0
    );
    for _ in 0..15 {
        text += "MAD a, a, b, own;\nMUL b, a, a;\nDP3 a.w, a, b;\n";
    }
    text + "MAX a, a, b;\nMIN a, a, 1.0;\nMOV result.color, a;\nEND\n"
}
