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
    pub(super) fn misses(&self, entries: usize) -> Vec<usize> {
        let mut cache = std::collections::VecDeque::new();
        let known = self
            .indices
            .iter()
            .copied()
            .filter(|index| *index < self.vertices.len());
        known
            .filter(|index| {
                if cache.contains(index) {
                    return false;
                }
                cache.push_back(*index);
                if cache.len() > entries {
                    cache.pop_front();
                }
                true
            })
            .collect()
    }
}
