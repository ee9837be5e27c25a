//! A draw on a device, which has neither layers nor samples nor stages between its vertices and its fragments: it draws
//! one layer after another and one sample of all pixels after another, what tessellation and geometry programs make
//! comes to it as vertices that are finished.

use quadrille_isa::gl::{Family, Operation};

use crate::device::{Device, DeviceDraw};
use crate::draw::{Draw, DrawError, Elements, Outcome};
use crate::framebuffer::{Framebuffer, samples};
use crate::memory::is_order_free;
use crate::pipeline::Pipeline;
use crate::primitive::{Primitive, Shape};
use crate::run::finished::{Finished, Part};
use crate::run::stages::{Stages, runs_for_samples};
use crate::state::{Context, PolygonMode};

/// A sample, as a device draws it.
#[derive(Clone, Copy)]
struct Sample {
    /// Its number; of one that is the only one, nothing.
    number: Option<u32>,
    /// Where it lies in a pixel.
    place: [f32; 2],
    /// Whether attributes are those of the pixel's centre.
    centered: bool,
}

impl Pipeline {
    /// Draws on a device.
    pub(super) fn draw_on(
        &mut self,
        device: &dyn Device,
        context: &Context,
        framebuffer: &mut Framebuffer,
        draw: &Draw<'_>,
        stages: &Stages,
    ) -> Result<Outcome, DrawError> {
        let refused = |reason: String| DrawError::Device(reason);
        let is_cut = draw.primitive.shape() == Shape::Triangle && draw.primitive.number(1) != 1;
        if is_cut && stages.reads(&[Family::PrimitiveId]) {
            let message = "devices number the triangles of quadrilaterals and polygons";
            return Err(refused(message.to_owned()));
        }
        if !is_order_free(stages.vertex.kernel.program()) {
            let message = "devices run vertex programs as often as they like, which memory would show";
            return Err(refused(message.to_owned()));
        }
        let layers = framebuffer.extent().layers;
        let threads = self.threads_for(draw, stages);
        let finished = Finished::of(threads, context, draw, stages, layers).map_err(refused)?;
        let on_device = DeviceDraw {
            context,
            call: *draw,
            vertex: &stages.vertex,
            fragment: &stages.fragment,
            is_fixed: stages.is_fixed,
            sample: [0.0; 2],
            centered: false,
        };
        let Some(finished) = finished else {
            if stages.chooser(layers).is_some() {
                let message = "devices draw neither in layers nor in viewports that vertex programs choose";
                return Err(refused(message.to_owned()));
            }
            let samples = samples_of(context, framebuffer, stages, draw.primitive).map_err(refused)?;
            let each = |image: &mut Framebuffer, on_sample: DeviceDraw<'_>| device.draw(image, &on_sample);
            let drawn = on_samples(framebuffer, 0, &samples, on_device, each).map_err(refused)?;
            take(framebuffer, drawn);
            return Ok(Outcome::default());
        };
        let vertex = self.compile(&finished.program())?;
        let samples = samples_of(context, framebuffer, stages, finished.primitive()).map_err(refused)?;
        let viewports = context.transform.viewports();
        let mut drawn = Vec::new();
        for (layer, parts) in &finished.layers {
            let each = |image: &mut Framebuffer, on_sample: DeviceDraw<'_>| {
                for Part { viewport, corners } in parts {
                    let mut context = context.clone();
                    context.transform.viewport = viewports[usize::from(*viewport)];
                    let on_part = DeviceDraw {
                        context: &context,
                        call: Draw {
                            primitive: finished.primitive(),
                            arrays: finished.arrays(),
                            elements: Elements::Indices(corners),
                            instances: 1,
                            ..*draw
                        },
                        vertex: &vertex,
                        is_fixed: false,
                        ..on_sample
                    };
                    device.draw(image, &on_part)?;
                }
                Ok(())
            };
            drawn.extend(on_samples(framebuffer, *layer, &samples, on_device, each).map_err(refused)?);
        }
        take(framebuffer, drawn);
        Ok(Outcome {
            traps: finished.traps,
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
    each: impl Fn(&mut Framebuffer, DeviceDraw<'_>) -> Result<(), String>,
) -> Result<Vec<Drawn>, String> {
    let draw = |sample: &Sample| {
        let mut image = framebuffer.image(layer, sample.number).into_owned();
        let on_sample = DeviceDraw {
            sample: sample.place,
            centered: sample.centered,
            ..on_device
        };
        each(&mut image, on_sample)?;
        Ok((layer, sample.number, image))
    };
    samples.iter().map(draw).collect()
}

fn take(framebuffer: &mut Framebuffer, drawn: Vec<Drawn>) {
    for (layer, sample, image) in drawn {
        framebuffer.set_image(layer, sample.unwrap_or(0), image);
    }
}

/// The samples that are drawn to.
fn samples_of(
    context: &Context,
    framebuffer: &Framebuffer,
    stages: &Stages,
    primitive: Primitive,
) -> Result<Vec<Sample>, String> {
    let count = framebuffer.extent().samples;
    if count == 1 {
        let only = Sample {
            number: None,
            place: [0.0; 2],
            centered: false,
        };
        return Ok(vec![only]);
    }
    let program = stages.fragment.kernel.program();
    let asks = program.instructions().iter().any(|instruction| {
        matches!(
            instruction.operation,
            Operation::InterpolateAtCentroid | Operation::InterpolateAtSample
        )
    });
    let interpolates = |variable: &quadrille_program::Variable| {
        variable.interpolation.centroid || variable.interpolation.sample
    };
    let names = [Family::FragmentSampleid, Family::FragmentSamplemask];
    let mut results = program.results().iter();
    if !is_order_free(program) {
        return Err("devices run fragment programs for each sample, which memory would show".to_owned());
    }
    if asks
        || stages.reads(&names)
        || program.attributes().iter().any(interpolates)
        || results.any(|result| result.binding.family == Family::ResultSamplemask)
    {
        return Err("devices know neither the samples of a pixel nor what of it is covered".to_owned());
    }
    let state = &context.multisample;
    if !state.enabled {
        let all = (0..count).map(|number| Sample {
            number: Some(number),
            place: [0.0; 2],
            centered: false,
        });
        return Ok(all.collect());
    }
    let is_filled = context.polygon.mode == [PolygonMode::Fill; 2];
    if primitive.shape() != Shape::Triangle || !is_filled {
        return Err("devices take samples of triangles only".to_owned());
    }
    if state.alpha_to_coverage || state.alpha_to_one {
        return Err("devices do not make coverage of alpha".to_owned());
    }
    let shades_samples = runs_for_samples(program) || state.shades_samples(count);
    if shades_samples && stages.reads(&[Family::FragmentPosition]) {
        return Err("devices do not know the positions of samples".to_owned());
    }
    let let_through = state.let_through(count);
    let places = samples::positions(count).unwrap_or_default();
    let all = (0..).zip(places).map(|(number, place)| Sample {
        number: Some(number),
        place: samples::in_pixels(*place),
        centered: !shades_samples,
    });
    Ok(all
        .filter(|sample| sample.number.is_some_and(|number| let_through >> number & 1 != 0))
        .collect())
}
