//! Programs as shaders: what is linked for a draw, and the values that its uniforms take.

use std::sync::Arc;

use quadrille_base::Diagnostic;
use quadrille_isa::gl::binding::{Matrix, MatrixModifier};
use quadrille_isa::gl::{Binding, Family, Stage};
use quadrille_pipeline::state::Matrix as Entries;
use quadrille_translate::form::{InputKind, Parameter, Scalar, Shader};
use quadrille_translate::{
    EMULATIONS, Options, SourceProgram, Target, Translation, translate, translate_pair,
};

use super::group::{Loaded, locked};
use crate::gl::{Gl, LinkError, number};

/// Why programs do not become shaders.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ShaderError {
    #[error("{}", .0.iter().map(|one| one.message.as_str()).collect::<Vec<_>>().join("; "))]
    Untranslatable(Vec<Diagnostic>),
    #[error("the driver does not link the translation: {0}")]
    Link(#[from] LinkError),
}

/// The languages that translations may be in, the oldest first.
const TARGETS: [Target; 2] = [Target::Glsl330Compat, Target::Glsl450Compat];

/// Programs of one or both stages, linked by the driver.
#[derive(Debug)]
pub(crate) struct Linked {
    /// The driver's name of it.
    pub(crate) name: u32,
    uniforms: Vec<Uniform>,
    /// Whether it takes state of which nobody says when it changes.
    pub(crate) takes_state: bool,
}

/// A uniform that takes vectors.
#[derive(Debug)]
struct Uniform {
    location: i32,
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
    Zero,
}

/// Translates one program, or a pair, into the first language that has all of it.
///
/// # Errors
///
/// What the last language cannot express.
pub(crate) fn translated(programs: &[Arc<Loaded>]) -> Result<Vec<Translation>, Vec<Diagnostic>> {
    let mut last = Vec::new();
    for target in TARGETS {
        let mut options = Options::new(target);
        options.comments = false;
        options.allow = EMULATIONS.iter().map(|row| row.0).collect();
        let done = match programs {
            [vertex, fragment] => {
                let (vertex, fragment) = (of(vertex), of(fragment));
                translate_pair(vertex, fragment, &options)
                    .map(|pair| vec![pair.vertex, pair.fragment])
                    .map_err(|problems| [problems.vertex, problems.fragment].concat())
            }
            _ => programs
                .iter()
                .map(|one| {
                    let (program, text) = of(one);
                    let partner = None;
                    translate(
                        SourceProgram {
                            program,
                            text,
                            partner,
                        },
                        &options,
                    )
                })
                .collect(),
        };
        match done {
            Ok(done) => return Ok(done),
            Err(problems) => last = problems,
        }
    }
    Err(last)
}

fn of(loaded: &Loaded) -> (&quadrille_program::Program, &str) {
    (&loaded.program, &loaded.text)
}

/// What is written of an attempt to link.
pub(crate) struct LinkOutcome {
    /// The shaders, each with the extension of its file.
    pub(crate) texts: Vec<(&'static str, String)>,
    /// Why they do not link.
    pub(crate) problem: Option<String>,
}

impl LinkOutcome {
    /// Of programs, and what became of them.
    pub(crate) fn new(programs: &[Arc<Loaded>], linked: &Result<Linked, ShaderError>) -> LinkOutcome {
        let shaders = translated(programs).unwrap_or_default().into_iter();
        let texts = shaders.map(|one| match one.shader.stage {
            Stage::Vertex => ("vert", one.text),
            _ => ("frag", one.text),
        });
        LinkOutcome {
            texts: texts.collect(),
            problem: linked.as_ref().err().map(ShaderError::to_string),
        }
    }
}

impl Linked {
    /// Translates and links programs: one, or a vertex and a fragment program. The program that is used changes.
    pub(crate) fn new(gl: &dyn Gl, programs: &[Arc<Loaded>]) -> Result<Linked, ShaderError> {
        let shaders = translated(programs).map_err(ShaderError::Untranslatable)?;
        let texts: Vec<(u32, &str)> = shaders
            .iter()
            .map(|one| (kind(&one.shader), one.text.as_str()))
            .collect();
        let inputs = shaders.iter().flat_map(|one| &one.shader.inputs);
        let attributes: Vec<(u32, &str)> = inputs
            .filter_map(|input| match input.kind {
                InputKind::Attribute(location) if input.built_in.is_none() => {
                    Some((location, input.name.as_str()))
                }
                _ => None,
            })
            .collect();
        let name = gl.link(&texts, &attributes)?;
        gl.use_linked(name);
        let mut uniforms = Vec::new();
        for (loaded, translation) in programs.iter().zip(&shaders) {
            let shader = &translation.shader;
            let own = shader.parameters.iter().filter(|one| one.built_in.is_none());
            for parameter in own {
                let location = gl.uniform(name, &parameter.name);
                if location >= 0 && parameter.ty.scalar == Scalar::Float {
                    uniforms.push(Uniform {
                        location,
                        width: parameter.ty.width,
                        of: Arc::clone(loaded),
                        values: values(parameter),
                    });
                }
            }
            for texture in &shader.textures {
                if let Some(unit) = texture.unit {
                    gl.set_number(gl.uniform(name, &texture.name), unit.cast_signed());
                }
            }
        }
        let takes_state = uniforms.iter().any(|uniform| {
            let is_state = |value: &Value| matches!(value, Value::Row { .. });
            uniform.values.iter().any(is_state)
        });
        Ok(Linked {
            name,
            uniforms,
            takes_state,
        })
    }

    /// Gives the uniforms of the program, which is used, their values.
    pub(crate) fn set(&self, gl: &dyn Gl) {
        for uniform in &self.uniforms {
            let vectors: Vec<[f32; 4]> = uniform
                .values
                .iter()
                .map(|value| value.now(gl, &uniform.of))
                .collect();
            match (uniform.width, vectors.first()) {
                (4, _) => gl.set_vectors(uniform.location, &vectors),
                (width, Some(first)) => gl.set_floats(uniform.location, &first[..usize::from(width.min(2))]),
                (_, None) => {}
            }
        }
    }
}

fn kind(shader: &Shader) -> u32 {
    match shader.stage {
        Stage::Vertex => number::VERTEX_SHADER,
        _ => number::FRAGMENT_SHADER,
    }
}

/// The target of the programs of a stage.
pub(crate) fn target(stage: Stage) -> u32 {
    match stage {
        Stage::Vertex => number::VERTEX_PROGRAM,
        _ => number::FRAGMENT_PROGRAM,
    }
}

fn values(parameter: &Parameter) -> Vec<Value> {
    let element = |binding: &Option<Binding>| match (binding, parameter.initial) {
        (Some(binding), _) => value(*binding),
        (None, Some(initial)) => Value::Named(parameter.name.clone(), initial.map(f32::from_bits)),
        (None, None) => Value::Zero,
    };
    parameter.elements.iter().map(element).collect()
}

fn value(binding: Binding) -> Value {
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
        _ => Value::Zero,
    }
}

impl Value {
    fn now(&self, gl: &dyn Gl, of: &Loaded) -> [f32; 4] {
        match self {
            Value::Environment(index) => gl.environment_parameter(target(of.stage), *index),
            Value::Local(index) => gl.local_parameter(target(of.stage), *index),
            Value::Row { mode, modifier, row } => {
                program_matrix(gl, *mode, *modifier).rows[*row as usize & 3]
            }
            Value::Named(name, initial) => locked(&of.named).get(name).copied().unwrap_or(*initial),
            Value::Zero => [0.0; 4],
        }
    }
}

/// A matrix that MatrixMode has, modified.
fn program_matrix(gl: &dyn Gl, mode: u32, modifier: MatrixModifier) -> Entries {
    let before = gl.integer(number::MATRIX_MODE).cast_unsigned();
    gl.matrix_mode(mode);
    let matrix = Entries::from_columns(gl.matrix(number::CURRENT_MATRIX));
    gl.matrix_mode(before);
    match modifier {
        MatrixModifier::None => matrix,
        MatrixModifier::Inverse => matrix.inverse(),
        MatrixModifier::Transpose => matrix.transpose(),
        MatrixModifier::InverseTranspose => matrix.inverse().transpose(),
    }
}
