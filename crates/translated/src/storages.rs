//! Storage buffers, those of atomic counters among them: their words go to the driver and come back.

use quadrille_memory::{Bounds, Shape, View};

use quadrille_translate::form::StorageKind;

use crate::Translated;

/// A storage buffer of the shaders.
pub struct Storage {
    /// What it is in the programs, and its binding point there.
    point: (StorageKind, u32),
    /// The binding number in the shaders.
    pub binding: u32,
    /// Its contents before the draw: one word that nothing keeps where nothing is bound.
    pub words: Vec<u32>,
}

impl Translated<'_> {
    /// The storage buffers of all shaders; one that several have comes once.
    pub fn storages(&self) -> Vec<Storage> {
        let mut found: Vec<Storage> = Vec::new();
        for storage in self.sides().flat_map(|side| &side.shader.storages) {
            let point = (storage.kind, storage.number);
            if found.iter().any(|known| known.point == point) {
                continue;
            }
            let words = match (self.view(point), Shape::new(4, 1)) {
                (Some(view), Some(word)) if view.length() >= 4 => {
                    let words = 0..view.length() as i64 / 4;
                    words.map(|at| view.load(4 * at, word).0[0] as u32).collect()
                }
                _ => vec![0],
            };
            found.push(Storage {
                point,
                binding: storage.binding,
                words,
            });
        }
        found
    }

    /// Keeps the words of a buffer that a draw has changed.
    pub fn keep(&self, storage: &Storage, drawn: &[u32]) {
        let (Some(view), Some(word)) = (self.view(storage.point), Shape::new(4, 1)) else {
            return;
        };
        for (at, (new, old)) in (0..).zip(drawn.iter().zip(&storage.words)) {
            if new != old {
                // The words came from there, so that it takes them.
                let _ = view.store(4 * at, word, [u64::from(*new), 0, 0, 0]);
            }
        }
    }

    fn view(&self, (kind, number): (StorageKind, u32)) -> Option<View<'_>> {
        let bindings = match kind {
            StorageKind::Buffer => &self.resources.bindings.storage,
            StorageKind::Counters => &self.resources.bindings.counters,
        };
        let binding = bindings.get(number as usize)?.as_ref()?;
        Some(binding.view(Bounds::Undefined))
    }
}
