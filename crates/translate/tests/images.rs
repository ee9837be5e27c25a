//! Images: what accesses become, which formats and bindings images have, and what is refused where it stands.

use std::path::Path;

use quadrille_tools_testkit::Tool;
use quadrille_translate::{
    Emulation, ImageFormat, Options, Refusal, Semantics, SourceProgram, Target, Translation, reflect,
    translate,
};

fn options(target: Target) -> Options {
    let mut options = Options::new(target);
    options.semantics = Semantics::Fast;
    options
}

/// A fragment program of some instructions, or what is said against it and at which words of it.
fn translated(instructions: &str, options: &Options) -> Result<Translation, Vec<(String, String)>> {
    let text = format!(
        "!!NVfp5.0\nOPTION EXT_shader_image_load_formatted;\nOPTION ARB_shader_image_size;\n\
         INT TEMP at;\nTEMP r;\nTRUNC.S at, fragment.attrib[0];\n{instructions}\nMOV result.color, r;\nEND\n"
    );
    translated_whole(&text, options)
}

/// The same of a whole program.
fn translated_whole(text: &str, options: &Options) -> Result<Translation, Vec<(String, String)>> {
    let checked = quadrille_check::check(text, &Default::default());
    let said: Vec<_> = checked.diagnostics.iter().map(|found| &found.message).collect();
    let program = checked.program.unwrap_or_else(|| panic!("{said:?}\n{text}"));
    let source = SourceProgram {
        program: &program,
        text,
        partner: None,
    };
    translate(source, options).map_err(|problems| {
        let place =
            |Refusal { diagnostic, .. }| (text[diagnostic.span.range()].to_owned(), diagnostic.message);
        problems.into_iter().map(place).collect()
    })
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
}

/// source: EXT_shader_image_load_store table X.5 (which coordinates a target takes, layers in z) and GLSL 4.50, 8.12
/// (in which order its functions take them)
#[test]
fn every_target_has_its_coordinates() {
    for (target, kind, place) in [
        ("1D", "uimage1D", "at.x"),
        ("2D", "uimage2D", "at.xy"),
        ("3D", "uimage3D", "at.xyz"),
        ("RECT", "uimage2DRect", "at.xy"),
        ("CUBE", "uimageCube", "at.xyz"),
        ("BUFFER", "uimageBuffer", "at.x"),
        ("ARRAY1D", "uimage1DArray", "at.xz"),
        ("ARRAY2D", "uimage2DArray", "at.xyz"),
        ("ARRAYCUBE", "uimageCubeArray", "at.xyz"),
        ("2DMS", "uimage2DMS", "at.xy, at.w"),
        ("ARRAY2DMS", "uimage2DMSArray", "at.xyz, at.w"),
    ] {
        let store = format!("STOREIM.S32X4 image[3], at, at, {target};");
        let shader = translated(&store, &options(Target::Glsl450)).expect("it is supported");
        let declared = format!("layout(rgba32ui, binding = 3) writeonly uniform {kind} u_fragment_image3;");
        let stored = format!("imageStore(u_fragment_image3, {place}, uvec4(at));");
        has(&shader.text, &[&declared, &stored]);
    }
}

/// source: EXT_shader_image_load_store 2.X.8.Z LOADIM: y and z of an image of fewer components are 0, w is 1 in the
/// result's type, signed numbers are extended with their sign; STOREIM drops high bits; table X.2: the words of a texel
#[test]
fn texels_are_words() {
    for (storage, format, components) in [
        ("U8", "r8ui", "texel.x >> 0u) & 255u, uvec2(0u), texel.w"),
        (
            "S16",
            "r16ui",
            "(int(texel.x) >> 0) << 16) >> 16, ivec2(0), int(texel.w)",
        ),
        ("U32", "r32ui", "texel.x, uvec2(0u), texel.w"),
        (
            "F32",
            "r32ui",
            "uintBitsToFloat(texel.x), vec2(0.0), float(texel.w)",
        ),
        ("S32X2", "rg32ui", "ivec2(texel.xy), 0, int(texel.w)"),
        ("F32X4", "rgba32ui", "uintBitsToFloat(texel)"),
    ] {
        let load = format!("LOADIM.{storage} r, at, image[0], 2D;");
        let shader = translated(&load, &options(Target::Glsl450)).expect("it is supported");
        let declared = format!("layout({format}, binding = 0) readonly uniform uimage2D u_fragment_image0;");
        has(
            &shader.text,
            &[&declared, components, "texel = fragment_image0_texel(at.xy);"],
        );
    }
    let store = "STOREIM.S8 image[0], at, at, 1D;";
    let shader = translated(store, &options(Target::Glsl450)).expect("it is supported");
    has(
        &shader.text,
        &["layout(r8ui, binding = 0) writeonly uniform uimage1D", "255u"],
    );
}

/// source: EXT_shader_image_load_store 3.9.X: a texel that is not there reads as zeros and is not written, and so is one
/// of a one-dimensional array whose y is not 0 (no row of table X.1 has it, and LOADIM sets it to 0 of others only)
#[test]
fn what_is_outside_reads_as_zeros() {
    let exact = |instruction: &str, target| {
        translated(instruction, &Options::new(target))
            .expect("it is supported")
            .text
    };
    let load = exact("LOADIM.F32X4 r, at, image[0], CUBE;", Target::Glsl450);
    has(
        &load,
        &[
            "uvec3(uvec2(imageSize(u_fragment_image0)), 6u)",
            "return uvec4(0u);",
        ],
    );
    let line = exact("LOADIM.F32X4 r, at, image[0], ARRAY1D;", Target::Glsl450);
    has(&line, &["ivec2(at.y == 0 ? at.x : -1, at.z)"]);
    // OpenGL drops such stores itself.
    let store = "STOREIM.F32X4 image[0], r, at, 2D;";
    assert!(!exact(store, Target::Glsl450).contains("imageSize"));
    has(
        &exact(store, Target::Wgsl),
        &["textureDimensions(u_fragment_image0)"],
    );
}

/// source: EXT_shader_image_load_store table X.4, the meaning of each operation; GLSL 4.50, 8.12
#[test]
fn atomic_operations() {
    let atomic = |operation: &str| {
        let instruction = format!("ATOMIM.{operation} r.x, at, at, image[0], 2D;");
        translated(&instruction, &options(Target::Glsl450))
            .expect("it is supported")
            .text
    };
    for (operation, call) in [
        ("ADD.S32", "imageAtomicAdd(u_fragment_image0, at.xy, uint(at.x))"),
        ("AND.S32", "imageAtomicAnd(u_fragment_image0, at.xy, uint(at.x))"),
        ("MAX.S32", "imageAtomicMax(u_fragment_image0, at.xy, at.x)"),
        (
            "EXCH.S32",
            "imageAtomicExchange(u_fragment_image0, at.xy, uint(at.x))",
        ),
        (
            "CSWAP.S32",
            "imageAtomicCompSwap(u_fragment_image0, at.xy, uint(at.x), uint(at.y))",
        ),
    ] {
        has(&atomic(operation), &[call]);
    }
    has(
        &atomic("MIN.S32"),
        &["layout(r32i, binding = 0) uniform iimage2D"],
    );
    let wraps = "TRUNC.U r, fragment.attrib[1];\nATOMIM.IWRAP.U32 r.x, r, at, image[0], 2D;";
    let wraps = translated(wraps, &options(Target::Glsl450))
        .expect("it is supported")
        .text;
    has(
        &wraps,
        &[
            "imageAtomicCompSwap(u_fragment_image0, at.xy, expected,",
            ">= r.x ? 0u : expected + 1u",
        ],
    );
}

#[test]
fn formats_and_bindings() {
    let store = "STOREIM.F image[2], fragment.color, at, 2D;";
    let shader = translated(store, &options(Target::Glsl450)).expect("it is supported");
    has(
        &shader.text,
        &["layout(binding = 2) writeonly uniform image2D u_fragment_image2;"],
    );
    // The smaller languages want to know the format.
    let problems = translated(store, &options(Target::GlslEs310)).expect_err("it has no format");
    assert!(
        problems[0].1.contains("has no images of a format"),
        "{problems:?}"
    );
    let mut named = options(Target::GlslEs310);
    named.image_formats.insert(2, ImageFormat::Rgba8);
    named.image_bindings[0].insert(2, 5);
    let shader = translated(store, &named).expect("it is supported");
    has(
        &shader.text,
        &[
            "precision highp image2D;",
            "layout(rgba8, binding = 5) writeonly uniform image2D u_fragment_image2;",
        ],
    );
    named.image_formats.insert(2, ImageFormat::Rgba8ui);
    assert!(translated(store, &named).is_err());
    // The words of texels beside what is converted.
    let both = format!("{store}\nLOADIM.COH.U32 r, at, image[2], 2D;");
    let wanted = options(Target::SpirvVulkan);
    let shader = translated(&both, &wanted).expect("it is supported").shader;
    let images = &reflect(&shader, &wanted)["images"];
    // source: docs/translate.md, "Names and numbers".
    let expected = serde_json::json!([
        { "name": "u_fragment_image2", "unit": 2, "target": "2D", "type": "uvec4", "format": "r32ui",
          "access": "read-only", "binding": 258 },
        { "name": "u_fragment_image2_converted", "unit": 2, "target": "2D", "type": "vec4", "format": null,
          "access": "write-only", "binding": 514 },
    ]);
    assert_eq!(images, &expected);
    assert!(shader.images[0].coherent && !shader.images[1].coherent);
}

#[test]
fn what_a_target_has_not_is_refused_where_it_stands() {
    let refused = |instructions: &str, target, what: &str| {
        let problems = translated(instructions, &options(target)).expect_err("it cannot be said");
        assert!(
            problems.iter().any(|(_, said)| said.contains(what)),
            "{problems:?}"
        );
        problems[0].0.clone()
    };
    let load = "LOADIM.F32X4 r, at, image[0], 2D;";
    assert!(refused(load, Target::Glsl330, "no images").contains("LOADIM"));
    refused(
        "LOADIM.U16 r, at, image[0], 2D;",
        Target::GlslEs310,
        "no images of this format",
    );
    refused(
        "LOADIM.U32 r, at, image[0], 1D;",
        Target::GlslEs310,
        "no one-dimensional",
    );
    refused(
        "LOADIM.U32 r, at, image[0], CUBE;",
        Target::Wgsl,
        "no images of cube maps",
    );
    refused(
        "ATOMIM.ADD.S32 r.x, at, at, image[0], 2D;",
        Target::Msl,
        "no atomic operations on images",
    );
    let both = format!("{load}\nSTOREIM.F32X4 image[0], r, at, 2D;");
    refused(&both, Target::GlslEs310, "read and written");
    assert!(translated(&both, &options(Target::Glsl450)).is_ok());
    let targets = format!("{load}\nLOADIM.F32X4 r, at, image[0], 3D;");
    refused(&targets, Target::Glsl450, "two targets");
    let sizes = format!("{load}\nLOADIM.F32 r, at, image[0], 2D;");
    refused(&sizes, Target::Glsl450, "two sizes");
    let mut line = options(Target::GlslEs310);
    line.allow = vec![Emulation::OneAsTwo];
    let shader = translated("LOADIM.U32 r, at, image[0], 1D;", &line).expect("it is supported");
    has(&shader.text, &["texel_at = ivec2(at.x, 0);"]);
}

/// A shader with a declared image of the same type and format for each that is made of a handle.
fn with_declared_images(text: &str) -> String {
    const MADE: &str = "(image_handle)";
    let (mut body, mut declarations) = (text.to_owned(), String::new());
    for number in 0.. {
        let Some(at) = body.find(MADE) else { break };
        let before = body[..at].rfind(['(', ' ']).map_or(0, |before| before + 1);
        let kind = body[before..at].to_owned();
        let format = body[..before].rfind("layout(").filter(|start| {
            let rest = &body[*start..before];
            rest.ends_with(") ") && rest.matches(')').count() == 1
        });
        let (start, format) = match format {
            Some(start) => (start, format!("{}, ", &body[start + 7..before - 2])),
            None => (before, String::new()),
        };
        let how = if format.is_empty() { "writeonly " } else { "" };
        declarations +=
            &format!("layout({format}binding = {number}) {how}uniform {kind} declared_{number};\n");
        body.replace_range(start..at + MADE.len(), &format!("declared_{number}"));
    }
    body.replace(
        "\nuvec2 image_handle;\n",
        &format!("\nuvec2 image_handle;\n{declarations}"),
    )
}

/// source: ARB_bindless_texture 5.4.1: a pair of words becomes an image by the name of its type; the format in which texels
/// are taken stands before it, as in declarations (4.4.6), where the access does not convert
#[test]
fn handles_become_images() {
    let by_handle = |accesses: &str, target| {
        let text = format!(
            "!!NVfp5.0\nOPTION NV_bindless_texture;\nOPTION ARB_shader_image_size;\nLONG TEMP h;\nINT TEMP at;\nTEMP r;\n\
             PK64.U h, program.local[0];\nTRUNC.S at, fragment.attrib[0];\n{accesses}\nMOV result.color, r;\nEND\n"
        );
        translated_whole(&text, &options(target))
    };
    let accesses = "LOADIM.F32 r, at, handle(h.x), 2D;\nSTOREIM.F handle(h.y), r, at, 3D;\n\
                    ATOMIM.MAX.S32 at.x, at, at, handle(h.x), ARRAY2D;\nIMQ at, handle(h.y), CUBE;";
    let shader = by_handle(accesses, Target::Glsl450).expect("it is supported");
    has(
        &shader.text,
        &[
            "#extension GL_ARB_bindless_texture : require",
            "\nuvec2 image_handle;\n",
            "    image_handle = unpackUint2x32(h.x);",
            "    return imageLoad(layout(r32ui) uimage2D(image_handle), at_of);",
            "    imageStore(image3D(image_handle), at.xyz, r);",
            "imageAtomicMax(layout(r32i) iimage2DArray(image_handle), at.xyz, ",
            "imageSize(imageCube(image_handle))",
        ],
    );
    // Khronos's compiler makes no images of handles; with declared ones in their places it takes the rest.
    let declared = with_declared_images(&shader.text);
    if Tool::GLSLANG.is_here() {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("image-handles");
        std::fs::create_dir_all(&folder).expect("a folder of our own");
        std::fs::write(folder.join("declared.frag"), &declared).expect("a file of our own");
        let said = Tool::GLSLANG.complaint(&folder, ["declared.frag"]);
        assert!(said.is_empty(), "{said}\n{declared}");
    }
    let refused = by_handle(accesses, Target::SpirvVulkan).expect_err("it has no handles");
    assert!(
        refused
            .iter()
            .any(|(_, said)| said.contains("no texture handles")),
        "{refused:?}"
    );
    let coherent = by_handle("LOADIM.COH.F32 r, at, handle(h.x), 2D;", Target::Glsl450);
    assert!(coherent.expect_err("not so")[0].1.contains("coherent"));
}
