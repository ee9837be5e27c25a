//! What a draw needs to know of its shader record.

use super::finding::{FrameFindingKind, FrameFindings};
use super::state::Shader;
use crate::list::Source;
use crate::list::record::{self, GlRecord, NvRecord, VgRecord};

/// How vertices come about.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Vertices {
    /// Shaded ones in memory.
    Shaded(NvRecord),
    /// Made by shaders.
    Shader(Box<GlRecord>),
    /// Coordinates in the list itself.
    Coordinates,
}

/// A shader record as draws use it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Record {
    pub(super) vertices: Vertices,
    /// Address of the fragment shader.
    pub(super) code: u32,
    /// Address of its uniforms.
    pub(super) uniforms: u32,
    pub(super) is_threaded: bool,
    /// Whether vertices have a point size.
    pub(super) has_point_size: bool,
    /// Whether primitives are clipped.
    pub(super) clips: bool,
    /// How many varyings vertices have.
    pub(super) varyings: usize,
}

impl Record {
    /// Reads the record of a shader state; what is missing is noted.
    pub(super) fn read(
        shader: &Shader,
        memory: &impl Source,
        at: u32,
        findings: &mut FrameFindings,
    ) -> Option<Record> {
        let mut bytes = [0; 256];
        let outside = |address| (FrameFindingKind::RecordOutside, address);
        let result = match *shader {
            Shader::None => Err((FrameFindingKind::NoShader, at)),
            Shader::Nv(address) => {
                let there = memory.read(address, &mut bytes[..16]);
                record::decode::<NvRecord>(&bytes[..there])
                    .map(Record::of_nv)
                    .map_err(|_| outside(address))
            }
            Shader::Gl(state) => {
                let size = GlRecord::size(state.array_count(), state.extended);
                let there = memory.read(state.address, &mut bytes[..size]);
                GlRecord::decode(&bytes[..there], state.array_count(), state.extended)
                    .map(Record::of_gl)
                    .map_err(|_| outside(state.address))
            }
            Shader::Vg(address) => {
                let there = memory.read(address, &mut bytes[..12]);
                record::decode::<VgRecord>(&bytes[..there])
                    .map(|record| {
                        Record::of_coordinates(record.code, record.uniforms, record.single_threaded)
                    })
                    .map_err(|_| outside(address))
            }
            Shader::VgInline(shader) => Ok(Record::of_coordinates(
                shader.code,
                shader.uniforms,
                shader.single_threaded,
            )),
        };
        result
            .map_err(|(kind, address)| findings.note(kind, address, None))
            .ok()
    }

    fn of_nv(record: NvRecord) -> Record {
        Record {
            vertices: Vertices::Shaded(record),
            code: record.code,
            uniforms: record.uniforms,
            is_threaded: !record.single_threaded,
            has_point_size: record.point_size,
            clips: record.clip && record.clip_header,
            varyings: usize::from(record.varyings),
        }
    }

    fn of_gl(record: GlRecord) -> Record {
        let fragment = record.fragment;
        Record {
            vertices: Vertices::Shader(Box::new(record)),
            code: fragment.code,
            uniforms: fragment.uniforms,
            is_threaded: !fragment.single_threaded,
            has_point_size: fragment.point_size,
            clips: true,
            varyings: usize::from(fragment.varyings),
        }
    }

    fn of_coordinates(code: u32, uniforms: u32, single_threaded: bool) -> Record {
        Record {
            vertices: Vertices::Coordinates,
            code,
            uniforms,
            is_threaded: !single_threaded,
            has_point_size: false,
            clips: false,
            varyings: 0,
        }
    }
}
