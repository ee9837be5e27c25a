//! Program parameters: the vector that each binding stands for (ARB_vertex_program, Tables X.3.1 to X.3.8 and
//! X.4; ARB_fragment_program, Tables X.2 and X.3).

use quadrille_isa::gl::binding::{Matrix as Which, MatrixModifier, MatrixRow};
use quadrille_isa::gl::{Binding, Family, Stage};
use quadrille_program::{ParameterSource, Program};

use crate::memory::Bindings;

use super::{Context, Material, Matrix, TrackedMatrix};

/// The values of a program's parameters, constants and elements of bound buffers filled in.
pub fn parameters(
    program: &Program,
    context: &Context,
    locals: &[[f32; 4]],
    bindings: &Bindings,
) -> Vec<[u32; 4]> {
    let stage = program.profile().stage;
    let mut matrices = Matrices::new(context);
    program
        .parameters()
        .iter()
        .map(|parameter| match parameter.source {
            ParameterSource::Constant(bits) => bits,
            ParameterSource::Buffer(element) => bindings.element(stage, element),
            ParameterSource::Binding(binding) => {
                let value = match binding.matrix() {
                    Some(row) => matrices.row(row),
                    None => value(binding, stage, context, locals),
                };
                value.map(f32::to_bits)
            }
        })
        .collect()
}

/// Matrices that were worked out, so that a program that takes all rows of an inverse inverts once.
struct Matrices<'a> {
    context: &'a Context,
    last: Option<(Which, MatrixModifier, Matrix)>,
}

impl<'a> Matrices<'a> {
    fn new(context: &'a Context) -> Matrices<'a> {
        Matrices { context, last: None }
    }

    fn row(&mut self, row: MatrixRow) -> [f32; 4] {
        let matrix = match self.last {
            Some((which, modifier, matrix)) if (which, modifier) == (row.matrix, row.modifier) => matrix,
            _ => {
                let matrix = modified(self.context, row);
                self.last = Some((row.matrix, row.modifier, matrix));
                matrix
            }
        };
        matrix.rows[(row.row & 3) as usize]
    }
}

/// A matrix of the state, modified; one that does not exist is 0.
fn modified(context: &Context, row: MatrixRow) -> Matrix {
    let transform = &context.transform;
    let of = |matrices: &[Matrix], number: u32| {
        let zero = Matrix { rows: [[0.0; 4]; 4] };
        matrices.get(number as usize).copied().unwrap_or(zero)
    };
    let matrix = match row.matrix {
        Which::Modelview(number) => of(&transform.modelview, number),
        Which::Projection => transform.projection,
        Which::Mvp => transform.model_view_projection(),
        Which::Texture(number) => of(&transform.texture, number),
        Which::Palette(number) => of(&transform.palette, number),
        Which::Program(number) => of(&transform.program, number),
    };
    match row.modifier {
        MatrixModifier::None => matrix,
        MatrixModifier::Inverse => matrix.inverse(),
        MatrixModifier::Transpose => matrix.transpose(),
        MatrixModifier::InverseTranspose => matrix.inverse().transpose(),
    }
}

/// The vector that a binding stands for in a program of a stage. What is not there is 0.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "families that are no parameters have no value here"
)]
pub fn value(binding: Binding, stage: Stage, context: &Context, locals: &[[f32; 4]]) -> [f32; 4] {
    if let Some(row) = binding.matrix() {
        return Matrices::new(context).row(row);
    }
    let [first, second, third, _] = binding.index;
    let at = |values: &[[f32; 4]]| values.get(first as usize).copied().unwrap_or_default();
    let material = |face: u32| &context.lighting.materials[usize::from(face == 1)];
    let light = context
        .lighting
        .lights
        .get(first as usize)
        .copied()
        .unwrap_or_default();
    let with = |[x, y, z]: [f32; 3], w: f32| [x, y, z, w];
    match binding.family {
        Family::ProgramLocal => at(locals),
        // Of programs that come as text, the length is 0 (NV_shader_storage_buffer_object 2.X.3.3).
        Family::ProgramStoragelen => [0.0; 4],
        Family::ProgramEnv => match tracked(context, stage, first) {
            Some(TrackedMatrix { matrix, modifier }) => Matrices::new(context).row(MatrixRow {
                matrix,
                modifier,
                row: first % 4,
            }),
            None => at(context.environment(stage)),
        },
        Family::StateMaterialAmbient => material(first).ambient,
        Family::StateMaterialDiffuse => material(first).diffuse,
        Family::StateMaterialSpecular => material(first).specular,
        Family::StateMaterialEmission => material(first).emission,
        Family::StateMaterialShininess => [material(first).shininess, 0.0, 0.0, 1.0],
        Family::StateLightAmbient => light.ambient,
        Family::StateLightDiffuse => light.diffuse,
        Family::StateLightSpecular => light.specular,
        Family::StateLightPosition => light.position,
        Family::StateLightAttenuation => with(light.attenuation, light.spot_exponent),
        Family::StateLightSpotDirection => with(light.spot_direction, light.spot_cosine),
        Family::StateLightHalf => light.half(),
        Family::StateLightmodelAmbient => context.lighting.model.ambient,
        Family::StateLightmodelScenecolor => scene_color(context, material(first)),
        Family::StateLightprodAmbient => product(light.ambient, material(second).ambient),
        Family::StateLightprodDiffuse => product(light.diffuse, material(second).diffuse),
        Family::StateLightprodSpecular => product(light.specular, material(second).specular),
        Family::StateTexgen => context.textures.get(first as usize).map_or([0.0; 4], |unit| {
            let generation = unit.generation[(third & 3) as usize];
            if second == 0 {
                generation.eye_plane
            } else {
                generation.object_plane
            }
        }),
        Family::StateTexenvColor => context
            .textures
            .get(first as usize)
            .map_or([0.0; 4], |unit| unit.environment.color),
        Family::StateFogColor => context.fog.color,
        Family::StateFogParams => {
            let fog = &context.fog;
            [fog.density, fog.start, fog.end, 1.0 / (fog.end - fog.start)]
        }
        Family::StateClipPlane => at(&context.transform.clip_planes),
        Family::StatePointSize => {
            let point = &context.point;
            [point.size, point.min, point.max, point.fade_threshold]
        }
        Family::StatePointAttenuation => with(context.point.attenuation, 1.0),
        Family::StateDepthRange => {
            let [near, far] = context.transform.depth_range;
            [near, far, far - near, 1.0]
        }
        // The sizes of one vector of lanes on one processor, as integers.
        Family::StateThreadWarpsize | Family::StateThreadWarpspersm | Family::StateThreadSmcount => {
            [f32::from_bits(1), 0.0, 0.0, 0.0]
        }
        // Not parameters; what is listed in `binding::meaning` as one stands above.
        _ => [0.0; 4],
    }
}

impl Context {
    /// Has the vertex environment parameters 4 `place` to 4 `place` + 3 be the rows of a matrix from now on (TrackMatrixNV);
    /// with none, they stay what they are (NV_vertex_program 2.14.5).
    pub fn track_matrix(&mut self, place: usize, matrix: Option<TrackedMatrix>) {
        let before = self.tracked.get(place).copied().flatten();
        if let (Some(TrackedMatrix { matrix, modifier }), None) = (before, matrix) {
            let mut matrices = Matrices::new(self);
            let rows = [0, 1, 2, 3].map(|row| {
                matrices.row(MatrixRow {
                    matrix,
                    modifier,
                    row,
                })
            });
            let environment = self.environment_mut(Stage::Vertex);
            if environment.len() < 4 * place + 4 {
                environment.resize(4 * place + 4, [0.0; 4]);
            }
            environment[4 * place..][..4].copy_from_slice(&rows);
        }
        if self.tracked.len() <= place {
            self.tracked.resize(place + 1, None);
        }
        self.tracked[place] = matrix;
    }
}

/// The matrix that environment parameter `number` of a stage is a row of (TrackMatrixNV, of vertex programs).
fn tracked(context: &Context, stage: Stage, number: u32) -> Option<TrackedMatrix> {
    let is_vertex = matches!(stage, Stage::Vertex | Stage::VertexState);
    let tracked = context.tracked.get((number / 4) as usize).copied().flatten();
    tracked.filter(|_| is_vertex)
}

/// Ambient light of the scene times ambient material, plus emission; alpha of the diffuse material.
fn scene_color(context: &Context, material: &Material) -> [f32; 4] {
    let model = context.lighting.model.ambient;
    let mut color: [f32; 4] = std::array::from_fn(|c| model[c] * material.ambient[c] + material.emission[c]);
    color[3] = material.diffuse[3];
    color
}

/// Product of a light's and a material's colour; alpha of the material.
fn product(light: [f32; 4], material: [f32; 4]) -> [f32; 4] {
    [
        light[0] * material[0],
        light[1] * material[1],
        light[2] * material[2],
        material[3],
    ]
}
