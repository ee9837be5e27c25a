//! Lanes: the invocations that run together, as a structure of arrays.

use quadrille_program::{InstId, Program};

use crate::trap::AbnormalEnd;

/// A set of lanes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mask {
    words: Vec<u64>,
    lanes: usize,
}

impl Mask {
    /// A set of `lanes` lanes, all in or all out.
    pub fn new(lanes: usize, value: bool) -> Mask {
        let mut mask = Mask {
            words: vec![if value { u64::MAX } else { 0 }; lanes.div_ceil(64)],
            lanes,
        };
        mask.trim();
        mask
    }

    /// Number of lanes, in or out.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// Whether a lane is in.
    pub fn get(&self, lane: usize) -> bool {
        self.words[lane / 64] >> (lane % 64) & 1 != 0
    }

    /// Puts a lane in or out.
    pub fn set(&mut self, lane: usize, value: bool) {
        let bit = 1 << (lane % 64);
        if value {
            self.words[lane / 64] |= bit;
        } else {
            self.words[lane / 64] &= !bit;
        }
    }

    /// Makes it the same set as another.
    pub fn copy_from(&mut self, other: &Mask) {
        self.words.clone_from(&other.words);
        self.lanes = other.lanes;
    }

    /// Puts the lanes out that do not stay.
    pub fn retain(&mut self, stays: impl Fn(usize) -> bool) {
        for (at, word) in self.words.iter_mut().enumerate() {
            let mut left = *word;
            while left != 0 {
                if !stays(at * 64 + left.trailing_zeros() as usize) {
                    *word &= !(left & left.wrapping_neg());
                }
                left &= left - 1;
            }
        }
    }

    /// Whether any lane is in.
    pub fn any(&self) -> bool {
        self.words.iter().any(|word| *word != 0)
    }

    /// The number of lanes up to the last word that has one; the others are out.
    #[inline]
    pub fn end(&self) -> usize {
        let last = self.words.iter().rposition(|word| *word != 0);
        last.map_or(0, |at| self.lanes.min(64 * (at + 1)))
    }

    /// Whether every lane is in.
    pub fn all(&self) -> bool {
        self.count() == self.lanes
    }

    /// The number of lanes that are in.
    #[inline]
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The lanes that are in, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let lane = left.trailing_zeros() as usize;
                    left &= left - 1;
                    at * 64 + lane
                })
            })
        })
    }

    /// The words, lane 0 in the lowest bit of the first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Sets word `at` of [`Mask::words`]; bits past the last lane are dropped.
    pub fn set_word(&mut self, at: usize, word: u64) {
        self.words[at] = word;
        self.trim();
    }

    /// Makes it the first so many lanes.
    #[inline]
    pub fn set_first(&mut self, count: usize) {
        let mut left = count.min(self.lanes);
        for word in &mut self.words {
            *word = if left < 64 { (1 << left) - 1 } else { u64::MAX };
            left = left.saturating_sub(64);
        }
    }

    fn trim(&mut self) {
        let used = self.lanes % 64;
        if let (Some(last), true) = (self.words.last_mut(), used != 0) {
            *last &= (1 << used) - 1;
        }
    }
}

/// Words of a line of the cache. Planes begin with a line, so that no vector of theirs lies in two.
const LINE: usize = 16;

/// Planes of more words have a line between them: a lane's words of many planes that are a power of two apart would be in
/// the same few places of the cache.
const APART: usize = 256;

/// Vectors of many lanes: for each slot four components, for each component one word a lane.
///
/// A slot of 64-bit components takes two planes a component, the low words first (`long` slots).
#[derive(Clone, Debug, Default)]
pub struct Planes {
    data: Vec<u32>,
    /// Where the first plane begins, and words from plane to plane.
    first: usize,
    stride: usize,
    lanes: usize,
    /// The number of planes of all slots.
    planes: usize,
    /// The first plane of each slot.
    starts: Vec<usize>,
}

impl PartialEq for Planes {
    fn eq(&self, other: &Planes) -> bool {
        let words = |of: &Planes| -> Vec<u32> {
            (0..of.planes)
                .flat_map(|plane| of.plane(plane).to_vec())
                .collect()
        };
        (self.lanes, &self.starts) == (other.lanes, &other.starts) && words(self) == words(other)
    }
}

impl Eq for Planes {}

impl Planes {
    /// Planes for the slots, all zero; `long` says which slots hold 64-bit components.
    pub fn new(lanes: usize, long: impl IntoIterator<Item = bool>) -> Planes {
        let mut planes = 0;
        let starts: Vec<usize> = long
            .into_iter()
            .map(|long| {
                let start = planes;
                planes += if long { 8 } else { 4 };
                start
            })
            .collect();
        let whole = lanes.next_multiple_of(LINE);
        let stride = whole + if whole > APART { LINE } else { 0 };
        let data = vec![0; planes * stride + LINE];
        Planes {
            first: data.as_ptr().align_offset(LINE * size_of::<u32>()).min(LINE),
            data,
            stride,
            lanes,
            planes,
            starts,
        }
    }

    /// The words of a plane.
    #[inline]
    fn plane(&self, number: usize) -> &[u32] {
        &self.data[self.first + number * self.stride..][..self.lanes]
    }

    /// Number of lanes.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// Number of slots.
    pub fn slots(&self) -> usize {
        self.starts.len()
    }

    /// One component of a slot in every lane; for a long slot components 4 to 7 are the high words.
    #[inline]
    pub fn component(&self, slot: usize, component: usize) -> &[u32] {
        self.plane(self.starts[slot] + component)
    }

    /// The same, to write.
    #[inline]
    pub fn component_mut(&mut self, slot: usize, component: usize) -> &mut [u32] {
        let start = self.first + (self.starts[slot] + component) * self.stride;
        &mut self.data[start..][..self.lanes]
    }

    /// One component of a slot with the rest of its last block of 16 lanes, whose words are any.
    #[inline]
    pub fn blocks(&self, slot: usize, component: usize) -> &[u32] {
        &self.data[self.first + (self.starts[slot] + component) * self.stride..][..self.stride]
    }

    /// Several components of slots as [`Planes::blocks`] has them, to write. Those asked for ascend, each once: what does
    /// not is left out.
    #[inline]
    pub fn several_blocks_mut(
        &mut self,
        components: impl Iterator<Item = (usize, usize)>,
    ) -> impl Iterator<Item = &mut [u32]> {
        let Planes {
            data,
            first,
            stride,
            starts,
            ..
        } = self;
        // A program without lanes has no planes.
        let mut planes = data[*first..].chunks_exact_mut((*stride).max(1));
        let mut next = 0;
        components.filter_map(move |(slot, component)| {
            let number = starts.get(slot)? + component;
            let plane = planes.nth(number.checked_sub(next)?)?;
            next = number + 1;
            Some(plane)
        })
    }

    /// Words from one component of a slot to the next in [`Planes::slot`].
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// All components of a slot: the lanes of x, then those of y, and so on, [`Planes::stride`] apart.
    pub fn slot(&self, slot: usize) -> &[u32] {
        let planes = self.starts.get(slot + 1).map_or(self.planes, |next| *next) - self.starts[slot];
        let start = self.first + self.starts[slot] * self.stride;
        &self.data[start..][..planes * self.stride]
    }

    /// All components of a slot, to write: the lanes of x, then those of y, and so on, [`Planes::stride`] apart.
    #[inline]
    pub fn slot_mut(&mut self, slot: usize) -> &mut [u32] {
        let planes = self.starts.get(slot + 1).map_or(self.planes, |next| *next) - self.starts[slot];
        let start = self.first + self.starts[slot] * self.stride;
        &mut self.data[start..][..planes * self.stride]
    }

    /// The four words of a slot in one lane.
    pub fn get(&self, slot: usize, lane: usize) -> [u32; 4] {
        std::array::from_fn(|component| self.component(slot, component)[lane])
    }

    /// Writes the four words of a slot in one lane.
    pub fn set(&mut self, slot: usize, lane: usize, value: [u32; 4]) {
        for (component, word) in value.into_iter().enumerate() {
            self.component_mut(slot, component)[lane] = word;
        }
    }

    /// Sets every word to zero.
    pub fn clear(&mut self) {
        self.data.fill(0);
    }

    /// Sets a slot to one value in every lane.
    pub fn fill(&mut self, slot: usize, value: [u32; 4]) {
        for (component, word) in value.into_iter().enumerate() {
            self.component_mut(slot, component).fill(word);
        }
    }
}

/// The invocations of one run: whole cooperating sets (quads with their helper lanes, a patch, a group).
///
/// Fragment quads lie as four consecutive lanes: (x, y), (x+1, y), (x, y+1), (x+1, y+1), y upwards.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch {
    /// Slots of [`Program::attributes`](Program::attributes).
    pub attributes: Planes,
    /// Slots of [`Program::results`](Program::results).
    pub results: Planes,
    /// Lanes that run; helper lanes are among them.
    pub live: Mask,
    /// Lanes that only help: they feed derivatives, their stores have no effect.
    pub helper: Mask,
    /// Lanes that KIL discarded; set by the kernel.
    pub killed: Mask,
    /// The planes that vertex attributes are read from: of each vertex of the primitive or patch that comes in
    /// the slots of [`Program::attributes`](Program::attributes). Empty where the stage
    /// has no such vertices; what is not there reads 0.
    pub vertices: Vec<Planes>,
    /// Lanes of a thread group: lanes `n·group` to `n·group + group − 1` vote and shuffle together. 1 to 32.
    pub group: usize,
    /// The results of EMIT, EMITS and ENDPRIM, in the order of each lane; set by the kernel.
    pub emitted: Vec<Emission>,
    /// Lanes that ended as no program should, where and why; set by the kernel.
    pub ended: Vec<(InstId, usize, AbnormalEnd)>,
    /// The parameters as a vertex state program leaves them, slot by slot; set by the kernel, and empty for
    /// every other program.
    pub parameters: Vec<[u32; 4]>,
}

/// The output of a geometry program while it runs: a vertex, or the end of a strip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Emission {
    /// A vertex.
    Vertex {
        /// The lane.
        lane: usize,
        /// The vertex stream, 0 for EMIT.
        stream: u32,
        /// The result slots.
        results: Vec<[u32; 4]>,
    },
    /// The end of a strip.
    EndPrimitive {
        /// The lane.
        lane: usize,
    },
}

impl Emission {
    /// The lane that gave it.
    pub fn lane(&self) -> usize {
        match self {
            Emission::Vertex { lane, .. } | Emission::EndPrimitive { lane } => *lane,
        }
    }
}

/// Threads of a group where nothing else is said (NV_shader_thread_group: 32 on the hardware there is).
pub const GROUP: usize = 32;

impl Batch {
    /// A batch for a program, all lanes live, none a helper; all slots are zero, but results as
    /// [`unwritten`](crate::unwritten::unwritten) has them.
    pub fn new(program: &Program, lanes: usize) -> Batch {
        let mut batch = Batch::zero(program, lanes);
        batch.clear_results(program);
        batch
    }

    fn zero(program: &Program, lanes: usize) -> Batch {
        Batch {
            attributes: Planes::new(lanes, program.attributes().iter().map(|variable| variable.long)),
            results: Planes::new(lanes, program.results().iter().map(|variable| variable.long)),
            live: Mask::new(lanes, true),
            helper: Mask::new(lanes, false),
            killed: Mask::new(lanes, false),
            vertices: Vec::new(),
            group: GROUP,
            emitted: Vec::new(),
            ended: Vec::new(),
            parameters: Vec::new(),
        }
    }

    /// Bytes that a batch for a program takes, with the registers of its lanes.
    pub fn bytes(program: &Program, lanes: usize) -> u64 {
        let planes = |long: bool| if long { 8 } else { 4 };
        let variables = program.attributes().iter().chain(program.results());
        let temporaries = program.temporaries().iter();
        let planes: u64 = variables
            .map(|variable| planes(variable.long))
            .chain(temporaries.map(|temporary| planes(temporary.long)))
            .sum();
        planes.saturating_mul(4).saturating_mul(lanes as u64)
    }

    /// Number of lanes.
    pub fn lanes(&self) -> usize {
        self.live.lanes()
    }
}
