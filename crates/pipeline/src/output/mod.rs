//! Per-fragment operations (GL 2.1, 4.1), an operation a file. Each goes over all fragments of a batch in
//! order before the next begins; since depth, stencil and colour are touched by one of them each, that is the
//! same as going through all operations fragment by fragment.

pub(crate) mod alpha;
mod blend;
pub(crate) mod coverage;
pub(crate) mod depth;
mod float;
pub(crate) mod fog;
mod general;
pub(crate) mod logic;
#[cfg(test)]
mod random;
mod rgba8;
pub(crate) mod stencil;
mod target;
mod uniform;
pub(crate) mod unused;
mod windows;

use quadrille_engine::Batch;
use quadrille_isa::gl::ProgramOption;
use quadrille_numerics::level::{Level, Pass};
use quadrille_program::Program;

use crate::binding::{FragmentResult, fragment_result};
use crate::canonical::canonical;
use crate::framebuffer::band::{Band, ColorBand};
use crate::framebuffer::cell::{Cells, each_cell};
use crate::inter_stage::fragments::{Fragments, LANES};
use crate::inter_stage::vertex_export::clamp;
use crate::inter_stage::watched::Watched;
use crate::state::Context;
use crate::watch::Dropped;
use fog::FogKind;
use target::{Kernel, Sources};

pub(crate) use target::Target;
pub(crate) use uniform::UniformTexels;

/// The per-fragment operations of a draw: the state that they depend on.
pub(crate) struct Output<'a> {
    pub(crate) context: &'a Context,
    pub(crate) results: Results,
    /// The buffers that colours go to.
    pub(crate) targets: Vec<Target>,
    /// Whether colours may be changed by their alpha, or dropped: those of draw buffer 0 are no integers
    /// (EXT_texture_integer 4.1.3 and 4.1.4).
    pub(crate) uses_alpha: bool,
    /// Whether primitives are antialiased: alpha is multiplied with the part of the pixel that they cover.
    pub(crate) smooth: bool,
    /// Whether fragment colours are clamped.
    pub(crate) clamp: bool,
    pub(crate) fog: Option<FogKind>,
    /// Whether stencil and depth are tested and stored before the program, not after it
    /// (NV_early_fragment_tests).
    pub(crate) early_tests: bool,
    /// Whether depth was tested and stored when pixels were covered.
    pub(crate) is_depth_tested: bool,
    /// Whether fragments are dropped whose depth the program writes outside of the depth range (NV_fragment_program 3.11.6).
    pub(crate) drops_depths: bool,
    /// Whether `result.samplemask` replaces coverage (NV_sample_mask_override_coverage).
    pub(crate) overrides: bool,
    pub(crate) level: Level,
}

/// The slots of a fragment program's results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Results {
    /// For each draw buffer the slot of its colour.
    pub(crate) colors: Vec<Option<usize>>,
    /// For each draw buffer the slot of the second source of blending.
    pub(crate) seconds: Vec<Option<usize>>,
    /// The slot of depth.
    pub(crate) depth: Option<usize>,
    /// The slot of the samples that are written.
    pub(crate) sample_mask: Option<usize>,
}

impl Results {
    /// Finds the results. A program that writes one colour without the draw buffers option writes it to all.
    pub(crate) fn new(program: &Program, draw_buffers: usize) -> Results {
        let find = |wanted| {
            program
                .results()
                .iter()
                .position(|result| fragment_result(result.binding) == Some(wanted))
        };
        let options = program.features().options;
        let several = options.contains(ProgramOption::ArbDrawBuffers)
            || options.contains(ProgramOption::AtiDrawBuffers)
            || program.results().iter().any(
                |result| matches!(fragment_result(result.binding), Some(FragmentResult::Color(n)) if n > 0),
            );
        let colors = (0..draw_buffers as u32)
            .map(|buffer| find(FragmentResult::Color(if several { buffer } else { 0 })))
            .collect();
        let seconds = (0..draw_buffers as u32).map(|buffer| find(FragmentResult::SecondSource(buffer)));
        Results {
            colors,
            seconds: seconds.collect(),
            depth: find(FragmentResult::Depth),
            sample_mask: find(FragmentResult::SampleMask),
        }
    }
}

/// Takes a batch through all operations. The scissor test was made when pixels were covered. `texels` are those that the
/// targets store if all fragments have the same results.
pub(crate) fn write(
    output: &Output<'_>,
    (batch, texels): (&Batch, &UniformTexels),
    fragments: &mut Fragments,
    band: &mut Band<'_>,
    watched: &mut Watched,
) {
    let context = output.context;
    if fragments.samples.are_several() {
        if context.multisample.enabled {
            let alpha = context.multisample.alpha_to_coverage
                && output.uses_alpha
                && fetch_first(output, batch, fragments);
            let written = output.results.sample_mask;
            let written = written.map(|slot| batch.results.component(slot, 0));
            coverage::modify(&context.multisample, written, output.overrides, alpha, fragments);
        }
        fragments.drop_coverage();
        watched.note(Dropped::Coverage, fragments);
    }
    if context.alpha_test.enabled
        && output.uses_alpha
        && let Some(slot) = output.results.colors.first().copied().flatten()
    {
        output.level.run(FetchAlpha {
            from: floats(batch.results.component(slot, 3)),
            clamp: output.clamp,
            to: &mut fragments.color[3],
        });
        apply_coverage(output, fragments);
        to_one(output, fragments);
        alpha::test(
            output.level,
            &context.alpha_test,
            &fragments.color[3],
            &mut fragments.drawn,
        );
        fragments.drop_coverage();
        watched.note_alpha(fragments);
    }
    if !output.early_tests && !output.is_depth_tested {
        let written = output.results.depth.map(|slot| batch.results.component(slot, 2));
        if written.is_some() || context.stencil.enabled || context.depth.enabled {
            let limits = fragments.depth_limits;
            if let Some(written) = written.filter(|_| output.drops_depths) {
                depth::drop_outside(floats(written), limits, &mut fragments.drawn);
                fragments.drop_coverage();
            }
            fragments.for_each_sample(|fragments| {
                for (to, bits) in fragments.depth.iter_mut().zip(written.into_iter().flatten()) {
                    *to = depth::limit(f32::from_bits(*bits), limits);
                }
                test(output.level, context, fragments, band);
            });
        }
        watched.note_tests(&context.stencil, fragments);
    }
    for (at, target) in output.targets.iter().enumerate() {
        let Some(pixels) = band.colors[target.buffer].as_mut() else {
            continue;
        };
        if let Some(words) = texels.get(at).copied().flatten() {
            uniform::write(output.level, words, fragments, pixels);
            continue;
        }
        let changes = output.changes(target, fragments);
        if changes {
            fetch(output, batch, fragments, target);
        }
        fragments.for_each_sample(|fragments| {
            let sources = if changes {
                [&fragments.color, &fragments.second].map(|colors| colors.each_ref().map(|plane| &plane.0))
            } else {
                target.slots.map(|slot| match slot {
                    Some(slot) => {
                        [0, 1, 2, 3].map(|component| floats(batch.results.component(slot, component)))
                    }
                    None => [&NOTHING; 4],
                })
            };
            store(output.level, target, fragments, sources, pixels);
        });
    }
}

/// A second source that is not there.
static NOTHING: [f32; LANES] = [0.0; LANES];

/// Stores colours in a buffer.
fn store(
    level: Level,
    target: &Target,
    fragments: &Fragments,
    sources: Sources<'_>,
    pixels: &mut ColorBand<'_>,
) {
    match (target.kernel, pixels) {
        (Kernel::Bytes, Cells::Four(pixels)) => rgba8::write(level, target, fragments, sources, pixels),
        (Kernel::Floats, Cells::Eight(pixels)) => float::write(level, target, fragments, sources, pixels),
        (Kernel::Floats, Cells::Sixteen(pixels)) => float::write(level, target, fragments, sources, pixels),
        (Kernel::General | Kernel::Bytes | Kernel::Floats, pixels) => {
            each_cell!(pixels, pixels => general::write(level, target, fragments, sources, pixels));
        }
    }
}

impl Output<'_> {
    /// Whether a colour is changed before it is stored. What a fixed-point buffer stores is clamped in any case, to [−1, 1]
    /// if it has signs.
    fn changes(&self, target: &Target, fragments: &Fragments) -> bool {
        self.clamps(target) || self.varies(target) || !target.is_integer && self.replaces_alpha(fragments)
    }

    /// Whether alpha is made 1 (SAMPLE_ALPHA_TO_ONE).
    fn replaces_alpha(&self, fragments: &Fragments) -> bool {
        let state = &self.context.multisample;
        state.enabled && state.alpha_to_one && fragments.samples.are_several()
    }

    /// Whether a colour is clamped before it is stored.
    fn clamps(&self, target: &Target) -> bool {
        self.clamp && !target.is_integer && !target.is_unit
    }

    /// Whether a colour is changed by what fragments differ in: fog, or how much of a pixel is covered.
    fn varies(&self, target: &Target) -> bool {
        let fogged = self.fog.is_some() && target.number == 0;
        !target.is_integer && (fogged || self.smooth)
    }
}

/// Words as numbers.
fn floats(words: &[u32]) -> &[f32; LANES] {
    let floats: &[f32] = bytemuck::cast_slice(words);
    &floats.as_chunks().0[0]
}

/// The tests of stencil and depth, and what they store.
pub(crate) fn test(level: Level, context: &Context, fragments: &mut Fragments, band: &mut Band<'_>) {
    if !stencil::test(level, &context.stencil, &context.depth, fragments, band) {
        depth::test(level, &context.depth, fragments, band);
    }
}

/// Alpha as it is tested.
struct FetchAlpha<'a> {
    from: &'a [f32; LANES],
    clamp: bool,
    to: &'a mut [f32; LANES],
}

impl Pass for FetchAlpha<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        if !self.clamp {
            *self.to = *self.from;
            return;
        }
        for lane in 0..LANES {
            self.to[lane] = clamp(self.from[lane]);
        }
    }
}

/// Multiplies alpha with the part of the pixel that an antialiased primitive covers (GL 2.1, 3.11).
fn apply_coverage(output: &Output<'_>, fragments: &mut Fragments) {
    if !output.smooth {
        return;
    }
    for lane in 0..fragments.length {
        let alpha = &mut fragments.color[3][lane];
        *alpha = canonical(*alpha * fragments.coverage[lane]);
    }
}

/// Makes the alpha of the fetched colour 1, if the state asks for that.
fn to_one(output: &Output<'_>, fragments: &mut Fragments) {
    if output.replaces_alpha(fragments) {
        fragments.color[3].fill(1.0);
    }
}

/// Fetches the colours of a draw buffer, clamped, with fog on the first; integers as they are.
fn fetch(output: &Output<'_>, batch: &Batch, fragments: &mut Fragments, target: &Target) {
    let clamps = output.clamp && !target.is_integer;
    let [slot, second] = target.slots;
    for (slot, is_second) in [(slot, false), (second, true)] {
        if let Some(slot) = slot {
            fetch_slot(batch, fragments, slot, clamps, is_second);
        }
    }
    if !target.is_integer {
        if target.number == 0 {
            add_fog(output, fragments);
        }
        apply_coverage(output, fragments);
        to_one(output, fragments);
    }
}

/// Fetches the colour of the first draw buffer as alpha is taken from it; false if the program writes none.
fn fetch_first(output: &Output<'_>, batch: &Batch, fragments: &mut Fragments) -> bool {
    let Some(slot) = output.results.colors.first().copied().flatten() else {
        return false;
    };
    fetch_slot(batch, fragments, slot, output.clamp, false);
    true
}

fn fetch_slot(batch: &Batch, fragments: &mut Fragments, slot: usize, clamps: bool, is_second: bool) {
    let length = fragments.length;
    let planes = if is_second {
        &mut fragments.second
    } else {
        &mut fragments.color
    };
    for (component, to) in planes.iter_mut().enumerate() {
        let from = &batch.results.component(slot, component)[..length];
        for (to, bits) in to.iter_mut().zip(from) {
            let value = f32::from_bits(*bits);
            *to = if clamps { clamp(value) } else { value };
        }
    }
}

/// Fog on the colour that was fetched.
fn add_fog(output: &Output<'_>, fragments: &mut Fragments) {
    let Some(kind) = output.fog else { return };
    let state = &output.context.fog;
    let fog_color = state.color.map(clamp);
    for lane in 0..fragments.length {
        let factor = fog::factor(kind, state, fragments.fog[lane]);
        for (color, fog) in fragments.color.iter_mut().zip(fog_color).take(3) {
            color[lane] = canonical(factor * color[lane] + (1.0 - factor) * fog);
        }
    }
}
