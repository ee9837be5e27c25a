//! A draw on a device, which has neither layers nor samples: it draws one layer after another and one sample of all pixels
//! after another. What tessellation and geometry programs make comes to it as vertices that are finished, where the device
//! does not run them.

use quadrille_isa::gl::operation::Location;
use quadrille_isa::gl::{Family, Operation, ProgramOption};
use quadrille_program::{Instruction, Program, Variable};

use crate::device::{Between, Device, DeviceDraw, DeviceError, DeviceSample, LeftHere};
use crate::draw::{Draw, DrawError, Elements, Outcome};
use crate::framebuffer::Framebuffer;
use crate::framebuffer::samples::Positions;
use crate::memory::is_order_free;
use crate::pipeline::{Pipeline, threads_for};
use crate::primitive::Primitive;
use crate::run::finished::{Finished, Part};
use crate::run::stages::{Stages, runs_for_samples};
use crate::state::{ClipControl, Context, PolygonMode};

/// The only sample where pixels have one, or where multisampling is off.
const ONE: DeviceSample = DeviceSample {
    number: 0,
    places: Positions::CENTRE,
    centered: false,
};

/// The numbers of vertices that go to a device are below it: it takes the arrays up to the greatest.
const MOST_VERTICES: u64 = 1 << 24;

/// A sample of the framebuffer, of which a number is one of several, and how it is drawn.
type Sample = (Option<u32>, DeviceSample);

impl Pipeline {
    /// Draws on a device.
    pub(super) fn draw_on(
        &mut self,
        device: &dyn Device,
        context: &Context,
        framebuffer: &mut Framebuffer,
        draw: &Draw<'_>,
        stages: &Stages<'_>,
    ) -> Result<Outcome, DrawError> {
        if draw.feedback.is_some() || context.rasterizer_discard {
            let message =
                "devices neither record transform feedback nor discard primitives before they rasterize them";
            return Err(DeviceError::unsupported(message).into());
        }
        if draw.counted {
            return Err(DeviceError::unsupported("devices do not count what queries ask for").into());
        }
        if let Some(reason) = undrawn(context) {
            return Err(DeviceError::unsupported(reason).into());
        }
        let transform = &context.transform;
        if transform.clip_control != ClipControl::default() || transform.is_swizzled() {
            let message = "devices have one clip volume, and no swizzles of viewports";
            return Err(DeviceError::unsupported(message).into());
        }
        let is_far = |(_, last): &(u64, u64)| *last >= MOST_VERTICES;
        if draw.elements.bounds().filter(is_far).is_some() {
            let message = format!("devices take vertices with numbers below {MOST_VERTICES}");
            return Err(DeviceError::unsupported(message).into());
        }
        let is_cut = draw.topology.primitive() == Primitive::Triangle && draw.topology.number(1) != 1;
        if is_cut && stages.reads(&[Family::PrimitiveId]) {
            let message = "devices number the triangles of quadrilaterals and polygons";
            return Err(DeviceError::unsupported(message).into());
        }
        if !is_order_free(stages.vertex.kernel.program()) {
            let message = "devices run vertex programs as often as they like, which memory would show";
            return Err(DeviceError::unsupported(message).into());
        }
        let layers = framebuffer.extent().layers;
        let threads = threads_for(&self.threads, &self.one, draw, stages);
        let on_device = DeviceDraw {
            context,
            call: *draw,
            vertex: stages.vertex,
            between: Between::default(),
            fragment: stages.fragment,
            is_fixed: stages.is_fixed,
            sample: ONE,
            layer: 0,
            viewport: 0,
        };
        let with_stages = DeviceDraw {
            between: stages.between,
            is_fixed: false,
            ..on_device
        };
        let on_stages = with_stages.between.last().is_some() && draw.has_device_vertices(context);
        if on_stages && left_here(device, &with_stages, stages, layers).is_none() {
            let vertices = u64::from(draw.instances).saturating_mul(draw.elements.len() as u64);
            draw.meter.work(vertices)?;
            let samples = samples_of(context, framebuffer, stages, with_stages.primitive())?;
            let each = |image: &mut Framebuffer, on_sample: DeviceDraw<'_>| device.draw(image, &on_sample);
            match on_samples(framebuffer, 0, &samples, with_stages, each) {
                Ok(drawn) => {
                    take(framebuffer, drawn);
                    return Ok(Outcome::default());
                }
                // The driver has no such stage in this language.
                Err(DeviceError::Extension(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let finished = Finished::of(threads, &mut self.storage, context, draw, stages, layers)?;
        // What the device does is not seen: the vertices stand for it.
        let vertices = u64::from(draw.instances).saturating_mul(draw.elements.len() as u64);
        if let Err(spent) = draw.meter.work(vertices) {
            return Err(spent.into());
        }
        let Some(finished) = finished else {
            let samples = samples_of(context, framebuffer, stages, draw.topology.primitive())?;
            let each = |image: &mut Framebuffer, on_sample: DeviceDraw<'_>| device.draw(image, &on_sample);
            let drawn = on_samples(framebuffer, 0, &samples, on_device, each)?;
            take(framebuffer, drawn);
            return Ok(Outcome::default());
        };
        let vertex = self.compile(&finished.program())?;
        let samples = samples_of(context, framebuffer, stages, finished.topology().primitive())?;
        let viewports = context.transform.viewports();
        let mut drawn = Vec::new();
        for (layer, parts) in &finished.layers {
            let each = |image: &mut Framebuffer, on_sample: DeviceDraw<'_>| {
                for Part {
                    viewport,
                    layer,
                    corners,
                } in parts
                {
                    let mut context = context.clone();
                    let number = usize::from(*viewport);
                    context.transform.viewport = viewports[number];
                    context.transform.depth_range = context.transform.depth_range_of(number);
                    context.scissor = context.scissor_of(number);
                    let on_part = DeviceDraw {
                        context: &context,
                        call: Draw {
                            topology: finished.topology(),
                            arrays: finished.arrays(),
                            elements: Elements::Indices(corners),
                            instances: 1,
                            base_instance: 0,
                            base_vertex: 0,
                            number: 0,
                            ..*draw
                        },
                        vertex: &vertex,
                        is_fixed: false,
                        layer: layer.cast_unsigned(),
                        viewport: (*viewport).into(),
                        ..on_sample
                    };
                    device.draw(image, &on_part)?;
                }
                Ok(())
            };
            drawn.extend(on_samples(framebuffer, *layer, &samples, on_device, each)?);
        }
        take(framebuffer, drawn);
        Ok(Outcome {
            traps: finished.traps,
            spent: draw.meter.check().err(),
            ..Outcome::default()
        })
    }
}

/// An image of a framebuffer: its layer, its sample, and what was drawn.
type Drawn = (u32, Option<u32>, Framebuffer);

/// Draws each sample of a layer.
fn on_samples(
    framebuffer: &Framebuffer,
    layer: u32,
    samples: &[Sample],
    on_device: DeviceDraw<'_>,
    each: impl Fn(&mut Framebuffer, DeviceDraw<'_>) -> Result<(), DeviceError>,
) -> Result<Vec<Drawn>, DeviceError> {
    let draw = |(number, sample): &Sample| {
        let mut image = framebuffer.image(layer, *number).into_owned();
        let on_sample = DeviceDraw {
            sample: *sample,
            ..on_device
        };
        each(&mut image, on_sample)?;
        Ok((layer, *number, image))
    };
    samples.iter().map(draw).collect()
}

fn take(framebuffer: &mut Framebuffer, drawn: Vec<Drawn>) {
    for (layer, sample, image) in drawn {
        framebuffer.set_image(layer, sample.unwrap_or(0), &image);
    }
}

/// Why the device does not run the programs between vertices and fragments; nothing where it does.
fn left_here(
    device: &dyn Device,
    draw: &DeviceDraw<'_>,
    stages: &Stages<'_>,
    layers: u32,
) -> Option<LeftHere> {
    if layers > 1 || stages.chooser(&stages.results(), layers).is_some() {
        return Some(LeftHere::Chooses);
    }
    let mut programs = draw.between.programs().map(|bound| bound.kernel.program());
    if !programs.all(|program| is_order_free(program)) {
        return Some(LeftHere::Memory);
    }
    let topology = draw.call.topology;
    if topology.primitive() == Primitive::Triangle && topology.number(1) != 1 {
        return Some(LeftHere::Cut);
    }
    device.leaves(draw)
}

/// The samples that are drawn to.
fn samples_of(
    context: &Context,
    framebuffer: &Framebuffer,
    stages: &Stages<'_>,
    primitive: Primitive,
) -> Result<Vec<Sample>, DeviceError> {
    let count = framebuffer.extent().samples;
    if count == 1 {
        return Ok(vec![(None, ONE)]);
    }
    let program = stages.fragment.kernel.program();
    if !is_order_free(program) {
        return Err(DeviceError::unsupported(
            "devices run fragment programs for each sample, which memory would show",
        ));
    }
    let state = &context.multisample;
    if !state.enabled {
        return Ok((0..count).map(|number| (Some(number), ONE)).collect());
    }
    let is_filled = context.polygon.mode == [PolygonMode::Fill; 2];
    if primitive == Primitive::Triangle && !is_filled {
        return Err(DeviceError::unsupported(
            "devices take no samples of polygons that are drawn as points or lines",
        ));
    }
    let shades_samples = runs_for_samples(program) || state.shades_samples(count);
    if !shades_samples && asks_for_coverage(program) {
        let message = "devices draw samples one at a time, and do not know what else of a pixel is covered";
        return Err(DeviceError::unsupported(message));
    }
    if !shades_samples && primitive == Primitive::Point && stages.reads(&[Family::FragmentPointcoord]) {
        return Err(DeviceError::unsupported(
            "devices know the place in a point only where the sample lies",
        ));
    }
    let let_through = state.let_through(count);
    let places = Positions::of(count, state);
    let each = (0..count).filter(|number| let_through >> number & 1 != 0);
    let sample = |number| DeviceSample {
        number,
        places,
        centered: !shades_samples,
    };
    Ok(each.map(|number| (Some(number), sample(number))).collect())
}

/// Rasterization that devices do otherwise, or not at all.
fn undrawn(context: &Context) -> Option<&'static str> {
    if context.line_stipple.is_some() || context.polygon.stipple.is_some() {
        return Some("devices draw no lines and polygons with patterns");
    }
    if context.line_smooth || context.point.smooth || context.polygon.smooth {
        return Some("how much of a pixel an antialiased primitive covers is a device's own choice");
    }
    context
        .conservative
        .then_some("devices do not rasterize conservatively")
}

/// Whether what comes of a program that runs once for all samples depends on which of them are covered.
fn asks_for_coverage(program: &Program) -> bool {
    let at_centroid =
        |instruction: &Instruction| instruction.operation == Operation::Interpolation(Location::Centroid);
    let asks = |variable: &Variable| {
        variable.interpolation.centroid || variable.binding.family == Family::FragmentSamplemask
    };
    let writes = |variable: &Variable| variable.binding.family == Family::ResultSamplemask;
    let options = program.features().options;
    program.instructions().iter().any(at_centroid)
        || program.attributes().iter().any(asks)
        || options.contains(ProgramOption::NvSampleMaskOverrideCoverage)
            && program.results().iter().any(writes)
}
