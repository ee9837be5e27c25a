//! What instructions become, line by line. Each expectation is the instruction's pseudo-code in its
//! specification, written in GLSL.

use quadrille_translate::{AlphaTest, Emulation, Options, Sample, Semantics, Source, Target, translate};

/// The lines of `main` that a program's instructions become.
fn lines(text: &str, fast: bool) -> Vec<String> {
    let checked = quadrille_check::check(text, &Default::default());
    let program = checked
        .program
        .unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    let mut options = Options::new(Target::Glsl330);
    options.clamp_colors = false;
    if fast {
        options.semantics = Semantics::Fast;
    }
    let source = Source {
        program: &program,
        text,
        partner: None,
    };
    let shader = translate(source, &options).expect("it can be said");
    let (_, main) = shader.text.split_once("void main() {\n").expect("an entry");
    let body = main.trim_end().trim_end_matches('}');
    body.lines().map(|line| line.trim().to_owned()).collect()
}

#[track_caller]
fn gives(header: &str, instruction: &str, fast: bool, expected: &[&str]) {
    let end = match header {
        "!!VP2.0" => "MOV o[HPOS], R0;\nMOV R1, v[0];",
        _ => "MOV result.color, R0;",
    };
    let declared = if header == "!!VP2.0" {
        ""
    } else {
        "TEMP R0, R1;\nATTRIB v = fragment.color;\n"
    };
    let text = format!("{header}\n{declared}{instruction}\n{end}\nEND\n");
    let found = lines(&text, fast);
    for line in expected {
        assert!(
            found.iter().any(|found| found == line),
            "no `{line}` in {found:#?}"
        );
    }
}

/// source: ARB_fragment_program 3.11.5, the pseudo-code of each instruction
#[test]
fn arithmetic_of_fragment_programs() {
    let fragment = |instruction, expected: &[&str]| gives("!!ARBfp1.0", instruction, true, expected);
    fragment("MAD R0, v, v.x, -R1;", &["R0 = v * v.x - R1;"]);
    fragment("DP3 R0.xz, v, R1;", &["R0.xz = vec2(dot(v.xyz, R1.xyz));"]);
    fragment(
        "CMP R0, v, R1, v.w;",
        &["R0 = mix(v.wwww, R1, lessThan(v, vec4(0.0)));"],
    );
    fragment("RSQ R0.y, v.z;", &["R0.y = inversesqrt(abs(v.z));"]);
    fragment(
        "SWZ R0, v, -x, 0, 1, y;",
        &["R0 = vec4(-v.x, vec2(0.0, 1.0), v.y);"],
    );
    fragment("XPD R0.xyz, v, R1;", &["R0.xyz = cross(v.xyz, R1.xyz);"]);
    fragment("SLT R0.yw, v, R1;", &["R0.yw = vec2(lessThan(v.yw, R1.yw));"]);
    fragment("MOV_SAT R0, v;", &["R0 = clamp(v, 0.0, 1.0);"]);
    fragment("KIL v.xxxx;", &["if (v.x < 0.0) discard;"]);
}

/// source: NV_vertex_program2 2.14.3, the write of a result: a component is written where the mask has it and
/// its condition holds, and the condition code with it
#[test]
fn conditions_of_vertex_programs() {
    let vertex = |instruction, expected: &[&str]| gives("!!VP2.0", instruction, false, expected);
    vertex(
        "ADDC R0.xy, R1, R2;",
        &["R0.xy = R1.xy + R2.xy;", "cc.xy = R0.xy;"],
    );
    vertex("MOV R0 (GT.x), R1;", &["if (cc.x > 0.0) {", "R0 = R1;"]);
    vertex(
        "MOV R0.xz (LE), R1;",
        &["R0.xz = mix(R0.xz, R1.xz, lessThanEqual(cc.xz, vec2(0.0)));"],
    );
    vertex(
        "BRA past (EQ.y);\nMOV R0, R1;\npast:",
        &["if (!(cc.y == 0.0)) {", "R0 = R1;"],
    );
}

/// source: what a pair's fragment program reads and its vertex program leaves out is undefined
/// (ARB_vertex_program 2.14.1); both shaders have it by one name
#[test]
fn pairs_agree() {
    let vertex = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n";
    let fragment = "!!ARBfp1.0\nMUL result.color, fragment.color, fragment.texcoord[3];\nEND\n";
    let program = |text| {
        quadrille_check::check(text, &Default::default())
            .program
            .expect("it is right")
    };
    let (first, second) = (program(vertex), program(fragment));
    let options = Options::new(Target::GlslEs310);
    let pair = quadrille_translate::translate_pair((&first, vertex), (&second, fragment), &options);
    let pair = pair.expect("it can be said");
    for name in [
        "layout(location = 0) out vec4 v_color;",
        "layout(location = 8) out vec4 v_texcoord3;",
    ] {
        assert!(pair.vertex.text.contains(name), "{}", pair.vertex.text);
        assert!(
            pair.fragment.text.contains(&name.replace(" out ", " in ")),
            "{}",
            pair.fragment.text
        );
    }
    assert!(
        pair.vertex
            .text
            .contains("v_texcoord3 = vec4(0.0, 0.0, 0.0, 1.0);")
    );
}

/// source: OpenGL 2.1, 4.1.4: the test compares the fragment's alpha with the reference and drops fragments that
/// fail; 2.14.7: flat colours are those of one vertex.
#[test]
fn state_that_shaders_take_over() {
    let text = "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n";
    let program = quadrille_check::check(text, &Default::default())
        .program
        .expect("it is right");
    let mut options = Options::new(Target::Glsl330);
    options.alpha_test = Some(AlphaTest::Greater);
    options.flat_colors = true;
    let source = Source {
        program: &program,
        text,
        partner: None,
    };
    let shader = translate(source, &options).expect("it can be said").text;
    for line in [
        "flat in vec4 v_color;",
        "uniform float u_alpha_reference;",
        "if (!(clamp(o_color0.w, 0.0, 1.0) > u_alpha_reference)) discard;",
    ] {
        assert!(shader.contains(line), "{line} is not in\n{shader}");
    }
}

/// source: OpenGL 2.1, 2.12: the distance to a plane is its dot product with eye coordinates; 3.3: the size of points
/// is state; ARB_vertex_program 2.14.4.5.1: planes clip what has the fixed-function position.
#[test]
fn planes_and_sizes_that_vertex_shaders_take_over() {
    let with = |text: &str| {
        let program = quadrille_check::check(text, &Default::default())
            .program
            .expect("it is right");
        let mut options = Options::new(Target::Glsl330);
        options.clip_planes = Some(0b101);
        options.point_size = true;
        let source = Source {
            program: &program,
            text,
            partner: None,
        };
        translate(source, &options).expect("it can be said").text
    };
    let invariant = with("!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, 1;\nEND\n");
    for line in [
        "gl_ClipDistance[0] = dot(state_clip0_plane, eye);",
        "gl_ClipDistance[2] = dot(state_clip2_plane, eye);",
        "gl_PointSize = u_point_size;",
    ] {
        assert!(invariant.contains(line), "{line} is not in\n{invariant}");
    }
    let own = with(
        "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.clip[1].x, 3;\nMOV result.clip[2].x, 5;\n\
         MOV result.pointsize.x, 7;\nEND\n",
    );
    let assigned = |name: &str| own.lines().filter(|line| line.trim().starts_with(name)).count();
    assert_eq!(
        [
            "gl_ClipDistance[0] =",
            "gl_ClipDistance[1] =",
            "gl_ClipDistance[2] =",
            "gl_PointSize ="
        ]
        .map(assigned),
        [0, 0, 1, 1],
        "{own}"
    );
}

/// source: NV_gpu_program5 3.X: the option asks for tests before the program; without one that drops fragments or has a
/// depth of its own nothing shows where they are.
#[test]
fn tests_before_the_program() {
    let with = |target: Target, body: &str| {
        let text = format!("!!NVfp5.0\nOPTION NV_early_fragment_tests;\n{body}MOV result.color, 1;\nEND\n");
        let checked = quadrille_check::check(&text, &Default::default());
        let program = checked.program.expect("it is right");
        let source = Source {
            program: &program,
            text: &text,
            partner: None,
        };
        translate(source, &Options::new(target)).map(|shader| shader.text)
    };
    let kills = "KIL fragment.texcoord[0];\n";
    let early = with(Target::Glsl450, kills).expect("GLSL 4.20 has such tests");
    assert!(early.contains("layout(early_fragment_tests) in;"), "{early}");
    let early = with(Target::Glsl330, kills).expect("an extension has them");
    assert!(
        early.contains("#extension GL_ARB_shader_image_load_store : require"),
        "{early}"
    );
    assert!(with(Target::GlslEs300, kills).is_err());
    assert!(with(Target::GlslEs300, "").is_ok());
}

/// source: NV_fragment_program 3.11.4.4: the depth is the z of `o[DEPR]`, so a mask without z writes none; the
/// condition code is updated all the same.
#[test]
fn a_mask_may_leave_nothing_of_a_result() {
    let found = lines(
        "!!FP1.0\nMOVC o[DEPR].x, f[WPOS];\nMOV o[COLR], R0;\nEND\n",
        false,
    );
    assert!(found.contains(&"cc.x = gl_FragCoord.x;".to_owned()), "{found:#?}");
    assert!(
        !found.iter().any(|line| line == "gl_FragDepth = gl_FragCoord.x;"),
        "{found:#?}"
    );
}

/// source: NV_fragment_program4, KIL: fragments go where a component is below zero, which no unsigned number is.
#[test]
fn kills_by_the_type_of_the_instruction() {
    let found = |suffix: &str| {
        let text = format!(
            "!!NVfp4.0\nTEMP t;\nMOV t, fragment.texcoord[0];\nKIL{suffix} t;\nMOV result.color, t;\nEND\n"
        );
        lines(&text, false)
    };
    let compares = |lines: Vec<String>| {
        lines
            .iter()
            .any(|line| line.contains("lessThan") && line.contains("discard"))
    };
    assert!(compares(found("")), "{:#?}", found(""));
    assert!(!compares(found(".U")), "{:#?}", found(".U"));
}

/// source: NV_gpu_program5, result.samplemask: without a write the mask is that of the rasterizer.
#[test]
fn a_result_that_is_declared_and_not_written_is_not_there() {
    let text = "!!NVfp5.0\nOUTPUT o = result.samplemask;\nMOV result.color, fragment.texcoord[0];\nEND\n";
    let program = quadrille_check::check(text, &Default::default())
        .program
        .expect("it is right");
    let options = Options::new(Target::Glsl450);
    let source = Source {
        program: &program,
        text,
        partner: None,
    };
    let shader = translate(source, &options).expect("it can be said");
    assert!(!shader.text.contains("gl_SampleMask"), "{}", shader.text);
}

/// source: ARB_sparse_texture2 and ARB_sparse_texture_clamp, 8.9.2: the arguments of each function; NV_gpu_program5
/// 2.X.4.4, ARB_sparse_texture2 2.X.3.7
#[test]
fn lookups_that_tell_and_lookups_with_a_smallest_level() {
    let main = |instructions: &str, target, allow: &[Emulation]| {
        let text = format!(
            "!!NVfp5.0\nATTRIB p = fragment.texcoord[0];\nTEMP r, s;\nMOV s, 0;\n{instructions}MOV result.color, r;\nEND\n"
        );
        let program = quadrille_check::check(&text, &Default::default());
        let program = program
            .program
            .unwrap_or_else(|| panic!("{:?}", program.diagnostics));
        let mut options = Options::new(target);
        options.allow = allow.to_vec();
        let source = Source {
            program: &program,
            text: &text,
            partner: None,
        };
        let shader = translate(source, &options).map_err(|problems| problems[0].message.clone())?;
        Ok::<_, String>(shader.text)
    };
    let asked = "TXB.SPARSE r, p, texture[0], 2D, (1, -1);\nMOV r (NONRESIDENT), s;\n";
    let shader = main(asked, Target::Glsl450, &[]).expect("it can be said");
    let call = "resident = sparseTexelsResidentARB(sparseTextureOffsetARB(texture0, p.xy, ivec2(1, -1), sparse_texel, p.w));";
    assert!(shader.contains(call), "{shader}");
    assert!(shader.contains("if (!resident) {"), "{shader}");
    assert!(shader.contains("#extension GL_ARB_sparse_texture2 : require"));
    // Elsewhere it is refused, or every texel is there.
    let refusal = main(asked, Target::Glsl330, &[]).expect_err("it cannot be said");
    assert_eq!(refusal, "GLSL 3.30 has no answers whether texels are resident");
    let shader = main(asked, Target::Glsl330, &[Emulation::AllResident]).expect("it may be emulated");
    assert!(shader.contains("resident = true;") && shader.contains("textureOffset(texture0"));
    // No lookup has told: as for textures that are not sparse.
    let shader = main("MOV r, p;\nMOV r (NONRESIDENT), s;\n", Target::Glsl330, &[]).expect("it can be said");
    assert!(shader.contains("bool resident = true;"), "{shader}");
    // Nothing asks.
    let shader = main("TEX.SPARSE r, p, texture[0], 2D;\n", Target::Glsl330, &[]);
    assert!(
        shader
            .expect("it can be said")
            .contains("r = texture(texture0, p.xy);")
    );
    let clamped = "TXB.LODCLAMP r, p, s, texture[0], 2D;\nTXD.LODCLAMP r, p, p, s, texture[0], 2D, (1, 2);\n";
    let shader = main(clamped, Target::Glsl450, &[]).expect("it can be said");
    for call in [
        "r = textureClampARB(texture0, p.xy, s.x, p.w);",
        "r = textureGradOffsetClampARB(texture0, p.xy, p.xy, s.xy, ivec2(1, 2), s.w);",
    ] {
        assert!(shader.contains(call), "{call}\n{shader}");
    }
}

/// source: GLSL 4.50, 8.13.2: interpolateAtOffset counts from the centre of the pixel; GLSL 1.20, 7.1 with OpenGL 2.1,
/// 2.12: the distance to a clip plane is the dot product of its equation with gl_ClipVertex
#[test]
fn samples_and_planes_that_engines_move() {
    let with = |text: &str, change: &dyn Fn(&mut Options), target: Target| {
        let checked = quadrille_check::check(text, &Default::default());
        let program = checked.program.expect("it is right");
        let mut options = Options::new(target);
        change(&mut options);
        let source = Source {
            program: &program,
            text,
            partner: None,
        };
        translate(source, &options).map(|translation| translation.text)
    };
    let sample = |centered: bool| Sample {
        number: 0,
        places: vec![[-2, -6], [6, -2], [-6, 2], [2, 6]],
        centered,
        round_points: true,
        alpha_to_coverage: true,
        alpha_to_one: true,
    };
    let centered = |options: &mut Options| options.sample = Some(sample(true));
    let text = "!!NVfp5.0\nFLAT ATTRIB even = fragment.attrib[0];\nTEMP t;\n\
        IPAO t, fragment.texcoord[0], { 0.25, 0.5, 0, 0 };\nADD t, t, fragment.color;\nADD result.color, t, even;\nEND\n";
    let shader = with(text, &centered, Target::Glsl450).expect("it can be said");
    for part in [
        "dFdx(v_texcoord0 * gl_FragCoord.w)",
        "* (vec2(0.25, 0.5) + vec2(0.125, 0.375)).x",
        "dFdy(v_color * gl_FragCoord.w)",
        "+ even;",
        "* 4.0 + 0.5 >= 1.0)",
        "(gl_PointCoord - 0.5",
        "o_color0.w = 1.0;",
    ] {
        assert!(shader.contains(part), "{part} is not in\n{shader}");
    }
    assert!(with(text, &|_| {}, Target::Glsl330).is_err());
    let by_derivatives = |options: &mut Options| options.allow = vec![Emulation::InterpolateByDerivatives];
    let shader = with(text, &by_derivatives, Target::Glsl330).expect("it can be said");
    assert!(shader.contains("dFdx(v_texcoord0 * gl_FragCoord.w)"), "{shader}");
    let flat = "!!NVfp5.0\nFLAT ATTRIB even = fragment.attrib[0];\nMOV result.color, even;\nEND\n";
    assert!(with(flat, &centered, Target::Glsl330).is_ok());
    // Of a sample everything is known: ES 3.00 has none of these.
    let each = |options: &mut Options| options.sample = Some(sample(false));
    let text = "!!NVfp5.0\nSAMPLE ATTRIB own = fragment.attrib[0];\nTEMP t;\nIPAC t, own;\n\
        ADD.S t.x, t, fragment.sampleid;\nMOV.S result.samplemask.x, fragment.samplemask.x;\n\
        ADD result.color, t, fragment.position;\nEND\n";
    let shader = with(text, &each, Target::GlslEs300).expect("it can be said");
    for part in [
        "in vec4 v_attrib0;",
        "gl_FragCoord.x - 0.125",
        "gl_FragCoord.y - 0.375",
        "discard;",
    ] {
        assert!(shader.contains(part), "{part} is not in\n{shader}");
    }
    // One sample counts no mask.
    let one = |options: &mut Options| {
        options.sample = Some(Sample {
            places: vec![[0, 0]],
            ..sample(false)
        });
    };
    let shader = with(text, &one, Target::GlslEs300).expect("it can be said");
    assert!(!shader.contains("discard"), "{shader}");
    let clips = |options: &mut Options| options.allow = vec![Emulation::ClipVertex];
    let text = |plane: u32| {
        format!("!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.clip[{plane}].x, 3;\nEND\n")
    };
    let shader = with(&text(2), &clips, Target::Glsl120).expect("it can be said");
    assert!(shader.contains("gl_ClipVertex.z = 3.0;"), "{shader}");
    assert!(with(&text(4), &clips, Target::Glsl120).is_err());
    assert!(with(&text(2), &clips, Target::GlslEs100).is_err());
}
