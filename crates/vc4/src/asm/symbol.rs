//! Names that the text gives to values, and the scopes in which they hold.
//!
//! A name has a stack of meanings, one a scope; the innermost counts. Names stay known when their last
//! meaning goes, so that a name is stored once.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::value::Value;

/// A quick hasher for short names.
#[derive(Default)]
pub(super) struct NameHasher(u64);

impl Hasher for NameHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let low = u64::from(hash(bytes)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = self.0.rotate_left(5) ^ low;
    }

    fn write_usize(&mut self, length: usize) {
        self.0 ^= length as u64;
    }
}

/// FNV-1a over the bytes of a name.
fn hash(name: &[u8]) -> u32 {
    let mix = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    let hash = name.iter().fold(0x811c_9dc5, mix);
    hash ^ hash >> 15
}

/// A map with names as keys.
pub(super) type NameMap<T> = HashMap<Box<[u8]>, T, BuildHasherDefault<NameHasher>>;

#[derive(Clone, Copy)]
struct Meaning {
    depth: u32,
    value: Value,
    is_final: bool,
}

/// All names with a value.
#[derive(Default)]
pub(super) struct Symbols {
    ids: NameMap<u32>,
    meanings: Vec<Vec<Meaning>>,
    /// For each open scope below the outermost the names that it gave a meaning.
    scopes: Vec<Vec<u32>>,
}

impl Symbols {
    /// The value of a name.
    #[inline(always)]
    pub(super) fn get(&self, name: &[u8]) -> Option<Value> {
        if self.ids.is_empty() {
            return None;
        }
        self.look_up(name)
    }

    fn look_up(&self, name: &[u8]) -> Option<Value> {
        let id = *self.ids.get(name)?;
        self.meanings[id as usize].last().map(|meaning| meaning.value)
    }

    /// Opens a scope.
    pub(super) fn enter(&mut self) {
        self.scopes.push(Vec::new());
    }

    /// Closes the innermost scope and forgets what it named.
    pub(super) fn leave(&mut self) {
        let depth = self.depth();
        for id in self.scopes.pop().unwrap_or_default() {
            self.meanings[id as usize].retain(|meaning| meaning.depth != depth);
        }
    }

    /// Number of open scopes below the outermost.
    pub(super) fn depth(&self) -> u32 {
        self.scopes.len() as u32
    }

    fn id(&mut self, name: &[u8]) -> u32 {
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        let id = self.meanings.len() as u32;
        self.meanings.push(Vec::new());
        self.ids.insert(name.into(), id);
        id
    }

    /// Gives a name a value, in the innermost scope or in the outermost.
    ///
    /// # Errors
    ///
    /// The name has a final value in that scope.
    pub(super) fn set(&mut self, name: &[u8], value: Value, local: bool, is_final: bool) -> Result<(), ()> {
        let depth = if local { self.depth() } else { 0 };
        let id = self.id(name);
        let meanings = &mut self.meanings[id as usize];
        match meanings.binary_search_by_key(&depth, |meaning| meaning.depth) {
            Ok(at) if meanings[at].is_final => return Err(()),
            Ok(at) => {
                meanings[at].value = value;
                meanings[at].is_final = is_final;
            }
            Err(at) => {
                meanings.insert(
                    at,
                    Meaning {
                        depth,
                        value,
                        is_final,
                    },
                );
                if depth > 0 {
                    self.scopes[depth as usize - 1].push(id);
                }
            }
        }
        Ok(())
    }

    /// Takes a name's meaning in the innermost scope or the outermost away; whether there was one.
    pub(super) fn unset(&mut self, name: &[u8], local: bool) -> bool {
        let depth = if local { self.depth() } else { 0 };
        let Some(id) = self.ids.get(name) else {
            return false;
        };
        let meanings = &mut self.meanings[*id as usize];
        let before = meanings.len();
        meanings.retain(|meaning| meaning.depth != depth);
        meanings.len() != before
    }

    /// All names that have a value, for suggestions.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.ids
            .iter()
            .filter(|(_, id)| !self.meanings[**id as usize].is_empty())
            .filter_map(|(name, _)| std::str::from_utf8(name).ok())
    }
}
