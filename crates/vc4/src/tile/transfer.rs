//! Stores of the tile buffer to memory, and loads.

use super::buffer::{Shape, TileBuffer};
use super::colour::{from_565, mean, to_565, to_565_dithered};
use crate::layout::{ElementSize, Layout, Plane};
use crate::list::{Buffer, Decimate, MemoryFormat, PixelFormat, Source};

/// An image in memory that tiles are parts of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface {
    /// Bus address of the first pixel.
    pub(crate) address: u32,
    /// Columns and rows that the frame has: what lies beyond is not stored.
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) memory: MemoryFormat,
    pub(crate) format: PixelFormat,
}

/// Bytes on their way to memory, in the order in which they go there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Writes {
    runs: Vec<(u32, u32)>,
    bytes: Vec<u8>,
}

impl Writes {
    pub(crate) fn push(&mut self, address: u32, bytes: &[u8]) {
        self.runs.push((address, bytes.len() as u32));
        self.bytes.extend_from_slice(bytes);
    }

    /// Each run: its address and its bytes.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &[u8])> {
        let mut rest = self.bytes.as_slice();
        self.runs.iter().map(move |&(address, length)| {
            let (run, after) = rest.split_at(length as usize);
            rest = after;
            (address, run)
        })
    }
}

/// Bytes of a raw dump of colour, and of one of Z and stencil.
pub(crate) const DUMP: u32 = 16384;

impl Surface {
    fn element(&self, buffer: Buffer, shape: Shape) -> ElementSize {
        match (buffer, self.format) {
            (Buffer::Color, _) if shape == Shape::Wide => ElementSize::Bits64,
            (Buffer::Color, PixelFormat::Bgr565 | PixelFormat::Bgr565Dither) => ElementSize::Bits16,
            (Buffer::VgMask, _) => ElementSize::Bits8,
            _ => ElementSize::Bits32,
        }
    }

    fn plane(&self, size: ElementSize) -> Plane {
        let layout = match self.memory {
            MemoryFormat::Raster | MemoryFormat::Reserved(_) => Layout::Raster,
            MemoryFormat::T => Layout::T,
            MemoryFormat::Lt => Layout::Lt,
        };
        Plane::new(layout, size, self.width, self.height)
    }
}

/// The rows of a tile that lie in a surface, in pieces whose elements follow each other in memory: address, first
/// column, row, number of columns; columns and rows are the tile's.
fn pieces(surface: &Surface, size: ElementSize, tile: (u32, u32), side: u32) -> Vec<(u32, u32, u32, u32)> {
    let plane = surface.plane(size);
    let (left, bottom) = (tile.0 * side, tile.1 * side);
    let columns = side.min(surface.width.saturating_sub(left));
    let rows = side.min(surface.height.saturating_sub(bottom));
    let step = match plane.layout() {
        Layout::Raster => columns.max(1),
        Layout::T | Layout::Lt => size.utile().0,
    };
    let mut pieces = Vec::new();
    for y in 0..rows {
        for x in (0..columns).step_by(step as usize) {
            let at = surface
                .address
                .wrapping_add(plane.offset(left + x, bottom + y) as u32);
            pieces.push((at, x, y, step.min(columns - x)));
        }
    }
    pieces
}

/// By how much both directions shrink.
fn shrink(shape: Shape, decimate: Decimate) -> u32 {
    match (shape, decimate) {
        (_, Decimate::Sample0 | Decimate::Reserved(_)) | (Shape::Multisample, Decimate::X4) => 1,
        (Shape::Single | Shape::Wide, Decimate::X4) | (Shape::Multisample, Decimate::X16) => 2,
        (Shape::Single | Shape::Wide, Decimate::X16) => 4,
    }
}

impl TileBuffer {
    /// Pixel (`x`, `y`) of what a store with `decimate` writes.
    fn resolved(&self, x: u32, y: u32, decimate: Decimate) -> u32 {
        let by = shrink(self.shape(), decimate);
        if matches!(decimate, Decimate::Sample0 | Decimate::Reserved(_)) {
            return self.colour(x, y, 0);
        }
        let samples = self.shape().samples();
        mean((0..by * by * samples).map(|n| {
            let (pixel, sample) = (n / samples, n % samples);
            self.colour(x * by + pixel % by, y * by + pixel / by, sample)
        }))
    }

    /// Stores one buffer of the tile at column and row `tile`.
    pub(crate) fn store(
        &self,
        buffer: Buffer,
        decimate: Decimate,
        surface: &Surface,
        tile: (u32, u32),
        writes: &mut Writes,
    ) {
        let size = surface.element(buffer, self.shape());
        let side = match buffer {
            Buffer::Color => self.shape().side() / shrink(self.shape(), decimate),
            _ => self.shape().side(),
        };
        let mut bytes = Vec::new();
        for (address, left, y, count) in pieces(surface, size, tile, side) {
            bytes.clear();
            for x in left..left + count {
                match buffer {
                    Buffer::Color if self.shape() == Shape::Wide => {
                        let at = self.index(x, y, 0);
                        bytes.extend_from_slice(&self.colour[at].to_le_bytes());
                        bytes.extend_from_slice(&self.high[at].to_le_bytes());
                    }
                    Buffer::Color => {
                        let colour = self.resolved(x, y, decimate);
                        match surface.format {
                            PixelFormat::Bgr565 => bytes.extend_from_slice(&to_565(colour).to_le_bytes()),
                            PixelFormat::Bgr565Dither => {
                                bytes.extend_from_slice(&to_565_dithered(colour, x, y).to_le_bytes());
                            }
                            PixelFormat::Rgba8888 | PixelFormat::Reserved(_) => {
                                bytes.extend_from_slice(&colour.to_le_bytes());
                            }
                        }
                    }
                    Buffer::ZStencil => {
                        bytes.extend_from_slice(&self.depth_stencil[self.index(x, y, 0)].to_le_bytes());
                    }
                    Buffer::Z => {
                        let word = self.depth_stencil[self.index(x, y, 0)] & !0xff;
                        bytes.extend_from_slice(&word.to_le_bytes());
                    }
                    Buffer::VgMask => bytes.push(self.mask[self.index(x, y, 0)]),
                    Buffer::None | Buffer::Full | Buffer::Reserved(_) => return,
                }
            }
            writes.push(address, &bytes);
        }
    }

    /// Loads one buffer of the tile; the first address that no memory holds, if there is one.
    pub(crate) fn load(
        &mut self,
        buffer: Buffer,
        surface: &Surface,
        tile: (u32, u32),
        source: &impl Source,
    ) -> Option<u32> {
        let size = surface.element(buffer, self.shape());
        let bytes_each = (size.bits() / 8) as usize;
        let mut missing = None;
        let mut row = [0; 512];
        for (address, left, y, count) in pieces(surface, size, tile, self.shape().side()) {
            let run = &mut row[..bytes_each * count as usize];
            run.fill(0);
            let there = source.read(address, run);
            if there < run.len() {
                missing = missing.or(Some(address.wrapping_add(there as u32)));
            }
            for (x, element) in (left..).zip(run.chunks_exact(bytes_each)) {
                let value = element
                    .iter()
                    .rev()
                    .fold(0u64, |value, &byte| value << 8 | u64::from(byte));
                self.put(buffer, surface.format, x, y, value);
            }
        }
        missing
    }

    fn put(&mut self, buffer: Buffer, format: PixelFormat, x: u32, y: u32, value: u64) {
        let word = value as u32;
        for sample in 0..self.shape().samples() {
            let at = self.index(x, y, sample);
            match buffer {
                Buffer::Color => {
                    self.colour[at] = match format {
                        PixelFormat::Bgr565 | PixelFormat::Bgr565Dither if self.high.is_empty() => {
                            from_565(word as u16)
                        }
                        _ => word,
                    };
                    if let Some(high) = self.high.get_mut(at) {
                        *high = (value >> 32) as u32;
                    }
                }
                Buffer::ZStencil => self.depth_stencil[at] = word,
                Buffer::Z => self.depth_stencil[at] = word & !0xff | self.depth_stencil[at] & 0xff,
                Buffer::VgMask => self.mask[at] = word as u8,
                Buffer::None | Buffer::Full | Buffer::Reserved(_) => {}
            }
        }
    }

    /// Stores all samples as they lie, colour first.
    pub(crate) fn store_full(&self, address: u32, colour: bool, depth_stencil: bool, writes: &mut Writes) {
        let mut at = address;
        for words in [(colour, &self.colour), (depth_stencil, &self.depth_stencil)] {
            if let (true, words) = words {
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                writes.push(at, &bytes);
                at = at.wrapping_add(DUMP);
            }
        }
    }

    /// Loads all samples as [`TileBuffer::store_full`] stores them; the first address that no memory holds.
    pub(crate) fn load_full(
        &mut self,
        address: u32,
        colour: bool,
        depth_stencil: bool,
        source: &impl Source,
    ) -> Option<u32> {
        let (mut at, mut missing) = (address, None);
        for words in [
            (colour, &mut self.colour),
            (depth_stencil, &mut self.depth_stencil),
        ] {
            if let (true, words) = words {
                let mut bytes = vec![0; 4 * words.len()];
                let there = source.read(at, &mut bytes);
                if there < bytes.len() {
                    missing = missing.or(Some(at.wrapping_add(there as u32)));
                }
                for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<4>().0) {
                    *word = u32::from_le_bytes(*bytes);
                }
                at = at.wrapping_add(DUMP);
            }
        }
        missing
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::Bytes;
    use crate::tile::ClearValues;

    fn surface(memory: MemoryFormat, format: PixelFormat) -> Surface {
        Surface {
            address: 0x1000,
            width: 100,
            height: 70,
            memory,
            format,
        }
    }

    fn picture(writes: &Writes, length: usize) -> Vec<u8> {
        let mut memory = vec![0xee; length];
        for (address, bytes) in writes.iter() {
            let at = address as usize - 0x1000;
            memory[at..at + bytes.len()].copy_from_slice(bytes);
        }
        memory
    }

    /// What is stored in any layout and format of as many bits is loaded back, and nothing is stored beyond the frame.
    #[test]
    fn loads_undo_stores() {
        for memory in [MemoryFormat::Raster, MemoryFormat::T, MemoryFormat::Lt] {
            for (buffer, shape) in [
                (Buffer::Color, Shape::Single),
                (Buffer::Color, Shape::Wide),
                (Buffer::ZStencil, Shape::Single),
                (Buffer::VgMask, Shape::Single),
            ] {
                let surface = surface(memory, PixelFormat::Rgba8888);
                let mut tile = TileBuffer::new(shape, &ClearValues::default());
                for i in 0..tile.colour.len() {
                    tile.colour[i] = 0x0101_0101 * (i as u32 % 251);
                    tile.depth_stencil[i] = !tile.colour[i];
                    tile.mask[i] = i as u8;
                    if let Some(high) = tile.high.get_mut(i) {
                        *high = i as u32;
                    }
                }
                let mut writes = Writes::default();
                tile.store(buffer, Decimate::Sample0, &surface, (0, 1), &mut writes);
                let bytes = picture(&writes, 100 * 1024);
                let bytes = Bytes {
                    address: 0x1000,
                    bytes: &bytes,
                };
                let mut back = TileBuffer::new(shape, &ClearValues::default());
                assert_eq!(back.load(buffer, &surface, (0, 1), &bytes), None);
                let rows = shape.side().min(70 - shape.side());
                for (x, y) in (0..rows).flat_map(|y| (0..shape.side()).map(move |x| (x, y))) {
                    let at = tile.index(x, y, 0);
                    let same = match buffer {
                        Buffer::Color => {
                            tile.colour[at] == back.colour[at] && tile.high.get(at) == back.high.get(at)
                        }
                        Buffer::ZStencil => tile.depth_stencil[at] == back.depth_stencil[at],
                        _ => tile.mask[at] == back.mask[at],
                    };
                    assert!(same, "{memory:?} {buffer:?} {x} {y}");
                }
            }
        }
    }

    /// source: a raster frame of 100 columns: row 65 of the frame is row 1 of the second row of tiles.
    #[test]
    fn a_raster_row_is_where_it_should_be() {
        let clear = ClearValues {
            colours: [0x4433_2211; 2],
            ..ClearValues::default()
        };
        let tile = TileBuffer::new(Shape::Single, &clear);
        let mut writes = Writes::default();
        tile.store(
            Buffer::Color,
            Decimate::Sample0,
            &surface(MemoryFormat::Raster, PixelFormat::Rgba8888),
            (1, 1),
            &mut writes,
        );
        let runs: Vec<(u32, usize)> = writes.iter().map(|(at, bytes)| (at, bytes.len())).collect();
        assert_eq!(runs.len(), 6, "rows 64 to 69");
        assert_eq!(runs[1], (0x1000 + 4 * (65 * 100 + 64), 4 * 36));
    }

    /// source: asurati's frame d53.png from the chip: a resolve is the mean of the four samples.
    #[test]
    fn a_resolve_is_a_mean() {
        let mut tile = TileBuffer::new(Shape::Multisample, &ClearValues::default());
        for (sample, value) in [0, 0, 0xff, 0xff].into_iter().enumerate() {
            let at = tile.index(3, 4, sample as u32);
            tile.colour[at] = value;
        }
        assert_eq!(tile.resolved(3, 4, Decimate::X4), 0x7f);
        assert_eq!(tile.resolved(3, 4, Decimate::Sample0), 0);
        assert_eq!(tile.resolved(1, 2, Decimate::X16), 0x1f);
    }
}
