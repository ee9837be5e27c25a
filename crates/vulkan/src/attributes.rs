//! Vertices: what each has, and how they make up points, lines and triangles.

use ash::vk;
use quadrille_pipeline::primitive::{Primitive, ProvokingVertex, QuadCut};
use quadrille_pipeline::{DeviceDraw, Topology};
use quadrille_translate::form::Scalar;
use quadrille_translated::{Translated, vertex_numbers};

use crate::error::{DrawError, Unsupported};
use crate::gpu::Attribute;

/// The attributes that the vertex shader reads, and the corners of all shapes by the numbers of their vertices.
pub(crate) fn of(
    translated: &Translated<'_>,
    draw: &DeviceDraw<'_>,
) -> Result<(Vec<Attribute>, Vec<u32>), DrawError> {
    let indices = match draw.between.last() {
        None => corners(draw)?,
        Some(_) => undivided(draw),
    };
    let last = indices.iter().copied().max().unwrap_or(0);
    let attributes = translated.attributes(draw, last)?.into_iter();
    let attributes = attributes.map(|attribute| Attribute {
        location: attribute.location,
        format: match attribute.scalar {
            Scalar::Int => vk::Format::R32G32B32A32_SINT,
            Scalar::Uint => vk::Format::R32G32B32A32_UINT,
            Scalar::Float | Scalar::Double | Scalar::Bool | Scalar::Long | Scalar::Ulong => {
                vk::Format::R32G32B32A32_SFLOAT
            }
        },
        values: attribute.values,
    });
    Ok((attributes.collect(), indices))
}

/// The vertices of all primitives in the order in which programs behind the vertex program get them.
fn undivided(draw: &DeviceDraw<'_>) -> Vec<u32> {
    let (topology, numbers) = (draw.call.topology, vertex_numbers(draw));
    match topology {
        Topology::LinesAdjacency
        | Topology::LineStripAdjacency
        | Topology::TrianglesAdjacency
        | Topology::TriangleStripAdjacency
        | Topology::Patches => numbers,
        Topology::Points
        | Topology::Lines
        | Topology::LineLoop
        | Topology::LineStrip
        | Topology::Triangles
        | Topology::TriangleStrip
        | Topology::TriangleFan
        | Topology::Quads
        | Topology::QuadStrip
        | Topology::Polygon => {
            let size = topology.primitive().corners();
            let shapes = 0..topology.primitives(numbers.len());
            let corners = shapes.flat_map(|shape| {
                topology
                    .corners(numbers.len(), shape, QuadCut::Plain)
                    .at
                    .into_iter()
                    .take(size)
            });
            corners.map(|at| numbers[at]).collect()
        }
    }
}

/// The corners of all shapes, the one that gives flat values first, as Vulkan takes them.
fn corners(draw: &DeviceDraw<'_>) -> Result<Vec<u32>, Unsupported> {
    let numbers = vertex_numbers(draw);
    let size = match draw.call.topology.primitive() {
        Primitive::Point => 1,
        Primitive::Line => 2,
        Primitive::Triangle => 3,
    };
    let flat = draw.context.lighting.flat;
    let mut corners = Vec::new();
    for shape in 0..draw.call.topology.primitives(numbers.len()) {
        let own = draw.call.topology.corners(numbers.len(), shape, QuadCut::Plain);
        let mut at = own.at;
        match (
            size,
            at.iter()
                .position(|corner| *corner == own.provoking(ProvokingVertex::Last)),
        ) {
            (3, Some(first)) => at.rotate_left(first),
            (2, Some(1)) if flat => return Err(Unsupported::FlatLines),
            (_, None) if flat => return Err(Unsupported::FlatQuads),
            _ => {}
        }
        corners.extend(at[..size].iter().map(|at| numbers[*at]));
    }
    Ok(corners)
}
