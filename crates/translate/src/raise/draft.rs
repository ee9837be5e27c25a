//! The shader under construction: what every pass adds to, with the names that are taken and what is refused. It knows
//! of no instruction.

use quadrille_base::Span;
use quadrille_isa::gl::{Binding, Family};
use quadrille_program::{File, resources};
use rustc_hash::FxHashMap;

use crate::form::{
    AddedParameter, Alias, Expression, Function, FunctionId, Input, InputKind, Lvalue, Output, Parameter,
    Root, Shader, Type, Variable,
};
use crate::options::Emulation;
use crate::raise::context::Context;
use crate::raise::conventional::{self, BuiltInVariable};
use crate::raise::names::Namer;
use crate::refusal::{Reason, Refusal, each_once};
use crate::target::Feature;

/// A shader under construction.
pub(crate) struct Draft<'a> {
    /// The programs and the options that it is made from.
    pub(crate) context: Context<'a>,
    /// The shader so far.
    pub(crate) shader: Shader,
    /// The names that are taken.
    pub(crate) names: Namer,
    /// What is refused so far.
    problems: Vec<Refusal>,
    /// Variables for values that are used up at once.
    scratches: FxHashMap<(&'static str, Type), u32>,
}

impl<'a> Draft<'a> {
    /// A shader that does nothing yet.
    pub(crate) fn new(context: Context<'a>) -> Draft<'a> {
        let shader = Shader {
            stage: context.stage(),
            layout: context.layout(),
            parameters_at: context.options.push_offset,
            ..Shader::assembly(context.program)
        };
        Draft {
            context,
            shader,
            names: Namer::of(context.options.target),
            problems: Vec::new(),
            scratches: FxHashMap::default(),
        }
    }

    /// The shader, or what is refused, sorted by position.
    pub(crate) fn done(self) -> Result<Shader, Vec<Refusal>> {
        let mut problems = self.problems;
        if problems.is_empty() {
            return Ok(self.shader);
        }
        problems.sort_by_key(|problem| (problem.diagnostic.span.start, problem.diagnostic.span.end));
        Err(each_once(problems))
    }

    /// Does something of which all that is refused is refused at a place.
    pub(crate) fn refusing_at<T>(&mut self, place: Span, act: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.problems.len();
        let done = act(self);
        for problem in &mut self.problems[before..] {
            problem.diagnostic.span = place;
        }
        done
    }

    /// Refuses something.
    pub(crate) fn problem(&mut self, problem: Refusal) {
        self.problems.push(problem);
    }

    /// Refuses something that no target has, or not this one.
    pub(crate) fn unsupported(&mut self, span: Span, reason: Reason) {
        self.problem(Refusal::new(span, reason));
    }

    /// Notes that a feature is used at a place; refuses it where the target lacks it. Gives whether it has it.
    pub(crate) fn need(&mut self, feature: Feature, span: Span) -> bool {
        let supported = self.context.supports(feature);
        if supported {
            self.shader.features.insert(feature);
        } else {
            self.problem(Refusal::missing(span, self.context.options.target, feature, None));
        }
        supported
    }

    /// As [`Draft::need`], but an emulation may stand in: gives whether it does.
    pub(crate) fn need_or(&mut self, feature: Feature, emulation: Emulation, span: Span) -> bool {
        if self.context.supports(feature) {
            self.shader.features.insert(feature);
            return false;
        }
        let options = self.context.options;
        if !options.allows(emulation) {
            self.problem(Refusal::missing(span, options.target, feature, Some(emulation)));
        }
        true
    }

    /// Keeps a name of the program for something of the interface.
    pub(crate) fn alias(&mut self, file: File, slot: usize, root: Root, index: Option<u32>) {
        if let Some(name) = self.context.declared(file, slot) {
            let name = self.names.fresh(name);
            self.shader.aliases.push(Alias { name, root, index });
        }
    }

    /// Declares an input, once. Attributes that share a place are one input, of the type that the first of them has.
    pub(crate) fn input(
        &mut self,
        name: &str,
        ty: Type,
        kind: InputKind,
        variable: &resources::Variable,
    ) -> Expression {
        let at = self.declared_input(name, ty, kind, variable, None);
        Expression::read(Root::Input(at), self.shader.inputs[at as usize].ty)
    }

    /// Declares an input of each of so many vertices, once: that of the first.
    pub(crate) fn input_of_vertices(
        &mut self,
        name: &str,
        ty: Type,
        kind: InputKind,
        variable: &resources::Variable,
        vertices: u32,
    ) -> Expression {
        let root = Root::Input(self.declared_input(name, ty, kind, variable, Some(vertices)));
        let index = Some(Box::new(Expression::int(0)));
        Expression::read(Lvalue { root, index }, ty)
    }

    fn declared_input(
        &mut self,
        name: &str,
        ty: Type,
        kind: InputKind,
        variable: &resources::Variable,
        vertices: Option<u32>,
    ) -> u32 {
        let mut inputs = self.shader.inputs.iter();
        let known = inputs.position(|input| input.kind == kind);
        let at = known.unwrap_or_else(|| {
            let given = conventional::input(self.context, kind, variable.binding, ty);
            let (name, built_in) = self.known(name, given);
            self.shader.inputs.push(Input {
                name,
                ty,
                kind,
                binding: variable.binding,
                built_in,
                used: 0,
                vertices,
            });
            self.shader.inputs.len() - 1
        });
        self.shader.inputs[at].used |= variable.used;
        at as u32
    }

    /// Declares an input that the program itself does not read, of which some components are used.
    pub(crate) fn added_input(
        &mut self,
        name: &str,
        ty: Type,
        kind: InputKind,
        (family, number): (Family, u32),
        used: u8,
    ) -> Expression {
        let variable = resources::Variable {
            binding: Binding::new(family, [number, 0, 0, 0]),
            long: false,
            used,
            interpolation: Default::default(),
        };
        self.input(name, ty, kind, &variable)
    }

    /// Declares an output.
    pub(crate) fn output(&mut self, output: Output) -> Root {
        let given = conventional::output(self.context, output.kind, output.binding);
        let is_built_in = given.is_some();
        let name = given.unwrap_or_else(|| self.names.reserve(&output.name));
        self.shader.outputs.push(Output {
            name,
            is_built_in,
            ..output
        });
        Root::Output(self.shader.outputs.len() as u32 - 1)
    }

    /// The name of something that the shading language may have itself, and what it has.
    fn known(&mut self, name: &str, given: Option<BuiltInVariable>) -> (String, Option<String>) {
        match given {
            None => (self.names.reserve(name), None),
            Some(BuiltInVariable::Name(own)) => (own.clone(), Some(own)),
            Some(BuiltInVariable::Value(value)) => (self.names.reserve(name), Some(value)),
        }
    }

    /// A parameter that the translation adds.
    pub(crate) fn added_parameter(&mut self, added: AddedParameter) -> Expression {
        let mut known = self.shader.parameters.iter();
        let at = known
            .position(|parameter| parameter.added == Some(added))
            .unwrap_or_else(|| self.new_parameter(&added.name(), added.ty(), None, Some(added), None));
        Expression::read(Root::Parameter(at as u32), added.ty())
    }

    /// The number of the parameter of a name, which is new if there is none.
    pub(crate) fn parameter_named(&mut self, name: &str, ty: Type, length: Option<u32>) -> usize {
        self.parameter_given(name, ty, length, None)
    }

    /// The same of a parameter that the shading language may have itself.
    pub(crate) fn parameter_given(
        &mut self,
        name: &str,
        ty: Type,
        length: Option<u32>,
        given: Option<BuiltInVariable>,
    ) -> usize {
        let own = match &given {
            Some(BuiltInVariable::Name(own)) => own,
            Some(BuiltInVariable::Value(_)) | None => name,
        };
        let mut known = self.shader.parameters.iter();
        known
            .position(|parameter| parameter.name == *own)
            .unwrap_or_else(|| self.new_parameter(name, ty, length, None, given))
    }

    fn new_parameter(
        &mut self,
        name: &str,
        ty: Type,
        length: Option<u32>,
        added: Option<AddedParameter>,
        given: Option<BuiltInVariable>,
    ) -> usize {
        let (name, built_in) = self.known(name, given);
        self.shader.parameters.push(Parameter {
            name,
            ty,
            length,
            added,
            built_in,
            elements: vec![None],
            declared: None,
            initial: None,
        });
        self.shader.parameters.len() - 1
    }

    /// A new variable.
    pub(crate) fn variable(&mut self, name: &str, ty: Type) -> u32 {
        let name = self.names.fresh(name);
        self.shader.variables.push(Variable {
            name,
            ty,
            length: None,
            initial: None,
        });
        self.shader.variables.len() as u32 - 1
    }

    /// A variable for a value that is used up at once; one for each name and type.
    pub(crate) fn scratch(&mut self, name: &'static str, ty: Type) -> u32 {
        match self.scratches.get(&(name, ty)) {
            Some(known) => *known,
            None => {
                let fresh = self.variable(name, ty);
                self.scratches.insert((name, ty), fresh);
                fresh
            }
        }
    }

    /// The type of a variable.
    pub(crate) fn type_of(&self, variable: u32) -> Type {
        self.shader.variables[variable as usize].ty
    }

    /// Adds a function to the library.
    pub(crate) fn define(&mut self, function: Function) -> FunctionId {
        self.shader.library.push(function);
        FunctionId(self.shader.library.len() as u32 - 1)
    }
}
