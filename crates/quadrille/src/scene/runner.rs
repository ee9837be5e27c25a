//! Carries the commands of a scene out.

use std::borrow::Cow;
use std::collections::BTreeMap;

use quadrille_base::{Meter, Room, Source, Span};
use quadrille_numerics::approximate;
use quadrille_pipeline::state::{CurrentValue, Matrix};
use quadrille_pipeline::{Extent, attribute};
use quadrille_reference::SharedHazards;
use quadrille_scene::{Command, ParameterTarget, Scene};
use quadrille_texture::ObjectTarget;

use super::buffer::{self, Buffers};
use super::camera;
use super::capability::{self, Switches};
use super::counted::CountedFiles;
use super::frame::{FrameError, Frames};
use super::note::Notes;
use super::placed::Placed;
use super::probe::Probes;
use super::problems::Problems;
use super::qpu::Qpus;
use super::recording::Recording;
use super::stop::Stop;
use super::view::View;
use super::{Report, SceneOptions, Verdict, state, texparameter, texture};
use crate::canvas::{Canvas, CanvasError, CanvasOptions, Changed, Clear, FramebufferId};
use crate::picture::Picture;
use crate::program::Loaded;

/// Bytes of a pixel of a picture.
const PICTURE_PIXEL: u64 = 4;

/// A command that names what is not there.
#[derive(Debug, thiserror::Error)]
pub(super) enum Missing {
    #[error("there is no such matrix")]
    Matrix,
    #[error("there is no such attribute")]
    Attribute,
    #[error("there is no such texture coordinate")]
    TextureCoordinate,
    #[error("there is no [vertex state program]")]
    StateProgram,
    #[error("there is no capability `{0}`")]
    Capability(String),
}

/// Everything that commands change.
pub(super) struct Runner<'a> {
    /// The meter of the scene's budget.
    pub(super) meter: Meter,
    pub(super) files: CountedFiles<'a>,
    /// The room of the framebuffer and of the pictures that wait to be written.
    rooms: Vec<Room>,
    pub(super) canvas: Canvas,
    /// Width and height of the scene's own framebuffer.
    pub(super) window: (u32, u32),
    pub(super) switches: Switches,
    /// The unit and target of the texture made last.
    pub(super) made: (usize, ObjectTarget),
    clear: Clear,
    outputs: Vec<(String, Picture)>,
    pub(super) qpus: Qpus,
    pub(super) frames: Frames,
    pub(super) buffers: Buffers,
    /// The vertex state program that `execute` runs.
    pub(super) state_program: Option<Loaded>,
    /// The target of the texture that was made last for each unit.
    pub(super) targets: BTreeMap<usize, ObjectTarget>,
    pub(super) view: View,
    /// The framebuffers that have names.
    pub(super) named: BTreeMap<String, FramebufferId>,
    pub(super) probes: Probes,
    pub(super) history: Recording,
    pub(super) notes: Notes,
}

impl<'a> Runner<'a> {
    pub(super) fn new(
        options: &'a SceneOptions<'a>,
        wanted: &CanvasOptions,
        meter: Meter,
    ) -> Result<Runner<'a>, CanvasError> {
        let room = wanted.room(&meter)?;
        let mut canvas = options.session.canvas_on(wanted, Some(meter.clone()))?;
        // The picture at the end, and what is seen of several samples and layers.
        let (width, height) = (wanted.width, wanted.height);
        let mut seen = u64::from(width) * u64::from(height) * PICTURE_PIXEL;
        if wanted.samples > 1 || wanted.layers > 1 {
            seen += Extent::new(width, height).bytes(&wanted.colors, wanted.depth, wanted.stencil);
        }
        let rooms = vec![room, meter.room(seen)?];
        canvas.set_device(options.device.clone());
        canvas.state.draw_buffers = (0..options.draw_buffers).map(Some).collect();
        canvas.unordered = options.unordered;
        let history = Recording::begin(options, &mut canvas);
        if options.sanitize {
            canvas.watch(SharedHazards::default());
        }
        Ok(Runner {
            files: CountedFiles::new(options.files, meter.clone()),
            meter,
            rooms,
            canvas,
            window: (width, height),
            switches: Switches::default(),
            made: (0, ObjectTarget::TwoDimensional),
            clear: Clear::default(),
            outputs: Vec::new(),
            qpus: Qpus::default(),
            frames: Frames::default(),
            buffers: Buffers::default(),
            targets: BTreeMap::new(),
            state_program: None,
            view: View::default(),
            named: BTreeMap::new(),
            probes: Probes::default(),
            history,
            notes: Notes::new(options.session.options().max_diagnostics, options.strict_engine),
        })
    }

    pub(super) fn report(mut self, source: Source, problems: Problems, placed: &[Placed]) -> Report {
        let length = source.text().len();
        self.notes.add(self.probes.notes());
        let notes = self.notes.into_diagnostics(placed, length);
        let problems = problems.into_list(length);
        let buffer = self.canvas.read_buffer();
        let (history, heat) = self.history.finish(&self.canvas);
        let seen = match self.view.of(self.canvas.framebuffer()) {
            Cow::Owned(seen) => seen,
            Cow::Borrowed(_) => self.canvas.into_framebuffer(),
        };
        let picture = Some(Picture::of(&seen, buffer));
        let verdict = match (problems.is_empty(), self.probes.failures.is_empty()) {
            (false, _) => Verdict::Error(problems),
            (true, false) => Verdict::Fail(self.probes.failures),
            (true, true) => Verdict::Pass,
        };
        Report {
            verdict,
            picture,
            framebuffer: Some(seen),
            history,
            heat,
            outputs: self.outputs,
            buffers: self.buffers.contents(),
            files: self.buffers.files,
            notes,
            source,
        }
    }

    pub(super) fn command(&mut self, command: &Command, span: Span, scene: &Scene) -> Result<(), Stop> {
        let (width, height) = self.size();
        let state = &mut self.canvas.state;
        match command {
            Command::DrawRect {
                rect,
                texture,
                patch,
                instances,
                ortho,
            } => {
                let rect = if *ortho {
                    rect.normalized(self.window)
                } else {
                    *rect
                };
                self.draw_rect(rect, *texture, *patch, *instances)?;
            }
            Command::DrawArrays {
                mode,
                first,
                count,
                instances,
            } => self.draw_arrays(scene, mode, *first, *count, *instances)?,
            Command::Draw(draw) => self.draw_stored(scene, draw)?,
            Command::VertexArray(attribute, array) => {
                let attribute = *attribute as usize;
                let array = array
                    .as_ref()
                    .map(|array| self.buffers.array(array))
                    .transpose()?;
                let place = self.canvas.vertex_arrays.get_mut(attribute);
                *place.ok_or(Missing::Attribute)? = array;
            }
            Command::Barrier(bits) => self.canvas.memory_barrier(*bits),
            Command::Patch(parameter) => self.set_patch(*parameter)?,
            Command::DrawMesh { path } => self.draw_mesh(path)?,
            Command::Ortho(sides) => {
                let [left, right, bottom, top] = sides
                    .unwrap_or([0.0, width as f32, 0.0, height as f32])
                    .map(f64::from);
                state.transform.projection = Matrix::ortho(left, right, bottom, top, -1.0, 1.0);
                state.transform.modelview[0] = Matrix::IDENTITY;
            }
            Command::Frustum(sides) => {
                let [left, right, bottom, top, near, far] = sides.map(f64::from);
                state.transform.projection = Matrix::frustum(left, right, bottom, top, near, far);
            }
            Command::Perspective([angle, near, far]) => {
                let half = f64::from(*angle).to_radians() / 2.0;
                let top = f64::from(*near) * approximate::sine(half) / approximate::cosine(half);
                let right = top * f64::from(width) / f64::from(height);
                let (near, far) = (f64::from(*near), f64::from(*far));
                state.transform.projection = Matrix::frustum(-right, right, -top, top, near, far);
            }
            Command::LookAt([eye, center, up]) => {
                state.transform.modelview[0] = camera::look_at(*eye, *center, *up);
            }
            Command::Translate([x, y, z]) => self.multiply(Matrix::translate(*x, *y, *z)),
            Command::Rotate([degrees, x, y, z]) => {
                let angle = f64::from(*degrees).to_radians();
                let [cosine, sine] = [approximate::cosine(angle), approximate::sine(angle)];
                self.multiply(Matrix::rotate(cosine, sine, [*x, *y, *z].map(f64::from)));
            }
            Command::Scale([x, y, z]) => self.multiply(Matrix::scale(*x, *y, *z)),
            Command::Matrix { name, index, values } => {
                let transform = &mut state.transform;
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
                *place.ok_or(Missing::Matrix)? = matrix;
            }
            Command::ClearColor(color) => self.clear.color = Some(*color),
            Command::ClearDepth(depth) => self.clear.depth = Some(*depth),
            Command::ClearStencil(value) => self.clear.stencil = Some((*value & 0xff) as u8),
            Command::Clear => {
                self.meter
                    .work(self.canvas.draw_framebuffer().extent().values())?;
                self.clear();
            }
            Command::Fill { depth, path } => self.fill(*depth, path)?,
            Command::Color(color) => state.current[attribute::COLOR] = (*color).into(),
            Command::Normal([x, y, z]) => state.current[attribute::NORMAL] = [*x, *y, *z, 1.0].into(),
            Command::Texcoord(unit, value) => {
                self.set_attribute(attribute::TEXTURE_COORDINATE, *unit, (*value).into())?;
            }
            Command::Attrib(number, value) => self.set_attribute(0, *number, *value)?,
            Command::Parameter(target, index, value) => {
                let value = self.buffers.parameter(value, &mut self.canvas, &self.targets)?;
                self.parameter(*target, *index, value)?;
            }
            Command::Subroutine {
                stage,
                parameter,
                function,
            } => self
                .canvas
                .set_subroutine(buffer::stage(*stage)?, *parameter as usize, function)?,
            Command::Execute(input) => {
                let program = self.state_program.as_ref();
                let program = program.ok_or(Missing::StateProgram)?;
                self.canvas.execute(program, *input)?;
            }
            Command::Enable(name, on) => {
                let known = capability::set(name, *on, self.made.0, &mut self.canvas, &mut self.switches);
                if !known {
                    return Err(Missing::Capability(name.clone()).into());
                }
            }
            Command::Texture(unit, make) => self.texture(*unit as usize, make)?,
            Command::TexParameter { name, value } => {
                let (texture, mut sampler) = self.last_texture()?;
                texparameter::check(texture.target(), name)?;
                if self.canvas.has_handle(&texture) {
                    return Err(texparameter::ParameterError::Handle.into());
                }
                texparameter::set(&mut sampler, name, value)?;
                self.bind_texture(texture, sampler)?;
            }
            Command::Pages {
                level,
                offset,
                size,
                commit,
            } => self.commit_pages(*level, *offset, *size, *commit)?,
            Command::GenerateMipmaps => {
                let (texture, sampler) = self.last_texture()?;
                if !texture.target().row().is_mipmapped() {
                    return Err(texparameter::ParameterError::Mipmaps(texture.target()).into());
                }
                let made = texture::generate_mipmaps(&texture, &sampler, &self.meter)?;
                self.canvas.replace_texture(&texture, &made, Changed::All);
            }
            Command::Probe { .. }
            | Command::ProbeIntegers { .. }
            | Command::ProbeStencil { .. }
            | Command::ProbeDepth { .. }
            | Command::Tolerance(_) => {
                self.canvas.settle()?;
                self.meter.work(self.probe_work(command))?;
                let copied = match self.is_copied() {
                    true => self.canvas.framebuffer().bytes(),
                    false => 0,
                };
                let _copy = self.meter.room(copied)?;
                self.probes
                    .command(command, span, &self.view.of(self.canvas.framebuffer()))?;
            }
            Command::Framebuffer(command) => self.framebuffer(command)?,
            Command::Buffer(command) => self.buffer(command, span)?,
            Command::Feedback(command) => self.feedback(command)?,
            Command::Query(command) => self.query(command, span)?,
            Command::Qpu(command) => self.qpus.command(command, span, &self.meter)?,
            Command::Vc4(command) => {
                let at = (span, (width, height));
                let pixels = self.frames.command(command, at, &self.files, &self.meter)?;
                if let Some(pixels) = pixels
                    && !self.canvas.take_pixels(pixels)
                {
                    return Err(FrameError::NoPicture.into());
                }
            }
            Command::NoEffect => {}
            Command::State(command) => state::set(command, self.made.0, state, &mut self.switches)?,
            Command::Output(path) => {
                let seen = self.canvas.framebuffer().extent();
                let pixels = u64::from(seen.width) * u64::from(seen.height);
                self.rooms.push(self.meter.room(pixels * PICTURE_PIXEL)?);
                self.meter.work(pixels)?;
                let buffer = self.canvas.read_buffer();
                self.outputs
                    .push((path.clone(), Picture::of(&self.seen(), buffer)));
            }
            Command::Read(reading) => self.view.read(*reading, self.canvas.framebuffer().extent())?,
        }
        Ok(())
    }

    fn multiply(&mut self, right: Matrix) {
        let modelview = &mut self.canvas.state.transform.modelview[0];
        *modelview = modelview.multiply(&right);
    }

    fn set_attribute(&mut self, first: usize, number: u32, value: CurrentValue) -> Result<(), Missing> {
        let number = first.saturating_add(number as usize);
        let place = self.canvas.state.current.get_mut(number);
        *place.ok_or(Missing::Attribute)? = value;
        Ok(())
    }

    pub(super) fn parameter(
        &mut self,
        target: ParameterTarget,
        index: u32,
        value: [f32; 4],
    ) -> Result<(), Stop> {
        let (stage, index) = (buffer::stage(target.stage)?, index as usize);
        match target.environment {
            true => self.canvas.set_environment(stage, index, value)?,
            false => self.canvas.set_local(stage, index, value)?,
        }
        Ok(())
    }

    pub(super) fn clear(&mut self) {
        self.switches.apply(&mut self.canvas);
        self.canvas.clear(&self.clear);
    }

    pub(super) fn clear_to(&mut self, color: [f32; 4]) {
        self.clear.color = Some(color);
        self.clear();
    }
}
