//! Names: from those of the source to those that a shading language takes, the same every time.
//!
//! A name keeps its letters. `$` becomes `_`, runs of `_` become one, a leading `gl_` becomes `g_`, and `GL_`, which no macro may begin with, `G_`. A word
//! that some version of the language knows, a name that is taken, and one that reads like a selector
//! (`x`, `zw`), get `_` and, if need be, a number behind them.

pub(crate) mod keywords;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::target::Target;

/// Names that are in use.
#[derive(Debug, Default)]
pub struct Namer {
    taken: FxHashSet<String>,
    /// The number that a name gets next, by the name without one.
    next: FxHashMap<String, u32>,
}

impl Namer {
    /// No name is in use yet.
    pub fn new() -> Namer {
        Namer::default()
    }

    /// No name is in use yet but those that a target keeps for itself besides what all versions of GLSL do.
    pub(crate) fn of(target: Target) -> Namer {
        let mut names = Namer::new();
        if target == Target::HlslSm3 {
            names.taken = keywords::hlsl().map(str::to_owned).collect();
            names.taken.extend(keywords::semantics());
        }
        if target.is_compatible() {
            names.taken.extend(keywords::compatible().map(str::to_owned));
        }
        names
    }

    /// Takes a name of the translation's own, which is fit as it is; the first to come has it.
    pub fn reserve(&mut self, name: &str) -> String {
        self.fresh(name)
    }

    /// A name for an argument of a function that reads things of the program: another than theirs.
    pub fn beside(&self, name: &str) -> String {
        let mut beside = name.to_owned();
        while self.taken.contains(&beside) {
            beside.push_str("_of");
        }
        beside
    }

    /// A fit name that nothing else has.
    pub fn fresh(&mut self, name: &str) -> String {
        let plain = mend(name);
        let fits = |name: &str, taken: &FxHashSet<String>| !taken.contains(name) && !is_special(name);
        let mut fresh = plain.clone();
        let mut number = self.next.get(&plain).copied().unwrap_or(1);
        while !fits(&fresh, &self.taken) {
            // A name that ends in `_` takes no second one: two in a row are not the program's to use.
            let bar = if plain.ends_with('_') { "" } else { "_" };
            fresh = match number {
                1 if bar == "_" => format!("{plain}_"),
                _ => format!("{plain}{bar}{number}"),
            };
            number += 1;
        }
        if fresh != plain {
            self.next.insert(plain, number);
        }
        self.taken.insert(fresh.clone());
        fresh
    }
}

fn mend(name: &str) -> String {
    let mut mended = String::with_capacity(name.len());
    for character in name.chars() {
        let character = if character.is_ascii_alphanumeric() {
            character
        } else {
            '_'
        };
        if character != '_' || !mended.ends_with('_') {
            mended.push(character);
        }
    }
    for (taken, free) in [("gl_", "g_"), ("GL_", "G_")] {
        if let Some(rest) = mended.strip_prefix(taken) {
            mended = format!("{free}{rest}");
        }
    }
    if mended.is_empty() || mended.starts_with(|first: char| first.is_ascii_digit()) {
        mended.insert(0, '_');
    }
    // The longest name that every implementation of GLSL ES 3.00 takes has 1024 letters.
    mended.truncate(256);
    mended
}

fn is_special(name: &str) -> bool {
    let selector = name.len() <= 4 && name.chars().all(|letter| "xyzw".contains(letter));
    selector || keywords::is_reserved(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_mended_and_stay_apart() {
        let mut names = Namer::new();
        let mended: Vec<String> = [
            "R0",
            "R0",
            "sampler2D",
            "$a$",
            "gl_x",
            "GL_x",
            "a__b",
            "x",
            "rgb",
            "dot",
            "_",
            "_",
            "xyzzy",
        ]
        .into_iter()
        .map(|name| names.fresh(name))
        .collect();
        let expected = [
            "R0",
            "R0_",
            "sampler2D_",
            "_a_",
            "g_x",
            "G_x",
            "a_b",
            "x_",
            "rgb",
            "dot_",
            "_",
            "_1",
            "xyzzy",
        ];
        assert_eq!(mended, expected);
    }
}
