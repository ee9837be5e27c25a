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
use quadrille_isa::gl::{Binding, Family};
use quadrille_program::{File, ParameterSource, Program, Register, Relative};
use rustc_hash::FxHashMap;

use crate::form::{Alias, Constant, Expression, ExpressionKind, Lvalue, Parameter, Root, Scalar, Type};
use crate::options::Packing;
use crate::raise::conventional;
use crate::raise::draft::Draft;
use crate::raise::interface::buffers::{Buffers, slots};
use crate::raise::interface::clip::ClipVertex;
use crate::raise::interface::reading::Reading;
use crate::raise::interface::varying::flat;
use crate::raise::interface::{clip, fog, subroutines};
use crate::target::Feature;

/// Parameters of the program.
pub(crate) struct Parameters {
    /// By slot; none for slots that nothing reads.
    pub(crate) slots: Vec<Option<Reading>>,
    /// By binding: parameters of the shader with their element.
    bound: FxHashMap<Binding, (u32, Option<u32>)>,
}

/// Asks whether the target has what parameters are to be packed in.
pub(crate) fn packing(draft: &mut Draft<'_>) {
    let feature = match draft.context.options.packing {
        Packing::Plain => return,
        Packing::Block => Feature::UniformBlocks,
        Packing::PushConstants => Feature::PushConstants,
    };
    draft.need(feature, Span::at(0));
}

impl Parameters {
    /// Declares what the program reads of its parameters; `used` says which slots it does.
    pub(crate) fn declare(draft: &mut Draft<'_>, used: &[bool], buffers: &Buffers) -> Parameters {
        let program = draft.context.program;
        let read = |slot: usize| used[slot].then(|| program.parameters()[slot].source);
        let mut bindings: Vec<Binding> = (0..used.len())
            .filter_map(|slot| match read(slot)? {
                ParameterSource::Binding(binding) => Some(binding),
                ParameterSource::Constant(_) | ParameterSource::Buffer(_) => None,
            })
            .collect();
        if fog::of_program(program).is_some() {
            bindings.extend(fog::STATE);
        }
        let planes = clip::added_planes(draft.context);
        if planes != 0 || clip::clip_vertex(draft.context) == ClipVertex::InEye {
            bindings.extend(clip::MODELVIEW);
            bindings.extend(clip::numbers(planes).map(clip::equation));
        }
        bindings.sort_unstable_by_key(|binding| (order(binding.family), *binding));
        bindings.dedup();
        let bound = bindings
            .into_iter()
            .map(|binding| (binding, bind(draft, binding)));
        let mut parameters = Parameters {
            bound: bound.collect(),
            slots: vec![None; used.len()],
        };
        for slot in 0..used.len() {
            parameters.slots[slot] = match read(slot) {
                None => None,
                Some(ParameterSource::Buffer(element)) => {
                    if let (true, Some(at)) = (element.vector, buffers.number(element.buffer)) {
                        draft.alias(File::Parameter, slot, Root::Buffer(at), Some(element.element));
                    }
                    Some(Reading::Whole(buffers.element(element)))
                }
                Some(ParameterSource::Constant(bits)) => {
                    let value = match (settable(program, slot), program.parameters()[slot].high) {
                        (Some(name), _) => named_parameter(draft, name, bits),
                        (None, Some(high)) => long_constant(bits, high),
                        (None, None) => constant(draft, slot, bits),
                    };
                    Some(Reading::Whole(value))
                }
                Some(ParameterSource::Binding(binding)) => {
                    let (parameter, index) = parameters.bound[&binding];
                    draft.alias(File::Parameter, slot, Root::Parameter(parameter), index);
                    Some(Reading::Whole(parameters.vector(binding)))
                }
            };
        }
        parameters.array_aliases(draft);
        let chosen = subroutines::declare(draft);
        let chosen = chosen
            .into_iter()
            .map(|(number, parameter)| (subroutines::binding(number), (parameter, None)));
        parameters.bound.extend(chosen);
        parameters
    }

    /// A vector that was declared.
    pub(crate) fn vector(&self, binding: Binding) -> Expression {
        let (parameter, index) = self.bound[&binding];
        let index = index.map(|index| Box::new(Expression::int(index as i32)));
        let root = Root::Parameter(parameter);
        Expression::read(Lvalue { root, index }, Type::VEC4)
    }

    /// The number that a subroutine parameter holds; 0 where the program declares none of this number.
    pub(crate) fn subroutine(&self, number: u32) -> Expression {
        let bound = self.bound.get(&subroutines::binding(number));
        bound.map_or(Expression::int(0), |(parameter, _)| {
            Expression::read(Root::Parameter(*parameter), Type::INT)
        })
    }

    /// Keeps the names of arrays that are a whole array of the shader from its first element on.
    fn array_aliases(&self, draft: &mut Draft<'_>) {
        for declared in draft.context.program.declared() {
            let (File::Parameter, Some(length @ 1..)) = (declared.file, declared.length) else {
                continue;
            };
            let element = |number: u32| match draft.context.program.parameters()
                [(declared.first + number) as usize]
                .source
            {
                ParameterSource::Binding(binding) => self.bound.get(&binding).copied(),
                ParameterSource::Constant(_) | ParameterSource::Buffer(_) => None,
            };
            let Some((root, Some(0))) = element(0) else {
                continue;
            };
            if (1..length).all(|number| element(number).is_none_or(|place| place == (root, Some(number)))) {
                let name = draft.names.fresh(&declared.name);
                let root = Root::Parameter(root);
                draft.shader.aliases.push(Alias {
                    name,
                    root,
                    index: None,
                });
            }
        }
    }
}

/// Which slots instructions read.
pub(crate) fn used(program: &Program) -> Vec<bool> {
    let mut used = vec![false; program.parameters().len()];
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
    for instruction in program.instructions().iter() {
        for operand in instruction.reads() {
            note(&operand.register);
        }
        if let Some(register) = instruction.destination.and_then(|to| to.register) {
            note(&register);
        }
    }
    used
}

/// Declares one bound vector, or makes an array long enough for it: the parameter, and which of its elements.
fn bind(draft: &mut Draft<'_>, binding: Binding) -> (u32, Option<u32>) {
    let (name, element, rows) = place(binding, draft.context.stage_word());
    let length = match (element, rows) {
        (None, _) => None,
        (Some(element), None) => Some(element + 1),
        (Some(_), rows) => rows,
    };
    let given = conventional::state(draft.context.options.target, binding);
    let at = draft.parameter_given(&name, Type::VEC4, length, given);
    let parameter = &mut draft.shader.parameters[at];
    parameter.length = parameter.length.max(length);
    parameter
        .elements
        .resize(parameter.length.unwrap_or(1) as usize, None);
    parameter.elements[element.unwrap_or(0) as usize] = Some(binding);
    (at as u32, element)
}

/// The name by which the application sets a parameter (DECLARE of FP1.0).
fn settable(program: &Program, slot: usize) -> Option<&str> {
    let mut declared = program.declared().iter();
    let named =
        declared.find(|name| name.settable && name.file == File::Parameter && name.first as usize == slot)?;
    Some(&named.name)
}

/// A parameter of the program's own name, with the value that it has until it is set.
fn named_parameter(draft: &mut Draft<'_>, name: &str, initial: [u32; 4]) -> Expression {
    draft.shader.parameters.push(Parameter {
        name: draft.names.fresh(name),
        ty: Type::VEC4,
        length: None,
        added: None,
        built_in: None,
        elements: vec![None],
        declared: Some(name.to_owned()),
        initial: Some(initial),
    });
    Expression::read(
        Root::Parameter(draft.shader.parameters.len() as u32 - 1),
        Type::VEC4,
    )
}

/// A constant: a literal, or what the program calls it; a scalar if all components are the same.
fn constant(draft: &mut Draft<'_>, slot: usize, bits: [u32; 4]) -> Expression {
    match draft.context.declared(File::Parameter, slot) {
        None => Expression::words(Type::VEC4, bits),
        Some(name) => {
            let name = draft.names.fresh(name);
            let same = bits.iter().all(|value| *value == bits[0]);
            let ty = if same { Type::FLOAT } else { Type::VEC4 };
            draft.shader.constants.push(Constant {
                name,
                ty,
                value: bits,
            });
            Expression::read(Root::Constant(draft.shader.constants.len() as u32 - 1), ty)
        }
    }
}

/// A constant of 64 bits, of any kind; it has no name.
fn long_constant(low: [u32; 4], high: [u32; 4]) -> Expression {
    let bits = std::array::from_fn(|at| u64::from(low[at]) | u64::from(high[at]) << 32);
    Expression::new(Type::new(Scalar::Ulong, 4), ExpressionKind::Literal(bits))
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
