//! HLSL of shader model 3, for Direct3D 9: a raised shader as text.
//!
//! Inputs and outputs are static variables, which `main` fills from its semantics and hands on. What this model cannot hold
//! is refused before ([`refusal`]); that of shader models 4 and later is made by a library ([`crate::module`]).
//!
//! Source: Microsoft, *Shader Model 3 HLSL Reference*, *Semantics*, *vs_3_0* and *ps_3_0 Registers*.

mod declare;
mod expression;
mod lookup;
pub mod refusal;
mod semantic;
mod statement;

use std::collections::BTreeSet;
use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::form::{Function, OutputKind, Root, Scalar, Shader, Type};
use crate::raise::names::keywords;

/// The text of a shader. It is the same whenever the shader is.
pub fn print(shader: &Shader) -> String {
    let mut printer = Printer::new(shader);
    printer.declarations();
    printer.functions();
    printer.entry();
    printer.out
}

/// The function of the program's main part: a name that no other has, for theirs have no two `_` in a row.
const MAIN: &str = "main__program";

struct Printer<'a> {
    shader: &'a Shader,
    out: String,
    /// The program's names for parts of its interface.
    aliases: FxHashMap<(Root, Option<u32>), &'a str>,
    /// The function that is printed, for names of its arguments and variables.
    function: Option<&'a Function>,
    /// Its variables that were not declared yet; each is where it is first written.
    undeclared: BTreeSet<u32>,
    depth: usize,
}

impl<'a> Printer<'a> {
    fn new(shader: &'a Shader) -> Printer<'a> {
        let aliases = shader.aliases.iter().rev();
        let aliases = aliases.map(|alias| ((alias.root, alias.index), alias.name.as_str()));
        Printer {
            shader,
            out: String::with_capacity(4096),
            aliases: aliases.collect(),
            function: None,
            undeclared: BTreeSet::new(),
            depth: 0,
        }
    }

    /// The library, then the program's names, which are macros, and its own functions.
    fn functions(&mut self) {
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

    /// The name of a place, by which it is also called in the program where it has one there.
    fn name(&self, root: Root, index: Option<u32>) -> String {
        match self.aliases.get(&(root, index)) {
            Some(alias) => (*alias).to_owned(),
            None => self.own_name(root),
        }
    }

    /// The name under which a place is declared.
    fn own_name(&self, root: Root) -> String {
        let shader = self.shader;
        let of_function = |names: fn(&Function) -> &[(String, Type)], at: u32| {
            let name = self
                .function
                .and_then(|function| names(function).get(at as usize));
            name.map_or_else(String::new, |name| name.0.clone())
        };
        match root {
            Root::Variable(at) => shader.variables[at as usize].name.clone(),
            Root::Constant(at) => shader.constants[at as usize].name.clone(),
            Root::Buffer(at) => shader.buffers[at as usize].name.clone(),
            Root::Storage(at) => shader.storages[at as usize].name.clone(),
            // No feature of this model leads here.
            Root::Shared | Root::Address(_) => String::new(),
            Root::Parameter(at) => shader.parameters[at as usize].name.clone(),
            Root::Argument(at) => of_function(|function| &function.arguments, at),
            Root::Local(at) => of_function(|function| &function.locals, at),
            Root::Input(at) => shader.inputs[at as usize].name.clone(),
            Root::Output(at) => {
                let output = &shader.outputs[at as usize];
                match output.kind {
                    // Those that have names of the language elsewhere.
                    OutputKind::Position => "o_position".to_owned(),
                    OutputKind::PointSize => "o_point_size".to_owned(),
                    OutputKind::Depth => "o_depth".to_owned(),
                    OutputKind::Varying(..)
                    | OutputKind::Color(..)
                    | OutputKind::ClipVertex
                    | OutputKind::ClipDistance(_)
                    | OutputKind::SampleMask
                    | OutputKind::Layer
                    | OutputKind::Viewport
                    | OutputKind::ViewportMask
                    | OutputKind::PrimitiveId
                    | OutputKind::Patch(_)
                    | OutputKind::Streamed { .. }
                    | OutputKind::OuterLevel(_)
                    | OutputKind::InnerLevel(_) => output.name.clone(),
                }
            }
        }
    }

    /// A line at the depth of the block at hand.
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        for _ in 0..self.depth {
            self.out.push_str("    ");
        }
        // Writing to a string does not fail.
        let _ = self.out.write_fmt(text);
        self.out.push('\n');
    }

    /// A comment on a line of its own.
    fn comment(&mut self, text: &str) {
        let text = crate::glsl::plain(text);
        self.line(format_args!("// {text}"));
    }

    /// Lines with an empty one before them, if there are any.
    fn group(&mut self, print: impl FnOnce(&mut Self)) {
        let before = self.out.len();
        self.out.push('\n');
        let start = self.out.len();
        print(self);
        if self.out.len() == start {
            self.out.truncate(before);
        }
    }
}

/// The name of a function of the library, beside the intrinsic functions of the language.
fn library_name(name: &str) -> String {
    let is_intrinsic = keywords::hlsl().any(|word| word == name);
    format!("{name}{}", if is_intrinsic { "__" } else { "" })
}

/// The name of a type. Kinds of numbers that this model lacks are refused before.
fn type_name(ty: Type) -> &'static str {
    let names = match ty.scalar {
        Scalar::Bool => ["bool", "bool2", "bool3", "bool4"],
        Scalar::Int | Scalar::Uint | Scalar::Long | Scalar::Ulong => ["int", "int2", "int3", "int4"],
        Scalar::Float | Scalar::Double => ["float", "float2", "float3", "float4"],
    };
    names[usize::from(ty.width.clamp(1, 4)) - 1]
}
