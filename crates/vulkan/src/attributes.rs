//! Vertices: what each has, and how they make up points, lines and triangles.

use ash::vk;
use quadrille_isa::gl::Family;
use quadrille_isa::gl::binding::generic_alias;
use quadrille_pipeline::primitive::{QuadCut, Shape};
use quadrille_pipeline::{DeviceDraw, Elements};
use quadrille_translate::form::{InputKind, Scalar};

use crate::gpu::Attribute;
use crate::shaders::Shaders;

/// The attributes that the vertex shader reads, and the corners of all shapes by the numbers of their vertices.
pub(crate) fn of(draw: &DeviceDraw<'_>, shaders: &Shaders) -> Result<(Vec<Attribute>, Vec<u32>), String> {
    let indices = corners(draw)?;
    let last = indices.iter().copied().max().unwrap_or(0) as usize;
    let mut attributes = Vec::new();
    for input in &shaders.vertex.inputs {
        let InputKind::Attribute(location) = input.kind else {
            continue;
        };
        if input.ty.scalar.is_long() {
            return Err("vertex attributes of 64 bits are not drawn with on Vulkan".to_owned());
        }
        let number = location as usize;
        // Others than these take a free place, which is none of the pipeline's.
        let own = match input.binding.family {
            Family::VertexAttrib => Some(input.binding.index[0]),
            _ => generic_alias(input.binding),
        };
        let is_own = own == Some(location);
        let known = draw.context.current.get(number).filter(|_| is_own);
        let current = known.ok_or_else(|| format!("{} is not drawn with on Vulkan", input.binding))?;
        let values = match &draw.arrays.0[number] {
            Some(array) => {
                let is_integer = matches!(input.ty.scalar, Scalar::Int | Scalar::Uint);
                (0..=last).map(|at| array.words(at, is_integer)).collect()
            }
            None => vec![current.map(f32::to_bits)],
        };
        attributes.push(Attribute {
            location,
            format: match input.ty.scalar {
                Scalar::Int => vk::Format::R32G32B32A32_SINT,
                Scalar::Uint => vk::Format::R32G32B32A32_UINT,
                _ => vk::Format::R32G32B32A32_SFLOAT,
            },
            values,
        });
    }
    Ok((attributes, indices))
}

/// The corners of all shapes, the one that gives flat values first, as Vulkan takes them.
fn corners(draw: &DeviceDraw<'_>) -> Result<Vec<u32>, String> {
    let stream = match draw.elements {
        Elements::Range { count, .. } => count as usize,
        Elements::Indices(indices) => indices.len(),
    };
    let number = |at: usize| match draw.elements {
        Elements::Range { first, .. } => first + at as u32,
        Elements::Indices(indices) => indices[at],
    };
    let size = match draw.primitive.shape() {
        Shape::Point => 1,
        Shape::Line => 2,
        Shape::Triangle => 3,
    };
    let flat = draw.context.lighting.flat;
    let mut corners = Vec::new();
    for shape in 0..draw.primitive.shapes(stream) {
        let own = draw.primitive.corners(stream, shape, QuadCut::Plain);
        let mut at = own.at;
        match (size, at.iter().position(|corner| *corner == own.provoking)) {
            (3, Some(first)) => at.rotate_left(first),
            (2, Some(1)) if flat => return Err("flat lines are not drawn on Vulkan".to_owned()),
            (_, None) if flat => return Err("flat quadrilaterals are not drawn on Vulkan".to_owned()),
            _ => {}
        }
        corners.extend(at[..size].iter().map(|at| number(*at)));
    }
    Ok(corners)
}
