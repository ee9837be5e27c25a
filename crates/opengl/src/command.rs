//! A scene drawn by the driver: its commands as calls of GL.
//!
//! Matrices are GL's own calls where there is one, so that they are an independent computation. What looks at
//! the picture, probes and outputs, is the caller's.

use quadrille::Session;
use quadrille::scene::CountedFiles;
use quadrille_base::{Meter, Source};
use quadrille_isa::gl::{LanguageSet, Profile, Stage};
use quadrille_pipeline::state::CurrentValue;
use quadrille_scene::{Command, ParameterValue, ProgramKind, Scene, Statement};
use quadrille_translate::Options;

use crate::enumerant::{self, value};
use crate::error::SceneError;
use crate::gl::{Gl, GlError};
use crate::matrix::look_at;
use crate::painter::{COLOR, NORMAL, Painter, TEXTURE_COORDINATE};
use crate::program::{Stop, load};
use crate::target::{FRAGMENT_PROGRAM, VERTEX_PROGRAM};
use crate::{shaders, state, texparameter, texture};

/// A scene, and how it is drawn.
#[derive(Clone, Copy)]
pub(crate) struct Drawing<'a> {
    /// The text that the scene was read from.
    pub(crate) source: &'a Source,
    /// The scene.
    pub(crate) scene: &'a Scene,
    /// The source of files.
    pub(crate) files: &'a CountedFiles<'a>,
    /// The budget of the scene.
    pub(crate) meter: &'a Meter,
    /// Width and height of the framebuffer.
    pub(crate) size: (u32, u32),
    /// Programs are judged so and become shaders by these options; without them they are handed over as they are.
    pub(crate) translation: Option<(&'a Session, &'a Options)>,
}

/// Draws a scene; the framebuffer is left for reading. `look` sees every command that was carried out, with the
/// framebuffer as it is then.
///
/// # Errors
///
/// The scene could not be drawn to its end; what was drawn before stays.
pub(crate) fn draw(
    gl: &Gl,
    drawing: &Drawing<'_>,
    look: &mut dyn FnMut(&Statement) -> Result<(), SceneError>,
) -> Result<(), Stop> {
    let Drawing {
        source,
        scene,
        files,
        meter,
        size,
        translation,
    } = *drawing;
    let mut current = [[0.0, 0.0, 0.0, 1.0]; 16];
    current[NORMAL] = [0.0, 0.0, 1.0, 1.0];
    current[COLOR] = [1.0; 4];
    let mut painter = Painter {
        gl,
        size,
        files,
        meter,
        rooms: Vec::new(),
        texels: [0; 32],
        unit: 0,
        targets: [None; 32],
        clear: 0,
        numbers_instances: scene.programs.iter().any(|program| {
            let profile = Profile::of(source.slice(program.span));
            profile.is_some_and(|profile| {
                profile.stage == Stage::Vertex && profile.language.meets(LanguageSet::GPU)
            })
        }),
        current,
        linked: None,
    };
    painter.restore();
    // What a new framebuffer holds is the driver's; scenes begin with black, the farthest depth and stencil 0.
    gl.clear(enumerant::COLOR_BUFFER_BIT | enumerant::DEPTH_BUFFER_BIT | enumerant::STENCIL_BUFFER_BIT);
    match translation {
        Some((session, options)) if !scene.programs.is_empty() => {
            painter.linked = Some(shaders::load(gl, source, scene, session, options)?);
        }
        Some(_) | None => {
            for program in &scene.programs {
                load(gl, program, source.slice(program.span))?;
            }
        }
    }
    for statement in &scene.statements {
        let line = source.position(statement.span.start).line;
        let done = painter
            .command(&statement.command, scene)
            .and_then(|()| look(statement));
        let done = files.check().map_err(SceneError::Spent).and(done);
        done.map_err(|error| match error {
            SceneError::Spent(spent) => Stop::Spent(statement.span, spent),
            error => Stop::Missing {
                line: Some(line),
                error,
            },
        })?;
        match gl.error() {
            0 => {}
            error => {
                let message = GlError::Answer(error).to_string();
                return Err(Stop::refused(statement.span, message));
            }
        }
    }
    Ok(())
}

impl Painter<'_> {
    fn command(&mut self, command: &Command, scene: &Scene) -> Result<(), SceneError> {
        let gl = self.gl;
        let (width, height) = self.size;
        match command {
            Command::DrawRect {
                rect,
                texture,
                patch: false,
                instances,
                ortho,
            } => {
                let rect = if *ortho { rect.normalized(self.size) } else { *rect };
                self.draw_rect(rect, *texture, *instances)?;
            }
            Command::DrawArrays {
                mode,
                first,
                count,
                instances,
            } => self.draw_arrays(scene, mode, *first, *count, *instances)?,
            Command::DrawRect { .. } | Command::Patch(_) => {
                return Err(SceneError::Patches);
            }
            Command::DrawMesh { path } => self.draw_mesh(path)?,
            Command::Ortho(sides) => {
                let sides = sides.unwrap_or([0.0, width as f32, 0.0, height as f32]);
                let [left, right, bottom, top] = sides.map(f64::from);
                self.project(|gl| gl.ortho(left, right, bottom, top, -1.0, 1.0));
                gl.load_identity();
            }
            Command::Frustum(sides) => {
                let [left, right, bottom, top, near, far] = sides.map(f64::from);
                self.project(|gl| gl.frustum(left, right, bottom, top, near, far));
            }
            Command::Perspective([angle, near, far]) => {
                let (near, far) = (f64::from(*near), f64::from(*far));
                let top = near * (f64::from(*angle).to_radians() / 2.0).tan();
                let right = top * f64::from(width) / f64::from(height);
                self.project(|gl| gl.frustum(-right, right, -top, top, near, far));
            }
            Command::LookAt([eye, center, up]) => {
                gl.set_matrix_doubles(&look_at(
                    eye.map(f64::from),
                    center.map(f64::from),
                    up.map(f64::from),
                ));
            }
            Command::Translate([x, y, z]) => gl.translate(*x, *y, *z),
            Command::Rotate([degrees, x, y, z]) => gl.rotate(*degrees, *x, *y, *z),
            Command::Scale([x, y, z]) => gl.scale(*x, *y, *z),
            Command::Matrix { name, index, values } => self.matrix(name, *index, values.as_ref())?,
            Command::ClearColor([red, green, blue, alpha]) => {
                gl.clear_color(*red, *green, *blue, *alpha);
                self.clear |= enumerant::COLOR_BUFFER_BIT;
            }
            Command::ClearDepth(depth) => {
                gl.clear_depth(f64::from(*depth));
                self.clear |= enumerant::DEPTH_BUFFER_BIT;
            }
            Command::ClearStencil(stencil) => {
                gl.clear_stencil((*stencil & 0xff) as i32);
                self.clear |= enumerant::STENCIL_BUFFER_BIT;
            }
            Command::Clear => {
                self.meter.work(u64::from(width) * u64::from(height))?;
                gl.clear(self.clear);
            }
            Command::Color(color) => self.attribute(COLOR, *color)?,
            Command::Normal([x, y, z]) => self.attribute(NORMAL, [*x, *y, *z, 1.0])?,
            Command::Texcoord(unit, value) => self.attribute(TEXTURE_COORDINATE + *unit as usize, *value)?,
            Command::Attrib(number, CurrentValue::Floats(value)) => {
                self.attribute(*number as usize, *value)?;
            }
            Command::Attrib(..) => return Err(SceneError::TypedAttribute),
            Command::Parameter(target, index, value) => {
                let [x, y, z, w] = vector(value)?;
                let program = match target.stage {
                    ProgramKind::Vertex => VERTEX_PROGRAM,
                    ProgramKind::Fragment => FRAGMENT_PROGRAM,
                    ProgramKind::Geometry
                    | ProgramKind::TessellationControl
                    | ProgramKind::TessellationEvaluation
                    | ProgramKind::Compute
                    | ProgramKind::VertexState
                    | ProgramKind::Qpu
                    | ProgramKind::ControlList => {
                        return Err(SceneError::ParameterStage);
                    }
                };
                if let Some(linked) = self.linked {
                    shaders::set_parameter(gl, linked, *target, *index, [x, y, z, w]);
                } else if target.environment {
                    gl.environment_parameter(program, *index, x, y, z, w);
                } else {
                    gl.local_parameter(program, *index, x, y, z, w);
                }
            }
            Command::Buffer(_) | Command::Draw(_) | Command::VertexArray(..) | Command::Barrier(_) => {
                return Err(SceneError::Buffers);
            }
            Command::Feedback(_) | Command::Query(_) => return Err(SceneError::Feedback),
            Command::Framebuffer(_) => return Err(SceneError::Framebuffers),
            Command::Fill { .. } => return Err(SceneError::Filling),
            Command::Read(_) => return Err(SceneError::Reading),
            Command::Subroutine { .. } | Command::Execute(_) => {
                return Err(SceneError::Subroutines);
            }
            Command::Enable(name, true) => gl.enable(value(name)?),
            Command::Enable(name, false) => gl.disable(value(name)?),
            Command::Texture(unit, make) => texture::make(self, *unit, make)?,
            Command::TexParameter { name, value } => texparameter::set(self, name, value)?,
            Command::Pages { .. } => return Err(SceneError::Pages),
            Command::GenerateMipmaps => {
                let target = self.target()?;
                self.levels_room()?;
                gl.generate_mipmap(target);
            }
            Command::State(command) => state::set(command, gl)?,
            Command::Probe { .. }
            | Command::ProbeIntegers { .. }
            | Command::ProbeStencil { .. }
            | Command::ProbeDepth { .. }
            | Command::Tolerance(_)
            | Command::NoEffect
            | Command::Output(_) => {}
            Command::Qpu(_) | Command::Vc4(_) => return Err(SceneError::VideoCore),
        }
        Ok(())
    }

    /// Sets the projection matrix; the modelview matrix stays the one that other commands change.
    fn project(&self, multiply: impl Fn(&Gl)) {
        self.gl.matrix_mode(enumerant::PROJECTION);
        self.gl.load_identity();
        multiply(self.gl);
        self.gl.matrix_mode(enumerant::MODELVIEW);
    }

    fn matrix(&self, name: &str, index: u32, values: Option<&[f32; 16]>) -> Result<(), SceneError> {
        let gl = self.gl;
        let [projection, modelview] = gl.matrices();
        let mode = match (name, index) {
            ("modelview", 0) => enumerant::MODELVIEW,
            ("projection", 0) => enumerant::PROJECTION,
            ("texture", 0..8) => {
                gl.active_texture(enumerant::TEXTURE0 + index);
                enumerant::TEXTURE
            }
            ("program", 0..32) => enumerant::MATRIX0_ARB + index,
            _ => {
                let name = name.to_owned();
                return Err(SceneError::Matrix { name, index });
            }
        };
        gl.matrix_mode(mode);
        match values {
            Some(columns) => gl.set_matrix(columns),
            None => {
                gl.set_matrix(&projection);
                gl.multiply(&modelview);
            }
        }
        if let (Some(linked), "program") = (self.linked, name) {
            shaders::set_matrix(gl, linked, index, &gl.current_matrix());
        }
        gl.active_texture(enumerant::TEXTURE0 + self.unit);
        gl.matrix_mode(enumerant::MODELVIEW);
        Ok(())
    }
}

/// The vector that a parameter is set to; GPU addresses would be those of another machine.
fn vector(value: &ParameterValue) -> Result<[f32; 4], SceneError> {
    match value {
        ParameterValue::Vector(vector) => Ok(*vector),
        ParameterValue::Handle(_) => Err(SceneError::Handle),
        ParameterValue::Address { .. } => Err(SceneError::Address),
    }
}
