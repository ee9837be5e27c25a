//! Draw commands: rectangles, rows of vertex data, meshes.

use quadrille_pipeline::{Array, Arrays, Elements, Numbers, Topology, attribute};
use quadrille_scene::{Corner, Numbers as Column, Scene};

use super::runner::Runner;
use super::stop::Stop;
use crate::mesh::{Mesh, MeshError};

/// A draw command that names what is not there.
#[derive(Debug, thiserror::Error)]
pub(super) enum DrawCommandError {
    #[error("there is no [vertex data]")]
    NoVertexData,
    #[error("[vertex data] has {0} rows")]
    Rows(u32),
    #[error("there is no vertex attribute {0}")]
    Attribute(usize),
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
        let data = scene.vertex_data.as_ref();
        let data = data.ok_or(DrawCommandError::NoVertexData)?;
        let topology = topology(mode)?;
        if u64::from(first) + u64::from(count) > u64::from(data.rows) {
            return Err(DrawCommandError::Rows(data.rows).into());
        }
        let mut arrays = Arrays::default();
        for attribute in &data.attributes {
            let number = attribute.location as usize;
            if number >= arrays.0.len() {
                return Err(DrawCommandError::Attribute(number).into());
            }
            arrays.0[number] = Some(Array {
                size: attribute.count as usize,
                values: match &attribute.values {
                    Column::Floats(values) => Numbers::Floats(values),
                    Column::Doubles(values) => Numbers::Doubles(values),
                    Column::Signed(values) => Numbers::Signed(values),
                    Column::Unsigned(values) => Numbers::Unsigned(values),
                    Column::Longs(values) => Numbers::Longs(values),
                },
            });
        }
        self.draw(topology, arrays, Elements::Range { first, count }, instances)
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

/// Bytes of the arrays and indices of a mesh.
fn bytes_of(mesh: &Mesh) -> u64 {
    let arrays = mesh.arrays().0;
    let numbers = arrays.iter().flatten().map(|array| array.len() * array.size);
    4 * (numbers.sum::<usize>() + mesh.indices().map_or(0, <[u32]>::len)) as u64
}

fn topology(mode: &str) -> Result<Topology, DrawCommandError> {
    let name = mode.strip_prefix("GL_").unwrap_or(mode);
    let name = ["_ARB", "_EXT", "_NV"]
        .iter()
        .find_map(|suffix| name.strip_suffix(suffix))
        .unwrap_or(name);
    Ok(match name {
        "POINTS" => Topology::Points,
        "LINES" => Topology::Lines,
        "LINE_LOOP" => Topology::LineLoop,
        "LINE_STRIP" => Topology::LineStrip,
        "TRIANGLES" => Topology::Triangles,
        "TRIANGLE_STRIP" => Topology::TriangleStrip,
        "TRIANGLE_FAN" => Topology::TriangleFan,
        "QUADS" => Topology::Quads,
        "QUAD_STRIP" => Topology::QuadStrip,
        "POLYGON" => Topology::Polygon,
        "LINES_ADJACENCY" => Topology::LinesAdjacency,
        "LINE_STRIP_ADJACENCY" => Topology::LineStripAdjacency,
        "TRIANGLES_ADJACENCY" => Topology::TrianglesAdjacency,
        "TRIANGLE_STRIP_ADJACENCY" => Topology::TriangleStripAdjacency,
        "PATCHES" => Topology::Patches,
        _ => return Err(DrawCommandError::Topology(mode.to_owned())),
    })
}
