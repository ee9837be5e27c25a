//! A scene drawn by the driver: its commands as calls of GL.
//!
//! Matrices are GL's own calls where there is one, so that they are an independent computation. What looks at
//! the picture, probes and outputs, is the caller's.

use quadrille::{Array, Files, Mesh};
use quadrille_base::Source;
use quadrille_scene::{Command, Corner, ParameterValue, ProgramKind, Scene, Statement};

use super::gl::Gl;
use super::matrix::look_at;
use super::names::value;
use super::program::{Stop, load};
use super::target::{FRAGMENT_PROGRAM, VERTEX_PROGRAM};
use super::translated::Translated;
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
const TEXTURE_COORDINATE: usize = 8;

pub(crate) struct Painter<'a> {
    pub(crate) gl: &'a Gl,
    pub(crate) size: (u32, u32),
    pub(crate) files: &'a dyn Files,
    /// The active texture unit, and the target of the texture made last on each.
    pub(crate) unit: u32,
    pub(crate) targets: [Option<u32>; 32],
    clear: u32,
    /// The shaders that the scene's programs were translated to.
    translated: Option<Translated>,
    /// Current values of the attributes; drawing disturbs GL's own.
    current: [[f32; 4]; 16],
}

/// A scene, and how it is drawn.
#[derive(Clone, Copy)]
pub struct Drawing<'a> {
    /// The text that the scene was read from.
    pub source: &'a Source,
    /// The scene.
    pub scene: &'a Scene,
    /// Where files come from.
    pub files: &'a dyn Files,
    /// Width and height of the framebuffer.
    pub size: (u32, u32),
    /// How programs are translated; without it the assembly itself is handed over.
    pub translation: Option<&'a quadrille::translate::Options>,
}

/// Draws a scene; the framebuffer is left for reading. `look` sees every command that was carried out, with the
/// framebuffer as it is then.
///
/// # Errors
///
/// What could not be drawn; what was drawn before stays.
pub fn draw(
    gl: &Gl,
    drawing: &Drawing<'_>,
    look: &mut dyn FnMut(&Statement) -> Result<(), String>,
) -> Result<(), Stop> {
    let Drawing {
        source,
        scene,
        files,
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
        unit: 0,
        targets: [None; 32],
        clear: 0,
        translated: None,
        current,
    };
    painter.restore();
    // What a new framebuffer holds is the driver's; scenes begin with black, the farthest depth and stencil 0.
    gl.clear(COLOR_BUFFER | DEPTH_BUFFER | STENCIL_BUFFER);
    if let Some(options) = translation {
        let translated = Translated::new(gl, source, scene, options).map_err(Stop::Missing)?;
        painter.translated = Some(translated);
    } else {
        for program in &scene.programs {
            load(gl, program, source.slice(program.span))?;
        }
    }
    for statement in &scene.statements {
        let line = source.position(statement.span.start).line;
        painter
            .command(&statement.command, scene)
            .and_then(|()| look(statement))
            .map_err(|message| Stop::Missing(format!("line {line}: {message}")))?;
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
    fn command(&mut self, command: &Command, scene: &Scene) -> Result<(), String> {
        let gl = self.gl;
        let (width, height) = self.size;
        if let Some(translated) = &mut self.translated {
            match command {
                Command::Parameter(target, index, value) => {
                    return translated.parameter(*target, *index, vector(value)?);
                }
                Command::DrawRect { .. } | Command::DrawArrays { .. } | Command::DrawMesh { .. } => {
                    translated.update(gl)?;
                    gl.active_texture(TEXTURE0 + self.unit);
                }
                Command::Enable(name, _) if name.contains("VERTEX_PROGRAM_TWO_SIDE") => return Ok(()),
                _ => {}
            }
        }
        match command {
            Command::DrawRect {
                rect,
                texture,
                patch: false,
                instances: 1,
            } => self.draw_rect(*rect, *texture),
            Command::DrawArrays {
                mode,
                first,
                count,
                instances: 1,
            } => self.draw_arrays(scene, mode, *first, *count)?,
            Command::DrawRect { .. } | Command::DrawArrays { .. } | Command::Patch(_) => {
                return Err("patches and instances are not handed to the driver".to_owned());
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
            Command::Clear => gl.clear(self.clear),
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
                        return Err("only vertex and fragment parameters are handed to the driver".to_owned());
                    }
                };
                if target.environment {
                    gl.environment_parameter(program, *index, x, y, z, w);
                } else {
                    gl.local_parameter(program, *index, x, y, z, w);
                }
            }
            Command::Buffer(_) => {
                return Err("buffers and dispatches are not handed to the driver".to_owned());
            }
            Command::Read(_) => return Err("layers and samples are not read from the driver".to_owned()),
            Command::Subroutine { .. } | Command::Execute(_) => {
                return Err("subroutines and vertex state programs are not handed to the driver".to_owned());
            }
            Command::Enable(name, true) => gl.enable(value(name)?),
            Command::Enable(name, false) => gl.disable(value(name)?),
            Command::Texture(unit, make) => texture::make(self, *unit, make)?,
            Command::TexParameter { name, value } => texture::parameter(self, name, value)?,
            Command::GenerateMipmaps => gl.generate_mipmap(self.target()?),
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
    fn restore(&self) {
        for (number, value) in self.current.iter().enumerate().skip(1) {
            self.send(number, *value);
        }
    }

    /// Hands an attribute over, as the generic one and as the conventional one that shares its place.
    fn send(&self, number: usize, [x, y, z, w]: [f32; 4]) {
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

    /// Draws vertices: their attributes with their numbers, the position among them as number 0.
    fn vertices<'v>(&self, mode: u32, vertices: impl Iterator<Item = Vec<(usize, &'v [f32])>>) {
        self.gl.begin(mode);
        for vertex in vertices {
            let mut position = self.current[0];
            for (number, values) in vertex {
                // Components that are not given are 0, 0, 0, 1 (GL 2.1, 2.7).
                let mut whole = [0.0, 0.0, 0.0, 1.0];
                whole[..values.len()].copy_from_slice(values);
                if number == 0 {
                    position = whole;
                } else {
                    self.send(number, whole);
                }
            }
            let [x, y, z, w] = position;
            self.gl.vertex(x, y, z, w);
        }
        self.gl.end();
        self.restore();
    }

    fn draw_rect(&self, rect: Corner, texture: Option<Corner>) {
        let corners = |Corner {
                           origin: [x, y],
                           size: [w, h],
                       }: Corner| { [[x, y], [x + w, y], [x, y + h], [x + w, y + h]] };
        let positions = corners(rect);
        let coordinates = texture.map(corners);
        let vertex = |at: usize| {
            let mut attributes = vec![(0, &positions[at][..])];
            attributes.extend(coordinates.as_ref().map(|all| (TEXTURE_COORDINATE, &all[at][..])));
            attributes
        };
        const TRIANGLE_STRIP: u32 = 5;
        self.vertices(TRIANGLE_STRIP, (0..4).map(vertex));
    }

    fn draw_arrays(&self, scene: &Scene, mode: &str, first: u32, count: u32) -> Result<(), String> {
        let data = scene.vertex_data.as_ref().ok_or("there is no [vertex data]")?;
        if u64::from(first) + u64::from(count) > u64::from(data.rows) {
            return Err(format!("[vertex data] has {} rows", data.rows));
        }
        let mut columns: Vec<(usize, usize, Vec<f32>)> = Vec::new();
        for attribute in &data.attributes {
            if attribute.location >= 16 {
                return Err(format!("there is no vertex attribute {}", attribute.location));
            }
            let values: Vec<f32> = attribute.values.iter().map(|value| *value as f32).collect();
            columns.push((attribute.location as usize, attribute.count as usize, values));
        }
        let vertex = |row: u32| {
            let row = row as usize;
            let own = columns
                .iter()
                .map(|(number, count, values)| (*number, &values[row * count..][..*count]));
            own.collect()
        };
        self.vertices(value(mode)?, (first..first + count).map(vertex));
        Ok(())
    }

    fn draw_mesh(&self, path: &str) -> Result<(), String> {
        let mesh = Mesh::read(path, self.files).map_err(|error| format!("{path}: {error}"))?;
        let columns: Vec<(usize, Array<'_>)> = (0..16)
            .filter_map(|number| Some((number, mesh.array(number)?)))
            .collect();
        let vertex = |index: &u32| {
            let own = columns.iter().map(|(number, array)| {
                let start = *index as usize * array.size;
                (*number, &array.values[start..][..array.size])
            });
            own.collect()
        };
        let indices = mesh.indices().unwrap_or_default();
        self.vertices(value("TRIANGLES")?, indices.iter().map(vertex));
        Ok(())
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
