//! GLSL and GLSL ES: a raised shader as text.
//!
//! The printer decides nothing about meaning. Versions differ in words only, and `Dialect` knows them.

mod block;
mod declare;
mod dialect;
mod expression;
mod image;
mod layout;
mod lookup;
mod statement;

use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::form::{Components, InputKind, OutputKind, Root, Shader, parameters_name, word_at};
use crate::options::{Options, Packing};

use dialect::Dialect;

/// The text of a shader. It is the same whenever the shader and the options are.
pub fn print(shader: &Shader, options: &Options) -> String {
    let mut printer = Printer::new(shader, options);
    printer.declarations();
    printer.functions();
    printer.out
}

pub(crate) struct Printer<'a> {
    pub(crate) shader: &'a Shader,
    pub(crate) options: &'a Options,
    pub(crate) dialect: Dialect,
    pub(crate) out: String,
    /// The program's names for parts of its interface.
    aliases: FxHashMap<(Root, Option<u32>), &'a str>,
    /// The function that is printed, for names of its arguments and variables.
    pub(crate) function: Option<&'a crate::form::Function>,
    /// Its variables that were not declared yet; each is where it is first written.
    pub(crate) undeclared: std::collections::BTreeSet<u32>,
    pub(crate) depth: usize,
}

impl<'a> Printer<'a> {
    fn new(shader: &'a Shader, options: &'a Options) -> Printer<'a> {
        let aliases = shader
            .aliases
            .iter()
            .rev()
            .map(|alias| ((alias.root, alias.index), alias.name.as_str()))
            .collect();
        Printer {
            shader,
            options,
            dialect: Dialect::new(options, shader.stage),
            out: String::with_capacity(4096),
            aliases,
            function: None,
            undeclared: std::collections::BTreeSet::new(),
            depth: 0,
        }
    }

    /// The library, then the program's names and its own functions. The names are macros, which would change what
    /// the functions of the library call their own variables.
    fn functions(&mut self) {
        let shader = self.shader;
        let aliases = std::mem::take(&mut self.aliases);
        for function in &shader.library {
            self.out.push('\n');
            self.define(function);
        }
        self.aliases = aliases;
        self.group(Self::aliases);
        for function in &shader.functions {
            self.out.push('\n');
            self.define(function);
        }
    }

    /// The name of a place, by which it is also called in the program where it has one there.
    pub(crate) fn name(&self, root: Root, index: Option<u32>) -> String {
        match self.aliases.get(&(root, index)) {
            Some(alias) => (*alias).to_owned(),
            None => self.own_name(root),
        }
    }

    /// Whether the program has a name for one element of an array.
    pub(crate) fn is_named(&self, root: Root, index: Option<u32>) -> bool {
        self.aliases.contains_key(&(root, index))
    }

    /// The name under which a place is declared.
    pub(crate) fn own_name(&self, root: Root) -> String {
        let shader = self.shader;
        let function = |names: fn(&crate::form::Function) -> &[(String, crate::form::Type)], at: u32| {
            self.function
                .and_then(|function| names(function).get(at as usize))
                .map_or_else(String::new, |name| name.0.clone())
        };
        match root {
            Root::Variable(at) => shader.variables[at as usize].name.clone(),
            Root::Constant(at) => shader.constants[at as usize].name.clone(),
            Root::Buffer(at) => shader.buffers[at as usize].name.clone(),
            Root::Storage(at) => shader.storages[at as usize].name.clone(),
            Root::Address(at) => word_at(shader.addressed[at as usize]).to_owned(),
            Root::Shared => shader
                .shared
                .as_ref()
                .map_or_else(String::new, |shared| shared.name.clone()),
            Root::Argument(at) => function(|function| &function.arguments, at),
            Root::Local(at) => function(|function| &function.locals, at),
            Root::Parameter(at) => {
                let parameter = &shader.parameters[at as usize];
                let name = &parameter.name;
                match self.options.packing {
                    Packing::Block | Packing::PushConstants if parameter.built_in.is_none() => {
                        format!("{}.{name}", self.block_instance())
                    }
                    Packing::Plain | Packing::Block | Packing::PushConstants => name.clone(),
                }
            }
            Root::Input(at) => {
                let input = &shader.inputs[at as usize];
                match input.kind {
                    InputKind::Attribute(_)
                    | InputKind::AttributeHalf(..)
                    | InputKind::Varying(..)
                    | InputKind::Patch(_) => input.name.clone(),
                    InputKind::OuterLevel(number) => format!("gl_TessLevelOuter[{number}]"),
                    InputKind::InnerLevel(number) => format!("gl_TessLevelInner[{number}]"),
                    InputKind::ClipDistance(number) => format!("gl_ClipDistance[{number}]"),
                    kind => self.dialect.built_in_input(kind).to_owned(),
                }
            }
            Root::Output(at) => {
                let output = &shader.outputs[at as usize];
                match output.kind {
                    OutputKind::Varying(..) | OutputKind::Streamed { .. } | OutputKind::Patch(_) => {
                        output.name.clone()
                    }
                    OutputKind::OuterLevel(number) => format!("gl_TessLevelOuter[{number}]"),
                    OutputKind::InnerLevel(number) => format!("gl_TessLevelInner[{number}]"),
                    OutputKind::Color(..) if self.dialect.modern => output.name.clone(),
                    OutputKind::Color(number, _) => match self.only_color() {
                        true => "gl_FragColor".to_owned(),
                        false => format!("gl_FragData[{number}]"),
                    },
                    OutputKind::ClipDistance(number) if !self.dialect.modern => {
                        format!("gl_ClipVertex.{}", Components::new(&[number as u8]).letters())
                    }
                    OutputKind::ClipDistance(number) => format!("gl_ClipDistance[{number}]"),
                    kind => self.dialect.built_in_output(kind).to_owned(),
                }
            }
        }
    }

    /// The array of vertices that something of a vertex is a member of, where the language has such an array itself.
    pub(crate) fn array_of(&self, root: Root) -> Option<&'static str> {
        match root {
            Root::Input(at) => {
                let input = &self.shader.inputs[at as usize];
                let is_own = matches!(input.kind, InputKind::Varying(..)) && input.built_in.is_none();
                (input.vertices.is_some() && !is_own).then_some("gl_in")
            }
            Root::Output(at) => {
                let output = &self.shader.outputs[at as usize];
                let is_own = matches!(output.kind, OutputKind::Varying(..)) && !output.is_built_in;
                (output.vertices.is_some() && !is_own).then_some("gl_out")
            }
            _ => None,
        }
    }

    /// Whether the only colour is that of draw buffer 0.
    fn only_color(&self) -> bool {
        let other = |kind: &OutputKind| matches!(kind, OutputKind::Color(number, _) if *number > 0);
        !self.shader.outputs.iter().any(|output| other(&output.kind))
    }

    /// The name of the block of parameters in expressions.
    pub(crate) fn block_instance(&self) -> String {
        let [_, instance] = parameters_name(self.shader.stage);
        instance
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
