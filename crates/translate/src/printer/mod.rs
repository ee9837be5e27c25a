//! What printers of languages like C share: lines and comments, names, the order of functions, and the statements and
//! expressions that all of them write alike. What a [`Language`] has words of its own for is in its folder.

mod expression;
mod statement;

use std::collections::BTreeSet;
use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::form::{Expression, Function, Lvalue, Root, Shader, Statement, Type};

pub(crate) use expression::{operator, tightness};
pub(crate) use statement::comment_behind;

/// What a language says in words of its own.
pub(crate) trait Language: Sized {
    /// The name of a type.
    fn type_name(&self, ty: Type) -> &'static str;

    /// The name of a function; the main one comes last.
    fn function_name(&self, function: &Function, is_main: bool) -> String;

    /// The name under which a place is declared.
    fn own_name(printer: &Printer<'_, Self>, root: Root) -> String;

    /// A place that is read or written.
    fn place_text(printer: &Printer<'_, Self>, place: &Lvalue) -> String;

    /// Writes an expression without parentheses around it.
    fn bare(printer: &Printer<'_, Self>, expression: &Expression, out: &mut String);

    /// How tightly the outermost operator of an expression binds.
    fn tightness(expression: &Expression) -> u8;

    /// Prints what stands before the statements of the main function.
    fn begin_main(printer: &mut Printer<'_, Self>);

    /// Prints a statement with the comment `after` it.
    fn statement(printer: &mut Printer<'_, Self>, statement: &Statement, after: &str);
}

/// A shader on its way to a text.
pub(crate) struct Printer<'a, L> {
    pub(crate) shader: &'a Shader,
    pub(crate) dialect: L,
    pub(crate) out: String,
    /// The program's names for parts of its interface.
    aliases: FxHashMap<(Root, Option<u32>), &'a str>,
    /// The function that is printed, for names of its arguments and variables.
    function: Option<&'a Function>,
    /// Its variables that were not declared yet; each is where it is first written.
    undeclared: BTreeSet<u32>,
    pub(crate) depth: usize,
}

impl<'a, L: Language> Printer<'a, L> {
    pub(crate) fn new(shader: &'a Shader, dialect: L) -> Printer<'a, L> {
        let aliases = shader.aliases.iter().rev();
        let aliases = aliases.map(|alias| ((alias.root, alias.index), alias.name.as_str()));
        Printer {
            shader,
            dialect,
            out: String::with_capacity(4096),
            aliases: aliases.collect(),
            function: None,
            undeclared: BTreeSet::new(),
            depth: 0,
        }
    }

    /// The library, then the program's names and its own functions. The names are macros, which would change what
    /// the functions of the library call their own variables.
    pub(crate) fn functions(&mut self) {
        let shader = self.shader;
        let aliases = std::mem::take(&mut self.aliases);
        for function in &shader.library {
            self.out.push('\n');
            self.define(function);
        }
        self.aliases = aliases;
        self.group(Self::macros);
        for function in &shader.functions {
            self.out.push('\n');
            self.define(function);
        }
    }

    /// The program's names for parts of its interface.
    fn macros(&mut self) {
        let shader = self.shader;
        for alias in &shader.aliases {
            // The first name of a place is the one that is used.
            if self.name(alias.root, alias.index) != alias.name {
                continue;
            }
            let name = L::own_name(self, alias.root);
            match alias.index {
                None => self.line(format_args!("#define {} {name}", alias.name)),
                Some(index) => self.line(format_args!("#define {} {name}[{index}]", alias.name)),
            }
        }
    }

    /// The name of a place, by which it is also called in the program where it has one there.
    pub(crate) fn name(&self, root: Root, index: Option<u32>) -> String {
        match self.alias(root, index) {
            Some(alias) => alias.to_owned(),
            None => L::own_name(self, root),
        }
    }

    /// The program's name for a place, or for one element of an array.
    pub(crate) fn alias(&self, root: Root, index: Option<u32>) -> Option<&'a str> {
        self.aliases.get(&(root, index)).copied()
    }

    /// The name of an argument of the function that is printed.
    pub(crate) fn argument_name(&self, at: u32) -> String {
        let arguments = self.function.map(|function| &function.arguments[..]);
        name_of(arguments, at)
    }

    /// The name of a variable of the function that is printed.
    pub(crate) fn local_name(&self, at: u32) -> String {
        name_of(self.function.map(|function| &function.locals[..]), at)
    }

    /// A line at the depth of the block at hand.
    pub(crate) fn line(&mut self, text: std::fmt::Arguments<'_>) {
        for _ in 0..self.depth {
            self.out.push_str("    ");
        }
        // Writing to a string does not fail.
        let _ = self.out.write_fmt(text);
        self.out.push('\n');
    }

    /// A comment on a line of its own.
    pub(crate) fn comment(&mut self, text: &str) {
        let text = plain(text);
        self.line(format_args!("// {text}"));
    }

    /// Lines with an empty one before them, if there are any.
    pub(crate) fn group(&mut self, print: impl FnOnce(&mut Self)) {
        let before = self.out.len();
        self.out.push('\n');
        let start = self.out.len();
        print(self);
        if self.out.len() == start {
            self.out.truncate(before);
        }
    }
}

fn name_of(names: Option<&[(String, Type)]>, at: u32) -> String {
    let name = names.and_then(|names| names.get(at as usize));
    name.map_or_else(String::new, |(name, _)| name.clone())
}

/// A comment's text without what would go on in the next line, and in the letters that every version takes.
pub(crate) fn plain(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|letter| {
            if letter.is_ascii() && !letter.is_ascii_control() {
                letter
            } else {
                '?'
            }
        })
        .collect();
    text.trim_end_matches(['\\', ' ']).to_owned()
}
