//! Errors are types: no `Result` has a bare text as its error, which nobody can match and everybody has to read.

use std::str::FromStr;

use proc_macro2::{Spacing, TokenStream, TokenTree};

use super::File;

pub(crate) fn check(files: &[File]) -> Vec<String> {
    let is_source = |file: &&File| {
        let folders = ["crates/", "xtask/"];
        file.path.ends_with(".rs") && folders.iter().any(|folder| file.path.starts_with(folder))
    };
    let mut complaints = Vec::new();
    for file in files.iter().filter(is_source) {
        match TokenStream::from_str(&file.text) {
            Ok(tokens) => {
                let found = texts(tokens).into_iter();
                complaints
                    .extend(found.map(|found| format!("{}: the error of {found} is a text", file.path)));
            }
            Err(error) => complaints.push(format!("{}: {error}", file.path)),
        }
    }
    complaints
}

/// The types `Result` of a text whose error is one, as they are written.
fn texts(tokens: TokenStream) -> Vec<String> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => found.extend(texts(group.stream())),
            TokenTree::Ident(name) if *name == "Result" => {
                if let [done, error] = &arguments(&tokens[at + 1..])[..]
                    && is_text(error)
                {
                    let [done, error] = [done, error].map(|one| written(one));
                    found.push(format!("Result<{done}, {error}>"));
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

fn written(tokens: &[TokenTree]) -> String {
    tokens.iter().cloned().collect::<TokenStream>().to_string()
}

/// The generic arguments that tokens begin with.
fn arguments(tokens: &[TokenTree]) -> Vec<Vec<TokenTree>> {
    let mut arguments: Vec<Vec<TokenTree>> = Vec::new();
    let (mut depth, mut is_arrow) = (0, false);
    for token in tokens {
        let sign = match token {
            TokenTree::Punct(sign) => Some(sign),
            _ => None,
        };
        let before = depth;
        match sign.map(proc_macro2::Punct::as_char) {
            Some('<') => depth += 1,
            Some('>') if !is_arrow => depth -= 1,
            _ => {}
        }
        is_arrow = sign.is_some_and(|sign| sign.as_char() == '-' && sign.spacing() == Spacing::Joint);
        match (before, depth) {
            (0, 1) => arguments.push(Vec::new()),
            (0, _) | (_, 0) => break,
            (1, 1) if sign.is_some_and(|sign| sign.as_char() == ',') => arguments.push(Vec::new()),
            _ => arguments
                .last_mut()
                .into_iter()
                .for_each(|last| last.push(token.clone())),
        }
    }
    arguments.retain(|argument| !argument.is_empty());
    arguments
}

/// Whether a type is `String` or `str`, by whatever path, behind whatever reference.
fn is_text(error: &[TokenTree]) -> bool {
    let is_plain = error.iter().all(|token| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(sign) => ['&', ':', '\''].contains(&sign.as_char()),
        TokenTree::Group(_) | TokenTree::Literal(_) => false,
    });
    let is_name =
        |token: &TokenTree| matches!(token, TokenTree::Ident(name) if *name == "String" || *name == "str");
    is_plain && error.last().is_some_and(is_name)
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use proc_macro2::TokenStream;

    fn texts(text: &str) -> Vec<String> {
        super::texts(TokenStream::from_str(text).expect("Rust"))
    }

    #[test]
    fn a_text_is_no_error() {
        for (text, error) in [
            ("fn f() -> Result<(), String> {}", "String"),
            (
                "fn f(\n    a: u8,\n) -> Result<\n    Vec<(u8, String)>,\n    &'static str,\n> {}",
                "&'staticstr",
            ),
            (
                "type R<T> = std::result::Result<T, std::string::String>;",
                "std::string::String",
            ),
            (
                "fn f() { let r = g().collect::<Result<Vec<_>, String>>()?; }",
                "String",
            ),
            ("fn f(r: Option<Result<fn(u8) -> u8, &str>>) {}", "&str"),
        ] {
            let found = texts(text);
            assert!(
                found.len() == 1 && found[0].replace(' ', "").ends_with(&format!(",{error}>")),
                "{text}: {found:?}"
            );
        }
    }

    #[test]
    fn types_are_errors() {
        for text in [
            "fn f() -> Result<String, Error> {}",
            "fn f() -> io::Result<String> {}",
            "fn f() -> Result<(), Vec<String>> {}",
            "fn f() -> Result<u8, Box<dyn Error>> { a < b, String }",
            "/// `Result<(), String>`\nfn f() -> fmt::Result { \"Result<(), String>\" }",
        ] {
            assert_eq!(texts(text), [""; 0], "{text}");
        }
    }
}
