//! A texture unit of a file as the pipeline has it.

use quadrille_pipeline::state::texture::SampledTexture;
use quadrille_pipeline::state::{
    Combine, CombineScale, CombineTerm, EnvironmentMode, GenerationMode, TextureUnit,
};

use super::file::{self, Scale, Term};

/// Sets a unit to what a file says of it.
pub(super) fn set(said: &file::TextureUnit, unit: &mut TextureUnit) {
    unit.sampled = Some(SampledTexture {
        target: said.target.into(),
        compare: said.shadow,
        format: said.format.map(Into::into).unwrap_or_default(),
    });
    unit.environment.mode = said.environment.map_or(EnvironmentMode::Modulate, Into::into);
    if let Some(said) = &said.combine_rgb {
        combine(said, &mut unit.environment.rgb);
    }
    if let Some(said) = &said.combine_alpha {
        combine(said, &mut unit.environment.alpha);
    }
    let said = &said.generation;
    let modes: [Option<GenerationMode>; 4] = [
        said.s.map(Into::into),
        said.t.map(Into::into),
        said.r.map(Into::into),
        said.q.map(Into::into),
    ];
    for (generation, mode) in unit.generation.iter_mut().zip(modes) {
        if let Some(mode) = mode {
            generation.enabled = true;
            generation.mode = mode;
        }
    }
}

fn combine<F: Copy + Into<Combine>>(said: &Term<F>, term: &mut CombineTerm) {
    term.function = said.function.into();
    for (own, source) in term.sources.iter_mut().zip(&said.sources) {
        *own = (*source).into();
    }
    for (own, operand) in term.operands.iter_mut().zip(&said.operands) {
        *own = (*operand).into();
    }
    term.scale = match said.scale {
        Scale(4) => CombineScale::Four,
        Scale(2) => CombineScale::Two,
        Scale(_) => CombineScale::One,
    };
}
