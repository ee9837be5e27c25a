//! State commands, read from a line.

use quadrille_isa::gl::binding::{Matrix, MatrixModifier};
use quadrille_pipeline::state::multisample::MAX_SAMPLES;
use quadrille_pipeline::state::{
    CLIP_PLANES, ClipControl, Compare, LIGHTS, LineStipple, LogicOperation, Rectangle, StencilOperation,
    TEXTURE_COORDINATES,
};

use super::error::StateError;
use super::names::{
    CLAMPS, CLIP_DEPTHS, CLIP_ORIGINS, COLOR_MATERIALS, COMBINE, COMBINE_OPERANDS, COMBINE_SCALES,
    COMBINE_SOURCES, CONVENTIONS, COORDINATES, ENVIRONMENTS, FACES, FOG_MODES, FOG_SOURCES, GENERATIONS,
    POLYGON_MODES, SHADE_MODELS, TRANSFORMS, WINDINGS,
};
use super::words::Words;
use super::{
    CombineParameter, EnvironmentParameter, FogParameter, GenerationParameter, LightModelParameter,
    LightParameter, MaterialParameter, PointParameter, StateCommand, TrackedName, blend, viewport,
};
use crate::error::{SceneError, wrong};

/// Reads what follows the first word of a command.
type Reader = fn(&mut Words<'_>) -> Result<StateCommand, StateError>;

/// The commands by their first words.
const COMMANDS: &[(&str, Reader)] = &[
    ("light", light),
    ("lightmodel", light_model),
    ("material", material),
    ("colormaterial", |words| {
        let (faces, mode) = (words.one_of(FACES)?, words.one_of(COLOR_MATERIALS)?);
        Ok(StateCommand::ColorMaterial(faces, mode))
    }),
    ("fog", fog),
    ("blend", blend::blend),
    ("samplecoverage", |words| {
        Ok(StateCommand::SampleCoverage {
            value: words.float()?,
            inverted: !words.is_empty() && words.flag()?,
        })
    }),
    ("samplemask", |words| {
        Ok(StateCommand::SampleMask(words.integer()?))
    }),
    ("minsampleshading", |words| {
        Ok(StateCommand::MinSampleShading(words.float()?))
    }),
    ("alphafunc", |words| {
        Ok(StateCommand::AlphaFunc(
            words.one_of(Compare::NAMES)?,
            words.float()?,
        ))
    }),
    ("depthfunc", |words| {
        Ok(StateCommand::DepthFunc(words.one_of(Compare::NAMES)?))
    }),
    ("depthmask", |words| Ok(StateCommand::DepthMask(words.flag()?))),
    ("depthrange", |words| {
        Ok(StateCommand::DepthRange {
            index: viewport::indexed(words)?,
            range: words.floats()?,
        })
    }),
    ("colormask", |words| {
        Ok(StateCommand::ColorMask {
            draw_buffer: blend::draw_buffer(words)?,
            written: [words.flag()?, words.flag()?, words.flag()?, words.flag()?],
        })
    }),
    ("clampcolor", |words| {
        let target = words.name()?;
        match target
            .strip_suffix("_COLOR")
            .unwrap_or(&target)
            .trim_start_matches("CLAMP_")
        {
            "VERTEX" => Ok(StateCommand::ClampVertexColor(words.flag()?)),
            "FRAGMENT" => Ok(StateCommand::ClampFragmentColor(words.one_of(CLAMPS)?)),
            _ => Err(StateError::parameter("colour clamping has", target)),
        }
    }),
    ("stencilfunc", |words| {
        Ok(StateCommand::StencilFunc {
            faces: words.one_of(FACES)?,
            function: words.one_of(Compare::NAMES)?,
            reference: words.integer()?,
            mask: words.stencil_mask()?,
        })
    }),
    ("stencilop", |words| {
        Ok(StateCommand::StencilOp {
            faces: words.one_of(FACES)?,
            fail: words.one_of(StencilOperation::NAMES)?,
            depth_fail: words.one_of(StencilOperation::NAMES)?,
            pass: words.one_of(StencilOperation::NAMES)?,
        })
    }),
    ("stencilmask", |words| {
        Ok(StateCommand::StencilMask(
            words.one_of(FACES)?,
            words.stencil_mask()?,
        ))
    }),
    ("logicop", |words| {
        Ok(StateCommand::LogicOp(words.one_of(LogicOperation::NAMES)?))
    }),
    ("cullface", |words| {
        Ok(StateCommand::CullFace(words.one_of(FACES)?))
    }),
    ("frontface", |words| {
        let clockwise = words.one_of(WINDINGS)?;
        Ok(StateCommand::FrontFace { clockwise })
    }),
    ("polygonmode", polygon_mode),
    // As piglit's runner spells it.
    ("polygon", |words| {
        words.one_of(&[("MODE", ())])?;
        polygon_mode(words)
    }),
    ("polygonoffset", |words| {
        let offset = words.floats()?;
        let clamp = if words.is_empty() { 0.0 } else { words.float()? };
        Ok(StateCommand::PolygonOffset { offset, clamp })
    }),
    ("linestipple", |words| {
        let factor: u32 = words.integer()?;
        let pattern = words.bits()?;
        Ok(StateCommand::LineStipple(LineStipple {
            factor: factor.clamp(1, 256),
            pattern: u16::try_from(pattern).map_err(|_| StateError::Pattern)?,
        }))
    }),
    ("polygonstipple", |words| {
        let mut rows = Vec::new();
        while !words.is_empty() {
            rows.push(words.bits()?);
        }
        match rows.len() {
            count @ 1..=32 if count.is_power_of_two() => {
                Ok(StateCommand::PolygonStipple(std::array::from_fn(|row| {
                    rows[row % count]
                })))
            }
            _ => Err(StateError::Rows),
        }
    }),
    ("samplelocation", |words| {
        if words.take("default") {
            return Ok(StateCommand::SampleLocationDefault);
        }
        let sample = words.integer()?;
        if sample >= MAX_SAMPLES {
            return Err(StateError::Sample);
        }
        let place = words.floats()?;
        Ok(StateCommand::SampleLocation { sample, place })
    }),
    ("shademodel", |words| {
        let flat = words.one_of(SHADE_MODELS)?;
        Ok(StateCommand::ShadeModel { flat })
    }),
    ("pointsize", |words| Ok(StateCommand::PointSize(positive(words)?))),
    ("pointparameter", point),
    ("linewidth", |words| Ok(StateCommand::LineWidth(positive(words)?))),
    ("scissor", |words| {
        Ok(StateCommand::Scissor {
            index: viewport::indexed(words)?,
            rectangle: rectangle(words)?,
        })
    }),
    ("viewport", viewport::viewport),
    ("viewportswizzle", viewport::swizzle),
    ("clipcontrol", |words| {
        Ok(StateCommand::ClipControl(ClipControl {
            upper_left: words.one_of(CLIP_ORIGINS)?,
            zero_to_one: words.one_of(CLIP_DEPTHS)?,
        }))
    }),
    ("provoking", |words| {
        words.one_of(&[("VERTEX", ())])?;
        Ok(StateCommand::ProvokingVertex(words.one_of(CONVENTIONS)?))
    }),
    ("primitive", |words| {
        words.one_of(&[("RESTART", ())])?;
        Ok(StateCommand::PrimitiveRestart(words.integer()?))
    }),
    ("clipplane", |words| {
        let plane = words.integer()?;
        if plane >= CLIP_PLANES {
            return Err(StateError::ClipPlane);
        }
        Ok(StateCommand::ClipPlane(plane, words.floats()?))
    }),
    ("trackmatrix", track),
    ("texenv", environment),
    ("texgen", generation),
];

/// Whether a word begins a state command.
pub(crate) fn is_state(word: &str) -> bool {
    COMMANDS.iter().any(|(name, _)| *name == word)
}

/// Reads a line that begins with a word for which [`is_state`] holds, at byte `at` of its file.
pub(crate) fn read(line: &str, at: u32) -> Result<StateCommand, SceneError> {
    let mut words = Words::new(line, at);
    command(&mut words).map_err(|error| wrong(words.last(), error))
}

/// Reads what follows `enable indexed` or `disable indexed`, at byte `at` of its file.
pub(crate) fn enable_indexed(rest: &str, at: u32, on: bool) -> Result<StateCommand, SceneError> {
    let mut words = Words::new(rest, at);
    indexed_enable(&mut words, on).map_err(|error| wrong(words.last(), error))
}

fn indexed_enable(words: &mut Words<'_>, on: bool) -> Result<StateCommand, StateError> {
    let name = words.name()?;
    let command = match name.as_str() {
        "BLEND" => StateCommand::BlendEnable {
            draw_buffer: blend::number(words)?,
            on,
        },
        "SCISSOR_TEST" => StateCommand::ScissorTest {
            viewport: viewport::number(words)?,
            on,
        },
        _ => return Err(StateError::Indexed(name)),
    };
    match words.is_empty() {
        true => Ok(command),
        false => Err(StateError::Long),
    }
}

fn command(words: &mut Words<'_>) -> Result<StateCommand, StateError> {
    let first = words.word()?;
    let reader = COMMANDS.iter().find(|(name, _)| *name == first);
    let (_, reader) = reader.ok_or_else(|| StateError::parameter("a scene has", first.to_owned()))?;
    let command = reader(words)?;
    match words.word() {
        Ok(_) => Err(StateError::Long),
        Err(_) => Ok(command),
    }
}

fn positive(words: &mut Words<'_>) -> Result<f32, StateError> {
    let value = words.float()?;
    if value > 0.0 {
        Ok(value)
    } else {
        Err(StateError::Size)
    }
}

fn polygon_mode(words: &mut Words<'_>) -> Result<StateCommand, StateError> {
    Ok(StateCommand::PolygonMode(
        words.one_of(FACES)?,
        words.one_of(POLYGON_MODES)?,
    ))
}

fn rectangle(words: &mut Words<'_>) -> Result<Rectangle, StateError> {
    Ok(Rectangle {
        x: words.integer()?,
        y: words.integer()?,
        width: words.integer()?,
        height: words.integer()?,
    })
}

fn light(words: &mut Words<'_>) -> Result<StateCommand, StateError> {
    let number = words.integer()?;
    if number >= LIGHTS {
        return Err(StateError::Light);
    }
    let name = words.name()?;
    let parameter = match name.as_str() {
        "AMBIENT" => LightParameter::Ambient(words.floats()?),
        "DIFFUSE" => LightParameter::Diffuse(words.floats()?),
        "SPECULAR" => LightParameter::Specular(words.floats()?),
        "POSITION" => LightParameter::Position(words.floats()?),
        "SPOT_DIRECTION" => LightParameter::SpotDirection(words.floats()?),
        "SPOT_EXPONENT" => LightParameter::SpotExponent(words.float()?),
        "SPOT_COSINE" => LightParameter::SpotCosine(words.float()?),
        "ATTENUATION" => LightParameter::Attenuation(words.floats()?),
        _ => return Err(StateError::parameter("a light has", name)),
    };
    Ok(StateCommand::Light(number, parameter))
}

fn light_model(words: &mut Words<'_>) -> Result<StateCommand, StateError> {
    let name = words.name()?;
    Ok(StateCommand::LightModel(match name.as_str() {
        "AMBIENT" | "LIGHT_MODEL_AMBIENT" => LightModelParameter::Ambient(words.floats()?),
        "LOCAL_VIEWER" | "LIGHT_MODEL_LOCAL_VIEWER" => LightModelParameter::LocalViewer(words.flag()?),
        "TWO_SIDE" | "LIGHT_MODEL_TWO_SIDE" => LightModelParameter::TwoSide(words.flag()?),
        "SEPARATE_SPECULAR" => LightModelParameter::SeparateSpecular(words.flag()?),
        _ => return Err(StateError::parameter("a light model has", name)),
    }))
}

fn material(words: &mut Words<'_>) -> Result<StateCommand, StateError> {
    let faces = words.one_of(FACES)?;
    let name = words.name()?;
    let parameter = match name.as_str() {
        "AMBIENT" => MaterialParameter::Ambient(words.floats()?),
        "DIFFUSE" => MaterialParameter::Diffuse(words.floats()?),
        "SPECULAR" => MaterialParameter::Specular(words.floats()?),
        "EMISSION" => MaterialParameter::Emission(words.floats()?),
        "SHININESS" => MaterialParameter::Shininess(words.float()?),
        _ => return Err(StateError::parameter("a material has", name)),
    };
    Ok(StateCommand::Material(faces, parameter))
}

fn fog(words: &mut Words<'_>) -> Result<StateCommand, StateError> {
    let name = words.name()?;
    Ok(StateCommand::Fog(match name.as_str() {
        "MODE" => FogParameter::Mode(words.one_of(FOG_MODES)?),
        "SOURCE" => FogParameter::Source(words.one_of(FOG_SOURCES)?),
        "COLOR" => FogParameter::Color(words.floats()?),
        "DENSITY" => FogParameter::Density(words.float()?),
        "START" => FogParameter::Start(words.float()?),
        "END" => FogParameter::End(words.float()?),
        _ => return Err(StateError::parameter("fog has", name)),
    }))
}

fn point(words: &mut Words<'_>) -> Result<StateCommand, StateError> {
    let name = words.name()?;
    Ok(StateCommand::PointParameter(match name.as_str() {
        "MIN" | "POINT_SIZE_MIN" => PointParameter::Min(words.float()?),
        "MAX" | "POINT_SIZE_MAX" => PointParameter::Max(words.float()?),
        "FADE" | "POINT_FADE_THRESHOLD_SIZE" => PointParameter::FadeThreshold(words.float()?),
        "ATTENUATION" | "POINT_DISTANCE_ATTENUATION" => PointParameter::Attenuation(words.floats()?),
        _ => return Err(StateError::parameter("points have", name)),
    }))
}

fn track(words: &mut Words<'_>) -> Result<StateCommand, StateError> {
    let address: usize = words.integer()?;
    if !address.is_multiple_of(4) || address > 92 {
        return Err(StateError::TrackedAddress(address));
    }
    let matrix = tracked(words.name()?)?;
    let transform = words.name()?;
    let transform = transform.strip_suffix("_NV").unwrap_or(&transform);
    let modifier: Option<&(&str, MatrixModifier)> = TRANSFORMS.iter().find(|(name, _)| *name == transform);
    let (_, modifier) = modifier.ok_or_else(|| StateError::Transform(transform.to_owned()))?;
    Ok(StateCommand::TrackMatrix {
        address,
        matrix,
        modifier: *modifier,
    })
}

/// The matrix of a name; none for NONE.
fn tracked(name: String) -> Result<Option<TrackedName>, StateError> {
    let short = name
        .strip_suffix("_NV")
        .or(name.strip_suffix("_ARB"))
        .unwrap_or(&name);
    let number = |prefix: &str, count: usize| {
        let number: usize = short.strip_prefix(prefix)?.parse().ok()?;
        (number < count).then_some(number as u32)
    };
    let matrix = match short {
        "NONE" => return Ok(None),
        "TEXTURE" => return Ok(Some(TrackedName::ActiveTexture)),
        "MODELVIEW" => Matrix::Modelview(0),
        "PROJECTION" => Matrix::Projection,
        "MODELVIEW_PROJECTION" => Matrix::Mvp,
        _ => match (number("TEXTURE", TEXTURE_COORDINATES), number("MATRIX", 8)) {
            (Some(unit), _) => Matrix::Texture(unit),
            (_, Some(number)) => Matrix::Program(number),
            (None, None) => return Err(StateError::TrackedMatrix(name)),
        },
    };
    Ok(Some(TrackedName::Matrix(matrix)))
}

fn environment(words: &mut Words<'_>) -> Result<StateCommand, StateError> {
    let name = words.name()?;
    Ok(StateCommand::TexEnv(match name.as_str() {
        "MODE" => EnvironmentParameter::Mode(words.one_of(ENVIRONMENTS)?),
        "COLOR" => EnvironmentParameter::Color(words.floats()?),
        _ => combine(name, words)?,
    }))
}

/// A parameter of COMBINE by its GL name.
fn combine(name: String, words: &mut Words<'_>) -> Result<EnvironmentParameter, StateError> {
    let split = match name.as_str() {
        "RGB_SCALE" => Some(("SCALE", "RGB")),
        "ALPHA_SCALE" => Some(("SCALE", "ALPHA")),
        name => name.rsplit_once('_'),
    };
    let unknown = |name: &str| StateError::parameter("a texture environment has", name.to_owned());
    let (part, alpha) = match split {
        Some((part, "RGB")) => (part, false),
        Some((part, "ALPHA")) => (part, true),
        _ => return Err(unknown(&name)),
    };
    let argument = part
        .chars()
        .last()
        .and_then(|last| last.to_digit(10))
        .unwrap_or(0) as usize;
    let parameter = match part.trim_end_matches(['0', '1', '2']) {
        "COMBINE" => CombineParameter::Function(words.one_of(COMBINE)?),
        "SRC" | "SOURCE" => CombineParameter::Source(argument, words.one_of(COMBINE_SOURCES)?),
        "OPERAND" => CombineParameter::Operand(argument, words.one_of(COMBINE_OPERANDS)?),
        "SCALE" => CombineParameter::Scale(words.one_of(COMBINE_SCALES)?),
        _ => return Err(unknown(&name)),
    };
    Ok(EnvironmentParameter::Combine { alpha, parameter })
}

fn generation(words: &mut Words<'_>) -> Result<StateCommand, StateError> {
    let coordinate = words.one_of(COORDINATES)?;
    let name = words.name()?;
    let parameter = match name.as_str() {
        "MODE" => GenerationParameter::Mode(words.one_of(GENERATIONS)?),
        "OBJECT_PLANE" => GenerationParameter::ObjectPlane(words.floats()?),
        "EYE_PLANE" => GenerationParameter::EyePlane(words.floats()?),
        _ => return Err(StateError::parameter("texture generation has", name)),
    };
    Ok(StateCommand::TexGen(coordinate, parameter))
}
