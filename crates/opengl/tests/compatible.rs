//! State as OpenGL itself gives it to shaders of its compatibility profile, and as the pipeline gives it to programs: one
//! scene for each vector of state, whose pixel is that vector.

use quadrille::scene::{NoFiles, Report, SceneOptions, Verdict};
use quadrille::translate::{Options, Target};
use quadrille::{ColorFormat, FixedFunction, Session, run_scene};
use quadrille_opengl::{Gl, run_compatible};
use quadrille_tools_testkit::{Group, skip};

/// State that is not the default anywhere, of which every vector has components of its own.
const STATE: &str = "\
texture places 2 2D (1,1,1) GL_RGBA8
texenv color 0.125 0.375 0.625 0.875
texgen s eye_plane 1 2 3 4
texgen q object_plane 0.5 1.5 2.5 3.5
translate 0.5 -0.25 0.125
rotate 30 1 2 3
scale 1 2 0.5
matrix texture 1 (1,2,3,4, 5,6,7,9, 9,10,12,12, 13,15,15,16)
matrix projection 0 (1,0,0,0, 0,2,0,0, 0,0,3,0.5, 0.25,0,0,1)
light 1 ambient 0.125 0.25 0.375 0.5
light 1 diffuse 0.25 0.5 0.75 1
light 1 specular 0.5 0.625 0.75 0.875
light 1 position 3 4 0 1
light 1 spot_direction 0 3 4
light 1 spot_exponent 6
light 1 spot_cosine 0.5
light 1 attenuation 0.5 0.25 0.125
lightmodel ambient 0.0625 0.125 0.1875 0.25
material front ambient 0.5 0.25 0.125 0.0625
material back diffuse 0.75 0.5 0.25 0.125
material front diffuse 0.25 0.5 0.75 0.625
material front specular 0.375 0.625 0.125 0.3125
material back emission 0.0625 0.1875 0.3125 0.4375
material front shininess 12
fog color 0.5 0.375 0.25 0.125
fog density 0.25
fog start 2
fog end 10
clipplane 2 1 -2 3 -4
pointsize 3
pointparameter min 0.5
pointparameter max 40
pointparameter attenuation 0.5 0.25 0.125
";

/// Vectors of state: of those that both languages have, one for each name of GLSL or more.
const VECTORS: &[&str] = &[
    "state.material.ambient",
    "state.material.back.diffuse",
    "state.material.specular",
    "state.material.back.emission",
    "state.material.shininess",
    "state.light[1].ambient",
    "state.light[1].diffuse",
    "state.light[1].specular",
    "state.light[1].position",
    "state.light[1].attenuation",
    "state.light[1].spot.direction",
    "state.light[1].half",
    "state.lightmodel.ambient",
    "state.lightmodel.scenecolor",
    "state.lightmodel.back.scenecolor",
    "state.lightprod[1].ambient",
    "state.lightprod[1].back.diffuse",
    "state.lightprod[1].specular",
    "state.texgen[2].eye.s",
    "state.texgen[2].object.q",
    "state.fog.color",
    "state.fog.params",
    "state.clip[2].plane",
    "state.point.size",
    "state.point.attenuation",
    "state.matrix.modelview.row[0]",
    "state.matrix.modelview.inverse.row[1]",
    "state.matrix.modelview.transpose.row[2]",
    "state.matrix.modelview.invtrans.row[3]",
    "state.matrix.projection.row[2]",
    "state.matrix.mvp.row[1]",
    "state.matrix.mvp.transpose.row[3]",
    "state.matrix.mvp.inverse.row[0]",
    "state.matrix.texture[1].row[2]",
    "state.matrix.texture[1].transpose.row[2]",
    "state.matrix.texture[1].invtrans.row[1]",
    "state.matrix.program[3].row[1]",
];

/// Vectors of state that only fragment programs read.
const OF_FRAGMENTS: &[&str] = &["state.texenv[2].color", "state.depth.range"];

/// Vertex attributes, of which GLSL has all but the last two by name.
const ATTRIBUTES: &[&str] = &[
    "vertex.position",
    "vertex.normal",
    "vertex.color",
    "vertex.color.secondary",
    "vertex.fogcoord",
    "vertex.texcoord[0]",
    "vertex.texcoord[7]",
    "vertex.attrib[0]",
    "vertex.attrib[6]",
];

/// Values of the attributes; of the secondary colour and the normal OpenGL takes three, of the fog coordinate one.
const VALUES: &str = "\
normal 0.25 0.5 -0.75
color 0.5 0.25 0.125 0.75
attrib 4 (0.25, 0.75, 0.5, 1)
attrib 5 (7, 0, 0, 1)
attrib 15 (1, 2, 3, 4)
attrib 6 (5, 6, 7, 8)
";

/// A scene of one vector in one pixel of floats.
fn scene(vector: &str, is_of_fragments: bool) -> String {
    let (texcoord, color) = match is_of_fragments {
        true => ("0.0", vector),
        false => (vector, "fragment.texcoord[1]"),
    };
    format!(
        "[require]\nGL >= 1.3\nSIZE 1 1\n\n[vertex program]\n!!ARBvp1.0\nMOV result.position, {{ 0, 0, 0, 1 }};\n\
         ADD result.position.xy, vertex.texcoord[0], vertex.texcoord[0];\n\
         ADD result.position.xy, vertex.texcoord[0], vertex.texcoord[0];\n\
         MOV result.texcoord[1], {texcoord};\nEND\n\
         [fragment program]\n!!ARBfp1.0\nMOV result.color, {color};\nEND\n\
         [test]\n{VALUES}{STATE}matrix program 3 (1,2,3,4, 5,6,7,8, 9,10,11,12, 13,14,15,16)\n\
         depthrange 0.25 0.75\ndraw rect tex -1 -1 2 2 -1 -1 2 2\n"
    )
}

#[test]
fn state_and_vertices_come_by_their_own_names() {
    if let Err(error) = Gl::open(1, 1) {
        return skip(Group::Drivers, &error.to_string());
    }
    let session = Session::new();
    let mut options = SceneOptions::new(&session, &NoFiles);
    options.color = ColorFormat::Rgba32F;
    let vectors = VECTORS.iter().chain(ATTRIBUTES).map(|vector| (*vector, false));
    let all: Vec<(&str, bool)> = vectors
        .chain(OF_FRAGMENTS.iter().map(|vector| (*vector, true)))
        .collect();
    let mut differences = Vec::new();
    for target in [Target::Glsl120Compat, Target::Glsl330Compat] {
        for &(vector, is_of_fragments) in &all {
            let text = scene(vector, is_of_fragments);
            let ours = run_scene("a.shader_test", &text, &options);
            let theirs = run_compatible("a.shader_test", &text, &options, &Options::new(target));
            let [ours, theirs] = [ours, theirs.expect("it opened before")].map(|report| {
                assert_eq!(report.verdict, Verdict::Pass, "{vector}");
                report.framebuffer.expect("it was drawn").color_values(0).get(0)
            });
            assert_ne!(ours, [0.0; 4], "{vector}");
            let is_near = |(one, other): (f32, f32)| (one - other).abs() <= 1e-5 * one.abs().max(1.0);
            if !ours.into_iter().zip(theirs).all(is_near) {
                differences.push(format!("{vector}: {ours:?}, {} {theirs:?}", target.row().name));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// What the fixed function computes, and the file that says so.
const FIXED: &str = r#"{
    "lighting": { "lights": [null, { "positional": true, "attenuation": true, "spot": true }], "local_viewer": true,
                  "separate_specular": true, "color_material": { "faces": "front", "mode": "diffuse" } },
    "normalize": true,
    "fog": { "mode": "linear" },
    "texture_units": [
        { "target": "2D", "matrix": true },
        { "target": "2D", "environment": "combine", "generation": { "s": "eye_linear", "t": "object_linear" },
          "combine_rgb": { "function": "interpolate", "sources": ["texture", "previous", "constant"],
                           "operands": ["src_color", "src_color", "src_alpha"], "scale": 2 },
          "combine_alpha": { "function": "add_signed", "sources": ["texture0", "primary_color"] } }
    ]
}"#;

/// The same state as commands of a scene, with values.
const COMMANDS: &str = "\
texture places 0 2D (8,8,1) GL_RGBA8
enable TEXTURE_2D
texture places 1 2D (8,8,1) GL_RGBA8
enable TEXTURE_2D
texenv mode COMBINE
texenv color 0.125 0.375 0.625 0.25
texenv combine_rgb INTERPOLATE
texenv src0_rgb TEXTURE
texenv src1_rgb PREVIOUS
texenv src2_rgb CONSTANT
texenv operand2_rgb SRC_ALPHA
texenv rgb_scale 2
texenv combine_alpha ADD_SIGNED
texenv src0_alpha TEXTURE0
texenv src1_alpha PRIMARY_COLOR
texgen s mode EYE_LINEAR
texgen s eye_plane 0.25 0.5 0 0.137
texgen t mode OBJECT_LINEAR
texgen t object_plane 0.5 -0.25 0 0.263
enable TEXTURE_GEN_S
enable TEXTURE_GEN_T
matrix texture 0 (0.5,0,0,0, 0.25,0.5,0,0, 0,0,1,0, 0.137,0.017,0,1)
matrix modelview 0 (1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,-2,1)
matrix projection 0 (2,0,0,0, 0,2,0,0, 0,0,-1.5,-1, 0,0,-2,0)
enable LIGHTING
enable LIGHT1
enable NORMALIZE
enable FOG
colormaterial FRONT DIFFUSE
enable COLOR_MATERIAL
lightmodel local_viewer true
lightmodel separate_specular true
light 1 diffuse 0.5 0.375 0.25 1
light 1 specular 0.5 0.5 0.5 1
light 1 position 0.5 0.5 1.5 1
light 1 spot_direction -0.25 -0.25 -1
light 1 spot_cosine 0.25
light 1 spot_exponent 2
light 1 attenuation 0.5 0.125 0.0625
material FRONT specular 0.25 0.125 0.375 1
material FRONT shininess 4
fog mode LINEAR
fog color 0.25 0.5 0.75 1
fog start 1
fog end 8
color 0.75 0.5 0.25 0.5
normal 0.25 0.125 2
draw rect tex -1 -1 2 2 0 0 1 1
";

/// source: OpenGL 2.1, 2.11, 2.14, 3.8.13, 3.9 and 3.10, by two implementations: the pipeline without programs, and the
/// driver with those that are generated
#[test]
fn generated_halves_draw_what_the_fixed_function_draws() {
    if let Err(error) = Gl::open(1, 1) {
        return skip(Group::Drivers, &error.to_string());
    }
    let fixed = FixedFunction::read(FIXED).expect("a file of state");
    let head = "[require]\nGL >= 1.3\nSIZE 8 8\n\n";
    let own = format!("{head}[test]\n{COMMANDS}");
    let (vertex, fragment) = (fixed.vertex(None), fixed.fragment());
    let [of_both, of_vertices, of_fragments] = [(true, true), (true, false), (false, true)].map(|has| {
        let vertex = format!("[vertex program]\n{vertex}\n");
        let fragment = format!("[fragment program]\n{fragment}\n");
        let parts = [has.0.then_some(vertex), has.1.then_some(fragment)];
        format!(
            "{head}{}[test]\n{COMMANDS}",
            parts.into_iter().flatten().collect::<String>()
        )
    });
    let session = Session::new();
    let options = SceneOptions::new(&session, &NoFiles);
    let pixels = |report: Report| {
        assert_eq!(report.verdict, Verdict::Pass);
        let pixels = report.framebuffer.expect("it was drawn").color_values(0);
        pixels.bytes().as_chunks::<4>().0.to_vec()
    };
    let ours = pixels(run_scene("a.shader_test", &own, &options));
    assert!(ours.iter().any(|pixel| *pixel != ours[0]), "{:?}", ours[0]);
    for (name, scene) in [
        ("both", of_both),
        ("vertices", of_vertices),
        ("fragments", of_fragments),
    ] {
        for target in [Target::Glsl120Compat, Target::Glsl330Compat] {
            let theirs = run_compatible("a.shader_test", &scene, &options, &Options::new(target));
            let theirs = pixels(theirs.expect("it opened before"));
            let far = ours.iter().zip(&theirs).find(|(ours, theirs)| {
                ours.iter()
                    .zip(*theirs)
                    .any(|(one, other)| one.abs_diff(*other) > 1)
            });
            assert!(far.is_none(), "{name}, {}: {far:?}", target.row().name);
        }
    }
}
