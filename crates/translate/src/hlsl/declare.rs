//! What stands around the functions: the interface as static variables, constant registers, and `main`.

use super::{MAIN, Printer, refusal, semantic, type_name};
use crate::form::{Expression, Input, InputKind, Output, Root, Type};

impl Printer<'_> {
    pub(super) fn declarations(&mut self) {
        let shader = self.shader;
        self.line(format_args!("// From {}.", shader.header));
        for comment in &shader.preamble {
            self.comment(comment);
        }
        self.group(Self::parameters);
        self.group(Self::textures);
        self.group(Self::interface);
        self.group(Self::constants);
        if shader.shared_variables {
            self.group(|printer| printer.variables("static "));
        }
    }

    fn parameters(&mut self) {
        let shader = self.shader;
        let (registers, _) = refusal::registers(shader);
        let parameters = shader.parameters.iter();
        let parameters = parameters.map(|one| (&one.name, one.ty, one.length, one.initial));
        let buffers = shader.buffers.iter();
        let buffers = buffers.map(|one| (&one.name, one.ty, Some(one.length), None));
        for ((name, ty, length, initial), register) in parameters.chain(buffers).zip(registers) {
            let length = length.map_or_else(String::new, |length| format!("[{length}]"));
            let mut value = String::new();
            if let Some(bits) = initial.filter(|bits| *bits != [0; 4]) {
                value.push_str(" = ");
                self.expression(&Expression::words(ty, bits), &mut value);
            }
            let ty = type_name(ty);
            self.line(format_args!(
                "uniform {ty} {name}{length} : register(c{register}){value};"
            ));
        }
    }

    fn textures(&mut self) {
        let shader = self.shader;
        for texture in &shader.textures {
            let kind = super::lookup::dimensions(&texture.shape);
            let (name, binding) = (&texture.name, texture.binding);
            self.line(format_args!("sampler{kind} {name} : register(s{binding});"));
        }
    }

    /// Inputs and outputs as variables.
    fn interface(&mut self) {
        let shader = self.shader;
        for (at, input) in shader.inputs.iter().enumerate() {
            let (ty, name) = (type_name(input.ty), self.own_name(Root::Input(at as u32)));
            self.line(format_args!("static {ty} {name};"));
        }
        for (at, output) in shader.outputs.iter().enumerate() {
            let (ty, name) = (type_name(output.ty), self.own_name(Root::Output(at as u32)));
            self.line(format_args!("static {ty} {name};"));
        }
    }

    fn constants(&mut self) {
        let shader = self.shader;
        for constant in &shader.constants {
            let mut value = String::new();
            self.expression(&Expression::words(constant.ty, constant.value), &mut value);
            let (ty, name) = (type_name(constant.ty), &constant.name);
            self.line(format_args!("static const {ty} {name} = {value};"));
        }
    }

    /// Variables of the program, a line each.
    pub(super) fn variables(&mut self, storage: &str) {
        let shader = self.shader;
        for variable in &shader.variables {
            let mut value = String::new();
            if let Some(initial) = &variable.initial {
                let mut one = String::new();
                self.expression(initial, &mut one);
                value = match variable.length {
                    None => format!(" = {one}"),
                    Some(length) => format!(" = {{ {} }}", vec![one; length as usize].join(", ")),
                };
            }
            let length = variable
                .length
                .map_or_else(String::new, |length| format!("[{length}]"));
            let (ty, name) = (type_name(variable.ty), &variable.name);
            self.line(format_args!("{storage}{ty} {name}{length}{value};"));
        }
    }

    /// `main`, which hands inputs to the program and its outputs on.
    pub(super) fn entry(&mut self) {
        let shader = self.shader;
        let inputs: Vec<(String, &Input)> = (0..)
            .zip(&shader.inputs)
            .map(|(at, input)| (self.own_name(Root::Input(at)), input))
            .collect();
        let outputs: Vec<(String, &Output)> = (0..)
            .zip(&shader.outputs)
            .map(|(at, output)| (self.own_name(Root::Output(at)), output))
            .collect();
        self.out.push('\n');
        self.line(format_args!("struct Inputs__ {{"));
        for (name, input) in &inputs {
            if let Some((semantic, ty)) = semantic::input(input) {
                self.line(format_args!("    {ty} {name} : {semantic};"));
            }
        }
        self.line(format_args!("}};\n"));
        self.line(format_args!("struct Outputs__ {{"));
        for (name, output) in &outputs {
            if let Some(semantic) = semantic::output(output) {
                let ty = type_name(output.ty);
                self.line(format_args!("    {ty} {name} : {semantic};"));
            }
        }
        self.line(format_args!("}};\n"));
        let argument = if inputs.is_empty() { "" } else { "Inputs__ inputs" };
        self.line(format_args!("Outputs__ main({argument}) {{"));
        self.depth += 1;
        for (name, input) in &inputs {
            let value = taken(name, input);
            self.line(format_args!("{name} = {value};"));
        }
        self.line(format_args!("{MAIN}();"));
        self.line(format_args!("Outputs__ outputs;"));
        for (name, _) in &outputs {
            self.line(format_args!("outputs.{name} = {name};"));
        }
        self.line(format_args!("return outputs;"));
        self.depth -= 1;
        self.line(format_args!("}}"));
    }
}

/// The value of an input from the structure of inputs.
fn taken(name: &str, input: &Input) -> String {
    match input.kind {
        InputKind::FrontFacing => format!("inputs.{name} > 0.0"),
        // Where a pixel is, and not its centre; of depth and 1/w nothing is read.
        InputKind::FragmentPosition => format!("float4(inputs.{name} + 0.5, 0.0, 1.0)"),
        InputKind::Attribute(_) if input.ty != Type::VEC4 => {
            let letters = crate::form::Components::all(input.ty.width).letters();
            format!("inputs.{name}.{letters}")
        }
        _ => format!("inputs.{name}"),
    }
}
