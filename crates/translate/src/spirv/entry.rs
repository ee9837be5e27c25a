//! The entry point of the module, and how it runs: what the stage takes and gives as a whole.

use quadrille_isa::gl::{ProgramOption, Stage};
use quadrille_program::Layout;
use quadrille_program::layout::{InputPrimitive, OutputPrimitive, TessellationMode, TessellationSpacing};
use rspirv::spirv::{BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, Word};

use super::printer::Printer;
use crate::form::{Interlock, OutputKind, Scalar, Type};
use crate::target::Feature;

impl Printer<'_> {
    /// The size of a work group, where it is a constant that the application specialises: 1 until it does.
    pub(super) fn group_size(&mut self) -> Word {
        if let Some(known) = self.group_size {
            return known;
        }
        let one = self.value_type(Type::new(Scalar::Uint, 1));
        let of = self.value_type(Type::new(Scalar::Uint, 3));
        let axes = [0, 1, 2].map(|axis| {
            let id = self.builder.spec_constant_bit32(one, 1);
            self.decorate(id, Decoration::SpecId, &[axis]);
            id
        });
        let id = self.builder.spec_constant_composite(of, axes);
        self.built_in(id, BuiltIn::WorkgroupSize);
        self.group_size = Some(id);
        id
    }

    /// What the stage takes and gives as a whole.
    fn layout(&mut self, main: Word) {
        match self.shader.layout {
            Layout::Compute { group_size, .. } => {
                let size = group_size.unwrap_or([1; 3]);
                self.builder.execution_mode(main, ExecutionMode::LocalSize, size);
                if group_size.is_none() {
                    self.group_size();
                }
            }
            Layout::Geometry(ref geometry) => {
                self.need(Capability::Geometry);
                let input = match geometry.input {
                    InputPrimitive::Points => ExecutionMode::InputPoints,
                    InputPrimitive::Lines => ExecutionMode::InputLines,
                    InputPrimitive::LinesAdjacency => ExecutionMode::InputLinesAdjacency,
                    InputPrimitive::TrianglesAdjacency => ExecutionMode::InputTrianglesAdjacency,
                    InputPrimitive::Triangles | InputPrimitive::Patches => ExecutionMode::Triangles,
                };
                let output = match geometry.output {
                    OutputPrimitive::Points => ExecutionMode::OutputPoints,
                    OutputPrimitive::LineStrip => ExecutionMode::OutputLineStrip,
                    OutputPrimitive::TriangleStrip => ExecutionMode::OutputTriangleStrip,
                };
                let (vertices, invocations) = (geometry.vertices, geometry.invocations.max(1));
                self.builder.execution_mode(main, input, []);
                self.builder.execution_mode(main, output, []);
                self.builder
                    .execution_mode(main, ExecutionMode::OutputVertices, [vertices]);
                self.builder
                    .execution_mode(main, ExecutionMode::Invocations, [invocations]);
                if self.shader.features.contains(&Feature::VertexStreams) {
                    self.need(Capability::GeometryStreams);
                }
            }
            Layout::TessellationControl { vertices } => {
                self.need(Capability::Tessellation);
                self.builder
                    .execution_mode(main, ExecutionMode::OutputVertices, [vertices]);
            }
            Layout::TessellationEvaluation(tessellation) => {
                self.need(Capability::Tessellation);
                let mode = match tessellation.mode {
                    TessellationMode::Triangles => ExecutionMode::Triangles,
                    TessellationMode::Quads => ExecutionMode::Quads,
                    TessellationMode::Isolines => ExecutionMode::Isolines,
                };
                let spacing = match tessellation.spacing {
                    TessellationSpacing::Equal => ExecutionMode::SpacingEqual,
                    TessellationSpacing::FractionalEven => ExecutionMode::SpacingFractionalEven,
                    TessellationSpacing::FractionalOdd => ExecutionMode::SpacingFractionalOdd,
                };
                let order = match tessellation.clockwise {
                    true => ExecutionMode::VertexOrderCw,
                    false => ExecutionMode::VertexOrderCcw,
                };
                let points = tessellation.points.then_some(ExecutionMode::PointMode);
                for mode in [mode, spacing, order].into_iter().chain(points) {
                    self.builder.execution_mode(main, mode, []);
                }
            }
            Layout::None => {}
        }
    }

    pub(super) fn entry(&mut self) {
        let Some(main) = self.functions.last().copied() else {
            return;
        };
        let shader = self.shader;
        let model = match shader.stage {
            Stage::Vertex | Stage::VertexState => ExecutionModel::Vertex,
            Stage::TessellationControl => ExecutionModel::TessellationControl,
            Stage::TessellationEvaluation => ExecutionModel::TessellationEvaluation,
            Stage::Geometry => ExecutionModel::Geometry,
            Stage::Fragment => ExecutionModel::Fragment,
            Stage::Compute => ExecutionModel::GLCompute,
        };
        let interface = std::mem::take(&mut self.interface);
        self.builder.entry_point(model, main, "main", interface);
        self.layout(main);
        if self.options.preserve_special && self.options.target.is_spirv() {
            self.builder.extension("SPV_KHR_float_controls");
            self.need(Capability::SignedZeroInfNanPreserve);
            self.builder
                .execution_mode(main, ExecutionMode::SignedZeroInfNanPreserve, [32]);
        }
        if shader.stage != Stage::Fragment {
            return;
        }
        let has = |option| shader.options.contains(&option);
        let above = self.vulkan || has(ProgramOption::ArbFragmentCoordOriginUpperLeft);
        let origin = match above {
            true => ExecutionMode::OriginUpperLeft,
            false => ExecutionMode::OriginLowerLeft,
        };
        self.builder.execution_mode(main, origin, []);
        if shader.features.contains(&Feature::EarlyTests) {
            self.builder
                .execution_mode(main, ExecutionMode::EarlyFragmentTests, []);
        }
        if let Some(order) = shader.interlock() {
            self.builder.extension("SPV_EXT_fragment_shader_interlock");
            let (capability, mode) = match order {
                Interlock::PixelOrdered => (
                    Capability::FragmentShaderPixelInterlockEXT,
                    ExecutionMode::PixelInterlockOrderedEXT,
                ),
                Interlock::PixelUnordered => (
                    Capability::FragmentShaderPixelInterlockEXT,
                    ExecutionMode::PixelInterlockUnorderedEXT,
                ),
                Interlock::SampleOrdered => (
                    Capability::FragmentShaderSampleInterlockEXT,
                    ExecutionMode::SampleInterlockOrderedEXT,
                ),
                Interlock::SampleUnordered => (
                    Capability::FragmentShaderSampleInterlockEXT,
                    ExecutionMode::SampleInterlockUnorderedEXT,
                ),
            };
            self.need(capability);
            self.builder.execution_mode(main, mode, []);
        }
        let depth = |kind: &OutputKind| matches!(kind, OutputKind::Depth);
        if shader.outputs.iter().any(|output| depth(&output.kind)) {
            self.builder
                .execution_mode(main, ExecutionMode::DepthReplacing, []);
        }
    }
}
