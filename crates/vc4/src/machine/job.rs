//! A run by names: a program, buffers with names, and uniforms that may mention them.
//!
//! This is what a command line or a scene file says; whoever reads those gives the bytes here.

use std::num::IntErrorKind;

use quadrille_base::Stop;

use super::{Launch, Limits, Machine, MapError, Memory, Outcome, Profile};
use crate::trace::Observer;

/// A buffer with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedBuffer {
    /// The name that uniforms use for it.
    pub name: String,
    /// Bus address; behind the others if there is none.
    pub address: Option<u32>,
    /// Its contents, before the run and after it.
    pub bytes: Vec<u8>,
}

/// A program, what it works on, and how it is started.
///
/// ```
/// use quadrille_vc4::asm::{self, NoIncludes};
/// use quadrille_vc4::machine::job::{Job, NamedBuffer};
/// use quadrille_vc4::machine::{End, Limits, Profile};
///
/// // Stores sixteen times the first uniform where the second one points to.
/// let text = "mov vw_setup, vpm_setup(1, 1, h32(0))\nmov vpm, unif\n\
///             mov vw_setup, vdw_setup_0(1, 16, dma_h32(0, 0))\nmov vw_addr, unif\nmov -, vw_wait\n\
///             thrend\nnop\nnop\n";
/// let assembly = asm::assemble("store", text, &asm::Options::default(), &mut NoIncludes);
/// assert!(assembly.is_complete());
/// let out = NamedBuffer { name: "out".to_owned(), address: None, bytes: vec![0; 64] };
/// let mut job = Job {
///     program: assembly.words,
///     buffers: vec![out],
///     launches: vec!["7, @out".to_owned()],
///     ..Job::default()
/// };
/// let outcome = job.run(Profile::raspberry_pi(), Limits::default(), &mut ())?;
/// assert_eq!(outcome.end, End::Finished);
/// assert_eq!(job.buffers[0].bytes, [7, 0, 0, 0].repeat(16));
/// # Ok::<(), quadrille_vc4::machine::job::JobError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Job {
    /// The words of the program.
    pub program: Vec<u64>,
    /// Bus address of the program; behind the buffers if there is none.
    pub program_address: Option<u32>,
    /// The buffers.
    pub buffers: Vec<NamedBuffer>,
    /// The uniforms of each launch, one text a list with commas: see [`uniforms`].
    pub launches: Vec<String>,
    /// Ends the run from outside.
    pub stop: Option<Stop>,
}

/// Why a job cannot be started.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JobError {
    /// A buffer does not fit: its name.
    #[error("buffer {0}: {1}")]
    Buffer(String, #[source] MapError),
    /// Two buffers have one name.
    #[error("two buffers are called {0}")]
    Name(String),
    /// A uniform does not read: its text.
    #[error("uniform {0}: {1}")]
    Uniform(String, #[source] UniformError),
}

/// Why a text is no uniform.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UniformError {
    /// It has a point, and is not `@name`.
    #[error("this is no float")]
    Float,
    /// It names a buffer that the job does not have.
    #[error("there is no buffer with this name")]
    Buffer,
    /// An integer of it is below -2147483648 or above 4294967295.
    #[error("an integer is from -2147483648 to 4294967295")]
    Range,
    /// It is a word of no other kind.
    #[error("this is no integer, `qpu`, `qpus` or `@buffer`")]
    Integer,
}

/// Reads a list of uniforms: sums of products of integers (decimal or 0x…), `qpu` (the number of the launch),
/// `qpus` (the number of launches) and `@name` (the address of a buffer); or one float, which has a point.
///
/// # Errors
///
/// [`JobError::Uniform`] with the text of the first that does not read.
pub fn uniforms(
    text: &str,
    qpu: u32,
    qpus: u32,
    address: &dyn Fn(&str) -> Option<u32>,
) -> Result<Vec<u32>, JobError> {
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
    items
        .map(|item| uniform(item, qpu, qpus, address).map_err(|error| JobError::Uniform(item.into(), error)))
        .collect()
}

fn uniform(
    item: &str,
    qpu: u32,
    qpus: u32,
    address: &dyn Fn(&str) -> Option<u32>,
) -> Result<u32, UniformError> {
    if item.contains('.') && !item.contains('@') {
        return item
            .parse::<f32>()
            .map(f32::to_bits)
            .map_err(|_| UniformError::Float);
    }
    let mut sum = 0u32;
    for term in item.split('+') {
        let mut product = 1u32;
        for factor in term.split('*').map(str::trim) {
            let value = match factor {
                "qpu" => qpu,
                "qpus" => qpus,
                _ => match factor.strip_prefix('@') {
                    Some(name) => address(name).ok_or(UniformError::Buffer)?,
                    None => integer(factor)?,
                },
            };
            product = product.wrapping_mul(value);
        }
        sum = sum.wrapping_add(product);
    }
    Ok(sum)
}

/// The 32 bits of an integer with a sign or without one.
fn integer(text: &str) -> Result<u32, UniformError> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let magnitude = match digits.strip_prefix("0x") {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
        None => digits.parse(),
    };
    let magnitude = magnitude.map_err(|error| match error.kind() {
        IntErrorKind::PosOverflow => UniformError::Range,
        _ => UniformError::Integer,
    })?;
    match negative {
        false => Ok(magnitude),
        true if magnitude <= i32::MIN.unsigned_abs() => Ok(magnitude.wrapping_neg()),
        true => Err(UniformError::Range),
    }
}

impl Job {
    /// Runs the job on a fresh machine; the buffers hold the results afterwards.
    ///
    /// # Errors
    ///
    /// [`JobError`] if it cannot be started; nothing has run then.
    pub fn run<O: Observer>(
        &mut self,
        profile: Profile,
        limits: Limits,
        observer: &mut O,
    ) -> Result<Outcome, JobError> {
        let layout = self.layout()?;
        let mut memory = Memory::new();
        for (buffer, address) in self.buffers.iter_mut().zip(&layout.addresses) {
            let mapped = memory.map(*address, &mut buffer.bytes);
            mapped.map_err(|error| JobError::Buffer(buffer.name.clone(), error))?;
        }
        layout.map_constants(&mut memory)?;
        let mut machine = Machine::new(profile);
        machine.stop = self.stop.clone();
        layout.queue(&mut machine);
        Ok(machine.run(&mut memory, limits, observer))
    }

    /// Where everything of the job lies.
    ///
    /// # Errors
    ///
    /// [`JobError`] if it cannot be started.
    pub fn layout(&self) -> Result<Layout, JobError> {
        let mut memory = Memory::new();
        let mut addresses = vec![0; self.buffers.len()];
        // Buffers with an address go first, so that the others find room behind them.
        let (fixed, free): (Vec<_>, Vec<_>) = self
            .buffers
            .iter()
            .enumerate()
            .partition(|(_, buffer)| buffer.address.is_some());
        for (number, buffer) in fixed.into_iter().chain(free) {
            if self.buffers[..number]
                .iter()
                .any(|other| other.name == buffer.name)
            {
                return Err(JobError::Name(buffer.name.clone()));
            }
            let placed = match buffer.address {
                Some(address) => memory.map_constant(address, &buffer.bytes).map(|()| address),
                None => memory.place_constant(&buffer.bytes),
            };
            addresses[number] = placed.map_err(|error| JobError::Buffer(buffer.name.clone(), error))?;
        }
        let program: Vec<u8> = self.program.iter().flat_map(|word| word.to_le_bytes()).collect();
        let placed = match self.program_address {
            Some(address) => memory.map_constant(address, &program).map(|()| address),
            None => memory.place_constant(&program),
        };
        let code = placed.map_err(|error| JobError::Buffer("program".into(), error))?;
        let find = |wanted: &str| {
            let number = self.buffers.iter().position(|buffer| buffer.name == wanted)?;
            Some(addresses[number])
        };
        let count = self.launches.len() as u32;
        let lists = self
            .launches
            .iter()
            .enumerate()
            .map(|(number, text)| {
                let words = uniforms(text, number as u32, count, &find)?;
                Ok(words.iter().flat_map(|word| word.to_le_bytes()).collect())
            })
            .collect::<Result<Vec<Vec<u8>>, JobError>>()?;
        let mut placed = Vec::new();
        for list in &lists {
            let at = memory
                .place_constant(list)
                .map_err(|error| JobError::Buffer("uniforms".into(), error))?;
            placed.push(at);
        }
        drop(memory);
        Ok(Layout {
            addresses,
            code,
            program,
            uniforms: placed.into_iter().zip(lists).collect(),
        })
    }
}

/// Where everything of a job lies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The bus address of each buffer.
    pub addresses: Vec<u32>,
    /// That of the program.
    pub code: u32,
    /// The bytes of the program.
    pub program: Vec<u8>,
    /// The address and the bytes of the uniforms of each launch.
    pub uniforms: Vec<(u32, Vec<u8>)>,
}

impl Layout {
    /// Puts the program and the uniforms where they lie.
    ///
    /// # Errors
    ///
    /// [`JobError::Buffer`] if something else is there.
    pub fn map_constants<'a>(&'a self, memory: &mut Memory<'a>) -> Result<(), JobError> {
        let constants = self
            .uniforms
            .iter()
            .map(|(address, bytes)| ("uniforms", *address, bytes));
        for (name, address, bytes) in std::iter::once(("program", self.code, &self.program)).chain(constants)
        {
            let mapped = memory.map_constant(address, bytes);
            mapped.map_err(|error| JobError::Buffer(name.into(), error))?;
        }
        Ok(())
    }

    /// Queues the launches.
    pub fn queue(&self, machine: &mut Machine) {
        for (address, _) in &self.uniforms {
            machine.queue(Launch::new(self.code, *address));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: docs/qpu-emulator.md; a word of 32 bits holds integers from -2^31 to 2^32 - 1, with a sign or without one.
    #[test]
    fn uniforms_are_numbers_floats_and_addresses() {
        let address = |name: &str| (name == "x").then_some(0x1000);
        let read = |text: &str| uniforms(text, 3, 12, &address);
        assert_eq!(
            read("7, 0x10, -1, 1.5, @x, @x+64*qpu, qpus, 2*qpu+1"),
            Ok(vec![7, 16, u32::MAX, 1.5f32.to_bits(), 0x1000, 0x10c0, 12, 7])
        );
        assert_eq!(read(""), Ok(vec![]));
        let refused = |text: &str, error| assert_eq!(read(text), Err(JobError::Uniform(text.into(), error)));
        refused("@y", UniformError::Buffer);
        refused("seven", UniformError::Integer);
        refused("1.2.3", UniformError::Float);
        assert_eq!(read("-2147483648, 4294967295"), Ok(vec![0x8000_0000, u32::MAX]));
        for text in ["-2147483649", "-0x80000001", "4294967296", "2*99999999999"] {
            refused(text, UniformError::Range);
        }
    }

    /// Empty lists of uniforms do not stand in each other's way.
    #[test]
    fn launches_need_no_uniforms() {
        let text = "nop ; nop ; thrend\nnop\nnop";
        let program = crate::asm::assemble("end", text, &Default::default(), &mut crate::asm::NoIncludes);
        let mut job = Job {
            program: program.words,
            launches: vec![String::new(); 3],
            ..Job::default()
        };
        let outcome = job.run(Profile::raspberry_pi(), Limits::default(), &mut ());
        assert_eq!(outcome.map(|outcome| outcome.instructions()), Ok(9));
    }

    #[test]
    fn a_name_stands_once() {
        let buffer = |name: &str| NamedBuffer {
            name: name.into(),
            address: None,
            bytes: vec![0; 4],
        };
        let mut job = Job {
            buffers: vec![buffer("a"), buffer("a")],
            ..Job::default()
        };
        let error = job.run(Profile::raspberry_pi(), Limits::default(), &mut ());
        assert_eq!(error, Err(JobError::Name("a".into())));
    }
}
