//! Accesses to memory, lane after lane.

use quadrille_engine::Batch;
use quadrille_engine::memory::{Direct, DirectImage};
use quadrille_isa::gl::operation::MemoryOp;
use quadrille_scalar::call_execution::{MemoryCall, Operand};

use super::piece::{Piece, Shared};
use crate::code::{CallSite, Register};
use crate::plane::LANES;

/// The place in a buffer that each lane accesses, if it has no fault.
type Places = [Option<u64>; LANES];

impl Piece {
    /// Accesses memory in the active lanes.
    pub(super) fn access(
        &mut self,
        shared: Shared<'_>,
        site: &CallSite,
        memory: &MemoryCall<'_>,
        batch: &Batch,
    ) {
        let known = &shared.environment.memory;
        let (operation, access) = (memory.operation(), memory.access());
        if let (None, Some(image)) = (
            site.handle,
            known.direct_image(operation, access, memory.data_type()),
        ) {
            return self.access_image(site, &image, operation, batch);
        }
        let direct = known.direct(operation, access);
        let (Some(direct), Some(components)) = (direct, memory.components()) else {
            for lane in self.active.iter() {
                self.access_lane(shared, site, memory, batch, lane);
            }
            return;
        };
        let mut places = [None; LANES];
        let addresses = site.address.map(|number| self.registers.get::<u32>(number));
        for lane in self.active.iter() {
            let address = addresses.map_or(0, |addresses| i64::from(addresses[lane].cast_signed()));
            places[lane] = direct.place(address);
        }
        match operation {
            MemoryOp::Load(_) => {
                for lane in self.active.iter().filter(|lane| places[*lane].is_none()) {
                    self.access_lane(shared, site, memory, batch, lane);
                }
                self.load_direct(site, &direct, &places, components);
            }
            MemoryOp::Store(_) | MemoryOp::Atomic(_) => {
                for lane in self.active.iter() {
                    match places[lane].filter(|_| self.is_effective(batch, lane)) {
                        Some(place) => self.put_direct(site, memory, &direct, place, lane),
                        None => self.access_lane(shared, site, memory, batch, lane),
                    }
                }
            }
            MemoryOp::QueryImageSize | MemoryOp::QueryImageSamples | MemoryOp::Barrier => {}
        }
    }

    /// Loads or stores texels of an image.
    fn access_image(&mut self, site: &CallSite, image: &DirectImage<'_>, operation: MemoryOp, batch: &Batch) {
        let vector = |piece: &Piece, operand: usize, lane: usize| {
            let registers = site.operands.get(operand);
            registers.map_or([0; 4], |registers| {
                registers.map(|register| piece.value(register, lane) as u32)
            })
        };
        let coordinates =
            |piece: &Piece, operand: usize, lane: usize| vector(piece, operand, lane).map(u32::cast_signed);
        if matches!(operation, MemoryOp::Load(_)) {
            for lane in self.active.iter() {
                let texel = image.load(coordinates(self, 0, lane));
                self.put_results(site, lane, texel.map(u64::from));
            }
            return;
        }
        for lane in self.active.iter() {
            if self.is_effective(batch, lane) {
                image.store(coordinates(self, 1, lane), vector(self, 0, lane));
            }
        }
    }

    /// Loads what lanes find at their places.
    fn load_direct(&mut self, site: &CallSite, direct: &Direct<'_>, places: &Places, components: [usize; 4]) {
        let count = usize::from(direct.storage().count);
        for (to, component) in site.results.into_iter().zip(components) {
            let load = |place: u64| match component < count {
                true => direct.load(place, component as u64),
                false => 0,
            };
            let found = places.iter().enumerate();
            let found = found.filter_map(|(lane, place)| place.map(|place| (lane, place)));
            match to {
                Some(Register::Word(number)) => {
                    let plane = self.registers.get_mut::<u32>(number);
                    found.for_each(|(lane, place)| plane[lane] = load(place) as u32);
                }
                Some(Register::Long(number)) => {
                    let plane = self.registers.get_mut::<u64>(number);
                    found.for_each(|(lane, place)| plane[lane] = load(place));
                }
                None => {}
            }
        }
    }

    /// Stores what a lane has at its place, or updates what is there.
    fn put_direct(
        &mut self,
        site: &CallSite,
        memory: &MemoryCall<'_>,
        direct: &Direct<'_>,
        place: u64,
        lane: usize,
    ) {
        let stores = matches!(memory.operation(), MemoryOp::Store(_));
        // Atomic operations may have a second number, by which the first is replaced.
        let count = if stores {
            usize::from(direct.storage().count)
        } else {
            4
        };
        let mut data = [0; 4];
        for (word, register) in data.iter_mut().zip(site.operands.iter().flatten()).take(count) {
            *word = self.value(*register, lane);
        }
        if stores {
            return direct.store(place, data);
        }
        let old = direct.update(place, memory.access(), &data);
        self.put_results(site, lane, old);
    }

    /// Accesses memory in a lane, wherever that is.
    fn access_lane(
        &mut self,
        shared: Shared<'_>,
        site: &CallSite,
        memory: &MemoryCall<'_>,
        batch: &Batch,
        lane: usize,
    ) {
        let effective = self.is_effective(batch, lane);
        let value = memory.execute(&shared.environment.memory, effective, |operand| {
            let word = |number| u64::from(self.registers.get::<u32>(number)[lane]);
            match operand {
                Operand::Component { operand, component } => {
                    let registers = site.operands.get(operand)?;
                    Some(self.value(registers[component], lane))
                }
                Operand::Index => site.index.map(word),
                Operand::Address => site.address.map(word),
                Operand::Handle => site.handle.map(|number| self.registers.get::<u64>(number)[lane]),
            }
        });
        self.put_results(site, lane, value);
    }

    /// Whether what a lane stores has an effect.
    fn is_effective(&self, batch: &Batch, lane: usize) -> bool {
        let at = self.first + lane;
        !batch.helper.get(at) && !batch.killed.get(at)
    }

    fn put_results(&mut self, site: &CallSite, lane: usize, value: [u64; 4]) {
        for (value, to) in value.into_iter().zip(site.results) {
            if let Some(to) = to {
                self.set(to, lane, value);
            }
        }
    }
}
