//! What contexts share that share objects: programs, display lists in pieces, and what is to be deleted.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quadrille_isa::gl::Stage;
use quadrille_program::Program;

use super::list::Piece;
use super::native_target;
use super::require::Requires;

/// A program that is translated: the driver's object of the same name holds another text.
#[derive(Debug)]
pub(crate) struct Loaded {
    /// Its number, which no other load has.
    pub(crate) number: u64,
    /// The stage.
    pub(crate) stage: Stage,
    /// The text as it was given.
    pub(crate) given: Vec<u8>,
    /// The text as it was read.
    pub(crate) text: String,
    /// What the check made of it.
    pub(crate) program: Arc<Program>,
    /// What its translation requires of the driver: `#version` and extensions.
    pub(crate) requires: Requires,
    /// Values of parameters that were set by their names.
    pub(crate) named: Mutex<HashMap<String, [f32; 4]>>,
}

/// An object that has been loaded.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    /// The target that it was loaded for.
    pub(crate) target: u32,
    /// The program behind the driver's; none where the driver took it.
    pub(crate) program: Option<Arc<Loaded>>,
}

/// What is kept of an object whose target the driver lacks.
#[derive(Debug, Default)]
struct Kept {
    target: u32,
    locals: BTreeMap<u32, [f32; 4]>,
}

/// A share group.
#[derive(Debug, Default)]
pub(crate) struct Group {
    /// By name; those of name 0, of which each target has one, by their target too.
    objects: Mutex<BTreeMap<(u32, u32), Object>>,
    /// By name, as objects are.
    kept: Mutex<BTreeMap<(u32, u32), Kept>>,
    has_kept: AtomicBool,
    has_programs: AtomicBool,
    lists: Mutex<BTreeMap<u32, Arc<[Piece]>>>,
    /// How many pieces lists have had.
    pieces: AtomicU32,
    /// The driver's names of linked programs whose contexts are gone.
    discarded: Mutex<Vec<u32>>,
    has_discarded: AtomicU64,
    /// The numbers that programs have had.
    numbers: AtomicU64,
    loads: AtomicU64,
    parameters: AtomicU64,
}

impl Group {
    /// The object of a name, if something was loaded into it.
    pub(crate) fn object(&self, target: u32, name: u32) -> Option<Object> {
        locked(&self.objects).get(&key(target, name)).cloned()
    }

    /// The program that stands behind an object of the driver, if one does.
    pub(crate) fn program(&self, target: u32, name: u32) -> Option<Arc<Loaded>> {
        let object = self.object(target, name)?;
        // What is bound may be another object by now, which another context has made of the name.
        let is_own = native_target(object.target) == native_target(target);
        object.program.filter(|_| is_own)
    }

    /// Puts a program behind an object of the driver.
    pub(crate) fn put(&self, target: u32, name: u32, make: impl FnOnce(u64) -> Loaded) -> Arc<Loaded> {
        let number = self.numbers.fetch_add(1, Ordering::Relaxed) + 1;
        let loaded = Arc::new(make(number));
        let program = Some(Arc::clone(&loaded));
        locked(&self.objects).insert(key(target, name), Object { target, program });
        // Behind it, so that a context that sees the count sees the program too.
        self.loads.fetch_add(1, Ordering::AcqRel);
        loaded
    }

    /// The driver took what was loaded into an object.
    pub(crate) fn native(&self, target: u32, name: u32) {
        let program = None;
        let before = locked(&self.objects).insert(key(target, name), Object { target, program });
        self.was_behind(before);
    }

    /// An object was deleted; there is none of name 0 to delete.
    pub(crate) fn remove(&self, name: u32) {
        if self.has_kept() {
            locked(&self.kept).remove(&(0, name));
        }
        let before = locked(&self.objects).remove(&(0, name));
        self.was_behind(before);
    }

    /// Whether a name was ever one of a target that the driver lacks.
    pub(crate) fn has_kept(&self) -> bool {
        self.has_kept.load(Ordering::Acquire)
    }

    /// Whether a program was ever bound or loaded.
    pub(crate) fn has_programs(&self) -> bool {
        self.has_programs.load(Ordering::Acquire)
    }

    /// Says that one is bound or loaded.
    pub(crate) fn set_has_programs(&self) {
        self.has_programs.store(true, Ordering::Release);
    }

    /// The target of a name, if it is one that the driver lacks.
    pub(crate) fn kept_target(&self, name: u32) -> Option<u32> {
        if !self.has_kept() {
            return None;
        }
        locked(&self.kept).get(&(0, name)).map(|kept| kept.target)
    }

    /// Has a name be one of a target that the driver lacks; `false` if it is one of another.
    pub(crate) fn claim(&self, target: u32, name: u32) -> bool {
        self.has_kept.store(true, Ordering::Release);
        let mut kept = locked(&self.kept);
        let own = kept.entry(key(target, name)).or_insert_with(|| Kept {
            target,
            ..Kept::default()
        });
        own.target == target
    }

    /// A local parameter of an object whose target the driver lacks.
    pub(crate) fn local(&self, target: u32, name: u32, index: u32) -> [f32; 4] {
        let kept = locked(&self.kept);
        let value = kept
            .get(&key(target, name))
            .and_then(|kept| kept.locals.get(&index));
        value.copied().unwrap_or_default()
    }

    /// Sets local parameters of an object whose target the driver lacks.
    pub(crate) fn set_locals(&self, target: u32, name: u32, first: u32, values: &[[f32; 4]]) {
        let mut kept = locked(&self.kept);
        if name == 0 {
            kept.entry(key(target, name)).or_default().target = target;
        }
        // What was deleted has none.
        let own = kept
            .get_mut(&key(target, name))
            .filter(|own| own.target == target);
        if let Some(own) = own {
            own.locals.extend((first..).zip(values.iter().copied()));
        }
    }

    fn was_behind(&self, before: Option<Object>) {
        if before.is_some_and(|object| object.program.is_some()) {
            self.loads.fetch_add(1, Ordering::AcqRel);
        }
    }

    /// The numbers of all programs.
    pub(crate) fn numbers(&self) -> HashSet<u64> {
        let objects = locked(&self.objects);
        let programs = objects.values().filter_map(|object| object.program.as_ref());
        programs.map(|program| program.number).collect()
    }

    /// How often programs were put and removed: 0 where none ever was.
    pub(crate) fn loads(&self) -> u64 {
        self.loads.load(Ordering::Acquire)
    }

    /// How often parameters of programs were set.
    pub(crate) fn parameters(&self) -> u64 {
        self.parameters.load(Ordering::Acquire)
    }

    /// Says that parameters of programs were set.
    pub(crate) fn set_parameters(&self) {
        self.parameters.fetch_add(1, Ordering::AcqRel);
    }

    /// A name for a piece of a list. Applications choose low names, by GenLists or without it.
    pub(crate) fn next_list(&self) -> u32 {
        const FIRST: u32 = 0x7000_0000;
        FIRST + self.pieces.fetch_add(1, Ordering::Relaxed) % FIRST
    }

    /// The pieces of a display list that is in several.
    pub(crate) fn list(&self, name: u32) -> Option<Arc<[Piece]>> {
        locked(&self.lists).get(&name).cloned()
    }

    /// Whether any list is in pieces.
    pub(crate) fn has_lists(&self) -> bool {
        !locked(&self.lists).is_empty()
    }

    /// The lists in pieces that are among so many.
    pub(crate) fn lists_among(&self, first: u32, count: u32) -> Vec<u32> {
        let lists = locked(&self.lists);
        let names = lists.keys().copied();
        names
            .filter(|name| name.checked_sub(first).is_some_and(|at| at < count))
            .collect()
    }

    /// A list is in these pieces from now on, or with none whole; the pieces that it was in.
    pub(crate) fn set_list(&self, name: u32, pieces: Vec<Piece>) -> Option<Arc<[Piece]>> {
        let mut lists = locked(&self.lists);
        match pieces.is_empty() {
            true => lists.remove(&name),
            false => lists.insert(name, pieces.into()),
        }
    }

    /// The driver's linked programs go, as soon as a context of the group is current.
    pub(crate) fn discard(&self, linked: impl IntoIterator<Item = u32>) {
        let mut discarded = locked(&self.discarded);
        discarded.extend(linked);
        self.has_discarded
            .store(discarded.len() as u64, Ordering::Release);
    }

    /// The linked programs that are to go.
    pub(crate) fn take_discarded(&self) -> Vec<u32> {
        if self.has_discarded.load(Ordering::Acquire) == 0 {
            return Vec::new();
        }
        self.has_discarded.store(0, Ordering::Release);
        std::mem::take(&mut locked(&self.discarded))
    }
}

fn key(target: u32, name: u32) -> (u32, u32) {
    (if name == 0 { native_target(target) } else { 0 }, name)
}

/// What a mutex guards, whoever panicked with it: each change of it is a single one.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
