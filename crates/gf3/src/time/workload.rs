//! The input from the host: vertices by index, and their attributes.

use crate::function::{ORIGIN, Quad};

/// The vertices of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Workload {
    /// For each distinct vertex, the attributes that are sent for it. Attribute 0 is sent last and provokes
    /// the vertex; it is added where it is missing.
    pub vertices: Vec<Vec<(usize, Quad)>>,
    /// Which vertex comes when; the post-transform cache saves repeated ones. Indices past the last vertex
    /// are skipped.
    pub indices: Vec<usize>,
    /// Programs and constants that the host loads between vertices, in order.
    pub setups: Vec<Setup>,
}

/// A change of state between vertices: the machine finishes the vertices before, and no vertex of before stays in the
/// post-transform cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// How many indices come before it.
    pub before: usize,
    /// Instructions that are loaded.
    pub program: u32,
    /// Constants that are loaded.
    pub constants: u32,
}

/// The vertices that are computed, and how many of them come before each set-up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Computed {
    pub(super) vertices: Vec<usize>,
    /// For each set-up the vertices before it, and the words that it loads.
    pub(super) setups: Vec<(usize, u32)>,
}

impl Workload {
    /// `count` different vertices in order, each with the attributes of `inputs` (a bit each): numbers
    /// between -1 and 1 that are the same on every run.
    pub fn generated(count: usize, inputs: u16) -> Workload {
        let mut state = 1u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 8) as f32 / 8_388_608.0 - 1.0).to_bits()
        };
        let mut vertex = || {
            let used = (0..16)
                .rev()
                .filter(|slot| inputs & (1 << slot) != 0 || *slot == 0);
            used.map(|slot| (slot, [next(), next(), next(), next()]))
                .collect()
        };
        Workload {
            vertices: (0..count).map(|_| vertex()).collect(),
            indices: (0..count).collect(),
            setups: Vec::new(),
        }
    }

    /// The attributes of a vertex in the order in which they are sent.
    pub(super) fn sent(&self, vertex: usize) -> Vec<(usize, Quad)> {
        let all = self.vertices.get(vertex).map_or(&[][..], Vec::as_slice);
        let provoking = all
            .iter()
            .rev()
            .find(|row| row.0 == 0)
            .copied()
            .unwrap_or((0, ORIGIN));
        let others = all.iter().copied().filter(|row| (1..16).contains(&row.0));
        others.chain([provoking]).collect()
    }

    /// The current attributes when each index arrives, as one after another leaves them behind.
    pub(super) fn attributes(&self, misses: &[usize]) -> Vec<[Quad; 16]> {
        let mut current = [ORIGIN; 16];
        let mut after = |vertex: &usize| {
            for (slot, value) in self.sent(*vertex) {
                current[slot] = value;
            }
            current
        };
        misses.iter().map(&mut after).collect()
    }

    /// The vertices that a post-transform cache of `entries` (first in, first out) does not hold, in order.
    pub(super) fn computed(&self, entries: usize) -> Computed {
        let mut cache = std::collections::VecDeque::new();
        let mut computed = Computed::default();
        let mut setups = self.setups.iter().peekable();
        for position in 0..=self.indices.len() {
            while let Some(setup) = setups.next_if(|setup| setup.before <= position) {
                cache.clear();
                let words = setup.program.saturating_add(setup.constants);
                computed.setups.push((computed.vertices.len(), words));
            }
            let known = self
                .indices
                .get(position)
                .copied()
                .filter(|index| *index < self.vertices.len());
            let Some(index) = known.filter(|index| !cache.contains(index)) else {
                continue;
            };
            computed.vertices.push(index);
            cache.push_back(index);
            if cache.len() > entries {
                cache.pop_front();
            }
        }
        computed
    }
}
