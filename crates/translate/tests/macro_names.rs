//! Names of the program become macros, which must not read like words that the text has for other things.

use quadrille_translate::{Options, SourceProgram, Target, translate};

/// The shader of a program.
fn shader(text: &str, target: Target) -> String {
    let program = quadrille_check::check(text, &Default::default())
        .program
        .expect("it is right");
    let source = SourceProgram {
        program: &program,
        text,
        partner: None,
    };
    translate(source, &Options::new(target))
        .expect("it is supported")
        .text
}

/// The names of the macros of a shader.
fn macros(shader: &str) -> Vec<&str> {
    let lines = shader.lines().filter_map(|line| line.strip_prefix("#define "));
    lines.filter_map(|line| line.split(' ').next()).collect()
}

/// source: GLSL 1.20 section 7.5: members of gl_MaterialParameters, gl_LightSourceParameters, gl_FogParameters
#[test]
fn no_macro_is_a_member_of_a_structure_of_opengl() {
    let text = "!!ARBvp1.0\nATTRIB position = vertex.position;\nPARAM ambient = state.lightmodel.ambient;\n\
                PARAM diffuse = state.light[0].diffuse;\nPARAM color = state.fog.color;\n\
                PARAM density = program.env[1];\nPARAM a = program.local[0];\nPARAM rgb = program.local[1];\nTEMP t;\n\
                MAD t, ambient, state.material.ambient, diffuse;\nMAD t, t, state.lightprod[0].diffuse, color;\n\
                MAD t, density, state.fog.params, t;\nMAD t, a, rgb, t;\nMUL result.color, t, state.light[0].position;\n\
                MOV result.position, position;\nEND\n";
    let shader = shader(text, Target::Glsl120Compat);
    let macros = macros(&shader);
    for name in ["position", "ambient", "diffuse", "color", "density"] {
        assert!(!macros.contains(&name), "{shader}");
        assert!(macros.contains(&&*format!("{name}_")), "{shader}");
    }
    // These read like selectors, of which the text has only x, y, z and w.
    assert!(macros.contains(&"a") && macros.contains(&"rgb"), "{shader}");
    for selector in [".a)", ".rgb"] {
        assert!(!shader.contains(selector), "{shader}");
    }
}

/// source: Microsoft, *HLSL Reference*, *Semantics*
#[test]
fn no_macro_is_a_semantic() {
    let text = "!!ARBvp1.0\nATTRIB POSITION = vertex.position;\nATTRIB TEXCOORD0 = vertex.texcoord[0];\n\
                OUTPUT COLOR0 = result.color;\nMOV result.position, POSITION;\nMOV COLOR0, TEXCOORD0;\nEND\n";
    let shader = shader(text, Target::HlslSm3);
    let macros = macros(&shader);
    for name in ["POSITION", "TEXCOORD0", "COLOR0"] {
        assert!(!macros.contains(&name), "{shader}");
        assert!(shader.contains(&format!(" : {name};")), "{shader}");
    }
}

/// source: GLSL 1.20 section 5.5: `r` and `x` select the same component, and the program has the name `r`
#[test]
fn comparisons_take_components_by_letters_that_no_name_has() {
    let text = "!!ARBfp1.0\nOPTION ARB_fragment_program_shadow;\nPARAM r = program.env[0];\nTEMP s;\n\
                TXP s, fragment.texcoord[0], texture[0], SHADOW2D;\nMUL result.color, s, r;\nEND\n";
    let shader = shader(text, Target::Glsl120);
    assert!(macros(&shader).contains(&"r"), "{shader}");
    assert!(
        shader.contains("shadow2DProj(texture0, v_texcoord0).x"),
        "{shader}"
    );
}
