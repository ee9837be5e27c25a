//! The programs of a draw, and the stages that run them.

use quadrille_isa::gl::{LanguageSet, ProgramOption, Stage};
use quadrille_program::Program;

use crate::draw::Draw;
use crate::fragment::{FragmentStage, Outputs, early, fog};
use crate::framebuffer::Framebuffer;
use crate::link::Link;
use crate::memory::is_order_free;
use crate::program::BoundProgram;
use crate::state::{Context, parameter};
use crate::vertex::{Distance, VertexStage};

/// The programs that are drawn with.
pub(crate) struct Stages {
    pub(crate) vertex: BoundProgram,
    pub(crate) fragment: BoundProgram,
    /// Whether the vertex program is the fixed-function one.
    pub(crate) is_fixed: bool,
}

impl Stages {
    /// Whether no program writes memory, so that the order of invocations cannot show.
    pub(crate) fn are_order_free(&self) -> bool {
        let programs = [&self.vertex, &self.fragment];
        programs.iter().all(|bound| is_order_free(bound.kernel.program()))
    }

    /// How they fit together.
    pub(crate) fn link(&self, context: &Context) -> Link {
        let two_side = if self.is_fixed {
            context.lighting.enabled && context.lighting.model.two_side
        } else {
            context.vertex_program_two_side
        };
        Link::new(
            self.vertex.kernel.program(),
            self.fragment.kernel.program(),
            context,
            two_side,
        )
    }

    /// The vertex stage of a draw.
    pub(crate) fn vertex<'a>(
        &'a self,
        context: &'a Context,
        draw: &'a Draw<'a>,
        link: &'a Link,
    ) -> VertexStage<'a> {
        let program = self.vertex.kernel.program();
        VertexStage {
            kernel: &*self.vertex.kernel,
            parameters: parameter::parameters(program, context, &self.vertex.locals, draw.bindings),
            textures: draw.textures,
            memory: draw.bindings.memory(Stage::Vertex, None),
            budget: draw.budget,
            arrays: &draw.arrays,
            context,
            link,
            distances: distances(context, program, link, self.is_fixed),
            unwritten_w: unwritten_w(program),
            sizes: self.is_fixed || context.vertex_program_point_size,
        }
    }

    /// The fragment stage of a draw.
    pub(crate) fn fragment<'a>(
        &'a self,
        context: &'a Context,
        draw: &'a Draw<'a>,
        link: &'a Link,
        framebuffer: &Framebuffer,
    ) -> FragmentStage<'a> {
        let program = self.fragment.kernel.program();
        let outputs = Outputs::new(program, context.draw_buffers.len());
        let options = program.features().options;
        let early_tests = options.contains(ProgramOption::NvEarlyFragmentTests);
        let all_fixed = || {
            framebuffer
                .colors()
                .iter()
                .all(|pixels| pixels.format().is_fixed())
        };
        FragmentStage {
            kernel: &*self.fragment.kernel,
            parameters: parameter::parameters(program, context, &self.fragment.locals, draw.bindings),
            textures: draw.textures,
            memory: draw.bindings.memory(Stage::Fragment, None),
            budget: draw.budget,
            context,
            link,
            height: framebuffer.height(),
            clamp: context.clamping.fragment.unwrap_or_else(all_fixed),
            fog: fog::of(program),
            // A program that writes memory runs for fragments that fail as well, unless it asks for early tests.
            early_depth: (early_tests || outputs.depth.is_none() && is_order_free(program))
                && early::is_possible(context),
            early_tests,
            outputs,
        }
    }
}

/// Where the distances from the enabled clip planes come from: results of the program, or the planes
/// themselves where its position is the fixed-function one (ARB_vertex_program 2.14.4.5.1); other programs
/// have the planes disabled.
fn distances(context: &Context, vertex: &Program, link: &Link, is_fixed: bool) -> Vec<Distance> {
    let transform = &context.transform;
    let enabled = |plane: u32| transform.clip_enabled >> plane & 1 != 0;
    let options = vertex.features().options;
    if is_fixed || options.position_invariant() {
        let to_object = transform.modelview[0].transpose();
        return (0..transform.clip_planes.len())
            .filter(|plane| enabled(*plane as u32))
            .map(|plane| Distance::Plane(to_object.transform(transform.clip_planes[plane])))
            .collect();
    }
    link.clip_distances
        .iter()
        .filter(|(plane, _)| enabled(*plane))
        .map(|(_, slot)| Distance::Result(*slot))
        .collect()
}

/// Results start as (0, 0, 0, 1) in the languages before ARB (NV_vertex_program 2.14.1.7), and as 0 in others,
/// where they are undefined.
fn unwritten_w(program: &Program) -> u32 {
    let defined = LanguageSet::V10.or(LanguageSet::V11).or(LanguageSet::V20);
    if program.profile().language.meets(defined) {
        1f32.to_bits()
    } else {
        0
    }
}
