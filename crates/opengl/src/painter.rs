//! A scene drawn by the driver: its commands as calls of GL.
//!
//! Matrices are GL's own calls where there is one, so that they are an independent computation. What looks at
//! the picture, probes and outputs, is the caller's.

use quadrille::scene::CountedFiles;
use quadrille_base::{Meter, Room, Source};
use quadrille_scene::{Command, ParameterValue, ProgramKind, Scene, Statement};

use super::gl::Gl;
use super::matrix::look_at;
use super::names::value;
use super::program::{Stop, load};
use super::room::NotDrawn;
use super::target::{FRAGMENT_PROGRAM, VERTEX_PROGRAM};
use super::{state, texture};

const TEXTURE0: u32 = 0x84c0;

/// The buffers of `clear` (GL 2.1, 4.2.3).
const COLOR_BUFFER: u32 = 0x4000;
const DEPTH_BUFFER: u32 = 0x0100;
const STENCIL_BUFFER: u32 = 0x0400;

/// Attributes that conventional ones share their places with (ARB_vertex_program, table X.2).
const NORMAL: usize = 2;
const COLOR: usize = 3;
const SECONDARY_COLOR: usize = 4;
const FOG_COORDINATE: usize = 5;
pub(crate) const TEXTURE_COORDINATE: usize = 8;

pub(crate) struct Painter<'a> {
    pub(crate) gl: &'a Gl,
    pub(crate) size: (u32, u32),
    pub(crate) files: &'a CountedFiles<'a>,
    /// What the scene may take.
    pub(crate) meter: &'a Meter,
    /// What the driver keeps.
    pub(crate) rooms: Vec<Room>,
    /// Texels of the texture made last on each unit.
    pub(crate) texels: [u64; 32],
    /// The active texture unit, and the target of the texture made last on each.
    pub(crate) unit: u32,
    pub(crate) targets: [Option<u32>; 32],
    clear: u32,
    /// Whether the scene's vertex program may ask for the number of its instance.
    pub(crate) numbers_instances: bool,
    /// Current values of the attributes; drawing disturbs GL's own.
    pub(crate) current: [[f32; 4]; 16],
}

/// A scene, and how it is drawn.
#[derive(Clone, Copy)]
pub(crate) struct Drawing<'a> {
    /// The text that the scene was read from.
    pub(crate) source: &'a Source,
    /// The scene.
    pub(crate) scene: &'a Scene,
    /// Where files come from.
    pub(crate) files: &'a CountedFiles<'a>,
    /// What the scene may take.
    pub(crate) meter: &'a Meter,
    /// Width and height of the framebuffer.
    pub(crate) size: (u32, u32),
}

/// Draws a scene; the framebuffer is left for reading. `look` sees every command that was carried out, with the
/// framebuffer as it is then.
///
/// # Errors
///
/// What could not be drawn; what was drawn before stays.
pub(crate) fn draw(
    gl: &Gl,
    drawing: &Drawing<'_>,
    look: &mut dyn FnMut(&Statement) -> Result<(), NotDrawn>,
) -> Result<(), Stop> {
    let Drawing {
        source,
        scene,
        files,
        meter,
        size,
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
            program.kind == ProgramKind::Vertex && source.slice(program.span).starts_with("!!NV")
        }),
        current,
    };
    painter.restore();
    // What a new framebuffer holds is the driver's; scenes begin with black, the farthest depth and stencil 0.
    gl.clear(COLOR_BUFFER | DEPTH_BUFFER | STENCIL_BUFFER);
    for program in &scene.programs {
        load(gl, program, source.slice(program.span))?;
    }
    for statement in &scene.statements {
        let line = source.position(statement.span.start).line;
        let done = painter
            .command(&statement.command, scene)
            .and_then(|()| look(statement));
        let done = files.check().map_err(NotDrawn::Spent).and(done);
        done.map_err(|why| match why {
            NotDrawn::Missing(message) => Stop::Missing(format!("line {line}: {message}")),
            NotDrawn::Spent(spent) => Stop::Spent(statement.span, spent),
        })?;
        match gl.error() {
            0 => {}
            error => {
                let message = format!("the driver answers with GL error {error:#06x}");
                return Err(Stop::refused(statement.span, message));
            }
        }
    }
    Ok(())
}

impl Painter<'_> {
    fn command(&mut self, command: &Command, scene: &Scene) -> Result<(), NotDrawn> {
        let gl = self.gl;
        let (width, height) = self.size;
        match command {
            Command::DrawRect {
                rect,
                texture,
                patch: false,
                instances,
            } => self.draw_rect(*rect, *texture, *instances)?,
            Command::DrawArrays {
                mode,
                first,
                count,
                instances,
            } => self.draw_arrays(scene, mode, *first, *count, *instances)?,
            Command::DrawRect { .. } | Command::Patch(_) => {
                return Err("patches are not handed to the driver".into());
            }
            Command::DrawMesh { path } => self.draw_mesh(path)?,
            Command::Ortho(sides) => {
                let sides = sides.unwrap_or([0.0, width as f32, 0.0, height as f32]);
                let [left, right, bottom, top] = sides.map(f64::from);
                self.project(|gl| gl.ortho(left, right, bottom, top, -1.0, 1.0))?;
                gl.load_identity();
            }
            Command::Frustum(sides) => {
                let [left, right, bottom, top, near, far] = sides.map(f64::from);
                self.project(|gl| gl.frustum(left, right, bottom, top, near, far))?;
            }
            Command::Perspective([angle, near, far]) => {
                let (near, far) = (f64::from(*near), f64::from(*far));
                let top = near * (f64::from(*angle).to_radians() / 2.0).tan();
                let right = top * f64::from(width) / f64::from(height);
                self.project(|gl| gl.frustum(-right, right, -top, top, near, far))?;
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
                self.clear |= COLOR_BUFFER;
            }
            Command::ClearDepth(depth) => {
                gl.clear_depth(f64::from(*depth));
                self.clear |= DEPTH_BUFFER;
            }
            Command::ClearStencil(stencil) => {
                gl.clear_stencil((*stencil & 0xff) as i32);
                self.clear |= STENCIL_BUFFER;
            }
            Command::Clear => {
                self.meter.work(u64::from(width) * u64::from(height))?;
                gl.clear(self.clear);
            }
            Command::Color(color) => self.attribute(COLOR, *color)?,
            Command::Normal([x, y, z]) => self.attribute(NORMAL, [*x, *y, *z, 1.0])?,
            Command::Texcoord(unit, value) => self.attribute(TEXTURE_COORDINATE + *unit as usize, *value)?,
            Command::Attrib(number, value) => self.attribute(*number as usize, *value)?,
            Command::Parameter(target, index, value) => {
                let [x, y, z, w] = vector(value)?;
                let program = match target.stage {
                    ProgramKind::Vertex => VERTEX_PROGRAM,
                    ProgramKind::Fragment => FRAGMENT_PROGRAM,
                    _ => {
                        return Err("only vertex and fragment parameters are handed to the driver".into());
                    }
                };
                if target.environment {
                    gl.environment_parameter(program, *index, x, y, z, w);
                } else {
                    gl.local_parameter(program, *index, x, y, z, w);
                }
            }
            Command::Buffer(_) => {
                return Err("buffers and dispatches are not handed to the driver".into());
            }
            Command::Read(_) => return Err("layers and samples are not read from the driver".into()),
            Command::Subroutine { .. } | Command::Execute(_) => {
                return Err("subroutines and vertex state programs are not handed to the driver".into());
            }
            Command::Enable(name, true) => gl.enable(value(name)?),
            Command::Enable(name, false) => gl.disable(value(name)?),
            Command::Texture(unit, make) => texture::make(self, *unit, make)?,
            Command::TexParameter { name, value } => texture::parameter(self, name, value)?,
            Command::GenerateMipmaps => {
                let target = self.target()?;
                self.levels_room()?;
                gl.generate_mipmap(target);
            }
            Command::State { words } => state::set(words, gl)?,
            Command::Probe { .. }
            | Command::ProbeDepth { .. }
            | Command::Tolerance(_)
            | Command::Qpu(_)
            | Command::Output(_) => {}
        }
        Ok(())
    }

    /// The target of the texture on the active unit.
    pub(crate) fn target(&self) -> Result<u32, String> {
        self.targets[self.unit as usize].ok_or_else(|| "no texture was made".to_owned())
    }

    /// Sets the projection matrix; the modelview matrix stays the one that other commands change.
    fn project(&self, multiply: impl Fn(&Gl)) -> Result<(), String> {
        self.gl.matrix_mode(value("PROJECTION")?);
        self.gl.load_identity();
        multiply(self.gl);
        self.gl.matrix_mode(value("MODELVIEW")?);
        Ok(())
    }

    fn matrix(&self, name: &str, index: u32, values: Option<&[f32; 16]>) -> Result<(), String> {
        let gl = self.gl;
        let [projection, modelview] = gl.matrices();
        let mode = match (name, index) {
            ("modelview", 0) => value("MODELVIEW")?,
            ("projection", 0) => value("PROJECTION")?,
            ("texture", 0..8) => {
                gl.active_texture(TEXTURE0 + index);
                value("TEXTURE")?
            }
            ("program", 0..32) => value("MATRIX0_ARB")? + index,
            _ => return Err(format!("there is no {name} matrix {index} in OpenGL")),
        };
        gl.matrix_mode(mode);
        match values {
            Some(columns) => gl.set_matrix(columns),
            None => {
                gl.set_matrix(&projection);
                gl.multiply(&modelview);
            }
        }
        gl.active_texture(TEXTURE0 + self.unit);
        gl.matrix_mode(value("MODELVIEW")?);
        Ok(())
    }

    fn attribute(&mut self, number: usize, value: [f32; 4]) -> Result<(), String> {
        *self.current.get_mut(number).ok_or("there is no such attribute")? = value;
        self.restore();
        Ok(())
    }

    /// Makes GL's current values ours again.
    pub(crate) fn restore(&self) {
        for (number, value) in self.current.iter().enumerate().skip(1) {
            self.send(number, *value);
        }
    }

    /// Hands an attribute over, as the generic one and as the conventional one that shares its place.
    pub(crate) fn send(&self, number: usize, [x, y, z, w]: [f32; 4]) {
        let gl = self.gl;
        gl.vertex_attribute(number as u32, x, y, z, w);
        match number {
            NORMAL => gl.normal(x, y, z),
            COLOR => gl.color(x, y, z, w),
            SECONDARY_COLOR => gl.secondary_color(x, y, z),
            FOG_COORDINATE => gl.fog_coordinate(x),
            TEXTURE_COORDINATE..16 => {
                gl.texture_coordinate(TEXTURE0 + (number - TEXTURE_COORDINATE) as u32, x, y, z, w);
            }
            _ => {}
        }
    }
}

/// The vector that a parameter is set to; GPU addresses would be those of another machine.
fn vector(value: &ParameterValue) -> Result<[f32; 4], String> {
    match value {
        ParameterValue::Vector(vector) => Ok(*vector),
        ParameterValue::Handle(_) => Err("handles are not handed to the driver".to_owned()),
        ParameterValue::Address { .. } => Err("addresses of buffers are not handed to the driver".to_owned()),
    }
}
