//! Draws: the record, its shaders, and the vertices and indices that a draw asks for.

use super::buffers::{Access, Use};
use super::checker::{Checker, Cursor, Shading, State};
use super::reason::Reason;
use super::shader;
use crate::list::code::{IndexType, PrimitiveMode};
use crate::list::packet::{GlShaderState, IndexedPrimitives, Packet};
use crate::list::record::{self, GlRecord, NvRecord, VgRecord};
use crate::list::walk::Place;

impl Checker<'_> {
    /// What a packet asks for.
    pub(super) fn packet(&mut self, state: &mut State, at: Cursor, packet: &Packet) -> Result<(), Reason> {
        match packet {
            Packet::NvShaderState(shader) => self.nv(state, at, shader.address),
            Packet::GlShaderState(shader) => self.gl(state, at, shader),
            Packet::VgShaderState(shader) => {
                let bytes = self.record(shader.address, 12)?;
                let record: VgRecord = record::decode(&bytes)?;
                state.shading = Some(Shading::Vg);
                self.fragment(at, record.code, record.uniforms, record.single_threaded);
                Ok(())
            }
            Packet::VgInlineShader(shader) => {
                state.shading = Some(Shading::Vg);
                self.fragment(at, shader.code, shader.uniforms, shader.single_threaded);
                Ok(())
            }
            Packet::IndexedPrimitives(draw) => self.indexed(state, draw),
            Packet::ArrayPrimitives(draw) => {
                if matches!(draw.mode, PrimitiveMode::Reserved(_)) {
                    return Err(Reason::Code("the mode of the draw"));
                }
                let Some(last) = draw.count.checked_sub(1) else {
                    return Ok(());
                };
                let last = u64::from(draw.first) + u64::from(last);
                let last = u32::try_from(last).map_err(|_| Reason::Vertex(last))?;
                self.vertices(state, last)
            }
            Packet::VgCoordinateArray(draw) => {
                self.report.draws += 1;
                let address = self.source.canonical(draw.address);
                self.access(Access::new(Use::Coordinates, address, 4 * u64::from(draw.count)))
            }
            Packet::ClippedPrimitives(clipped) => {
                // Three vertices at most, each with clip coordinates, as the binner stores them.
                let address = self.source.canonical(clipped.address);
                let bytes = match &state.shading {
                    Some(Shading::Nv(record)) => 3 * vertex_size(record).max(u64::from(record.stride)),
                    _ => 3 * 4 * (8 + 32),
                };
                self.access(Access::new(Use::Vertices, address, bytes))
            }
            Packet::GemHandles(_) => Err(Reason::Driver("gem_handles")),
            packet => self.frame(state, at, packet),
        }
    }

    /// The bytes of a record that lies inside a buffer.
    fn record(&mut self, address: u32, size: usize) -> Result<Vec<u8>, Reason> {
        let address = self.source.canonical(address);
        self.access(Access::new(Use::Record, address, size as u64))?;
        let bytes = self.source.bytes(address);
        Ok(bytes[..size.min(bytes.len())].to_vec())
    }

    fn nv(&mut self, state: &mut State, at: Cursor, address: u32) -> Result<(), Reason> {
        state.shading = None;
        let bytes = self.record(address, 16)?;
        let record: NvRecord = record::decode(&bytes)?;
        state.shading = Some(Shading::Nv(record));
        self.fragment(at, record.code, record.uniforms, record.single_threaded);
        Ok(())
    }

    fn gl(&mut self, state: &mut State, at: Cursor, shader: &GlShaderState) -> Result<(), Reason> {
        state.shading = None;
        let arrays = shader.array_count();
        let bytes = self.record(shader.address, GlRecord::size(arrays, shader.extended))?;
        let record = GlRecord::decode(&bytes, arrays, shader.extended)?;
        self.fragment(
            at,
            record.fragment.code,
            record.fragment.uniforms,
            record.fragment.single_threaded,
        );
        for (place, part) in [
            (Place::Vertex, record.vertex),
            (Place::Coordinate, record.coordinate),
        ] {
            self.shader(at, place, part.code, part.uniforms, Some(false));
        }
        state.shading = Some(Shading::Gl(record, arrays));
        Ok(())
    }

    fn fragment(&mut self, at: Cursor, code: u32, uniforms: u32, is_single: bool) {
        self.shader(at, Place::Fragment, code, uniforms, Some(!is_single));
    }

    /// Follows a shader with its uniforms, unless that was done.
    fn shader(&mut self, at: Cursor, place: Place, code: u32, uniforms: u32, threads: Option<bool>) {
        let (code, uniforms) = (self.source.canonical(code), self.source.canonical(uniforms));
        if !self.shaders.insert((code, uniforms, threads)) {
            return;
        }
        let proven = shader::prove(
            self.source,
            self.buffers,
            code,
            uniforms,
            threads,
            &mut self.limits.steps,
        );
        self.report.shaders += 1;
        self.report.instructions += proven.instructions;
        self.report.textures += proven.textures;
        self.report.uniforms.extend(proven.uniforms);
        for access in proven.accesses {
            match access.what {
                Use::Store => {
                    self.written.entry(access).or_insert(at);
                }
                // What is read as data may be written by others, and is whatever it is then.
                Use::Texture | Use::Words | Use::Load => {}
                _ => self.read.push(access),
            }
        }
        for (instruction, reason) in proven.problems {
            let reason = Reason::Shader {
                place,
                code,
                instruction,
                reason,
            };
            self.reject(at, reason);
        }
    }

    fn indexed(&mut self, state: &State, draw: &IndexedPrimitives) -> Result<(), Reason> {
        let size = match draw.index_type {
            IndexType::Bits8 => 1,
            IndexType::Bits16 => 2,
            IndexType::Reserved(_) => return Err(Reason::Code("the size of the indices")),
        };
        if matches!(draw.mode, PrimitiveMode::Reserved(_)) {
            return Err(Reason::Code("the mode of the draw"));
        }
        let address = self.source.canonical(draw.address);
        self.access(Access::new(Use::Indices, address, size * u64::from(draw.count)))?;
        self.vertices(state, draw.max_index)
    }

    /// An entry of a compressed list with indices up to `most`.
    pub(super) fn indices(&mut self, state: &State, at: Cursor, most: u16) {
        if let Err(reason) = self.vertices(state, u32::from(most)) {
            self.reject(at, reason);
        }
    }

    /// Vertices 0 to `last` of all arrays.
    fn vertices(&mut self, state: &State, last: u32) -> Result<(), Reason> {
        self.report.draws += 1;
        let mut accesses = Vec::new();
        match &state.shading {
            None => return Err(Reason::NoShader),
            // Its vertices are in the coordinates of the draw.
            Some(Shading::Vg) => {}
            Some(Shading::Nv(record)) => {
                let bytes = u64::from(last) * u64::from(record.stride) + vertex_size(record);
                accesses.push((Use::Vertices, record.vertices, bytes));
            }
            Some(Shading::Gl(record, arrays)) => {
                for (number, attribute) in record.attributes.iter().take(*arrays).enumerate() {
                    let stride = u64::from(record.stride(number));
                    let bytes = u64::from(last) * stride + u64::from(attribute.size());
                    accesses.push((Use::Attribute(number as u8), attribute.address, bytes));
                }
            }
        }
        for (what, address, bytes) in accesses {
            self.buffers
                .hold(Access::new(what, self.source.canonical(address), bytes))?;
        }
        Ok(())
    }
}

/// Bytes of a shaded vertex: clip coordinates, position, Z, 1/W, size of the point, varyings.
fn vertex_size(record: &NvRecord) -> u64 {
    let words =
        3 + 4 * u64::from(record.clip_header) + u64::from(record.point_size) + u64::from(record.varyings);
    4 * words
}
