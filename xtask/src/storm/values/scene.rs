//! A scene that shows what a program gives: each pixel is a point, or a part of the picture, with attributes of its
//! own, which nothing interpolates but what derivatives are taken of.

use quadrille_isa::gl::opcode::OpcodeRow;
use quadrille_isa::gl::{LanguageSet, Opcode, Stage};
use quadrille_testkit::choices::Choices;

use super::case::{Case, Subject};

/// Points of a scene, and pixels of a row.
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

/// Attributes 8 to 11 of a vertex, or texture coordinates 0 to 3 of a fragment.
type Attributes = [[f32; 4]; 4];

/// What a program computes from.
#[derive(Clone, Debug)]
pub(super) struct Inputs {
    /// Those of each point.
    points: Vec<Attributes>,
    /// The first local and the first environment parameters.
    parameters: [[[f32; 4]; 4]; 2],
}

impl Inputs {
    /// Inputs that are chosen.
    pub(super) fn new(
        choices: &mut Choices<'_>,
        subject: Subject,
        approximated: Option<&OpcodeRow>,
    ) -> Inputs {
        // Of a large angle no machine's sine has a true digit, and others interpolate what they show.
        let is_angle =
            approximated.is_some_and(|row| matches!(row.opcode, Opcode::Sin | Opcode::Cos | Opcode::Scs));
        let may_have_edges = matches!(subject, Subject::Exact | Subject::Approximated | Subject::Depth);
        // Most programs see no infinities, after which all is infinite.
        let has_edges = may_have_edges && !is_angle && choices.once_in(3);
        // Quarters lie on the seams of texels, where the last bit decides.
        let shift = if subject == Subject::Textures {
            1.0 / 32.0
        } else {
            0.0
        };
        let mut number = || match has_edges && choices.once_in(4) {
            true => choices.one_of(&EDGES),
            false => choices.float() + shift,
        };
        Inputs {
            points: (0..POINTS)
                .map(|_| [[0; 4]; 4].map(|one| one.map(|_| number())))
                .collect(),
            parameters: [[[0; 4]; 4]; 2].map(|all| all.map(|one| one.map(|_| number()))),
        }
    }

    /// What is drawn, and its vertices: where they are and their attributes.
    fn vertices(&self, subject: Subject) -> (&'static str, Vec<([f32; 2], Attributes)>) {
        let edge = |at: usize| 2.0 * at as f32 / POINTS as f32 - 1.0;
        match subject {
            Subject::Derivatives => {
                // A quarter of an integer goes up from each pixel to the next.
                let [base, right, up] = [self.points[0], self.points[1], self.points[2]];
                let corner = |x: f32, y: f32| {
                    let across = [POINTS as f32, 2.0];
                    let at = |vector: usize, component: usize| -> f32 {
                        let steps = [right, up].map(|step: Attributes| step[vector][component]);
                        base[vector][component] + x * across[0] * steps[0] + y * across[1] * steps[1]
                    };
                    let attributes =
                        std::array::from_fn(|vector| std::array::from_fn(|component| at(vector, component)));
                    ([2.0 * x - 1.0, 2.0 * y - 1.0], attributes)
                };
                let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
                ("GL_TRIANGLE_STRIP", corners.map(|[x, y]| corner(x, y)).to_vec())
            }
            Subject::Sides => {
                let mut vertices = Vec::new();
                for (at, attributes) in self.points.iter().enumerate() {
                    let (left, right) = (edge(at), edge(at + 1));
                    let mut corners = [
                        [left, -1.0],
                        [right, -1.0],
                        [left, 1.0],
                        [left, 1.0],
                        [right, -1.0],
                        [right, 1.0],
                    ];
                    if at % 2 == 1 {
                        corners.reverse();
                    }
                    vertices.extend(corners.map(|corner| (corner, *attributes)));
                }
                ("GL_TRIANGLES", vertices)
            }
            _ => {
                let points = self.points.iter().enumerate();
                let points =
                    points.map(|(at, attributes)| ([edge(at) + 1.0 / POINTS as f32, 0.0], *attributes));
                ("GL_POINTS", points.collect())
            }
        }
    }
}

/// The scene of a program.
pub(super) fn text(case: &Case) -> String {
    let Case {
        profile,
        subject,
        inputs,
        ..
    } = case;
    let is_vertex = profile.stage == Stage::Vertex;
    let (vertex, fragment) = if is_vertex {
        let shows = format!("!!ARBfp1.0\nMOV result.color, fragment.{};\nEND\n", case.shown);
        (case.text.clone(), shows)
    } else {
        (
            passing(profile.language.meets(LanguageSet::GPU)),
            case.text.clone(),
        )
    };
    let height = if *subject == Subject::Derivatives { 2 } else { 1 };
    let mut text = format!(
        "[require]\nSIZE {POINTS} {height}\n[vertex program]\n{vertex}[fragment program]\n{fragment}[vertex data]\n\
         0/float/4 8/float/4 9/float/4 10/float/4 11/float/4\n"
    );
    let (mode, vertices) = inputs.vertices(*subject);
    for ([x, y], attributes) in &vertices {
        let numbers = [[*x, *y, 0.0, 1.0]];
        let numbers = numbers.iter().chain(attributes).flatten();
        let words: Vec<String> = numbers
            .map(|number| format!("{:#010x}", number.to_bits()))
            .collect();
        text += &format!("{}\n", words.join(" "));
    }
    text += "[test]\nclear color 0 0 0 0\nclear depth 0.5\nclear\n";
    let stage = if is_vertex { "vp" } else { "fp" };
    for (kind, values) in ["local", "env"].iter().zip(&inputs.parameters) {
        for (at, [x, y, z, w]) in values.iter().enumerate() {
            text += &format!("parameter {kind}_{stage} {at} ({x}, {y}, {z}, {w})\n");
        }
    }
    text += &case.textures;
    text += match subject {
        Subject::Fog => "fog color 0.25 0.5 0.75 1\nfog density 0.25\nfog start -2\nfog end 6\n",
        Subject::Depth => "enable DEPTH_TEST\ndepthfunc ALWAYS\n",
        Subject::Sides => "enable VERTEX_PROGRAM_TWO_SIDE\n",
        _ => "",
    };
    text += &format!("draw arrays {mode} 0 {}\n", vertices.len());
    // A driver's depths are read where they are probed.
    text + if *subject == Subject::Depth {
        "probe depth 0 0 0\n"
    } else {
        ""
    }
}

/// A vertex program that hands on the attributes of a vertex, for a language with numbered attributes or without.
fn passing(has_numbers: bool) -> String {
    let attributes = match has_numbers {
        true => {
            "MOV result.attrib[0], vertex.attrib[8];\nMOV result.attrib[1], vertex.attrib[9];\n\
             MOV result.attrib[2], vertex.attrib[10];\nMOV result.attrib[3], vertex.attrib[11];\n"
        }
        false => "",
    };
    let header = if has_numbers { "!!NVvp4.0" } else { "!!ARBvp1.0" };
    format!(
        "{header}
MOV result.position, vertex.position;
MOV result.texcoord[0], vertex.attrib[8];
MOV result.texcoord[1], vertex.attrib[9];
MOV result.texcoord[2], vertex.attrib[10];
MOV result.texcoord[3], vertex.attrib[11];
{attributes}MOV result.color, vertex.attrib[8];
MOV result.color.secondary, vertex.attrib[9];
MOV result.fogcoord.x, vertex.attrib[10].x;
END
"
    )
}
