//! Carries the commands of a scene out.

use quadrille_base::{Diagnostic, Source, Span};
use quadrille_numerics::approximate;
use quadrille_pipeline::state::Matrix;
use quadrille_pipeline::{
    BoundProgram, ColorFormat, Context, DepthFormat, Framebuffer, Pipeline, Programs, Threads, attribute,
};
use quadrille_scene::{Command, ParameterTarget, ProgramKind, SCENE_SYNTAX, Scene, TextureMake};

use super::capability::{self, Switches};
use super::compile::{self, SessionCompiler};
use super::probe::{self, Expected};
use super::qpu::Qpus;
use super::texture::{self, Made};
use super::{Failure, Report, SceneOptions, Verdict, require, state};
use crate::picture::Picture;

/// The tolerance of probes where the scene sets none.
const TOLERANCE: f32 = 0.01;

/// Parameters that a scene may set.
const PARAMETERS: usize = 4096;

/// Everything that commands change.
pub(super) struct Runner<'a> {
    pub(super) options: &'a SceneOptions<'a>,
    pub(super) pipeline: Pipeline,
    pub(super) context: Context,
    pub(super) switches: Switches,
    pub(super) framebuffer: Framebuffer,
    pub(super) programs: Programs,
    pub(super) textures: Vec<Option<Made>>,
    active: usize,
    clear: Clear,
    tolerance: [f32; 4],
    outputs: Vec<(String, Picture)>,
    qpus: Qpus,
    pub(super) failures: Vec<Failure>,
}

/// What `clear` does: the buffers in the mask, and their values.
#[derive(Default)]
struct Clear {
    color: Option<[f32; 4]>,
    depth: Option<f32>,
    stencil: Option<u8>,
}

/// Runs a scene that was read.
pub(super) fn run(source: Source, scene: &Scene, options: &SceneOptions<'_>) -> Report {
    if let Some(reason) = require::unmet(scene) {
        return Report::without_picture(source, Verdict::Skip(reason));
    }
    let mut runner = match Runner::new(options, scene.size.unwrap_or(options.size)) {
        Ok(runner) => runner,
        Err(message) => {
            return Report::without_picture(source, Verdict::Error(vec![wrong(Span::at(0), message)]));
        }
    };
    let mut problems = Vec::new();
    for program in &scene.programs {
        let text = source.slice(program.span).to_owned();
        if program.kind == ProgramKind::Qpu {
            let loaded = runner.qpus.load(&text, program.span, options.files);
            problems.extend(loaded.err().into_iter().flatten());
            continue;
        }
        match compile::load(options.session, &text, program.span) {
            Ok(kernel) => {
                let bound = Some(BoundProgram::new(kernel));
                match program.kind {
                    ProgramKind::Vertex => runner.programs.vertex = bound,
                    ProgramKind::Fragment => runner.programs.fragment = bound,
                    ProgramKind::Geometry
                    | ProgramKind::TessellationControl
                    | ProgramKind::TessellationEvaluation
                    | ProgramKind::Compute
                    | ProgramKind::VertexState
                    | ProgramKind::Qpu => {
                        let message = "scenes with programs of this stage are not drawn yet";
                        return Report::without_picture(source, Verdict::Skip(message.to_owned()));
                    }
                }
            }
            Err(diagnostics) => problems.extend(diagnostics),
        }
    }
    if !problems.is_empty() {
        return Report::without_picture(source, Verdict::Error(problems));
    }
    for statement in &scene.statements {
        if let Err(message) = runner.command(&statement.command, statement.span, scene) {
            problems.push(wrong(statement.span, message));
            break;
        }
    }
    problems.append(&mut runner.qpus.problems);
    runner.report(source, problems)
}

/// A command that cannot be carried out.
pub(super) fn wrong(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(&SCENE_SYNTAX, span, message)
}

impl<'a> Runner<'a> {
    pub(super) fn new(
        options: &'a SceneOptions<'a>,
        (width, height): (u32, u32),
    ) -> Result<Runner<'a>, String> {
        let framebuffer = Framebuffer::new(
            width,
            height,
            &[ColorFormat::Rgba8],
            Some(DepthFormat::Depth24),
            true,
        )
        .map_err(|error| error.to_string())?;
        let threads = Threads::new(options.threads).map_err(|error| error.to_string())?;
        let compiler = Box::new(SessionCompiler(options.session.clone()));
        Ok(Runner {
            options,
            pipeline: Pipeline::new(threads, compiler),
            context: Context::new(width, height),
            switches: Switches::default(),
            framebuffer,
            programs: Programs::default(),
            textures: vec![None; quadrille_pipeline::state::TEXTURE_IMAGE_UNITS],
            active: 0,
            clear: Clear::default(),
            tolerance: [TOLERANCE; 4],
            outputs: Vec::new(),
            qpus: Qpus::default(),
            failures: Vec::new(),
        })
    }

    pub(super) fn report(self, source: Source, problems: Vec<Diagnostic>) -> Report {
        let picture = Some(self.picture());
        let verdict = match (problems.is_empty(), self.failures.is_empty()) {
            (false, _) => Verdict::Error(problems),
            (true, false) => Verdict::Fail(self.failures),
            (true, true) => Verdict::Pass,
        };
        Report {
            verdict,
            picture,
            outputs: self.outputs,
            source,
        }
    }

    fn picture(&self) -> Picture {
        let (width, height) = (self.framebuffer.width(), self.framebuffer.height());
        Picture {
            width,
            height,
            rgba: self.framebuffer.to_rgba8(0),
        }
    }

    fn command(&mut self, command: &Command, span: Span, scene: &Scene) -> Result<(), String> {
        let (width, height) = (self.framebuffer.width(), self.framebuffer.height());
        match command {
            Command::DrawRect { rect, texture } => self.draw_rect(*rect, *texture)?,
            Command::DrawArrays { mode, first, count } => self.draw_arrays(scene, mode, *first, *count)?,
            Command::DrawMesh { path } => self.draw_mesh(path)?,
            Command::Ortho(sides) => {
                let [left, right, bottom, top] = sides
                    .unwrap_or([0.0, width as f32, 0.0, height as f32])
                    .map(f64::from);
                self.context.transform.projection = Matrix::ortho(left, right, bottom, top, -1.0, 1.0);
                self.context.transform.modelview[0] = Matrix::IDENTITY;
            }
            Command::Frustum(sides) => {
                let [left, right, bottom, top, near, far] = sides.map(f64::from);
                self.context.transform.projection = Matrix::frustum(left, right, bottom, top, near, far);
            }
            Command::Perspective([angle, near, far]) => {
                let half = f64::from(*angle).to_radians() / 2.0;
                let top = f64::from(*near) * approximate::sine(half) / approximate::cosine(half);
                let right = top * f64::from(width) / f64::from(height);
                let (near, far) = (f64::from(*near), f64::from(*far));
                self.context.transform.projection = Matrix::frustum(-right, right, -top, top, near, far);
            }
            Command::LookAt([eye, center, up]) => {
                self.context.transform.modelview[0] = look_at(*eye, *center, *up);
            }
            Command::Translate([x, y, z]) => self.multiply(Matrix::translate(*x, *y, *z)),
            Command::Rotate([degrees, x, y, z]) => {
                let angle = f64::from(*degrees).to_radians();
                let (cosine, sine) = (approximate::cosine(angle), approximate::sine(angle));
                self.multiply(Matrix::rotate(cosine, sine, [*x, *y, *z].map(f64::from)));
            }
            Command::Scale([x, y, z]) => self.multiply(Matrix::scale(*x, *y, *z)),
            Command::Matrix { name, index, values } => {
                let transform = &mut self.context.transform;
                let matrix = match values {
                    Some(values) => Matrix::from_columns(*values),
                    None => transform.model_view_projection(),
                };
                let index = *index as usize;
                let place = match name.as_str() {
                    "modelview" => transform.modelview.get_mut(index),
                    "projection" => Some(&mut transform.projection),
                    "texture" => transform.texture.get_mut(index),
                    "program" => transform.program.get_mut(index),
                    _ => None,
                };
                *place.ok_or("there is no such matrix")? = matrix;
            }
            Command::ClearColor(color) => self.clear.color = Some(*color),
            Command::ClearDepth(depth) => self.clear.depth = Some(*depth),
            Command::ClearStencil(value) => self.clear.stencil = Some((*value & 0xff) as u8),
            Command::Clear => self.clear(),
            Command::Color(color) => self.context.current[attribute::COLOR] = *color,
            Command::Normal([x, y, z]) => self.context.current[attribute::NORMAL] = [*x, *y, *z, 1.0],
            Command::Texcoord(unit, value) => {
                self.set_attribute(attribute::TEXTURE_COORDINATE, *unit, *value)?
            }
            Command::Attrib(number, value) => self.set_attribute(0, *number, *value)?,
            Command::Parameter(target, index, value) => self.parameter(*target, *index as usize, *value)?,
            Command::Enable(name, on) => {
                let known = capability::set(name, *on, self.active, &mut self.context, &mut self.switches);
                if !known {
                    return Err(format!("there is no capability `{name}`"));
                }
            }
            Command::Texture(unit, make) => self.texture(*unit as usize, make)?,
            Command::TexParameter { name, value } => {
                let made = self.textures[self.active].as_mut().ok_or("no texture was made")?;
                texture::parameter(&mut made.sampler, name, value)?;
            }
            Command::GenerateMipmaps => {
                let made = self.textures[self.active].as_mut().ok_or("no texture was made")?;
                let base = made.sampler.base_level;
                let texture = std::sync::Arc::make_mut(&mut made.texture);
                texture
                    .generate_mipmaps(base)
                    .map_err(|error| error.to_string())?;
            }
            Command::Probe { area, color, alpha } => {
                let expected = Expected {
                    color: *color,
                    alpha: *alpha,
                    tolerance: self.tolerance,
                };
                self.failures
                    .extend(probe::color(&self.framebuffer, *area, &expected, span)?);
            }
            Command::Qpu(command) => {
                let (budget, tolerance) = (self.options.budget, self.tolerance[0]);
                self.failures
                    .extend(self.qpus.command(command, span, budget, tolerance)?);
            }
            Command::ProbeDepth { pixel, depth } => {
                self.failures
                    .extend(probe::depth(&self.framebuffer, *pixel, *depth, span)?);
            }
            Command::Tolerance(tolerance) => self.tolerance = *tolerance,
            Command::State { words } => {
                state::set(words, self.active, &mut self.context, &mut self.switches)?
            }
            Command::Output(path) => self.outputs.push((path.clone(), self.picture())),
        }
        Ok(())
    }

    fn multiply(&mut self, right: Matrix) {
        let modelview = &mut self.context.transform.modelview[0];
        *modelview = modelview.multiply(&right);
    }

    fn set_attribute(&mut self, first: usize, number: u32, value: [f32; 4]) -> Result<(), String> {
        let place = self
            .context
            .current
            .get_mut(first.saturating_add(number as usize));
        *place.ok_or("there is no such attribute")? = value;
        Ok(())
    }

    pub(super) fn parameter(
        &mut self,
        target: ParameterTarget,
        index: usize,
        value: [f32; 4],
    ) -> Result<(), String> {
        if index >= PARAMETERS {
            return Err(format!("a parameter is numbered below {PARAMETERS}"));
        }
        let values = match target {
            ParameterTarget::EnvVertex => Some(&mut self.context.vertex_environment),
            ParameterTarget::EnvFragment => Some(&mut self.context.fragment_environment),
            ParameterTarget::LocalVertex => self.programs.vertex.as_mut().map(|program| &mut program.locals),
            ParameterTarget::LocalFragment => {
                self.programs.fragment.as_mut().map(|program| &mut program.locals)
            }
            ParameterTarget::LocalGeometry | ParameterTarget::EnvGeometry => None,
        };
        let values = values.ok_or("there is no program to set a parameter of")?;
        if values.len() <= index {
            values.resize(index + 1, [0.0; 4]);
        }
        values[index] = value;
        Ok(())
    }

    fn clear(&mut self) {
        self.switches.apply(&mut self.context);
        let scissor = self.context.scissor;
        if let Some(color) = self.clear.color {
            self.framebuffer
                .clear_color(0, color, self.context.color_mask, scissor);
        }
        if let Some(depth) = self.clear.depth
            && self.context.depth.write
        {
            self.framebuffer.clear_depth(depth, scissor);
        }
        if let Some(value) = self.clear.stencil {
            let mask = self.context.stencil.faces[0].write_mask;
            self.framebuffer.clear_stencil(value, mask, scissor);
        }
    }

    pub(super) fn clear_to(&mut self, color: [f32; 4]) {
        self.clear.color = Some(color);
        self.clear();
    }

    fn texture(&mut self, unit: usize, make: &TextureMake) -> Result<(), String> {
        let before = self
            .textures
            .get(unit)
            .ok_or("there is no such texture unit")?
            .as_ref();
        let made = match make {
            TextureMake::Framebuffer { depth: true } => {
                let (width, height) = (self.framebuffer.width(), self.framebuffer.height());
                let rows = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
                let depths: Vec<f32> = rows
                    .map(|(x, y)| self.framebuffer.depth(x, y).unwrap_or(1.0))
                    .collect();
                texture::depths(width, height, &depths)?
            }
            TextureMake::Framebuffer { depth: false } => texture::colors(&self.picture())?,
            make => texture::make(make, before, self.options.files)?,
        };
        self.textures[unit] = Some(made);
        self.active = unit;
        Ok(())
    }
}

/// The matrix of gluLookAt.
fn look_at(eye: [f32; 3], center: [f32; 3], up: [f32; 3]) -> Matrix {
    let minus = |a: [f32; 3], b: [f32; 3]| -> [f32; 3] { std::array::from_fn(|at| a[at] - b[at]) };
    let cross = |a: [f32; 3], b: [f32; 3]| {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    };
    let unit = |v: [f32; 3]| {
        let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
        v.map(|part| part / length)
    };
    let forward = unit(minus(center, eye));
    let side = unit(cross(forward, up));
    let upward = cross(side, forward);
    let [f, s, u] = [forward, side, upward];
    let turn = Matrix::from_columns([
        s[0], u[0], -f[0], 0.0, s[1], u[1], -f[1], 0.0, s[2], u[2], -f[2], 0.0, 0.0, 0.0, 0.0, 1.0,
    ]);
    turn.multiply(&Matrix::translate(-eye[0], -eye[1], -eye[2]))
}
