//! State commands: `light 0 diffuse 1 1 1 1`, `blend func SRC_ALPHA ONE`, by GL names.

use quadrille_pipeline::Context;
use quadrille_pipeline::framebuffer::MAX_SIZE;
use quadrille_pipeline::state::{ColorMaterial, Faces, FogMode, FogSource, Material, PolygonMode, Rectangle};

use super::capability::Switches;
use super::names::{COMPARE, EQUATIONS, FACES, FACTORS, LOGIC, STENCIL};
use super::words::Words;
use super::{texturing, track};

/// Carries a state command out. `unit` is the active texture unit.
pub(crate) fn set(
    words: &[String],
    unit: usize,
    context: &mut Context,
    switches: &mut Switches,
) -> Result<(), String> {
    let mut words = Words::new(words);
    let command = words.word()?;
    match command {
        "light" => light(&mut words, context)?,
        "lightmodel" => match words.name()?.as_str() {
            "AMBIENT" | "LIGHT_MODEL_AMBIENT" => context.lighting.model.ambient = words.floats()?,
            "LOCAL_VIEWER" | "LIGHT_MODEL_LOCAL_VIEWER" => {
                context.lighting.model.local_viewer = words.flag()?
            }
            "TWO_SIDE" | "LIGHT_MODEL_TWO_SIDE" => context.lighting.model.two_side = words.flag()?,
            "SEPARATE_SPECULAR" => context.lighting.model.separate_specular = words.flag()?,
            other => return Err(format!("a light model has no `{other}`")),
        },
        "material" => material(&mut words, context)?,
        "colormaterial" => {
            let faces = [
                ("FRONT", Faces::Front),
                ("BACK", Faces::Back),
                ("FRONT_AND_BACK", Faces::FrontAndBack),
            ];
            let modes = [
                ("AMBIENT", ColorMaterial::Ambient),
                ("DIFFUSE", ColorMaterial::Diffuse),
                ("AMBIENT_AND_DIFFUSE", ColorMaterial::AmbientAndDiffuse),
                ("SPECULAR", ColorMaterial::Specular),
                ("EMISSION", ColorMaterial::Emission),
            ];
            switches.color_material_mode = Some((words.one_of(&faces)?, words.one_of(&modes)?));
        }
        "fog" => match words.name()?.as_str() {
            "MODE" => {
                let modes = [
                    ("LINEAR", FogMode::Linear),
                    ("EXP", FogMode::Exp),
                    ("EXP2", FogMode::Exp2),
                ];
                context.fog.mode = words.one_of(&modes)?;
            }
            "SOURCE" => {
                let sources = [
                    ("FRAGMENT_DEPTH", FogSource::FragmentDepth),
                    ("FOG_COORD", FogSource::FogCoordinate),
                    ("FOG_COORDINATE", FogSource::FogCoordinate),
                ];
                context.fog.source = words.one_of(&sources)?;
            }
            "COLOR" => context.fog.color = words.floats()?,
            "DENSITY" => context.fog.density = words.float()?,
            "START" => context.fog.start = words.float()?,
            "END" => context.fog.end = words.float()?,
            other => return Err(format!("fog has no `{other}`")),
        },
        "blend" => blend(&mut words, context)?,
        "samplecoverage" => {
            context.multisample.coverage = words.float()?.clamp(0.0, 1.0);
            context.multisample.coverage_inverted = !words.is_empty() && words.flag()?;
        }
        "samplemask" => context.multisample.mask = words.integer()?,
        "minsampleshading" => context.multisample.shading = words.float()?.clamp(0.0, 1.0),
        "alphafunc" => {
            context.alpha_test.function = words.one_of(COMPARE)?;
            context.alpha_test.reference = words.float()?.clamp(0.0, 1.0);
        }
        "depthfunc" => context.depth.function = words.one_of(COMPARE)?,
        "depthmask" => context.depth.write = words.flag()?,
        "depthrange" => {
            context.transform.depth_range = words.floats()?.map(|depth: f32| depth.clamp(0.0, 1.0))
        }
        "colormask" => {
            context.color_mask = 0;
            for bit in 0..4 {
                context.color_mask |= u8::from(words.flag()?) << bit;
            }
        }
        "stencilfunc" | "stencilop" | "stencilmask" => stencil(command, &mut words, context)?,
        "logicop" => switches.logic_operation = Some(words.one_of(LOGIC)?),
        "cullface" => switches.cull_faces = Some(words.one_of(FACES)?),
        "frontface" => context.polygon.front_clockwise = words.one_of(&[("CW", true), ("CCW", false)])?,
        "polygonmode" => {
            let faces = words.one_of(FACES)?;
            let modes = [
                ("POINT", PolygonMode::Point),
                ("LINE", PolygonMode::Line),
                ("FILL", PolygonMode::Fill),
            ];
            let mode = words.one_of(&modes)?;
            for (own, chosen) in context.polygon.mode.iter_mut().zip(faces) {
                if chosen {
                    *own = mode;
                }
            }
        }
        "polygonoffset" => context.polygon.offset = words.floats()?,
        "shademodel" => context.lighting.flat = words.one_of(&[("FLAT", true), ("SMOOTH", false)])?,
        "pointsize" => context.point.size = positive(words.float()?)?,
        "pointparameter" => match words.name()?.as_str() {
            "MIN" | "POINT_SIZE_MIN" => context.point.min = words.float()?,
            "MAX" | "POINT_SIZE_MAX" => context.point.max = words.float()?,
            "FADE" | "POINT_FADE_THRESHOLD_SIZE" => context.point.fade_threshold = words.float()?,
            "ATTENUATION" | "POINT_DISTANCE_ATTENUATION" => context.point.attenuation = words.floats()?,
            other => return Err(format!("points have no `{other}`")),
        },
        "linewidth" => context.line_width = positive(words.float()?)?,
        "scissor" => switches.scissor_box = Some(rectangle(&mut words)?),
        "viewport" => {
            // Without a number all are set (ARB_viewport_array).
            let indexed = words.take("indexed");
            let number = if indexed {
                words.integer()?
            } else {
                context.transform.others = Default::default();
                0
            };
            let Rectangle { x, y, width, height } = rectangle(&mut words)?;
            let transform = &mut context.transform;
            let viewport = match number {
                0 => {
                    let old = transform.viewport;
                    if indexed {
                        transform.others.iter_mut().for_each(|other| {
                            other.get_or_insert(old);
                        });
                    }
                    &mut transform.viewport
                }
                number => {
                    let other = transform.others.get_mut(number - 1);
                    other
                        .ok_or("there is no such viewport")?
                        .get_or_insert(transform.viewport)
                }
            };
            // Sizes are cut at MAX_VIEWPORT_DIMS (GL 2.1, 2.11.1).
            let [width, height] = [width, height].map(|size| size.min(MAX_SIZE));
            (viewport.x, viewport.y, viewport.width, viewport.height) = (x, y, width, height);
        }
        "trackmatrix" => track::set(&mut words, unit, context)?,
        "clipplane" => {
            let plane: usize = words.integer()?;
            if plane >= context.transform.clip_planes.len() {
                return Err("there is no such clip plane".to_owned());
            }
            context.transform.set_clip_plane(plane, words.floats()?);
        }
        "texenv" => texturing::texenv(&mut words, unit, context)?,
        "texgen" => texturing::texgen(&mut words, unit, context)?,
        other => return Err(format!("there is no command `{other}`")),
    }
    if words.is_empty() {
        Ok(())
    } else {
        Err("the command has too many words".to_owned())
    }
}

fn positive(value: f32) -> Result<f32, String> {
    if value > 0.0 {
        Ok(value)
    } else {
        Err("a size is above 0".to_owned())
    }
}

fn rectangle(words: &mut Words<'_>) -> Result<Rectangle, String> {
    Ok(Rectangle {
        x: words.integer()?,
        y: words.integer()?,
        width: words.integer()?,
        height: words.integer()?,
    })
}

fn light(words: &mut Words<'_>, context: &mut Context) -> Result<(), String> {
    let number: usize = words.integer()?;
    // Positions and directions are put into eye space when they are set (GL 2.1, 2.14.1).
    let modelview = context.transform.modelview[0];
    let light = context
        .lighting
        .lights
        .get_mut(number)
        .ok_or("there is no such light")?;
    match words.name()?.as_str() {
        "AMBIENT" => light.ambient = words.floats()?,
        "DIFFUSE" => light.diffuse = words.floats()?,
        "SPECULAR" => light.specular = words.floats()?,
        "POSITION" => light.position = modelview.transform(words.floats()?),
        "SPOT_DIRECTION" => {
            let [x, y, z] = words.floats()?;
            let [x, y, z, _] = modelview.transform([x, y, z, 0.0]);
            light.spot_direction = [x, y, z];
        }
        "SPOT_EXPONENT" => light.spot_exponent = words.float()?,
        "SPOT_COSINE" => light.spot_cosine = words.float()?,
        "ATTENUATION" => light.attenuation = words.floats()?,
        other => return Err(format!("a light has no `{other}`")),
    }
    Ok(())
}

fn material(words: &mut Words<'_>, context: &mut Context) -> Result<(), String> {
    let faces = words.one_of(FACES)?;
    let name = words.name()?;
    let set: fn(&mut Material, [f32; 4]) = match name.as_str() {
        "AMBIENT" => |material, value| material.ambient = value,
        "DIFFUSE" => |material, value| material.diffuse = value,
        "SPECULAR" => |material, value| material.specular = value,
        "EMISSION" => |material, value| material.emission = value,
        "SHININESS" => |material, value| material.shininess = value[0],
        other => return Err(format!("a material has no `{other}`")),
    };
    let value = if name == "SHININESS" {
        [words.float()?, 0.0, 0.0, 0.0]
    } else {
        words.floats()?
    };
    for (material, chosen) in context.lighting.materials.iter_mut().zip(faces) {
        if chosen {
            set(material, value);
        }
    }
    Ok(())
}

fn blend(words: &mut Words<'_>, context: &mut Context) -> Result<(), String> {
    let blend = &mut context.blend;
    match words.name()?.as_str() {
        "FUNC" => {
            let (source, destination) = (words.one_of(FACTORS)?, words.one_of(FACTORS)?);
            blend.source = [source; 2];
            blend.destination = [destination; 2];
            if !words.is_empty() {
                blend.source[1] = words.one_of(FACTORS)?;
                blend.destination[1] = words.one_of(FACTORS)?;
            }
        }
        "EQUATION" => {
            blend.equation = [words.one_of(EQUATIONS)?; 2];
            if !words.is_empty() {
                blend.equation[1] = words.one_of(EQUATIONS)?;
            }
        }
        "COLOR" => blend.constant = words.floats()?,
        other => return Err(format!("blending has no `{other}`")),
    }
    Ok(())
}

/// `stencilfunc FACES FUNC ref mask`, `stencilop FACES fail zfail zpass`, `stencilmask FACES mask`.
fn stencil(command: &str, words: &mut Words<'_>, context: &mut Context) -> Result<(), String> {
    let faces = words.one_of(FACES)?;
    let mut face = context.stencil.faces[0];
    match command {
        "stencilfunc" => {
            face.function = words.one_of(COMPARE)?;
            face.reference = words.integer()?;
            face.value_mask = words.integer()?;
        }
        "stencilop" => {
            face.fail = words.one_of(STENCIL)?;
            face.depth_fail = words.one_of(STENCIL)?;
            face.pass = words.one_of(STENCIL)?;
        }
        _ => face.write_mask = words.integer()?,
    }
    for (own, chosen) in context.stencil.faces.iter_mut().zip(faces) {
        match command {
            _ if !chosen => {}
            "stencilfunc" => {
                (own.function, own.reference, own.value_mask) =
                    (face.function, face.reference, face.value_mask);
            }
            "stencilop" => (own.fail, own.depth_fail, own.pass) = (face.fail, face.depth_fail, face.pass),
            _ => own.write_mask = face.write_mask,
        }
    }
    Ok(())
}
