//! The interface of a shader, as types. Serialized, they are the JSON that [`reflect`](crate::reflect()) describes:
//! what is `None` or empty is left out, but where a field says that it is null.

use std::collections::BTreeMap;

use quadrille_isa::gl::Stage;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::form::{AddedParameter, stage_word};

/// The interface of a shader.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reflection {
    /// The stage, by its word: vertex, control, evaluation, geometry, fragment or compute.
    #[serde(serialize_with = "stage")]
    pub stage: Stage,
    /// The header of the program.
    pub source: &'static str,
    /// The name of the target.
    pub target: &'static str,
    /// The options of the program, by name.
    pub options: Vec<&'static str>,
    /// The extensions that the shader asks for.
    pub extensions: Vec<&'static str>,
    /// Attributes, or the varyings that the vertex shader writes.
    pub inputs: Vec<Variable>,
    /// Varyings, or colours and depth.
    pub outputs: Vec<Variable>,
    /// Uniforms, or the members of the block.
    pub parameters: Vec<Parameter>,
    /// The end of the parameters in a block: a multiple of 16 bytes.
    pub size: u32,
    /// The GL state that the program reads, and that is to be set.
    pub state: Vec<String>,
    /// Names of the program for parts of its interface, and the parts.
    pub names: BTreeMap<String, String>,
    /// Textures with units.
    pub textures: Vec<Texture>,
    /// Kinds of textures that are named by handles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub handles: Vec<Handle>,
    /// Program parameter buffers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buffers: Vec<Buffer>,
    /// Storage buffers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub storage: Vec<Storage>,
    /// Buffers of atomic counters, which are storage buffers in shaders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<Storage>,
    /// Images.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<Image>,
    /// Subroutine parameters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub subroutines: Vec<Subroutine>,
    /// Of a compute shader the size of its work groups; null where the dispatch says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group_size: Option<Option<[u32; 3]>>,
    /// The block in which parameters lie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<Block>,
}

impl Reflection {
    /// The same as JSON.
    pub fn json(&self) -> Value {
        // Texts, numbers and lists of them are JSON: nothing of it can fail.
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// An input or an output.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Variable {
    /// Its name in the shader; where the shading language has a part of it, as gl_Normal, a name for the whole.
    pub name: String,
    /// Its type in GLSL.
    #[serde(rename = "type")]
    pub ty: String,
    /// The binding in the program.
    pub binding: String,
    /// Its location; null where the shading language names the variable itself.
    pub location: Option<u32>,
    /// The components that are used.
    pub components: String,
    /// The stream of vertices that an output belongs to; absent where it is the one that is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stream: Option<u32>,
}

/// A uniform, or a member of the block.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Parameter {
    /// Its name in the shader.
    pub name: String,
    /// The type of an element in GLSL.
    #[serde(rename = "type")]
    pub ty: String,
    /// The length of an array; null for what is none.
    pub length: Option<u32>,
    /// Its first byte in a block with the std140 layout.
    pub offset: u32,
    /// The content, if it is none of the program's.
    #[serde(skip)]
    pub added: Option<AddedParameter>,
    /// The binding of each element in the program; null for one that the program does not read.
    pub elements: Vec<Option<String>>,
    /// The value that it has until it is set, its infinities cut off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial: Option<[f32; 4]>,
    /// Its uniform location in SPIR-V for OpenGL, or its first constant register in HLSL of shader model 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<u32>,
}

/// A texture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Texture {
    /// Its name in the shader.
    pub name: String,
    /// The unit that the program reads.
    pub unit: u32,
    /// Its target in the program.
    pub target: &'static str,
    /// The type of a texel in GLSL.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its binding number.
    pub binding: u32,
    /// Its uniform location in SPIR-V for OpenGL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<u32>,
    /// The binding number of its sampler, where that is apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampler: Option<u32>,
}

/// A kind of textures that are named by handles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Handle {
    /// The target in the program.
    pub target: &'static str,
    /// The type of a texel in GLSL.
    #[serde(rename = "type")]
    pub ty: String,
}

/// A program parameter buffer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Buffer {
    /// Its name in the shader.
    pub name: String,
    /// The binding point in the program.
    pub buffer: u32,
    /// The type of an element in GLSL.
    #[serde(rename = "type")]
    pub ty: String,
    /// The number of elements.
    pub length: u32,
    /// Its binding number.
    pub binding: u32,
}

/// A storage buffer, or one of atomic counters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Storage {
    /// Its name in the shader.
    pub name: String,
    /// The binding point in the program.
    pub buffer: u32,
    /// The type of a word in GLSL.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its binding number.
    pub binding: u32,
}

/// An image.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Image {
    /// Its name in the shader.
    pub name: String,
    /// The image unit of the program.
    pub unit: u32,
    /// Its target in the program.
    pub target: &'static str,
    /// The type of a texel in GLSL.
    #[serde(rename = "type")]
    pub ty: String,
    /// The format to bind it with; null for that of the texture.
    pub format: Option<&'static str>,
    /// `read-only`, `write-only` or `read-write`.
    pub access: &'static str,
    /// Its binding number.
    pub binding: u32,
    /// Its uniform location in SPIR-V for OpenGL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<u32>,
}

/// A subroutine parameter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Subroutine {
    /// The name of the integer uniform that chooses the function.
    pub name: String,
    /// The subroutine type.
    #[serde(rename = "type")]
    pub ty: String,
    /// The functions by their labels, each with the value that chooses it.
    pub functions: BTreeMap<String, u32>,
}

/// The block in which parameters lie.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Block {
    /// Its name.
    pub name: String,
    /// Its binding number.
    pub binding: u32,
}

fn stage<S: Serializer>(stage: &Stage, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(stage_word(*stage))
}
