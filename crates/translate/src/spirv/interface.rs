//! The interface of the module: inputs, outputs, parameters, textures, the entry point; and the
//! variables that functions share.
//!
//! | | Vulkan | OpenGL |
//! |---|---|---|
//! | parameters | one block in descriptor set 0 (std140), or push constants | uniforms with locations, from 0 in vertex and from 512 in fragment shaders; or one block |
//! | textures | texture and sampler, bound at n and n + 64 of descriptor set 0 | one sampler bound at n, with a location behind the parameters |
//! | images | one bound at 256 + n | one bound at n, with a location behind the textures |
//! | `fragment.position` | rows as the framebuffer numbers them | rows from below |

use quadrille_isa::gl::Stage;
use quadrille_program::resources::Interpolation;
use rspirv::dr::Operand;
use rspirv::spirv::{BuiltIn, Capability, Decoration, Op, StorageClass, Word};

use super::printer::{Printer, TextureVariables, Variable};
use crate::form::{ExpressionKind, InputKind, Root, Type, parameters_name};
use crate::options::Packing;
use crate::options::SAMPLERS;
use crate::reflect;

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
    pub(super) fn of_vertices(&mut self, of: Word, vertices: Option<u32>) -> Word {
        match vertices {
            Some(count) => self.array(of, count),
            None => of,
        }
    }

    pub(super) fn built_in(&mut self, id: Word, what: BuiltIn) {
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
                InputKind::BaseVertex => self.draw_parameter(id, BuiltIn::BaseVertex),
                InputKind::BaseInstance => self.draw_parameter(id, BuiltIn::BaseInstance),
                InputKind::DrawId => self.draw_parameter(id, BuiltIn::DrawIndex),
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
                InputKind::SubgroupInvocation => {
                    self.number_of(
                        id,
                        BuiltIn::SubgroupLocalInvocationId,
                        Capability::GroupNonUniform,
                    );
                }
                InputKind::ClipDistance(_)
                | InputKind::SampleMask
                | InputKind::GroupSize
                | InputKind::OuterLevel(_)
                | InputKind::InnerLevel(_) => {}
            }
        }
    }

    /// A number of the draw.
    fn draw_parameter(&mut self, id: Word, what: BuiltIn) {
        self.need(Capability::DrawParameters);
        self.built_in(id, what);
    }

    /// An integer that a fragment shader gets.
    fn number_of(&mut self, id: Word, what: BuiltIn, capability: Capability) {
        self.need(capability);
        self.built_in(id, what);
        if self.shader.stage == Stage::Fragment {
            self.decorate(id, Decoration::Flat, &[]);
        }
    }

    pub(super) fn clip_distances(
        &mut self,
        storage: StorageClass,
        count: u32,
        vertices: Option<u32>,
    ) -> Word {
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
    pub(super) fn interpolated(&mut self, id: Word, how: Interpolation, input: bool) {
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
}
