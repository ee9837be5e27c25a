//! Stage outputs: the results of the vertices that a stage made, as bits.

use quadrille_engine::Planes;

/// The results of vertices, one row a vertex. Components of 64 bits do not go from stage to stage.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct StageOutputs {
    slots: usize,
    words: Vec<[u32; 4]>,
    length: usize,
}

impl StageOutputs {
    /// No vertices yet, of which each will have this many results.
    pub(crate) fn new(slots: usize) -> StageOutputs {
        StageOutputs {
            slots,
            words: Vec::new(),
            length: 0,
        }
    }

    /// The vertices of several, one after another; all have the same number of results.
    pub(crate) fn of(parts: Vec<StageOutputs>) -> StageOutputs {
        let mut parts = parts.into_iter();
        let mut all = parts.next().unwrap_or_default();
        for mut part in parts {
            all.append(&mut part);
        }
        all
    }

    /// Results of a vertex.
    pub(crate) fn slots(&self) -> usize {
        self.slots
    }

    /// Number of vertices.
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// A result of a vertex; those past the end of what the vertex was given are 0.
    pub(crate) fn get(&self, vertex: usize, slot: usize) -> [u32; 4] {
        let at = vertex * self.slots + slot;
        self.words.get(at).copied().unwrap_or_default()
    }

    /// Appends a vertex.
    pub(crate) fn push(&mut self, results: impl IntoIterator<Item = [u32; 4]>) {
        self.words.extend(results.into_iter().take(self.slots));
        self.length += 1;
        self.words.resize(self.length * self.slots, [0; 4]);
    }

    /// Appends the vertices of the first `count` lanes.
    pub(crate) fn extend(&mut self, results: &Planes, count: usize) {
        for lane in 0..count {
            self.push((0..results.slots()).map(|slot| results.get(slot, lane)));
        }
    }

    /// Appends all vertices of another; the number of the first of them.
    pub(crate) fn append(&mut self, other: &mut StageOutputs) -> u32 {
        let first = self.length as u32;
        self.words.append(&mut other.words);
        self.length += other.length;
        other.length = 0;
        first
    }

    /// Puts vertices from number `first` on into the lanes of planes, as many as these have.
    pub(crate) fn copy_to(&self, first: usize, planes: &mut Planes) {
        let lanes = planes.lanes().min(self.length - first);
        for lane in 0..lanes {
            for slot in 0..planes.slots().min(self.slots) {
                planes.set(slot, lane, self.get(first + lane, slot));
            }
        }
    }
}
