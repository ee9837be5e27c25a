//! The GL names of values, as scenes have them (`gl.xml`, without `GL_`).

/// Values and names. Where two enumerants have one value, the group tells them apart.
type Names = &'static [(u32, &'static str)];

pub(super) const COMPARE: Names = &[
    (0x0200, "NEVER"),
    (0x0201, "LESS"),
    (0x0202, "EQUAL"),
    (0x0203, "LEQUAL"),
    (0x0204, "GREATER"),
    (0x0205, "NOTEQUAL"),
    (0x0206, "GEQUAL"),
    (0x0207, "ALWAYS"),
];

pub(super) const FACTORS: Names = &[
    (0, "ZERO"),
    (1, "ONE"),
    (0x0300, "SRC_COLOR"),
    (0x0301, "ONE_MINUS_SRC_COLOR"),
    (0x0302, "SRC_ALPHA"),
    (0x0303, "ONE_MINUS_SRC_ALPHA"),
    (0x0304, "DST_ALPHA"),
    (0x0305, "ONE_MINUS_DST_ALPHA"),
    (0x0306, "DST_COLOR"),
    (0x0307, "ONE_MINUS_DST_COLOR"),
    (0x0308, "SRC_ALPHA_SATURATE"),
    (0x8001, "CONSTANT_COLOR"),
    (0x8002, "ONE_MINUS_CONSTANT_COLOR"),
    (0x8003, "CONSTANT_ALPHA"),
    (0x8004, "ONE_MINUS_CONSTANT_ALPHA"),
];

pub(super) const EQUATIONS: Names = &[
    (0x8006, "FUNC_ADD"),
    (0x8007, "MIN"),
    (0x8008, "MAX"),
    (0x800a, "FUNC_SUBTRACT"),
    (0x800b, "FUNC_REVERSE_SUBTRACT"),
];

pub(super) const STENCIL: Names = &[
    (0, "ZERO"),
    (0x150a, "INVERT"),
    (0x1e00, "KEEP"),
    (0x1e01, "REPLACE"),
    (0x1e02, "INCR"),
    (0x1e03, "DECR"),
    (0x8507, "INCR_WRAP"),
    (0x8508, "DECR_WRAP"),
];

pub(super) const LOGIC: Names = &[
    (0x1500, "CLEAR"),
    (0x1501, "AND"),
    (0x1502, "AND_REVERSE"),
    (0x1503, "COPY"),
    (0x1504, "AND_INVERTED"),
    (0x1505, "NOOP"),
    (0x1506, "XOR"),
    (0x1507, "OR"),
    (0x1508, "NOR"),
    (0x1509, "EQUIV"),
    (0x150a, "INVERT"),
    (0x150b, "OR_REVERSE"),
    (0x150c, "COPY_INVERTED"),
    (0x150d, "OR_INVERTED"),
    (0x150e, "NAND"),
    (0x150f, "SET"),
];

pub(super) const FACES: Names = &[(0x0404, "FRONT"), (0x0405, "BACK"), (0x0408, "FRONT_AND_BACK")];

pub(super) const WINDINGS: Names = &[(0x0900, "CW"), (0x0901, "CCW")];

pub(super) const SHADE_MODELS: Names = &[(0x1d00, "FLAT"), (0x1d01, "SMOOTH")];

pub(super) const POLYGON_MODES: Names = &[(0x1b00, "POINT"), (0x1b01, "LINE"), (0x1b02, "FILL")];

pub(super) const COLOR_MATERIALS: Names = &[
    (0x1200, "AMBIENT"),
    (0x1201, "DIFFUSE"),
    (0x1202, "SPECULAR"),
    (0x1600, "EMISSION"),
    (0x1602, "AMBIENT_AND_DIFFUSE"),
];

pub(super) const FOG_MODES: Names = &[(0x0800, "EXP"), (0x0801, "EXP2"), (0x2601, "LINEAR")];

pub(super) const FOG_SOURCES: Names = &[(0x8451, "FOG_COORD"), (0x8452, "FRAGMENT_DEPTH")];

pub(super) const GENERATIONS: Names = &[
    (0x2400, "EYE_LINEAR"),
    (0x2401, "OBJECT_LINEAR"),
    (0x2402, "SPHERE_MAP"),
    (0x8511, "NORMAL_MAP"),
    (0x8512, "REFLECTION_MAP"),
];

pub(super) const ENVIRONMENTS: Names = &[
    (0x0104, "ADD"),
    (0x0be2, "BLEND"),
    (0x1e01, "REPLACE"),
    (0x2100, "MODULATE"),
    (0x2101, "DECAL"),
    (0x8570, "COMBINE"),
];

pub(super) const COMBINE: Names = &[
    (0x0104, "ADD"),
    (0x1e01, "REPLACE"),
    (0x2100, "MODULATE"),
    (0x84e7, "SUBTRACT"),
    (0x8574, "ADD_SIGNED"),
    (0x8575, "INTERPOLATE"),
    (0x86ae, "DOT3_RGB"),
    (0x86af, "DOT3_RGBA"),
];

pub(super) const COMBINE_SOURCES: Names = &[
    (0x1702, "TEXTURE"),
    (0x84c0, "TEXTURE0"),
    (0x84c1, "TEXTURE1"),
    (0x84c2, "TEXTURE2"),
    (0x84c3, "TEXTURE3"),
    (0x84c4, "TEXTURE4"),
    (0x84c5, "TEXTURE5"),
    (0x84c6, "TEXTURE6"),
    (0x84c7, "TEXTURE7"),
    (0x8576, "CONSTANT"),
    (0x8577, "PRIMARY_COLOR"),
    (0x8578, "PREVIOUS"),
];

pub(super) const FILTERS: Names = &[
    (0x2600, "NEAREST"),
    (0x2601, "LINEAR"),
    (0x2700, "NEAREST_MIPMAP_NEAREST"),
    (0x2701, "LINEAR_MIPMAP_NEAREST"),
    (0x2702, "NEAREST_MIPMAP_LINEAR"),
    (0x2703, "LINEAR_MIPMAP_LINEAR"),
];

pub(super) const WRAPS: Names = &[
    (0x2900, "CLAMP"),
    (0x2901, "REPEAT"),
    (0x812d, "CLAMP_TO_BORDER"),
    (0x812f, "CLAMP_TO_EDGE"),
    (0x8370, "MIRRORED_REPEAT"),
    (0x8742, "MIRROR_CLAMP"),
    (0x8743, "MIRROR_CLAMP_TO_EDGE"),
    (0x8912, "MIRROR_CLAMP_TO_BORDER"),
];

/// The name of a value; nothing for one that scenes have no name for.
pub(super) fn name(names: Names, value: f32) -> Option<&'static str> {
    let found = names.iter().find(|(number, _)| *number as f32 == value)?;
    Some(found.1)
}
