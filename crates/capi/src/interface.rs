//! The form of a reflection's JSON, which `quadrille::translate::reflect` writes.

use std::collections::BTreeMap;

use serde::Deserialize;

#[derive(Deserialize)]
pub(crate) struct Interface {
    pub(crate) stage: String,
    pub(crate) inputs: Vec<Variable>,
    pub(crate) outputs: Vec<Variable>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) size: u32,
    pub(crate) state: Vec<String>,
    pub(crate) textures: Vec<Texture>,
    #[serde(default)]
    pub(crate) buffers: Vec<Buffer>,
    #[serde(default)]
    pub(crate) storage: Vec<Storage>,
    #[serde(default)]
    pub(crate) images: Vec<Image>,
    #[serde(default)]
    pub(crate) subroutines: Vec<Choice>,
    pub(crate) block: Option<Block>,
}

#[derive(Deserialize)]
pub(crate) struct Variable {
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) type_name: String,
    pub(crate) binding: String,
    pub(crate) location: Option<i32>,
    pub(crate) components: String,
}

#[derive(Deserialize)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) type_name: String,
    pub(crate) length: Option<u32>,
    pub(crate) offset: u32,
    pub(crate) elements: Vec<Option<String>>,
    pub(crate) initial: Option<[f32; 4]>,
}

#[derive(Deserialize)]
pub(crate) struct Texture {
    pub(crate) name: String,
    pub(crate) unit: u32,
    pub(crate) target: String,
    pub(crate) binding: u32,
}

#[derive(Deserialize)]
pub(crate) struct Buffer {
    pub(crate) name: String,
    pub(crate) buffer: u32,
    #[serde(rename = "type")]
    pub(crate) type_name: String,
    pub(crate) length: u32,
    pub(crate) binding: u32,
}

#[derive(Deserialize)]
pub(crate) struct Storage {
    pub(crate) name: String,
    pub(crate) buffer: u32,
    #[serde(rename = "type")]
    pub(crate) type_name: String,
    pub(crate) binding: u32,
}

#[derive(Deserialize)]
pub(crate) struct Image {
    pub(crate) name: String,
    pub(crate) unit: u32,
    pub(crate) target: String,
    #[serde(rename = "type")]
    pub(crate) type_name: String,
    pub(crate) format: Option<String>,
    pub(crate) access: String,
    pub(crate) binding: u32,
}

#[derive(Deserialize)]
pub(crate) struct Choice {
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) type_name: String,
    pub(crate) functions: BTreeMap<String, u32>,
}

#[derive(Deserialize)]
pub(crate) struct Block {
    pub(crate) name: String,
    pub(crate) binding: u32,
}
