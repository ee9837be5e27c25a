//! Programs that nobody writes by hand: long, deep, tangled, with the target's own words for names. Each
//! becomes a shader or a clear refusal, and soon.

use quadrille_base::Diagnostic;
use quadrille_isa::gl::Limits;
use quadrille_program::Program;
use quadrille_program::structure::{Unstructured, functions};
use quadrille_translate::{
    Feature, Options, Reason, Refusal, SourceProgram, TARGETS, Target, Translation, translate,
};

/// The first problem is the error, here and below.
fn checked(text: &str) -> Result<Program, Diagnostic> {
    let options = quadrille_check::Options {
        limits: Limits::preset("unlimited").expect("a preset"),
        ..Default::default()
    };
    let mut checked = quadrille_check::check(text, &options);
    checked.program.ok_or_else(|| checked.diagnostics.swap_remove(0))
}

fn translated(text: &str, target: Target) -> Result<Translation, Refusal> {
    let program = checked(text).unwrap_or_else(|error| panic!("{error:?}"));
    let source = SourceProgram {
        program: &program,
        text,
        partner: None,
    };
    translate(source, &Options::new(target)).map_err(|mut problems| problems.swap_remove(0))
}

#[test]
fn words_of_the_target_are_names() {
    let words = [
        "sampler2D",
        "main",
        "dot",
        "texture",
        "gl_Position",
        "gl_FragColor",
        "out",
        "in",
        "vec4",
        "discard",
        "R_0",
        "a__b",
        "__",
        "$",
        "$$",
        "x",
        "xyzw",
        "rgba",
        "saturate",
        "maximum",
        "o_color0",
        "v_color",
        "texture0",
        "u_fragment_local",
        "select",
        "defined",
        "GL_ES",
        "precise",
        "half",
        "_",
        "c_at",
    ];
    // The assembly language keeps some words for itself too.
    let declares =
        |word: &&str| checked(&format!("!!ARBfp1.0\nTEMP {word};\nMOV result.color, 1;\nEND\n")).is_ok();
    let words: Vec<&str> = words.into_iter().filter(declares).collect();
    assert!(words.len() > 20, "{words:?}");
    let names = words.join(", ");
    let mut text = format!("!!ARBfp1.0\nTEMP {names};\n");
    for word in words {
        text.push_str(&format!(
            "ADD {word}, fragment.color, program.local[0];\nMAX_SAT {word}, {word}, {word};\n"
        ));
    }
    text.push_str("MOV result.color, x;\nEND\n");
    for row in TARGETS.iter().filter(|row| !row.target.is_vp1()) {
        let shader = translated(&text, row.target).expect("it is supported");
        let variables = &shader.shader.variables;
        for (number, variable) in variables.iter().enumerate() {
            assert!(
                !variable.name.contains("__") && !variable.name.starts_with("gl_"),
                "{}",
                variable.name
            );
            assert!(
                variables[..number]
                    .iter()
                    .all(|other| other.name != variable.name),
                "{}",
                variable.name
            );
        }
    }
}

#[test]
fn a_hundred_thousand_instructions() {
    let mut text = "!!ARBfp1.0\nTEMP a, b;\nMOV a, fragment.color;\nMOV b, a;\n".to_owned();
    for number in 0..100_000 {
        text.push_str(["MAD a, a, b, a;\n", "MUL b.xy, a, 0.5.x;\n", "MAX b, a, b;\n"][number % 3]);
    }
    text.push_str("MOV result.color, a;\nEND\n");
    let shader = translated(&text, Target::GlslEs300).expect("it is supported");
    assert!(shader.text.lines().count() > 100_000);
}

#[test]
fn deep_blocks() {
    for depth in [100, 5_000] {
        let mut text = "!!NVvp4.0\nTEMP a;\nMOV.CC a, vertex.position;\n".to_owned();
        text.push_str(&"IF GT.x;\n".repeat(depth));
        text.push_str("ADD a, a, a;\n");
        text.push_str(&"ENDIF;\n".repeat(depth));
        text.push_str("MOV result.position, a;\nEND\n");
        // One of the two says that it is too deep; none falls over.
        let is_shader = checked(&text).is_ok() && translated(&text, Target::Glsl450).is_ok();
        assert_eq!(is_shader, depth == 100, "{depth}");
    }
}

#[test]
fn tangles_of_branches() {
    let count = 3000;
    let mut text = "!!VP2.0\nMOVC R0, v[0];\n".to_owned();
    for number in 0..count {
        let (forward, back) = ((number * 7 + 3) % count, (number * 13 + 1) % count);
        text.push_str(&format!(
            "L{number}:\nADDC R0, R0, c[1];\nBRA L{forward} (GT.x);\nBRA L{back} (LT.y);\n"
        ));
    }
    text.push_str("MOV o[HPOS], R0;\nEND\n");
    let shader = translated(&text, Target::GlslEs100).expect("it is supported");
    assert!(shader.text.contains("block = "));
    // All to the end, each in the other: too deep for blocks in blocks.
    let mut text = "!!VP2.0\nMOVC R0, v[0];\nMOV o[HPOS], R0;\n".to_owned();
    for _ in 0..count {
        text.push_str("ADDC R0, R0, c[1];\nBRA done (GT.x);\n");
    }
    text.push_str("done:\nMOV o[HPOS], R0;\nEND\n");
    assert!(translated(&text, Target::Glsl330).is_ok());
}

#[test]
fn calls_in_circles_are_a_function_for_each_depth() {
    let text = |calls: &str| {
        format!(
            "!!NVvp4.0\nmain:\nMOV result.position, vertex.position;\nCAL one;\nRET;\none:\nCAL two;\nRET;\ntwo:\n{calls}RET;\nEND\n"
        )
    };
    let shader = translated(&text("CAL one;\n"), Target::Glsl450).expect("it is supported");
    assert_eq!(shader.shader.functions.len(), 33);
    // Two calls each time are two to the power of sixteen at the end of the stack.
    let refusal = translated(&text("CAL one;\nCAL one;\n"), Target::Glsl450).expect_err("it cannot be said");
    assert_eq!(refusal.reason, Reason::Recursive);
}

#[test]
fn what_has_no_structured_form_says_why() {
    // Two calls in each call are 2^32 at the end.
    let circle = "!!NVvp4.0\nTEMP a, b;\nmain:\nMOV.CC a, vertex.position;\nMOV result.position, a;\n\
                  CAL one;\nRET;\none:\nADD.CC a, a, a;\nCAL one (GT.x);\nCAL one (LT.x);\nRET;\nEND\n";
    let program = checked(circle).expect("it is right");
    let Err(Unstructured::Recursive(at)) = functions(&program) else {
        panic!("a subroutine that calls itself too often has no structured form");
    };
    assert!(circle[program.span(at).range()].starts_with("CAL one"));
}

#[test]
fn what_a_target_lacks_is_said_with_its_place() {
    let text = "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[2], RECT;\nEND\n";
    let program = checked(text).expect("it is right");
    let source = SourceProgram {
        program: &program,
        text,
        partner: None,
    };
    let mut options = Options::new(Target::GlslEs300);
    let problems = translate(source, &options).expect_err("there are no rectangles");
    assert_eq!(
        problems[0].reason,
        Reason::Missing(Target::GlslEs300, Feature::Rectangle)
    );
    let told = &problems[0].diagnostic;
    assert_eq!(told.message, "GLSL ES 3.00 has no rectangle textures");
    assert!(text[told.span.range()].starts_with("TEX result.color"));
    assert!(told.notes[0].contains("rect-as-2d"));
    options.allow = vec![quadrille_translate::Emulation::RectAs2d];
    let shader = translate(source, &options).expect("it may be emulated");
    assert!(
        shader.text.contains("/ vec2(textureSize(texture2, 0))"),
        "{}",
        shader.text
    );
}

#[test]
fn what_is_refused_in_one_pass_stops_no_other() {
    let text = "!!NVvp5.0\nmain:\nCAL f;\nRET;\nf:\nCAL f;\nCAL f;\nEND\n";
    for row in TARGETS.iter().filter(|row| !row.target.is_assembly()) {
        let refusal = translated(text, row.target).expect_err("it calls itself");
        assert_eq!(refusal.reason, Reason::Recursive);
    }
}

/// source: GLSL 1.20, 8: no function gives the bits of a number
#[test]
fn bits_of_numbers_are_refused_where_they_are_read() {
    let text = "!!NVfp4.0\nTEMP t;\nMOV t, fragment.texcoord[0];\nNOT t, t;\nMOV result.color, t;\nEND\n";
    let found = translated(text, Target::Glsl120).expect_err("it is refused");
    assert_eq!(found.reason, Reason::Missing(Target::Glsl120, Feature::Integers));
    let text = "!!NVvp4.0\nTEMP t;\nMOV t, vertex.attrib[0];\nMOV result.position, t;\n\
                MOV.CC t, t;\nMOV.S.CC t.x, t;\nMOV result.color, t;\nEND\n";
    let found = translated(text, Target::GlslEs100).expect_err("it is refused");
    assert_eq!(
        found.reason,
        Reason::Missing(Target::GlslEs100, Feature::Integers)
    );
}
