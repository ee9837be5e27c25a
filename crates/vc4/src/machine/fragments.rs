//! A fragment program over the pixels of an area, without lists: what a rasteriser would set up comes from the caller.
//!
//! Each run of the program has four quads, which are 4 by 4 pixels here; the chip takes any four. What the program
//! writes to the tile buffer as colours becomes a picture; nothing is read back from it, and depth and stencil pass.

use quadrille_isa::qpu::{Signal, decode};
use quadrille_numerics::qpu::lanes::Lanes;

use super::{Finding, Fragment, Image, ImageError, Launch, Limits, Machine, Outcome, Profile, Thread};
use crate::tile::{ClearValues, DepthTest};
use crate::trace::Observer;

/// Where the program lies.
const CODE: u32 = 0x0010_0000;
/// Where its uniforms lie.
const UNIFORMS: u32 = 0x0080_0000;
/// The first address for buffers.
pub const BUFFERS: u32 = 0x0100_0000;

/// A value that changes evenly over an area.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gradient {
    /// At the upper left corner.
    pub start: f32,
    /// At the upper right corner.
    pub right: f32,
    /// At the lower left corner.
    pub down: f32,
}

impl Gradient {
    /// The same value everywhere.
    pub const fn flat(value: f32) -> Gradient {
        Gradient {
            start: value,
            right: value,
            down: value,
        }
    }

    /// The value at a part of the width and of the height.
    fn at(self, (across, along): (f32, f32)) -> f32 {
        self.start + (self.right - self.start) * across + (self.down - self.start) * along
    }
}

/// The pixels that a program runs over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    /// X of the first pixel.
    pub x: u32,
    /// Y of the first pixel.
    pub y: u32,
    /// Pixels of a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// A fragment program and what its runs are given.
#[derive(Clone, PartialEq, Debug)]
pub struct FragmentJob {
    /// The words of the program. One that switches threads runs in two.
    pub program: Vec<u64>,
    /// The uniforms, configuration words of textures among them.
    pub uniforms: Vec<u32>,
    /// Bytes at addresses, from [`BUFFERS`] on: textures.
    pub buffers: Vec<(u32, Vec<u8>)>,
    /// The pixels.
    pub area: Area,
    /// What each varying comes to: the program makes it as V times W plus C, with C 0.
    pub varyings: Vec<Gradient>,
    /// W.
    pub w: Gradient,
    /// Depth, 0 to 1.
    pub z: Gradient,
    /// What the tile buffer holds before.
    pub clear: ClearValues,
    /// The depth test of programs that write Z.
    pub depth: DepthTest,
}

/// The colours of an area.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pixels {
    /// Rows of red, green, blue and alpha; zeros where nothing was written.
    pub rgba: Vec<u8>,
    /// Pixels that no run wrote.
    pub unwritten: u64,
}

/// One finding for each place of the program: every QPU has run the same.
fn at_one_place(findings: Vec<Finding>) -> Vec<Finding> {
    let mut kept: Vec<Finding> = Vec::new();
    for finding in findings {
        let same = |other: &&mut Finding| (other.kind, other.address) == (finding.kind, finding.address);
        match kept.iter_mut().find(same) {
            Some(other) => other.count += finding.count,
            None => kept.push(finding),
        }
    }
    kept
}

impl FragmentJob {
    /// Runs the program over all pixels, on a fresh machine.
    ///
    /// # Errors
    ///
    /// [`ImageError`] if program and buffers do not fit the chip's memory; nothing has run then.
    pub fn run<O: Observer>(
        &self,
        profile: Profile,
        limits: Limits,
        observer: &mut O,
    ) -> Result<(Outcome, Pixels), ImageError> {
        let mut image = Image::default();
        let bytes = |words: &[u64]| -> Vec<u8> { words.iter().flat_map(|word| word.to_le_bytes()).collect() };
        image.load(CODE, &bytes(&self.program))?;
        let uniforms: Vec<u8> = self.uniforms.iter().flat_map(|word| word.to_le_bytes()).collect();
        image.load(UNIFORMS, &uniforms)?;
        for (address, bytes) in &self.buffers {
            image.load(*address, bytes)?;
        }
        let mut machine = Machine::new(profile);
        machine.set_tile(self.clear, self.depth);
        let mut threads = self.threads().peekable();
        let is_threaded = self.switches_threads();
        let mut runs = 0;
        while let Some(thread) = threads.next() {
            runs += 1;
            let second = is_threaded.then(|| threads.next()).flatten();
            machine.queue(Launch {
                code: CODE,
                thread,
                second: second.map(|thread| (CODE, thread)),
            });
        }
        let limits = Limits {
            // A run writes each pixel's colour once, or some times where it blends or has samples.
            tile_writes: limits.tile_writes.max(16 * runs),
            ..limits
        };
        let mut outcome = machine.run(&mut image.memory(), limits, observer);
        outcome.findings = at_one_place(outcome.findings);
        let pixels = self.picture(&outcome);
        Ok((outcome, pixels))
    }

    fn switches_threads(&self) -> bool {
        self.program.iter().any(|&word| {
            decode(word).is_ok_and(|instruction| {
                matches!(
                    instruction.signal(),
                    Signal::ThreadSwitch | Signal::LastThreadSwitch
                )
            })
        })
    }

    /// What the rasteriser would hand to each run: blocks of 4 by 4 pixels, row by row.
    fn threads(&self) -> impl Iterator<Item = Thread> {
        let Area { width, height, .. } = self.area;
        let blocks = (0..height.div_ceil(4))
            .flat_map(move |row| (0..width.div_ceil(4)).map(move |column| (column, row)));
        blocks.zip(0..).map(|((column, row), number)| Thread {
            uniforms: UNIFORMS,
            fragment: Some(self.fragment(4 * column, 4 * row, number)),
        })
    }

    fn fragment(&self, left: u32, top: u32, number: u32) -> Fragment {
        let Area { x, y, width, height } = self.area;
        // Quads of two by two pixels, two by two of them.
        let column: Lanes = std::array::from_fn(|i| left + (i as u32 >> 2 & 1) * 2 + (i as u32 & 1));
        let row: Lanes = std::array::from_fn(|i| top + (i as u32 >> 3) * 2 + (i as u32 >> 1 & 1));
        let place = |i: usize| {
            let part = |n: u32, side: u32| (n as f32 + 0.5) / side as f32;
            (part(column[i], width), part(row[i], height))
        };
        let lanes = |value: &dyn Fn((f32, f32)) -> u32| -> Lanes { std::array::from_fn(|i| value(place(i))) };
        Fragment {
            w: lanes(&|at| self.w.at(at).to_bits()),
            z: lanes(&|at| (self.z.at(at).clamp(0.0, 1.0) * 16_777_215.0) as u32),
            varyings: self
                .varyings
                .iter()
                .map(|varying| (lanes(&|at| (varying.at(at) / self.w.at(at)).to_bits()), [0; 16]))
                .collect(),
            x: column.map(|column| x.wrapping_add(column)),
            y: row.map(|row| y.wrapping_add(row)),
            multisample_mask: std::array::from_fn(|i| {
                if column[i] < width && row[i] < height {
                    15
                } else {
                    0
                }
            }),
            reverse: [0; 16],
            pixels: number,
        }
    }

    /// The colours that were written, the last of each pixel.
    fn picture(&self, outcome: &Outcome) -> Pixels {
        let Area { x, y, width, height } = self.area;
        let count = width as usize * height as usize;
        let mut rgba = vec![0; 4 * count];
        let mut written = vec![false; count];
        for write in outcome
            .tile_writes
            .iter()
            .filter(|write| matches!(write.register, 45 | 46))
        {
            for lane in (0..16).filter(|lane| write.mask >> lane & 1 != 0) {
                let (column, row) = (write.x[lane].wrapping_sub(x), write.y[lane].wrapping_sub(y));
                if column < width && row < height {
                    let at = row as usize * width as usize + column as usize;
                    rgba[4 * at..4 * at + 4].copy_from_slice(&write.value[lane].to_le_bytes());
                    written[at] = true;
                }
            }
        }
        Pixels {
            rgba,
            unwritten: written.iter().filter(|&&written| !written).count() as u64,
        }
    }
}
