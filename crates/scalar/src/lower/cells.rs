//! Registers while a program is lowered: a cell for each component, which knows the value that it holds.

use quadrille_program::types::is_long;
use quadrille_program::{File, Program, Register};

use crate::expression::{Expression, Type, ValueId};
use crate::form::VariableId;
use crate::recorder::Recorder;

/// The number of a cell.
pub(super) type Cell = usize;

/// What a cell holds before anything is written to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Initial {
    Zero,
    /// A component of a result, as the batch has it.
    Result {
        slot: u32,
        component: u8,
    },
}

/// A component of a register, a flag, or a counter.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) kind: Type,
    pub(super) initial: Initial,
    /// Its value in the active lanes.
    pub(super) value: Option<ValueId>,
    /// Its value in all lanes, where that is another.
    pub(super) all: Option<ValueId>,
    /// The variable by which regions hand it on.
    pub(super) variable: Option<VariableId>,
    /// Whether the variable does not hold the value.
    pub(super) dirty: bool,
    /// Whether the batch does not hold the value, of a result.
    pub(super) unexported: bool,
}

/// The cells of a program.
pub(super) struct Cells {
    pub(super) states: Vec<State>,
    addresses: Cell,
    results: Cell,
    codes: Cell,
}

/// Cells of a component of a condition code.
pub(super) const FLAGS: usize = 4;

impl Cells {
    pub(super) fn new(program: &Program, codes: Type) -> Cells {
        let mut states = Vec::new();
        let mut add = |kind: Type, initial: Initial| {
            states.push(State {
                kind,
                initial,
                value: None,
                all: None,
                variable: None,
                dirty: false,
                unexported: false,
            });
            states.len()
        };
        let mut next = 0;
        for temporary in program.temporaries() {
            (0..4).for_each(|_| next = add(Type::register(temporary.long), Initial::Zero));
        }
        let addresses = next;
        (0..program.addresses() * 4).for_each(|_| next = add(Type::Word, Initial::Zero));
        let results = next;
        for (slot, result) in program.results().iter().enumerate() {
            for component in 0..4 {
                let initial = Initial::Result {
                    slot: slot as u32,
                    component,
                };
                next = add(Type::register(result.long), initial);
            }
        }
        let codes_at = next;
        (0..2 * 4 * FLAGS).for_each(|_| next = add(codes, Initial::Zero));
        Cells {
            states,
            addresses,
            results,
            codes: codes_at,
        }
    }

    /// The cell of a component of a register that is found without an index; none of files that are only read.
    pub(super) fn of(&self, register: &Register, component: usize) -> Option<Cell> {
        let at = register.slot.max(0) as usize * 4 + component;
        match register.file {
            File::Temporary => Some(at),
            File::Address => Some(self.addresses + at),
            File::Result => Some(self.results + at),
            File::Attribute | File::Parameter => None,
        }
    }

    /// The first cell of a component of a condition code.
    pub(super) fn code(&self, register: usize, component: usize) -> Cell {
        self.codes + (register.min(1) * 4 + component) * FLAGS
    }

    /// The cell of A0.x.
    pub(super) const fn address(&self) -> Cell {
        self.addresses
    }

    /// The cells of the results, slot by slot.
    pub(super) fn results(&self) -> std::ops::Range<Cell> {
        self.results..self.codes
    }

    /// A cell more.
    pub(super) fn add(&mut self, kind: Type) -> Cell {
        self.states.push(State {
            kind,
            initial: Initial::Zero,
            value: None,
            all: None,
            variable: None,
            dirty: false,
            unexported: false,
        });
        self.states.len() - 1
    }

    /// The value of a cell in the active lanes, or with `all` in all.
    pub(super) fn read(&self, recorder: &Recorder, cell: Cell, all: bool) -> ValueId {
        let state = &self.states[cell];
        if all && let Some(value) = state.all {
            return value;
        }
        state
            .value
            .unwrap_or_else(|| state.initial.value(recorder, state.kind))
    }

    /// Its variable.
    pub(super) fn variable(&mut self, recorder: &Recorder, cell: Cell) -> VariableId {
        let state = &mut self.states[cell];
        let kind = state.kind;
        *state
            .variable
            .get_or_insert_with(|| recorder.with(|form| form.variables.push(kind)))
    }
}

impl Initial {
    fn value(self, recorder: &Recorder, kind: Type) -> ValueId {
        match self {
            Initial::Zero => recorder.constant(kind, 0),
            Initial::Result { slot, component } => {
                let word = |component| recorder.value(Expression::Result { slot, component });
                match kind {
                    Type::Long => {
                        let (low, high) = (word(component), word(component + 4));
                        recorder.value(Expression::Join { low, high })
                    }
                    Type::Word | Type::Bool | Type::Vector => word(component),
                }
            }
        }
    }
}

/// The arrays of temporaries that instructions index: for each temporary slot, the array and the element that it is.
pub(super) struct Arrays {
    elements: Vec<Option<(crate::form::ArrayId, u32)>>,
}

impl Arrays {
    /// Finds them: ranges that overlap are one.
    pub(super) fn new(program: &Program, recorder: &Recorder) -> Arrays {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        let mut note = |register: &Register| {
            if let (File::Temporary, Some(relative)) = (register.file, &register.relative) {
                ranges.push((relative.first, relative.first + relative.length));
            }
        };
        for instruction in program.instructions().iter() {
            instruction.reads().for_each(|operand| note(&operand.register));
            let to = instruction.destination.as_ref();
            if let Some(register) = to.and_then(|to| to.register.as_ref()) {
                note(register);
            }
        }
        ranges.sort_unstable();
        let mut elements = vec![None; program.temporaries().len()];
        let mut ranges = ranges.into_iter().peekable();
        while let Some((first, mut end)) = ranges.next() {
            while let Some((_, further)) = ranges.next_if(|(next, _)| *next < end) {
                end = end.max(further);
            }
            let kind = Type::register(is_long(program, &Register::fixed(File::Temporary, first)));
            let array = crate::form::Array {
                kind,
                length: end - first,
            };
            let array = recorder.with(|form| form.arrays.push(array));
            for slot in first..end {
                if let Some(element) = elements.get_mut(slot as usize) {
                    *element = Some((array, slot - first));
                }
            }
        }
        Arrays { elements }
    }

    /// The array of a temporary slot, and which of its elements the slot is.
    pub(super) fn of(&self, slot: usize) -> Option<(crate::form::ArrayId, u32)> {
        self.elements.get(slot).copied().flatten()
    }
}
