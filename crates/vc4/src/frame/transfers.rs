//! Loads and stores of the tile buffer as the work for a tile has them.

use super::finding::FrameFindingKind;
use super::worker::Worker;
use crate::list::packet::{LoadFull, LoadGeneral, StoreFull, StoreGeneral};
use crate::list::{Buffer, Decimate, FrameFormat, MemoryFormat, PixelFormat, Source};
use crate::machine::memory::Memory;
use crate::tile::Shape;
use crate::tile::transfer::{Surface, Writes};

impl<L: Source> Worker<'_, '_, L> {
    pub(super) fn load(&mut self, load: &LoadGeneral) {
        if matches!(load.buffer, Buffer::None | Buffer::Reserved(_)) {
            return;
        }
        self.counts.loads += 1;
        let surface = self.surface(load.address, load.memory, load.format);
        let tile = self.place();
        let source = Overlay {
            memory: &self.memory,
            writes: &self.writes,
        };
        let missing = self.processor.chip.tile.as_mut().and_then(|access| {
            if load.buffer == Buffer::Full {
                access
                    .buffer
                    .load_full(load.address, !load.no_color, !load.no_zs, &source)
            } else {
                access.buffer.load(load.buffer, &surface?, tile, &source)
            }
        });
        self.missed(FrameFindingKind::LoadOutside, missing);
    }

    pub(super) fn load_full(&mut self, load: &LoadFull) {
        self.counts.loads += 1;
        let source = Overlay {
            memory: &self.memory,
            writes: &self.writes,
        };
        let missing = self.processor.chip.tile.as_mut().and_then(|access| {
            access
                .buffer
                .load_full(load.address, !load.no_color, !load.no_zs, &source)
        });
        self.missed(FrameFindingKind::LoadOutside, missing);
    }

    pub(super) fn store(&mut self, store: &StoreGeneral, at: u32) {
        let surface = self.surface(store.address, store.memory, store.format);
        let tile = self.place();
        if let Some(access) = &self.processor.chip.tile {
            match (store.buffer, surface) {
                (Buffer::None | Buffer::Reserved(_), _) => {}
                (Buffer::Full, _) => {
                    self.counts.stores += 1;
                    access
                        .buffer
                        .store_full(store.address, !store.no_color, !store.no_zs, &mut self.writes);
                }
                (buffer, Some(surface)) => {
                    self.counts.stores += 1;
                    access
                        .buffer
                        .store(buffer, store.decimate, &surface, tile, &mut self.writes);
                }
                (_, None) => {
                    self.findings
                        .note(FrameFindingKind::NoRenderingMode, at, Some(self.tile));
                }
            }
        }
        self.clear(!store.no_clear_color, !store.no_clear_zs, !store.no_clear_vg_mask);
    }

    pub(super) fn store_full(&mut self, store: &StoreFull) {
        self.counts.stores += 1;
        if let Some(access) = &self.processor.chip.tile {
            access
                .buffer
                .store_full(store.address, !store.no_color, !store.no_zs, &mut self.writes);
        }
        self.clear(!store.no_clear, !store.no_clear, !store.no_clear);
    }

    fn surface(&self, address: u32, memory: MemoryFormat, format: PixelFormat) -> Option<Surface> {
        let mode = self.mode?;
        Some(Surface {
            address,
            width: u32::from(mode.width),
            height: u32::from(mode.height),
            memory,
            format,
        })
    }

    pub(super) fn store_resolved(&mut self, at: u32) {
        let Some(mode) = self.mode else {
            self.findings
                .note(FrameFindingKind::NoRenderingMode, at, Some(self.tile));
            return;
        };
        let format = match mode.format {
            FrameFormat::Bgr565Dither => PixelFormat::Bgr565Dither,
            FrameFormat::Rgba8888 | FrameFormat::Reserved(_) => PixelFormat::Rgba8888,
            FrameFormat::Bgr565 => PixelFormat::Bgr565,
        };
        // The samples of a pixel are always resolved.
        let decimate = match mode.decimate {
            Decimate::Sample0 if self.shape == Shape::Multisample => Decimate::X4,
            other => other,
        };
        let (surface, tile) = (self.surface(mode.address, mode.memory, format), self.place());
        if let (Some(access), Some(surface)) = (&self.processor.chip.tile, surface) {
            self.counts.stores += 1;
            access
                .buffer
                .store(Buffer::Color, decimate, &surface, tile, &mut self.writes);
        }
    }

    pub(super) fn clear(&mut self, colour: bool, depth_stencil: bool, mask: bool) {
        let Some(access) = &mut self.processor.chip.tile else {
            return;
        };
        if colour {
            access.coverage.clear();
            access.buffer.clear_colour(&self.clear);
        }
        if depth_stencil {
            access.buffer.clear_depth_stencil(&self.clear);
        }
        if mask {
            access.buffer.clear_mask(&self.clear);
        }
    }
}

/// Memory as it is once what was stored before is there.
struct Overlay<'a, 'm> {
    memory: &'a Memory<'m>,
    writes: &'a Writes,
}

impl Source for Overlay<'_, '_> {
    fn bytes(&self, address: u32) -> &[u8] {
        self.memory.bytes(address)
    }

    fn read(&self, address: u32, into: &mut [u8]) -> usize {
        let there = self.memory.read(address, into);
        let start = i64::from(self.memory.physical(address));
        for (at, bytes) in self.writes.iter() {
            let offset = i64::from(self.memory.physical(at)) - start;
            let from = offset.max(0);
            let to = (offset + bytes.len() as i64).min(there as i64);
            if from < to {
                into[from as usize..to as usize]
                    .copy_from_slice(&bytes[(from - offset) as usize..(to - offset) as usize]);
            }
        }
        there
    }
}
