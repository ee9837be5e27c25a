//! Arrays of texture units and handles of textures: which lookups of a shader stand for one whose texture is found at run
//! time.
//!
//! source: NV_gpu_program5, 2.X.3.8 and issue 1: an array is of consecutive units, an index may be another in every
//! invocation, and one outside the array gives what is undefined. OpenGL Shading Language 3.30, 8.7: a level is found
//! by neighbours only where all invocations come by. ARB_bindless_texture, 5.4.1: the x of the two words that a sampler is
//! made from has the low bits of the handle.

use quadrille_translate::{
    Feature, Options, Reason, SourceProgram, Target, Translation, reflect, translate, translate_pair,
};

fn translated(text: &str, target: Target) -> (Translation, Options) {
    let checked = quadrille_check::check(text, &Default::default());
    let program = checked
        .program
        .unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    let options = Options::new(target);
    let source = SourceProgram {
        program: &program,
        text,
        partner: None,
    };
    (translate(source, &options).expect("it is supported"), options)
}

/// The lines of `main` that an instruction becomes, between those that declare and that give the result.
#[track_caller]
fn gives(instruction: &str, expected: &str) {
    let text = format!(
        "!!NVfp5.0\nTEXTURE t[] = {{ texture[4..5] }};\nTEMP R0;\nINT TEMP n;\nATTRIB v = fragment.texcoord[0];\n\
         MOV.S n, 0;\n{instruction}\nMOV result.color, R0;\nEND\n"
    );
    let (shader, _) = translated(&text, Target::Glsl330);
    let (_, main) = shader.text.split_once("    n = ").expect("an entry");
    let (_, main) = main.split_once('\n').expect("more lines");
    let (lines, _) = main.split_once("    o_color0").expect("a result");
    assert_eq!(lines.replace("    ", ""), expected);
}

#[test]
fn levels_by_neighbours_are_found_before_a_unit_is_chosen() {
    gives(
        "TEX R0, v, t[n.x + 1], 2D;",
        "unit = n.x + 1;\n\
         looked_up = texture(texture4, v.xy);\n\
         chosen = unit == 0 ? looked_up : vec4(0.0);\n\
         looked_up = texture(texture5, v.xy);\n\
         chosen = unit == 1 ? looked_up : chosen;\n\
         R0 = chosen;\n",
    );
}

#[test]
fn what_asks_no_neighbours_looks_up_one_unit() {
    gives(
        "TXL R0.x, v, t[n.x], 2D;",
        "unit = n.x;\n\
         chosen = vec4(0.0);\n\
         if (unit == 0) {\nchosen = textureLod(texture4, v.xy, v.w);\n}\n\
         if (unit == 1) {\nchosen = textureLod(texture5, v.xy, v.w);\n}\n\
         R0.x = chosen.x;\n",
    );
}

#[test]
fn a_constant_names_a_unit() {
    gives("TEX R0, v, t[1], 2D;", "R0 = texture(texture5, v.xy);\n");
}

/// source: OpenGL Shading Language 4.50, 8.9; NV_gpu_program4, 2.X.4.3: a condition is of the write alone.
#[test]
fn a_condition_comes_after_what_neighbours_are_asked() {
    gives(
        "MOV.CC R0.x, v;\nTEX R0 (GT.x), v, t[1], 2D;",
        "R0.x = v.x;\ncc.x = R0.x;\nresult_value = texture(texture5, v.xy);\n\
         if (cc.x > 0.0) {\nR0 = result_value;\n}\n",
    );
    gives(
        "MOV.CC R0.x, v;\nTXL R0 (GT.x), v, t[1], 2D;",
        "R0.x = v.x;\ncc.x = R0.x;\nif (cc.x > 0.0) {\nR0 = textureLod(texture5, v.xy, v.w);\n}\n",
    );
}

/// All units of an array are sampled, whichever an instruction names ("acts as if all textures are used").
#[test]
fn every_unit_of_an_array_is_a_texture_to_bind() {
    let text = "!!NVfp5.0\nTEXTURE t[] = { texture[4..6] };\nTEX result.color, fragment.texcoord[0], t[1], CUBE;\nEND\n";
    let (shader, options) = translated(text, Target::Glsl450);
    let reflection = reflect(&shader.shader, &options);
    let textures = reflection["textures"].as_array().expect("a list");
    let units: Vec<(u64, &str)> = textures
        .iter()
        .map(|texture| {
            (
                texture["unit"].as_u64().unwrap_or_default(),
                texture["target"].as_str().unwrap_or_default(),
            )
        })
        .collect();
    assert_eq!(units, [(4, "CUBE"), (5, "CUBE"), (6, "CUBE")]);
}

/// source: ARB_derivative_control 8.13.1: dFdxFine goes by the fragment's own neighbour, dFdxCoarse by any of the quad,
/// and dFdx is either of them; SPIR-V 3.52.16.
#[test]
fn derivatives_go_by_the_neighbour_that_is_asked_for() {
    let text = |modifier| {
        format!(
            "!!NVfp5.0\nTEMP a;\nDDX{modifier} a, fragment.texcoord[0];\nDDY{modifier} a.y, a;\nMOV result.color, a;\nEND\n"
        )
    };
    let nvidia = quadrille_check::Options {
        dialect: quadrille_check::Dialect::Nvidia,
        ..Default::default()
    };
    let shader = |modifier, target| {
        let text = text(modifier);
        let checked = quadrille_check::check(&text, &nvidia);
        let program = checked
            .program
            .unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
        let source = SourceProgram {
            program: &program,
            text: &text,
            partner: None,
        };
        translate(source, &Options::new(target)).map(|translation| translation.text)
    };
    for (modifier, target, functions) in [
        (".FINE", Target::Glsl450, ["dFdxFine(", "dFdyFine("]),
        (".COARSE", Target::Glsl450, ["dFdxCoarse(", "dFdyCoarse("]),
        ("", Target::Glsl450, ["dFdx(", "dFdy("]),
        (".COARSE", Target::Glsl330, ["dFdx(", "dFdy("]),
        (".COARSE", Target::GlslEs310, ["dFdx(", "dFdy("]),
        (".FINE", Target::Wgsl, ["dpdxFine(", "dpdyFine("]),
        (".COARSE", Target::Hlsl, ["ddx_coarse(", "ddy_coarse("]),
        (".COARSE", Target::Msl, ["dfdx(", "dfdy("]),
    ] {
        let shader = shader(modifier, target).expect("it is supported");
        for function in functions {
            assert!(shader.contains(function), "{function}\n{shader}");
        }
    }
    for target in [Target::Glsl330, Target::GlslEs310, Target::Msl] {
        assert!(shader(".FINE", target).is_err(), "{target:?}");
    }
}

#[test]
fn handles_become_samplers_where_they_are_used() {
    let text = "!!NVfp5.0\nOPTION NV_bindless_texture;\nLONG TEMP h;\nTEMP R0;\nATTRIB v = fragment.texcoord[0];\n\
                PK64.U h.x, program.local[0];\nTEX R0, v, handle(h.x), ARRAY2D;\n\
                TXF.U R0, v, handle(h.x), 3D;\nMOV result.color, R0;\nEND\n";
    let (shader, options) = translated(text, Target::Glsl450);
    let lines: Vec<&str> = shader.text.lines().map(str::trim).collect();
    for line in [
        "#extension GL_ARB_bindless_texture : require",
        "handle = unpackUint2x32(h.x);",
        "texture(sampler2DArray(handle), v.xyz)",
        "texelFetch(usampler3D(handle), ",
    ] {
        assert!(lines.iter().any(|found| found.contains(line)), "{}", shader.text);
    }
    assert!(
        !lines.iter().any(|line| line.contains("uniform sampler")),
        "{}",
        shader.text
    );
    let reflection = reflect(&shader.shader, &options);
    assert_eq!(reflection["textures"], serde_json::json!([]));
    assert_eq!(
        reflection["handles"],
        serde_json::json!([{ "target": "ARRAY2D", "type": "vec4" }, { "target": "3D", "type": "uvec4" }])
    );
    let program = quadrille_check::check(text, &Default::default())
        .program
        .expect("it is right");
    for target in [
        Target::Glsl330,
        Target::SpirvVulkan,
        Target::SpirvOpengl,
        Target::Wgsl,
    ] {
        let source = SourceProgram {
            program: &program,
            text,
            partner: None,
        };
        let problems = translate(source, &Options::new(target)).expect_err("it cannot be said");
        let place = text.find("TEX R0").expect("the lookup") as u32;
        let said = problems.iter().any(|problem| {
            problem.diagnostic.span.start == place
                && problem.reason == Reason::Missing(target, Feature::TextureHandles)
        });
        assert!(said, "{target:?}: {problems:?}");
    }
}

/// source: OpenGL Shading Language 4.50, 4.3.5 and 9.2: what two linked shaders declare by one name is one thing, of one
/// type. ARB_fragment_program, 3.11.5: each program samples its own target of a unit.
#[test]
fn programs_that_are_linked_take_one_target_from_a_unit() {
    let vertex = "!!ARBvp1.0\nOPTION NV_vertex_program3;\nMOV result.position, vertex.position;\n\
                  TEX result.color, vertex.position, texture[0], 2D;\nEND\n";
    let pair = |target: &str| {
        let fragment = format!("!!ARBfp1.0\nTEX result.color, fragment.color, texture[0], {target};\nEND\n");
        let program = |text: &str| {
            let checked = quadrille_check::check(text, &Default::default());
            checked
                .program
                .unwrap_or_else(|| panic!("{:?}", checked.diagnostics))
        };
        let programs = (program(vertex), program(&fragment));
        let options = Options::new(Target::Glsl330);
        translate_pair((&programs.0, vertex), (&programs.1, &fragment), &options)
    };
    assert!(pair("2D").is_ok());
    let problems = pair("CUBE").expect_err("two types of one name");
    assert!(problems.vertex.is_empty());
    let [problem] = &problems.fragment[..] else {
        panic!("{problems:?}")
    };
    assert_eq!(problem.reason, Reason::UnitTargets);
}
