//! Where a draw buffer's colours go and what the state asks of them: chosen once a draw.

use quadrille_texture::Format;
use quadrille_texture::format::{Field, Number};

use super::Results;
use super::blend::ColorsAt;
use crate::framebuffer::component;
use crate::framebuffer::{Framebuffer, to_unorm8};
use crate::inter_stage::fragments::LANES;
use crate::state::{Blend, Context, LogicOperation};
use crate::watch::ColorOutput;

/// Colours of all lanes: the source of blending and the second one, which is of no value where no factor takes it.
pub(super) type Sources<'a> = [[&'a [f32; LANES]; 4]; 2];

/// A colour buffer that a draw stores colours in.
pub(crate) struct Target {
    /// The draw buffer.
    pub(super) number: usize,
    /// The colour buffer.
    pub(super) buffer: usize,
    /// The slots of the colour and, if a blend factor takes it, of the second source.
    pub(super) slots: [Option<usize>; 2],
    /// The components of its texels.
    pub(super) fields: [Option<Field>; 4],
    /// Whether components are integers, which nothing changes on their way.
    pub(super) is_integer: bool,
    /// Whether components are fixed-point numbers, which clamp what they take.
    pub(super) is_fixed: bool,
    /// Whether those are all of [0, 1], so that nothing else need clamp to it.
    pub(super) is_unit: bool,
    /// Whether all components have 8 bits, and blending rounds to them after each product.
    pub(super) rounds: bool,
    /// Blending, unless a logical operation replaces it.
    pub(super) blend: Option<Blend>,
    /// The blend colour, rounded to 8 bits.
    pub(super) constant: [u16; 4],
    pub(super) logic: Option<LogicOperation>,
    /// The components that are stored, bit 0 for red.
    pub(super) mask: u8,
    /// Whether what is stored depends on what was.
    pub(super) reads: bool,
    /// The loops that store it.
    pub(super) kernel: Kernel,
}

/// The loops over a window that store colours; all give what [`Kernel::General`] gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kernel {
    /// Four bytes of fixed point.
    Bytes,
    /// Four halves or words of floating point.
    Floats,
    /// Any format, field by field.
    General,
}

impl Target {
    /// The buffers that the results of a program go to. A colour that the program does not write is undefined, and nothing
    /// is stored.
    pub(crate) fn all(context: &Context, framebuffer: &Framebuffer, results: &Results) -> Vec<Target> {
        let formats: Vec<Format> = framebuffer.color_formats().collect();
        let numbered = context.draw_buffers.iter().enumerate();
        let targets = numbered.filter_map(|(number, buffer)| {
            let buffer = buffer.filter(|buffer| *buffer < formats.len())?;
            let slot = results.colors.get(number).copied().flatten()?;
            let second = results.seconds.get(number).copied().flatten();
            let target = Target::new(context, number, buffer, formats[buffer]);
            let second = second.filter(|_| target.blend.is_some_and(|blend| blend.takes_second()));
            (target.mask != 0).then_some(Target {
                slots: [Some(slot), second],
                ..target
            })
        });
        targets.collect()
    }

    /// What is told of the colour that it took; `result` gives the bits of a result by its slot.
    pub(crate) fn told(&self, result: impl Fn(usize) -> [u32; 4]) -> Option<ColorOutput> {
        Some(ColorOutput {
            buffer: self.buffer,
            source: result(self.slots[0]?),
            is_integer: self.is_integer,
            blend: self.blend,
            logic: self.logic,
            mask: self.mask,
        })
    }

    /// A draw buffer whose colours go to a buffer of a format.
    pub(super) fn new(context: &Context, number: usize, buffer: usize, format: Format) -> Target {
        let fields = component::fields(format, context.framebuffer_srgb);
        let any = |wanted: &[Number]| {
            let mut fields = fields.iter().flatten();
            fields.any(|field| wanted.contains(&field.number))
        };
        let is_integer = any(&[Number::Signed, Number::Unsigned]);
        let is_float = any(&[Number::Float, Number::UnsignedFloat]);
        let mut present = fields.iter().flatten();
        let rounds = present.all(|field| field.bits == 8 && field.number == Number::Unorm);
        let own = context.blend_of(number);
        // A logical operation takes the place of blending, though it has no effect on floating-point and sRGB buffers
        // (GL 4.6 compatibility, 17.3.9). Integers are not blended (EXT_texture_integer 4.1.8).
        let blend = (own.enabled && context.logic_operation.is_none() && !is_integer).then_some(own);
        let logic = context
            .logic_operation
            .filter(|_| !is_float && !any(&[Number::Srgb]));
        let mask = context.color_mask_of(number);
        let is_whole = (0..4).all(|at| fields[at].is_none() || mask >> at & 1 != 0);
        let is_plain = format != Format::Srgb8Alpha8 || !context.framebuffer_srgb;
        let kernel = if matches!(format, Format::Rgba8 | Format::Srgb8Alpha8) && is_plain {
            Kernel::Bytes
        } else if matches!(format, Format::Rgba16F | Format::Rgba32F) {
            Kernel::Floats
        } else {
            Kernel::General
        };
        Target {
            number,
            buffer,
            slots: [None; 2],
            fields,
            is_integer,
            is_fixed: !is_integer && !is_float,
            is_unit: !is_integer && !is_float && !any(&[Number::Snorm]),
            rounds,
            blend,
            constant: own.constant.map(|value| to_unorm8(value).into()),
            logic,
            mask,
            reads: blend.is_some() || logic.is_some() || !is_whole,
            kernel,
        }
    }
}

/// A window of all lanes.
#[inline(always)]
pub(super) fn window<'a>(sources: &Sources<'a>, number: usize) -> [ColorsAt<'a, f32>; 2] {
    sources.map(|colors| colors.map(|plane| &plane.as_chunks().0[number]))
}
