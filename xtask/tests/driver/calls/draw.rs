//! Vertices, and draws with them.

use quadrille::{ComponentType, Components, Conversion, IndexType, Mesh, VertexFormat};
use quadrille_scene::{Corner, DrawCommand, DrawVertices, VertexArray};

use super::{Column, Unwritten, Writer, call, gl, line, list};

impl Writer<'_> {
    /// A buffer of the player with these bytes.
    fn stored(&mut self, bytes: &[u8]) -> u32 {
        let (buffer, pointer) = (self.name(), self.pointer(bytes));
        call!(self, "glBindBuffer(GL_ARRAY_BUFFER, {buffer})");
        call!(
            self,
            "glBufferData(GL_ARRAY_BUFFER, {}, {pointer}, GL_STATIC_DRAW)",
            bytes.len()
        );
        buffer
    }

    /// A buffer with vectors of an attribute.
    fn stored_floats(&mut self, location: u32, components: u32, values: &[f32]) -> Column {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_ne_bytes()).collect();
        Column {
            location,
            components,
            buffer: self.stored(&bytes),
            offset: 0,
            stride: 0,
        }
    }

    pub(super) fn vertex_data(&mut self) {
        let scene = self.scene;
        for attribute in scene.vertex_data.iter().flat_map(|data| &data.attributes) {
            let values = attribute.values.to_floats();
            let column = self.stored_floats(attribute.location, attribute.count, &values);
            self.columns.push(column);
        }
    }

    pub(super) fn draw_rect(&mut self, rect: Corner, texture: Option<Corner>) {
        let corner = |of: Corner, part: [f32; 2]| -> [f32; 2] {
            std::array::from_fn(|axis| of.origin[axis] + of.size[axis] * part[axis])
        };
        line!(self, "glBegin(GL_TRIANGLE_STRIP)");
        for part in [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]] {
            if let Some(texture) = texture {
                line!(self, "glTexCoord2f({})", list(&corner(texture, part)));
            }
            line!(self, "glVertex2f({})", list(&corner(rect, part)));
        }
        call!(self, "glEnd()");
        if texture.is_some() {
            self.again(8);
        }
        self.written();
    }

    pub(super) fn draw_arrays(&mut self, mode: &str, first: u32, count: u32, instances: u32) -> Option<()> {
        let range = format!("{}, {first}, {count}", gl(mode));
        self.draw_scene(|writer| match instances {
            1 => call!(writer, "glDrawArrays({range})"),
            _ => call!(writer, "glDrawArraysInstanced({range}, {instances})"),
        })
    }

    pub(super) fn draw_stored(&mut self, draw: &DrawCommand) -> Option<()> {
        let (mode, instances) = (gl(&draw.mode), draw.instances);
        match &draw.vertices {
            DrawVertices::Elements {
                index_type,
                buffer,
                parts,
            } if draw.base_instance == 0 => {
                let (buffer, _) = *self.buffers.get(buffer)?;
                let [part] = parts[..] else { return None };
                let kind = match index_type {
                    IndexType::U8 => "GL_UNSIGNED_BYTE",
                    IndexType::U16 => "GL_UNSIGNED_SHORT",
                    IndexType::U32 => "GL_UNSIGNED_INT",
                };
                let elements = format!("{mode}, {}, {kind}, OFFSET({})", part.count, part.offset);
                self.draw_scene(|writer| {
                    call!(writer, "glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, {buffer})");
                    match instances {
                        1 => call!(writer, "glDrawElements({elements})"),
                        _ => call!(writer, "glDrawElementsInstanced({elements}, {instances})"),
                    }
                })
            }
            DrawVertices::Feedback { object, stream: 0 } => self.draw_scene(|writer| {
                call!(writer, "glDrawTransformFeedback({mode}, feedbacks[{object}])");
            }),
            _ => None,
        }
    }

    pub(super) fn draw_mesh(&mut self, path: &str) -> Result<Option<()>, Unwritten> {
        let mesh = Mesh::read(path, self.files).map_err(|error| Unwritten::File {
            path: path.to_owned(),
            why: error.to_string(),
        })?;
        let mut columns = Vec::new();
        for location in 0..16 {
            if let Some(array) = mesh.array(location)
                && let Some(values) = array.floats()
            {
                columns.push(self.stored_floats(location as u32, array.size as u32, values));
            }
        }
        let indices = mesh.indices().unwrap_or_default();
        let bytes: Vec<u8> = indices.iter().flat_map(|index| index.to_ne_bytes()).collect();
        let (buffer, count) = (self.stored(&bytes), indices.len());
        self.draw(&columns, |writer| {
            call!(writer, "glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, {buffer})");
            call!(
                writer,
                "glDrawElements(GL_TRIANGLES, {count}, GL_UNSIGNED_INT, OFFSET(0))"
            );
        });
        Ok(Some(()))
    }

    /// Draws with the arrays of `[vertex data]`, and in their places those of commands.
    fn draw_scene(&mut self, draw: impl FnOnce(&mut Self)) -> Option<()> {
        let mut columns = self.columns.clone();
        columns.retain(|column| !self.arrays.contains_key(&column.location));
        for (location, array) in &self.arrays {
            columns.push(self.column(*location, array)?);
        }
        self.draw(&columns, draw);
        Some(())
    }

    fn draw(&mut self, columns: &[Column], draw: impl FnOnce(&mut Self)) {
        call!(self, "glPushClientAttrib(GL_CLIENT_VERTEX_ARRAY_BIT)");
        columns.iter().for_each(|column| self.array(column));
        draw(self);
        call!(self, "glPopClientAttrib()");
        // What current values are behind a draw with their arrays is undefined (OpenGL 2.1, 2.8).
        columns.iter().for_each(|column| self.again(column.location));
        self.written();
    }

    /// Draws and dispatches of a scene find what those before them wrote.
    pub(super) fn written(&mut self) {
        if self.writes {
            call!(self, "glMemoryBarrier(GL_ALL_BARRIER_BITS)");
        }
    }

    /// An array of a command: of floats, with a vector for each vertex.
    fn column(&self, location: u32, array: &VertexArray) -> Option<Column> {
        let is_floats = |count: &u8| {
            let format =
                VertexFormat::new(ComponentType::Float, Components::Count(*count), Conversion::Float);
            format.is_ok_and(|format| format == array.format)
        };
        let components = (1..=4).find(is_floats).filter(|_| array.divisor == 0)?;
        Some(Column {
            location,
            components: components.into(),
            buffer: self.buffers.get(&array.buffer)?.0,
            offset: array.offset,
            stride: array.stride.unwrap_or(0),
        })
    }

    /// An attribute as the conventional one of its number and as the generic one (ARB_vertex_program, table X.2).
    fn array(&mut self, column: &Column) {
        let Column {
            location,
            components,
            buffer,
            offset,
            stride,
        } = column;
        call!(self, "glBindBuffer(GL_ARRAY_BUFFER, {buffer})");
        let from = format!("{stride}, OFFSET({offset})");
        let conventional = match location {
            0 => Some((
                format!("glVertexPointer({components}, GL_FLOAT, {from})"),
                "GL_VERTEX_ARRAY",
            )),
            2 => Some((format!("glNormalPointer(GL_FLOAT, {from})"), "GL_NORMAL_ARRAY")),
            3 => Some((
                format!("glColorPointer({components}, GL_FLOAT, {from})"),
                "GL_COLOR_ARRAY",
            )),
            8..16 => {
                call!(self, "glClientActiveTexture(GL_TEXTURE{})", location - 8);
                let pointer = format!("glTexCoordPointer({components}, GL_FLOAT, {from})");
                Some((pointer, "GL_TEXTURE_COORD_ARRAY"))
            }
            _ => None,
        };
        if let Some((pointer, array)) = conventional {
            call!(self, "{pointer}");
            call!(self, "glEnableClientState({array})");
        }
        if *location > 0 {
            call!(
                self,
                "glVertexAttribPointer({location}, {components}, GL_FLOAT, GL_FALSE, {from})"
            );
            call!(self, "glEnableVertexAttribArray({location})");
        }
    }

    /// Sets the current value of an attribute that a draw may have changed, both ways.
    pub(super) fn again(&mut self, location: u32) {
        let new = match location {
            2 => [0.0, 0.0, 1.0, 1.0],
            3 => [1.0; 4],
            _ => [0.0, 0.0, 0.0, 1.0],
        };
        let value = *self.current.get(&location).unwrap_or(&new);
        match location {
            0 => return,
            2 => call!(self, "glNormal3f({})", list(&value[..3])),
            3 => call!(self, "glColor4f({})", list(&value)),
            8..16 => call!(
                self,
                "glMultiTexCoord4f(GL_TEXTURE{}, {})",
                location - 8,
                list(&value)
            ),
            _ => {}
        }
        call!(self, "glVertexAttrib4f({location}, {})", list(&value));
    }
}
