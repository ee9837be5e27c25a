//! A scene that shows what a program gives: each pixel is a point, or a part of the picture, with attributes of its
//! own, which nothing interpolates but what derivatives are taken of.

use quadrille::Session;
use quadrille::translate::form::Parameter;
use quadrille_isa::gl::opcode::OpcodeRow;
use quadrille_isa::gl::{Family, LanguageSet, Opcode, Stage};
use quadrille_testkit::choices::{Choices, bytes};
use quadrille_testkit::program::disguised;

use super::case::{Case, Subject};
use super::stage;

/// Points of a scene.
pub(super) const POINTS: usize = 16;

/// Pixels of a row, of which one is behind all points.
pub(super) const WIDTH: usize = POINTS + 1;

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

/// A number of which products of a few overflow.
const HUGE: f32 = 1e10;

/// What the names of a program are made of.
const NAMES: usize = 256;

/// State that programs may read: no number in it is the one that GL begins with.
const STATE: &str = "\
matrix texture 0 (1, 2, 0, 1, -1, 0.5, 3, 0, 2, 2, 1, 0, 0.25, -4, 1, 2)
matrix texture 1 (2, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0.5, 0, 1, 2, 3, 1)
matrix program 0 (1, 1, 0, 0, 0, 1, 0, 0, 0, 2, 1, 0, 3, 0, 0, 1)
matrix program 1 (0.5, 0, 0, 1, 0, 2, 0, 0, 1, 0, -1, 0, 0, 0, 4, 1)
light 0 ambient 0.25 0.5 0.75 1
light 0 diffuse 0.5 0.25 1 0.5
light 1 position 1 2 -3 1
light 1 specular 1 0.5 0.25 0.125
light 2 attenuation 1 0.5 0.25
light 3 spot_direction 0 0.5 -1
lightmodel ambient 0.125 0.25 0.5 1
material front diffuse 0.25 0.5 1 0.75
material back specular 1 0.75 0.5 0.25
material front shininess 16
clipplane 1 1 2 3 4
texenv color 0.25 1 0.5 0.75
texgen S object_plane 1 2 3 4
texgen T eye_plane 4 3 2 1
depthrange 0.25 0.75
";

/// What programs store to and load from.
const BUFFERS: &str = "\
buffer stored sequence u32 64 1065353216 1048579
bind storage 0 stored
buffer counted sequence u32 16 5 3
bind counter 0 counted
buffer constants sequence f32 64 -4 0.25
bind buffer_vp 0 constants
bind buffer_fp 0 constants
";

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

    /// The command that puts into a register `c[n]` of VP1.x what a translation wants there; none where it is there.
    pub(super) fn register(&self, parameter: &Parameter) -> Option<String> {
        let number = parameter.name.strip_prefix("c[")?.strip_suffix(']')?;
        let [x, y, z, w] = match (parameter.elements.first().copied().flatten(), parameter.initial) {
            (Some(binding), _) if binding.family == Family::ProgramLocal => {
                let local = self.parameters[0].get(binding.index[0] as usize);
                local.copied().unwrap_or_default()
            }
            // Nothing sets these matrices.
            (Some(binding), _) if binding.family == Family::StateMatrixMvp => {
                std::array::from_fn(|column| f32::from(u8::from(column as u32 == binding.index[1])))
            }
            (Some(_), _) | (None, None) => return None,
            (None, Some(initial)) => initial.map(f32::from_bits),
        };
        Some(format!("parameter env_vp {number} ({x}, {y}, {z}, {w})\n"))
    }

    /// Whether any number is none.
    pub(super) fn has_nan(&self) -> bool {
        self.numbers().any(f32::is_nan)
    }

    /// Whether any number that a place of the picture is computed from is none, infinite, a zero with a sign, or so large
    /// that products of a few overflow. The middle shows points without a position too, of whatever number.
    pub(super) fn has_edges_at(&self, place: usize) -> bool {
        let is_edge = |number: f32| {
            let is_zero = number == 0.0 && number.is_sign_negative();
            number.is_nan() || number.abs() >= HUGE || is_zero
        };
        let point = place % WIDTH;
        let own = if point == WIDTH / 2 {
            0..POINTS
        } else {
            point..(point + 1).min(POINTS)
        };
        let own = self.points.get(own).unwrap_or_default();
        let parameters = self.parameters.as_flattened().as_flattened().iter();
        let mut numbers = own.as_flattened().as_flattened().iter().chain(parameters);
        numbers.any(|number| is_edge(*number))
    }

    /// Whether any number is so large that products of a few overflow.
    pub(super) fn has_huge(&self) -> bool {
        self.numbers().any(|number| number.abs() >= HUGE)
    }

    fn numbers(&self) -> impl Iterator<Item = f32> {
        let points = self.points.as_flattened().as_flattened().iter();
        points
            .chain(self.parameters.as_flattened().as_flattened())
            .copied()
    }

    /// What is drawn, and its vertices: where they are and their attributes.
    fn vertices(&self, subject: Subject) -> (&'static str, Vec<([f32; 2], Attributes)>) {
        let edge = |at: usize| 2.0 * at as f32 / WIDTH as f32 - 1.0;
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
                    points.map(|(at, attributes)| ([edge(at) + 1.0 / WIDTH as f32, 0.0], *attributes));
                ("GL_POINTS", points.collect())
            }
        }
    }
}

/// The scene of a program.
pub(super) fn text(session: &Session, case: &Case) -> String {
    let Case {
        profile,
        subject,
        inputs,
        ..
    } = case;
    let is_vertex = profile.stage == Stage::Vertex;
    let own = match case.disguise {
        Some(seed) => disguised(session, &case.text, &mut Choices::new(&bytes(seed, NAMES))),
        None => case.text.clone(),
    };
    let between = stage::sections(profile.stage, &own);
    let computes = profile.stage == Stage::Compute;
    let (vertex, fragment) = match (is_vertex || !between.is_empty(), &case.partner) {
        (true, _) => {
            let own = match between.is_empty() {
                true => own,
                false => passing(true),
            };
            let header = if case.shown.starts_with("attrib") {
                "!!NVfp4.0"
            } else {
                "!!ARBfp1.0"
            };
            let shows = format!("{header}\nMOV result.color, fragment.{};\nEND\n", case.shown);
            (own, shows)
        }
        (false, Some(partner)) => (partner.clone(), own),
        (false, None) => (passing(profile.language.meets(LanguageSet::GPU)), own),
    };
    // A point whose position is undefined lies in the middle: of a pixel, where they are not even in number.
    let [width, height] = match subject {
        Subject::Derivatives => [POINTS, 2],
        _ => [WIDTH, 1],
    };
    let programs = match computes {
        true => format!("[compute program]\n{fragment}"),
        false => format!("[vertex program]\n{vertex}{between}[fragment program]\n{fragment}"),
    };
    let mut text = format!(
        "[require]\nSIZE {width} {height}\n{programs}[vertex data]\n\
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
    let own = stage::suffix(profile.stage);
    let of_draw: &[&str] = if computes { &[] } else { &["vp", "fp"] };
    let others = of_draw.iter().filter(|stage| **stage != own);
    for stage in others.copied().chain([own]) {
        for (kind, values) in ["local", "env"].iter().zip(&inputs.parameters) {
            for (at, [x, y, z, w]) in values.iter().enumerate() {
                text += &format!("parameter {kind}_{stage} {at} ({x}, {y}, {z}, {w})\n");
            }
        }
    }
    text += STATE;
    text += &case.textures;
    text += match subject {
        Subject::Fog => "fog color 0.25 0.5 0.75 1\nfog density 0.25\nfog start -2\nfog end 6\n",
        Subject::Depth => "enable DEPTH_TEST\ndepthfunc ALWAYS\n",
        Subject::Sides => "enable VERTEX_PROGRAM_TWO_SIDE\n",
        Subject::Memory => BUFFERS,
        _ if computes => BUFFERS,
        _ => "",
    };
    // Of a depth outside of the range `!!FP1.0` makes no fragment, and translations clamp it; here both do.
    if profile.language.meets(LanguageSet::F10) {
        text += "enable DEPTH_CLAMP\n";
    }
    if computes {
        text += "bind buffer_cp 0 constants\n";
    }
    // What several invocations store, and in which order, no specification says.
    let drawn = match subject {
        Subject::Memory => 1,
        _ => vertices.len(),
    };
    text += &stage::drawn(profile.stage, mode, drawn);
    if *subject == Subject::Memory || computes {
        text += "output buffer stored stored.bin\noutput buffer counted counted.bin\n";
    }
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
