//! The instruction set that loops over planes of lanes are compiled for, chosen at run time. The bits are the same with
//! each.

/// A loop or several, as a value that holds what they read and write; [`Level::run`] compiles its `call` for the level,
/// with everything that is inlined into it (`#[inline(always)]`, as a function of its own would be compiled for the
/// baseline).
pub use pulp::NullaryFnOnce as Pass;
/// The same of a pass that depends on how wide vectors are, and how many lanes they have; [`Level::dispatch`] compiles it.
pub use pulp::{Simd, WithSimd};

#[cfg(target_arch = "x86_64")]
use std::any::Any;

/// An instruction set for vectors that this machine has.
///
/// It can only be made by asking the machine, so that a kernel for an instruction set cannot run where it is absent.
#[derive(Clone, Copy, Debug)]
pub struct Level(Set);

#[derive(Clone, Copy, Debug)]
enum Set {
    /// What every machine of the architecture has: SSE2, NEON, or no vectors.
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2(pulp::x86::V3),
    #[cfg(target_arch = "x86_64")]
    Avx512(pulp::x86::V4),
}

/// A level that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LevelError {
    /// There is none of this name.
    #[error("there is no SIMD level `{name}`; there are {}", Level::NAMES.join(", "))]
    Unknown {
        /// The name.
        name: String,
    },
    /// The machine does not have the instructions.
    #[error("this machine does not have {name}")]
    Absent {
        /// The name.
        name: &'static str,
    },
}

/// The name of the baseline: the vector instructions that it is compiled for.
const BASELINE: &str = if cfg!(target_arch = "x86_64") {
    "sse2"
} else if cfg!(target_arch = "aarch64") {
    "neon"
} else if cfg!(target_feature = "simd128") {
    "simd128"
} else {
    "portable"
};

impl Level {
    /// The names of the levels of this architecture, the weakest first.
    pub const NAMES: &[&str] = if cfg!(target_arch = "x86_64") {
        &[BASELINE, "avx2", "avx512"]
    } else {
        &[BASELINE]
    };

    /// The level that every machine of the architecture has.
    pub const BASELINE: Level = Level(Set::Baseline);

    /// The strongest level of this machine.
    pub fn best() -> Level {
        let strongest = Level::NAMES.iter().rev();
        let mut found = strongest.filter_map(|name| Level::of_name(name).ok());
        found.next().unwrap_or(Level::BASELINE)
    }

    /// The level of a name.
    ///
    /// # Errors
    ///
    /// There is none of that name, or the machine does not have it.
    pub fn of_name(name: &str) -> Result<Level, LevelError> {
        let known = Level::NAMES.iter().find(|known| **known == name);
        let Some(&name) = known else {
            return Err(LevelError::Unknown {
                name: name.to_owned(),
            });
        };
        let set = match name {
            #[cfg(target_arch = "x86_64")]
            "avx2" => pulp::x86::V3::try_new().map(Set::Avx2),
            #[cfg(target_arch = "x86_64")]
            "avx512" => pulp::x86::V4::try_new().map(Set::Avx512),
            _ => Some(Set::Baseline),
        };
        set.map(Level).ok_or(LevelError::Absent { name })
    }

    /// The levels of this machine, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        Level::NAMES.iter().filter_map(|name| Level::of_name(name).ok())
    }

    /// Its name, as [`Level::of_name`] takes it.
    pub fn name(self) -> &'static str {
        match self.0 {
            Set::Baseline => BASELINE,
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512(_) => "avx512",
        }
    }

    /// Runs a pass, compiled for the level.
    #[inline(always)]
    pub fn run<P: Pass>(self, pass: P) -> P::Output {
        match self.0 {
            Set::Baseline => pass.call(),
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(set) => set.vectorize(pass),
            #[cfg(target_arch = "x86_64")]
            Set::Avx512(set) => set.vectorize(pass),
        }
    }

    /// Runs a pass that depends on the level, compiled for it.
    #[inline(always)]
    pub fn dispatch<P: WithSimd>(self, pass: P) -> P::Output {
        match self.0 {
            Set::Baseline => baseline(pass),
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(set) => Simd::vectorize(set, pass),
            #[cfg(target_arch = "x86_64")]
            Set::Avx512(set) => Simd::vectorize(set, pass),
        }
    }

    /// Runs a pass, compiled for the level if `wide`; otherwise for the baseline, and once.
    #[inline(always)]
    pub fn run_if<P: Pass>(self, wide: bool, pass: P) -> P::Output {
        if wide { self.run(pass) } else { pass.call() }
    }
}

/// The instructions of AVX-512, in a pass that is compiled for them.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn avx512(simd: impl Simd) -> Option<pulp::x86::V4> {
    (&simd as &dyn Any).downcast_ref().copied()
}

/// The same of AVX2.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn avx2(simd: impl Simd) -> Option<pulp::x86::V3> {
    (&simd as &dyn Any).downcast_ref().copied()
}

/// A pass for the baseline, a function of its own as the others are: what it needs of the stack is not what those need who
/// run it for another level.
#[inline(never)]
fn baseline<P: WithSimd>(pass: P) -> P::Output {
    pass.with_simd(pulp::Scalar::new())
}
