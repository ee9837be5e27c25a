//! Transform feedback of programs (NV_transform_feedback): a context, or each of its transform feedback objects, has a list of
//! attributes, and drivers record outputs of shaders, whole and by their names. So the last shader before the rasterizer gets
//! an output for each attribute of the list, of the components that are recorded, and is linked with their names. What has no
//! program becomes one while something is recorded.

use std::collections::BTreeMap;
use std::fmt::Write;

use quadrille_isa::gl::{Family, Limits, Stage};
use quadrille_pipeline::feedback::{BufferMode, Capture, FeedbackAttribute, FeedbackError, FeedbackLayout};
use quadrille_translate::Translation;
use quadrille_translate::form::{Scalar, Shader};

use super::Context;
use crate::gl::{Gl, Recorded, number};

/// A list of attributes, as it is linked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct List {
    captures: Vec<Capture>,
    mode: BufferMode,
    /// Whether colours are clamped before they are recorded.
    clamps: bool,
}

/// What a context has of transform feedback.
#[derive(Debug, Default)]
pub(super) struct Feedback {
    /// The list of each object; object 0 is there without its extension.
    objects: BTreeMap<u32, (Vec<Capture>, BufferMode)>,
    /// Lists that were recorded, by their numbers from 1.
    lists: Vec<List>,
    /// The number of the list that is recorded now; 0 while none is.
    pub(super) now: usize,
    /// Whether the driver records it: then it is one program that it draws with.
    pub(super) is_begun: bool,
}

impl Feedback {
    /// The list of a number.
    pub(super) fn list(&self, number: usize) -> Option<&List> {
        self.lists.get(number.checked_sub(1)?)
    }

    fn number(&mut self, list: List) -> usize {
        let known = self.lists.iter().position(|one| *one == list);
        let at = known.unwrap_or_else(|| {
            self.lists.push(list);
            self.lists.len() - 1
        });
        at + 1
    }
}

impl Context {
    /// TransformFeedbackAttribsNV: a name, a number of components and an index for each attribute.
    pub(crate) fn feedback_attributes(&mut self, gl: &dyn Gl, attributes: &[[i32; 3]], mode: u32) {
        if !self.may() {
            return;
        }
        let mode = match mode {
            number::INTERLEAVED_ATTRIBS => BufferMode::Interleaved,
            number::SEPARATE_ATTRIBS => BufferMode::Separate,
            _ => return self.raise(number::INVALID_ENUM),
        };
        if gl.integer(number::TRANSFORM_FEEDBACK_ACTIVE) != 0 {
            return self.raise(number::INVALID_OPERATION);
        }
        let captures: Result<Vec<Capture>, u32> = attributes.iter().map(capture).collect();
        let checked = captures.and_then(|captures| {
            let layout = FeedbackLayout::new(&captures, mode, &[], &limits(gl));
            layout.map(|_| captures).map_err(error)
        });
        match checked {
            Ok(captures) => {
                let object = self.feedback_object(gl);
                self.feedback.objects.insert(object, (captures, mode));
            }
            Err(error) => self.raise(error),
        }
    }

    /// The transform feedback object that is bound.
    fn feedback_object(&self, gl: &dyn Gl) -> u32 {
        match self.has_feedback_objects {
            true => gl.integer(number::TRANSFORM_FEEDBACK_BINDING).cast_unsigned(),
            false => 0,
        }
    }

    /// DeleteTransformFeedbacks: lists go with their objects.
    pub(crate) fn feedback_deleted(&mut self, objects: &[u32]) {
        for object in objects.iter().filter(|object| **object != 0) {
            self.feedback.objects.remove(object);
        }
    }

    /// The number of attributes and their mode, as GetIntegerv gives them.
    pub(super) fn feedback_integer(&self, gl: &dyn Gl, name: u32) -> i32 {
        let list = self.feedback.objects.get(&self.feedback_object(gl));
        match (name, list) {
            (number::TRANSFORM_FEEDBACK_ATTRIBS_NV, Some((captures, _))) => captures.len() as i32,
            (number::TRANSFORM_FEEDBACK_ATTRIBS_NV, None) => 0,
            (_, Some((_, BufferMode::Separate))) => number::SEPARATE_ATTRIBS.cast_signed(),
            (_, _) => number::INTERLEAVED_ATTRIBS.cast_signed(),
        }
    }

    /// Recording is about to begin, or to go on: whether the driver may be asked for it. It takes what it records of the
    /// program that is used then.
    pub(crate) fn before_feedback(&mut self, gl: &dyn Gl) -> bool {
        if self.in_begin || self.has_shaders(gl) {
            return true;
        }
        let list = self.feedback.objects.get(&self.feedback_object(gl)).cloned();
        let Some((captures, mode)) = list.filter(|(captures, _)| !captures.is_empty()) else {
            // What is used for draws has nothing to record either.
            self.raise(number::INVALID_OPERATION);
            return false;
        };
        let list = List {
            captures,
            mode,
            clamps: gl.integer(number::CLAMP_VERTEX_COLOR) == 1,
        };
        self.feedback.now = self.feedback.number(list);
        let is_ready = self.is_ready_again(gl);
        if !is_ready {
            self.after_feedback();
            self.raise(number::INVALID_OPERATION);
        }
        is_ready
    }

    /// The driver was asked for it, and may have said that it is an error.
    pub(crate) fn feedback_began(&mut self, gl: &dyn Gl) {
        if self.feedback.now == 0 {
            return;
        }
        self.feedback.is_begun = gl.integer(number::TRANSFORM_FEEDBACK_ACTIVE) != 0
            && gl.integer(number::TRANSFORM_FEEDBACK_PAUSED) == 0;
        if !self.feedback.is_begun {
            self.after_feedback();
        }
    }

    /// Recording has ended, or pauses, or did not begin: draws are without it from now on.
    pub(crate) fn after_feedback(&mut self) {
        if self.feedback.now != 0 {
            (self.feedback.now, self.feedback.is_begun, self.stale) = (0, false, true);
        }
    }
}

/// An entry of a list.
fn capture([name, components, index]: &[i32; 3]) -> Result<Capture, u32> {
    use FeedbackAttribute as A;
    match name {
        -2 => return Ok(Capture::NextBuffer),
        // SKIP_COMPONENTS4_NV to SKIP_COMPONENTS1_NV.
        -6..=-3 => return Ok(Capture::Skip((name + 7) as u8)),
        _ => {}
    }
    let index = || u32::try_from(*index).map_err(|_| number::INVALID_VALUE);
    let attribute = match name {
        0x1203 => A::Position,
        0x8577 | 0x852c => A::PrimaryColor,
        0x852d => A::SecondaryColor,
        0x8c77 => A::BackPrimaryColor,
        0x8c78 => A::BackSecondaryColor,
        0x8451 => A::FogCoordinate,
        0x0b11 => A::PointSize,
        0x8c79 => A::TextureCoordinate(index()?),
        0x8c7a => A::ClipDistance(index()?),
        0x8c7b => A::VertexId,
        0x8c7c => A::PrimitiveId,
        0x8c7d => A::Generic(index()?),
        0x8daa => A::Layer,
        _ => return Err(number::INVALID_ENUM),
    };
    let components = u8::try_from(*components).map_err(|_| number::INVALID_OPERATION)?;
    Ok(Capture::Attribute {
        attribute,
        components,
    })
}

fn limits(gl: &dyn Gl) -> Limits {
    let limit = |name| gl.integer(name).cast_unsigned();
    Limits {
        feedback_interleaved_components: limit(number::MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS),
        feedback_separate_attributes: limit(number::MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS),
        feedback_separate_components: limit(number::MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS),
        ..Limits::default()
    }
}

/// What GL raises (NV_transform_feedback, "Errors").
fn error(error: FeedbackError) -> u32 {
    match error {
        FeedbackError::Index { .. } | FeedbackError::Buffers { .. } | FeedbackError::Interleaved { .. } => {
            number::INVALID_VALUE
        }
        FeedbackError::Components { .. }
        | FeedbackError::Twice(_)
        | FeedbackError::Separate
        | FeedbackError::Skip(_)
        | FeedbackError::Stream(_)
        | FeedbackError::Streams { .. }
        | FeedbackError::Nothing
        | FeedbackError::NoBuffer(_)
        | FeedbackError::Overlap(_)
        | FeedbackError::Read { .. }
        | FeedbackError::Primitive { .. } => number::INVALID_OPERATION,
    }
}

/// The type of an output that is recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OutputType {
    Int,
    /// So many components, 1 to 4.
    Float(u8),
}

impl OutputType {
    fn of(attribute: FeedbackAttribute, components: u8) -> OutputType {
        match attribute {
            FeedbackAttribute::VertexId | FeedbackAttribute::PrimitiveId | FeedbackAttribute::Layer => {
                OutputType::Int
            }
            FeedbackAttribute::Position
            | FeedbackAttribute::PointSize
            | FeedbackAttribute::ClipDistance(_)
            | FeedbackAttribute::PrimaryColor
            | FeedbackAttribute::SecondaryColor
            | FeedbackAttribute::BackPrimaryColor
            | FeedbackAttribute::BackSecondaryColor
            | FeedbackAttribute::FogCoordinate
            | FeedbackAttribute::TextureCoordinate(_)
            | FeedbackAttribute::Generic(_) => OutputType::Float(components.clamp(1, 4)),
        }
    }

    fn name(self) -> &'static str {
        match self {
            OutputType::Int => "int",
            OutputType::Float(0 | 1) => "float",
            OutputType::Float(2) => "vec2",
            OutputType::Float(3) => "vec3",
            OutputType::Float(_) => "vec4",
        }
    }

    /// Whether it is not interpolated, which must be said of integers.
    fn is_flat(self) -> bool {
        self == OutputType::Int
    }
}

const MAIN: &str = "void main() {";
/// Stream 0 is the one that is recorded.
const EMITS: [&str; 2] = ["EmitStreamVertex(0);", "EmitVertex();"];

impl List {
    /// The attributes.
    pub(super) fn attributes(&self) -> impl Iterator<Item = FeedbackAttribute> {
        self.captures.iter().filter_map(|capture| match capture {
            Capture::Attribute { attribute, .. } => Some(*attribute),
            Capture::Skip(_) | Capture::NextBuffer => None,
        })
    }

    /// Gives the last shader before the rasterizer outputs for what is recorded: what transform feedback calls them.
    pub(super) fn add_to(&self, shaders: &mut [Translation]) -> Recorded {
        let mut recorded = Recorded {
            names: Vec::new(),
            mode: match self.mode {
                BufferMode::Interleaved => number::INTERLEAVED_ATTRIBS,
                BufferMode::Separate => number::SEPARATE_ATTRIBS,
            },
        };
        let mut before = shaders.iter_mut().rev();
        let Some(last) = before.find(|one| one.shader.stage != Stage::Fragment) else {
            return recorded;
        };
        let mut prefix = "recorded".to_owned();
        while last.text.contains(&prefix) {
            prefix.push('_');
            prefix.push('n');
        }
        let (mut declared, mut set) = (String::new(), String::new());
        for (at, capture) in self.captures.iter().enumerate() {
            let name = match *capture {
                Capture::Skip(count) => format!("gl_SkipComponents{count}"),
                Capture::NextBuffer => "gl_NextBuffer".to_owned(),
                Capture::Attribute {
                    attribute,
                    components,
                } => {
                    let name = format!("{prefix}{at}");
                    let (ty, value) = self.value(&last.shader, attribute, components);
                    let (flat, ty) = (if ty.is_flat() { "flat " } else { "" }, ty.name());
                    let _ = writeln!(declared, "{flat}out {ty} {name};");
                    let _ = writeln!(set, "    {name} = {value};");
                    name
                }
            };
            recorded.names.push(name);
        }
        last.text = match last.shader.stage {
            Stage::Geometry => emitting(&last.text, &prefix, &declared, &set),
            _ => {
                let own = format!("{declared}\nvoid {prefix}_main() {{");
                let text = last.text.replacen(MAIN, &own, 1);
                format!("{text}\nvoid main() {{\n    {prefix}_main();\n{set}}}\n")
            }
        };
        recorded
    }

    /// The type of what is recorded of an attribute, and its value; 0 of one that the shader does not give, which is undefined.
    fn value(&self, shader: &Shader, attribute: FeedbackAttribute, components: u8) -> (OutputType, String) {
        let binding = attribute.binding();
        let output = shader.outputs.iter().find(|output| output.binding == binding);
        let own = match attribute {
            FeedbackAttribute::Position => Some("gl_Position".to_owned()),
            FeedbackAttribute::PointSize => Some("gl_PointSize".to_owned()),
            FeedbackAttribute::ClipDistance(number) => Some(format!("gl_ClipDistance[{number}]")),
            FeedbackAttribute::PrimitiveId => Some("gl_PrimitiveID".to_owned()),
            FeedbackAttribute::Layer => Some("gl_Layer".to_owned()),
            FeedbackAttribute::PrimaryColor
            | FeedbackAttribute::SecondaryColor
            | FeedbackAttribute::BackPrimaryColor
            | FeedbackAttribute::BackSecondaryColor
            | FeedbackAttribute::FogCoordinate
            | FeedbackAttribute::TextureCoordinate(_)
            | FeedbackAttribute::VertexId
            | FeedbackAttribute::Generic(_) => None,
        };
        let part = ["", "x", "xy", "xyz", "xyzw"][usize::from(components).min(4)];
        let ty = OutputType::of(attribute, components);
        let Some(output) = output else {
            return match attribute {
                FeedbackAttribute::VertexId if shader.stage == Stage::Vertex => {
                    (ty, "gl_VertexID".to_owned())
                }
                _ => (ty, format!("{}(0)", ty.name())),
            };
        };
        let name = own.unwrap_or_else(|| output.name.clone());
        let value = match output.ty.is_scalar() {
            true => name,
            false if output.ty.scalar == Scalar::Float => format!("{name}.{part}"),
            false => format!("intBitsToFloat({name}).{part}"),
        };
        let value = match binding.family == Family::ResultColor && self.clamps {
            true => format!("clamp({value}, 0.0, 1.0)"),
            false => value,
        };
        (ty, value)
    }
}

/// A geometry shader that sets its outputs as it emits a vertex.
fn emitting(text: &str, prefix: &str, declared: &str, set: &str) -> String {
    // A function may be called before it is there, if it was announced behind the first lines.
    let start = text
        .split_inclusive('\n')
        .take_while(|line| line.starts_with('#'))
        .map(str::len)
        .sum();
    let (first, rest) = text.split_at(start);
    let emit = format!("{prefix}_emit();");
    let own = EMITS.into_iter().find(|own| rest.contains(own)).unwrap_or("");
    let rest = match own {
        "" => rest.to_owned(),
        own => rest.replace(own, &emit),
    };
    format!("{first}\n{declared}\nvoid {emit}\n{rest}\nvoid {prefix}_emit() {{\n{set}    {own}\n}}\n")
}
