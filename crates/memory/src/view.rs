//! A view: the part of a buffer that a binding lets a program reach, and what lies outside.

use std::ops::Range;

use crate::buffer::Buffer;
use crate::fault::{Fault, Outcome};
use crate::shape::Shape;

/// The rule that the specification of a kind of binding sets for accesses outside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bounds {
    /// Loads give 0 and stores have no effect, and that is defined: storage buffers
    /// (NV_shader_storage_buffer_object 2.X.3.Y) and atomic counters (NV_shader_atomic_counters 2.X.3.Y).
    Defined,
    /// Undefined, which here gives 0 and no store, and a [`Fault`]: parameter buffers
    /// (NV_parameter_buffer_object2 2.X.3.6) and shared memory (NV_compute_program5 2.X.3.Y).
    Undefined,
}

/// A part of a buffer.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    buffer: &'a Buffer,
    start: u64,
    length: u64,
    limit: u64,
    /// The first byte that the program's declaration includes, and the first past it.
    declared: (i64, i64),
    bounds: Bounds,
}

impl<'a> View<'a> {
    /// The whole of a buffer, without a limit.
    pub fn new(buffer: &'a Buffer, bounds: Bounds) -> View<'a> {
        View {
            buffer,
            start: 0,
            length: buffer.size(),
            limit: u64::MAX,
            declared: (0, i64::MAX),
            bounds,
        }
    }

    /// The `length` bytes from `start` on, as far as they are in the buffer.
    pub fn range(self, start: u64, length: u64) -> View<'a> {
        let start = start.min(self.length);
        View {
            start: self.start + start,
            length: length.min(self.length - start),
            ..self
        }
    }

    /// The same, of which programs may reach the first `bytes` bytes only; accesses beyond are undefined.
    pub fn limited(self, bytes: u64) -> View<'a> {
        View {
            limit: bytes.min(self.limit),
            ..self
        }
    }

    /// The same, for a variable that is declared to have the bytes from `first` up to `end` only. Offsets go on
    /// counting from the start of the binding; what lies outside is undefined (NV_gpu_program4 2.X.4.2).
    pub fn declared(self, first: u64, end: Option<u64>) -> View<'a> {
        let place = |byte: u64| i64::try_from(byte).unwrap_or(i64::MAX);
        View {
            declared: (place(first), end.map_or(i64::MAX, place)),
            ..self
        }
    }

    /// Bytes in the view, those beyond the limit too.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The buffer.
    pub fn buffer(&self) -> &'a Buffer {
        self.buffer
    }

    /// The offset in the buffer of a byte of the view.
    pub fn place(&self, offset: i64) -> u64 {
        self.start.wrapping_add_signed(offset)
    }

    /// The offsets of the bytes that are accessed without a fault.
    pub fn offsets(&self) -> Range<i64> {
        let (first, end) = self.declared;
        let length = i64::try_from(self.length.min(self.limit)).unwrap_or(i64::MAX);
        first.max(0)..end.min(length)
    }

    /// Whether a byte is in the view and may be accessed.
    pub fn holds(&self, offset: i64) -> bool {
        self.reach(offset, 1) == Ok(true)
    }

    /// Loads components from `offset` on; those outside are 0, and so are all of a misaligned access.
    pub fn load(&self, offset: i64, shape: Shape) -> ([u64; 4], Outcome) {
        let mut values = [0; 4];
        let outcome = self.each(offset, shape, |component, place| {
            values[component] = self.buffer.load(place, shape.bytes());
        });
        (values, outcome)
    }

    /// Stores components from `offset` on; those outside are dropped, and so are all of a misaligned access.
    pub fn store(&self, offset: i64, shape: Shape, values: [u64; 4]) -> Outcome {
        self.each(offset, shape, |component, place| {
            self.buffer.store(place, shape.bytes(), values[component]);
        })
    }

    /// Replaces the component of `bytes` bytes at `offset` in one step, as [`Buffer::update`] does; gives the
    /// old value, which is 0 outside.
    pub fn update(&self, offset: i64, bytes: u64, new: impl FnMut(u64) -> Option<u64>) -> (u64, Outcome) {
        let mut new = new;
        let mut old = 0;
        let Some(shape) = Shape::new(bytes, 1) else {
            return (0, Ok(()));
        };
        let outcome = self.each(offset, shape, |_, place| {
            old = self.buffer.update(place, bytes, &mut new);
        });
        (old, outcome)
    }

    /// Calls `act` with each component that may be accessed and its place in the buffer; gives the first fault.
    fn each(&self, offset: i64, shape: Shape, mut act: impl FnMut(usize, u64)) -> Outcome {
        let alignment = shape.size();
        // The specifications align the offset from the binding's base; bindings start at a multiple of it.
        if offset.rem_euclid(alignment as i64) != 0 {
            let place = offset as u64;
            return Err(Fault::Misaligned { place, alignment });
        }
        let mut outcome = Ok(());
        for component in 0..shape.count() {
            let at = offset.wrapping_add((component as u64 * shape.bytes()) as i64);
            let result = self.reach(at, shape.bytes());
            match result {
                Ok(true) => act(component, self.start + at as u64),
                Ok(false) => {}
                Err(_) => outcome = outcome.and(result.map(|_| ())),
            }
        }
        outcome
    }

    /// Whether a component may be accessed; if not, the fault, unless the specification defines what happens.
    fn reach(&self, offset: i64, bytes: u64) -> Result<bool, Fault> {
        let inside = |length: u64| {
            u64::try_from(offset)
                .is_ok_and(|offset| offset.checked_add(bytes).is_some_and(|end| end <= length))
        };
        let (first, end) = self.declared;
        if offset < first || offset.checked_add(bytes as i64).is_none_or(|past| past > end) {
            let length = (end.min(i64::try_from(self.length).unwrap_or(i64::MAX)) - first).max(0) as u64;
            return Err(Fault::OutOfRange { offset, length });
        }
        match self.bounds {
            _ if inside(self.length.min(self.limit)) => Ok(true),
            _ if inside(self.length) => Err(Fault::BeyondLimit {
                offset,
                limit: self.limit,
            }),
            Bounds::Defined => Ok(false),
            Bounds::Undefined => Err(Fault::OutOfRange {
                offset,
                length: self.length,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(bytes: u64, count: u8) -> Shape {
        Shape::new(bytes, count).expect("a shape that exists")
    }

    fn counting(size: u8) -> Buffer {
        Buffer::from_bytes(&(0..size).collect::<Vec<u8>>())
    }

    /// source: NV_parameter_buffer_object2 2.X.8.Z LDC: "if any component fetched … extends 4*n or more basic
    /// machine units from the beginning of the buffer object binding …, the value fetched for that component
    /// will be undefined"; the others are not
    #[test]
    fn the_limit_holds_for_each_component() {
        let buffer = counting(32);
        let view = View::new(&buffer, Bounds::Undefined).limited(24);
        let (values, outcome) = view.load(16, shape(4, 4));
        assert_eq!(values, [0x1312_1110, 0x1716_1514, 0, 0]);
        assert_eq!(
            outcome,
            Err(Fault::BeyondLimit {
                offset: 24,
                limit: 24
            })
        );
        assert_eq!(
            view.load(8, shape(8, 1)),
            ([0x0f0e_0d0c_0b0a_0908, 0, 0, 0], Ok(()))
        );
    }

    /// source: NV_shader_storage_buffer_object 2.X.3.Y: "reads from the binding return zero and writes to the
    /// binding have no effect"
    #[test]
    fn outside_a_storage_buffer_is_defined() {
        let buffer = counting(8);
        let view = View::new(&buffer, Bounds::Defined);
        assert_eq!(view.load(8, shape(4, 1)), ([0; 4], Ok(())));
        assert_eq!(view.store(8, shape(4, 1), [u64::MAX; 4]), Ok(()));
        assert_eq!(view.update(8, 4, |_| Some(1)), (0, Ok(())));
        assert_eq!(buffer.to_bytes(), (0..8).collect::<Vec<u8>>());
    }

    #[test]
    fn outside_other_bindings_is_a_fault() {
        let buffer = counting(8);
        let view = View::new(&buffer, Bounds::Undefined);
        let fault = Fault::OutOfRange { offset: 8, length: 8 };
        assert_eq!(view.load(0, shape(4, 4)).0, [0x0302_0100, 0x0706_0504, 0, 0]);
        assert_eq!(view.load(0, shape(4, 4)).1, Err(fault));
        assert_eq!(view.store(8, shape(1, 1), [1; 4]), Err(fault));
        let below = Fault::OutOfRange {
            offset: -8,
            length: 8,
        };
        assert_eq!(view.load(-8, shape(8, 1)), ([0; 4], Err(below)));
    }

    /// source: NV_gpu_program5 2.X.4.5: the multiples 1, 2, 4, 8, 16 and 32 by the size of the access
    #[test]
    fn offsets_are_multiples_of_the_size() {
        let buffer = Buffer::from_bytes(&[1; 128]);
        let view = View::new(&buffer, Bounds::Undefined);
        for (bytes, count, multiple) in [
            (1, 1, 1),
            (2, 1, 2),
            (4, 1, 4),
            (4, 2, 8),
            (8, 1, 8),
            (4, 4, 16),
            (8, 2, 16),
            (8, 4, 32),
        ] {
            let shape = shape(bytes, count);
            for offset in 1..64 {
                let aligned = view.load(offset, shape).1.is_ok();
                assert_eq!(aligned, offset % multiple == 0, "{bytes} {count} {offset}");
            }
        }
        let fault = Fault::Misaligned {
            place: 2,
            alignment: 4,
        };
        assert_eq!(view.store(2, shape(4, 1), [0; 4]), Err(fault));
        assert_eq!(buffer.to_bytes(), [1; 128]);
    }

    /// source: NV_parameter_buffer_object2 issue 8: with `program.buffer[0][16..31]`, `buffer[12]` is bytes 28
    /// to 31; NV_gpu_program4 2.X.4.2: past the size of the array, or below 0, the access is undefined
    #[test]
    fn declared_ranges() {
        let buffer = counting(64);
        let view = View::new(&buffer, Bounds::Defined).declared(16, Some(32));
        assert_eq!(view.load(16 + 12, shape(4, 1)), ([0x1f1e_1d1c, 0, 0, 0], Ok(())));
        for offset in [12, 32] {
            let fault = Fault::OutOfRange { offset, length: 16 };
            assert_eq!(view.load(offset, shape(4, 1)), ([0; 4], Err(fault)));
            assert_eq!(view.store(offset, shape(4, 1), [1; 4]), Err(fault));
        }
        let end = View::new(&buffer, Bounds::Defined).load(64, shape(4, 1));
        assert_eq!(end, ([0; 4], Ok(())));
        assert!(
            View::new(&buffer, Bounds::Defined)
                .load(-4, shape(4, 1))
                .1
                .is_err()
        );
    }

    #[test]
    fn a_range_begins_where_it_says() {
        let buffer = counting(32);
        let view = View::new(&buffer, Bounds::Undefined).range(16, 8);
        assert_eq!(view.load(4, shape(4, 1)), ([0x1716_1514, 0, 0, 0], Ok(())));
        assert!(view.load(8, shape(4, 1)).1.is_err());
        assert_eq!(view.place(4), 20);
        assert_eq!(view.range(100, 100).length(), 0);
    }
}
