//! The outputs of the module: what goes to the next stage, to the rasterizer and to the framebuffer.

use quadrille_isa::gl::Stage;
use rspirv::spirv::{BuiltIn, Capability, Decoration, StorageClass, Word};

use super::printer::Printer;
use crate::form::{OutputKind, Root, Type};

impl Printer<'_> {
    pub(super) fn outputs(&mut self) {
        let shader = self.shader;
        let storage = StorageClass::Output;
        let clips = shader.outputs.iter().filter_map(|output| match output.kind {
            OutputKind::ClipDistance(number) => Some((number + 1, output.vertices)),
            _ => None,
        });
        let clips = clips
            .max()
            .map(|(count, vertices)| self.clip_distances(storage, count, vertices));
        let mut levels = [None; 2];
        for (at, output) in shader.outputs.iter().enumerate() {
            let root = Root::Output(at as u32);
            let of = self.value_type(output.ty);
            if let OutputKind::OuterLevel(number) | OutputKind::InnerLevel(number) = output.kind {
                let is_inner = matches!(output.kind, OutputKind::InnerLevel(_));
                let array = self.levels(storage, is_inner, &mut levels);
                self.place(root, array, storage, vec![number]);
                continue;
            }
            let of = self.of_vertices(of, output.vertices);
            if let (OutputKind::ClipDistance(number), Some(array)) = (output.kind, clips) {
                self.place(root, array, storage, vec![number]);
                continue;
            }
            if let OutputKind::SampleMask | OutputKind::ViewportMask = output.kind {
                let array = self.array(of, 1);
                let id = self.global(storage, array, &output.name);
                match output.kind {
                    OutputKind::SampleMask => self.built_in(id, BuiltIn::SampleMask),
                    _ => self.viewport_mask(id),
                }
                self.place(root, id, storage, vec![0]);
                continue;
            }
            let id = self.global(storage, of, &output.name);
            self.place(root, id, storage, Vec::new());
            match output.kind {
                OutputKind::Position => {
                    self.built_in(id, BuiltIn::Position);
                    if shader.invariant_position {
                        self.decorate(id, Decoration::Invariant, &[]);
                    }
                }
                OutputKind::PointSize => self.point_size(id),
                OutputKind::PrimitiveId => self.built_in(id, BuiltIn::PrimitiveId),
                OutputKind::Patch(location) => self.patch(id, location),
                OutputKind::Varying(location, how) => {
                    self.decorate(id, Decoration::Location, &[location]);
                    self.interpolated(id, how, false);
                }
                OutputKind::Streamed { stream, location } => {
                    self.decorate(id, Decoration::Location, &[location]);
                    self.decorate(id, Decoration::Stream, &[stream]);
                }
                OutputKind::Color(number, index) => {
                    self.decorate(id, Decoration::Location, &[number]);
                    if index > 0 {
                        self.decorate(id, Decoration::Index, &[index]);
                    }
                }
                OutputKind::Depth => self.built_in(id, BuiltIn::FragDepth),
                OutputKind::Layer => self.layer_output(id, BuiltIn::Layer),
                OutputKind::Viewport => self.layer_output(id, BuiltIn::ViewportIndex),
                OutputKind::ClipDistance(_)
                | OutputKind::ClipVertex
                | OutputKind::SampleMask
                | OutputKind::ViewportMask
                | OutputKind::OuterLevel(_)
                | OutputKind::InnerLevel(_) => {}
            }
        }
    }

    /// The viewports that a vertex shader gives.
    fn viewport_mask(&mut self, id: Word) {
        self.builder.extension("SPV_NV_viewport_array2");
        self.need(Capability::ShaderViewportMaskNV);
        self.built_in(id, BuiltIn::ViewportMaskNV);
    }

    /// The array of outer or inner tessellation levels, made once.
    pub(super) fn levels(
        &mut self,
        storage: StorageClass,
        is_inner: bool,
        known: &mut [Option<Word>; 2],
    ) -> Word {
        if let Some(array) = known[usize::from(is_inner)] {
            return array;
        }
        let (count, name, what) = match is_inner {
            true => (2, "inner_levels", BuiltIn::TessLevelInner),
            false => (4, "outer_levels", BuiltIn::TessLevelOuter),
        };
        let one = self.value_type(Type::FLOAT);
        let of = self.array(one, count);
        let array = self.global(storage, of, name);
        self.built_in(array, what);
        self.decorate(array, Decoration::Patch, &[]);
        known[usize::from(is_inner)] = Some(array);
        array
    }

    /// What a patch has as a whole.
    pub(super) fn patch(&mut self, id: Word, location: u32) {
        self.decorate(id, Decoration::Location, &[location]);
        self.decorate(id, Decoration::Patch, &[]);
    }

    /// The size of a point.
    pub(super) fn point_size(&mut self, id: Word) {
        match self.shader.stage {
            Stage::Geometry => self.need(Capability::GeometryPointSize),
            Stage::TessellationControl | Stage::TessellationEvaluation => {
                self.need(Capability::TessellationPointSize);
            }
            Stage::Vertex | Stage::VertexState | Stage::Fragment | Stage::Compute => {}
        }
        self.built_in(id, BuiltIn::PointSize);
    }

    /// A layer or viewport that a shader before the rasterizer gives.
    fn layer_output(&mut self, id: Word, what: BuiltIn) {
        if self.shader.stage == Stage::Geometry {
            if what == BuiltIn::ViewportIndex {
                self.need(Capability::MultiViewport);
            }
            return self.built_in(id, what);
        }
        if !self
            .capabilities
            .contains(&Capability::ShaderViewportIndexLayerEXT)
        {
            self.builder.extension("SPV_EXT_shader_viewport_index_layer");
        }
        self.need(Capability::ShaderViewportIndexLayerEXT);
        self.built_in(id, what);
    }
}
