//! A loaded program and what can be asked of it.

use std::collections::HashSet;
use std::sync::Arc;

use quadrille_base::{Diagnostic, Source};
use quadrille_check::Unlisted;
use quadrille_engine::Kernel;
use quadrille_isa::gl::Binding;
use quadrille_program::{ParameterSource, Program};

use crate::compare::{Prepared, Refused};
use crate::evaluate::canonical;

/// A program that was accepted.
///
/// ```
/// use quadrille::{BatchInputs, Inputs, Numbers, Session};
///
/// let session = Session::new();
/// let program = session.load(
///     "scale.vp",
///     "!!ARBvp1.0
///      PARAM scale = program.local[0];
///      MUL result.position, vertex.position, scale;
///      END",
/// )?;
/// let names = |list: Vec<quadrille::Named>| list.into_iter().map(|one| one.name).collect::<Vec<_>>();
/// assert_eq!(names(program.attributes()), ["vertex.position"]);
/// assert_eq!(names(program.parameters()), ["program.local[0]"]);
/// assert_eq!(names(program.results()), ["result.position"]);
///
/// // Two vertices of three components each; the fourth is 1.
/// let mut inputs = Inputs::default();
/// inputs.set("program.local[0]", [2.0, 2.0, 2.0, 1.0]);
/// let positions = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
/// let mut arrays = BatchInputs::new(2);
/// arrays.set("vertex.position", 3, Numbers::F32(&positions))?;
/// let outputs = program.run_batch(&inputs, &arrays)?;
/// let expected = vec![[2.0, 4.0, 6.0, 1.0], [8.0, 10.0, 12.0, 1.0]];
/// assert_eq!(outputs.vectors("result.position"), Some(expected));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Loaded {
    source: Source,
    program: Arc<Program>,
    pub(crate) prepared: Prepared,
    diagnostics: Vec<Diagnostic>,
    unlisted: Unlisted,
}

/// A vector that a program takes or gives.
#[derive(Clone, PartialEq, Debug)]
pub struct Named {
    /// Its binding as a program writes it: `vertex.position`, `state.matrix.mvp.row[0]`.
    pub name: String,
    /// The binding itself.
    pub binding: Binding,
    /// Components that are read or written, bit 0 for x; all of a parameter.
    pub used: u8,
    /// Whether its components have 64 bits.
    pub long: bool,
}

impl Loaded {
    pub(crate) fn new(
        source: Source,
        prepared: Prepared,
        diagnostics: Vec<Diagnostic>,
        unlisted: Unlisted,
    ) -> Loaded {
        Loaded {
            source,
            program: prepared.kernel.program().clone(),
            prepared,
            diagnostics,
            unlisted,
        }
    }

    /// The text that was loaded.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The checked program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The program as its engine runs it.
    pub fn kernel(&self) -> &Arc<dyn Kernel> {
        &self.prepared.kernel
    }

    /// The name of the engine that runs it: that of the session, or `reference` if that refused it.
    pub fn engine(&self) -> &'static str {
        self.prepared.engine.name
    }

    /// Why the engine that the session asks for by name does not take it, so that the reference engine runs it in its
    /// place.
    pub fn refused(&self) -> Option<&Refused> {
        self.prepared.refused.as_ref()
    }

    /// Warnings and notes up to the limit of the options; there are no errors among them.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The number of those beyond the limit.
    pub fn unlisted(&self) -> Unlisted {
        self.unlisted
    }

    /// The attributes of the program: the inputs of each invocation.
    pub fn attributes(&self) -> Vec<Named> {
        self.program
            .attributes()
            .iter()
            .map(|variable| named(variable.binding, variable.used, variable.long))
            .collect()
    }

    /// The attribute of a name, which may leave out what bindings may (`vertex.color` for `vertex.color.primary`).
    pub fn attribute(&self, name: &str) -> Option<Named> {
        let name = canonical(name);
        self.attributes()
            .into_iter()
            .find(|named| canonical(&named.name) == name)
    }

    /// The results of the program: the outputs of each invocation.
    pub fn results(&self) -> Vec<Named> {
        self.program
            .results()
            .iter()
            .map(|variable| named(variable.binding, variable.used, variable.long))
            .collect()
    }

    /// State vectors and program parameters that the program reads; constants are not among them.
    pub fn parameters(&self) -> Vec<Named> {
        let bindings = self.program.parameters().iter();
        let bindings = bindings.filter_map(|parameter| match parameter.source {
            ParameterSource::Binding(binding) => Some(binding),
            ParameterSource::Buffer(element) => Some(element.binding()),
            ParameterSource::Constant(_) => None,
        });
        let mut found = HashSet::new();
        let mut first = |binding: &Binding| found.insert(*binding);
        bindings
            .filter(|binding| first(binding))
            .map(|binding| named(binding, 0b1111, false))
            .collect()
    }
}

fn named(binding: Binding, used: u8, long: bool) -> Named {
    Named {
        name: binding.to_string(),
        binding,
        used,
        long,
    }
}
