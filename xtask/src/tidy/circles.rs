//! Circles: files of a crate do not import each other, directly or by way of others. A file that only declares modules
//! and gives their items other names imports nothing; who takes an item from there imports the file that has it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::str::FromStr;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::File;

/// The folders of modules for which this holds.
const HOLDS: &[&str] = &[
    "crates/check/src/",
    "crates/opengl/src/",
    "crates/translate/src/",
    "crates/vc4/src/",
    "crates/vulkan/src/",
];

pub(crate) fn check(files: &[File]) -> Vec<String> {
    HOLDS.iter().flat_map(|folder| in_folder(files, folder)).collect()
}

/// A module by its names below the crate's root, or an item by those of its module and its own.
type Names = Vec<String>;

/// What a file takes from others.
#[derive(Default)]
struct Imports {
    /// Paths of `use`, and paths that stand in code from `crate`, `self` or `super` on.
    paths: Vec<Names>,
    /// Items that it gives on under names: `pub use path as name`.
    given: BTreeMap<String, Names>,
}

fn in_folder(files: &[File], folder: &str) -> Vec<String> {
    let sources = files
        .iter()
        .filter(|file| file.path.starts_with(folder) && file.path.ends_with(".rs"));
    let mut modules: BTreeMap<Names, &str> = BTreeMap::new();
    let mut texts = Vec::new();
    for file in sources {
        let names = names_of(&file.path[folder.len()..]);
        // Tests import what they test.
        if names.iter().any(|name| name == "tests") {
            continue;
        }
        modules.insert(names.clone(), &file.path);
        texts.push((names, file));
    }
    let mut complaints = Vec::new();
    let mut imports = BTreeMap::new();
    for (names, file) in texts {
        match TokenStream::from_str(&file.text) {
            Ok(tokens) => {
                let mut found = Imports::default();
                read(tokens, &names, &modules, &mut found);
                imports.insert(names, found);
            }
            Err(error) => complaints.push(format!("{}: {error}", file.path)),
        }
    }
    let edges: BTreeMap<&Names, BTreeSet<&Names>> = imports
        .iter()
        .map(|(names, own)| {
            let paths = own.paths.iter();
            let targets = paths.filter_map(|path| target(path, &modules, &imports, modules.len()));
            (names, targets.filter(|target| *target != names).collect())
        })
        .collect();
    let circles = edges.keys().filter_map(|from| circle(from, &edges));
    complaints.extend(circles.map(|circle| {
        let paths: Vec<&str> = circle.iter().map(|names| modules[*names]).collect();
        format!("files import each other in a circle: {}", paths.join(", "))
    }));
    complaints
}

/// The module of a file by its path from the root.
fn names_of(path: &str) -> Names {
    let path = path.trim_end_matches(".rs");
    let path = path.strip_suffix("/mod").unwrap_or(path);
    let is_root = matches!(path, "lib" | "main" | "mod");
    let names = path.split('/').filter(|_| !is_root);
    names.map(str::to_owned).collect()
}

/// The module that has what a path names, through those that give it on.
fn target<'a>(
    path: &[String],
    modules: &'a BTreeMap<Names, &str>,
    imports: &BTreeMap<Names, Imports>,
    steps: usize,
) -> Option<&'a Names> {
    let length = (0..=path.len())
        .rev()
        .find(|length| modules.contains_key(&path[..*length]))?;
    let (names, _) = modules.get_key_value(&path[..length])?;
    let item = path.get(length);
    let given = item.and_then(|item| imports.get(names)?.given.get(item));
    match given.filter(|_| steps > 0) {
        Some(given) => {
            let rest = [&given[..], &path[length + 1..]].concat();
            target(&rest, modules, imports, steps - 1)
        }
        None => Some(names),
    }
}

/// The shortest way from a module to itself, told where the module is the first of it by name.
fn circle<'a>(from: &&'a Names, edges: &BTreeMap<&'a Names, BTreeSet<&'a Names>>) -> Option<Vec<&'a Names>> {
    let mut ways = VecDeque::from([vec![*from]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop_front() {
        let last = way.last()?;
        for next in edges.get(last).into_iter().flatten() {
            if next == from {
                return way.iter().all(|names| names >= from).then_some(way);
            }
            if seen.insert(*next) {
                ways.push_back([&way[..], &[*next]].concat());
            }
        }
    }
    None
}

/// Reads what a file takes from others, or a module within it.
fn read(tokens: TokenStream, own: &[String], modules: &BTreeMap<Names, &str>, found: &mut Imports) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut is_given = false;
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Ident(word) if word == "pub" => is_given = true,
            TokenTree::Ident(word) if word == "use" => {
                let mut paths = Vec::new();
                at = tree(&tokens, at + 1, Vec::new(), &mut paths);
                for (path, name) in paths {
                    let Some(path) = absolute(&path, own, modules) else {
                        continue;
                    };
                    if is_given {
                        found.given.insert(name, path.clone());
                    }
                    // What a module gives on of its own modules, it does not use.
                    if !(is_given && path.len() > own.len() && path.starts_with(own)) {
                        found.paths.push(path);
                    }
                }
                is_given = false;
                continue;
            }
            TokenTree::Ident(word) if word == "mod" => {
                let inline = match (tokens.get(at + 1), tokens.get(at + 2)) {
                    (Some(TokenTree::Ident(name)), Some(TokenTree::Group(group))) => Some((name, group)),
                    _ => None,
                };
                if let Some((name, group)) = inline {
                    let inside = [own, &[name.to_string()]].concat();
                    if name != "tests" {
                        read(group.stream(), &inside, modules, found);
                    }
                    at += 2;
                }
            }
            TokenTree::Ident(word) if word == "crate" || word == "self" || word == "super" => {
                let mut paths = Vec::new();
                let end = tree(&tokens, at, Vec::new(), &mut paths);
                let paths = paths.iter().filter(|(path, _)| path.len() > 1);
                found
                    .paths
                    .extend(paths.filter_map(|(path, _)| absolute(path, own, modules)));
                at = end.max(at + 1);
                continue;
            }
            // The visibility `pub(crate)` stands between `pub` and `use`.
            TokenTree::Group(group) if is_given && group.delimiter() == Delimiter::Parenthesis => {}
            TokenTree::Group(group) => read(group.stream(), own, modules, found),
            _ => is_given = false,
        }
        at += 1;
    }
}

/// Reads the tree of a path from a token on: each path with the name that its end has. Gives the token behind it.
fn tree(tokens: &[TokenTree], mut at: usize, mut path: Names, found: &mut Vec<(Names, String)>) -> usize {
    let mut name = None;
    while let Some(token) = tokens.get(at) {
        match token {
            TokenTree::Ident(word) if word == "as" => {
                name = tokens.get(at + 1).map(ToString::to_string);
                at += 1;
            }
            TokenTree::Ident(word) => path.push(word.to_string()),
            TokenTree::Punct(mark) if mark.as_char() == ':' => {}
            TokenTree::Punct(mark) if mark.as_char() == '*' => {}
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                let mut start = 0;
                while start < inside.len() {
                    start = tree(&inside, start, path.clone(), found) + 1;
                }
                return at + 1;
            }
            _ => break,
        }
        at += 1;
        // A path in code ends where no `::` follows.
        let goes_on = |token: Option<&TokenTree>| match token {
            Some(TokenTree::Punct(mark)) => mark.as_char() == ':',
            Some(TokenTree::Ident(word)) => word == "as",
            _ => false,
        };
        if matches!(token, TokenTree::Ident(_)) && !goes_on(tokens.get(at)) {
            break;
        }
    }
    // `self` at the end of a tree is the module itself.
    if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    let name = name.or_else(|| path.last().cloned()).unwrap_or_default();
    found.push((path, name));
    at
}

/// A path from the crate's root on; none for one of another crate.
fn absolute(path: &[String], own: &[String], modules: &BTreeMap<Names, &str>) -> Option<Names> {
    let mut base = own.to_vec();
    let mut rest = path;
    match rest.first()?.as_str() {
        "crate" => {
            base.clear();
            rest = &rest[1..];
        }
        "self" => rest = &rest[1..],
        "super" => {
            while rest.first().is_some_and(|name| name == "super") {
                base.pop()?;
                rest = &rest[1..];
            }
        }
        child => {
            let inside = [own, &[child.to_owned()]].concat();
            modules.get(&inside)?;
        }
    }
    base.extend_from_slice(rest);
    Some(base)
}

#[cfg(test)]
mod tests {
    use super::{File, in_folder};

    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        let file = |(path, text): &(&str, &str)| File {
            path: format!("src/{path}"),
            text: (*text).to_owned(),
        };
        let files: Vec<File> = files.iter().map(file).collect();
        in_folder(&files, "src/")
    }

    #[test]
    fn files_that_import_each_other_are_told_once() {
        let found = circles(&[
            ("lib.rs", "mod a; mod b; mod c; pub use a::A;"),
            ("a.rs", "use crate::b::{self, B as C};"),
            ("b.rs", "fn f() { crate::c::g(); }"),
            (
                "c.rs",
                "/// `crate::b` \nuse super::A; const S: &str = \"crate::b\";",
            ),
        ]);
        assert_eq!(
            found,
            ["files import each other in a circle: src/a.rs, src/b.rs, src/c.rs"]
        );
    }

    #[test]
    fn a_module_that_only_gives_names_on_imports_nothing() {
        let found = circles(&[
            ("lib.rs", "mod a;"),
            (
                "a/mod.rs",
                "mod b; mod c; pub(crate) use self::b::B; pub(crate) use self::c::C;",
            ),
            ("a/b.rs", "pub(crate) struct B;"),
            ("a/c.rs", "use super::B; #[cfg(test)] mod tests { use super::*; }"),
            ("a/tests/mod.rs", "use crate::a::C;"),
        ]);
        assert_eq!(found, [""; 0]);
    }

    #[test]
    fn a_module_and_its_parent_are_a_circle() {
        let found = circles(&[
            ("lib.rs", "mod a;"),
            ("a/mod.rs", "mod b; use b::B; pub struct A;"),
            ("a/b.rs", "use super::A;"),
        ]);
        assert_eq!(
            found,
            ["files import each other in a circle: src/a/mod.rs, src/a/b.rs"]
        );
    }
}
