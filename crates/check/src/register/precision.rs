//! Registers of two precisions: `H` of !!FP1.0, SHORT of the fragment options on ARB programs
//! (NV_fragment_program 3.11.3, NV_fragment_program_option 3.11.3.3 and 3.11.3.4).

use quadrille_isa::gl::register::{self, RegisterFile, Selected, numbered};
use quadrille_isa::gl::statement::Modifier;
use quadrille_program::{Destination, File};
use quadrille_syntax::tree::{self, NodeRange, Part, Value};

use crate::context::Context;
use crate::names::Names;
use crate::path::part_span;
use crate::rules;
use crate::state::diagnostics::Diagnostics;
use crate::state::fragment::FragmentUse;
use crate::state::scope::Entity;

/// Whether an operand names a register of 16-bit components.
pub(crate) fn is_half(cx: &Context<'_, '_>, names: Names<'_, '_>, operand: &tree::Operand<'_>) -> bool {
    let Value::Path(parts) = &operand.value else {
        return false;
    };
    if !cx.language.is_fp1() {
        return declared_size(cx, names, parts) == Some(Modifier::Short);
    }
    let languages = cx.language.features.languages;
    match cx.parts(parts) {
        [Part::Word(file), Part::Index { from: Some(from), .. }, ..] => {
            let Value::Path(path) = &cx.operand(*from).value else {
                return false;
            };
            let [Part::Word(name)] = cx.parts(path) else {
                return false;
            };
            let named = Selected::Name(name.text);
            let found = register::bracketed(file.text, named, languages, cx.limits());
            found.is_ok_and(|(_, half)| half)
        }
        [Part::Word(name), ..] => {
            let half = numbered(name.text, languages).map(|(file, _)| file);
            name.text == "HC" || half == Some(RegisterFile::HalfTemporary)
        }
        _ => false,
    }
}

/// SHORT or LONG, if the variable that a path names was declared so.
fn declared_size(cx: &Context<'_, '_>, names: Names<'_, '_>, parts: &NodeRange) -> Option<Modifier> {
    match cx.parts(parts).first()? {
        Part::Word(name) => match names.scope.find(name.text)?.entity {
            Entity::Variable(variable) => variable.kind.size,
            _ => None,
        },
        _ => None,
    }
}

/// A result that is written through variables of two sizes (load rule 73).
pub(crate) fn one_size(
    cx: &Context<'_, '_>,
    names: Names<'_, '_>,
    fragment: &mut FragmentUse,
    diagnostics: &mut Diagnostics,
    result: &tree::Operand<'_>,
    to: &Destination,
) {
    let (Value::Path(parts), Some(register)) = (&result.value, to.register) else {
        return;
    };
    let Some(name) = cx.parts(parts).first().map(part_span) else {
        return;
    };
    if register.file != File::Result {
        return;
    }
    let Some(size) = declared_size(cx, names, parts) else {
        return;
    };
    let sizes = &mut fragment.sizes;
    let (before, span) = *sizes.entry(register.slot).or_insert((size, name));
    if before != size {
        diagnostics.report(rules::two_sizes::at(name, span));
    }
}
