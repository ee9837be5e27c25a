//! A scene's programs as shaders: translated, handed to the driver, their uniforms set before each draw.
//!
//! State comes from GL itself, so that it is what the scene's commands made of it there.

use quadrille::translate::form::{InputKind, Parameter, TextureShape};
use quadrille::translate::{DepthMode, FRAMEBUFFER_HEIGHT, Options, translate_pair};
use quadrille_base::{Diagnostic, Source, Span};
use quadrille_isa::gl::binding::{Matrix, MatrixModifier};
use quadrille_isa::gl::{Binding, Family};
use quadrille_scene::{Command, ParameterTarget, ProgramKind, Scene};

use super::gl::Gl;
use super::matrix::{inverse, transpose};
use super::names::value;

/// What a stage without a program does where no light, texture or generation of coordinates is enabled.
fn fixed(scene: &Scene, kind: ProgramKind) -> Result<&'static str, String> {
    let enabled = |command: &Command| match command {
        Command::Enable(name, true) => {
            let name = name.to_ascii_uppercase();
            let fragment =
                kind == ProgramKind::Fragment && (name.contains("TEXTURE_") || name.contains("FOG"));
            name.contains("LIGHTING") || name.contains("TEXTURE_GEN") || fragment
        }
        _ => false,
    };
    if scene
        .statements
        .iter()
        .any(|statement| enabled(&statement.command))
    {
        return Err("a stage has no program, and its state asks for more than passing on".to_owned());
    }
    Ok(match kind {
        ProgramKind::Fragment => "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n",
        _ => {
            "!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, vertex.color;\n\
             MOV result.texcoord[0], vertex.texcoord[0];\nEND\n"
        }
    })
}

/// Linked shaders, and what their uniforms stand for.
pub(crate) struct Translated {
    uniforms: Vec<Uniform>,
    /// Where the height of the framebuffer goes, if a shader asks for it.
    height: Option<(i32, u32)>,
    /// Where the sizes of textures go that a shader cannot ask for, and their units.
    sizes: Vec<(i32, u32)>,
    /// What the textures of units are in the shaders.
    shapes: Vec<(u32, TextureShape)>,
    /// Local and environment parameters of vertex and fragment programs.
    locals: [Vec<[f32; 4]>; 2],
    environments: [Vec<[f32; 4]>; 2],
}

struct Uniform {
    location: i32,
    stage: usize,
    elements: Vec<Option<Binding>>,
    /// What an element without a binding is.
    initial: [f32; 4],
}

impl Translated {
    pub(crate) fn new(
        gl: &Gl,
        source: &Source,
        scene: &Scene,
        size: (u32, u32),
        options: &Options,
    ) -> Result<Translated, String> {
        let stages = [ProgramKind::Vertex, ProgramKind::Fragment];
        if scene
            .programs
            .iter()
            .any(|program| !stages.contains(&program.kind))
        {
            return Err("only vertex and fragment programs are handed to the driver".to_owned());
        }
        let mut options = options.clone();
        let mut planes = 0;
        for statement in &scene.statements {
            match &statement.command {
                Command::Enable(name, true) if name.contains("CLIP_") => {
                    let plane = value(name)?
                        .checked_sub(value("CLIP_PLANE0")?)
                        .filter(|plane| *plane < 8);
                    let plane = plane.ok_or("there is no such clip plane")?;
                    planes |= 1 << plane;
                }
                Command::Enable(name, true) if name.contains("VERTEX_PROGRAM_TWO_SIDE") => {
                    options.two_sided = true
                }
                Command::State { words } if words[0] == "shademodel" => {
                    options.flat_colors |= words
                        .iter()
                        .any(|word| word.to_ascii_uppercase().ends_with("FLAT"));
                }
                Command::TexParameter { name, value } if name.to_ascii_lowercase().contains("depth_mode") => {
                    options.depth_mode = match value.to_ascii_lowercase().trim_start_matches("gl_") {
                        "intensity" => DepthMode::Intensity,
                        "alpha" => DepthMode::Alpha,
                        "red" => DepthMode::Red,
                        _ => DepthMode::Luminance,
                    };
                }
                _ => {}
            }
        }
        options.clip_planes = Some(planes);
        let program = |kind: ProgramKind| {
            let found = scene.programs.iter().find(|program| program.kind == kind);
            let text = match found {
                Some(found) => source.slice(found.span),
                None => fixed(scene, kind)?,
            };
            let checked = quadrille_check::check(text, &Default::default());
            let program = checked.program.ok_or("a program is rejected")?;
            Ok::<_, String>((program, text, found.map(|found| found.span)))
        };
        // A problem with where it is in the scene; the programs of stages that have none are not there.
        let said = |problem: &Diagnostic, program: Option<Span>| match program {
            Some(program) => {
                let line = source.position(program.start + problem.span.start).line;
                format!("line {line}: {}", problem.message)
            }
            None => problem.message.clone(),
        };
        let (vertex, fragment) = (program(ProgramKind::Vertex)?, program(ProgramKind::Fragment)?);
        let pair = translate_pair((&vertex.0, vertex.1), (&fragment.0, fragment.1), &options).map_err(
            |problems| match (problems.vertex.first(), problems.fragment.first()) {
                (Some(problem), _) => said(problem, vertex.2),
                (None, Some(problem)) => said(problem, fragment.2),
                (None, None) => String::new(),
            },
        )?;
        if pair.vertex.shader.asks_for_more() || pair.fragment.shader.asks_for_more() {
            return Err("this engine binds no buffers and chooses no subroutines".to_owned());
        }
        if pair
            .vertex
            .shader
            .inputs
            .iter()
            .any(|input| input.ty.scalar.is_long())
        {
            return Err("this engine hands no vertex attributes of 64 bits to the driver".to_owned());
        }
        let attributes: Vec<(u32, String)> = pair
            .vertex
            .shader
            .inputs
            .iter()
            .filter_map(|input| match input.kind {
                InputKind::Attribute(location) => Some((location, input.name.clone())),
                _ => None,
            })
            .collect();
        let linked = gl.shaders(&pair.vertex.text, &pair.fragment.text, &attributes)?;
        let (mut uniforms, mut height) = (Vec::new(), None);
        let (mut sizes, mut shapes) = (Vec::new(), Vec::new());
        for (stage, shader) in [&pair.vertex.shader, &pair.fragment.shader]
            .into_iter()
            .enumerate()
        {
            for Parameter {
                name,
                elements,
                initial,
                ..
            } in &shader.parameters
            {
                if name == FRAMEBUFFER_HEIGHT {
                    height = Some((gl.uniform(linked, name), size.1));
                    continue;
                }
                let unit = name
                    .strip_prefix("u_texture")
                    .and_then(|rest| rest.strip_suffix("_size"));
                if let Some(unit) = unit.and_then(|unit| unit.parse().ok()) {
                    sizes.push((gl.uniform(linked, name), unit));
                    continue;
                }
                uniforms.push(Uniform {
                    location: gl.uniform(linked, name),
                    stage,
                    elements: elements.clone(),
                    initial: initial.unwrap_or_default().map(f32::from_bits),
                });
            }
            for texture in &shader.textures {
                gl.uniform_number(gl.uniform(linked, &texture.name), texture.unit as i32);
                shapes.push((texture.unit, texture.shape));
            }
        }
        Ok(Translated {
            uniforms,
            height,
            sizes,
            shapes,
            locals: Default::default(),
            environments: Default::default(),
        })
    }

    /// What the texture of a unit is in the shader that samples it.
    pub(crate) fn shape(&self, unit: u32) -> Option<TextureShape> {
        let mut shapes = self.shapes.iter();
        shapes.find(|(own, _)| *own == unit).map(|(_, shape)| *shape)
    }

    /// Takes a program parameter.
    pub(crate) fn parameter(
        &mut self,
        target: ParameterTarget,
        index: u32,
        value: [f32; 4],
    ) -> Result<(), String> {
        let lists = if target.environment {
            &mut self.environments
        } else {
            &mut self.locals
        };
        let list = match target.stage {
            ProgramKind::Vertex => &mut lists[0],
            ProgramKind::Fragment => &mut lists[1],
            _ => return Err("only vertex and fragment parameters are handed to the driver".to_owned()),
        };
        let index = index as usize;
        if index >= 4096 {
            return Err("there is no such parameter".to_owned());
        }
        if list.len() <= index {
            list.resize(index + 1, [0.0; 4]);
        }
        list[index] = value;
        Ok(())
    }

    /// Sets the uniforms to the values that the scene's state and the sizes of its textures give them.
    pub(crate) fn update(&self, gl: &Gl, sizes: &[[f32; 2]; 32]) -> Result<(), String> {
        for (location, unit) in &self.sizes {
            let [width, height] = sizes.get(*unit as usize).copied().unwrap_or_default();
            gl.uniform_floats(*location, width, height);
        }
        if let Some((location, height)) = self.height {
            gl.uniform_float(location, height as f32);
        }
        for uniform in self.uniforms.iter().filter(|uniform| uniform.location >= 0) {
            let one = |binding: &Option<Binding>| match binding {
                Some(binding) => self.value(gl, uniform.stage, *binding),
                None => Ok(uniform.initial),
            };
            let values: Vec<[f32; 4]> = uniform.elements.iter().map(one).collect::<Result<_, _>>()?;
            gl.set_uniform(uniform.location, &values);
        }
        Ok(())
    }

    fn value(&self, gl: &Gl, stage: usize, binding: Binding) -> Result<[f32; 4], String> {
        let [first, second, ..] = binding.index;
        let at = |list: &[[f32; 4]]| list.get(first as usize).copied().unwrap_or_default();
        let state = |name: &str| Ok::<_, String>(first4(gl.numbers(value(name)?)));
        let one = |name: &str| Ok::<_, String>(state(name)?[0]);
        let light = |number: u32, name: &str| {
            Ok::<_, String>(gl.light_numbers(value("LIGHT0")? + number, value(name)?))
        };
        let material = |back: u32, name: &str| {
            let face = value(if back == 1 { "BACK" } else { "FRONT" })?;
            Ok::<_, String>(gl.material_numbers(face, value(name)?))
        };
        let product = |name: &str| {
            let (light, material) = (light(first, name)?, material(second, name)?);
            Ok([
                light[0] * material[0],
                light[1] * material[1],
                light[2] * material[2],
                material[3],
            ])
        };
        match binding.family {
            Family::ProgramLocal => Ok(at(&self.locals[stage])),
            Family::ProgramEnv => Ok(at(&self.environments[stage])),
            Family::StateClipPlane => Ok(gl.plane(value("CLIP_PLANE0")? + first)),
            Family::StateFogColor => state("FOG_COLOR"),
            Family::StatePointSize => Ok([
                one("POINT_SIZE")?,
                one("POINT_SIZE_MIN")?,
                one("POINT_SIZE_MAX")?,
                one("POINT_FADE_THRESHOLD_SIZE")?,
            ]),
            Family::StatePointAttenuation => {
                let [constant, linear, quadratic, _] = state("POINT_DISTANCE_ATTENUATION")?;
                Ok([constant, linear, quadratic, 1.0])
            }
            Family::StateDepthRange => {
                let [near, far, ..] = state("DEPTH_RANGE")?;
                Ok([near, far, far - near, 1.0])
            }
            Family::StateFogParams => {
                let (start, end) = (one("FOG_START")?, one("FOG_END")?);
                Ok([one("FOG_DENSITY")?, start, end, 1.0 / (end - start)])
            }
            Family::StateLightAmbient => light(first, "AMBIENT"),
            Family::StateLightDiffuse => light(first, "DIFFUSE"),
            Family::StateLightSpecular => light(first, "SPECULAR"),
            Family::StateLightPosition => light(first, "POSITION"),
            Family::StateLightAttenuation => Ok([
                light(first, "CONSTANT_ATTENUATION")?[0],
                light(first, "LINEAR_ATTENUATION")?[0],
                light(first, "QUADRATIC_ATTENUATION")?[0],
                light(first, "SPOT_EXPONENT")?[0],
            ]),
            Family::StateLightSpotDirection => {
                let [x, y, z, _] = light(first, "SPOT_DIRECTION")?;
                Ok([x, y, z, light(first, "SPOT_CUTOFF")?[0].to_radians().cos()])
            }
            Family::StateLightHalf => {
                let unit = |[x, y, z]: [f32; 3]| {
                    let length = (x * x + y * y + z * z).sqrt();
                    [x / length, y / length, z / length]
                };
                let [x, y, z, _] = light(first, "POSITION")?;
                let [x, y, z] = unit([x, y, z]);
                let [x, y, z] = unit([x, y, z + 1.0]);
                Ok([x, y, z, 1.0])
            }
            Family::StateMaterialAmbient => material(first, "AMBIENT"),
            Family::StateMaterialDiffuse => material(first, "DIFFUSE"),
            Family::StateMaterialSpecular => material(first, "SPECULAR"),
            Family::StateMaterialEmission => material(first, "EMISSION"),
            Family::StateMaterialShininess => Ok([material(first, "SHININESS")?[0], 0.0, 0.0, 1.0]),
            Family::StateLightprodAmbient => product("AMBIENT"),
            Family::StateLightprodDiffuse => product("DIFFUSE"),
            Family::StateLightprodSpecular => product("SPECULAR"),
            Family::StateLightmodelAmbient => state("LIGHT_MODEL_AMBIENT"),
            Family::StateLightmodelScenecolor => {
                let (model, ambient) = (state("LIGHT_MODEL_AMBIENT")?, material(first, "AMBIENT")?);
                let (emission, diffuse) = (material(first, "EMISSION")?, material(first, "DIFFUSE")?);
                let sum = |at: usize| model[at] * ambient[at] + emission[at];
                Ok([sum(0), sum(1), sum(2), diffuse[3]])
            }
            _ => match binding.matrix() {
                Some(row) => {
                    let columns = matrix(gl, row.matrix)?;
                    let columns = match row.modifier {
                        MatrixModifier::None => columns,
                        MatrixModifier::Inverse => inverse(columns),
                        MatrixModifier::Transpose => transpose(columns),
                        MatrixModifier::InverseTranspose => transpose(inverse(columns)),
                    };
                    let at = row.row as usize & 3;
                    Ok([0, 1, 2, 3].map(|column| columns[4 * column + at]))
                }
                None => Err(format!("`{binding}` is not asked of the driver")),
            },
        }
    }
}

fn first4([x, y, z, w, ..]: [f32; 16]) -> [f32; 4] {
    [x, y, z, w]
}

/// A matrix of GL, column by column.
fn matrix(gl: &Gl, which: Matrix) -> Result<[f32; 16], String> {
    const CURRENT_MATRIX: u32 = 0x8641;
    let [projection, modelview] = gl.matrices();
    let current = |mode: u32| {
        gl.matrix_mode(mode);
        let columns = gl.numbers(CURRENT_MATRIX);
        let back = value("MODELVIEW").map(|mode| gl.matrix_mode(mode));
        back.map(|()| columns)
    };
    match which {
        Matrix::Modelview(0) => Ok(modelview),
        Matrix::Projection => Ok(projection),
        Matrix::Mvp => Ok(std::array::from_fn(|at| {
            let (column, row) = (at / 4, at % 4);
            (0..4)
                .map(|k| projection[4 * k + row] * modelview[4 * column + k])
                .sum()
        })),
        Matrix::Texture(unit) => {
            gl.active_texture(0x84c0 + unit);
            current(value("TEXTURE")?)
        }
        Matrix::Program(number) => current(value("MATRIX0_ARB")? + number),
        Matrix::Modelview(_) | Matrix::Palette(_) => Err("OpenGL has no such matrix".to_owned()),
    }
}
