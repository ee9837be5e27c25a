//! Blocks and comments without an end, and what stands in front of a text: problems that hide lines are told.

use quadrille_base::{Diagnostic, FileError};
use quadrille_vc4::asm::{NoIncludes, Options, Resolver, assemble};

/// The problems of a text, each with the text that it points at.
fn problems(text: &str) -> Vec<(String, String)> {
    let assembly = assemble("test", text, &Options::default(), &mut NoIncludes);
    let told = |problem: &Diagnostic| (text[problem.span.range()].to_owned(), problem.message.clone());
    assembly.diagnostics.iter().map(told).collect()
}

fn words(text: &str) -> Vec<u64> {
    let assembly = assemble("test", text, &Options::default(), &mut NoIncludes);
    assert!(assembly.is_complete(), "{text}: {:?}", assembly.diagnostics);
    assembly.words
}

/// source: vc4asm's page "directives", ".if": it goes up to `.endif`; docs/qpu-assembler.md.
#[test]
fn an_if_without_an_end_is_told() {
    let open = |text: &str| vec![(text.to_owned(), "this block has no .endif".to_owned())];
    for (text, begin) in [
        ("nop\n.if 1\nnop\n", ".if 1"),
        ("mov r0, 1\n.if 0\nnop; thrend\nnop\nnop", ".if 0"),
        (".if 1\n.if 0\nnop\n.endif\n", ".if 1"),
        (".if 0\nnop\n.else\nnop\n", ".if 0"),
        (".ifset x\nnop\n", ".ifset x"),
    ] {
        assert_eq!(problems(text), open(begin), "{text}");
    }
}

/// source: as a block of C, whose comments these are, a comment goes up to `*/`.
#[test]
fn a_comment_without_an_end_is_told() {
    let open = vec![("/*".to_owned(), "this comment has no */".to_owned())];
    for text in [
        "mov r0, 1\n/* a comment\nnop; thrend\nnop\nnop",
        "nop /* a\n",
        "/*/ nop",
        "/* a */ nop\nnop /* b /* c\nnop\n",
    ] {
        assert_eq!(problems(text), open, "{text}");
    }
    let both: Vec<String> = problems(".rep i, 2\nnop /* a\n.endr\n")
        .into_iter()
        .map(|(place, _)| place)
        .collect();
    assert_eq!(both, [".rep i, 2", "/*"]);
    // None of these begins one.
    for text in [
        "nop # /*",
        "nop // /*",
        "nop @ /*",
        ".ascii \"/*......\"",
        "/* a\nb */ nop",
    ] {
        assert_eq!(problems(text), [], "{text}");
    }
}

/// source: vc4asm's page "directives", ".else": one branch is for all other cases, so that none can follow it.
#[test]
fn nothing_follows_an_else() {
    for text in [
        ".if 1\nnop\n.else\nnop\n«.else»\nnop\n.endif",
        ".if 0\nnop\n.else\nnop\n«.else»\nnop\n.endif",
        ".if 0\nnop\n.else\nnop\n«.elseif» 1\nnop\n.endif",
        ".if 1\nnop\n.else\n«.elseif» 1\n«.else»\nnop\n.endif",
    ] {
        let marked = text.split('«').skip(1).filter_map(|part| part.split('»').next());
        let wanted: Vec<_> = marked
            .map(|place| (place.to_owned(), "no branch follows an .else".to_owned()))
            .collect();
        assert_eq!(problems(&text.replace(['«', '»'], "")), wanted, "{text}");
    }
}

/// A text that is included, whatever its name.
struct Included(&'static str);

impl Resolver for Included {
    fn resolve(&mut self, _: &str, _: bool) -> Result<String, FileError> {
        Ok(self.0.to_owned())
    }
}

/// source: Unicode 15, 23.8: a byte order mark in front of a text is no part of it.
#[test]
fn a_byte_order_mark_is_passed_over() {
    assert_eq!(words("\u{feff}nop\nthrend\n"), words("nop\nthrend\n"));
    assert_eq!(words("\u{feff}; a comment\n.word 1, 2\n"), words(".word 1, 2\n"));
    let found = problems("\u{feff}nop\nnope\n");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, "nope");
    let text = ".include \"a\"\n";
    let included = assemble(
        "test",
        text,
        &Options::default(),
        &mut Included("\u{feff}thrend\n"),
    );
    assert_eq!(included.words, words("thrend\n"));
}
