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
//! vectors, binding; storage buffers as `"storage"`: the same without a number, and so
//! buffers of atomic counters as `"counters"`; images as `"images"`: name, unit, target,
//! type of a texel, binding, access as BindImageTexture has it, and the format to bind it with, `null` for that of the
//! texture; subroutine parameters as `"subroutines"`: the name of the parameter, and the number of each function that
//! it may choose.
//!
//! What a geometry shader gives for transform feedback alone has the `"stream"` of its vertices, 1 to 3.
//!
//! The kinds of textures that are named by handles, which have to be resident, are listed as `"handles"`.
//!
//! A compute shader has its `"group_size"`: three numbers, or `null` where the dispatch says it, which in SPIR-V
//! specialises the constants 0 to 2.
//!
//! A parameter that FP1.0 names with DECLARE has the value in `"initial"` until it is set.
//!
//! Where parameters lie in a block, `"block"` has its name and binding. Textures of SPIR-V for Vulkan, WGSL, HLSL and
//! MSL have the binding of their `"sampler"`; parameters and textures of SPIR-V for OpenGL have their uniform `"location"`.

use std::collections::BTreeMap;

use quadrille_isa::gl::Family;
use quadrille_program::Layout;
use serde_json::Value;

use crate::form::{Components, Root, Scalar, Shader, StorageKind, Type, parameters_name, place};
use crate::options::{Options, Packing, SAMPLERS};
use crate::reflection::{self, Reflection};
use crate::target::{Support, Target};

/// The interface of a shader as JSON; the module shows its form. Places that a shading language names itself
/// have no location.
pub fn reflect(shader: &Shader, options: &Options) -> Value {
    reflection(shader, options).json()
}

/// The interface of a shader.
pub fn reflection(shader: &Shader, options: &Options) -> Reflection {
    let (offsets, size) = offsets(shader);
    let locations = locations(shader, options);
    let textures_at = locations.last().copied().unwrap_or_default();
    let images_at = textures_at + shader.textures.len() as u32;
    Reflection {
        stage: shader.stage,
        source: shader.header,
        target: options.target.row().name,
        options: shader.options.iter().map(|option| option.row().name()).collect(),
        extensions: extensions(shader, options.target),
        inputs: inputs(shader),
        outputs: outputs(shader),
        parameters: parameters(shader, options, &offsets, &locations),
        size,
        state: state(shader),
        names: names(shader),
        textures: textures(shader, options, textures_at),
        handles: handles(shader),
        buffers: buffers(shader),
        storage: storages(shader, StorageKind::Buffer),
        counters: storages(shader, StorageKind::Counters),
        images: images(shader, options, images_at),
        subroutines: subroutines(shader),
        group_size: match shader.layout {
            Layout::Compute { group_size, .. } => Some(group_size),
            Layout::None
            | Layout::Geometry(_)
            | Layout::TessellationControl { .. }
            | Layout::TessellationEvaluation(_) => None,
        },
        block: (options.packing == Packing::Block).then(|| reflection::Block {
            name: parameters_name(shader.stage)[0].clone(),
            binding: options.block_binding(shader.stage),
        }),
    }
}

/// The inputs that the shader reads.
fn inputs(shader: &Shader) -> Vec<reflection::Variable> {
    let read = shader.inputs.iter().filter(|input| input.used != 0);
    let inputs = read.map(|input| reflection::Variable {
        name: input.name.clone(),
        ty: type_name(input.ty),
        binding: input.binding.to_string(),
        location: input.kind.location().filter(|_| input.built_in.is_none()),
        components: Components::of_mask(input.used).letters(),
        stream: None,
    });
    inputs.collect()
}

fn outputs(shader: &Shader) -> Vec<reflection::Variable> {
    let outputs = shader.outputs.iter().map(|output| reflection::Variable {
        name: output.name.clone(),
        ty: type_name(output.ty),
        binding: output.binding.to_string(),
        location: output.kind.location().filter(|_| !output.is_built_in),
        components: Components::of_mask(output.used).letters(),
        stream: output.kind.stream(),
    });
    outputs.collect()
}

/// The parameters, but those that GL gives itself, which need not be set. Offsets and locations are those of all.
fn parameters(
    shader: &Shader,
    options: &Options,
    offsets: &[u32],
    locations: &[u32],
) -> Vec<reflection::Parameter> {
    // In HLSL of shader model 3 they are constant registers.
    let is_numbered = matches!(options.target, Target::SpirvOpengl | Target::HlslSm3);
    let is_located = is_numbered && options.packing == Packing::Plain;
    let parameters = shader.parameters.iter().enumerate();
    let set = parameters.filter(|(_, parameter)| parameter.built_in.is_none());
    let parameters = set.map(|(at, parameter)| reflection::Parameter {
        name: parameter.name.clone(),
        ty: type_name(parameter.ty),
        length: parameter.length,
        offset: offsets[at],
        added: parameter.added,
        elements: parameter
            .elements
            .iter()
            .map(|element| element.map(|binding| binding.to_string()))
            .collect(),
        // JSON has no infinities.
        initial: parameter
            .initial
            .map(|initial| initial.map(|bits| f32::from_bits(bits).clamp(f32::MIN, f32::MAX))),
        location: is_located.then(|| locations[at]),
    });
    parameters.collect()
}

/// The textures with units, whose locations follow each other.
fn textures(shader: &Shader, options: &Options, first_location: u32) -> Vec<reflection::Texture> {
    let is_located = options.target == Target::SpirvOpengl;
    let distance = if options.target.numbers_by_kind() {
        0
    } else {
        SAMPLERS
    };
    let textures = shader.textures.iter();
    let textures = textures.filter_map(|texture| Some((texture, texture.unit?)));
    let textures = (first_location..)
        .zip(textures)
        .map(|(location, (texture, unit))| reflection::Texture {
            name: texture.name.clone(),
            unit,
            target: texture.target.row().name,
            ty: type_name(Type::new(texture.texel, 4)),
            binding: texture.binding,
            location: is_located.then_some(location),
            sampler: (options.target.is_vulkan() && texture.is_filtered())
                .then(|| texture.binding + distance),
        });
    textures.collect()
}

fn handles(shader: &Shader) -> Vec<reflection::Handle> {
    let handled = shader.textures.iter().filter(|texture| texture.unit.is_none());
    let handles = handled.map(|texture| reflection::Handle {
        target: texture.target.row().name,
        ty: type_name(Type::new(texture.texel, 4)),
    });
    handles.collect()
}

fn buffers(shader: &Shader) -> Vec<reflection::Buffer> {
    let buffers = shader.buffers.iter().map(|buffer| reflection::Buffer {
        name: buffer.name.clone(),
        buffer: buffer.number,
        ty: type_name(buffer.ty),
        length: buffer.length,
        binding: buffer.binding,
    });
    buffers.collect()
}

/// The images with units; each image has a location.
fn images(shader: &Shader, options: &Options, first_location: u32) -> Vec<reflection::Image> {
    let is_located = options.target == Target::SpirvOpengl;
    let images = (first_location..).zip(&shader.images);
    let images = images.filter_map(|(location, image)| {
        Some(reflection::Image {
            name: image.name.clone(),
            unit: image.unit?,
            target: image.target.row().name,
            ty: type_name(Type::new(image.texel, 4)),
            format: image.format.map(|format| format.row().name),
            access: match (image.reads, image.writes) {
                (true, true) => "read-write",
                (_, false) => "read-only",
                (false, true) => "write-only",
            },
            binding: image.binding,
            location: is_located.then_some(location),
        })
    });
    images.collect()
}

fn subroutines(shader: &Shader) -> Vec<reflection::Subroutine> {
    let subroutines = shader.subroutines.iter().map(|choice| reflection::Subroutine {
        name: shader.parameters[choice.parameter as usize].name.clone(),
        ty: choice.of.clone(),
        functions: choice.functions.iter().cloned().collect(),
    });
    subroutines.collect()
}

/// The storage buffers that are of a kind in the program.
fn storages(shader: &Shader, kind: StorageKind) -> Vec<reflection::Storage> {
    let storages = shader.storages.iter().filter(|storage| storage.kind == kind);
    let storages = storages.map(|storage| reflection::Storage {
        name: storage.name.clone(),
        buffer: storage.number,
        ty: type_name(Type::new(storage.word, 1)),
        binding: storage.binding,
    });
    storages.collect()
}

/// The extensions that a shader asks for.
fn extensions(shader: &Shader, target: Target) -> Vec<&'static str> {
    let features = shader.features.iter();
    let mut extensions: Vec<&str> = features
        .filter_map(|feature| match target.support(*feature) {
            Support::Extension(name) => Some(name),
            Support::Core | Support::Missing => None,
        })
        .collect();
    extensions.sort_unstable();
    extensions.dedup();
    extensions
}

/// The offset of each parameter in a block with the std140 layout, and the first offset of the next block (GL 4.5,
/// 7.6.2.2).
pub fn offsets(shader: &Shader) -> (Vec<u32>, u32) {
    let mut end = shader.parameters_at;
    let mut offsets = Vec::with_capacity(shader.parameters.len());
    for parameter in &shader.parameters {
        if parameter.built_in.is_some() {
            offsets.push(end);
            continue;
        }
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

/// Locations of uniforms of each stage in SPIR-V for OpenGL, which numbers those of all stages together: a vertex shader's
/// begin at 0, a fragment shader's behind as many.
pub const UNIFORMS: u32 = 512;

/// The location of each parameter as a uniform of its own, and last the one behind them, where textures begin
/// (ARB_gl_spirv: an array has one for each element).
pub fn locations(shader: &Shader, options: &Options) -> Vec<u32> {
    let are_registers = options.target == Target::HlslSm3;
    let mut next = if are_registers {
        0
    } else {
        place(shader.stage) * UNIFORMS
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

/// GL state that the program reads, but what GL gives by its own names.
fn state(shader: &Shader) -> Vec<String> {
    let parameters = shader.parameters.iter();
    let set = parameters.filter(|parameter| parameter.built_in.is_none());
    set.flat_map(|parameter| &parameter.elements)
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

/// The program's names for parts of its interface.
fn names(shader: &Shader) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    for alias in &shader.aliases {
        let place = match alias.root {
            Root::Input(at) => &shader.inputs[at as usize].name,
            Root::Output(at) => &shader.outputs[at as usize].name,
            Root::Parameter(at) => &shader.parameters[at as usize].name,
            Root::Buffer(at) => &shader.buffers[at as usize].name,
            Root::Storage(at) => &shader.storages[at as usize].name,
            Root::Variable(_)
            | Root::Shared
            | Root::Address(_)
            | Root::Constant(_)
            | Root::Argument(_)
            | Root::Local(_) => continue,
        };
        let index = alias.index.map_or_else(String::new, |index| format!("[{index}]"));
        names.insert(alias.name.clone(), format!("{place}{index}"));
    }
    names
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
