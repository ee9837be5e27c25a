//! Vertices: which a draw takes, and what each has.

use quadrille_isa::gl::Family;
use quadrille_isa::gl::binding::generic_alias;
use quadrille_pipeline::{DeviceDraw, Elements};
use quadrille_translate::form::{InputKind, Scalar};

use crate::Translated;

/// An attribute that the vertex shader reads.
pub struct Attribute<'a> {
    /// Its name in the shader.
    pub name: &'a str,
    /// Its location.
    pub location: u32,
    /// What its components are.
    pub scalar: Scalar,
    /// Four components for each vertex, or for all.
    pub values: Vec<[u32; 4]>,
}

/// The numbers of the vertices that a draw takes, in their order.
pub fn vertex_numbers(draw: &DeviceDraw<'_>) -> Vec<u32> {
    match draw.call.elements {
        Elements::Range { first, count } => (first..first + count).collect(),
        Elements::Indices(indices) => indices.to_vec(),
    }
}

impl Translated<'_> {
    /// The attributes of the vertices up to number `last`.
    ///
    /// # Errors
    ///
    /// The shader reads one that vertices of the pipeline do not have.
    pub fn attributes(&self, last: u32) -> Result<Vec<Attribute<'_>>, String> {
        let draw = self.draw;
        let mut attributes = Vec::new();
        for input in &self.pair.vertex.shader.inputs {
            let InputKind::Attribute(location) = input.kind else {
                continue;
            };
            if input.ty.scalar.is_long() {
                return Err("vertex attributes of 64 bits do not go to drivers".to_owned());
            }
            let number = location as usize;
            // Others than these take a free place, which is none of the pipeline's.
            let own = match input.binding.family {
                Family::VertexAttrib => Some(input.binding.index[0]),
                _ => generic_alias(input.binding),
            };
            let is_own = own == Some(location);
            let known = draw.context.current.get(number).filter(|_| is_own);
            let current = known.ok_or_else(|| format!("{} does not go to drivers", input.binding))?;
            let values = match &draw.call.arrays.0[number] {
                Some(array) => {
                    let is_integer = matches!(input.ty.scalar, Scalar::Int | Scalar::Uint);
                    (0..=last as usize)
                        .map(|at| array.words(at, is_integer))
                        .collect()
                }
                None => vec![current.map(f32::to_bits)],
            };
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
