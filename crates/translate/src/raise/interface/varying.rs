//! Varyings: values that the vertex stage gives and the fragment stage gets.
//!
//! Between the stages, names and locations go by what a value is, so that a vertex and a fragment shader fit
//! each other however they were translated:
//!
//! | in a vertex program | in a fragment program | name | location |
//! |---|---|---|---|
//! | `result.color` | `fragment.color` | `v_color` | 0 |
//! | `result.color.secondary` | `fragment.color.secondary` | `v_color_secondary` | 1 |
//! | `result.color.back` | | `v_back_color` | 2 |
//! | `result.color.back.secondary` | | `v_back_color_secondary` | 3 |
//! | `result.fogcoord` | `fragment.fogcoord` | `v_fogcoord`, a float | 4 |
//! | `result.texcoord[n]` | `fragment.texcoord[n]` | `v_texcoordN` | 5 + n |
//! | `result.attrib[n]` | `fragment.attrib[n]` | `v_attribN` | 13 + n |

use quadrille_isa::gl::{Binding, Family};
use quadrille_program::resources::Interpolation;

use crate::options::Options;
use crate::target::Feature;

/// The location of a value between the stages.
pub(crate) fn location(binding: Binding) -> Option<u32> {
    let [first, second, ..] = binding.index;
    Some(match binding.family {
        Family::FragmentColor => first,
        Family::ResultColor => 2 * first + second,
        Family::FragmentFogcoord | Family::ResultFogcoord => 4,
        Family::FragmentTexcoord | Family::ResultTexcoord => 5 + first,
        Family::FragmentAttrib | Family::ResultAttrib => 13 + first,
        _ => return None,
    })
}

/// The features that an interpolation needs of the target.
pub(crate) fn asked(interpolation: Interpolation) -> impl Iterator<Item = Feature> {
    let features = [
        (interpolation.flat, Feature::FlatVaryings),
        (interpolation.no_perspective, Feature::NoPerspective),
        (interpolation.centroid, Feature::Centroid),
        (interpolation.sample, Feature::SampleVaryings),
    ];
    features
        .into_iter()
        .filter_map(|(is_used, feature)| is_used.then_some(feature))
}

/// An interpolation of which the places are gone that a known sample stands in for.
pub(crate) fn placed(options: &Options, mut interpolation: Interpolation) -> Interpolation {
    let is_known = |feature| options.known_sample(feature).is_some();
    interpolation.centroid &= !is_known(Feature::Centroid);
    interpolation.sample &= !is_known(Feature::SampleVaryings);
    interpolation
}

/// The name of a binding that has a number, with the number even where the program may leave it out.
pub(crate) fn indexed(name: &str, binding: Binding) -> String {
    let name = flat(name);
    let numbered = matches!(
        binding.family,
        Family::VertexTexcoord
            | Family::FragmentTexcoord
            | Family::ResultTexcoord
            | Family::VertexWeight
            | Family::VertexMatrixindex
    );
    if numbered && !name.ends_with(|last: char| last.is_ascii_digit()) {
        format!("{name}{}", binding.index[0])
    } else {
        name
    }
}

/// A binding's text as one name: `state.light[2].half` is `state_light2_half`.
pub(crate) fn flat(text: &str) -> String {
    text.chars()
        .filter(|character| !matches!(character, '[' | ']'))
        .map(|character| if character == '.' { '_' } else { character })
        .collect()
}
