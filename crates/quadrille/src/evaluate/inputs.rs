//! Input values of a program that are given by hand.

use std::collections::BTreeMap;

use quadrille_base::Budget;
use quadrille_isa::gl::DataType;

/// A vector that a program is given.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Vector {
    /// The type in which it was set; `None` for bits.
    pub data_type: Option<DataType>,
    /// The bits of its components; those of 32-bit numbers in the low half.
    pub words: [u64; 4],
}

impl Vector {
    /// Floats of 32 bits.
    pub fn floats(values: [f32; 4]) -> Vector {
        Vector {
            data_type: Some(DataType::F32),
            words: values.map(|value| u64::from(value.to_bits())),
        }
    }

    /// Bits of no type.
    pub fn bits(words: [u32; 4]) -> Vector {
        Vector {
            data_type: None,
            words: words.map(u64::from),
        }
    }

    /// The low words.
    pub(super) fn low(&self) -> [u32; 4] {
        self.words.map(|word| word as u32)
    }

    /// The words as a register of 64 bits holds them: numbers of 32 bits are widened.
    pub(super) fn long(&self) -> [u64; 4] {
        self.words.map(|word| match self.data_type {
            Some(DataType::F32 | DataType::F16 | DataType::Fx12) => {
                f64::from(f32::from_bits(word as u32)).to_bits()
            }
            Some(DataType::S32) => i64::from(word as u32 as i32) as u64,
            _ => word,
        })
    }
}

/// The input values of a program by the names of its bindings, and the number of invocations that run together.
///
/// ```
/// use quadrille::{Inputs, Session};
///
/// let text = "!!ARBvp1.0\nMAD result.position, vertex.position, program.local[0], state.matrix.mvp.row[1];\nEND";
/// let program = Session::new().load("place.vp", text)?;
/// let mut inputs = Inputs::default();
/// inputs.set("vertex.position", [1.0, 2.0, 3.0, 1.0]);
/// inputs.set("program.local[0]", [2.0; 4]);
/// inputs.set("state.matrix.mvp.row[1]", [0.5, 0.0, 0.0, 0.0]);
/// assert_eq!(program.evaluate(&inputs)?.get("result.position"), Some([2.5, 4.0, 6.0, 2.0]));
/// // A name that the program does not read is an error, not passed over.
/// inputs.set("vertex.normal", [0.0; 4]);
/// assert!(program.evaluate(&inputs).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Inputs {
    values: BTreeMap<String, BTreeMap<Option<usize>, Vector>>,
    pub(super) lanes: Option<usize>,
    pub(super) group: Option<usize>,
    pub(super) subroutines: BTreeMap<usize, u32>,
    pub(super) budget: Budget,
}

impl Inputs {
    /// Sets an attribute (`vertex.position`, `fragment.color`, `vertex[2].position` of a primitive or patch),
    /// a program parameter (`program.local[3]`) or a state vector (`state.matrix.mvp.row[0]`).
    pub fn set(&mut self, name: impl Into<String>, value: [f32; 4]) {
        self.set_vector(name, None, Vector::floats(value));
    }

    /// The same with a vector of any type, and in one lane of an attribute alone if one is given.
    pub fn set_vector(&mut self, name: impl Into<String>, lane: Option<usize>, value: Vector) {
        let name = canonical(&name.into());
        self.values.entry(name).or_default().insert(lane, value);
    }

    /// Runs this many invocations together, 1 to 1024; otherwise it is one, or a quad of fragments.
    pub fn set_lanes(&mut self, lanes: usize) {
        self.lanes = Some(lanes);
    }

    /// Sets the number of threads of a thread group, 1 to 32; otherwise 32.
    pub fn set_group(&mut self, group: usize) {
        self.group = Some(group);
    }

    /// Sets the budget of the run; otherwise it is the default one.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// The budget of the run.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Puts the number of a function into a subroutine parameter.
    pub fn set_subroutine(&mut self, parameter: usize, function: u32) {
        self.subroutines.insert(parameter, function);
    }

    /// The value that a name was set to in all lanes.
    pub fn get(&self, name: &str) -> Option<Vector> {
        self.values.get(&canonical(name))?.get(&None).copied()
    }

    /// The value of a name in one lane: the lane's own, or else that of all lanes.
    pub(super) fn in_lane(&self, name: &str, lane: usize) -> Option<Vector> {
        let values = self.values.get(&canonical(name))?;
        values.get(&Some(lane)).or_else(|| values.get(&None)).copied()
    }

    /// The attributes that were set in single lanes, and the lanes.
    pub(super) fn lanes_set(&self) -> impl Iterator<Item = (&str, usize)> {
        self.values.iter().flat_map(|(name, values)| {
            let lanes = values.keys().flatten();
            lanes.map(move |lane| (name.as_str(), *lane))
        })
    }

    /// The names that were set to more than 32 bits hold.
    pub(super) fn long_names(&self) -> impl Iterator<Item = &str> {
        let is_long = |vector: &Vector| vector.words.iter().any(|word| *word > u64::from(u32::MAX));
        let long = self
            .values
            .iter()
            .filter(move |(_, values)| values.values().any(is_long));
        long.map(|(name, _)| name.as_str())
    }

    /// The same under other names, where there are some.
    pub(super) fn renamed(&self, other: impl Fn(&str) -> Option<String>) -> Inputs {
        let mut renamed = Inputs {
            values: BTreeMap::new(),
            ..self.clone()
        };
        for (name, values) in &self.values {
            let name = other(name).map_or_else(|| name.clone(), |other| canonical(&other));
            renamed.values.entry(name).or_default().extend(values);
        }
        renamed
    }

    /// The names that were set.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str)
    }
}

/// A name without what may be left out of it: the number 0, but for that of a vertex, `.primary`, `.front` and
/// `.in`.
pub(crate) fn canonical(name: &str) -> String {
    let (vertex, rest) = match name
        .strip_prefix("vertex")
        .map(|rest| rest.strip_prefix(".in").unwrap_or(rest))
    {
        Some(rest) if rest.starts_with('[') => match rest.split_once(']') {
            Some((number, rest)) => (format!("vertex{number}]"), rest),
            None => (String::new(), name),
        },
        _ => (String::new(), name),
    };
    let mut rest = rest.replace("[0]", "");
    for default in [".primary", ".front"] {
        rest = rest.replace(default, "");
    }
    vertex + &rest
}

/// The vertex that a name like `vertex[2].position` is of, and the name without it.
pub(super) fn vertex_of(name: &str) -> Option<(usize, String)> {
    let (number, rest) = name.strip_prefix("vertex[")?.split_once(']')?;
    Some((number.parse().ok()?, format!("vertex{rest}")))
}
