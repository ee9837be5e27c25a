//! Working storage of a run: registers of all lanes, and the vectors of the instruction at hand.

use quadrille_engine::Planes;
use quadrille_isa::gl::profile::Variables;
use quadrille_program::Program;

/// A vector in all lanes: for each component one word a lane.
pub(crate) type Vectors = [Vec<u32>; 4];

/// Registers and buffers for one batch size.
pub(crate) struct State {
    pub(crate) lanes: usize,
    pub(crate) temporaries: Planes,
    pub(crate) addresses: Planes,
    /// Whether the language says that temporaries and address registers start at 0.
    pub(crate) zeroed: bool,
    /// For each temporary and lane, the components written so far; empty when nobody watches.
    pub(crate) written: Vec<Vec<u8>>,
    /// The same for address registers.
    pub(crate) addresses_written: Vec<Vec<u8>>,
    /// Operands of the instruction at hand.
    pub(crate) operands: Vec<Vectors>,
    /// Its result.
    pub(crate) result: Vectors,
}

impl State {
    pub(crate) fn new(program: &Program, lanes: usize, watched: bool) -> State {
        let most = program
            .instructions()
            .iter()
            .map(|instruction| instruction.operands.len())
            .max();
        let vectors = || std::array::from_fn(|_| vec![0; lanes]);
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
            zeroed: program.profile().variables == Variables::Registers,
            written: marks(program.temporaries().len()),
            addresses_written: marks(addresses),
            operands: (0..most.unwrap_or(0)).map(|_| vectors()).collect(),
            result: vectors(),
        }
    }

    /// Makes the storage as new.
    pub(crate) fn clear(&mut self) {
        self.temporaries.clear();
        self.addresses.clear();
        for marks in self.written.iter_mut().chain(&mut self.addresses_written) {
            marks.fill(0);
        }
    }
}
