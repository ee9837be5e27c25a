//! The programs of a share group: contexts that share objects share these.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quadrille_isa::gl::Stage;
use quadrille_program::Program;

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
    pub(crate) program: Program,
    /// Values of parameters that were set by their names.
    pub(crate) named: Mutex<HashMap<String, [f32; 4]>>,
}

/// A share group.
#[derive(Debug, Default)]
pub(crate) struct Group {
    programs: Mutex<HashMap<u32, Arc<Loaded>>>,
    loads: AtomicU64,
    parameters: AtomicU64,
}

impl Group {
    /// The program that stands behind an object of the driver, if one does.
    pub(crate) fn program(&self, name: u32) -> Option<Arc<Loaded>> {
        self.programs().get(&name).cloned()
    }

    /// Puts a program behind an object of the driver.
    pub(crate) fn put(&self, name: u32, make: impl FnOnce(u64) -> Loaded) {
        let number = self.loads.fetch_add(1, Ordering::AcqRel) + 1;
        self.programs().insert(name, Arc::new(make(number)));
    }

    /// Nothing stands behind an object of the driver any more.
    pub(crate) fn remove(&self, name: u32) {
        if self.programs().remove(&name).is_some() {
            self.loads.fetch_add(1, Ordering::AcqRel);
        }
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

    fn programs(&self) -> MutexGuard<'_, HashMap<u32, Arc<Loaded>>> {
        locked(&self.programs)
    }
}

/// What a mutex guards, whoever panicked with it: each change of it is a single one.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
