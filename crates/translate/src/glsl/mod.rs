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

use crate::form::{
    Components, Expression, Function, InputKind, Lvalue, OutputKind, Root, Shader, Statement, Type,
    parameters_name, word_at,
};
use crate::options::{Options, Packing};
use crate::printer::{self, Language};
use crate::target::Target;

use dialect::Dialect;

/// The text of a shader. It is the same whenever the shader and the options are.
pub fn print(shader: &Shader, options: &Options) -> String {
    let mut printer = Printer::new(shader, Dialect::new(options, shader.stage));
    printer.declarations();
    printer.functions();
    printer.out
}

pub(crate) type Printer<'a> = printer::Printer<'a, Dialect>;

impl Language for Dialect {
    fn type_name(&self, ty: Type) -> &'static str {
        Dialect::type_name(self, ty)
    }

    fn function_name(&self, function: &Function, _: bool) -> String {
        function.name.clone()
    }

    fn own_name(printer: &Printer<'_>, root: Root) -> String {
        printer.own_name(root)
    }

    fn place_text(printer: &Printer<'_>, place: &Lvalue) -> String {
        printer.place_text(place)
    }

    fn bare(printer: &Printer<'_>, expression: &Expression, out: &mut String) {
        printer.bare(expression, out);
    }

    fn tightness(expression: &Expression) -> u8 {
        expression::tightness_of(expression)
    }

    fn begin_main(printer: &mut Printer<'_>) {
        if !printer.shader.shared_variables {
            printer.variables();
        }
        if printer.dialect.target == Target::GlslEs100 {
            printer.fill_arrays();
        }
    }

    fn statement(printer: &mut Printer<'_>, statement: &Statement, after: &str) {
        printer.statement(statement, after);
    }
}

impl Printer<'_> {
    /// The name under which a place is declared.
    pub(crate) fn own_name(&self, root: Root) -> String {
        let shader = self.shader;
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
            Root::Argument(at) => self.argument_name(at),
            Root::Local(at) => self.local_name(at),
            Root::Parameter(at) => {
                let parameter = &shader.parameters[at as usize];
                let name = &parameter.name;
                match self.dialect.packing {
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
}
