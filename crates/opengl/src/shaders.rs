//! Programs of a scene as shaders of the compatibility profile: state and vertices come to them from OpenGL itself, program
//! parameters are uniforms.

use quadrille::Session;
use quadrille_base::{Severity, Source, Span};
use quadrille_isa::gl::{Profile, Stage};
use quadrille_scene::{ParameterTarget, ProgramKind, Scene};
use quadrille_translate::form::InputKind;
use quadrille_translate::{Options, Refusal, SourceProgram, Translation, translate, translate_pair};

use crate::enumerant::{FRAGMENT_SHADER, VERTEX_SHADER};
use crate::error::SceneError;
use crate::gl::Gl;
use crate::program::Stop;

/// Compiles, links and uses the programs of a scene, and gives the name of what is linked; a stage without a program stays
/// OpenGL's own.
pub(crate) fn load(
    gl: &Gl,
    source: &Source,
    scene: &Scene,
    session: &Session,
    options: &Options,
) -> Result<u32, Stop> {
    let mut programs = Vec::new();
    for program in &scene.programs {
        let text = source.slice(program.span);
        if !matches!(program.kind, ProgramKind::Vertex | ProgramKind::Fragment) {
            let header = Profile::of(text).map_or("a program without a header", |profile| profile.header);
            return Err(SceneError::Header(header).into());
        }
        let loaded = session.load("program", text);
        let loaded = loaded.map_err(|rejected| {
            let mut errors = rejected.diagnostics.into_iter();
            let error = errors.find(|found| found.severity == Severity::Error);
            let message = error.map_or_else(String::new, |found| found.message);
            Stop::refused(program.span, message)
        })?;
        programs.push((text, loaded.program().clone()));
    }
    programs.sort_by_key(|(_, program)| program.profile().stage != Stage::Vertex);
    let program = |at: usize| (&*programs[at].1, programs[at].0);
    let shaders = match programs.len() {
        2 => translate_pair(program(0), program(1), options)
            .map(|pair| vec![pair.vertex, pair.fragment])
            .map_err(|problems| [problems.vertex, problems.fragment].concat()),
        _ => (0..programs.len())
            .map(|at| {
                let (program, text) = program(at);
                translate(
                    SourceProgram {
                        program,
                        text,
                        partner: None,
                    },
                    options,
                )
            })
            .collect(),
    };
    let shaders = shaders.map_err(|refusals: Vec<Refusal>| {
        let message = refusals
            .into_iter()
            .map(|refusal| refusal.diagnostic.message)
            .next();
        Stop::from(SceneError::Untranslatable(message.unwrap_or_default()))
    })?;
    linked(gl, &shaders)
}

fn linked(gl: &Gl, shaders: &[Translation]) -> Result<u32, Stop> {
    let texts: Vec<(u32, &str)> = shaders
        .iter()
        .map(|shader| {
            let kind = match shader.shader.stage {
                Stage::Vertex => VERTEX_SHADER,
                _ => FRAGMENT_SHADER,
            };
            (kind, shader.text.as_str())
        })
        .collect();
    let inputs = shaders.iter().flat_map(|shader| &shader.shader.inputs);
    let attributes: Vec<(u32, String)> = inputs
        .filter_map(|input| match input.kind {
            InputKind::Attribute(location) if input.built_in.is_none() => {
                Some((location, input.name.clone()))
            }
            _ => None,
        })
        .collect();
    let program = match gl.shaders(&texts, &attributes) {
        Ok(program) => program,
        Err(error) => return Err(Stop::refused(Span::at(0), error.to_string())),
    };
    for texture in shaders.iter().flat_map(|shader| &shader.shader.textures) {
        if let Some(unit) = texture.unit {
            gl.uniform_number(gl.uniform(program, &texture.name), unit as i32);
        }
    }
    Ok(program)
}

/// Sets a program parameter, if a shader reads it.
pub(crate) fn set_parameter(gl: &Gl, linked: u32, target: ParameterTarget, index: u32, value: [f32; 4]) {
    let stage = match target.stage {
        ProgramKind::Vertex => "vertex",
        _ => "fragment",
    };
    let list = if target.environment { "env" } else { "local" };
    let location = gl.uniform(linked, &format!("u_{stage}_{list}[{index}]"));
    if location >= 0 {
        gl.set_uniform(location, &[value]);
    }
}

/// Sets the rows of a program matrix, of which the shading language knows nothing, from its columns.
pub(crate) fn set_matrix(gl: &Gl, linked: u32, index: u32, columns: &[f32; 16]) {
    let location = gl.uniform(linked, &format!("state_matrix_program{index}"));
    if location >= 0 {
        let rows: [[f32; 4]; 4] = std::array::from_fn(|row| std::array::from_fn(|at| columns[4 * at + row]));
        gl.set_uniform(location, &rows);
    }
}
