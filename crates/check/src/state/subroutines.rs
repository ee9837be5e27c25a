//! The subroutine types, parameters and numbered labels that a program declares.

use quadrille_base::Span;
use quadrille_syntax::tree::Word;
use rustc_hash::FxHashMap;

use crate::state::scope::SubroutineVariable;

/// A subroutine type under construction.
#[derive(Debug)]
pub(crate) struct Type<'s> {
    pub(crate) name: &'s str,
    pub(crate) labels: Vec<Word<'s>>,
}

/// A label with a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Function<'s> {
    pub(crate) name: &'s str,
    pub(crate) number: u32,
    pub(crate) span: Span,
}

/// A subroutine parameter that a variable is bound to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter {
    pub(crate) number: u32,
    pub(crate) of: u32,
    pub(crate) span: Span,
}

/// Members of an array whose subroutine parameters follow each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParameterRun {
    /// The number of the first member.
    pub(crate) at: u32,
    /// The number of its parameter.
    pub(crate) parameter: u32,
}

/// The subroutine types, subroutines and subroutine parameters that a program declares so far.
#[derive(Default, Debug)]
pub(crate) struct Subroutines<'s> {
    pub(crate) types: Vec<Type<'s>>,
    pub(crate) functions: Vec<Function<'s>>,
    /// The index in `functions` of each subroutine number.
    pub(crate) numbers: FxHashMap<u32, usize>,
    /// The number of each label that has one.
    pub(crate) named: FxHashMap<&'s str, u32>,
    pub(crate) parameters: Vec<Parameter>,
    /// The runs of parameters of each variable, ascending by their members.
    pub(crate) runs: Vec<ParameterRun>,
}

impl<'s> Subroutines<'s> {
    /// The parameter of a member of a variable.
    pub(crate) fn parameter(&self, variable: SubroutineVariable, member: u32) -> u32 {
        let first = variable.first_run as usize;
        let runs = &self.runs[first..first + variable.runs as usize];
        // The first run begins with member 0.
        let run = runs[runs.partition_point(|run| run.at <= member) - 1];
        run.parameter + (member - run.at)
    }

    /// The numbers and labels of the subroutines of a type, for CALI; known at the end of the text.
    pub(crate) fn of_type(&self, of: u32) -> Vec<(u32, &'s str)> {
        let labels = self.types[of as usize].labels.iter();
        let named = &self.named;
        let mut found: Vec<(u32, &'s str)> = labels
            .filter_map(|label| Some((*named.get(label.text)?, label.text)))
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}
