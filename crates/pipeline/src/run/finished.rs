//! Primitives that the stages before the rasterizer have finished, as a draw of plain vertices: what goes to a device, which
//! has no stages between its vertices and its fragments.

use std::collections::BTreeMap;

use quadrille_engine::Trap;
use quadrille_isa::gl::{Binding, Family, Stage};

use crate::device::DeviceError;
use crate::draw::Draw;
use crate::inter_stage::layer_viewports::Chooser;
use crate::inter_stage::primitive_ref::PrimitiveRef;
use crate::inter_stage::stage_outputs::StageOutputs;
use crate::mesh::{ATTRIBUTES, Arrays};
use crate::primitive::{Primitive, QuadCut, Topology};
use crate::run::front::Front;
use crate::run::rasterizer::SEGMENT_PRIMITIVES;
use crate::run::segment::{Segment, parts};
use crate::run::staged::{self, PrimitiveSink};
use crate::run::stages::Stages;
use crate::run::storage::Storage;
use crate::state::Context;
use crate::threads::Threads;

/// Vertices that are kept at most, as all of a draw are there at once.
const MOST: usize = 1 << 22;

/// Primitives that go to one viewport of one layer.
pub(crate) struct Part {
    /// Its number.
    pub(crate) viewport: u8,
    /// The number of the layer, as the program gave it.
    pub(crate) layer: i32,
    /// The vertices of all primitives one after another, the one that gives flat values last.
    pub(crate) corners: Vec<u32>,
}

/// The vertices of a draw with the results of its last stage before the rasterizer, and their primitives.
pub(crate) struct Finished {
    /// The results of each vertex that go to the device: the slot and the binding of each.
    results: Vec<(usize, Binding)>,
    /// For each of them the vectors of all vertices.
    values: Vec<Vec<f32>>,
    vertices: usize,
    primitive: Primitive,
    /// The chooser of layers and viewports, if the program chooses them.
    chooser: Option<Chooser>,
    is_layered: bool,
    /// The parts of the draw in each layer, in its order.
    pub(crate) layers: BTreeMap<u32, Vec<Part>>,
    /// The first trap of each stage.
    pub(crate) traps: Vec<(Stage, Trap)>,
}

impl Finished {
    /// Runs the stages before the rasterizer, for a framebuffer of so many layers; nothing where a device can run them,
    /// which is a vertex stage that chooses neither layers nor viewports, over one stream of vertices of which each has its
    /// own attributes, and whose last ones give flat values.
    ///
    /// # Errors
    ///
    /// Their result is no draw of plain vertices.
    pub(crate) fn of(
        threads: &Threads,
        storage: &mut Storage,
        context: &Context,
        draw: &Draw<'_>,
        stages: &Stages<'_>,
        layers: u32,
    ) -> Result<Option<Finished>, DeviceError> {
        let optional = stages.optional(context, draw);
        let results = stages.results();
        let chooser = stages.chooser(&results, layers);
        let is_plain = optional.is_none() && chooser.is_none();
        if is_plain && draw.has_device_vertices(context) {
            return Ok(None);
        }
        let vertex = stages.vertex.kernel.program();
        if optional.is_none() && vertex.features().options.position_invariant() {
            return Err(DeviceError::unsupported(
                "devices take what comes of a program only where its positions are not the fixed function's",
            ));
        }
        let chooses = [
            Family::ResultLayer,
            Family::ResultViewport,
            Family::ResultViewportmask,
        ];
        if stages.reads(&[Family::PrimitiveId]) {
            return Err(DeviceError::unsupported(
                "devices do not know the numbers of primitives that programs make",
            ));
        }
        // The number of the primitive among them is read by no one, and what chooses has chosen by then.
        let goes = |(_, result): &(usize, Binding)| {
            result.family != Family::ResultPrimid && !chooses.contains(&result.family)
        };
        let results: Vec<(usize, Binding)> = results.into_iter().enumerate().filter(goes).collect();
        if results.len() > ATTRIBUTES {
            return Err(DeviceError::unsupported(format!(
                "devices take {ATTRIBUTES} attributes of a vertex, and the last program before the rasterizer gives more"
            )));
        }
        let mut finished = Finished {
            values: vec![Vec::new(); results.len()],
            results,
            vertices: 0,
            primitive: Primitive::Point,
            chooser,
            is_layered: layers > 1,
            layers: BTreeMap::new(),
            traps: Vec::new(),
        };
        let inputs = storage.inputs(&stages.vertex.kernel);
        let vertex = stages.vertex(context, draw, threads.level(), inputs);
        let mut front = Front::new(threads, storage, draw, vertex);
        let traps = match optional {
            Some(optional) => staged::draw(&mut front, optional, &mut finished).traps,
            None => {
                plain(context, &mut front, &mut finished);
                Vec::new()
            }
        };
        if finished.vertices > MOST {
            return Err(DeviceError::unsupported(format!(
                "more than {MOST} vertices of programs do not go to a device"
            )));
        }
        finished.traps = front.finish(storage).into_iter().chain(traps).collect();
        Ok(Some(finished))
    }

    /// Adds a primitive to a layer, where it comes behind those that are there.
    fn add(&mut self, (viewport, layer): (u8, i32), corners: &[u32]) {
        let own = if self.is_layered { layer as u32 } else { 0 };
        let parts = self.layers.entry(own).or_default();
        let same = |part: &&mut Part| (part.viewport, part.layer) == (viewport, layer);
        match parts.last_mut().filter(same) {
            Some(part) => part.corners.extend(corners),
            None => parts.push(Part {
                viewport,
                layer,
                corners: corners.to_vec(),
            }),
        }
    }

    /// The program that gives each vertex what it has.
    pub(crate) fn program(&self) -> String {
        let moves = self.results.iter().enumerate();
        let moves = moves.map(|(at, (_, result))| format!("MOV {result}, vertex.attrib[{at}];\n"));
        format!("!!NVvp4.0\n{}END\n", moves.collect::<String>())
    }

    /// The results of the vertices, as arrays.
    pub(crate) fn arrays(&self) -> Arrays<'_> {
        let values = self.values.iter().enumerate();
        values.fold(Arrays::default(), |arrays, (at, values)| {
            arrays.with(at, 4, values)
        })
    }

    /// The topology of the corners.
    pub(crate) fn topology(&self) -> Topology {
        match self.primitive {
            Primitive::Point => Topology::Points,
            Primitive::Line => Topology::Lines,
            Primitive::Triangle => Topology::Triangles,
        }
    }
}

/// Runs a draw without stages behind the vertex stage.
fn plain(context: &Context, front: &mut Front<'_>, finished: &mut Finished) {
    let draw = front.draw;
    let streams = draw.streams(context.patch.vertices);
    let mut segment = Segment::default();
    for (instance, part) in parts(draw.instances, streams.count, SEGMENT_PRIMITIVES) {
        front.vertex.instance = instance;
        segment.gather(draw, &streams, part, (QuadCut::Plain, context.provoking_vertex));
        let outputs = front.shade_for(&segment.vertices, &[]);
        if front.is_over() || finished.vertices > MOST {
            return;
        }
        finished.take(&outputs, draw.topology.primitive(), &segment.items);
    }
}

impl PrimitiveSink for Finished {
    fn take(&mut self, outputs: &StageOutputs, primitive: Primitive, items: &[PrimitiveRef]) {
        let first = self.vertices;
        self.vertices += outputs.len();
        if self.vertices > MOST {
            return;
        }
        self.primitive = primitive;
        for ((slot, _), values) in self.results.iter().zip(&mut self.values) {
            let vectors = (0..outputs.len()).flat_map(|vertex| outputs.get(vertex, *slot));
            values.extend(vectors.map(f32::from_bits));
        }
        let size = primitive.corners();
        for item in items {
            let mut corners = item.corners.map(|corner| first as u32 + corner);
            if let Some(at) = item.corners[..size]
                .iter()
                .position(|corner| *corner == item.provoking)
            {
                corners[..size].rotate_left((at + 1) % size);
            }
            let places = self
                .chooser
                .map(|chooser| chooser.places_of(outputs, item.provoking as usize));
            match places {
                Some(places) => places.for_each(|place| self.add(place, &corners[..size])),
                None => self.add((0, 0), &corners[..size]),
            }
        }
    }
}
