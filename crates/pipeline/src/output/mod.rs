//! Per-fragment operations (GL 2.1, 4.1), an operation a file. Each goes over all fragments of a batch in
//! order before the next begins; since depth, stencil and colour are touched by one of them each, that is the
//! same as going through all operations fragment by fragment.

pub(crate) mod alpha;
pub(crate) mod blend;
mod blend_lanes;
pub(crate) mod color;
pub(crate) mod coverage;
pub(crate) mod depth;
mod float;
pub(crate) mod fog;
pub(crate) mod logic;
pub(crate) mod mask;
#[cfg(test)]
mod random;
mod rgba8;
pub(crate) mod stencil;
pub(crate) mod unused;
mod windows;

use quadrille_engine::Batch;
use quadrille_isa::gl::ProgramOption;
use quadrille_numerics::level::{Level, Pass};
use quadrille_program::Program;

use crate::binding::{FragmentResult, fragment_result};
use crate::canonical::canonical;
use crate::framebuffer::band::{Band, ColorBand};
use crate::inter_stage::fragments::{Fragments, LANES};
use crate::inter_stage::vertex_export::clamp;
use crate::state::Context;
use fog::FogKind;

/// The per-fragment operations of a draw: the state that they depend on.
pub(crate) struct Output<'a> {
    pub(crate) context: &'a Context,
    pub(crate) results: Results,
    /// Whether fragment colours are clamped.
    pub(crate) clamp: bool,
    pub(crate) fog: Option<FogKind>,
    /// Whether stencil and depth are tested and stored before the program, not after it
    /// (NV_early_fragment_tests).
    pub(crate) early_tests: bool,
    /// Whether depth was tested and stored when pixels were covered.
    pub(crate) is_depth_tested: bool,
    /// Whether `result.samplemask` replaces coverage (NV_sample_mask_override_coverage).
    pub(crate) overrides: bool,
    pub(crate) level: Level,
}

/// The slots of a fragment program's results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Results {
    /// For each draw buffer the slot of its colour.
    pub(crate) colors: Vec<Option<usize>>,
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
        Results {
            colors,
            depth: find(FragmentResult::Depth),
            sample_mask: find(FragmentResult::SampleMask),
        }
    }
}

/// Takes a batch through all operations. The scissor test was made when pixels were covered.
pub(crate) fn write(output: &Output<'_>, batch: &Batch, fragments: &mut Fragments, band: &mut Band<'_>) {
    let context = output.context;
    if fragments.samples.are_several() {
        if context.multisample.enabled {
            let alpha = context.multisample.alpha_to_coverage && fetch(output, batch, fragments, 0);
            let written = output.results.sample_mask;
            let written = written.map(|slot| batch.results.component(slot, 0));
            coverage::modify(&context.multisample, written, output.overrides, alpha, fragments);
        }
        fragments.drop_coverage();
    }
    if context.alpha_test.enabled
        && let Some(slot) = output.results.colors.first().copied().flatten()
    {
        output.level.run(FetchAlpha {
            from: floats(batch.results.component(slot, 3)),
            clamp: output.clamp,
            to: &mut fragments.color[3],
        });
        to_one(output, fragments);
        alpha::test(
            output.level,
            &context.alpha_test,
            &fragments.color[3],
            &mut fragments.drawn,
        );
        fragments.drop_coverage();
    }
    if !output.early_tests && !output.is_depth_tested {
        let written = output.results.depth.map(|slot| batch.results.component(slot, 2));
        fragments.for_each_sample(|fragments| {
            for (to, bits) in fragments.depth.iter_mut().zip(written.into_iter().flatten()) {
                *to = clamp(f32::from_bits(*bits));
            }
            test(output.level, context, fragments, band);
        });
    }
    if context.color_mask == 0 {
        return;
    }
    for (number, buffer) in context.draw_buffers.iter().enumerate() {
        let Some(pixels) = buffer.and_then(|buffer| band.colors.get_mut(buffer)?.as_mut()) else {
            continue;
        };
        // A colour that the program does not write is undefined, and nothing is stored.
        let Some(slot) = output.results.colors.get(number).copied().flatten() else {
            continue;
        };
        let direct = !output.changes(number, pixels, fragments);
        let results = [0, 1, 2, 3].map(|component| floats(batch.results.component(slot, component)));
        if direct {
            store(output, fragments, results, pixels);
            continue;
        }
        fetch(output, batch, fragments, number);
        to_one(output, fragments);
        fragments.for_each_sample(|fragments| {
            let colors = fragments.color.each_ref().map(|plane| &**plane);
            store(output, fragments, colors, pixels);
        });
    }
}

/// Stores colours in a buffer.
fn store(output: &Output<'_>, fragments: &Fragments, colors: [&[f32; LANES]; 4], pixels: &mut ColorBand<'_>) {
    let (level, context) = (output.level, output.context);
    match pixels {
        ColorBand::Rgba8(pixels) => rgba8::write(level, context, fragments, colors, pixels),
        ColorBand::Rgba16F(pixels) => float::write(level, context, fragments, colors, pixels),
        ColorBand::Rgba32F(pixels) => float::write(level, context, fragments, colors, pixels),
    }
}

impl Output<'_> {
    /// Whether a colour is changed before it is stored, or stored for several samples. What a fixed-point buffer stores is
    /// clamped in any case.
    fn changes(&self, number: usize, pixels: &ColorBand<'_>, fragments: &Fragments) -> bool {
        let clamps = self.clamp && !matches!(pixels, ColorBand::Rgba8(_));
        fragments.samples.are_several() || clamps || self.fog.is_some() && number == 0
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

/// Makes the alpha of the fetched colour 1, if the state asks for that (SAMPLE_ALPHA_TO_ONE).
fn to_one(output: &Output<'_>, fragments: &mut Fragments) {
    let state = &output.context.multisample;
    if state.enabled && state.alpha_to_one && fragments.samples.are_several() {
        fragments.color[3].fill(1.0);
    }
}

/// Fetches the colour of a draw buffer, clamped, with fog on the first; false if the program writes none.
fn fetch(output: &Output<'_>, batch: &Batch, fragments: &mut Fragments, number: usize) -> bool {
    let Some(slot) = output.results.colors.get(number).copied().flatten() else {
        return false;
    };
    let length = fragments.length;
    for (component, to) in fragments.color.iter_mut().enumerate() {
        let from = &batch.results.component(slot, component)[..length];
        for (to, bits) in to.iter_mut().zip(from) {
            let value = f32::from_bits(*bits);
            *to = if output.clamp { clamp(value) } else { value };
        }
    }
    if let (Some(kind), 0) = (output.fog, number) {
        let state = &output.context.fog;
        let fog_color = state.color.map(clamp);
        for lane in 0..length {
            let factor = fog::factor(kind, state, fragments.fog[lane]);
            for (color, fog) in fragments.color.iter_mut().zip(fog_color).take(3) {
                color[lane] = canonical(factor * color[lane] + (1.0 - factor) * fog);
            }
        }
    }
    true
}
