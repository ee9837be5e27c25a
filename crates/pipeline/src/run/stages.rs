//! The programs of a draw, and the stages that run them.

use quadrille_engine::Batch;
use quadrille_isa::gl::operation::Class;
use quadrille_isa::gl::{Binding, Family, LanguageSet, ProgramOption, Stage};
use quadrille_numerics::level::Level;
use quadrille_program::Program;
use quadrille_texture::format::FormatKind;

use crate::binding::{FragmentResult, fragment_result};
use crate::device::Between;
use crate::draw::Draw;
use crate::executable::Executable;
use crate::fragment::samples::Rate;
use crate::fragment::{EarlyDepth, FragmentStage, early, offset, packed};
use crate::framebuffer::Framebuffer;
use crate::framebuffer::samples::Positions;
use crate::inter_stage::assembly::Assembler;
use crate::inter_stage::fragments::LANES;
use crate::inter_stage::interface::PreviousStage;
use crate::inter_stage::layer_viewports::Chooser;
use crate::inter_stage::varying_layout::{BackColors, Input, VaryingLayout};
use crate::inter_stage::vertex_export::{VertexExport, object_planes};
use crate::inter_stage::watched::{Submitted, Watch};
use crate::memory::is_order_free;
use crate::output::{Output, Results, Target, fog};
use crate::program::BoundProgram;
use crate::run::staged::OptionalStages;
use crate::stage::geometry;
use crate::stage::vertex::{self, VertexStage};
use crate::state::Context;

/// The programs that are drawn with.
pub(crate) struct Stages<'p> {
    pub(crate) vertex: &'p BoundProgram,
    /// Those between vertices and fragments.
    pub(crate) between: Between<'p>,
    pub(crate) fragment: &'p BoundProgram,
    /// Whether the vertex program is the fixed-function one.
    pub(crate) is_fixed: bool,
}

impl<'p> Stages<'p> {
    /// The programs in the order in which a draw runs them.
    fn programs(&self) -> impl Iterator<Item = &'p BoundProgram> {
        let first = std::iter::once(self.vertex);
        first.chain(self.between.programs()).chain([self.fragment])
    }

    /// Bytes of the batches of one thread.
    pub(crate) fn bytes(&self) -> u64 {
        let batches = self
            .programs()
            .map(|bound| Batch::bytes(bound.kernel.program(), LANES));
        batches.sum()
    }

    /// Whether no program writes memory, so that the order of invocations cannot show.
    pub(crate) fn are_order_free(&self) -> bool {
        self.programs().all(|bound| is_order_free(bound.kernel.program()))
    }

    /// The last program before the rasterizer. A control program is never it: patches are not drawn.
    fn last(&self) -> &'p Program {
        self.between.last().unwrap_or(self.vertex).kernel.program()
    }

    /// Whether the last program is the fixed-function vertex stage.
    fn is_last_fixed(&self) -> bool {
        self.is_fixed && self.last().profile().stage == Stage::Vertex
    }

    /// The results of vertices that go to the rasterizer.
    pub(crate) fn results(&self) -> Vec<Binding> {
        geometry::results(self.last())
    }

    /// Whether the fragment program reads an attribute of one of these families.
    pub(crate) fn reads(&self, families: &[Family]) -> bool {
        let mut attributes = self.fragment.kernel.program().attributes().iter();
        attributes.any(|variable| families.contains(&variable.binding.family))
    }

    /// The chooser of layers and viewports by these [`results`](Self::results), for a framebuffer with so many layers.
    pub(crate) fn chooser(&self, results: &[Binding], layers: u32) -> Option<Chooser> {
        Chooser::new(self.last(), results, layers)
    }

    /// The varyings between the last of them, which has these [`results`](Self::results), and the fragment program.
    pub(crate) fn varyings(&self, context: &Context, results: &[Binding]) -> VaryingLayout {
        let two_side = if self.is_last_fixed() {
            context.lighting.enabled && context.lighting.model.two_side
        } else {
            context.vertex_program_two_side
        };
        let is_nv = self.last().profile().language.meets(LanguageSet::NV_VERTEX);
        let back_colors = match (two_side, is_nv) {
            (false, _) => BackColors::Front,
            (true, false) => BackColors::Written,
            (true, true) => BackColors::All,
        };
        let planes = object_planes(context, self.last());
        VaryingLayout::new(
            results,
            &planes,
            self.fragment.kernel.program(),
            context,
            back_colors,
        )
    }

    /// The export of vertices with these [`results`](Self::results) to the rasterizer.
    pub(crate) fn export<'a>(
        &self,
        context: &Context,
        varyings: &'a VaryingLayout,
        results: &[Binding],
        layers: u32,
    ) -> VertexExport<'a> {
        VertexExport::new(
            context,
            varyings,
            self.is_last_fixed(),
            self.chooser(results, layers),
        )
    }

    /// The vertex stage of a draw, whose program has these inputs.
    pub(crate) fn vertex<'a>(
        &'a self,
        context: &'a Context,
        draw: &'a Draw<'a>,
        level: Level,
        inputs: Vec<vertex::Input>,
    ) -> VertexStage<'a> {
        VertexStage {
            executable: Executable::new(self.vertex, context, draw),
            inputs,
            arrays: &draw.arrays,
            context,
            instance: 0,
            base_instance: draw.base_instance,
            base_vertex: draw.base_vertex,
            number: draw.number,
            level,
        }
    }

    /// The stages between vertices and primitives, if there are any.
    pub(crate) fn optional<'a>(&'a self, context: &Context, draw: &Draw<'a>) -> Option<OptionalStages<'a>> {
        if self.between.is_empty() {
            return None;
        }
        let Between {
            control,
            evaluation,
            geometry,
        } = self.between;
        let optional = [control, evaluation, geometry];
        let executable = |bound: Option<&'a BoundProgram>| Some(Executable::new(bound?, context, draw));
        let vertex = self.vertex.kernel.program();
        let planes = object_planes(context, vertex);
        let patch = context.patch.vertices;
        Some(OptionalStages::new(
            Assembler::new(draw.topology, draw.streams(patch), patch),
            PreviousStage::new(vertex, &planes, context),
            planes,
            optional.map(executable),
            context,
        ))
    }

    /// The fragment stage of a draw.
    pub(crate) fn fragment<'a>(
        &'a self,
        context: &'a Context,
        draw: &Draw<'a>,
        varyings: &'a VaryingLayout,
        framebuffer: &Framebuffer,
        level: Level,
    ) -> FragmentStage<'a> {
        let program = self.fragment.kernel.program();
        let samples = framebuffer.extent().samples;
        let is_sampled = context.multisample.enabled && samples > 1;
        let shades_samples = runs_for_samples(program) || context.multisample.shades_samples(samples);
        let results = Results::new(program, context.draw_buffers.len());
        let options = program.features().options;
        let early_tests = asks_for_early_tests(program);
        let is_watched = draw.watch.is_some();
        let is_plain = has_only(program, |class| !HAS_EFFECTS.contains(&class));
        // Each test of a fragment that is watched is made where GL has it.
        let early_depth = if samples > 1 || is_watched {
            EarlyDepth::No
        } else {
            early_depth(program, &results, is_plain, context)
        };
        let sample_positions = Positions::of(samples, &context.multisample);
        let smooth = context.line_smooth || context.point.smooth || context.polygon.smooth;
        let targets = Target::all(context, framebuffer, &results);
        let is_written = !targets.is_empty();
        let tests = context.stencil.enabled || context.depth.enabled && early_depth != EarlyDepth::Whole;
        // What fails the test of alpha is not counted as passed.
        let counts_alpha = draw.counted && context.alpha_test.enabled;
        let threads = |input: &Input| matches!(input, Input::Thread(_));
        let first = context.draw_buffers.first().copied().flatten();
        let first = first.and_then(|first| framebuffer.color_formats().nth(first));
        let interpolates = offset::is_used(program);
        let meter = draw.meter;
        let is_uniform = !is_watched && self.fragment.kernel.uniform_work(meter, LANES).is_some();
        let drops_depths = replaces_depth(program) && !context.transform.depth_clamp;
        let has_no_effect = samples == 1
            && is_plain
            && !drops_depths
            && !is_written
            && !tests
            && !counts_alpha
            && !is_watched
            && !self.fragment.kernel.is_watched();
        let rate = if is_sampled && shades_samples {
            Rate::Sample
        } else {
            Rate::Pixel
        };
        let has_depth_limits =
            results.depth.is_some() && context.transform.depth_ranges.iter().any(Option::is_some);
        let output = Output {
            context,
            clamp: context
                .clamping
                .fragment
                .unwrap_or_else(|| framebuffer.has_unit_colors()),
            fog: fog::of(program),
            early_tests,
            is_depth_tested: early_depth == EarlyDepth::Whole,
            drops_depths,
            level,
            overrides: options.contains(ProgramOption::NvSampleMaskOverrideCoverage),
            results,
            targets,
            smooth: smooth && !is_sampled && !context.conservative,
            uses_alpha: first.is_none_or(|format| format.kind() == FormatKind::Float),
        };
        FragmentStage {
            executable: Executable::new(self.fragment, context, draw),
            context,
            varyings,
            inputs: if is_uniform { &[] } else { &varyings.inputs },
            height: framebuffer.height(),
            has_depth_limits,
            packs_small_triangles: !has_no_effect
                && !is_watched
                && !has_depth_limits
                && packed::is_possible(context, varyings, early_depth, (samples, interpolates, smooth)),
            interpolates: interpolates && !is_uniform,
            early_depth,
            is_uniform,
            fills_whole_blocks: is_uniform
                && samples == 1
                && !tests
                && !drops_depths
                && !context.alpha_test.enabled
                && varyings.fog.is_none()
                && output.targets.iter().all(|target| output.is_uniform(target)),
            output,
            reorders_whole_blocks: rate == Rate::Pixel
                && is_order_free(program)
                && has_only(program, |class| {
                    !matches!(class, Class::Group | Class::Interpolation)
                })
                && !varyings.inputs.iter().any(threads),
            has_no_effect,
            level,
            samples,
            positions: if is_sampled {
                sample_positions
            } else {
                Positions::CENTRE
            },
            sample_positions,
            rate,
            watch: draw.watch.map(|watch| Watch {
                watch,
                formats: framebuffer.color_formats().collect(),
                submitted: self.between.is_empty().then(|| Submitted {
                    topology: draw.topology,
                    streams: draw.streams(context.patch.vertices),
                    elements: draw.elements,
                }),
                instance: 0,
                early_tests,
            }),
            is_order_free: is_order_free(program),
            late_coverage: options.contains(ProgramOption::ExtPostDepthCoverage)
                || options.contains(ProgramOption::ArbPostDepthCoverage),
        }
    }
}

/// The depth test that may come before a program; `is_plain` is one without effects but its results.
fn early_depth(program: &Program, results: &Results, is_plain: bool, context: &Context) -> EarlyDepth {
    let early_tests = asks_for_early_tests(program);
    // A program that writes memory runs for fragments that fail as well, unless it asks for early tests.
    let may_drop = early_tests || results.depth.is_none() && is_order_free(program);
    if !may_drop || !early::is_possible(context) {
        EarlyDepth::No
    } else if is_plain && results.depth.is_none() && !early_tests && !context.alpha_test.enabled {
        EarlyDepth::Whole
    } else {
        EarlyDepth::Drop
    }
}

/// Whether stencil and depth are tested before the program (NV_early_fragment_tests).
fn asks_for_early_tests(program: &Program) -> bool {
    let options = program.features().options;
    options.contains(ProgramOption::NvEarlyFragmentTests)
}

/// Whether the depth that a program writes takes the place of clipping to the near and the far plane, as with `!!FP1.0`
/// (NV_fragment_program 2.11).
fn replaces_depth(program: &Program) -> bool {
    let mut results = program.results().iter();
    let writes = results.any(|result| fragment_result(result.binding) == Some(FragmentResult::Depth));
    writes && program.profile().language.meets(LanguageSet::F10)
}

/// Classes of instructions that do more than to compute results.
const HAS_EFFECTS: [Class; 5] = [
    Class::Kill,
    Class::Flow,
    Class::Memory,
    Class::Group,
    Class::Stage,
];

/// Whether all instructions of a program are of some classes.
fn has_only(program: &Program, classes: impl Fn(Class) -> bool) -> bool {
    let mut instructions = program.instructions().iter();
    instructions.all(|instruction| classes(instruction.operation.class()))
}

/// Whether a program runs for each sample by what it reads: the number of the sample (ARB_sample_shading 3.11), or an
/// attribute at it (ARB_gpu_shader5, NV_gpu_program5 issue 8).
pub(crate) fn runs_for_samples(program: &Program) -> bool {
    let mut attributes = program.attributes().iter();
    attributes
        .any(|variable| variable.interpolation.sample || variable.binding.family == Family::FragmentSampleid)
}
