//! Programs as shaders: what is linked for a draw.

use std::sync::Arc;

use quadrille_isa::gl::{Binding, Family, Stage};
use quadrille_program::Program;
use quadrille_translate::form::{InputKind, Shader, StorageKind, file_ending};
use quadrille_translate::{
    EMULATIONS, Emulation, Options, Refusal, SourceProgram, Target, Translation, VertexAttributes, translate,
    translate_pipeline,
};

use super::buffer::Block;
use super::draw::Key;
use super::feedback::List;
use super::group::Loaded;
use super::value::{KeptValues, Uniform};
use crate::gl::{Gl, LinkError, Recorded, number};

/// Why programs do not become shaders.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ShaderError {
    #[error("{}", .0.iter().map(|one| one.reason.to_string()).collect::<Vec<_>>().join("; "))]
    Untranslatable(Vec<Refusal>),
    /// The application binds its buffers for counters, and translations have storage buffers.
    #[error(
        "translations take atomic counters from storage buffers, and this program's are bound for counters"
    )]
    Counters,
    #[error("the driver does not link the translation: {0}")]
    Link(#[from] LinkError),
}

/// The languages that translations may be in, the oldest first.
const TARGETS: [Target; 2] = [Target::Glsl330Compat, Target::Glsl450Compat];

/// Programs of one or several stages, linked by the driver.
#[derive(Debug)]
pub(crate) struct Linked {
    /// The driver's name of it.
    pub(crate) name: u32,
    uniforms: Vec<Uniform>,
    blocks: Vec<Block>,
    /// Whether it takes state of which nobody says when it changes.
    pub(crate) takes_state: bool,
    /// The generation of the parameters that its uniforms have.
    pub(super) parameters: Option<u64>,
}

/// Translates one program, or those of a draw in the order of their stages, into the first language that has all of it.
/// The vertex program takes these arrays by their numbers.
///
/// # Errors
///
/// What the last language cannot express.
pub(crate) fn translated(programs: &[&Loaded], arrays: u16) -> Result<Vec<Translation>, Vec<Refusal>> {
    let mut last = Vec::new();
    for target in TARGETS {
        let mut options = Options::new(target);
        options.comments = false;
        options.ignores_planes = true;
        // Not every driver has subgroups.
        let everywhere = |emulation: &Emulation| *emulation != Emulation::GroupsAsSubgroups;
        options.allow = EMULATIONS.iter().map(|row| row.0).filter(everywhere).collect();
        options.attributes = VertexAttributes::GenericAmong(arrays);
        options.vertex_results = left_to_fixed(programs);
        match of_options(programs, &options) {
            Ok(done) => return Ok(done),
            Err(problems) => last = problems,
        }
    }
    Err(last)
}

fn of_options(programs: &[&Loaded], options: &Options) -> Result<Vec<Translation>, Vec<Refusal>> {
    if let [one] = programs {
        let source = SourceProgram {
            program: &one.program,
            text: &one.text,
            partner: None,
        };
        return translate(source, options).map(|one| vec![one]);
    }
    let programs: Vec<(&Program, &str)> = programs.iter().map(|one| (&*one.program, &*one.text)).collect();
    translate_pipeline(&programs, options).map_err(|problems| problems.concat())
}

/// What the last of several programs gives to fragments that are none of ours: Mesa asks the vertex shader what fixed-function
/// fragments vary, whatever comes behind it.
fn left_to_fixed(programs: &[&Loaded]) -> Vec<Binding> {
    let Some(last) = programs.last().filter(|last| last.stage != Stage::Fragment) else {
        return Vec::new();
    };
    let results = last.program.results().iter().map(|result| result.binding);
    results
        .filter(|binding| {
            matches!(
                (binding.family, binding.index[0]),
                (Family::ResultColor, 0) | (Family::ResultTexcoord, _) | (Family::ResultFogcoord, _)
            )
        })
        .collect()
}

/// The same of programs that are shared, for what the key says; what transform feedback records of them.
fn of_shared(
    programs: &[Arc<Loaded>],
    key: Key,
    recorded: Option<&List>,
) -> Result<(Vec<Translation>, Recorded), Vec<Refusal>> {
    let programs: Vec<&Loaded> = programs.iter().map(|one| &**one).collect();
    let mut shaders = translated(&programs, key.arrays)?;
    let of_geometry = shaders
        .iter_mut()
        .filter(|one| one.shader.stage == Stage::Geometry);
    for one in of_geometry {
        let inputs = one.shader.inputs.iter().map(|input| input.name.as_str());
        one.text = key.cut.shader(&one.text, &inputs.collect::<Vec<_>>());
    }
    let recorded = recorded.map(|list| list.add_to(&mut shaders));
    Ok((shaders, recorded.unwrap_or_default()))
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
    pub(super) fn new(
        programs: &[Arc<Loaded>],
        key: Key,
        recorded: Option<&List>,
        linked: &Result<Linked, ShaderError>,
    ) -> LinkOutcome {
        let (shaders, _) = of_shared(programs, key, recorded).unwrap_or_default();
        let texts = shaders
            .into_iter()
            .map(|one| (file_ending(one.shader.stage), one.text));
        LinkOutcome {
            texts: texts.collect(),
            problem: linked.as_ref().err().map(ShaderError::to_string),
        }
    }
}

impl Linked {
    /// Translates and links programs: those of a draw in the order of their stages, or one. The program that is used changes.
    pub(super) fn new(
        gl: &dyn Gl,
        programs: &[Arc<Loaded>],
        key: Key,
        recorded: Option<&List>,
    ) -> Result<Linked, ShaderError> {
        let (shaders, recorded) = of_shared(programs, key, recorded).map_err(ShaderError::Untranslatable)?;
        let mut storages = shaders.iter().flat_map(|one| &one.shader.storages);
        if storages.any(|storage| storage.kind == StorageKind::Counters) {
            return Err(ShaderError::Counters);
        }
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
        let name = gl.link(&texts, &attributes, &recorded)?;
        gl.use_linked(name);
        let (mut uniforms, mut blocks) = (Vec::new(), Vec::new());
        for (loaded, translation) in programs.iter().zip(&shaders) {
            let shader = &translation.shader;
            let own = shader.parameters.iter().filter(|one| one.built_in.is_none());
            for parameter in own {
                let location = gl.uniform(name, &parameter.name);
                if location >= 0 {
                    uniforms.push(Uniform::new(location, parameter, loaded));
                }
            }
            for texture in &shader.textures {
                if let Some(unit) = texture.unit {
                    gl.set_number(gl.uniform(name, &texture.name), unit.cast_signed());
                }
            }
            for buffer in &shader.buffers {
                let block = Block::new(gl, shader.stage, buffer.number);
                gl.bind_block(name, &shader.block_of(buffer), block.point);
                blocks.push(block);
            }
        }
        let takes_state = uniforms.iter().any(Uniform::takes_state);
        Ok(Linked {
            name,
            uniforms,
            blocks,
            takes_state,
            parameters: None,
        })
    }

    /// One that takes nothing.
    pub(super) fn without_values(name: u32) -> Linked {
        Linked {
            name,
            uniforms: Vec::new(),
            blocks: Vec::new(),
            takes_state: false,
            parameters: None,
        }
    }

    /// Gives the uniforms of the program, which is used, their values.
    pub(super) fn set(&self, gl: &dyn Gl, kept: &KeptValues<'_>) {
        for uniform in &self.uniforms {
            uniform.set(gl, kept);
        }
    }

    /// The uniform blocks that take parameter buffers.
    pub(super) fn buffers(&self) -> &[Block] {
        &self.blocks
    }
}

fn kind(shader: &Shader) -> u32 {
    match shader.stage {
        Stage::Vertex | Stage::VertexState => number::VERTEX_SHADER,
        Stage::TessellationControl => number::TESS_CONTROL_SHADER,
        Stage::TessellationEvaluation => number::TESS_EVALUATION_SHADER,
        Stage::Geometry => number::GEOMETRY_SHADER,
        Stage::Fragment => number::FRAGMENT_SHADER,
        Stage::Compute => number::COMPUTE_SHADER,
    }
}

/// The target of the programs of a stage.
pub(crate) fn target(stage: Stage) -> u32 {
    match stage {
        Stage::Vertex | Stage::VertexState => number::VERTEX_PROGRAM,
        Stage::TessellationControl => number::TESS_CONTROL_PROGRAM,
        Stage::TessellationEvaluation => number::TESS_EVALUATION_PROGRAM,
        Stage::Geometry => number::GEOMETRY_PROGRAM,
        Stage::Fragment => number::FRAGMENT_PROGRAM,
        Stage::Compute => number::COMPUTE_PROGRAM,
    }
}
