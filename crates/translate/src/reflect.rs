//! Reflection: what a shader gets and gives, as JSON for the engine that binds it.
//!
//! ```json
//! {
//!   "stage": "fragment", "source": "!!ARBfp1.0", "target": "glsl-es300",
//!   "options": ["ARB_precision_hint_fastest"], "extensions": [],
//!   "inputs": [{ "name": "v_color", "type": "vec4", "binding": "fragment.color", "location": 0, "components": "xyzw" }],
//!   "outputs": [{ "name": "o_color0", "type": "vec4", "binding": "result.color", "location": 0, "components": "xyzw" }],
//!   "parameters": [{ "name": "u_fragment_local", "type": "vec4", "length": 2, "offset": 0,
//!                    "elements": ["program.local[0]", null] }],
//!   "size": 32, "state": [], "names": { "tint": "u_fragment_local[0]" },
//!   "textures": [{ "name": "texture0", "unit": 0, "target": "2D", "type": "vec4", "binding": 0 }]
//! }
//! ```
//!
//! Program parameter buffers are listed as `"buffers"`: name, binding point in the program, type and number of
//! vectors, binding; storage buffers as `"storage"`: the same without a number; images as `"images"`: name, unit, target,
//! type of a texel, binding, access as BindImageTexture has it, and the format to bind it with, `null` for that of the
//! texture; subroutine parameters as `"subroutines"`: the name of the parameter, and the number of each function that
//! it may choose.
//!
//! The kinds of textures that are named by handles, which have to be resident, are listed as `"handles"`.
//!
//! A parameter that FP1.0 names with DECLARE has the value in `"initial"` until it is set.
//!
//! Where parameters lie in a block, `"block"` has its name and binding. Textures of Vulkan and its kin have the
//! binding of their `"sampler"`; parameters and textures of SPIR-V for OpenGL have their uniform `"location"`.

use quadrille_isa::gl::{Family, Stage};
use serde_json::{Value, json};

use crate::form::{Components, InputKind, OutputKind, Root, Scalar, Shader, Type};
use crate::options::{Options, Packing, SAMPLERS};
use crate::target::{Support, Target};

/// The interface of a shader as JSON; the module shows its form. Places that a shading language names itself
/// have no location.
pub fn reflect(shader: &Shader, options: &Options) -> Value {
    let (offsets, size) = offsets(shader);
    let locations = locations(shader, options);
    let locates = options.target == Target::SpirvOpengl;
    let textures_at = locations.last().copied().unwrap_or_default();
    let features = &shader.features;
    let mut extensions: Vec<&str> = features
        .iter()
        .filter_map(|feature| match options.target.support(*feature) {
            Support::Extension(name) => Some(name),
            Support::Core | Support::Missing => None,
        })
        .collect();
    extensions.sort_unstable();
    extensions.dedup();
    let mut reflection = json!({
        "stage": if shader.stage == Stage::Vertex { "vertex" } else { "fragment" },
        "source": shader.header,
        "target": options.target.row().name,
        "options": shader.options.iter().map(|option| option.row().name()).collect::<Vec<_>>(),
        "extensions": extensions,
        "inputs": shader.inputs.iter().map(|input| {
            let location = match input.kind {
                InputKind::Attribute(location) | InputKind::AttributeHalf(location, _) | InputKind::Varying(location, _) => Some(location),
                _ => None,
            };
            json!({
                "name": input.name,
                "type": type_name(input.ty),
                "binding": input.binding.to_string(),
                "location": location,
                "components": Components::of_mask(input.used).letters(),
            })
        }).collect::<Vec<_>>(),
        "outputs": shader.outputs.iter().map(|output| {
            let location = match output.kind {
                OutputKind::Varying(location, _) | OutputKind::Color(location, _) => Some(location),
                _ => None,
            };
            json!({
                "name": output.name,
                "type": type_name(output.ty),
                "binding": output.binding.to_string(),
                "location": location,
                "components": Components::of_mask(output.used).letters(),
            })
        }).collect::<Vec<_>>(),
        "parameters": shader.parameters.iter().zip(&offsets).enumerate().map(|(at, (parameter, offset))| {
            let mut row = json!({
                "name": parameter.name,
                "type": type_name(parameter.ty),
                "length": parameter.length,
                "offset": offset,
                "elements": parameter.elements.iter()
                    .map(|element| element.map(|binding| binding.to_string()))
                    .collect::<Vec<_>>(),
            });
            if let Some(initial) = parameter.initial {
                // JSON has no infinities.
                let finite = initial.map(|bits| f32::from_bits(bits).clamp(f32::MIN, f32::MAX));
                row["initial"] = finite.into_iter().map(Value::from).collect();
            }
            if locates && options.packing == Packing::Plain {
                row["location"] = locations[at].into();
            }
            row
        }).collect::<Vec<_>>(),
        "size": size,
        "state": state(shader),
        "names": names(shader),
        "textures": shader.textures.iter().filter(|texture| texture.unit.is_some()).enumerate().map(|(at, texture)| {
            let mut row = json!({
                "name": texture.name,
                "unit": texture.unit,
                "target": texture.target.row().name,
                "type": type_name(Type::new(texture.texel, 4)),
                "binding": texture.binding,
            });
            if locates {
                row["location"] = (textures_at + at as u32).into();
            }
            if options.target.is_vulkan() && texture.is_filtered() {
                row["sampler"] = (texture.binding + SAMPLERS).into();
            }
            row
        }).collect::<Vec<_>>(),
    });
    if shader.textures.iter().any(|texture| texture.unit.is_none()) {
        let handled = shader.textures.iter().filter(|texture| texture.unit.is_none());
        let each = handled.map(|texture| {
            json!({
                "target": texture.target.row().name,
                "type": type_name(Type::new(texture.texel, 4)),
            })
        });
        reflection["handles"] = each.collect();
    }
    if !shader.buffers.is_empty() {
        let each = shader.buffers.iter().map(|buffer| {
            json!({
                "name": buffer.name,
                "buffer": buffer.number,
                "type": type_name(buffer.ty),
                "length": buffer.length,
                "binding": buffer.binding,
            })
        });
        reflection["buffers"] = each.collect();
    }
    if !shader.storages.is_empty() {
        let each = shader.storages.iter().map(|storage| {
            json!({
                "name": storage.name,
                "buffer": storage.number,
                "type": type_name(Type::new(storage.word, 1)),
                "binding": storage.binding,
            })
        });
        reflection["storage"] = each.collect();
    }
    if !shader.images.is_empty() {
        let images_at = textures_at + shader.textures.len() as u32;
        let each = shader.images.iter().enumerate().map(|(at, image)| {
            let mut row = json!({
                "name": image.name,
                "unit": image.unit,
                "target": image.target.row().name,
                "type": type_name(Type::new(image.texel, 4)),
                "format": image.format.map(|format| format.row().name),
                "access": match (image.reads, image.writes) {
                    (true, true) => "read-write",
                    (_, false) => "read-only",
                    (false, true) => "write-only",
                },
                "binding": image.binding,
            });
            if locates {
                row["location"] = (images_at + at as u32).into();
            }
            row
        });
        reflection["images"] = each.collect();
    }
    if !shader.subroutines.is_empty() {
        let each = shader.subroutines.iter().map(|choice| {
            let functions = choice.functions.iter();
            let functions: serde_json::Map<String, Value> = functions
                .map(|(name, number)| (name.clone(), (*number).into()))
                .collect();
            json!({
                "name": shader.parameters[choice.parameter as usize].name,
                "type": choice.of,
                "functions": functions,
            })
        });
        reflection["subroutines"] = each.collect();
    }
    if options.packing == Packing::Block {
        reflection["block"] = json!({
            "name": if shader.stage == Stage::Vertex { "VertexParameters" } else { "FragmentParameters" },
            "binding": options.block_binding(shader.stage),
        });
    }
    reflection
}

/// Where each parameter lies in a block with the std140 layout, and where the next block may begin (GL 4.5,
/// 7.6.2.2).
pub fn offsets(shader: &Shader) -> (Vec<u32>, u32) {
    let mut end = shader.parameters_at;
    let mut offsets = Vec::with_capacity(shader.parameters.len());
    for parameter in &shader.parameters {
        let (alignment, size) = match (parameter.length, parameter.ty.width) {
            (Some(length), _) => (16, 16 * length),
            (None, 1) => (4, 4),
            (None, 2) => (8, 8),
            (None, width) => (16, 4 * u32::from(width)),
        };
        end = end.next_multiple_of(alignment);
        offsets.push(end);
        end += size;
    }
    (offsets, end.next_multiple_of(16))
}

/// Where the locations of a fragment shader's uniforms begin in SPIR-V for OpenGL, which numbers those of both
/// stages together; a vertex shader's begin at 0.
pub const FRAGMENT_UNIFORMS: u32 = 512;

/// The location of each parameter as a uniform of its own, and last the one behind them, where textures begin
/// (ARB_gl_spirv: an array has one for each element).
pub fn locations(shader: &Shader, options: &Options) -> Vec<u32> {
    let mut next = match shader.stage {
        Stage::Vertex => 0,
        _ => FRAGMENT_UNIFORMS,
    };
    let mut locations = Vec::with_capacity(shader.parameters.len() + 1);
    if options.packing == Packing::Plain {
        for parameter in &shader.parameters {
            locations.push(next);
            next += parameter.length.unwrap_or(1);
        }
    }
    locations.push(next);
    locations
}

/// GL state that the program reads.
fn state(shader: &Shader) -> Vec<String> {
    let elements = shader.parameters.iter().flat_map(|parameter| &parameter.elements);
    elements
        .flatten()
        .filter(|binding| {
            !matches!(
                binding.family,
                Family::ProgramLocal | Family::ProgramEnv | Family::ProgramSubroutine
            )
        })
        .map(ToString::to_string)
        .collect()
}

/// What the program calls parts of its interface.
fn names(shader: &Shader) -> Value {
    let mut names = serde_json::Map::new();
    for alias in &shader.aliases {
        let place = match alias.root {
            Root::Input(at) => &shader.inputs[at as usize].name,
            Root::Output(at) => &shader.outputs[at as usize].name,
            Root::Parameter(at) => &shader.parameters[at as usize].name,
            Root::Buffer(at) => &shader.buffers[at as usize].name,
            Root::Storage(at) => &shader.storages[at as usize].name,
            Root::Variable(_) | Root::Constant(_) | Root::Argument(_) | Root::Local(_) => continue,
        };
        let index = alias.index.map_or_else(String::new, |index| format!("[{index}]"));
        names.insert(alias.name.clone(), format!("{place}{index}").into());
    }
    Value::Object(names)
}

fn type_name(ty: Type) -> String {
    let (one, many) = match ty.scalar {
        Scalar::Bool => ("bool", "bvec"),
        Scalar::Int => ("int", "ivec"),
        Scalar::Uint => ("uint", "uvec"),
        Scalar::Float => ("float", "vec"),
        Scalar::Long => ("int64", "i64vec"),
        Scalar::Ulong => ("uint64", "u64vec"),
        Scalar::Double => ("double", "dvec"),
    };
    if ty.is_scalar() {
        one.to_owned()
    } else {
        format!("{many}{}", ty.width)
    }
}
