//! What a program's registers hold while it is lowered.
//!
//! A register is a temporary of the code and, for each component, what is known about it: the bits of a constant, or
//! the kind of number that the temporary holds. Constants lie nowhere until something reads them beside others. Each
//! way of a branch writes temporaries of its own ([`Cell::owner`]), and where the ways meet the components whose
//! [`version`](Component::version) differs are chosen between.

use quadrille_program::{File, Register};

/// A variable of the program, or of the translation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Variable {
    /// A temporary register.
    Temporary(u32),
    /// A result; what it holds is written at the end.
    Result(u32),
    /// An address register.
    Address(u32),
    /// The numbers whose signs a condition-code register holds.
    Code(u8),
    /// Whether a loop or function was left: 1 or 0.
    Exit(u32),
}

impl Variable {
    /// The variable in a slot of a file, if registers of the file may be written.
    pub(super) const fn of(file: File, slot: u32) -> Option<Variable> {
        match file {
            File::Temporary => Some(Variable::Temporary(slot)),
            File::Result => Some(Variable::Result(slot)),
            File::Address => Some(Variable::Address(slot)),
            File::Attribute | File::Parameter => None,
        }
    }

    /// The variable of a register with a fixed slot.
    pub(super) const fn of_register(register: &Register) -> Option<Variable> {
        Variable::of(register.file, register.slot as u32)
    }
}

/// The numbers that an integer may be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Range {
    pub(super) low: f64,
    pub(super) high: f64,
    /// The number of its lowest bits that are 0.
    pub(super) zeros: u32,
}

/// Integers up to here, and their opposites, are floats.
pub(super) const EXACT: f64 = 16_777_216.0;

impl Range {
    /// Any integer that came from a float: how large it is, nobody knows.
    pub(super) const ANY: Range = Range {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
        zeros: 0,
    };
    /// What comparisons of integers give: all bits, or none.
    pub(super) const TRUTH: Range = Range {
        low: -1.0,
        high: 0.0,
        zeros: 0,
    };

    pub(super) const fn of(low: f64, high: f64) -> Range {
        Range { low, high, zeros: 0 }
    }

    /// The same of numbers whose lowest bits are 0.
    pub(super) const fn with_zeros(self, zeros: u32) -> Range {
        Range { zeros, ..self }
    }

    /// Whether it is no more than what comparisons give.
    pub(super) fn is_truth(self) -> bool {
        self.low >= -1.0 && self.high <= 0.0
    }

    /// Whether there are bounds, and they lie beyond what floats hold exactly.
    pub(super) fn leaves(self) -> bool {
        self.low.is_finite() && self.high.is_finite() && (self.low < -EXACT || self.high > EXACT)
    }

    pub(super) const fn union(self, other: Range) -> Range {
        let zeros = if self.zeros < other.zeros {
            self.zeros
        } else {
            other.zeros
        };
        Range::of(self.low.min(other.low), self.high.max(other.high)).with_zeros(zeros)
    }

    /// The range of a function that is monotonic in each of both, from its values at the corners.
    pub(super) fn corners(self, other: Range, f: impl Fn(f64, f64) -> f64) -> Range {
        let ends = [self.low, self.high].map(|a| [other.low, other.high].map(|b| f(a, b)));
        let ends = ends.as_flattened();
        if ends.iter().any(|end| end.is_nan()) {
            return Range::ANY;
        }
        let low = ends.iter().copied().fold(f64::INFINITY, f64::min);
        Range::of(low, ends.iter().copied().fold(f64::NEG_INFINITY, f64::max))
    }
}

/// The kind of a number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Kind {
    /// Known bits of which nobody said what they are.
    Any,
    /// A float.
    Float,
    /// An integer, held as the float of the same value.
    Integer(Range),
    /// The word that PK made of these fields; nothing holds its bits.
    Packed(u32),
    /// A float on one way of a branch, and an integer on the other.
    Mixed,
}

impl Kind {
    /// The kind of what is one or the other; none if they are held in different ways.
    pub(super) const fn union(self, other: Kind) -> Option<Kind> {
        match (self, other) {
            (Kind::Float, Kind::Float) => Some(Kind::Float),
            (Kind::Integer(a), Kind::Integer(b)) => Some(Kind::Integer(a.union(b))),
            (Kind::Float, Kind::Integer(_)) | (Kind::Integer(_), Kind::Float) => None,
            (Kind::Packed(a), Kind::Packed(b)) if a == b => Some(self),
            (Kind::Mixed | Kind::Packed(_), _) | (_, Kind::Mixed | Kind::Packed(_)) => None,
            (Kind::Any, kind) | (kind, Kind::Any) => Some(kind),
        }
    }

    pub(super) const fn is_integer(self) -> bool {
        matches!(self, Kind::Integer(_))
    }
}

/// What is known of one component.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Content {
    /// Its bits, if it is a constant.
    pub(super) known: Option<u32>,
    pub(super) kind: Kind,
}

impl Content {
    pub(super) const fn constant(bits: u32, kind: Kind) -> Content {
        Content {
            known: Some(bits),
            kind,
        }
    }

    pub(super) const fn computed(kind: Kind) -> Content {
        Content { known: None, kind }
    }

    /// A constant as the float that stands for it where numbers of a kind are read; none if there is no such float.
    pub(super) fn number(self, integer: bool) -> Option<f32> {
        let bits = self.known?;
        if !integer {
            return Some(f32::from_bits(bits));
        }
        let value = self.integer()?;
        let number = value as f32;
        (f64::from(number) == value).then_some(number)
    }

    /// A constant as an integer: a signed one, unless what is known of it says otherwise.
    pub(super) fn integer(self) -> Option<f64> {
        let bits = self.known?;
        Some(match self.kind {
            Kind::Integer(range) if range.low >= 0.0 => f64::from(bits),
            Kind::Any | Kind::Float | Kind::Integer(_) | Kind::Packed(_) | Kind::Mixed => {
                f64::from(bits as i32)
            }
        })
    }

    /// The integer that it is, if it is known; else a range that says no more.
    pub(super) fn range_if_known(self, other: Range) -> Range {
        self.integer().map_or(other, |value| Range::of(value, value))
    }

    /// The range of an integer, constant or not.
    pub(super) fn range(self) -> Range {
        match (self.integer(), self.kind) {
            (Some(value), _) => Range::of(value, value),
            (None, Kind::Integer(range)) => range,
            (None, Kind::Any | Kind::Float | Kind::Packed(_) | Kind::Mixed) => Range::ANY,
        }
    }
}

/// One component of a variable.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Component {
    pub(super) content: Content,
    /// Another number for each write.
    pub(super) version: u32,
    /// Whether the temporary holds it.
    pub(super) present: bool,
}

/// A variable as it is at one place of the program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Cell {
    /// The temporary.
    pub(super) register: u32,
    /// The way of a branch that may write the temporary.
    pub(super) owner: u32,
    pub(super) components: [Component; 4],
}

impl Cell {
    /// A variable with constants in it.
    pub(super) fn constant(register: u32, owner: u32, bits: [u32; 4]) -> Cell {
        let components = bits.map(|bits| Component {
            content: Content::constant(bits, Kind::Any),
            version: 0,
            present: false,
        });
        Cell {
            register,
            owner,
            components,
        }
    }

    /// The components of which the temporary holds the number that counts, among these.
    pub(super) fn present(&self, mask: u8) -> u8 {
        let present = |at: &usize| mask >> at & 1 != 0 && self.components[*at].present;
        (0..4).filter(present).fold(0, |mask, at| mask | 1 << at)
    }
}
