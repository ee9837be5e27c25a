//! Where a problem is told: at the word that is wrong, not at its line.

/// source: docs/scenes.md, the table of state commands; the places are those of the words in the text
#[test]
fn a_state_command_is_wrong_at_a_word() {
    for (command, word) in [
        ("light 9 diffuse 1 1 1 1", "9"),
        ("light 0 colour 1 1 1 1", "colour"),
        ("blend func SRC_ALPHA TWO", "TWO"),
        ("depthrange 0 far", "far"),
        ("samplemask 1.5", "1.5"),
        ("depthmask maybe", "maybe"),
        ("pointsize -1", "-1"),
        ("clipplane 99 1 0 0 0", "99"),
        ("trackmatrix 3 MODELVIEW IDENTITY", "3"),
        ("trackmatrix 0 WORLD IDENTITY", "WORLD"),
        ("trackmatrix 0 MODELVIEW SIDEWAYS", "SIDEWAYS"),
        ("texenv SRC0_GREEN TEXTURE", "SRC0_GREEN"),
        ("depthfunc LESS EQUAL", "EQUAL"),
        ("fog color (1, x, 1, 1)", "x"),
    ] {
        let text = format!("[test]\nclear\n  {command}\nclear\n");
        let problem = quadrille_scene::read(&text).expect_err(command);
        assert_eq!(
            problem.span.range().start,
            text.rfind(word).expect(command),
            "{command}"
        );
        assert_eq!(&text[problem.span.range()], word, "{command}");
    }
}

/// Where a word is missing it is wrong at the end of the line.
#[test]
fn a_state_command_that_ends_too_early() {
    let text = "[test]\nalphafunc LESS  \n";
    let problem = quadrille_scene::read(text).expect_err("the reference is missing");
    let end = text.find("LESS").expect("it is there") + "LESS".len();
    assert_eq!(problem.span.range(), end..end);
}
