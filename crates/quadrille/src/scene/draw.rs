//! Draw commands: rectangles, rows of vertex data, vertex arrays in buffers, meshes.

use quadrille_pipeline::{Array, Arrays, Elements, IndexType, Numbers, Topology, attribute};
use quadrille_scene::{
    Corner, DrawCommand, DrawVertices, ElementsPart, IndirectSource, Numbers as Column, PatchParameter, Scene,
};

use super::runner::Runner;
use super::stop::Stop;
use crate::canvas::{DrawCall, ElementBuffer, IndirectBuffer, Instances};
use crate::mesh::{Mesh, MeshError};

/// A draw command that names what is not there.
#[derive(Debug, thiserror::Error)]
pub(super) enum DrawCommandError {
    #[error("[vertex data] has {0} rows")]
    Rows(u32),
    #[error("there is no vertex attribute {0}")]
    Attribute(usize),
    #[error("a patch of {vertices} vertices is not one of 1 to {most}")]
    PatchVertices { vertices: u32, most: u32 },
    #[error("there is no primitive `{0}`")]
    Topology(String),
    #[error("{path}: {error}")]
    Mesh {
        path: String,
        #[source]
        error: MeshError,
    },
}

impl Runner<'_> {
    /// `patch parameter …`
    pub(super) fn set_patch(&mut self, parameter: PatchParameter) -> Result<(), DrawCommandError> {
        let patch = &mut self.canvas.state.patch;
        match parameter {
            PatchParameter::Vertices(vertices) => {
                // ARB_tessellation_shader, errors of PatchParameteri: above 0 and not above MAX_PATCH_VERTICES.
                let most = self.canvas.memory.limits.patch_vertices;
                if !(1..=most).contains(&vertices) {
                    return Err(DrawCommandError::PatchVertices { vertices, most });
                }
                patch.vertices = vertices;
            }
            PatchParameter::Outer(levels) => patch.outer = levels,
            PatchParameter::Inner(levels) => patch.inner = levels,
        }
        Ok(())
    }

    /// Draws a rectangle `instances` times, as a strip or as one patch of its corners.
    pub(super) fn draw_rect(
        &mut self,
        rect: Corner,
        texture: Option<Corner>,
        patch: bool,
        instances: u32,
    ) -> Result<(), Stop> {
        let corners = |Corner {
                           origin: [x, y],
                           size: [w, h],
                       }: Corner| { [[x, y], [x + w, y], [x, y + h], [x + w, y + h]] };
        let positions: Vec<f32> = corners(rect)
            .into_iter()
            .flat_map(|[x, y]| [x, y, 0.0, 1.0])
            .collect();
        let texcoords: Vec<f32> = texture.map(|rect| corners(rect).concat()).unwrap_or_default();
        let mut arrays = Arrays::default().with(attribute::POSITION, 4, &positions);
        if texture.is_some() {
            arrays = arrays.with(attribute::TEXTURE_COORDINATE, 2, &texcoords);
        }
        let vertices = self.canvas.state.patch.vertices;
        let topology = if patch {
            self.canvas.state.patch.vertices = 4;
            Topology::Patches
        } else {
            Topology::TriangleStrip
        };
        let drawn = self.draw(
            topology,
            arrays,
            Elements::Range { first: 0, count: 4 },
            instances,
        );
        self.canvas.state.patch.vertices = vertices;
        drawn
    }

    pub(super) fn draw_arrays(
        &mut self,
        scene: &Scene,
        mode: &str,
        first: u32,
        count: u32,
        instances: u32,
    ) -> Result<(), Stop> {
        let call = DrawCall::Arrays {
            first,
            count,
            instances: Instances::new(instances),
        };
        self.calls(scene, mode, [call])
    }

    /// Draws what lies in buffers.
    pub(super) fn draw_stored(&mut self, scene: &Scene, draw: &DrawCommand) -> Result<(), Stop> {
        let instances = Instances {
            count: draw.instances,
            base: draw.base_instance,
        };
        let elements = |index_type: IndexType, buffer: &str, offset: u64| {
            let buffer = self.buffers.get(buffer)?;
            Ok::<_, Stop>(ElementBuffer {
                buffer,
                offset,
                index_type,
            })
        };
        let calls = match &draw.vertices {
            DrawVertices::Arrays(parts) => {
                let call = |[first, count]: &[u32; 2]| DrawCall::Arrays {
                    first: *first,
                    count: *count,
                    instances,
                };
                parts.iter().map(call).collect()
            }
            DrawVertices::Elements {
                index_type,
                buffer,
                parts,
            } => {
                let call = |part: &ElementsPart| {
                    Ok(DrawCall::Elements {
                        elements: elements(*index_type, buffer, part.offset)?,
                        count: part.count,
                        base_vertex: part.base_vertex,
                        instances,
                    })
                };
                parts.iter().map(call).collect::<Result<Vec<_>, Stop>>()?
            }
            DrawVertices::ArraysIndirect(draws) => vec![DrawCall::ArraysIndirect(self.indirect(draws)?)],
            DrawVertices::ElementsIndirect {
                index_type,
                elements: numbers,
                draws,
            } => vec![DrawCall::ElementsIndirect {
                elements: elements(*index_type, numbers, 0)?,
                draws: self.indirect(draws)?,
            }],
            DrawVertices::Feedback { object, stream } => vec![DrawCall::Feedback {
                object: *object,
                stream: *stream as usize,
                instances,
            }],
        };
        self.calls(scene, &draw.mode, calls)
    }

    fn indirect(&self, source: &IndirectSource) -> Result<IndirectBuffer, Stop> {
        let count_in = match &source.count {
            Some((buffer, offset)) => Some((self.buffers.get(buffer)?, *offset)),
            None => None,
        };
        Ok(IndirectBuffer {
            buffer: self.buffers.get(&source.buffer)?,
            offset: source.offset,
            count: source.draws,
            stride: source.stride,
            count_in,
        })
    }

    /// Draws one call after another, as one call of several draws, where attributes without a vertex array have the columns
    /// of `[vertex data]`, and others their current values.
    fn calls(
        &mut self,
        scene: &Scene,
        mode: &str,
        calls: impl IntoIterator<Item = DrawCall>,
    ) -> Result<(), Stop> {
        let topology = topology(mode)?;
        let columns = columns(scene)?;
        let own = &self.canvas.vertex_arrays;
        let has_columns = own
            .iter()
            .zip(&columns.0)
            .any(|(own, column)| own.is_none() && column.is_some());
        let rows = scene.vertex_data.as_ref().map_or(0, |data| data.rows);
        self.switches.apply(&mut self.canvas);
        for (number, call) in (0..).zip(calls) {
            if let DrawCall::Arrays { first, count, .. } = call
                && has_columns
                && u64::from(first) + u64::from(count) > u64::from(rows)
            {
                return Err(DrawCommandError::Rows(rows).into());
            }
            let outcome = self.canvas.draw_numbered(topology, columns, &call, number)?;
            self.notes.unused(&outcome.unused);
        }
        Ok(())
    }

    pub(super) fn draw_mesh(&mut self, path: &str) -> Result<(), Stop> {
        let mesh = Mesh::read(path, &self.files).map_err(|error| DrawCommandError::Mesh {
            path: path.to_owned(),
            error,
        })?;
        let _room = self.meter.room(bytes_of(&mesh))?;
        self.switches.apply(&mut self.canvas);
        let outcome = self.canvas.draw(&mesh)?;
        self.notes.unused(&outcome.unused);
        Ok(())
    }

    fn draw(
        &mut self,
        topology: Topology,
        arrays: Arrays<'_>,
        elements: Elements<'_>,
        instances: u32,
    ) -> Result<(), Stop> {
        self.switches.apply(&mut self.canvas);
        let outcome = self
            .canvas
            .draw_instances(topology, arrays, elements, instances)?;
        self.notes.unused(&outcome.unused);
        Ok(())
    }
}

/// The columns of `[vertex data]`, if there is one.
fn columns(scene: &Scene) -> Result<Arrays<'_>, DrawCommandError> {
    let mut arrays = Arrays::default();
    for attribute in scene.vertex_data.iter().flat_map(|data| &data.attributes) {
        let number = attribute.location as usize;
        let values = match &attribute.values {
            Column::Floats(values) => Numbers::Floats(values),
            Column::Doubles(values) => Numbers::Doubles(values),
            Column::Signed(values) => Numbers::Signed(values),
            Column::Unsigned(values) => Numbers::Unsigned(values),
            Column::Longs(values) => Numbers::Longs(values),
        };
        let place = arrays
            .0
            .get_mut(number)
            .ok_or(DrawCommandError::Attribute(number))?;
        *place = Some(Array::new(attribute.count as usize, values));
    }
    Ok(arrays)
}

/// Bytes of the arrays and indices of a mesh.
fn bytes_of(mesh: &Mesh) -> u64 {
    let arrays = mesh.arrays().0;
    let numbers = arrays.iter().flatten().map(|array| array.len() * array.size);
    4 * (numbers.sum::<usize>() + mesh.indices().map_or(0, <[u32]>::len)) as u64
}

fn topology(mode: &str) -> Result<Topology, DrawCommandError> {
    Topology::from_name(mode).ok_or_else(|| DrawCommandError::Topology(mode.to_owned()))
}
