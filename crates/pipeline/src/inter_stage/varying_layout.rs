//! The varying layout: which results of the last stage before the rasterizer become varyings, and which varying each
//! attribute of a fragment program reads.

use quadrille_isa::gl::{Binding, Family, LanguageSet, ProgramOption};
use quadrille_program::Program;

use crate::binding::{FragmentInput, FragmentProperty, Varying, VertexResult, fragment_input, vertex_result};
use crate::state::{Context, TEXTURE_COORDINATES};
use crate::thread;

/// What gives a value of a vertex.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum VertexValue {
    /// The result of this slot.
    Result(usize),
    /// The distance from a user clip plane, which is brought to object space: its dot product with the vertex position, in x.
    Plane([f32; 4]),
}

/// The source of a varying.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct VaryingSource {
    /// What gives it; without that it is undefined and given as 0, 0, 0, 1.
    pub(crate) value: Option<VertexValue>,
    /// Whether it is a colour that is clamped to [0, 1].
    pub(crate) clamp: bool,
    /// What y, z and w are where only x counts (fog coordinates).
    pub(crate) rest: Option<[f32; 3]>,
}

/// What back faces take for their colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BackColors {
    /// The front colours.
    Front,
    /// Back colours that are written. The others are undefined; drivers take the front ones.
    Written,
    /// Back colours, which are 0, 0, 0, 1 where they are not written (NV_vertex_program 2.14.1.5).
    All,
}

/// What stands behind the fog coordinate in `f[FOGC]` (NV_fragment_program Table X.1).
const BEHIND_FOG_OF_FP1: [f32; 3] = [0.0, 0.0, 0.0];

/// What stands behind it in `fragment.fogcoord` (ARB_fragment_program Table X.1).
const BEHIND_FOG: [f32; 3] = [0.0, 0.0, 1.0];

/// The source of a fragment attribute.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Input {
    /// Interpolated from a varying.
    Varying(VaryingInput),
    /// A property of the fragment that rasterization determines.
    Property {
        property: FragmentProperty,
        /// Whether a place in a point sprite is the centroid's.
        centroid: bool,
    },
    /// An attribute of threads.
    Thread(Family),
    /// Nothing gives it: undefined, read as 0.
    Nothing,
}

impl Input {
    /// Whether it is the position of the fragment, of which depth is a part.
    pub(crate) fn is_position(&self) -> bool {
        match self {
            Input::Property { property, .. } => *property == FragmentProperty::Position,
            Input::Varying(_) | Input::Thread(_) | Input::Nothing => false,
        }
    }

    /// Whether it is taken at the centroid.
    pub(crate) fn is_at_centroid(&self) -> bool {
        match self {
            Input::Varying(input) => input.centroid,
            Input::Property { property, centroid } => {
                *property == FragmentProperty::PointCoordinate && *centroid
            }
            Input::Thread(_) | Input::Nothing => false,
        }
    }
}

/// An interpolated attribute.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct VaryingInput {
    /// Number of the varying.
    pub(crate) front: usize,
    /// The one that back faces take.
    pub(crate) back: usize,
    /// Whether the provoking vertex gives it.
    pub(crate) flat: bool,
    /// Whether it is linear in window space.
    pub(crate) no_perspective: bool,
    /// Whether it is taken at the centroid.
    pub(crate) centroid: bool,
    /// Components that are read, bit 0 for x.
    pub(crate) used: u8,
    /// Whether a point sprite gives its own coordinates.
    pub(crate) sprite: bool,
}

/// The varyings of a draw, and who reads them.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct VaryingLayout {
    /// The source of each varying.
    pub(crate) sources: Vec<VaryingSource>,
    /// The source of each attribute of the fragment program.
    pub(crate) inputs: Vec<Input>,
    /// The fog coordinate, where a fog option needs it.
    pub(crate) fog: Option<usize>,
    /// The result slot of the position.
    pub(crate) position: Option<usize>,
    /// The result slot of the point size.
    pub(crate) point_size: Option<usize>,
    /// The distances from user clip planes, by the numbers of these.
    pub(crate) clip_distances: Vec<(u32, VertexValue)>,
}

/// Options that apply fog to the final colour.
pub(crate) const FOG_OPTIONS: [ProgramOption; 3] = [
    ProgramOption::ArbFogExp,
    ProgramOption::ArbFogExp2,
    ProgramOption::ArbFogLinear,
];

impl VaryingLayout {
    /// Fits the programs together: the results of the last stage before the rasterizer, and the fragment program. `planes`
    /// are the enabled clip planes whose distances that stage gives besides its results, in object space; they take the
    /// place of what it writes.
    pub(crate) fn new(
        results: &[Binding],
        planes: &[(u32, [f32; 4])],
        fragment: &Program,
        context: &Context,
        back_colors: BackColors,
    ) -> VaryingLayout {
        let results: Vec<Option<VertexResult>> = results.iter().copied().map(vertex_result).collect();
        let slot = |wanted: VertexResult| results.iter().position(|result| *result == Some(wanted));
        let find = |wanted| slot(wanted).map(VertexValue::Result);
        let mut varyings = VaryingLayout {
            position: slot(VertexResult::Position),
            point_size: slot(VertexResult::PointSize),
            clip_distances: clip_distances(&results, planes),
            ..VaryingLayout::default()
        };
        let is_fp1 = fragment.profile().language.meets(LanguageSet::F10);
        let behind_fog = if is_fp1 { BEHIND_FOG_OF_FP1 } else { BEHIND_FOG };
        for variable in fragment.attributes() {
            let input = match fragment_input(variable.binding) {
                None if thread::attribute(variable.binding.family, 0).is_some() => {
                    Input::Thread(variable.binding.family)
                }
                None => Input::Nothing,
                Some(FragmentInput::Property(property)) => Input::Property {
                    property,
                    centroid: variable.interpolation.centroid,
                },
                Some(FragmentInput::Color { secondary }) => {
                    let mut color = |back| {
                        varyings.add(VaryingSource {
                            value: find(VertexResult::Color { back, secondary }),
                            clamp: context.clamping.vertex,
                            rest: None,
                        })
                    };
                    let front = color(false);
                    let written = find(VertexResult::Color {
                        back: true,
                        secondary,
                    })
                    .is_some();
                    let back = match back_colors {
                        BackColors::All => color(true),
                        BackColors::Written if written => color(true),
                        BackColors::Written | BackColors::Front => front,
                    };
                    Input::Varying(VaryingInput {
                        front,
                        back,
                        flat: context.lighting.flat || variable.interpolation.flat,
                        no_perspective: variable.interpolation.no_perspective,
                        centroid: variable.interpolation.centroid,
                        used: variable.used,
                        sprite: false,
                    })
                }
                Some(FragmentInput::Varying(varying)) => {
                    let number = varyings.add(VaryingSource {
                        value: match varying {
                            Varying::ClipDistance(plane) => varyings.clip_distance(plane),
                            Varying::FogCoordinate | Varying::TextureCoordinate(_) | Varying::Generic(_) => {
                                find(VertexResult::Varying(varying))
                            }
                        },
                        clamp: false,
                        rest: (varying == Varying::FogCoordinate).then_some(behind_fog),
                    });
                    let sprite = match varying {
                        Varying::TextureCoordinate(unit) if (unit as usize) < TEXTURE_COORDINATES => {
                            context.point.sprite && context.point.coordinate_replace[unit as usize]
                        }
                        Varying::TextureCoordinate(_)
                        | Varying::FogCoordinate
                        | Varying::Generic(_)
                        | Varying::ClipDistance(_) => false,
                    };
                    Input::Varying(VaryingInput {
                        front: number,
                        back: number,
                        flat: variable.interpolation.flat,
                        no_perspective: variable.interpolation.no_perspective,
                        centroid: variable.interpolation.centroid,
                        used: variable.used,
                        sprite,
                    })
                }
            };
            varyings.inputs.push(input);
        }
        if FOG_OPTIONS
            .iter()
            .any(|option| fragment.features().options.contains(*option))
        {
            let value = find(VertexResult::Varying(Varying::FogCoordinate));
            varyings.fog = Some(varyings.add(VaryingSource {
                value,
                clamp: false,
                rest: Some(BEHIND_FOG),
            }));
        }
        varyings
    }

    /// The distance from a clip plane, if something gives it.
    fn clip_distance(&self, plane: u32) -> Option<VertexValue> {
        let mut distances = self.clip_distances.iter();
        distances
            .find(|(number, _)| *number == plane)
            .map(|(_, value)| *value)
    }

    fn add(&mut self, varying: VaryingSource) -> usize {
        self.sources
            .iter()
            .position(|known| *known == varying)
            .unwrap_or_else(|| {
                self.sources.push(varying);
                self.sources.len() - 1
            })
    }
}

/// The distances from clip planes: of a stage to whose results those from `planes` belong these, and what it writes of others.
fn clip_distances(results: &[Option<VertexResult>], planes: &[(u32, [f32; 4])]) -> Vec<(u32, VertexValue)> {
    let of_planes = planes
        .iter()
        .map(|(plane, coefficients)| (*plane, VertexValue::Plane(*coefficients)));
    let written = results
        .iter()
        .enumerate()
        .filter_map(|(slot, result)| match result {
            Some(VertexResult::ClipDistance(plane)) => Some((*plane, VertexValue::Result(slot))),
            _ => None,
        });
    let others = written.filter(|(plane, _)| planes.iter().all(|(own, _)| own != plane));
    of_planes.chain(others).collect()
}
