//! Operations of a stage: emitted vertices, ends of strips, attributes at other places, barriers.

use quadrille_engine::Emission;
use quadrille_engine::environment::AttributeLocation;
use quadrille_isa::gl::operation::{Location, StageOp};
use quadrille_program::{File, InstId, Instruction, Layout};

use crate::observer::Observer;
use crate::run::BatchRun;
use crate::state::Values;

/// Streams of vertices that EMITS may name (MAX_VERTEX_STREAMS_NV).
const STREAMS: i32 = 4;

/// MIN_FRAGMENT_INTERPOLATION_OFFSET and MAX_FRAGMENT_INTERPOLATION_OFFSET, in pixels.
const OFFSETS: std::ops::RangeInclusive<f32> = -0.5..=0.5;

impl<O: Observer> BatchRun<'_, O> {
    /// EMIT, EMITS and ENDPRIM. The ordered section of FSIB and FSIE needs nothing: fragments of one batch lie
    /// on different pixels, and batches come in order.
    pub(crate) fn emit(&mut self, id: InstId, operation: StageOp, values: &Values) {
        let lanes: Vec<usize> = self.state.schedule.active().iter().collect();
        let most = match self.prepared.program.layout() {
            Layout::Geometry(layout) => layout.vertices,
            _ => u32::MAX,
        };
        for lane in lanes {
            let [vertices, ended] = self.state.emitted[lane];
            let stream = match operation {
                StageOp::EmitVertex => 0,
                StageOp::EmitVertexOnStream => values.operands[0][0][lane] as i32,
                StageOp::EndPrimitive => {
                    // A strip without vertices is none.
                    if vertices > ended {
                        self.state.emitted[lane][1] = vertices;
                        self.batch.emitted.push(Emission::EndPrimitive { lane });
                    }
                    continue;
                }
                StageOp::Barrier | StageOp::InterlockBegin | StageOp::InterlockEnd => continue,
            };
            // Past VERTICES_OUT vertices are dropped (NV_geometry_program4 2.14.6.4), so that a loop of them takes
            // no more room.
            if vertices >= most {
                continue;
            }
            if !(0..STREAMS).contains(&stream) {
                watch!(O, { self.observer.bad_stream(id, lane, stream) });
                continue;
            }
            watch!(O, {
                self.watch_results_of(id, lane);
                // Results are undefined behind the vertex that they made.
                self.state
                    .results_written
                    .iter_mut()
                    .for_each(|marks| marks[lane] = 0);
            });
            self.state.emitted[lane][0] = vertices + 1;
            let slots = 0..self.batch.results.slots();
            self.batch.emitted.push(Emission::Vertex {
                lane,
                stream: stream as u32,
                results: slots.map(|slot| self.batch.results.get(slot, lane)).collect(),
            });
        }
    }

    /// IPAC, IPAO and IPAS. Where there is nothing to interpolate, the attribute as it is.
    pub(crate) fn interpolate(
        &mut self,
        id: InstId,
        location: Location,
        instruction: &Instruction,
        values: &mut Values,
    ) {
        let Some(operand) = instruction.operands.first() else {
            return;
        };
        let lanes: Vec<usize> = self.state.schedule.active().iter().collect();
        for lane in lanes {
            let word = |component: usize| values.operands.get(1).map_or(0, |words| words[component][lane]);
            let place = match location {
                Location::Centroid => AttributeLocation::Centroid,
                Location::Offset => {
                    AttributeLocation::Offset([f32::from_bits(word(0)), f32::from_bits(word(1))])
                }
                Location::Sample => AttributeLocation::Sample(word(0)),
            };
            if let AttributeLocation::Offset(offset) = place
                && let Some(wrong) = offset.into_iter().find(|offset| !OFFSETS.contains(offset))
            {
                watch!(O, { self.observer.interpolation_offset(id, lane, wrong) });
            }
            let slot = match operand.register.file {
                File::Attribute => self.sources().destination(&operand.register, lane).0,
                _ => None,
            };
            let interpolated = match (slot, self.environment.interpolator) {
                (Some(slot), Some(interpolator)) => interpolator.interpolate(slot, lane, place),
                _ => None,
            };
            for component in 0..4 {
                values.result.low[component][lane] = match interpolated {
                    Some(words) => self.sources().arrange(operand, words, component),
                    None => values.operands[0][component][lane],
                };
            }
        }
    }
}
