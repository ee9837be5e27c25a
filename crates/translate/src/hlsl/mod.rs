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

use crate::form::{Expression, Function, Lvalue, OutputKind, Root, Scalar, Shader, Statement, Type};
use crate::printer::{self, Language};
use crate::raise::names::keywords;

/// The text of a shader. It is the same whenever the shader is.
pub fn print(shader: &Shader) -> String {
    let mut printer = Printer::new(shader, ShaderModel3);
    printer.declarations();
    printer.functions();
    printer.entry();
    printer.out
}

/// The function of the program's main part: a name that no other has, for theirs have no two `_` in a row.
const MAIN: &str = "main__program";

struct ShaderModel3;

type Printer<'a> = printer::Printer<'a, ShaderModel3>;

impl Language for ShaderModel3 {
    fn type_name(&self, ty: Type) -> &'static str {
        type_name(ty)
    }

    fn function_name(&self, function: &Function, is_main: bool) -> String {
        match is_main {
            true => MAIN.to_owned(),
            false => library_name(&function.name),
        }
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
            printer.variables("");
        }
    }

    fn statement(printer: &mut Printer<'_>, statement: &Statement, after: &str) {
        printer.statement(statement, after);
    }
}

impl Printer<'_> {
    /// The name under which a place is declared.
    fn own_name(&self, root: Root) -> String {
        let shader = self.shader;
        match root {
            Root::Variable(at) => shader.variables[at as usize].name.clone(),
            Root::Constant(at) => shader.constants[at as usize].name.clone(),
            Root::Buffer(at) => shader.buffers[at as usize].name.clone(),
            Root::Storage(at) => shader.storages[at as usize].name.clone(),
            Root::Shared | Root::Address(_) => {
                unreachable!("{root:?}: this model lacks Compute and GpuAddresses")
            }
            Root::Parameter(at) => shader.parameters[at as usize].name.clone(),
            Root::Argument(at) => self.argument_name(at),
            Root::Local(at) => self.local_name(at),
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
