//! Varyings: values that one stage gives and the next one gets.
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
//! | `result.id` | | `v_id`, an integer | 29 |
//! | `result.patch.attrib[n]` | | `v_patch_attribN` | 31 − n |
//!
//! What goes to another stage than the fragment stage begins with its letter: `g_` to geometry, `c_` to tessellation
//! control, `e_` to tessellation evaluation programs.

use quadrille_isa::gl::{Binding, Family, Stage};
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
        Family::ResultId => 29,
        Family::ResultPatchAttrib => 31_u32.saturating_sub(first),
        _ => return binding.passed().and_then(location),
    })
}

/// The name of a result on its way to a stage.
pub(crate) fn name(result: Binding, to: Stage) -> String {
    let letter = match to {
        Stage::Geometry => 'g',
        Stage::TessellationControl => 'c',
        Stage::TessellationEvaluation => 'e',
        Stage::Vertex | Stage::VertexState | Stage::Fragment | Stage::Compute => 'v',
    };
    let [first, second, ..] = result.index;
    if result.family == Family::ResultColor {
        let face = ["", "_back"][first as usize & 1];
        let which = ["", "_secondary"][second as usize & 1];
        return format!("{letter}{face}_color{which}");
    }
    let text = result.to_string();
    format!("{letter}_{}", indexed(text.trim_start_matches("result."), result))
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
