//! Parameters: program parameters and GL state as arrays and vectors with stable names, constants as
//! literals, or by the name that the program gave them.
//!
//! | in the program | in the shader |
//! |---|---|
//! | `program.local[n]` of a vertex program | `u_vertex_local[n]` |
//! | `program.env[n]` of a fragment program | `u_fragment_env[n]` |
//! | `state.matrix.mvp.row[n]` | `state_matrix_mvp[n]`, four rows |
//! | `state.light[2].spot.direction` | `state_light2_spot_direction` |
//!
//! The stage stands in the names of program parameters because a linked program of today has one list of
//! uniforms, while local and environment parameters belong to one target each. State is the same for both.

use quadrille_base::Span;
use quadrille_isa::gl::{Binding, Family, ProgramOption};
use quadrille_program::{File, ParameterSource, Register, Relative};

use crate::form::{Alias, Constant, Expression, Kind, Parameter, Place, Root, Scalar, Type};
use crate::options::Packing;
use crate::raise::memory::buffers::slots;
use crate::raise::raiser::{Raiser, Reading};
use crate::target::Feature;

/// Options that mix fog into the final colour.
pub(crate) const FOG_OPTIONS: [ProgramOption; 3] = [
    ProgramOption::ArbFogLinear,
    ProgramOption::ArbFogExp,
    ProgramOption::ArbFogExp2,
];

/// State that the fog options read.
pub(crate) const FOG_STATE: [Binding; 2] = [
    Binding::new(Family::StateFogColor, [0; 4]),
    Binding::new(Family::StateFogParams, [0; 4]),
];

/// The rows of the modelview matrix, which brings a vertex to where clip planes are.
pub(crate) const MODELVIEW: [Binding; 4] = [
    Binding::new(Family::StateMatrixModelview, [0, 0, 0, 0]),
    Binding::new(Family::StateMatrixModelview, [0, 0, 1, 0]),
    Binding::new(Family::StateMatrixModelview, [0, 0, 2, 0]),
    Binding::new(Family::StateMatrixModelview, [0, 0, 3, 0]),
];

/// The equation of a clip plane.
pub(crate) fn clip_plane(plane: u32) -> Binding {
    Binding::new(Family::StateClipPlane, [plane, 0, 0, 0])
}

impl Raiser<'_> {
    /// Asks whether the target has what parameters are to be packed in.
    pub(crate) fn packing(&mut self) {
        let feature = match self.options.packing {
            Packing::Plain => return,
            Packing::Block => Feature::UniformBlocks,
            Packing::PushConstants => Feature::PushConstants,
        };
        self.need(feature, Span::at(0));
    }

    /// Declares what the program reads of its parameters.
    pub(crate) fn parameters(&mut self) {
        let used = self.used_parameters();
        self.buffers(&used);
        let program = self.program;
        let read = |slot: usize| used[slot].then(|| program.parameters()[slot].source);
        let mut bindings: Vec<Binding> = (0..used.len())
            .filter_map(|slot| match read(slot)? {
                ParameterSource::Binding(binding) => Some(binding),
                ParameterSource::Constant(_) | ParameterSource::Buffer(_) => None,
            })
            .collect();
        if FOG_OPTIONS
            .iter()
            .any(|option| program.features().options.contains(*option))
        {
            bindings.extend(FOG_STATE);
        }
        let planes = self.added_planes();
        if planes != 0 {
            bindings.extend(MODELVIEW);
            let enabled = (0..u32::BITS).filter(|plane| planes >> plane & 1 != 0);
            bindings.extend(enabled.map(clip_plane));
        }
        bindings.sort_unstable_by_key(|binding| (order(binding.family), *binding));
        bindings.dedup();
        for binding in bindings {
            self.bind(binding);
        }
        for slot in 0..used.len() {
            self.parameters[slot] = match read(slot) {
                None => None,
                Some(ParameterSource::Buffer(element)) => {
                    if let (true, Some(at)) = (element.vector, self.buffers.get(&element.buffer).copied()) {
                        self.alias(File::Parameter, slot, Root::Buffer(at), Some(element.element));
                    }
                    Some(self.buffer_element(element))
                }
                Some(ParameterSource::Constant(bits)) => {
                    let value = match (self.settable(slot), program.parameters()[slot].high) {
                        (Some(name), _) => self.named_parameter(&name, bits),
                        (None, Some(high)) => long_constant(bits, high),
                        (None, None) => self.constant(slot, bits),
                    };
                    Some(Reading::Whole(value))
                }
                Some(ParameterSource::Binding(binding)) => {
                    let (parameter, index) = self.bound[&binding];
                    self.alias(File::Parameter, slot, Root::Parameter(parameter), index);
                    Some(Reading::Whole(self.bound_parameter(binding)))
                }
            };
        }
        self.array_aliases();
        self.subroutine_parameters();
    }

    /// The clip planes, by bits, whose distances are found after the program: those of a position-invariant one.
    pub(crate) fn added_planes(&self) -> u32 {
        let is_invariant = self.is_vertex() && self.shader.invariant_position;
        match self.options.clip_planes {
            Some(planes) if is_invariant && !self.leaves_clips_out() => planes,
            _ => 0,
        }
    }

    /// Keeps the names of arrays that are a whole array of the shader from its first element on.
    fn array_aliases(&mut self) {
        for declared in self.program.declared() {
            let (File::Parameter, Some(length @ 1..)) = (declared.file, declared.length) else {
                continue;
            };
            let element =
                |number: u32| match self.program.parameters()[(declared.first + number) as usize].source {
                    ParameterSource::Binding(binding) => self.bound.get(&binding).copied(),
                    ParameterSource::Constant(_) | ParameterSource::Buffer(_) => None,
                };
            let Some((root, Some(0))) = element(0) else {
                continue;
            };
            if (1..length).all(|number| element(number).is_none_or(|place| place == (root, Some(number)))) {
                let name = self.names.fresh(&declared.name);
                let root = Root::Parameter(root);
                self.shader.aliases.push(Alias {
                    name,
                    root,
                    index: None,
                });
            }
        }
    }

    /// Which slots instructions read.
    fn used_parameters(&self) -> Vec<bool> {
        let mut used = vec![false; self.program.parameters().len()];
        let mut note = |register: &Register| {
            if let Some(Relative { index, .. }) = &register.relative
                && index.file == File::Parameter
            {
                used[index.slot as usize] = true;
            }
            if register.file == File::Parameter {
                used[slots(register)].fill(true);
            }
            if let Some(index) = register.outer.and_then(|outer| outer.index)
                && index.file == File::Parameter
            {
                used[index.slot as usize] = true;
            }
        };
        for instruction in self.program.instructions().iter() {
            for operand in instruction.reads() {
                note(&operand.register);
            }
            if let Some(register) = instruction.destination.and_then(|to| to.register) {
                note(&register);
            }
        }
        used
    }

    /// Declares one bound vector, or makes an array long enough for it.
    fn bind(&mut self, binding: Binding) {
        let (name, element, rows) = place(binding, self.stage_word());
        let length = match (element, rows) {
            (None, _) => None,
            (Some(element), None) => Some(element + 1),
            (Some(_), rows) => rows,
        };
        let at = self.parameter_named(&name, Type::VEC4, length);
        let parameter = &mut self.shader.parameters[at];
        parameter.length = parameter.length.max(length);
        parameter
            .elements
            .resize(parameter.length.unwrap_or(1) as usize, None);
        parameter.elements[element.unwrap_or(0) as usize] = Some(binding);
        self.bound.insert(binding, (at as u32, element));
    }

    /// A parameter that the translation adds.
    pub(crate) fn added_parameter(&mut self, name: &str, ty: Type) -> Expression {
        let at = self.parameter_named(name, ty, None);
        Expression::read(Root::Parameter(at as u32), ty)
    }

    /// The number of the parameter of a name, which is new if there is none.
    pub(crate) fn parameter_named(&mut self, name: &str, ty: Type, length: Option<u32>) -> usize {
        let mut known = self.shader.parameters.iter();
        known
            .position(|parameter| parameter.name == name)
            .unwrap_or_else(|| {
                let name = self.names.reserve(name);
                self.shader.parameters.push(Parameter {
                    name,
                    ty,
                    length,
                    elements: vec![None],
                    initial: None,
                });
                self.shader.parameters.len() - 1
            })
    }

    /// A vector that was declared.
    pub(crate) fn bound_parameter(&self, binding: Binding) -> Expression {
        let (parameter, index) = self.bound[&binding];
        let index = index.map(|index| Box::new(Expression::int(index as i32)));
        Expression::read(
            Place {
                root: Root::Parameter(parameter),
                index,
            },
            Type::VEC4,
        )
    }

    /// The name by which the application sets a parameter (DECLARE of FP1.0).
    fn settable(&self, slot: usize) -> Option<String> {
        let mut declared = self.program.declared().iter();
        let named = declared
            .find(|name| name.settable && name.file == File::Parameter && name.first as usize == slot)?;
        Some(named.name.clone())
    }

    /// A parameter of the program's own name, with the value that it has until it is set.
    fn named_parameter(&mut self, name: &str, initial: [u32; 4]) -> Expression {
        let name = self.names.fresh(name);
        self.shader.parameters.push(Parameter {
            name,
            ty: Type::VEC4,
            length: None,
            elements: vec![None],
            initial: Some(initial),
        });
        Expression::read(
            Root::Parameter(self.shader.parameters.len() as u32 - 1),
            Type::VEC4,
        )
    }

    /// A constant: a literal, or what the program calls it; a scalar if all components are the same.
    fn constant(&mut self, slot: usize, bits: [u32; 4]) -> Expression {
        match self.declared(File::Parameter, slot) {
            None => Expression::words(Type::VEC4, bits),
            Some(name) => {
                let name = self.names.fresh(name);
                let same = bits.iter().all(|value| *value == bits[0]);
                let ty = if same { Type::FLOAT } else { Type::VEC4 };
                self.shader.constants.push(Constant {
                    name,
                    ty,
                    value: bits,
                });
                Expression::read(Root::Constant(self.shader.constants.len() as u32 - 1), ty)
            }
        }
    }
}

/// A constant of 64 bits, of any kind; it has no name.
fn long_constant(low: [u32; 4], high: [u32; 4]) -> Expression {
    let bits = std::array::from_fn(|at| u64::from(low[at]) | u64::from(high[at]) << 32);
    Expression::new(Type::new(Scalar::Ulong, 4), Kind::Literal(bits))
}

/// Program parameters come first, then state as the table of bindings lists it.
fn order(family: Family) -> u32 {
    match family {
        Family::ProgramLocal => 0,
        Family::ProgramEnv => 1,
        other => 2 + other as u32,
    }
}

/// The name of a binding's vector or array, which element of it the binding is, and how many elements the
/// array always has.
fn place(binding: Binding, stage: &str) -> (String, Option<u32>, Option<u32>) {
    match binding.family {
        Family::ProgramLocal => (format!("u_{stage}_local"), Some(binding.index[0]), None),
        Family::ProgramEnv => (format!("u_{stage}_env"), Some(binding.index[0]), None),
        _ => {
            let text = binding.to_string();
            match binding.matrix() {
                None => (flat(&text), None, None),
                Some(row) => {
                    let matrix = text
                        .rsplit_once(".row")
                        .map_or(text.as_str(), |(matrix, _)| matrix);
                    (flat(matrix), Some(row.row), Some(4))
                }
            }
        }
    }
}

/// A binding's text as one name: `state.light[2].half` is `state_light2_half`.
pub(crate) fn flat(text: &str) -> String {
    text.chars()
        .filter(|character| !matches!(character, '[' | ']'))
        .map(|character| if character == '.' { '_' } else { character })
        .collect()
}
