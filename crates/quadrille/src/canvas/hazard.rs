//! Accesses of draws outside of programs, to memory that programs of earlier draws wrote: of vertex arrays, element arrays,
//! indirect draws and transform feedback; and textures that are read while they are drawn into. What programs access is the
//! sanitizer's own.

use std::sync::{Arc, PoisonError};

use quadrille_memory::{AccessKind, Barriers, Buffer, Hazards};
use quadrille_pipeline::{Arrays, BoundProgram, Counts, Elements, Programs};
use quadrille_program::{ImageUse, ParameterSource};
use quadrille_reference::SharedHazards;
use quadrille_texture::{Access, BoundTexture};

use super::{Canvas, FramebufferTarget, Instances};

/// What a command does without an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hazard {
    /// It accesses what a program wrote, without a barrier.
    MissingBarrier {
        /// The bit that it needs.
        needs: Barriers,
        /// The first byte, and how many.
        bytes: (u64, u64),
    },
    /// It reads a level of a texture that it draws into.
    FeedbackLoop {
        /// What leads to the texture.
        by: LoopedBy,
        /// The level.
        level: u32,
    },
    /// A blit reads what it writes.
    OverlappingBlit {
        /// x0, y0, x1, y1 of the pixels.
        pixels: [i32; 4],
    },
}

/// What leads to a texture that is drawn into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LoopedBy {
    /// A texture unit.
    Texture(u32),
    /// A handle.
    Handle,
    /// An image unit.
    Image(u32),
}

/// What is watched, and what was found since it was asked for.
#[derive(Debug, Default)]
pub(super) struct Watch {
    hazards: Option<SharedHazards>,
    found: Vec<Hazard>,
}

impl Watch {
    fn look(&mut self, look: impl FnOnce(&mut Hazards, &mut Vec<Hazard>)) {
        if let Some(hazards) = &self.hazards {
            look(
                &mut hazards.lock().unwrap_or_else(PoisonError::into_inner),
                &mut self.found,
            );
        }
    }

    /// A draw or another command accesses bytes of a buffer.
    pub(super) fn access(&mut self, buffer: &Buffer, bytes: (u64, u64), kind: AccessKind, needs: Barriers) {
        self.look(|hazards, found| {
            let (start, length) = bytes;
            if hazards.is_unordered(buffer, start..start.saturating_add(length), kind, needs) {
                found.push(Hazard::MissingBarrier { needs, bytes });
            }
        });
    }
}

/// What scenes that are sanitized ask for.
#[cfg(feature = "scenes")]
impl Canvas {
    /// Has missing barriers be looked for; the hazards go into the kernels of programs.
    pub(crate) fn watch(&mut self, hazards: SharedHazards) {
        self.watch.hazards = Some(hazards);
    }

    /// The hazards that are looked for, if they are.
    pub(crate) fn watched(&self) -> Option<SharedHazards> {
        self.watch.hazards.clone()
    }

    /// Changes bytes of a buffer (BufferSubData), or makes the whole of it.
    pub(crate) fn watch_update(&mut self, buffer: &Buffer, bytes: Option<(u64, u64)>) {
        match bytes {
            Some(bytes) => {
                self.watch
                    .access(buffer, bytes, AccessKind::Store, Barriers::BUFFER_UPDATES);
            }
            None => self.watch.look(|hazards, _| hazards.forget(buffer)),
        }
    }

    /// A command reads bytes of a buffer as pixels go into textures.
    pub(crate) fn watch_pixels(&mut self, buffer: &Buffer, bytes: (u64, u64)) {
        self.watch
            .access(buffer, bytes, AccessKind::Load, Barriers::PIXEL_BUFFERS);
    }

    /// A command reads the texels of an image unit's level (GetTexImage).
    pub(crate) fn watch_texels(&mut self, texels: &Buffer) {
        let bytes = (0, texels.size());
        self.watch
            .access(texels, bytes, AccessKind::Load, Barriers::TEXTURE_UPDATES);
    }

    /// What was found in a command, which has come to its end.
    pub(crate) fn end_command(&mut self) -> Vec<Hazard> {
        self.watch.look(|hazards, _| hazards.end_draw());
        std::mem::take(&mut self.watch.found)
    }
}

impl Canvas {
    /// Has what programs write be there for later accesses (MemoryBarrier). Here it is in any case: only the sanitizer
    /// notices where it is missing.
    pub fn memory_barrier(&mut self, bits: Barriers) {
        self.watch.look(|hazards, _| hazards.barrier(bits));
    }

    /// Looks at what programs read that is no access of theirs: textures whose levels programs stored in through image
    /// units, and elements of parameter buffers.
    pub(super) fn watch_lookups<'p>(&mut self, programs: impl IntoIterator<Item = &'p BoundProgram>) {
        if self.watch.hazards.is_none() {
            return;
        }
        let programs: Vec<_> = programs.into_iter().map(|bound| bound.kernel.program()).collect();
        for program in &programs {
            let buffers = self.memory.parameters(program.profile().stage);
            for parameter in program.parameters() {
                let ParameterSource::Buffer(element) = parameter.source else {
                    continue;
                };
                if let Some(Some(binding)) = buffers.get(element.buffer as usize) {
                    let size = if element.vector { 16 } else { 4 };
                    let first = binding.start.saturating_add(u64::from(element.element) * size);
                    self.watch.access(
                        &binding.buffer,
                        (first, size),
                        AccessKind::Load,
                        Barriers::PARAMETERS,
                    );
                }
            }
        }
        let has_handles = programs.iter().any(|program| program.memory().texture_handles);
        let handles = self.handles.iter().filter(|_| has_handles);
        let used = programs.iter().flat_map(|program| program.textures());
        let units = used.filter_map(|used| {
            let target = Access::of(used.target).target;
            self.textures.0.get(used.unit, target)
        });
        let looked_up: Vec<&BoundTexture> = units.chain(handles).collect();
        for shown in self.shown.iter().flatten() {
            let is_read = |bound: &&BoundTexture| {
                let levels = bound.sampler().base_level..=bound.last_level();
                Arc::ptr_eq(bound.texture(), &shown.texture) && levels.contains(&shown.level)
            };
            if looked_up.iter().any(is_read) {
                let bytes = (0, shown.texels.size());
                self.watch
                    .access(&shown.texels, bytes, AccessKind::Load, Barriers::TEXTURES);
            }
        }
    }

    /// Looks for textures from which a draw can take texels while it draws into them.
    pub(super) fn watch_loops(&mut self, programs: &Programs, images: &[ImageUse]) {
        let has_handles = |bound: &BoundProgram| bound.kernel.program().memory().texture_handles;
        let has_handles = programs.all().any(has_handles);
        let handles = self.handles.iter().filter(|_| has_handles);
        let used = programs.all().flat_map(|bound| bound.kernel.program().textures());
        let used = used.map(|used| (used.unit, used.target));
        let fixed = self.state.textures.iter().zip(0..).filter_map(|(unit, number)| {
            let sampled = unit.sampled.filter(|_| programs.fragment.is_none())?;
            Some((number, sampled.target.target(false)))
        });
        let found: Vec<Hazard> = used
            .chain(fixed)
            .filter_map(|(unit, target)| {
                let bound = self.textures.0.get(unit, Access::of(target).target)?;
                Some((LoopedBy::Texture(unit), bound))
            })
            .chain(handles.map(|bound| (LoopedBy::Handle, bound)))
            .filter_map(|(by, bound)| {
                let level = self.framebuffers.level_drawn(bound)?;
                Some(Hazard::FeedbackLoop { by, level })
            })
            .chain(self.looped_images(images))
            .collect();
        self.watch.look(|_, all| all.extend(found));
    }

    /// Image units of programs that show what is drawn into.
    fn looped_images(&self, images: &[ImageUse]) -> Vec<Hazard> {
        let mut units: Vec<u32> = images.iter().map(|image| image.unit).collect();
        units.sort_unstable();
        units.dedup();
        let looped = units.into_iter().filter_map(|unit| {
            let shown = self.shown.get(unit as usize)?.as_ref()?;
            let is_drawn = self.framebuffers.has_drawn(shown);
            is_drawn.then_some(Hazard::FeedbackLoop {
                by: LoopedBy::Image(unit),
                level: shown.level,
            })
        });
        looped.collect()
    }

    /// A command reads or writes the attachments of a framebuffer: programs may have stored in their textures by image
    /// units.
    pub(crate) fn watch_attachments(&mut self, target: FramebufferTarget, kind: AccessKind) {
        if self.watch.hazards.is_none() {
            return;
        }
        for shown in self.shown.iter().flatten() {
            let is_attached = match target {
                FramebufferTarget::Draw => self.framebuffers.has_drawn(shown),
                FramebufferTarget::Read => self.framebuffers.has_read(shown),
                FramebufferTarget::Both => {
                    self.framebuffers.has_drawn(shown) || self.framebuffers.has_read(shown)
                }
            };
            if is_attached {
                let bytes = (0, shown.texels.size());
                self.watch
                    .access(&shown.texels, bytes, kind, Barriers::FRAMEBUFFER);
            }
        }
    }

    /// A blit reads and writes these pixels of one image.
    pub(super) fn watch_blit(&mut self, pixels: [i32; 4]) {
        self.watch
            .look(|_, found| found.push(Hazard::OverlappingBlit { pixels }));
    }

    /// Looks at what a draw recorded, before that is counted.
    pub(super) fn watch_recorded(&mut self, counts: &Counts) {
        if self.watch.hazards.is_none() {
            return;
        }
        let Some(feedback) = self.feedback.current() else {
            return;
        };
        let corners = feedback.primitive.corners() as u64;
        let vertices = counts.written.map(|primitives| primitives * corners);
        for (buffer, bytes) in feedback.bytes_recorded(vertices) {
            self.watch
                .access(buffer, bytes, AccessKind::Store, Barriers::FEEDBACK);
        }
    }

    /// Looks at what a draw reads of arrays, and notes what it may record to.
    pub(super) fn watch_draw(&mut self, arrays: &Arrays<'_>, elements: &Elements<'_>, instances: Instances) {
        if self.watch.hazards.is_none() {
            return;
        }
        if let Some(vertices) = elements.bounds() {
            for (_, buffer, bytes) in arrays.bytes_read(vertices, (instances.count, instances.base)) {
                self.watch
                    .access(buffer, bytes, AccessKind::Load, Barriers::VERTEX_ARRAYS);
            }
        }
        let Some(feedback) = self.feedback.current() else {
            return;
        };
        for (buffer, (start, length)) in feedback.bytes_written() {
            self.watch
                .look(|hazards, _| hazards.record(buffer, start..start.saturating_add(length)));
        }
    }
}
