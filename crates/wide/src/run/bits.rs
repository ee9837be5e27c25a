//! Steps that move or convert the bits of single lanes: arrays, conversions, neighbours in a quad.

use quadrille_isa::gl::operation::Axis;
use quadrille_scalar::Conversion;

use super::piece::Piece;
use crate::code::Register;
use crate::plane::{Element, LANES};

/// The index that all lanes have, if they have one.
pub(super) fn uniform(indices: &[u32]) -> Option<u32> {
    let first = *indices.first()?;
    let differing = indices.iter().fold(0, |bits, index| bits | (index ^ first));
    (differing == 0).then_some(first)
}

impl Piece {
    /// The place of an element's component among the planes of its array, if there is such an element.
    fn place(&self, array: u32, component: u8, index: u32, long: bool) -> Option<usize> {
        let planes = self.arrays.get(array as usize)?;
        let each = if long { 8 } else { 4 };
        let at = (index as usize)
            .checked_mul(each)?
            .checked_add(usize::from(component))?;
        (at < planes.len()).then_some(at)
    }

    /// Reads elements of an array.
    pub(super) fn element(&mut self, array: u32, component: u8, index: u16, to: Register) {
        let long = matches!(to, Register::Long(_));
        let indices = self.registers.get::<u32>(index);
        if let (Some(index), Register::Word(number)) = (uniform(&indices[..self.count]), to) {
            let found = self.place(array, component, index, long);
            let found = found.map(|at| &self.arrays[array as usize][at]);
            let whole = self.whole();
            let plane = self.registers.get_mut::<u32>(number);
            let windows = plane[..whole].as_chunks_mut::<64>().0.iter_mut();
            return match found {
                Some(element) => windows
                    .zip(element.as_chunks::<64>().0)
                    .for_each(|(to, from)| *to = *from),
                None => windows.for_each(|to| *to = [0; 64]),
            };
        }
        let indices = *indices;
        let mut values = [0u64; LANES];
        for (lane, value) in values[..self.count].iter_mut().enumerate() {
            if let Some(at) = self.place(array, component, indices[lane], long) {
                let planes = &self.arrays[array as usize];
                let high = if long { planes[at + 4][lane] } else { 0 };
                *value = u64::from(planes[at][lane]) | u64::from(high) << 32;
            }
        }
        self.put(to, &values);
    }

    /// Writes elements of an array, in the active lanes.
    pub(super) fn store(&mut self, array: u32, component: u8, index: u16, from: Register) {
        let long = matches!(from, Register::Long(_));
        let indices = self.registers.get::<u32>(index);
        if let (Some(index), Register::Word(number)) = (uniform(&indices[..self.count]), from) {
            if let Some(at) = self.place(array, component, index, long) {
                let plane = self.registers.get::<u32>(number);
                self.active.copy(plane, &mut self.arrays[array as usize][at]);
            }
            return;
        }
        let indices = *indices;
        for lane in self.active.iter() {
            let value = self.value(from, lane);
            if let Some(at) = self.place(array, component, indices[lane], long) {
                let planes = &mut self.arrays[array as usize];
                planes[at][lane] = value as u32;
                if long {
                    planes[at + 4][lane] = (value >> 32) as u32;
                }
            }
        }
    }

    /// Converts numbers in all lanes: what is the same in a run may be computed once, for pieces of any size.
    pub(super) fn convert(&mut self, conversion: Conversion, from: Register, to: Register) {
        let values: [u64; LANES] = std::array::from_fn(|lane| conversion.apply(self.value(from, lane)));
        self.put(to, &values);
    }

    /// The value of a neighbour.
    pub(super) fn neighbour<E: Element>(&mut self, axis: Axis, upper: bool, from: u16, to: u16) {
        let step = match axis {
            Axis::X => 1,
            Axis::Y => 2,
        };
        let count = self.count;
        let values = self.registers.get::<E>(from);
        let plane = &mut E::spare(&mut self.spares).0;
        for lane in 0..LANES {
            let above = lane | step;
            let other = if upper { above } else { lane & !step };
            plane[lane] = if above < count {
                values[other]
            } else {
                E::default()
            };
        }
        self.registers.put::<E>(to, &mut self.spares);
    }

    /// The bits of a register in a lane.
    pub(super) fn value(&self, register: Register, lane: usize) -> u64 {
        match register {
            Register::Word(number) => u64::from(self.registers.get::<u32>(number)[lane]),
            Register::Long(number) => self.registers.get::<u64>(number)[lane],
        }
    }

    /// Sets the bits of a register in a lane.
    pub(super) fn set(&mut self, register: Register, lane: usize, bits: u64) {
        match register {
            Register::Word(number) => self.registers.get_mut::<u32>(number)[lane] = bits as u32,
            Register::Long(number) => self.registers.get_mut::<u64>(number)[lane] = bits,
        }
    }

    /// Sets a register in all lanes.
    fn put(&mut self, register: Register, values: &[u64; LANES]) {
        match register {
            Register::Word(number) => {
                let plane = self.registers.get_mut::<u32>(number);
                for lane in 0..LANES {
                    plane[lane] = values[lane] as u32;
                }
            }
            Register::Long(number) => *self.registers.get_mut::<u64>(number) = *values,
        }
    }
}
