//! The interface of the module: inputs, outputs, parameters, textures, the entry point; and the
//! variables that functions share.
//!
//! | | Vulkan | OpenGL |
//! |---|---|---|
//! | parameters | one block in descriptor set 0 (std140), or push constants | uniforms with locations, from 0 in vertex and from 512 in fragment shaders; or one block |
//! | textures | texture and sampler, bound at n and n + 64 of descriptor set 0 | one sampler bound at n, with a location behind the parameters |
//! | images | one bound at 256 + n | one bound at n, with a location behind the textures |
//! | `fragment.position` | rows as the framebuffer numbers them | rows from below |

use quadrille_isa::gl::{ProgramOption, Stage};
use quadrille_program::Layout;
use quadrille_program::layout::{InputPrimitive, OutputPrimitive, TessellationMode, TessellationSpacing};
use quadrille_program::resources::Interpolation;
use rspirv::dr::Operand;
use rspirv::spirv::{BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, Op, StorageClass, Word};

use super::printer::{Printer, TextureVariables, Variable};
use crate::form::{ExpressionKind, InputKind, OutputKind, Root, Scalar, Type, parameters_name};
use crate::options::Packing;
use crate::options::SAMPLERS;
use crate::reflect;
use crate::target::Feature;

impl Printer<'_> {
    pub(super) fn declarations(&mut self) {
        self.inputs();
        self.outputs();
        self.parameters();
        self.buffers();
        self.storages();
        self.shared();
        self.sampled();
        self.stored_images();
        if self.shader.shared_variables {
            self.variables(StorageClass::Private);
        }
    }

    pub(super) fn global(&mut self, storage: StorageClass, of: Word, name: &str) -> Word {
        let pointer = self.pointer(storage, of);
        let id = self.builder.variable(pointer, None, storage, None);
        self.builder.name(id, name);
        if matches!(storage, StorageClass::Input | StorageClass::Output) {
            self.interface.push(id);
        }
        id
    }

    pub(super) fn place(&mut self, root: Root, pointer: Word, storage: StorageClass, path: Vec<u32>) {
        let of_vertices = self.vertices_of(root).is_some();
        let variable = Variable {
            pointer,
            storage,
            path,
            of_vertices,
        };
        self.places.insert(root, variable);
    }

    /// The number of vertices that an input or output is an array of.
    fn vertices_of(&self, root: Root) -> Option<u32> {
        match root {
            Root::Input(at) => self.shader.inputs[at as usize].vertices,
            Root::Output(at) => self.shader.outputs[at as usize].vertices,
            _ => None,
        }
    }

    /// A type, or an array of it for so many vertices.
    fn of_vertices(&mut self, of: Word, vertices: Option<u32>) -> Word {
        match vertices {
            Some(count) => self.array(of, count),
            None => of,
        }
    }

    fn built_in(&mut self, id: Word, what: BuiltIn) {
        let operand = [Operand::BuiltIn(what)];
        self.builder.decorate(id, Decoration::BuiltIn, operand);
    }

    fn inputs(&mut self) {
        let shader = self.shader;
        let storage = StorageClass::Input;
        let clips = shader.inputs.iter().filter_map(|input| match input.kind {
            InputKind::ClipDistance(number) => Some((number + 1, input.vertices)),
            _ => None,
        });
        let clips = clips
            .max()
            .map(|(count, vertices)| self.clip_distances(storage, count, vertices));
        let mut levels = [None; 2];
        for (at, input) in shader.inputs.iter().enumerate() {
            let root = Root::Input(at as u32);
            let of = self.value_type(input.ty);
            if let InputKind::OuterLevel(number) | InputKind::InnerLevel(number) = input.kind {
                let is_inner = matches!(input.kind, InputKind::InnerLevel(_));
                let array = self.levels(storage, is_inner, &mut levels);
                self.place(root, array, storage, vec![number]);
                continue;
            }
            let of = self.of_vertices(of, input.vertices);
            if let (InputKind::ClipDistance(number), Some(array)) = (input.kind, clips) {
                self.place(root, array, storage, vec![number]);
                continue;
            }
            if input.kind == InputKind::SampleMask {
                let array = self.array(of, 1);
                let id = self.global(storage, array, &input.name);
                self.built_in(id, BuiltIn::SampleMask);
                self.decorate(id, Decoration::Flat, &[]);
                self.place(root, id, storage, vec![0]);
                continue;
            }
            if input.kind == InputKind::GroupSize {
                // It is a constant that is specialised.
                continue;
            }
            let id = self.global(storage, of, &input.name);
            self.place(root, id, storage, Vec::new());
            match input.kind {
                InputKind::Attribute(location) | InputKind::AttributeHalf(location, _) => {
                    self.decorate(id, Decoration::Location, &[location])
                }
                InputKind::Varying(location, interpolation) => {
                    self.decorate(id, Decoration::Location, &[location]);
                    self.interpolated(id, interpolation, true);
                }
                InputKind::FragmentPosition => self.built_in(id, BuiltIn::FragCoord),
                InputKind::FrontFacing => self.built_in(id, BuiltIn::FrontFacing),
                InputKind::PointCoordinate => self.built_in(id, BuiltIn::PointCoord),
                InputKind::VertexIndex if self.vulkan => self.built_in(id, BuiltIn::VertexIndex),
                InputKind::VertexIndex => self.built_in(id, BuiltIn::VertexId),
                InputKind::InstanceIndex if self.vulkan => self.built_in(id, BuiltIn::InstanceIndex),
                InputKind::InstanceIndex => self.built_in(id, BuiltIn::InstanceId),
                InputKind::PrimitiveId => {
                    let capability = match shader.stage {
                        Stage::TessellationControl | Stage::TessellationEvaluation => {
                            Capability::Tessellation
                        }
                        Stage::Vertex
                        | Stage::VertexState
                        | Stage::Geometry
                        | Stage::Fragment
                        | Stage::Compute => Capability::Geometry,
                    };
                    self.number_of(id, BuiltIn::PrimitiveId, capability);
                }
                InputKind::SampleId => self.number_of(id, BuiltIn::SampleId, Capability::SampleRateShading),
                InputKind::Layer => self.number_of(id, BuiltIn::Layer, Capability::Geometry),
                InputKind::Viewport => {
                    self.number_of(id, BuiltIn::ViewportIndex, Capability::MultiViewport);
                }
                InputKind::Helper => self.built_in(id, BuiltIn::HelperInvocation),
                InputKind::Position => self.built_in(id, BuiltIn::Position),
                InputKind::PointSize => self.point_size(id),
                InputKind::Patch(location) => self.patch(id, location),
                InputKind::TessellationCoordinate => self.built_in(id, BuiltIn::TessCoord),
                InputKind::InvocationId => self.built_in(id, BuiltIn::InvocationId),
                InputKind::PatchVertices => self.built_in(id, BuiltIn::PatchVertices),
                InputKind::LocalId => self.built_in(id, BuiltIn::LocalInvocationId),
                InputKind::GlobalId => self.built_in(id, BuiltIn::GlobalInvocationId),
                InputKind::GroupId => self.built_in(id, BuiltIn::WorkgroupId),
                InputKind::GroupCount => self.built_in(id, BuiltIn::NumWorkgroups),
                InputKind::LocalIndex => self.built_in(id, BuiltIn::LocalInvocationIndex),
                InputKind::ClipDistance(_)
                | InputKind::SampleMask
                | InputKind::GroupSize
                | InputKind::OuterLevel(_)
                | InputKind::InnerLevel(_) => {}
            }
        }
    }

    /// An integer that a fragment shader gets.
    fn number_of(&mut self, id: Word, what: BuiltIn, capability: Capability) {
        self.need(capability);
        self.built_in(id, what);
        if self.shader.stage == Stage::Fragment {
            self.decorate(id, Decoration::Flat, &[]);
        }
    }

    fn clip_distances(&mut self, storage: StorageClass, count: u32, vertices: Option<u32>) -> Word {
        self.need(Capability::ClipDistance);
        let float = self.value_type(Type::FLOAT);
        let array = self.array(float, count);
        let array = self.of_vertices(array, vertices);
        let id = self.global(storage, array, "clip_distances");
        self.built_in(id, BuiltIn::ClipDistance);
        id
    }

    /// The interpolation decorations of a value between the stages. Of an output only what both sides have to say alike
    /// counts.
    fn interpolated(&mut self, id: Word, how: Interpolation, input: bool) {
        if how.flat {
            self.decorate(id, Decoration::Flat, &[]);
        }
        if how.no_perspective {
            self.decorate(id, Decoration::NoPerspective, &[]);
        }
        if how.centroid && !how.sample {
            self.decorate(id, Decoration::Centroid, &[]);
        }
        if how.sample && input {
            self.need(Capability::SampleRateShading);
            self.decorate(id, Decoration::Sample, &[]);
        }
    }

    fn outputs(&mut self) {
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
    fn levels(&mut self, storage: StorageClass, is_inner: bool, known: &mut [Option<Word>; 2]) -> Word {
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
    fn patch(&mut self, id: Word, location: u32) {
        self.decorate(id, Decoration::Location, &[location]);
        self.decorate(id, Decoration::Patch, &[]);
    }

    /// The size of a point.
    fn point_size(&mut self, id: Word) {
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

    fn parameters(&mut self) {
        let shader = self.shader;
        if shader.parameters.is_empty() {
            return;
        }
        if self.options.packing == Packing::Plain {
            let locations = reflect::locations(shader, self.options);
            for (at, (parameter, location)) in shader.parameters.iter().zip(locations).enumerate() {
                let one = self.value_type(parameter.ty);
                let of = parameter.length.map_or(one, |length| self.array(one, length));
                let id = self.global(StorageClass::UniformConstant, of, &parameter.name);
                self.decorate(id, Decoration::Location, &[location]);
                let root = Root::Parameter(at as u32);
                self.place(root, id, StorageClass::UniformConstant, Vec::new());
            }
            return;
        }
        let (offsets, _) = reflect::offsets(shader);
        let mut members = Vec::new();
        for parameter in &shader.parameters {
            let one = self.value_type(parameter.ty);
            members.push(match parameter.length {
                None => one,
                Some(length) => self.strided_array(one, length),
            });
        }
        let block = self.fresh(Op::TypeStruct, members.into_iter().map(Operand::IdRef).collect());
        let [type_name, name] = parameters_name(shader.stage);
        self.builder.name(block, type_name);
        self.decorate(block, Decoration::Block, &[]);
        for (at, (parameter, offset)) in shader.parameters.iter().zip(offsets).enumerate() {
            self.builder.member_name(block, at as u32, &parameter.name);
            let offset = [Operand::LiteralBit32(offset)];
            let member = at as u32;
            self.builder
                .member_decorate(block, member, Decoration::Offset, offset);
        }
        let storage = match self.options.packing {
            Packing::PushConstants => StorageClass::PushConstant,
            Packing::Block | Packing::Plain => StorageClass::Uniform,
        };
        let id = self.global(storage, block, &name);
        if storage == StorageClass::Uniform {
            let binding = self.options.block_binding(shader.stage);
            self.decorate(id, Decoration::DescriptorSet, &[0]);
            self.decorate(id, Decoration::Binding, &[binding]);
        }
        for at in 0..shader.parameters.len() as u32 {
            self.place(Root::Parameter(at), id, storage, vec![at]);
        }
    }

    fn sampled(&mut self) {
        let shader = self.shader;
        let storage = StorageClass::UniformConstant;
        let locations = reflect::locations(shader, self.options);
        let first = locations.last().copied().unwrap_or_default();
        for (at, texture) in shader.textures.iter().enumerate() {
            let image = self.image(&texture.shape, texture.texel);
            let combined = !self.vulkan;
            let of = if combined {
                self.sampled_image(image)
            } else {
                image
            };
            let id = self.global(storage, of, &texture.name);
            self.decorate(id, Decoration::DescriptorSet, &[0]);
            self.decorate(id, Decoration::Binding, &[texture.binding]);
            if combined {
                self.decorate(id, Decoration::Location, &[first + at as u32]);
            }
            let sampler = (texture.is_filtered() && !combined).then(|| {
                let of = self.sampler();
                let id = self.global(storage, of, &format!("{}_sampler", texture.name));
                self.decorate(id, Decoration::DescriptorSet, &[0]);
                self.decorate(id, Decoration::Binding, &[texture.binding + SAMPLERS]);
                id
            });
            self.textures.push(TextureVariables {
                texture: id,
                sampler,
                image,
                combined,
            });
        }
    }

    /// Variables of the program: of the module, where functions share them, else of the function at hand.
    pub(super) fn variables(&mut self, storage: StorageClass) {
        let shader = self.shader;
        for (at, variable) in shader.variables.iter().enumerate() {
            let one = self.value_type(variable.ty);
            let of = variable.length.map_or(one, |length| self.array(one, length));
            let pointer = self.pointer(storage, of);
            let initial = variable
                .initial
                .as_ref()
                .map(|initial| match (&initial.kind, variable.length) {
                    (ExpressionKind::Literal(bits), None) if *bits != [0; 4] => {
                        self.constant(variable.ty, *bits)
                    }
                    _ => self.zero(of),
                });
            let id = self.builder.variable(pointer, None, storage, initial);
            self.builder.name(id, &variable.name);
            self.place(Root::Variable(at as u32), id, storage, Vec::new());
        }
    }

    /// The value of a type whose bits are all 0, with which variables begin.
    fn zero(&mut self, of: Word) -> Word {
        if let Some(known) = self.zeros.get(&of) {
            return *known;
        }
        let id = self.builder.constant_null(of);
        self.zeros.insert(of, id);
        id
    }

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
        let depth = |kind: &OutputKind| matches!(kind, OutputKind::Depth);
        if shader.outputs.iter().any(|output| depth(&output.kind)) {
            self.builder
                .execution_mode(main, ExecutionMode::DepthReplacing, []);
        }
    }
}
