//! The subroutines of the whole program: that the labels of their types exist, and what becomes of them.

use quadrille_base::Id;
use quadrille_program::InstId;
use quadrille_program::resources::{self, SubroutineFunction, SubroutineParameter, SubroutineType};
use rustc_hash::FxHashSet;

use crate::rules;
use crate::state::diagnostics::Diagnostics;
use crate::state::flow::Labels;
use crate::state::subroutines::Subroutines;

/// Reports labels of types that do not exist or have no number.
pub(crate) fn check(subroutines: &Subroutines<'_>, labels: &Labels<'_>, diagnostics: &mut Diagnostics) {
    let mut found = Vec::new();
    let functions = subroutines.functions.iter();
    let numbered: FxHashSet<&str> = functions.map(|function| function.name).collect();
    for label in subroutines.types.iter().flat_map(|of| &of.labels) {
        if numbered.contains(label.text) {
            continue;
        }
        found.push(match labels.places.get(label.text) {
            Some((at, _)) => rules::unknown_subroutine::no_number(label.span, *at),
            None => rules::unknown_subroutine::no_label(label.span),
        });
    }
    for diagnostic in found {
        diagnostics.report(diagnostic);
    }
}

/// The subroutines of a program without errors.
pub(crate) fn resolved(subroutines: &Subroutines<'_>, labels: &Labels<'_>) -> resources::Subroutines {
    let types = subroutines.types.iter().enumerate().map(|(number, of)| {
        let functions = subroutines.of_type(number as u32);
        SubroutineType {
            name: of.name.to_owned(),
            functions: functions.into_iter().map(|(number, _)| number).collect(),
        }
    });
    let functions = subroutines.functions.iter().map(|function| {
        let target = labels.target(function.name).unwrap_or(InstId::new(0));
        SubroutineFunction {
            name: function.name.to_owned(),
            number: function.number,
            target,
        }
    });
    let parameters = subroutines
        .parameters
        .iter()
        .map(|parameter| SubroutineParameter {
            number: parameter.number,
            of: parameter.of,
        });
    resources::Subroutines {
        types: types.collect(),
        functions: functions.collect(),
        parameters: parameters.collect(),
    }
}
