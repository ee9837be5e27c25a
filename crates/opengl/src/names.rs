//! GL's enumerants by name, with the values of the registry (`gl.xml`). Nothing but the table.

/// The value of a name, with or without `GL_`, in either case.
pub(crate) fn value(name: &str) -> Result<u32, String> {
    let upper = name.to_ascii_uppercase();
    let bare = upper.strip_prefix("GL_").unwrap_or(&upper);
    let find = |name: &str| {
        ENUMERANTS
            .iter()
            .find(|(other, _)| *other == name)
            .map(|(_, value)| *value)
    };
    let without_suffix = ["_ARB", "_EXT", "_NV"]
        .iter()
        .find_map(|suffix| bare.strip_suffix(suffix));
    find(bare)
        .or_else(|| find(without_suffix?))
        .or_else(|| find(&format!("{bare}_ARB")))
        .or_else(|| find(&format!("{bare}_EXT")))
        .ok_or_else(|| format!("`{name}` is no name that is handed to the driver"))
}

#[rustfmt::skip]
const ENUMERANTS: &[(&str, u32)] = &[
    // Comparisons.
    ("NEVER", 0x0200), ("LESS", 0x0201), ("EQUAL", 0x0202), ("LEQUAL", 0x0203), ("GREATER", 0x0204),
    ("NOTEQUAL", 0x0205), ("GEQUAL", 0x0206), ("ALWAYS", 0x0207),
    // Blending.
    ("ZERO", 0x0000), ("ONE", 0x0001), ("SRC_COLOR", 0x0300), ("ONE_MINUS_SRC_COLOR", 0x0301),
    ("SRC_ALPHA", 0x0302), ("ONE_MINUS_SRC_ALPHA", 0x0303), ("DST_ALPHA", 0x0304),
    ("ONE_MINUS_DST_ALPHA", 0x0305), ("DST_COLOR", 0x0306), ("ONE_MINUS_DST_COLOR", 0x0307),
    ("SRC_ALPHA_SATURATE", 0x0308), ("CONSTANT_COLOR", 0x8001), ("ONE_MINUS_CONSTANT_COLOR", 0x8002),
    ("CONSTANT_ALPHA", 0x8003), ("ONE_MINUS_CONSTANT_ALPHA", 0x8004), ("FUNC_ADD", 0x8006),
    ("FUNC_SUBTRACT", 0x800a), ("FUNC_REVERSE_SUBTRACT", 0x800b), ("MIN", 0x8007), ("MAX", 0x8008),
    // Stencil.
    ("KEEP", 0x1e00), ("REPLACE", 0x1e01), ("INCR", 0x1e02), ("DECR", 0x1e03), ("INVERT", 0x150a),
    ("INCR_WRAP", 0x8507), ("DECR_WRAP", 0x8508),
    // Logic operations.
    ("CLEAR", 0x1500), ("AND", 0x1501), ("AND_REVERSE", 0x1502), ("COPY", 0x1503), ("AND_INVERTED", 0x1504),
    ("NOOP", 0x1505), ("XOR", 0x1506), ("OR", 0x1507), ("NOR", 0x1508), ("EQUIV", 0x1509),
    ("OR_REVERSE", 0x150b), ("COPY_INVERTED", 0x150c), ("OR_INVERTED", 0x150d), ("NAND", 0x150e),
    ("SET", 0x150f),
    // Faces, windings, modes of polygons.
    ("FRONT", 0x0404), ("BACK", 0x0405), ("FRONT_AND_BACK", 0x0408), ("CW", 0x0900), ("CCW", 0x0901),
    ("POINT", 0x1b00), ("LINE", 0x1b01), ("FILL", 0x1b02), ("FLAT", 0x1d00), ("SMOOTH", 0x1d01),
    // Primitives.
    ("POINTS", 0x0000), ("LINES", 0x0001), ("LINE_LOOP", 0x0002), ("LINE_STRIP", 0x0003),
    ("TRIANGLES", 0x0004), ("TRIANGLE_STRIP", 0x0005), ("TRIANGLE_FAN", 0x0006), ("QUADS", 0x0007),
    ("QUAD_STRIP", 0x0008), ("POLYGON", 0x0009),
    // Capabilities.
    ("VERTEX_PROGRAM_ARB", 0x8620), ("FRAGMENT_PROGRAM_ARB", 0x8804), ("VERTEX_PROGRAM_TWO_SIDE", 0x8643),
    ("VERTEX_PROGRAM_POINT_SIZE", 0x8642), ("PROGRAM_POINT_SIZE", 0x8642), ("DEPTH_TEST", 0x0b71),
    ("DEPTH_CLAMP", 0x864f), ("STENCIL_TEST", 0x0b90), ("ALPHA_TEST", 0x0bc0), ("BLEND", 0x0be2),
    ("COLOR_LOGIC_OP", 0x0bf2), ("SCISSOR_TEST", 0x0c11), ("CULL_FACE", 0x0b44),
    ("POLYGON_OFFSET_POINT", 0x2a01), ("POLYGON_OFFSET_LINE", 0x2a02), ("POLYGON_OFFSET_FILL", 0x8037),
    ("LIGHTING", 0x0b50), ("COLOR_MATERIAL", 0x0b57), ("NORMALIZE", 0x0ba1), ("RESCALE_NORMAL", 0x803a),
    ("FOG", 0x0b60), ("COLOR_SUM", 0x8458), ("POINT_SPRITE", 0x8861), ("DITHER", 0x0bd0),
    ("MULTISAMPLE", 0x809d), ("TEXTURE_CUBE_MAP_SEAMLESS", 0x884f), ("LIGHT0", 0x4000), ("LIGHT1", 0x4001),
    ("LIGHT2", 0x4002), ("LIGHT3", 0x4003), ("LIGHT4", 0x4004), ("LIGHT5", 0x4005), ("LIGHT6", 0x4006),
    ("LIGHT7", 0x4007), ("CLIP_PLANE0", 0x3000), ("CLIP_PLANE1", 0x3001), ("CLIP_PLANE2", 0x3002),
    ("CLIP_PLANE3", 0x3003), ("CLIP_PLANE4", 0x3004), ("CLIP_PLANE5", 0x3005), ("CLIP_DISTANCE0", 0x3000),
    ("CLIP_DISTANCE1", 0x3001), ("CLIP_DISTANCE2", 0x3002), ("CLIP_DISTANCE3", 0x3003),
    ("CLIP_DISTANCE4", 0x3004), ("CLIP_DISTANCE5", 0x3005), ("CLIP_DISTANCE6", 0x3006),
    ("CLIP_DISTANCE7", 0x3007), ("TEXTURE_GEN_S", 0x0c60),
    ("TEXTURE_GEN_T", 0x0c61), ("TEXTURE_GEN_R", 0x0c62), ("TEXTURE_GEN_Q", 0x0c63), ("TEXTURE_1D", 0x0de0),
    ("TEXTURE_2D", 0x0de1), ("TEXTURE_3D", 0x806f), ("TEXTURE_CUBE_MAP", 0x8513),
    ("TEXTURE_RECTANGLE", 0x84f5), ("TEXTURE_1D_ARRAY", 0x8c18), ("TEXTURE_2D_ARRAY", 0x8c1a),
    ("TEXTURE_CUBE_MAP_ARRAY", 0x9009),
    // Lights and materials.
    ("AMBIENT", 0x1200), ("DIFFUSE", 0x1201), ("SPECULAR", 0x1202), ("EMISSION", 0x1600),
    ("SHININESS", 0x1601), ("AMBIENT_AND_DIFFUSE", 0x1602), ("POSITION", 0x1203),
    ("SPOT_DIRECTION", 0x1204), ("SPOT_EXPONENT", 0x1205), ("SPOT_CUTOFF", 0x1206),
    ("CONSTANT_ATTENUATION", 0x1207), ("LINEAR_ATTENUATION", 0x1208), ("QUADRATIC_ATTENUATION", 0x1209),
    ("LIGHT_MODEL_AMBIENT", 0x0b53), ("LIGHT_MODEL_LOCAL_VIEWER", 0x0b51), ("LIGHT_MODEL_TWO_SIDE", 0x0b52),
    ("LIGHT_MODEL_COLOR_CONTROL", 0x81f8), ("SINGLE_COLOR", 0x81f9), ("SEPARATE_SPECULAR_COLOR", 0x81fa),
    // Fog.
    ("FOG_MODE", 0x0b65), ("FOG_DENSITY", 0x0b62), ("FOG_START", 0x0b63), ("FOG_END", 0x0b64),
    ("FOG_COLOR", 0x0b66), ("FOG_COORD_SRC", 0x8450), ("FRAGMENT_DEPTH", 0x8452), ("FOG_COORD", 0x8451),
    ("EXP", 0x0800), ("EXP2", 0x0801),
    // Points.
    ("POINT_SIZE", 0x0b11), ("DEPTH_RANGE", 0x0b70), ("POINT_SIZE_MIN", 0x8126), ("POINT_SIZE_MAX", 0x8127), ("POINT_FADE_THRESHOLD_SIZE", 0x8128),
    ("POINT_DISTANCE_ATTENUATION", 0x8129), ("POINT_SPRITE_COORD_ORIGIN", 0x8ca0), ("LOWER_LEFT", 0x8ca1),
    ("UPPER_LEFT", 0x8ca2),
    // Texture environment and generation.
    ("TEXTURE_ENV", 0x2300), ("TEXTURE_ENV_MODE", 0x2200), ("TEXTURE_ENV_COLOR", 0x2201),
    ("MODULATE", 0x2100), ("DECAL", 0x2101), ("ADD", 0x0104), ("COMBINE", 0x8570), ("S", 0x2000),
    ("T", 0x2001), ("R", 0x2002), ("Q", 0x2003), ("TEXTURE_GEN_MODE", 0x2500), ("OBJECT_PLANE", 0x2501),
    ("EYE_PLANE", 0x2502), ("OBJECT_LINEAR", 0x2401), ("EYE_LINEAR", 0x2400), ("SPHERE_MAP", 0x2402),
    ("REFLECTION_MAP", 0x8512), ("NORMAL_MAP", 0x8511),
    ("COMBINE_RGB", 0x8571), ("COMBINE_ALPHA", 0x8572), ("SRC0_RGB", 0x8580), ("SRC1_RGB", 0x8581),
    ("SRC2_RGB", 0x8582), ("SRC0_ALPHA", 0x8588), ("SRC1_ALPHA", 0x8589), ("SRC2_ALPHA", 0x858a),
    ("OPERAND0_RGB", 0x8590), ("OPERAND1_RGB", 0x8591), ("OPERAND2_RGB", 0x8592), ("OPERAND0_ALPHA", 0x8598),
    ("OPERAND1_ALPHA", 0x8599), ("OPERAND2_ALPHA", 0x859a), ("RGB_SCALE", 0x8573), ("ALPHA_SCALE", 0x0d1c),
    ("ADD_SIGNED", 0x8574), ("INTERPOLATE", 0x8575), ("SUBTRACT", 0x84e7), ("DOT3_RGB", 0x86ae),
    ("DOT3_RGBA", 0x86af), ("CONSTANT", 0x8576), ("PRIMARY_COLOR", 0x8577), ("PREVIOUS", 0x8578),
    ("TEXTURE1", 0x84c1), ("TEXTURE2", 0x84c2), ("TEXTURE3", 0x84c3),
    // Matrices.
    ("MODELVIEW", 0x1700), ("PROJECTION", 0x1701), ("TEXTURE", 0x1702), ("MATRIX0_ARB", 0x88c0),
    // Texture parameters.
    ("TEXTURE_MIN_FILTER", 0x2801), ("TEXTURE_MAG_FILTER", 0x2800), ("TEXTURE_WRAP_S", 0x2802),
    ("TEXTURE_WRAP_T", 0x2803), ("TEXTURE_WRAP_R", 0x8072), ("TEXTURE_BORDER_COLOR", 0x1004),
    ("TEXTURE_MIN_LOD", 0x813a), ("TEXTURE_MAX_LOD", 0x813b), ("TEXTURE_LOD_BIAS", 0x8501),
    ("TEXTURE_BASE_LEVEL", 0x813c), ("TEXTURE_MAX_LEVEL", 0x813d), ("DEPTH_TEXTURE_MODE", 0x884b),
    ("TEXTURE_COMPARE_MODE", 0x884c), ("TEXTURE_COMPARE_FUNC", 0x884d), ("COMPARE_R_TO_TEXTURE", 0x884e),
    ("NONE", 0x0000), ("NEAREST", 0x2600), ("LINEAR", 0x2601), ("NEAREST_MIPMAP_NEAREST", 0x2700),
    ("LINEAR_MIPMAP_NEAREST", 0x2701), ("NEAREST_MIPMAP_LINEAR", 0x2702), ("LINEAR_MIPMAP_LINEAR", 0x2703),
    ("REPEAT", 0x2901), ("CLAMP", 0x2900), ("CLAMP_TO_EDGE", 0x812f), ("CLAMP_TO_BORDER", 0x812d),
    ("MIRRORED_REPEAT", 0x8370), ("MIRROR_CLAMP_EXT", 0x8742), ("MIRROR_CLAMP_TO_EDGE", 0x8743),
    ("MIRROR_CLAMP_TO_BORDER_EXT", 0x8912), ("TEXTURE0", 0x84c0), ("TEXTURE_CUBE_MAP_POSITIVE_X", 0x8515),
    // Texture formats.
    ("RED", 0x1903), ("GREEN", 0x1904), ("BLUE", 0x1905), ("TEXTURE_SWIZZLE_R", 0x8e42),
    ("TEXTURE_SWIZZLE_G", 0x8e43), ("TEXTURE_SWIZZLE_B", 0x8e44), ("TEXTURE_SWIZZLE_A", 0x8e45), ("RG", 0x8227), ("RGB", 0x1907), ("RGBA", 0x1908), ("ALPHA", 0x1906),
    ("LUMINANCE", 0x1909), ("LUMINANCE_ALPHA", 0x190a), ("INTENSITY", 0x8049), ("R8", 0x8229),
    ("RG8", 0x822b), ("R16", 0x822a), ("RG16", 0x822c), ("RGB565", 0x8d62), ("RGBA4", 0x8056),
    ("RGB5_A1", 0x8057), ("RGB8", 0x8051), ("RGBA8", 0x8058), ("RGB16", 0x8054), ("RGBA16", 0x805b),
    ("ALPHA8", 0x803c), ("LUMINANCE8", 0x8040), ("LUMINANCE8_ALPHA8", 0x8045), ("INTENSITY8", 0x804b),
    ("R16F", 0x822d), ("RG16F", 0x822f), ("RGB16F", 0x881b), ("RGBA16F", 0x881a), ("R32F", 0x822e),
    ("RG32F", 0x8230), ("RGB32F", 0x8815), ("RGBA32F", 0x8814), ("DEPTH_COMPONENT", 0x1902),
    ("DEPTH_COMPONENT16", 0x81a5), ("DEPTH_COMPONENT24", 0x81a6), ("DEPTH_COMPONENT32", 0x81a7),
    ("DEPTH_COMPONENT32F", 0x8cac),
];
