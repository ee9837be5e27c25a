//! Programs in other bytes.

use super::extract;

const PROGRAM: &str =
    "!!ARBfp1.0\nTEMP a; # END of \"nothing\"\nMOV a, fragment.color;\nMOV result.color, a;\nEND\n";

fn texts(bytes: &[u8]) -> Vec<(usize, String, bool)> {
    let found = extract(bytes);
    found
        .into_iter()
        .map(|found| (found.offset, found.text, found.complete))
        .collect()
}

#[test]
fn a_binary_holds_programs_as_they_stand() {
    let mut bytes = b"\x7fELF\0\x01\xff!!\0".to_vec();
    let first = bytes.len();
    bytes.extend(PROGRAM.as_bytes());
    bytes.extend(b"\0\0!!NVcp5.0\nGROUP_SIZE 4;\n\x01");
    let found = texts(&bytes);
    assert_eq!(found.len(), 2);
    assert_eq!(found[0], (first, PROGRAM.to_owned(), true));
    assert_eq!(found[1].1, "!!NVcp5.0\nGROUP_SIZE 4;\n");
    assert!(!found[1].2, "it has no END");
}

#[test]
fn literals_of_c_are_joined() {
    let literals = PROGRAM
        .lines()
        .map(|line| format!("    \"{}\\n\" // here\n", line.replace('"', "\\\"")))
        .collect::<String>();
    let source = format!("const char *p =\n{literals};\nputs(\"!!ARBvp1.0 END\");");
    let found = texts(source.as_bytes());
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].1.as_str(), found[0].2), (PROGRAM, true));
    assert_eq!((found[1].1.as_str(), found[1].2), ("!!ARBvp1.0 END\n", true));
}

/// source: ECMA-262, 12.9.4, and the Python Language Reference, 2.4.2: a literal ends with the quote that it began with,
/// and literals of any quotes are joined
#[test]
fn literals_of_several_quotes_are_joined() {
    let script = b"const p = '!!ARBfp1.0\\n' +\n  \"# it's\\n\" + `MOV result.color, 0;\\n` // then\n + 'END';\nf('x');";
    assert_eq!(
        texts(script)[0],
        (
            11,
            "!!ARBfp1.0\n# it's\nMOV result.color, 0;\nEND\n".to_owned(),
            true
        )
    );
    let python = b"p = (\"!!VP1.0\\n\"\n     'MOV o[HPOS], v[0];\\n'\n     \"END\\n\")\nq = 'no program'\n";
    assert_eq!(texts(python)[0].1, "!!VP1.0\nMOV o[HPOS], v[0];\nEND\n");
}

#[test]
fn traces_and_json_are_unescaped() {
    let escaped = PROGRAM.replace('\n', "\\n").replace('"', "\\u0022");
    let json = format!("{{\"string\": \"{escaped}\", \"length\": 9}}");
    assert_eq!(texts(json.as_bytes())[0].1, PROGRAM);
    let log = format!("glProgramStringARB(34820, {})", PROGRAM.replace('\n', "\\n"));
    assert_eq!(texts(log.as_bytes())[0].1, PROGRAM);
}

/// source: ARB_vertex_program, 2.14.2: a comment begins with `#` and ends with the line
#[test]
fn a_header_in_a_comment_begins_no_program() {
    let program = "!!ARBvp1.0\n# was !!VP1.0\nMOV result.position, vertex.position;\nEND\n";
    for text in [
        program.to_owned(),
        format!("\"{}\"", program.replace('\n', "\\n")),
    ] {
        let found = texts(text.as_bytes());
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].1.as_str(), found[0].2), (program, true));
    }
}

/// source: ISO C 6.4.9: `/*/` opens a comment and does not close it
#[test]
fn comments_between_literals_end_where_those_of_c_do() {
    let joined = texts(b"\"!!VP1.0\\n\" /*/ \"no\" **/ // \"no\"\n \"END\"");
    assert_eq!(joined[0].1, "!!VP1.0\nEND\n");
    assert!(texts(b"\"!!VP1.0\" /*/ \"END\"").is_empty());
}

/// Searching every comment to its end would take a minute and more here.
#[test]
fn unclosed_comments_are_searched_once() {
    for opened in ["\"!!VP1.0 x\" /*", "\"!!VP1.0 x\" //"] {
        assert_eq!(extract(opened.repeat(100_000).as_bytes()).len(), 100_000);
    }
}

#[test]
fn any_bytes_are_taken() {
    for bytes in [
        &b"!!"[..],
        b"!!!!ARBfp1.0",
        b"\"!!VP1.0\\",
        b"\"!!VP1.0\" /*",
        b"'!!FP1.0\\x'",
        b"!!VP1.0\\n\\",
    ] {
        assert!(extract(bytes).len() < 2);
    }
    assert!(extract(&b"!!VP1.0".repeat(1000)).is_empty());
    assert_eq!(extract(&b"!!VP1.0 END ".repeat(1000)).len(), 1000);
}
