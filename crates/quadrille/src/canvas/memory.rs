//! Buffers, images and compute programs of a canvas.

use std::sync::Arc;

use quadrille_base::{Meter, Spent};
use quadrille_engine::memory::{Binding, ImageBinding};
use quadrille_isa::gl::Stage;
use quadrille_memory::{Access, Buffer};
use quadrille_pipeline::{BoundProgram, Dispatch};
use quadrille_program::ImageUse;
use quadrille_texture::{Format, Image, ImageUnit, ObjectTarget, Texture};

use super::handle::Changed;
use super::{Canvas, CanvasError, PartError};

/// SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT.
const STORAGE_ALIGNMENT: u64 = 16;
/// Bytes of a word.
const WORD: u64 = 4;

/// The texture behind an image unit.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    /// The texture unit and the target whose texture it is.
    pub(super) unit: usize,
    pub(super) target: ObjectTarget,
    pub(super) level: u32,
    /// One layer, slice or face of it; all if nothing is said.
    pub(super) layer: Option<u32>,
    /// The texture as it was when it was bound: another that takes its place is not written.
    pub(super) texture: Arc<Texture>,
    pub(super) texels: Arc<Buffer>,
}

impl Shown {
    /// Stands for what the texture has become, and takes its bytes where it does not have them.
    pub(super) fn replace(&mut self, old: &Arc<Texture>, new: &Arc<Texture>, changed: Changed<'_>) {
        if !Arc::ptr_eq(&self.texture, old) {
            return;
        }
        self.texture = new.clone();
        match changed {
            Changed::All => self.texels.write(0, &level_bytes(new, self.level)),
            Changed::Drawn { level, bytes, .. } if level == self.level => self.texels.write(0, bytes),
            Changed::Drawn { .. } | Changed::Stored { .. } => {}
        }
    }
}

/// Which part of a texture an image unit shows, or is drawn into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImageLevel {
    /// The texture unit.
    pub unit: usize,
    /// The target of the texture on that unit.
    pub target: ObjectTarget,
    /// The level.
    pub level: u32,
    /// One layer, slice or face of it; all if nothing is said.
    pub layer: Option<u32>,
}

impl Canvas {
    /// Binds a buffer to a storage buffer binding point, or unbinds it.
    ///
    /// # Errors
    ///
    /// The number is not below the limit; or a part is bound that does not begin at a multiple of 16 bytes, is empty or
    /// not in the buffer.
    pub fn bind_storage(&mut self, number: usize, binding: Option<Binding>) -> Result<(), CanvasError> {
        check_part(binding.as_ref(), STORAGE_ALIGNMENT)?;
        let most = self.memory.limits.storage_buffers;
        put(&mut self.memory.storage, number, most, binding)
    }

    /// Binds a buffer to an atomic counter buffer binding point, or unbinds it.
    ///
    /// # Errors
    ///
    /// The number is not below the limit; or a part is bound that does not begin at a multiple of 4 bytes, is empty or not
    /// in the buffer.
    pub fn bind_counters(&mut self, number: usize, binding: Option<Binding>) -> Result<(), CanvasError> {
        check_part(binding.as_ref(), WORD)?;
        let most = self.memory.limits.counter_buffers;
        put(&mut self.memory.counters, number, most, binding)
    }

    /// Binds a buffer to a program parameter buffer binding point of a stage, or unbinds it.
    ///
    /// # Errors
    ///
    /// The number is not below the limit; or a part is bound that does not begin with the buffer, is not of whole words,
    /// empty or not in the buffer (NV_parameter_buffer_object).
    pub fn bind_parameters(
        &mut self,
        stage: Stage,
        number: usize,
        binding: Option<Binding>,
    ) -> Result<(), CanvasError> {
        if let Some(part) = binding.as_ref().filter(|binding| !is_whole(binding)) {
            if part.start != 0 {
                return Err(PartError::ParameterStart.into());
            }
            if part.length % WORD != 0 {
                return Err(PartError::Size.into());
            }
        }
        check_part(binding.as_ref(), WORD)?;
        let most = self.memory.limits.parameter_buffers;
        put(self.memory.parameters_mut(stage), number, most, binding)
    }

    /// Shows a buffer on an image unit, as a buffer texture of a format.
    ///
    /// # Errors
    ///
    /// The number is not below the limit, or images cannot have the format.
    pub fn bind_image_buffer(
        &mut self,
        number: usize,
        buffer: Arc<Buffer>,
        access: Access,
        format: Format,
    ) -> Result<(), CanvasError> {
        check_format(format)?;
        let texels = buffer.size() / format.texel_bytes() as u64;
        let width = u32::try_from(texels).unwrap_or(u32::MAX);
        let extent = quadrille_texture::Extent::new(width, 1, 1);
        let image = ImageBinding {
            unit: ImageUnit::layered(ObjectTarget::Buffer, extent, 1, format, format),
            texels: buffer,
            access,
        };
        self.put_image(number, Some((image, None)))
    }

    /// Shows a level of a texture on an image unit. What programs store there is in the texture after each draw
    /// and dispatch.
    ///
    /// # Errors
    ///
    /// The number is not below the limit, there is no such texture, level or layer, or images cannot have the
    /// format. That the format does not suit the texture is no error: every access is then invalid.
    pub fn bind_image(
        &mut self,
        number: usize,
        level: ImageLevel,
        access: Access,
        format: Format,
    ) -> Result<(), CanvasError> {
        check_format(format)?;
        self.store_attachments()?;
        let texture = self
            .bound(level.unit, level.target)
            .map(|bound| bound.texture().clone())
            .ok_or(CanvasError::NoImage)?;
        if texture.is_sparse() {
            return Err(CanvasError::SparseImage);
        }
        let first = texture.image(level.level, 0).ok_or(CanvasError::NoImage)?;
        let (own, extent, samples) = (first.format(), first.extent(), first.samples());
        let whole = ImageUnit::layered(level.target, extent, samples, own, format);
        let unit = match level.layer {
            Some(layer) => whole.single_layer(layer).ok_or(CanvasError::NoImage)?,
            None => whole,
        };
        // Two units that show one level share its texels.
        let known = self
            .shown
            .iter()
            .flatten()
            .find(|shown| Arc::ptr_eq(&shown.texture, &texture) && shown.level == level.level);
        let texels = match known {
            Some(shown) => shown.texels.clone(),
            None => {
                let meter = self.meter();
                let whole = texture.bytes();
                // The bytes of the level, and the buffer that takes them.
                let _bytes = meter.room(whole)?;
                copied(&meter, whole)?;
                let bytes = level_bytes(&texture, level.level);
                let room = meter.room(bytes.len() as u64)?;
                Arc::new(Buffer::from_bytes(&bytes).with_room(room))
            }
        };
        let shown = Shown {
            unit: level.unit,
            target: level.target,
            level: level.level,
            layer: level.layer,
            texture,
            texels: texels.clone(),
        };
        let image = ImageBinding { unit, texels, access };
        self.put_image(number, Some((image, Some(shown))))
    }

    /// Takes what an image unit shows off it.
    ///
    /// # Errors
    ///
    /// The number is not below the limit.
    pub fn unbind_image(&mut self, number: usize) -> Result<(), CanvasError> {
        self.put_image(number, None)
    }

    fn put_image(
        &mut self,
        number: usize,
        image: Option<(ImageBinding, Option<Shown>)>,
    ) -> Result<(), CanvasError> {
        let most = self.memory.limits.image_units;
        let (binding, shown) = image.map_or((None, None), |(binding, shown)| (Some(binding), shown));
        put(&mut self.memory.images, number, most, binding)?;
        put(&mut self.shown, number, most, shown)
    }

    /// Runs the compute program that is bound: `groups` work groups along x, y and z, each of `size` invocations
    /// where the program leaves that open.
    ///
    /// # Errors
    ///
    /// No compute program is bound, the numbers exceed a limit, or the program was stopped; what was stored
    /// before stays.
    pub fn dispatch(&mut self, groups: [u32; 3], size: Option<[u32; 3]>) -> Result<(), CanvasError> {
        let program = self.compute.clone().ok_or(CanvasError::NoComputeProgram)?;
        if self.queries.discards() {
            return Ok(());
        }
        let images = self.images_of(std::iter::once(&program));
        self.judge_images();
        self.store_read(std::iter::once(&program), &images)?;
        self.watch_lookups([&program]);
        let meter = self.meter();
        let before = meter.done();
        let dispatch = Dispatch {
            program: &program,
            groups,
            size,
            textures: &self.textures,
            bindings: &self.memory,
            meter: &meter,
            unordered: self.unordered,
            watch: self.draw_watch.as_deref(),
        };
        let invocations = dispatch.invocations();
        let trap = self.pipeline.dispatch(&self.state, &dispatch)?;
        self.queries.computed(invocations);
        self.queries.worked(meter.done() - before);
        self.take_images(&images, &meter)?;
        match trap {
            Some(trap) => Err(CanvasError::Trap {
                stage: Stage::Compute,
                trap,
            }),
            None => Ok(()),
        }
    }

    /// The image units that programs access. Handles may stand for any that shows something.
    pub(super) fn images_of<'a>(&self, programs: impl Iterator<Item = &'a BoundProgram>) -> Vec<ImageUse> {
        let mut images = Vec::new();
        for program in programs.map(|bound| bound.kernel.program()) {
            images.extend_from_slice(program.images());
            if program.memory().image_handles {
                let units = 0..self.shown.len() as u32;
                images.extend(units.map(|unit| ImageUse {
                    unit,
                    is_written: true,
                }));
            }
        }
        images
    }

    /// Whether one of these image units shows a texture.
    pub(super) fn show(&self, images: &[ImageUse], texture: &Arc<Texture>) -> bool {
        let mut shown = images
            .iter()
            .filter_map(|image| self.shown.get(image.unit as usize)?.as_ref());
        shown.any(|shown| Arc::ptr_eq(&shown.texture, texture))
    }

    /// Puts what programs stored through these image units into their textures, as far as these are still bound.
    pub(super) fn take_images(&mut self, images: &[ImageUse], meter: &Meter) -> Result<(), CanvasError> {
        let mut written: Vec<usize> = images
            .iter()
            .filter(|image| image.is_written)
            .map(|image| image.unit as usize)
            .collect();
        written.sort_unstable();
        written.dedup();
        for number in written {
            let Some(shown) = self.shown.get(number).cloned().flatten() else {
                continue;
            };
            let writes = self.memory.images[number]
                .as_ref()
                .is_some_and(|image| image.access != Access::ReadOnly);
            let Some(bound) = self.bound(shown.unit, shown.target).filter(|_| writes) else {
                continue;
            };
            if !Arc::ptr_eq(bound.texture(), &shown.texture) {
                continue;
            }
            // The new texture, and a level's bytes on their way.
            let bytes = shown.texture.bytes();
            let room = meter.room(bytes)?;
            let _level = meter.room(shown.texels.size().saturating_mul(2))?;
            copied(meter, bytes)?;
            let mut texture = (*shown.texture).clone();
            set_level(&mut texture, shown.level, &shown.texels.to_bytes())?;
            texture.set_room(room);
            let changed = Changed::Stored { level: shown.level };
            self.replace_texture(&shown.texture, &Arc::new(texture), changed);
        }
        Ok(())
    }
}

/// Puts something at a place of a list that grows as far as a limit.
pub(super) fn put<T>(
    list: &mut Vec<Option<T>>,
    number: usize,
    most: u32,
    value: Option<T>,
) -> Result<(), CanvasError> {
    if number >= most as usize {
        return Err(CanvasError::Binding { number, most });
    }
    if list.len() <= number {
        list.resize_with(number + 1, || None);
    }
    list[number] = value;
    Ok(())
}

/// Whether a binding is that of a whole buffer (BindBufferBase), which may have any size.
fn is_whole(binding: &Binding) -> bool {
    binding.start == 0 && binding.length == binding.buffer.size()
}

/// BindBufferRange: where a part begins, and that it is one.
fn check_part(binding: Option<&Binding>, alignment: u64) -> Result<(), PartError> {
    let Some(part) = binding.filter(|binding| !is_whole(binding)) else {
        return Ok(());
    };
    if !part.start.is_multiple_of(alignment) {
        return Err(PartError::Start(alignment));
    }
    if part.length == 0 || !part.buffer.holds(part.start, part.length) {
        return Err(PartError::Outside);
    }
    Ok(())
}

/// BindImageTextureEXT: a format that is not in table X.2 is an error.
fn check_format(format: Format) -> Result<(), CanvasError> {
    match quadrille_texture::image_unit::Class::of(format) {
        Some(_) => Ok(()),
        None => Err(CanvasError::ImageFormat(format.row().name)),
    }
}

/// The texels of a level, its faces one after another.
pub(super) fn level_bytes(texture: &Texture, level: u32) -> Vec<u8> {
    let faces = (0..texture.target().row().faces).filter_map(|face| texture.image(level, face));
    faces.flat_map(|image| image.bytes().to_vec()).collect()
}

pub(super) fn set_level(texture: &mut Texture, level: u32, bytes: &[u8]) -> Result<(), CanvasError> {
    let mut rest = bytes;
    for face in 0..texture.target().row().faces {
        let Some(image) = texture.image(level, face) else {
            continue;
        };
        let size = image.bytes().len().min(rest.len());
        let (own, after) = rest.split_at(size);
        rest = after;
        let (format, extent, samples) = (image.format(), image.extent(), image.samples());
        let limits = *texture.limits();
        let image = Image::with_bytes(format, extent, samples, own, &limits)?;
        texture.set_image(level, face, image)?;
    }
    Ok(())
}

/// Counts the work of bytes that are copied: many of them are what one invocation takes for an instruction.
pub(super) fn copied(meter: &Meter, bytes: u64) -> Result<(), Spent> {
    const BYTES: u64 = 16;
    meter.work(bytes.div_ceil(BYTES))
}
