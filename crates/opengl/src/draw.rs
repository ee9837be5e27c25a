//! Draws of scenes: vertices handed to the driver one by one.

use quadrille::{Array, Mesh};
use quadrille_scene::{Corner, Scene};

use crate::enumerant::{self, value};
use crate::error::SceneError;
use crate::painter::{Painter, TEXTURE_COORDINATE};

impl Painter<'_> {
    /// Draws vertices: their attributes with their numbers, the position among them as number 0.
    fn vertices(
        &self,
        mode: u32,
        vertices: &[Vec<(usize, &[f32])>],
        instances: u32,
    ) -> Result<(), SceneError> {
        if instances > 1 && self.numbers_instances {
            return Err(SceneError::Instances);
        }
        (0..instances).for_each(|_| self.once(mode, vertices));
        self.restore();
        Ok(())
    }

    /// Draws vertices one by one.
    fn once(&self, mode: u32, vertices: &[Vec<(usize, &[f32])>]) {
        self.gl.begin(mode);
        for vertex in vertices {
            let mut position = self.current[0];
            for (number, values) in vertex {
                if *number == 0 {
                    position = whole(values);
                } else {
                    self.send(*number, whole(values));
                }
            }
            let [x, y, z, w] = position;
            self.gl.vertex(x, y, z, w);
        }
        self.gl.end();
    }

    pub(crate) fn draw_rect(
        &self,
        rect: Corner,
        texture: Option<Corner>,
        instances: u32,
    ) -> Result<(), SceneError> {
        let corners = |Corner {
                           origin: [x, y],
                           size: [w, h],
                       }: Corner| { [[x, y], [x + w, y], [x, y + h], [x + w, y + h]] };
        let positions = corners(rect);
        let coordinates = texture.map(corners);
        let vertex = |at: usize| {
            let mut attributes = vec![(0, &positions[at][..])];
            attributes.extend(coordinates.as_ref().map(|all| (TEXTURE_COORDINATE, &all[at][..])));
            attributes
        };
        let _room = self.vertex_room(4, 2, instances)?;
        self.vertices(
            enumerant::TRIANGLE_STRIP,
            &(0..4).map(vertex).collect::<Vec<_>>(),
            instances,
        )
    }

    pub(crate) fn draw_arrays(
        &self,
        scene: &Scene,
        mode: &str,
        first: u32,
        count: u32,
        instances: u32,
    ) -> Result<(), SceneError> {
        let data = scene.vertex_data.as_ref();
        let end = u64::from(first) + u64::from(count);
        if let Some(data) = data.filter(|data| end > u64::from(data.rows)) {
            return Err(SceneError::Rows(data.rows));
        }
        // Without columns the current values are those of every vertex.
        let attributes = data.map_or(&[][..], |data| &data.attributes);
        let _room = self.vertex_room(count.into(), attributes.len(), instances)?;
        let mut columns: Vec<(usize, usize, Vec<f32>)> = Vec::new();
        for attribute in attributes {
            if attribute.location >= 16 {
                return Err(SceneError::VertexAttribute(attribute.location));
            }
            let values = attribute.values.to_floats();
            columns.push((attribute.location as usize, attribute.count as usize, values));
        }
        let vertex = |row: u32| {
            let row = row as usize;
            let own = columns
                .iter()
                .map(|(number, count, values)| (*number, &values[row * count..][..*count]));
            own.collect()
        };
        let vertices: Vec<_> = (first..first.saturating_add(count)).map(vertex).collect();
        self.vertices(value(mode)?, &vertices, instances)
    }

    pub(crate) fn draw_mesh(&self, path: &str) -> Result<(), SceneError> {
        let mesh = Mesh::read(path, self.files).map_err(|error| SceneError::Mesh {
            path: path.to_owned(),
            error,
        })?;
        let columns: Vec<(usize, Array<'_>)> = (0..16)
            .filter_map(|number| Some((number, mesh.array(number)?)))
            .collect();
        let vertex = |index: &u32| {
            let own = columns.iter().filter_map(|(number, array)| {
                let start = *index as usize * array.size;
                Some((*number, &array.floats()?[start..][..array.size]))
            });
            own.collect()
        };
        let indices = mesh.indices().unwrap_or_default();
        let _room = self.vertex_room(indices.len() as u64, columns.len(), 1)?;
        let vertices: Vec<_> = indices.iter().map(vertex).collect();
        self.vertices(enumerant::TRIANGLES, &vertices, 1)
    }
}

/// A vector of an attribute: components that are not given are 0, 0, 0, 1 (GL 2.1, 2.7).
fn whole(values: &[f32]) -> [f32; 4] {
    let mut whole = [0.0, 0.0, 0.0, 1.0];
    whole[..values.len()].copy_from_slice(values);
    whole
}
