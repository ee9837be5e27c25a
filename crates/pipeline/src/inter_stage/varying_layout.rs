//! The varying layout: which results of the last stage before the rasterizer become varyings, and which varying each
//! attribute of a fragment program reads.

use quadrille_isa::gl::{Binding, Family, LanguageSet, ProgramOption};
use quadrille_program::Program;

use crate::binding::{FragmentInput, FragmentProperty, Varying, VertexResult, fragment_input, vertex_result};
use crate::state::{Context, TEXTURE_COORDINATES};
use crate::thread;

/// The source of a varying.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct VaryingSource {
    /// The slot of the result; without one it is undefined and given as 0, 0, 0, 1.
    pub(crate) result: Option<usize>,
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
    /// Result slots of the clip distances, by plane.
    pub(crate) clip_distances: Vec<(u32, usize)>,
}

/// Options that apply fog to the final colour.
pub(crate) const FOG_OPTIONS: [ProgramOption; 3] = [
    ProgramOption::ArbFogExp,
    ProgramOption::ArbFogExp2,
    ProgramOption::ArbFogLinear,
];

impl VaryingLayout {
    /// Fits the programs together: the results of the last stage before the rasterizer, and the fragment program.
    pub(crate) fn new(
        results: &[Binding],
        fragment: &Program,
        context: &Context,
        back_colors: BackColors,
    ) -> VaryingLayout {
        let results: Vec<Option<VertexResult>> = results.iter().copied().map(vertex_result).collect();
        let find = |wanted: VertexResult| results.iter().position(|result| *result == Some(wanted));
        let mut varyings = VaryingLayout {
            position: find(VertexResult::Position),
            point_size: find(VertexResult::PointSize),
            ..VaryingLayout::default()
        };
        for (slot, result) in results.iter().enumerate() {
            if let Some(VertexResult::ClipDistance(plane)) = result {
                varyings.clip_distances.push((*plane, slot));
            }
        }
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
                            result: find(VertexResult::Color { back, secondary }),
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
                        result: find(match varying {
                            Varying::ClipDistance(plane) => VertexResult::ClipDistance(plane),
                            Varying::FogCoordinate | Varying::TextureCoordinate(_) | Varying::Generic(_) => {
                                VertexResult::Varying(varying)
                            }
                        }),
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
            let result = find(VertexResult::Varying(Varying::FogCoordinate));
            varyings.fog = Some(varyings.add(VaryingSource {
                result,
                clamp: false,
                rest: Some(BEHIND_FOG),
            }));
        }
        varyings
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
