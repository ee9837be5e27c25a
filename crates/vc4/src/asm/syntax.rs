//! The two syntaxes of published programs: vc4asm's, in which `;` stands between the two halves of an instruction, and
//! that of the GNU assembler, in which it begins a comment.

use quadrille_base::Span;

use super::cursor::quoted_length;

/// How a text is read where the assemblers for the chip and the GNU assembler differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Syntax {
    /// `;` joins operations, `.align` counts bytes, labels in expressions have a colon.
    Vc4asm,
    /// `;` begins a comment, `.align` counts powers of two, a name in data may be a label, `0e1.0` and `0e1` are floats.
    Gas,
}

/// What tells the GNU assembler's syntax from the other.
const GAS_DIRECTIVES: [&str; 16] = [
    ".single", ".hword", ".balign", ".p2align", ".2byte", ".4byte", ".8byte", ".ascii", ".asciz", ".string",
    ".fill", ".skip", ".space", ".zero", ".globl", ".section",
];

impl Syntax {
    /// The syntax of a text that does not say it. It is the GNU assembler's if it has directives or floats that only that
    /// has, or if it has `;` only where nothing but directives and labels are on lines.
    pub fn of_text(text: &str) -> Syntax {
        let mut has_comments = false;
        let mut only_data = true;
        for line in text.lines() {
            let line = line.trim_start();
            has_comments |= line.contains(';');
            let code = before_comment(line, &[";", "//", "#", "@"]);
            let mut words = code.split([' ', '\t', ',', '(']);
            if words.any(|word| GAS_DIRECTIVES.contains(&word) || is_gas_float(word)) {
                return Syntax::Gas;
            }
            let statement = code.rsplit(':').next().unwrap_or_default().trim();
            only_data &= statement.is_empty() || statement.starts_with('.');
        }
        if has_comments && only_data {
            Syntax::Gas
        } else {
            Syntax::Vc4asm
        }
    }
}

fn before_comment<'t>(line: &'t str, marks: &[&str]) -> &'t str {
    let end = marks.iter().filter_map(|mark| line.find(mark)).min();
    end.map_or(line, |end| &line[..end])
}

/// Whether a word is `0e` with a float behind it that is no exponent: `0e1.0`.
fn is_gas_float(word: &str) -> bool {
    word.strip_prefix("0e").is_some_and(|rest| {
        rest.contains('.') && rest.starts_with(|first: char| first.is_ascii_digit() || first == '-')
    })
}

/// A text whose comments that begin with `;` are blank, each byte of them, and what in them might be an operation: where
/// there is one behind something else on its line.
pub(super) fn without_comments(text: &str) -> (String, Vec<Span>) {
    let mut blank = String::with_capacity(text.len());
    let mut doubtful = Vec::new();
    let mut in_block = false;
    for line in text.split_inclusive('\n') {
        let begin = blank.len();
        let (mut at, mut end) = (0, None);
        while at < line.len() {
            let rest = &line.as_bytes()[at..];
            match rest {
                [b'*', b'/', ..] if in_block => (in_block, at) = (false, at + 2),
                _ if in_block => at += 1,
                [b'/', b'*', ..] => (in_block, at) = (true, at + 2),
                [b'"' | b'\'', ..] => at += quoted_length(rest),
                [b'/', b'/', ..] | [b'#' | b'@', ..] => break,
                [b';', ..] => {
                    end = Some(at);
                    break;
                }
                _ => at += 1,
            }
        }
        let Some(end) = end else {
            blank.push_str(line);
            continue;
        };
        let (code, comment) = line.split_at(end);
        blank.push_str(code);
        let rest = comment.trim_end_matches(['\n', '\r']);
        blank.extend(std::iter::repeat_n(' ', rest.len()));
        blank.push_str(&comment[rest.len()..]);
        if is_operation(code) && is_operation(&rest[1..]) {
            doubtful.push(Span::new((begin + end) as u32, (begin + end + rest.len()) as u32));
        }
    }
    (blank, doubtful)
}

/// Whether a text begins with the name of an operation or a signal, after labels.
fn is_operation(text: &str) -> bool {
    let statement = text.rsplit(':').next().unwrap_or_default().trim_start();
    let name = statement
        .split(|c: char| !c.is_ascii_alphanumeric())
        .next()
        .unwrap_or_default();
    super::mnemonic::find(name.as_bytes()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_tell_their_syntax() {
        for text in [
            ".single 1.0",
            "A: .hword 320 * 16 ; x",
            ".float 0e1.0",
            "; comment\nSTART:\n  .word 1, 2 ; more\n",
        ] {
            assert_eq!(Syntax::of_text(text), Syntax::Gas, "{text}");
        }
        for text in [
            "add r0, r0, r1 ; nop\n.align 4",
            ".word 1\n.align 8",
            "ldtmu0 # .single",
            "",
            ".float 0e1",
        ] {
            assert_eq!(Syntax::of_text(text), Syntax::Vc4asm, "{text}");
        }
    }

    #[test]
    fn comments_become_blank_where_they_stand() {
        let (blank, doubtful) = without_comments("a ; é\r\n/* ; */ b // ; c\nadd r0, r1, r2; nop\nx:; y");
        assert_eq!(blank, "a     \r\n/* ; */ b // ; c\nadd r0, r1, r2     \nx:   ");
        assert_eq!(doubtful.len(), 1);
    }
}
