//! Fixes that are certain: applied, nothing is wrong any more, and the program means what it was written for.

use quadrille_check::{Grade, Options, check, fixed, grade};

fn mended(text: &str) -> String {
    let fixed = fixed(text, &Options::default());
    let left = check(&fixed.text, &Options::default()).diagnostics;
    assert_eq!(left, [], "{}", fixed.text);
    assert!(fixed.count > 0);
    fixed.text
}

/// The rules that a program breaks.
fn broken(text: &str) -> Vec<&'static str> {
    let checked = check(text, &Options::default());
    checked.errors().map(|error| error.rule.name).collect()
}

/// source: ARB_vertex_program 2.14.2: a comment begins with `#` and ends with the line.
#[test]
fn comments_of_c_become_comments() {
    let text = "!!ARBvp1.0\n/* a\n   comment */\nMOV /* to */ result.position, vertex.position; // done\n/**/\nEND\n";
    assert_eq!(broken(text), ["c-comment"]);
    assert_eq!(
        mended(text),
        "!!ARBvp1.0\n# a\n#   comment\nMOV # to\n result.position, vertex.position; # done\n#\nEND\n"
    );
    // Before the header they are comments behind it.
    let text =
        "// made\n/* by hand */\n!!ARBvp1.0 # first\nMOV result.position, vertex.position; // x\nEND\n";
    assert_eq!(broken(text), ["c-comment"]);
    assert_eq!(
        mended(text),
        "!!ARBvp1.0\n# made\n# by hand\n # first\nMOV result.position, vertex.position; # x\nEND\n"
    );
    // What is a comment already may hold anything, and what else is wrong is told beside it.
    let text = "!!ARBvp1.0\n# /* and // are nothing here\nMOV result.position, vertex.position; /* x\nEND\n";
    assert_eq!(broken(text), ["c-comment", "missing-end"]);
    let text = "!!ARBvp1.0\nMOV result.position, vertex.positon; // x\nEND\n";
    assert_eq!(broken(text), ["unknown-binding", "c-comment"]);
}

/// source: ARB_vertex_program 2.14.2: a name has letters, digits, `_` and `$`; ö is U+00F6, ß is U+00DF, ü is U+00FC.
#[test]
fn names_become_ascii() {
    let text = "!!ARBfp1.0\nTEMP größe, grüße; # größe\nMOV größe, fragment.color;\nADD grüße, größe, größe;\nMOV result.color, grüße;\nEND\n";
    assert_eq!(broken(text), ["ascii-name"]);
    assert_eq!(
        mended(text),
        "!!ARBfp1.0\nTEMP gru00f6u00dfe, gru00fcu00dfe; # größe\nMOV gru00f6u00dfe, fragment.color;\n\
         ADD gru00fcu00dfe, gru00f6u00dfe, gru00f6u00dfe;\nMOV result.color, gru00fcu00dfe;\nEND\n"
    );
}

/// Letters of which nothing is known but that they are not of ASCII, as U+001A; source: ARB_vertex_program 2.14.2.
#[test]
fn names_of_unknown_letters_are_told_once() {
    let text = "!!ARBfp1.0\nTEMP gr\u{1a}\u{1a}e;\nMOV gr\u{1a}\u{1a}e, fragment.color;\nMOV result.color, gr\u{1a}\u{1a}e;\nEND\n";
    assert_eq!(broken(text), ["ascii-name"]);
    assert_eq!(fixed(text, &Options::default()).text, text);
    // The application may set such a parameter by its name (NV_fragment_program 3.11.3.4).
    let text = "!!FP1.0\nDECLARE größe;\nMOVR o[COLR], größe;\nEND\n";
    assert_eq!(broken(text), ["ascii-name"]);
    assert_eq!(fixed(text, &Options::default()).text, text);
}

/// source: ARB_vertex_program 2.14.3, <vtxAttribItem> and <resultTexCoord>
#[test]
fn numbers_get_brackets() {
    let text =
        "!!ARBvp1.0\nMOV result.position, vertex.attrib(0);\nMOV result.texcoord1, vertex.texcoord0;\nEND\n";
    // It is one habit, however often it is met.
    assert_eq!(broken(text), ["index-in-brackets"]);
    assert_eq!(
        mended(text),
        "!!ARBvp1.0\nMOV result.position, vertex.attrib[0];\nMOV result.texcoord[1], vertex.texcoord[0];\nEND\n"
    );
    let text = "!!ARBvp1.0\nMOV result.position, vertex.attrib(0);\nMOV result.texcoord(1), vertex.texcoord(0);\nEND\n";
    assert_eq!(broken(text), ["index-in-brackets"]);
    assert_eq!(
        mended(text),
        "!!ARBvp1.0\nMOV result.position, vertex.attrib[0];\nMOV result.texcoord[1], vertex.texcoord[0];\nEND\n"
    );
    // There are no 99 of them: that is for a person.
    let text =
        "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.texcoord99, vertex.color;\nEND\n";
    assert_eq!(fixed(text, &Options::default()).count, 0);
}

/// source: NV_fragment_program2 3.11.5: DIV divides each component by one number; ARB_fragment_program 3.11.5: RCP gives
/// the reciprocal of one component to all, and a mask and `_SAT` are those of the instruction that writes.
#[test]
fn divisions_become_products() {
    let text = "!!ARBfp1.0\nTEMP a, quotient4;\nMOV a, fragment.color;\nDIV_SAT a.xz, -a.wzyx, a.y;\nDIV result.color, a, -fragment.color.w;\nEND\n";
    assert_eq!(broken(text), ["no-division"]);
    assert_eq!(
        mended(text),
        "!!ARBfp1.0\nTEMP a, quotient4;\nMOV a, fragment.color;\n\
         TEMP quotient_4;\nRCP quotient_4.x, a.y;\nMUL_SAT a.xz, -a.wzyx, quotient_4.x;\n\
         TEMP quotient5;\nRCP quotient5.x, -fragment.color.w;\nMUL result.color, a, quotient5.x;\nEND\n"
    );
    // The reciprocal of a number is a number: 1/3 in binary32 is 0.33333334, and 1/0 is none.
    let by = |number: &str| format!("!!ARBfp1.0\nDIV result.color, fragment.color, {number};\nEND\n");
    for (number, reciprocal) in [("2", "0.5"), ("-3.0", "-0.33333334")] {
        let product = format!("!!ARBfp1.0\nMUL result.color, fragment.color, {reciprocal};\nEND\n");
        assert_eq!(mended(&by(number)), product);
    }
    assert_eq!(fixed(&by("0.0"), &Options::default()).count, 0);
    // Plain vertex programs do not clamp, and by which component a vector divides is not said.
    for line in [
        "DIV_SAT result.color, vertex.color, vertex.color.w",
        "DIV result.color, vertex.color, vertex.color",
    ] {
        let text = format!("!!ARBvp1.0\nMOV result.position, vertex.position;\n{line};\nEND\n");
        assert_eq!(broken(&text), ["no-division"]);
        assert_eq!(fixed(&text, &Options::default()).count, 0);
    }
}

/// source: the bytes of UTF-16; DOS ends files with 0x1A.
#[test]
fn other_bytes() {
    let program = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n";
    let little: String = program.chars().flat_map(|c| [c, '\0']).collect();
    let big: String = program.chars().flat_map(|c| ['\0', c]).collect();
    for text in [
        little.clone(),
        big.clone(),
        format!("\u{1a}\u{1a}{little}"),
        format!("\u{fffd}\u{fffd}{big}"),
    ] {
        assert_eq!(broken(&text), ["two-byte-text"]);
        assert_eq!(mended(&text), program);
    }
    // A comment may have letters that each text keeps in its own bytes.
    let text: String = "!!ARBvp1.0\n# \u{f6}\nMOV result.position, vertex.position;\nEND\n"
        .chars()
        .flat_map(|c| [c, '\0'])
        .collect();
    assert_eq!(
        mended(&text),
        "!!ARBvp1.0\n# \u{f6}\nMOV result.position, vertex.position;\nEND\n"
    );
    for end in ["\u{1a}", "\0", "\r\n\u{1a}\u{1a}\n"] {
        let text = format!("{program}{end}");
        assert_eq!(broken(&text), ["text-after-end"]);
        assert_eq!(mended(&text).trim_end(), program.trim_end());
    }
    for text in [format!("\u{feff}{program}"), format!("\n\n{program}")] {
        assert_eq!(mended(&text), program);
    }
    let comments = mended(&format!("\u{feff}# one\n# two\n{program}"));
    assert_eq!(comments, program.replacen('\n', "\n# one\n# two\n", 1));
}

/// A guess is left to a person.
#[test]
fn guesses_are_not_certain() {
    for text in [
        "!!ARBvp1.0\nMOV result.position, vertex.positon;\nEND\n",
        "!!ARBvp1.0\nMVO result.position, vertex.position;\nEND\n",
        "!!ARBvp1.1\nMOV result.position, vertex.position;\nEND\n",
        "!!ARBfp1.0\nDDX result.color, fragment.color;\nEND\n",
        // In some languages that swaps components.
        "!!ARBvp1.0\nMOV result.position.yx, vertex.position;\nEND\n",
    ] {
        let checked = check(text, &Options::default());
        assert!(
            checked
                .diagnostics
                .iter()
                .any(|one| grade(one) == Some(Grade::Maybe)),
            "{text}"
        );
        assert_eq!(fixed(text, &Options::default()).text, text);
    }
}

/// source: NV_fragment_program2 and NV_fragment_program_option, "New Tokens" and 3.11.2: the words that each brings.
#[test]
fn a_missing_option_is_told_once() {
    let text = "!!ARBfp1.0\nTEMP R0, R1;\nSHORT TEMP H0;\nTEX R0, fragment.texcoord[0], texture[0], 2D;\n\
                TXL R1, fragment.texcoord[0], texture[0], 2D;\nDDX R0, R0;\nMULC R0, R0, R1;\nKIL NE.x;\n\
                MOVR H0, R0;\nMOV result.color, H0;\nEND\n";
    let checked = check(text, &Options::default());
    let errors: Vec<_> = checked.errors().collect();
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert_eq!(
        (errors[0].rule.name, &text[errors[0].span.range()]),
        ("missing-option", "SHORT")
    );
    assert!(errors[0].message.contains("NV_fragment_program2"), "{errors:#?}");
    let fix = errors[0].fix.clone().expect("a remedy");
    let mut with = text.to_owned();
    with.replace_range(fix.span.range(), &fix.replacement);
    assert_eq!(check(&with, &Options::default()).diagnostics, []);
    let text =
        "!!ARBfp1.0\nTEMP R0;\nMOVR R0, fragment.color;\nMULR R0, R0, R0;\nMOVH result.color, R0;\nEND\n";
    let checked = check(text, &Options::default());
    assert_eq!(checked.errors().count(), 1);
    assert!(checked.diagnostics[0].fix.is_none() && checked.diagnostics[0].hint.contains("precision"));
    let text = "!!ARBfp1.0\nTEMP R0;\nMOV R0, fragment.color;\nKIL LT.x;\nMOV result.color, R0;\nEND\n";
    assert_eq!(broken(text), ["missing-option"]);
}

/// source: GLSL 1.20, HLSL's semantics, the shader models of Direct3D 8 and 9.
#[test]
fn other_languages_are_named() {
    for (text, language) in [
        ("#version 120\nvoid main() {}\n", "GLSL"),
        (
            "// a shader\nuniform mat4 m;\nvoid main() { gl_Position = ftransform(); }\n",
            "GLSL",
        ),
        ("struct V { float4 pos : POSITION; };\n", "HLSL or Cg"),
        ("vs.1.1\nmov oPos, v0\n", "Direct3D assembly"),
        ("@vertex fn main() {}\n", "WGSL"),
    ] {
        let checked = check(text, &Options::default());
        assert_eq!(broken(text), ["other-language"], "{text}");
        assert!(checked.diagnostics[0].message.contains(language), "{text}");
    }
    for text in [
        "",
        "nothing",
        "!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n",
    ] {
        assert_eq!(broken(text), ["unknown-header"], "{text}");
    }
}

/// source: ISO C 6.4.9: `/*` begins a comment that `*/` ends; where that is missing, its end is not known
#[test]
fn a_comment_that_is_not_closed_stays() {
    for text in [
        "!!ARBfp1.0\nMOV result.color, fragment.color; /* unterminated\nEND\n",
        "!!ARBfp1.0\n// x\nMOV result.color, fragment.color; /*/\nEND\n",
    ] {
        let fixed = fixed(text, &Options::default());
        assert_eq!((fixed.text.as_str(), fixed.count), (text, 0));
    }
}

/// The lines that fixes write end as those do that are there: text of Windows stays such.
#[test]
fn lines_end_as_they_did() {
    let text = "// a\n!!ARBfp1.0\n/* b\n c */ TEMP a, b;\nDIV a, fragment.color, fragment.color.w; // d\nMOV b, a;\n\
                MOV result.color, b;\nEND\n";
    let expected = fixed(text, &Options::default());
    assert!(
        expected.count > 1 && !expected.text.contains('\r'),
        "{}",
        expected.text
    );
    let windows = |text: &str| text.replace('\n', "\r\n");
    assert_eq!(
        fixed(&windows(text), &Options::default()).text,
        windows(&expected.text)
    );
}
