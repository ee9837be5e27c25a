//! Vertices: which a draw takes, and what each has.

use quadrille_isa::gl::binding::generic_alias;
use quadrille_isa::gl::{Family, Stage};
use quadrille_pipeline::{DeviceDraw, Elements};
use quadrille_translate::form::{InputKind, Scalar};

use crate::{Translated, TranslatedError};

/// An attribute that the vertex shader reads.
pub struct Attribute<'a> {
    /// Its name in the shader.
    pub name: &'a str,
    /// Its location.
    pub location: u32,
    /// The scalar type of its components.
    pub scalar: Scalar,
    /// Four components for each vertex, or for all.
    pub values: Vec<[u32; 4]>,
}

/// The numbers of the vertices that a draw takes, in their order.
pub fn vertex_numbers(draw: &DeviceDraw<'_>) -> Vec<u32> {
    match draw.call.elements {
        Elements::Range { first, count } => (first..first + count).collect(),
        // What comes to a device is one stream.
        Elements::Indices(indices) | Elements::Streams { indices, .. } => indices.to_vec(),
    }
}

impl Translated<'_> {
    /// The attributes of the vertices up to number `last`.
    ///
    /// # Errors
    ///
    /// The shader reads one that vertices of the pipeline do not have.
    pub fn attributes(
        &self,
        draw: &DeviceDraw<'_>,
        last: u32,
    ) -> Result<Vec<Attribute<'_>>, TranslatedError> {
        let mut attributes = Vec::new();
        let vertex = self.shader(Stage::Vertex);
        for input in vertex.iter().flat_map(|vertex| &vertex.shader.inputs) {
            let (location, half) = match input.kind {
                InputKind::Attribute(location) => (location, None),
                InputKind::AttributeHalf(location, half) => (location, Some(half)),
                _ => continue,
            };
            // Others than these take a free place, which is none of the pipeline's.
            let own = match input.binding.family {
                Family::VertexAttrib => Some(input.binding.index[0]),
                _ => generic_alias(input.binding),
            };
            let own = own.filter(|own| half == Some(1) || *own == location);
            let number = own.map(|own| own as usize);
            let known = number.and_then(|number| Some((number, draw.context.current.get(number)?)));
            let (number, current) = known.ok_or(TranslatedError::Attribute(input.binding))?;
            let (array, vectors) = match draw.call.arrays.0[number] {
                Some(array) => (array, last as usize + 1),
                None => (current.array(), 1),
            };
            let is_integer = matches!(input.ty.scalar, Scalar::Int | Scalar::Uint);
            let values = (0..vectors).map(|at| match half {
                None => array.words(at, is_integer),
                Some(half) => words(array.long_words(at), half),
            });
            let values = values.collect();
            attributes.push(Attribute {
                name: &input.name,
                location,
                scalar: input.ty.scalar,
                values,
            });
        }
        Ok(attributes)
    }
}

/// The words of x and y, or with 1 those of z and w, the low one first.
fn words(vector: [u64; 4], half: u8) -> [u32; 4] {
    let [a, b] = if half == 0 {
        [vector[0], vector[1]]
    } else {
        [vector[2], vector[3]]
    };
    [a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32]
}
