//! A function as code of this machine, and its runs.

#![allow(
    unsafe_code,
    reason = "code that was made while the program runs can only be called so"
)]

use quadrille_numerics::binary32::SMALL_ANGLES;
use quadrille_numerics::level::Level;

use crate::NativeError;
use crate::function::Function;
use crate::memory::Executable;
use crate::operation::Angle;
use crate::planes::{BLOCK, MOST_PLANES, Planes, Slot, Storage};
use crate::x86::{LargeAngles, Set, assemble};

/// The code of a function.
#[derive(Debug)]
pub struct Native {
    code: Executable,
    constants: Vec<u32>,
    uniforms: u32,
    slots: usize,
    planes: usize,
    /// The first plane that it writes.
    first_written: usize,
}

/// The most values of a function: the numbers of its constants and of the slots that values are put aside in take 16 bits, and
/// those for the registers around calls come on top.
const MOST_VALUES: usize = 1 << 15;

/// What code calls for angles that are not small.
const LARGE_ANGLES: LargeAngles = LargeAngles {
    sine: large_sine,
    cosine: large_cosine,
};

extern "sysv64" fn large_sine(angles: *const u32, to: *mut u32, lanes: usize) {
    of_large(Angle::Sine, angles, to, lanes);
}

extern "sysv64" fn large_cosine(angles: *const u32, to: *mut u32, lanes: usize) {
    of_large(Angle::Cosine, angles, to, lanes);
}

fn of_large(of: Angle, angles: *const u32, to: *mut u32, lanes: usize) {
    // SAFETY: only code that `assemble` made calls this: with the addresses of two of its slots, different ones, which
    // have so many words each, and nothing else is done with them meanwhile.
    let (angles, to) = unsafe {
        (
            std::slice::from_raw_parts(angles, lanes),
            std::slice::from_raw_parts_mut(to, lanes),
        )
    };
    for (angle, to) in angles.iter().zip(to) {
        if angle & 0x7fff_ffff >= SMALL_ANGLES.to_bits() {
            *to = of.of_large(*angle);
        }
    }
}

/// What the code is to its caller: planes, constants, uniforms, slots, and of each plane the byte behind the last and the first
/// one of those that are computed.
type Entry = extern "sysv64" fn(*const *mut u32, *const u32, *const u32, *mut Slot, usize, usize);

/// Lanes of a part of a run.
const PART: usize = 64;

/// The instruction set that code for a level is made of.
fn set_of(level: Level) -> Option<Set> {
    match level.name() {
        "avx512" => Some(Set::Avx512),
        "avx2" => Some(Set::Avx2),
        _ => None,
    }
}

impl Native {
    /// Whether the code for a level may take numbers apart ([`Unary::Exponent`](crate::Unary::Exponent) and its like).
    #[must_use]
    pub fn has_exponents(level: Level) -> bool {
        set_of(level) == Some(Set::Avx512)
    }

    /// Makes the code of a function for an instruction set.
    ///
    /// # Errors
    ///
    /// There is none for the level, or not for operations of the function; the function has too many
    /// values or planes, or the system gives no memory for code.
    pub fn new(function: &Function, level: Level) -> Result<Native, NativeError> {
        let set = set_of(level).ok_or(NativeError::Level)?;
        if function.needs_exponents() && !Native::has_exponents(level) {
            return Err(NativeError::Level);
        }
        if function.values.len() > MOST_VALUES {
            return Err(NativeError::Values);
        }
        let written = function.outputs.iter().map(|(plane, _)| *plane);
        let all = function.inputs().chain(written.clone());
        let planes = all.map(|plane| usize::from(plane) + 1).max().unwrap_or(0);
        if planes > MOST_PLANES {
            return Err(NativeError::Planes);
        }
        let (bytes, needs) = assemble(set, function, LARGE_ANGLES).map_err(|_| NativeError::Encoding)?;
        Ok(Native {
            code: Executable::new(&bytes)?,
            constants: needs.constants,
            uniforms: function.uniforms(),
            slots: usize::from(needs.slots),
            planes,
            first_written: written.min().map_or(MOST_PLANES, usize::from),
        })
    }

    /// Computes the lanes of planes; `uniform` gives the words that are the same in all of them.
    ///
    /// # Panics
    ///
    /// Planes are missing, or one that is written was given to be read.
    pub fn run(&self, planes: &Planes<'_>, uniform: impl Fn(u16) -> u32, storage: &mut Storage) {
        self.run_parts(planes, uniform, storage, planes.lanes, || {});
    }

    /// The same, a part of the lanes after the other; `after_part` is called after each.
    ///
    /// # Panics
    ///
    /// As [`Native::run`].
    pub fn run_in_parts(
        &self,
        planes: &Planes<'_>,
        uniform: impl Fn(u16) -> u32,
        storage: &mut Storage,
        after_part: impl Fn(),
    ) {
        self.run_parts(planes, uniform, storage, PART, after_part);
    }

    /// Computes the lanes in parts of so many, a multiple of [`BLOCK`].
    fn run_parts(
        &self,
        planes: &Planes<'_>,
        uniform: impl Fn(u16) -> u32,
        storage: &mut Storage,
        lanes: usize,
        after_part: impl Fn(),
    ) {
        assert!(planes.count >= self.planes, "a plane is missing");
        assert!(self.first_written >= planes.reads, "a plane may not be written");
        storage.uniforms.clear();
        storage
            .uniforms
            .extend((0..self.uniforms).map(|number| uniform(number as u16)));
        if storage.slots.len() < self.slots {
            storage.slots.resize(self.slots, Slot([0; BLOCK]));
        }
        // SAFETY: the code is that of a function of this convention; it was made for an instruction set that the machine
        // has, which having a `Level` shows. It reads and writes `lanes` words of each plane, of which every one has as
        // many, and writes only those that were given to be written: a part ends at the last of these words or before it.
        // It reads as many constants and uniforms, and uses as many slots, as were made room for here, and nothing else. It
        // loads the first entries of the list of planes whether they are there or not, which the list has room for, and
        // goes to no address but those that are.
        let entry: Entry = unsafe { std::mem::transmute(self.code.start()) };
        let mut first = 0;
        while first < planes.lanes {
            let end = planes.lanes.min(first + lanes);
            entry(
                planes.list.as_ptr().cast(),
                self.constants.as_ptr(),
                storage.uniforms.as_ptr(),
                storage.slots.as_mut_ptr(),
                end * size_of::<u32>(),
                first * size_of::<u32>(),
            );
            first = end;
            after_part();
        }
    }
}
