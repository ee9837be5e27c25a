//! The words before a declaration: type, size and interpolation (NV_gpu_program4 2.X.3.1,
//! NV_fragment_program4 2.X.3.1).

use quadrille_base::Span;
use quadrille_isa::gl::binding::{BaseType, BindingRow, Interpolated};
use quadrille_isa::gl::statement::{Misplaced, Modifier, ModifierSort, Statement};
use quadrille_isa::gl::{Binding, Family};
use quadrille_program::resources::Interpolation;
use quadrille_syntax::tree::{Declaration, Word};

use crate::context::Context;
use crate::rules;
use crate::state::diagnostics::Diagnostics;
use crate::state::fragment::{Interpolates, Interpolations};
use crate::state::scope::NumberType;

/// The modifiers of a declaration: the words before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Modifiers {
    /// Type and size.
    pub(crate) kind: NumberType,
    /// The interpolation of a fragment attribute.
    pub(crate) interpolation: Interpolation,
    /// The first and the last interpolation modifier, if there is one.
    pub(crate) interpolated: Option<Span>,
    /// The span of the type, if one is named.
    typed: Option<Span>,
    /// Whether LONG stands for 64 bits; in the ARB languages it stands for 32.
    wide: bool,
}

impl Modifiers {
    /// No words.
    pub(crate) const NONE: Modifiers = Modifiers {
        kind: NumberType::ANY,
        interpolation: Interpolation {
            flat: false,
            centroid: false,
            no_perspective: false,
            sample: false,
        },
        interpolated: None,
        typed: None,
        wide: false,
    };

    /// Whether the components take 64 bits.
    pub(crate) fn long(&self) -> bool {
        self.wide
    }
}

/// The words before a declaration. Those that are wrong are reported and left out.
pub(crate) fn modifiers_of(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    declaration: &Declaration<'_>,
    statement: Statement,
) -> Modifiers {
    let mut taken: Vec<(Modifier, Word<'_>)> = Vec::new();
    for word in cx.words(&declaration.modifiers) {
        if let Some(modifier) = declaration_modifier(cx, diagnostics, word, statement, &taken) {
            taken.push((modifier, *word));
        }
    }
    let mut modifiers = Modifiers::NONE;
    let word_of = |wanted: Modifier| taken.iter().find(|(modifier, _)| *modifier == wanted);
    for (modifier, word) in &taken {
        match modifier {
            Modifier::Float => modifiers.kind.base = BaseType::Float,
            Modifier::Int => modifiers.kind.base = BaseType::Signed,
            Modifier::Uint => modifiers.kind.base = BaseType::Unsigned,
            Modifier::Short | Modifier::Long => modifiers.kind.size = Some(*modifier),
            Modifier::Flat => modifiers.interpolation.flat = true,
            Modifier::Centroid => modifiers.interpolation.centroid = true,
            Modifier::NoPerspective => modifiers.interpolation.no_perspective = true,
            Modifier::Sample => modifiers.interpolation.sample = true,
        }
        match modifier.row().sort {
            ModifierSort::Type => modifiers.typed = Some(word.span),
            ModifierSort::Size => {}
            ModifierSort::Interpolation => {
                let before = modifiers.interpolated;
                modifiers.interpolated = Some(before.map_or(word.span, |span| span.to(word.span)));
            }
        }
    }
    modifiers.wide = cx.language.is_gpu() && modifiers.kind.size == Some(Modifier::Long);
    // FLAT is no place to sample at; CENTROID and SAMPLE are two.
    let apart = [
        (Modifier::Flat, Modifier::Centroid),
        (Modifier::Flat, Modifier::NoPerspective),
        (Modifier::Flat, Modifier::Sample),
        (Modifier::Centroid, Modifier::Sample),
    ];
    let clash = apart
        .iter()
        .find_map(|(one, other)| word_of(*one).zip(word_of(*other)));
    if let Some(((_, one), (_, other))) = clash {
        let (before, after) = if one.span.start < other.span.start {
            (one.span, other.span)
        } else {
            (other.span, one.span)
        };
        diagnostics.report(rules::conflicting_interpolation::words(after, before));
    }
    modifiers
}

/// One word, if it may stand before the statement and after the words before it.
fn declaration_modifier(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    word: &Word<'_>,
    statement: Statement,
    taken: &[(Modifier, Word<'_>)],
) -> Option<Modifier> {
    let modifier = Modifier::find(word.text)?;
    match modifier.check(statement, &cx.language.features) {
        Ok(()) => {}
        Err(Misplaced::Missing(_)) => {
            let message = "this program has no such modifier";
            diagnostics.report(rules::misplaced_modifier::at(word.span, message));
            return None;
        }
        Err(Misplaced::Statement) => {
            let message = match modifier.row().sort {
                ModifierSort::Interpolation => "only attributes are interpolated",
                ModifierSort::Size if modifier == Modifier::Long => {
                    "only temporaries are LONG, and attributes of vertex programs of the fifth version"
                }
                ModifierSort::Size => "only temporaries and results are SHORT",
                ModifierSort::Type => "this declaration has no type",
            };
            diagnostics.report(rules::misplaced_modifier::at(word.span, message));
            return None;
        }
    }
    let sort = modifier.row().sort;
    let same = |(before, _): &&(Modifier, Word<'_>)| {
        *before == modifier || sort != ModifierSort::Interpolation && before.row().sort == sort
    };
    if let Some((_, before)) = taken.iter().find(same) {
        diagnostics.report(rules::repeated_declaration_modifier::at(word.span, before.span));
        return None;
    }
    Some(modifier)
}

/// Holds the words before ATTRIB against what a fragment attribute is.
pub(crate) fn interpolate(
    cx: &Context<'_, '_>,
    interpolations: &mut Interpolations,
    diagnostics: &mut Diagnostics,
    row: &'static BindingRow,
    bindings: impl Iterator<Item = Binding>,
    modifiers: &Modifiers,
    span: Span,
) {
    if !cx.language.is_fragment() || !cx.language.is_gpu() {
        return;
    }
    let interpolated = row.family.interpolated();
    if let Some(words) = modifiers.interpolated {
        let only_flat = modifiers.interpolation
            == Interpolation {
                flat: true,
                ..Interpolation::default()
            };
        let fits = match interpolated {
            Interpolated::Any => true,
            Interpolated::Flat => only_flat,
            Interpolated::No => false,
        };
        if !fits {
            diagnostics.report(rules::fixed_interpolation::at(words, span));
            return;
        }
    }
    let integer = matches!(modifiers.kind.base, BaseType::Signed | BaseType::Unsigned);
    if integer && interpolated == Interpolated::Any && !modifiers.interpolation.flat {
        diagnostics.report(rules::integer_needs_flat::at(modifiers.typed.unwrap_or(span)));
        return;
    }
    for binding in bindings {
        note_interpolation(
            interpolations,
            diagnostics,
            Interpolates {
                binding,
                interpolation: modifiers.interpolation,
                span,
            },
        );
    }
}

/// Notes how an attribute is interpolated; reports one that is interpolated in another way already.
fn note_interpolation(interpolations: &mut Interpolations, diagnostics: &mut Diagnostics, new: Interpolates) {
    // Of an attribute and of the two colours there is one way to interpolate.
    let mut other = new.binding;
    if other.family == Family::FragmentColor {
        other.index[0] = 1 - other.index[0].min(1);
    }
    let noted = interpolations;
    let before = noted.get(&new.binding).or_else(|| noted.get(&other)).copied();
    match before {
        Some(before) if before.interpolation != new.interpolation => {
            let same = before.binding == new.binding;
            diagnostics.report(rules::conflicting_interpolation::attribute(
                new.span,
                before.span,
                same,
            ));
        }
        _ => {
            noted.entry(new.binding).or_insert(new);
        }
    }
}
