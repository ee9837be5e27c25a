//! Accesses of draws outside of programs, to memory that programs of earlier draws wrote: of vertex arrays, element arrays,
//! indirect draws and transform feedback; and textures that are read while they are drawn into. What programs access is the
//! sanitizer's own.

use std::sync::{Arc, PoisonError};

use quadrille_memory::{AccessKind, Barriers, Buffer, Hazards};
use quadrille_pipeline::{Arrays, BoundProgram, Elements, Programs};
use quadrille_program::ParameterSource;
use quadrille_reference::SharedHazards;
use quadrille_texture::{Access, BoundTexture};

use super::{Canvas, Instances};

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
        /// The texture unit; `None` where the texture is named by a handle.
        unit: Option<u32>,
        /// The level.
        level: u32,
    },
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
    pub(super) fn watch_loops(&mut self, programs: &Programs) {
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
                Some((Some(unit), bound))
            })
            .chain(handles.map(|bound| (None, bound)))
            .filter_map(|(unit, bound)| {
                let level = self.framebuffers.level_drawn(bound)?;
                Some(Hazard::FeedbackLoop { unit, level })
            })
            .collect();
        self.watch.look(|_, all| all.extend(found));
    }

    /// Looks at what a draw reads of arrays and records.
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
        for (buffer, bytes) in feedback.bytes_written() {
            self.watch
                .access(buffer, bytes, AccessKind::Store, Barriers::FEEDBACK);
            let (start, length) = bytes;
            self.watch
                .look(|hazards, _| hazards.record(buffer, start..start.saturating_add(length)));
        }
    }
}
