//! Accesses to memory: what is the same for all lanes is found once, and lanes that lie in a row go together.

use quadrille_engine::Batch;
use quadrille_engine::memory::{Direct, DirectImage};
use quadrille_isa::gl::AtomicOperation;
use quadrille_isa::gl::operation::MemoryOp;
use quadrille_numerics::level::{Level, Pass};
use quadrille_scalar::call_execution::{MemoryCall, Operand};

use super::lanes::Lanes;
use super::piece::{Piece, Shared};
use super::places::Found;
use crate::code::{CallSite, Register};
use crate::plane::LANES;

/// An access with what is the same in all lanes.
#[derive(Clone)]
pub(super) struct Access<'a> {
    site: &'a CallSite,
    call: MemoryCall<'a>,
    /// The buffer, and the components of it that the result's are.
    direct: Option<(Direct<'a>, [usize; 4])>,
    image: Option<DirectImage<'a>>,
}

impl<'a> Access<'a> {
    pub(super) fn new(shared: Shared<'a>, site: &'a CallSite, call: MemoryCall<'a>) -> Access<'a> {
        let known = &shared.environment.memory;
        let (operation, access) = (call.operation(), call.access());
        let image = known.direct_image(operation, access, call.data_type());
        let direct = known.direct(operation, access);
        Access {
            site,
            call,
            image: image.filter(|_| site.handle.is_none()),
            direct: direct.zip(call.components()),
        }
    }
}

impl Piece {
    /// Accesses memory in the active lanes.
    pub(super) fn access(&mut self, shared: Shared<'_>, access: &Access<'_>, batch: &Batch) {
        let lanes = self.active;
        let Access { site, call, .. } = access;
        let operation = call.operation();
        let effective = self.effective(batch);
        if let Some(image) = &access.image {
            return self.access_image(site, image, operation, [lanes, effective]);
        }
        let Some((direct, components)) = &access.direct else {
            return lanes
                .iter()
                .for_each(|lane| self.access_lane(shared, access, effective.has(lane), lane));
        };
        match operation {
            MemoryOp::Load(_) => match self.find(shared.level, site, direct, lanes) {
                Ok(found) => self.load(shared.level, site, direct, *components, lanes, found),
                Err(inside) => {
                    // Before the others write the registers of the results, of which one may be that of the addresses.
                    let outside = lanes.without(inside);
                    let outside: Vec<(usize, [u64; 4])> = outside
                        .iter()
                        .map(|lane| (lane, self.accessed(shared, access, effective.has(lane), lane)))
                        .collect();
                    self.load(shared.level, site, direct, *components, inside, Found::Each);
                    for (lane, value) in outside {
                        self.put_results(site, lane, value);
                    }
                }
            },
            MemoryOp::Store(_) | MemoryOp::Atomic(_) => {
                let is_store = matches!(operation, MemoryOp::Store(_));
                let lanes = if is_store { effective } else { lanes };
                match self.find(shared.level, site, direct, lanes) {
                    Ok(found) if is_store => self.put_all(shared.level, site, direct, lanes, found),
                    Ok(found) if lanes == effective => {
                        found.places(direct, lanes.first()..lanes.end(), &mut self.places);
                        self.update(site, call, direct, lanes);
                    }
                    // One after the other, wherever they are.
                    Ok(_) | Err(_) => lanes
                        .iter()
                        .for_each(|lane| self.access_lane(shared, access, effective.has(lane), lane)),
                }
            }
            MemoryOp::QueryImageSize | MemoryOp::QueryImageSamples | MemoryOp::Barrier => {}
        }
    }

    /// Loads what lanes find. What other lanes get is any, as in every register that is written.
    fn load(
        &mut self,
        level: Level,
        site: &CallSite,
        direct: &Direct<'_>,
        components: [usize; 4],
        lanes: Lanes,
        found: Found,
    ) {
        let run = lanes.first()..lanes.end();
        let single = |to: Option<Register>| match to {
            Some(Register::Word(number)) => Some(number),
            Some(Register::Long(_)) | None => None,
        };
        let count = usize::from(direct.storage().count);
        match (direct.words(), found, site.results.map(single)) {
            (Some(1), Found::Row(place), [Some(to), None, None, None]) if components[0] == 0 => {
                direct.load_words(place, &mut self.registers.get_mut::<u32>(to)[run]);
            }
            (Some(4), _, to) => {
                match found {
                    Found::Row(place) => direct.load_words(place, self.vectors[run].as_flattened_mut()),
                    Found::Each => lanes
                        .iter()
                        .for_each(|lane| direct.load_words(self.places[lane], &mut self.vectors[lane])),
                }
                for (to, component) in to.into_iter().zip(components) {
                    if let Some(to) = to {
                        level.run(Components {
                            vectors: &self.vectors,
                            component,
                            to: self.registers.get_mut::<u32>(to),
                        });
                    }
                }
            }
            (_, _, [Some(to), None, None, None]) if count == 1 && components[0] == 0 => {
                found.places(direct, run.clone(), &mut self.places);
                direct.gather(
                    &self.places[run.clone()],
                    &mut self.registers.get_mut::<u32>(to)[run],
                );
            }
            _ => {
                found.places(direct, run, &mut self.places);
                for (to, component) in site.results.into_iter().zip(components) {
                    let Some(to) = to else { continue };
                    lanes.iter().for_each(|lane| {
                        let is_there = component < count;
                        let value = if is_there {
                            direct.load(self.places[lane], component as u64)
                        } else {
                            0
                        };
                        self.set(to, lane, value);
                    });
                }
            }
        }
    }

    /// Stores what lanes have where they find it.
    fn put_all(&mut self, level: Level, site: &CallSite, direct: &Direct<'_>, lanes: Lanes, found: Found) {
        let run = lanes.first()..lanes.end();
        let row = match found {
            Found::Row(place) if lanes.count() == run.len() => Some(place),
            Found::Row(_) | Found::Each => None,
        };
        if row.is_none() {
            found.places(direct, run.clone(), &mut self.places);
        }
        let registers = site.operands.first().copied();
        let word = |register: Register| match register {
            Register::Word(number) => Some(self.registers.get::<u32>(number)),
            Register::Long(_) => None,
        };
        match (direct.words(), registers.map(|registers| registers.map(word))) {
            (Some(1), Some([Some(words), ..])) => match row {
                Some(place) => direct.store_words(place, &words[run]),
                None => lanes
                    .iter()
                    .for_each(|lane| direct.store_words(self.places[lane], &words[lane..=lane])),
            },
            (Some(count @ (2 | 4)), Some([Some(x), Some(y), Some(z), Some(w)])) => {
                level.run(Vectors {
                    planes: [x, y, z, w],
                    to: &mut self.vectors,
                });
                let vectors = &self.vectors[..];
                match row {
                    Some(place) if count == 4 => direct.store_words(place, vectors[run].as_flattened()),
                    Some(_) | None => {
                        found.places(direct, run, &mut self.places);
                        lanes
                            .iter()
                            .for_each(|lane| direct.store_words(self.places[lane], &vectors[lane][..count]));
                    }
                }
            }
            (_, _) => {
                found.places(direct, run, &mut self.places);
                let count = usize::from(direct.storage().count);
                lanes
                    .iter()
                    .for_each(|lane| direct.store(self.places[lane], self.data(site, count, lane)));
            }
        }
    }

    /// Updates what lanes find by what they have, one after the other.
    fn update(&mut self, site: &CallSite, call: &MemoryCall<'_>, direct: &Direct<'_>, lanes: Lanes) {
        let mut old = [0; LANES];
        let given = |lane: usize, bits| old[lane] = bits;
        // The second number of CSWAP is what replaces.
        let is_swap = call.access().atomic == Some(AtomicOperation::CompareSwap);
        let count = usize::from(direct.storage().count).max(if is_swap { 2 } else { 1 });
        match site.operands.first() {
            Some([Register::Word(number), ..]) if count == 1 => {
                let words = self.registers.get::<u32>(*number);
                let data = |lane: usize| [u64::from(words[lane]), 0, 0, 0];
                direct.update(
                    call.access(),
                    lanes.iter().map(|lane| (lane, self.places[lane], data(lane))),
                    given,
                );
            }
            _ => {
                let data = |lane| self.data(site, count, lane);
                direct.update(
                    call.access(),
                    lanes.iter().map(|lane| (lane, self.places[lane], data(lane))),
                    given,
                );
            }
        }
        for (component, to) in site.results.into_iter().enumerate() {
            if let Some(to) = to {
                lanes
                    .iter()
                    .for_each(|lane| self.set(to, lane, direct.previous(old[lane])[component]));
            }
        }
    }

    /// The first components that a lane stores.
    #[inline]
    fn data(&self, site: &CallSite, count: usize, lane: usize) -> [u64; 4] {
        let mut data = [0; 4];
        for (word, register) in data.iter_mut().zip(site.operands.iter().flatten()).take(count) {
            *word = self.value(*register, lane);
        }
        data
    }

    /// Loads or stores texels of an image, in lanes, of which some have an effect.
    fn access_image(
        &mut self,
        site: &CallSite,
        image: &DirectImage<'_>,
        operation: MemoryOp,
        [lanes, effective]: [Lanes; 2],
    ) {
        let vector = |piece: &Piece, operand: usize, lane: usize| {
            let registers = site.operands.get(operand);
            registers.map_or([0; 4], |registers| {
                registers.map(|register| piece.value(register, lane) as u32)
            })
        };
        let coordinates =
            |piece: &Piece, operand: usize, lane: usize| vector(piece, operand, lane).map(u32::cast_signed);
        if matches!(operation, MemoryOp::Load(_)) {
            for lane in lanes.iter() {
                let texel = image.load(coordinates(self, 0, lane));
                self.put_results(site, lane, texel.map(u64::from));
            }
            return;
        }
        for lane in effective.iter() {
            image.store(coordinates(self, 1, lane), vector(self, 0, lane));
        }
    }

    /// Accesses memory in a lane, wherever that is.
    fn access_lane(&mut self, shared: Shared<'_>, access: &Access<'_>, is_effective: bool, lane: usize) {
        let value = self.accessed(shared, access, is_effective, lane);
        self.put_results(access.site, lane, value);
    }

    /// What an access in a lane gives, wherever it is.
    fn accessed(&self, shared: Shared<'_>, access: &Access<'_>, is_effective: bool, lane: usize) -> [u64; 4] {
        let Access { site, call, .. } = access;
        call.execute(&shared.environment.memory, is_effective, |operand| {
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
        })
    }

    /// The lanes in which what is stored has an effect.
    fn effective(&self, batch: &Batch) -> Lanes {
        let [helper, killed] = [&batch.helper, &batch.killed]
            .map(|lanes| Lanes::of_words(lanes.words(), self.first, self.count));
        self.active.without(helper).without(killed)
    }

    fn put_results(&mut self, site: &CallSite, lane: usize, value: [u64; 4]) {
        for (value, to) in value.into_iter().zip(site.results) {
            if let Some(to) = to {
                self.set(to, lane, value);
            }
        }
    }
}

/// A component of each lane's vector.
pub(super) struct Components<'a> {
    pub(super) vectors: &'a [[u32; 4]; LANES],
    pub(super) component: usize,
    pub(super) to: &'a mut [u32; LANES],
}

impl Pass for Components<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Components {
            vectors,
            component,
            to,
        } = self;
        // With a constant the loads become shuffles.
        macro_rules! take {
            ($($number:literal)*) => {
                match component & 3 {
                    $($number => {
                        for lane in 0..LANES {
                            to[lane] = vectors[lane][$number];
                        }
                    })*
                    _ => {}
                }
            };
        }
        take!(0 1 2 3);
    }
}

/// The components of each lane side by side.
struct Vectors<'a> {
    planes: [&'a [u32; LANES]; 4],
    to: &'a mut [[u32; 4]; LANES],
}

impl Pass for Vectors<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let [x, y, z, w] = self.planes;
        for lane in 0..LANES {
            self.to[lane] = [x[lane], y[lane], z[lane], w[lane]];
        }
    }
}
