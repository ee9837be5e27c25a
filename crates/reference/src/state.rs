//! Working storage of a run: registers of all lanes, and the values of the instruction at hand.

use quadrille_engine::Planes;
use quadrille_isa::gl::profile::Variables;
use quadrille_program::{File, Program};

use crate::condition::Codes;
use crate::schedule::Schedule;
use quadrille_program::types::NumberKind;

/// A vector in all lanes: for each component one word a lane.
pub(crate) type Vectors = [Vec<u32>; 4];

/// A vector of any type in all lanes.
#[derive(Clone, Default)]
pub(crate) struct Value {
    /// The words, of 64-bit types the low ones.
    pub(crate) low: Vectors,
    /// The high words of 64-bit types; otherwise without meaning.
    pub(crate) high: Vectors,
}

impl Value {
    pub(crate) fn new(lanes: usize) -> Value {
        let vectors = || std::array::from_fn(|_| vec![0; lanes]);
        Value {
            low: vectors(),
            high: vectors(),
        }
    }

    /// One component in one lane, as a number of 64 bits.
    pub(crate) fn long(&self, component: usize, lane: usize) -> u64 {
        u64::from(self.low[component][lane]) | u64::from(self.high[component][lane]) << 32
    }

    /// Sets both words of a component in one lane.
    pub(crate) fn set_long(&mut self, component: usize, lane: usize, value: u64) {
        self.low[component][lane] = value as u32;
        self.high[component][lane] = (value >> 32) as u32;
    }
}

/// Values of the instruction at hand.
#[derive(Clone, Default)]
pub(crate) struct Values {
    /// The words of its operands, of 64-bit types the low ones.
    pub(crate) operands: Vec<Vectors>,
    /// The high words of its operands of 64-bit types.
    pub(crate) high: Vec<Vectors>,
    /// Its result before clamp, conversion and write.
    pub(crate) result: Value,
    /// Carry and overflow of each component and lane, bit 0 and bit 1; where it updates a condition code.
    pub(crate) carry: [Vec<u8>; 4],
}

impl Values {
    fn new(operands: usize, lanes: usize) -> Values {
        let vectors = || std::array::from_fn(|_| vec![0; lanes]);
        Values {
            operands: (0..operands).map(|_| vectors()).collect(),
            high: (0..operands).map(|_| vectors()).collect(),
            result: Value::new(lanes),
            carry: std::array::from_fn(|_| vec![0; lanes]),
        }
    }
}

/// Registers and buffers for one batch size.
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) lanes: usize,
    pub(crate) temporaries: Planes,
    pub(crate) addresses: Planes,
    /// The parameters of a program that writes some; empty for others.
    pub(crate) parameters: Vec<[u32; 4]>,
    pub(crate) codes: Codes,
    pub(crate) schedule: Schedule,
    /// Whether the language says that temporaries and address registers start at 0.
    pub(crate) zeroed: bool,
    /// For each temporary and lane, the components written so far; empty when nobody watches.
    pub(crate) written: Vec<Vec<u8>>,
    /// The same for address registers and results.
    pub(crate) addresses_written: Vec<Vec<u8>>,
    pub(crate) results_written: Vec<Vec<u8>>,
    /// For each temporary and lane, the types that its components were written in.
    pub(crate) kinds: Vec<Vec<[NumberKind; 4]>>,
    /// For each lane the vertices that it emitted, and how many of them are in strips that ended.
    pub(crate) emitted: Vec<[u32; 2]>,
    pub(crate) values: Values,
}

impl State {
    pub(crate) fn new(program: &Program, lanes: usize, watched: bool) -> State {
        let most = program
            .instructions()
            .iter()
            .map(|instruction| instruction.operands.len())
            .max();
        let marks = |slots: usize| {
            if watched {
                vec![vec![0; lanes]; slots]
            } else {
                Vec::new()
            }
        };
        let addresses = program.addresses() as usize;
        State {
            lanes,
            temporaries: Planes::new(
                lanes,
                program.temporaries().iter().map(|temporary| temporary.long),
            ),
            addresses: Planes::new(lanes, (0..addresses).map(|_| false)),
            parameters: Vec::new(),
            codes: Codes::new(lanes),
            schedule: Schedule::new(program, lanes),
            zeroed: program.profile().variables == Variables::Registers,
            written: marks(program.temporaries().len()),
            addresses_written: marks(addresses),
            results_written: marks(program.results().len()),
            kinds: if watched {
                vec![vec![[NumberKind::Any; 4]; lanes]; program.temporaries().len()]
            } else {
                Vec::new()
            },
            emitted: vec![[0; 2]; lanes],
            values: Values::new(most.unwrap_or(0), lanes),
        }
    }

    /// Makes the storage as new.
    pub(crate) fn clear(&mut self) {
        self.temporaries.clear();
        self.addresses.clear();
        self.parameters.clear();
        self.codes.clear();
        let written = self.written.iter_mut().chain(&mut self.addresses_written);
        for marks in written.chain(&mut self.results_written) {
            marks.fill(0);
        }
        self.emitted.fill([0; 2]);
    }
}

/// Whether a program writes parameters: a vertex state program.
pub(crate) fn writes_parameters(program: &Program) -> bool {
    let mut written = program
        .instructions()
        .iter()
        .filter_map(|instruction| instruction.destination?.register);
    written.any(|register| register.file == File::Parameter)
}
