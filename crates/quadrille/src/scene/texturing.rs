//! State commands of fixed-function texturing: `texenv mode COMBINE`, `texgen S mode EYE_LINEAR`.

use quadrille_pipeline::Context;
use quadrille_pipeline::state::{CombineScale, Environment, EnvironmentMode, GenerationMode};

use super::names::{COMBINE, COMBINE_OPERANDS, COMBINE_SOURCES};
use super::words::Words;

pub(super) fn texenv(words: &mut Words<'_>, unit: usize, context: &mut Context) -> Result<(), String> {
    let unit = context
        .textures
        .get_mut(unit)
        .ok_or("the unit has no fixed-function texturing")?;
    match words.name()?.as_str() {
        "MODE" => {
            unit.environment.mode = words.one_of(&[
                ("REPLACE", EnvironmentMode::Replace),
                ("MODULATE", EnvironmentMode::Modulate),
                ("DECAL", EnvironmentMode::Decal),
                ("BLEND", EnvironmentMode::Blend),
                ("ADD", EnvironmentMode::Add),
                ("COMBINE", EnvironmentMode::Combine),
            ])?;
        }
        "COLOR" => unit.environment.color = words.floats()?,
        other => combine(other, words, &mut unit.environment)?,
    }
    Ok(())
}

/// A parameter of COMBINE by its GL name: `COMBINE_RGB`, `SRC1_ALPHA`, `OPERAND2_RGB`, `RGB_SCALE`, …
fn combine(name: &str, words: &mut Words<'_>, environment: &mut Environment) -> Result<(), String> {
    let unknown = || format!("a texture environment has no `{name}`");
    let split = match name {
        "RGB_SCALE" => Some(("SCALE", "RGB")),
        "ALPHA_SCALE" => Some(("SCALE", "ALPHA")),
        _ => name.rsplit_once('_'),
    };
    let (part, term) = match split {
        Some((part, "RGB")) => (part, &mut environment.rgb),
        Some((part, "ALPHA")) => (part, &mut environment.alpha),
        _ => return Err(unknown()),
    };
    let argument = part
        .chars()
        .last()
        .and_then(|last| last.to_digit(10))
        .unwrap_or(0) as usize;
    match part.trim_end_matches(['0', '1', '2']) {
        "COMBINE" => term.function = words.one_of(COMBINE)?,
        "SRC" | "SOURCE" => term.sources[argument] = words.one_of(COMBINE_SOURCES)?,
        "OPERAND" => term.operands[argument] = words.one_of(COMBINE_OPERANDS)?,
        "SCALE" => {
            let scales = [
                ("1", CombineScale::One),
                ("2", CombineScale::Two),
                ("4", CombineScale::Four),
            ];
            term.scale = words.one_of(&scales)?;
        }
        _ => return Err(unknown()),
    }
    Ok(())
}

pub(super) fn texgen(words: &mut Words<'_>, unit: usize, context: &mut Context) -> Result<(), String> {
    let coordinate = words.one_of(&[("S", 0), ("T", 1), ("R", 2), ("Q", 3)])?;
    let to_object = context.transform.modelview[0].inverse().transpose();
    let unit = context
        .textures
        .get_mut(unit)
        .ok_or("the unit has no texture coordinates")?;
    let generation: &mut _ = &mut unit.generation[coordinate as usize];
    match words.name()?.as_str() {
        "MODE" => {
            generation.mode = words.one_of(&[
                ("OBJECT_LINEAR", GenerationMode::ObjectLinear),
                ("EYE_LINEAR", GenerationMode::EyeLinear),
                ("SPHERE_MAP", GenerationMode::SphereMap),
                ("REFLECTION_MAP", GenerationMode::ReflectionMap),
                ("NORMAL_MAP", GenerationMode::NormalMap),
            ])?;
        }
        "OBJECT_PLANE" => generation.object_plane = words.floats()?,
        // The plane goes to eye space by the inverse of the modelview matrix (GL 2.1, 2.11.4).
        "EYE_PLANE" => generation.eye_plane = to_object.transform(words.floats()?),
        other => return Err(format!("texture generation has no `{other}`")),
    }
    Ok(())
}
