//! Buffers of a scene: made, bound, resident, dispatched over, probed, written.

mod command;
mod error;
mod file;
mod probe;

use std::collections::BTreeMap;
use std::sync::Arc;

use quadrille_base::{Meter, Room, Span, Spent};
use quadrille_engine::memory::Binding;
use quadrille_isa::gl::Stage;
use quadrille_memory::{Access, Barriers, Buffer, ResidencyError};
use quadrille_scene::{
    AccessMode, BufferCommand, Content, ImageSource, ParameterValue, Point, ProgramKind, Range,
};
use quadrille_texture::Format;

use super::handle;
use super::made::target;
use super::stop::Stop;
use super::{Failure, Files};
use crate::canvas::{Canvas, ImageLevel, PartError, VertexArray};
use crate::files;
pub(super) use error::BufferError;
use error::BufferFileError;
pub(super) use probe::probe;

/// The buffers of a scene, by name.
#[derive(Default)]
pub(super) struct Buffers {
    named: BTreeMap<String, Named>,
    /// Files that `output buffer` wrote, with their paths.
    pub(super) files: Vec<(String, Vec<u8>)>,
    /// Their room.
    rooms: Vec<Room>,
}

struct Named {
    buffer: Arc<Buffer>,
    /// Its GPU address, once something asked for it.
    address: Option<u64>,
}

/// The surroundings that commands reach besides the buffers.
pub(super) struct Surroundings<'a> {
    pub(super) canvas: &'a mut Canvas,
    pub(super) files: &'a dyn Files,
    pub(super) meter: &'a Meter,
    /// The targets of the textures that were made last, by unit.
    pub(super) targets: &'a BTreeMap<usize, quadrille_texture::ObjectTarget>,
    /// The tolerance of probes of floats.
    pub(super) tolerance: f32,
}

impl Buffers {
    /// Whether there is a buffer of a name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.named.contains_key(name)
    }

    /// The buffer of a name.
    pub(super) fn named(&self, name: &str) -> Option<&Buffer> {
        self.named.get(name).map(|named| &*named.buffer)
    }

    /// Carries a command out; a probe may fail.
    pub(super) fn command(
        &mut self,
        command: &BufferCommand,
        span: Span,
        around: &mut Surroundings<'_>,
    ) -> Result<Option<Failure>, Stop> {
        match command {
            BufferCommand::Make { name, content } => self.make(name, content, around)?,
            BufferCommand::Write {
                name,
                offset,
                content,
            } => self.write(name, *offset, content, around)?,
            BufferCommand::Bind { point, number, range } => {
                self.bind(*point, *number as usize, range.as_ref(), around.canvas)?;
            }
            BufferCommand::BindImage { unit, image } => {
                let unit = *unit as usize;
                match image {
                    Some((source, access, format)) => {
                        self.bind_image(unit, source, *access, format, around)?;
                    }
                    None => around.canvas.unbind_image(unit)?,
                }
            }
            BufferCommand::Resident {
                name,
                access,
                address,
            } => self.make_resident(name, access.map(access_of), *address, around.canvas)?,
            BufferCommand::Dispatch { groups, size } => around.canvas.dispatch(*groups, *size)?,
            BufferCommand::DispatchIndirect { buffer, offset, size } => {
                let buffer = self.get(buffer)?;
                around.canvas.dispatch_indirect(&buffer, *offset, *size)?;
            }
            BufferCommand::Compute { groups, size } => {
                around.canvas.memory_barrier(Barriers::ALL);
                around.canvas.dispatch(*groups, *size)?;
                around.canvas.memory_barrier(Barriers::ALL);
            }
            BufferCommand::Place {
                point,
                number,
                name,
                size,
            } => {
                self.make(name, &Content::Zeros(*size), around)?;
                let (name, part) = (name.clone(), None);
                self.bind(
                    *point,
                    *number as usize,
                    Some(&Range { name, part }),
                    around.canvas,
                )?;
            }
            BufferCommand::Order { unordered } => around.canvas.unordered = *unordered,
            BufferCommand::Output {
                name,
                number_type,
                path,
            } => {
                let buffer = &self.find(name)?.buffer;
                let (file, rooms) = file::file_of(buffer, *number_type, path, around.meter)?;
                self.rooms.extend(rooms);
                self.files.push((path.clone(), file));
            }
            BufferCommand::Probe { name, offset, values } => {
                let found = probe(&self.find(name)?.buffer, *offset, values, span, around.tolerance);
                return Ok(found?);
            }
            BufferCommand::Compare {
                name,
                offset,
                comparison,
                value,
            } => {
                let found = probe::compare(&self.find(name)?.buffer, *offset, (*comparison, *value), span);
                return Ok(found?);
            }
        }
        Ok(None)
    }

    /// A buffer by its name.
    pub(super) fn get(&self, name: &str) -> Result<Arc<Buffer>, BufferError> {
        Ok(self.find(name)?.buffer.clone())
    }

    /// The vertex array of a command.
    pub(super) fn array(&self, array: &quadrille_scene::VertexArray) -> Result<VertexArray, BufferError> {
        Ok(VertexArray {
            buffer: self.get(&array.buffer)?,
            start: array.offset,
            stride: array.stride.unwrap_or(array.format.bytes()),
            format: array.format,
            divisor: array.divisor,
        })
    }

    fn find(&self, name: &str) -> Result<&Named, BufferError> {
        let found = self.named.get(name);
        found.ok_or_else(|| BufferError::Name(name.to_owned()))
    }

    fn find_mut(&mut self, name: &str) -> Result<&mut Named, BufferError> {
        let found = self.named.get_mut(name);
        found.ok_or_else(|| BufferError::Name(name.to_owned()))
    }

    fn make(&mut self, name: &str, content: &Content, around: &mut Surroundings<'_>) -> Result<(), Stop> {
        let buffer = match content {
            Content::Zeros(size) => {
                let room = around.meter.room(*size)?;
                around.meter.work(*size)?;
                let buffer = Buffer::new(*size).map_err(BufferError::from)?;
                buffer.with_room(room)
            }
            content => {
                let (bytes, _bytes) = self.content(content, around)?;
                let room = around.meter.room(bytes.len() as u64)?;
                Buffer::from_bytes(&bytes).with_room(room)
            }
        };
        // What is bound elsewhere keeps the old contents, as a buffer object does that is deleted.
        let named = Named {
            buffer: Arc::new(buffer),
            address: None,
        };
        around.canvas.watch_update(&named.buffer, None);
        self.named.insert(name.to_owned(), named);
        Ok(())
    }

    fn write(
        &mut self,
        name: &str,
        offset: u64,
        content: &Content,
        around: &mut Surroundings<'_>,
    ) -> Result<(), Stop> {
        let buffer = self.find(name)?.buffer.clone();
        let (bytes, _bytes) = self.content(content, around)?;
        if !buffer.holds(offset, bytes.len() as u64) {
            return Err(BufferError::Write.into());
        }
        around
            .canvas
            .watch_update(&buffer, Some((offset, bytes.len() as u64)));
        buffer.write(offset, &bytes);
        Ok(())
    }

    /// The bytes of a content, and their room.
    fn content(&mut self, content: &Content, around: &mut Surroundings<'_>) -> Result<(Vec<u8>, Room), Stop> {
        let meter = around.meter;
        let reserve = |bytes: u64| {
            let room = meter.room(bytes)?;
            meter.work(bytes)?;
            Ok::<Room, Spent>(room)
        };
        Ok(match content {
            Content::Zeros(size) => {
                let room = reserve(*size)?;
                (vec![0; *size as usize], room)
            }
            Content::Values(values) => {
                let room = reserve((values.len() * values.number_type().bytes()) as u64)?;
                (values.bytes(), room)
            }
            Content::Sequence {
                number_type,
                count,
                first,
                step,
            } => {
                let room = reserve(u64::from(*count) * number_type.bytes() as u64)?;
                (number_type.sequence(*count, *first, *step), room)
            }
            Content::File { path, number_type } => {
                let file = around.files.read(path, files::MOST_BYTES);
                let bytes = file
                    .map_err(BufferFileError::from)
                    .and_then(|file| file::bytes_of(&file, *number_type, path))
                    .map_err(|error| BufferError::File {
                        path: path.clone(),
                        error,
                    })?;
                let room = reserve(bytes.len() as u64)?;
                (bytes, room)
            }
            Content::Address { name, offset } => {
                let address = self.address(name, around.canvas)?;
                (address.wrapping_add(*offset).to_le_bytes().to_vec(), reserve(8)?)
            }
            Content::Handle(handle) => {
                let handle = handle::of(*handle, around.canvas, around.targets)?;
                (handle.to_le_bytes().to_vec(), reserve(8)?)
            }
            Content::Image(unit) => {
                let image = around.canvas.memory.images.get(*unit as usize);
                let image = image.and_then(Option::as_ref);
                let texels = image.ok_or(BufferError::NoImage)?.texels.clone();
                let room = reserve(texels.size())?;
                around.canvas.watch_texels(&texels);
                (texels.to_bytes(), room)
            }
        })
    }

    /// The GPU address of a buffer, which it gets when it is asked for first.
    fn address(&mut self, name: &str, canvas: &mut Canvas) -> Result<u64, BufferError> {
        let named = self.find_mut(name)?;
        let buffer = &named.buffer;
        if buffer.size() == 0 {
            return Err(ResidencyError::NoStore.into());
        }
        let space = &mut canvas.memory.global;
        Ok(*named.address.get_or_insert_with(|| space.place(buffer.clone())))
    }

    fn make_resident(
        &mut self,
        name: &str,
        access: Option<Access>,
        address: Option<u64>,
        canvas: &mut Canvas,
    ) -> Result<(), BufferError> {
        let named = self.find_mut(name)?;
        let space = &mut canvas.memory.global;
        let address = match (named.address, address) {
            (Some(own), Some(wanted)) if own != wanted => {
                return Err(BufferError::HasAddress(own));
            }
            (Some(own), _) => own,
            (None, None) => space.place(named.buffer.clone()),
            (None, Some(wanted)) if space.place_at(wanted, named.buffer.clone()) => wanted,
            (None, Some(address)) => return Err(BufferError::Address { address }),
        };
        named.address = Some(address);
        match access {
            Some(access) => space.make_resident(address, access)?,
            None => space.make_non_resident(address)?,
        }
        Ok(())
    }

    fn bind(
        &mut self,
        point: Point,
        number: usize,
        range: Option<&Range>,
        canvas: &mut Canvas,
    ) -> Result<(), Stop> {
        let binding = range.map(|range| self.part(range, point)).transpose()?;
        match point {
            Point::Parameters(kind) => canvas.bind_parameters(stage(kind)?, number, binding)?,
            Point::Storage => canvas.bind_storage(number, binding)?,
            Point::Counter => canvas.bind_counters(number, binding)?,
            Point::Feedback => canvas.bind_feedback_buffer(number, binding)?,
        }
        Ok(())
    }

    fn part(&self, range: &Range, point: Point) -> Result<Binding, BufferError> {
        let buffer = self.find(&range.name)?.buffer.clone();
        let Some((start, length)) = range.part else {
            return Ok(Binding::whole(buffer));
        };
        // The canvas knows the rest; a part that is all of a buffer is one here.
        if matches!(point, Point::Parameters(_)) && length % 4 != 0 {
            return Err(PartError::Size.into());
        }
        if length == 0 {
            return Err(PartError::Outside.into());
        }
        Ok(Binding {
            buffer,
            start,
            length,
        })
    }

    fn bind_image(
        &mut self,
        number: usize,
        source: &ImageSource,
        access: AccessMode,
        format: &str,
        around: &mut Surroundings<'_>,
    ) -> Result<(), Stop> {
        let format = Format::from_name(format).ok_or_else(|| BufferError::Format(format.to_owned()))?;
        let access = access_of(access);
        match source {
            ImageSource::Buffer(name) => {
                let buffer = self.find(name)?.buffer.clone();
                around.canvas.bind_image_buffer(number, buffer, access, format)?;
            }
            ImageSource::Texture { unit, level, layer } => {
                let unit = *unit as usize;
                let level = ImageLevel {
                    unit,
                    target: target(around.targets, unit)?,
                    level: *level,
                    layer: *layer,
                };
                around.canvas.bind_image(number, level, access, format)?;
            }
        }
        Ok(())
    }

    /// The vector of a `parameter` command.
    pub(super) fn parameter(
        &mut self,
        value: &ParameterValue,
        canvas: &mut Canvas,
        targets: &BTreeMap<usize, quadrille_texture::ObjectTarget>,
    ) -> Result<[f32; 4], Stop> {
        let long = match value {
            ParameterValue::Vector(vector) => return Ok(*vector),
            ParameterValue::Address { name, offset } => self.address(name, canvas)?.wrapping_add(*offset),
            ParameterValue::Handle(handle) => handle::of(*handle, canvas, targets)?,
        };
        let words = [long as u32, (long >> 32) as u32].map(f32::from_bits);
        Ok([words[0], words[1], 0.0, 0.0])
    }
}

/// A command sets state of a stage for QPU programs or control lists.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("QPU programs and control lists have no such state")]
pub(super) struct NoStage;

/// The stage of a section's programs.
pub(super) fn stage(kind: ProgramKind) -> Result<Stage, NoStage> {
    kind.stage().ok_or(NoStage)
}

fn access_of(mode: AccessMode) -> Access {
    match mode {
        AccessMode::ReadOnly => Access::ReadOnly,
        AccessMode::WriteOnly => Access::WriteOnly,
        AccessMode::ReadWrite => Access::ReadWrite,
    }
}
