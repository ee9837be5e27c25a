//! A scene that shows what a program gives: each pixel is a point with attributes of its own, which nothing
//! interpolates.

use quadrille_isa::gl::{LanguageSet, Profile, Stage};
use quadrille_testkit::choices::Choices;

/// Points of a scene, and pixels of its only row.
pub(super) const POINTS: usize = 16;

/// Numbers at which arithmetic is at its edges.
const EDGES: [f32; 12] = [
    0.0,
    -0.0,
    1.0,
    0.5,
    128.0,
    1e10,
    -1e10,
    1e-10,
    3e38,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

/// What a program computes from.
#[derive(Clone, Debug)]
pub(super) struct Inputs {
    /// Attributes 8 to 11 of each point, or texture coordinates 0 to 3.
    points: Vec<[[f32; 4]; 4]>,
    /// The first local and the first environment parameters.
    parameters: [[[f32; 4]; 4]; 2],
}

impl Inputs {
    /// Inputs that are chosen.
    pub(super) fn new(choices: &mut Choices<'_>) -> Inputs {
        // Most programs see no infinities, after which all is infinite.
        let has_edges = choices.once_in(3);
        let mut number = || match has_edges && choices.once_in(4) {
            true => choices.one_of(&EDGES),
            false => choices.float(),
        };
        Inputs {
            points: (0..POINTS)
                .map(|_| [[0; 4]; 4].map(|one| one.map(|_| number())))
                .collect(),
            parameters: [[[0; 4]; 4]; 2].map(|all| all.map(|one| one.map(|_| number()))),
        }
    }
}

/// The scene of a program.
pub(super) fn text(profile: &Profile, program: &str, inputs: &Inputs) -> String {
    let is_vertex = profile.stage == Stage::Vertex;
    let (vertex, fragment) = if is_vertex {
        (
            program,
            "!!ARBfp1.0\nMOV result.color, fragment.texcoord[0];\nEND\n",
        )
    } else if profile.language.meets(LanguageSet::GPU) {
        (GPU, program)
    } else {
        (ARB, program)
    };
    let mut text = format!(
        "[require]\nSIZE {POINTS} 1\n[vertex program]\n{vertex}[fragment program]\n{fragment}[vertex data]\n\
         0/float/4 8/float/4 9/float/4 10/float/4 11/float/4\n"
    );
    for (at, attributes) in inputs.points.iter().enumerate() {
        let x = (2 * at + 1) as f32 / POINTS as f32 - 1.0;
        let numbers = [[x, 0.0, 0.0, 1.0]];
        let numbers = numbers.iter().chain(attributes).flatten();
        let words: Vec<String> = numbers
            .map(|number| format!("{:#010x}", number.to_bits()))
            .collect();
        text += &format!("{}\n", words.join(" "));
    }
    text += "[test]\nclear color 0 0 0 0\nclear\n";
    let stage = if is_vertex { "vp" } else { "fp" };
    for (kind, values) in ["local", "env"].iter().zip(&inputs.parameters) {
        for (at, [x, y, z, w]) in values.iter().enumerate() {
            text += &format!("parameter {kind}_{stage} {at} ({x}, {y}, {z}, {w})\n");
        }
    }
    text + &format!("draw arrays GL_POINTS 0 {POINTS}\n")
}

/// Hands on the attributes of a point.
const ARB: &str = "!!ARBvp1.0
MOV result.position, vertex.position;
MOV result.texcoord[0], vertex.attrib[8];
MOV result.texcoord[1], vertex.attrib[9];
MOV result.texcoord[2], vertex.attrib[10];
MOV result.texcoord[3], vertex.attrib[11];
MOV result.color, vertex.attrib[8];
MOV result.color.secondary, vertex.attrib[9];
MOV result.fogcoord.x, vertex.attrib[10].x;
END
";

/// The same for languages that have attributes with numbers.
const GPU: &str = "!!NVvp4.0
MOV result.position, vertex.position;
MOV result.texcoord[0], vertex.attrib[8];
MOV result.texcoord[1], vertex.attrib[9];
MOV result.texcoord[2], vertex.attrib[10];
MOV result.texcoord[3], vertex.attrib[11];
MOV result.attrib[0], vertex.attrib[8];
MOV result.attrib[1], vertex.attrib[9];
MOV result.attrib[2], vertex.attrib[10];
MOV result.attrib[3], vertex.attrib[11];
MOV result.color, vertex.attrib[8];
MOV result.color.secondary, vertex.attrib[9];
MOV result.fogcoord.x, vertex.attrib[10].x;
END
";
