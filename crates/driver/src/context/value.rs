//! The values that uniforms of a linked program take.

use std::sync::Arc;

use quadrille_isa::gl::binding::{Matrix, MatrixModifier};
use quadrille_isa::gl::{Binding, Family};
use quadrille_program::{File, ParameterSource};
use quadrille_translate::form::{Parameter, Scalar};

use super::group::{Group, Loaded, locked};
use super::shader::target;
use super::stage::Stages;
use super::subroutine::Subroutines;
use super::track::{modified, of_mode};
use crate::gl::{Gl, number};

/// What uniforms take that the driver does not keep.
#[derive(Clone, Copy)]
pub(super) struct KeptValues<'a> {
    pub(super) group: &'a Group,
    pub(super) stages: &'a Stages,
    pub(super) subroutines: &'a Subroutines,
}

/// A uniform.
#[derive(Debug)]
pub(super) struct Uniform {
    location: i32,
    scalar: Scalar,
    width: u8,
    of: Arc<Loaded>,
    values: Vec<Value>,
}

/// Where a vector comes from.
#[derive(Clone, PartialEq, Debug)]
enum Value {
    Environment(u32),
    Local(u32),
    /// A row of a matrix that OpenGL has and GLSL has no name for, by MatrixMode's number.
    Row {
        mode: u32,
        modifier: MatrixModifier,
        row: u32,
    },
    Named(String, [f32; 4]),
    Subroutine(u32),
    Zero,
}

impl Uniform {
    /// The uniform of a parameter of a program.
    pub(super) fn new(location: i32, parameter: &Parameter, of: &Arc<Loaded>) -> Uniform {
        let element = |binding: &Option<Binding>| match (binding, parameter.initial) {
            (Some(binding), _) => Value::of(*binding),
            (None, Some(initial)) => {
                let name = parameter.declared.as_ref().unwrap_or(&parameter.name);
                Value::Named(name.clone(), initial.map(f32::from_bits))
            }
            (None, None) => Value::Zero,
        };
        Uniform {
            location,
            scalar: parameter.ty.scalar,
            width: parameter.ty.width,
            of: Arc::clone(of),
            values: parameter.elements.iter().map(element).collect(),
        }
    }

    /// Whether it takes state of which nobody says when it changes.
    pub(super) fn takes_state(&self) -> bool {
        let mut values = self.values.iter();
        values.any(|value| matches!(value, Value::Row { .. } | Value::Subroutine(_)))
    }

    /// Sets it, in the program that is used.
    pub(super) fn set(&self, gl: &dyn Gl, kept: &KeptValues<'_>) {
        let values = self.values.iter();
        let vectors: Vec<[f32; 4]> = values.map(|value| value.now(gl, &self.of, kept)).collect();
        match (self.scalar, self.width, vectors.first()) {
            (Scalar::Float, 4, _) => gl.set_vectors(self.location, &vectors),
            (Scalar::Float, width, Some(first)) => {
                gl.set_floats(self.location, &first[..usize::from(width.min(2))]);
            }
            (_, _, Some(first)) => gl.set_number(self.location, first[0].to_bits().cast_signed()),
            (_, _, None) => {}
        }
    }
}

impl Value {
    fn of(binding: Binding) -> Value {
        if let Some(row) = binding.matrix() {
            // MatrixMode: TEXTURE has the units behind ActiveTexture, of which GLSL names all that there are.
            let mode = match row.matrix {
                Matrix::Program(at) => number::MATRIX0 + at,
                Matrix::Modelview(_)
                | Matrix::Projection
                | Matrix::Mvp
                | Matrix::Texture(_)
                | Matrix::Palette(_) => return Value::Zero,
            };
            return Value::Row {
                mode,
                modifier: row.modifier,
                row: row.row & 3,
            };
        }
        match binding.family {
            Family::ProgramEnv => Value::Environment(binding.index[0]),
            Family::ProgramLocal => Value::Local(binding.index[0]),
            Family::ProgramSubroutine => Value::Subroutine(binding.index[0]),
            _ => Value::Zero,
        }
    }

    /// A vector; a number as the bits of its first component.
    fn now(&self, gl: &dyn Gl, of: &Loaded, kept: &KeptValues<'_>) -> [f32; 4] {
        let KeptValues {
            group,
            stages,
            subroutines,
        } = kept;
        let target = target(of.stage);
        match self {
            Value::Environment(index) => stages
                .environment(target, *index)
                .unwrap_or_else(|| gl.environment_parameter(target, *index)),
            Value::Local(index) => match stages.bound(target) {
                Some(name) => group.local(target, name, *index),
                None => gl.local_parameter(target, *index),
            },
            Value::Row { mode, modifier, row } => {
                modified(&of_mode(gl, *mode), *modifier).rows[*row as usize & 3]
            }
            Value::Named(name, initial) => locked(&of.named).get(name).copied().unwrap_or(*initial),
            Value::Subroutine(parameter) => {
                let number = subroutines.number(&of.program, of.stage, *parameter);
                [f32::from_bits(number), 0.0, 0.0, 0.0]
            }
            Value::Zero => [0.0; 4],
        }
    }
}

impl Loaded {
    /// The first value of a parameter that the program declares by a name (DECLARE of FP1.0).
    pub(super) fn initial(&self, name: &str) -> Option<[f32; 4]> {
        let mut declared = self.program.declared().iter();
        let found = declared.find(|one| one.settable && one.file == File::Parameter && one.name == name)?;
        match self.program.parameters().get(found.first as usize)?.source {
            ParameterSource::Constant(bits) => Some(bits.map(f32::from_bits)),
            ParameterSource::Binding(_) | ParameterSource::Buffer(_) => None,
        }
    }
}
