//! The vertices that are shaded together, by their numbers.

use std::ops::Range;

use crate::inter_stage::vertices::BLOCK;

/// The vertices of a block by their numbers.
#[derive(Clone, Debug)]
pub(crate) enum VertexNumbers<'i> {
    /// Any.
    Listed(&'i [u32]),
    /// Those that follow each other.
    Run(Range<u32>),
}

impl<'i> VertexNumbers<'i> {
    /// Of a list, which may be one of vertices that follow each other.
    pub(crate) fn new(ids: &'i [u32]) -> VertexNumbers<'i> {
        let Some(first) = ids.first() else {
            return VertexNumbers::Listed(ids);
        };
        // Without an end before the last, which would keep it from becoming vector code.
        let differs = ids
            .iter()
            .zip(*first..)
            .fold(0, |all, (id, expected)| all | (id ^ expected));
        match (differs, first.checked_add(ids.len() as u32)) {
            (0, Some(end)) => VertexNumbers::Run(*first..end),
            _ => VertexNumbers::Listed(ids),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            VertexNumbers::Listed(ids) => ids.len(),
            VertexNumbers::Run(run) => run.len(),
        }
    }

    /// The number of a vertex.
    pub(crate) fn get(&self, vertex: usize) -> u32 {
        match self {
            VertexNumbers::Listed(ids) => ids[vertex],
            VertexNumbers::Run(run) => run.start + vertex as u32,
        }
    }

    /// Their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len()).map(|vertex| self.get(vertex))
    }

    /// The first and the one behind the last, where they follow each other.
    pub(crate) fn run(&self) -> Option<Range<usize>> {
        match self {
            VertexNumbers::Listed(_) => None,
            VertexNumbers::Run(run) => Some(run.start as usize..run.end as usize),
        }
    }

    /// Their numbers as a list, for which there is room.
    pub(crate) fn listed<'r>(&self, room: &'r mut [u32; BLOCK]) -> &'r [u32]
    where
        'i: 'r,
    {
        match self {
            VertexNumbers::Listed(ids) => ids,
            VertexNumbers::Run(run) => {
                let room = &mut room[..run.len()];
                room.iter_mut().zip(run.clone()).for_each(|(to, id)| *to = id);
                room
            }
        }
    }

    /// Writes their numbers to the first lanes.
    pub(crate) fn copy_to(&self, lanes: &mut [u32]) {
        lanes.iter_mut().zip(self.iter()).for_each(|(to, id)| *to = id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_found() {
        let run = |ids: &[u32]| VertexNumbers::new(ids).run();
        assert_eq!(run(&[5, 6, 7]), Some(5..8));
        assert_eq!(run(&[5]), Some(5..6));
        assert_eq!(run(&[5, 7, 6]), None);
        assert_eq!(run(&[]), None);
    }

    #[test]
    fn a_run_is_the_list_of_its_numbers() {
        let ids: Vec<u32> = (40..57).collect();
        let numbers = VertexNumbers::Run(40..57);
        assert_eq!(numbers.listed(&mut [0; BLOCK]), ids);
        assert_eq!(numbers.len(), ids.len());
        assert!(numbers.iter().eq(ids.iter().copied()));
        let mut lanes = [0; 20];
        numbers.copy_to(&mut lanes);
        assert_eq!(lanes[..17], ids);
        assert_eq!(lanes[17..], [0; 3]);
    }
}
