//! A run by hand that has not begun: its lanes and their surroundings.

use quadrille_base::{Meter, Room};
use quadrille_engine::{Batch, Environment};

use super::memory::TestMemory;
use super::quad::Quad;
use crate::test_texture::TestTexture;

/// The lanes of an evaluation with what they are given, and their surroundings.
/// Who runs it writes its memory.
pub struct Evaluation {
    pub(super) batch: Batch,
    pub(super) memory: TestMemory,
    pub(super) parameters: Vec<[u32; 4]>,
    pub(super) quad: Quad,
    pub(super) subroutines: Vec<u32>,
    pub(super) meter: Meter,
    pub(super) _room: Room,
}

impl Evaluation {
    /// The lanes, before the first instruction.
    pub fn batch(&self) -> &Batch {
        &self.batch
    }

    /// The memory that they reach.
    pub fn memory(&self) -> &TestMemory {
        &self.memory
    }

    /// What they run in.
    pub fn environment(&self) -> Environment<'_> {
        let mut environment = Environment::new(&self.parameters, &TestTexture, &self.meter);
        environment.subroutines = &self.subroutines;
        environment.interpolator = Some(&self.quad);
        environment.memory = self.memory.view();
        environment
    }
}
