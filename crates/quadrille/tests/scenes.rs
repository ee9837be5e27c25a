//! Scenes through the whole road: text to pixels.
//!
//! source: what a scene's commands mean is stated in docs/scenes.md; the colours follow from the programs by hand.

use std::path::{Path, PathBuf};

use quadrille::scene::{FileError, Files, NoFiles, ProbeLocation, SceneOptions, Values, Verdict};
use quadrille::{Session, run_scene};

struct Folder(PathBuf);

impl Files for Folder {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, FileError> {
        Ok(std::fs::read(self.0.join(path))?)
    }
}

fn verdict(text: &str) -> Verdict {
    let session = Session::new();
    run_scene("scene.shader_test", text, &SceneOptions::new(&session, &NoFiles)).verdict
}

fn passes(text: &str) {
    let found = verdict(text);
    assert!(matches!(found, Verdict::Pass), "{found:?}\n{text}");
}

#[test]
fn every_example_draws_the_same_on_one_thread_and_on_two() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut drawn = 0;
    for folder in [examples.clone(), examples.join("lecture")] {
        for entry in std::fs::read_dir(&folder)
            .expect("the examples are there")
            .flatten()
        {
            let path = entry.path();
            if path.extension().and_then(|extension| extension.to_str()) != Some("shader_test") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("it is text");
            let session = Session::new();
            let files = Folder(folder.clone());
            let picture = |threads| {
                let options = SceneOptions {
                    threads,
                    ..SceneOptions::new(&session, &files)
                };
                let report = run_scene(&path.display().to_string(), &text, &options);
                assert_eq!(report.verdict, Verdict::Pass, "{}", path.display());
                report.picture.expect("a picture")
            };
            let one = picture(1);
            assert!(one == picture(2), "{}: threads show", path.display());
            let background = &one.rgba[..4];
            let other = one
                .rgba
                .chunks_exact(4)
                .filter(|pixel| *pixel != background)
                .count();
            assert!(other > 20_000, "{}: {other} pixels drawn", path.display());
            drawn += 1;
        }
    }
    assert!(drawn >= 9, "{drawn} examples");
}

#[test]
fn quadrants_and_levels_of_the_given_textures() {
    passes(
        "[fragment program]\n!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n[test]\n\
         ortho 0 1 0 1\ntexture rgbw 0 (8,8)\ndraw rect tex 0 0 1 1 0 0 1 1\n\
         relative probe rgba (0.25,0.25) (1,0,0,1)\nrelative probe rgba (0.75,0.25) (0,1,0,1)\n\
         relative probe rgba (0.25,0.75) (0,0,1,1)\nrelative probe rgba (0.75,0.75) (1,1,1,1)\n",
    );
    // Eight texels on 250 pixels are level 0, on 2 pixels level 2.
    passes(
        "[fragment program]\n!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[1], 2D;\nEND\n[test]\n\
         ortho\ntexture miptree 1\ndraw rect tex 0 0 8 8 0 0 1 1\nprobe rgba 4 4 1 0 0 1\n\
         draw rect tex 20 0 4 4 0 0 1 1\nprobe rgba 22 2 0 1 0 1\n\
         draw rect tex 40 0 2 2 0 0 1 1\nprobe rgba 41 1 0 0 1 1\n",
    );
}

/// source: docs/scenes.md, "Sections": its example is a scene that passes, and each of its probes can fail
#[test]
fn the_example_of_the_page_about_the_format() {
    let page = include_str!("../../../docs/scenes.md");
    let example = page
        .split("```text\n")
        .skip(1)
        .filter_map(|block| block.split("```").next())
        .find(|block| block.starts_with("[require]"))
        .expect("the page has a whole scene");
    passes(example);
    let probes: Vec<&str> = example.lines().filter(|line| line.contains("probe ")).collect();
    assert_eq!(probes.len(), 7);
    for probe in probes {
        // No component of the picture is that large.
        let (place, last) = probe.rsplit_once(' ').expect("a probe has several words");
        let other = format!("{place} {}", if last.ends_with(')') { "9)" } else { "9" });
        let found = verdict(&example.replace(probe, &other));
        assert!(
            matches!(&found, Verdict::Fail(failures) if failures.len() == 1),
            "{other}: {found:?}"
        );
    }
}

/// source: docs/scenes.md says what a texel of `texture places` is
#[test]
fn texels_say_where_they_are() {
    for (target, size, lookup, color) in [
        (
            "3D",
            "(4,4,4)",
            "TXF t, { 1, 2, 3, 0 }, texture[0], 3D;",
            "0.125 0.25 0.375 0.125",
        ),
        (
            "3D",
            "(4,4,4)",
            "TXF t, { 1, 0, 1, 1 }, texture[0], 3D;",
            "0.125 0 0.125 0.25",
        ),
        (
            "ARRAY2D",
            "(4,2,3)",
            "TXF t, { 1, 0, 2, 1 }, texture[0], ARRAY2D;",
            "0.125 0 0.25 0.25",
        ),
        // The second texel of the third row of the face in the direction of -y, which is the fourth.
        (
            "CUBE",
            "(4,4)",
            "TEX t, { -0.25, -1, -0.25 }, texture[0], CUBE;",
            "0.125 0.25 0.375 0.125",
        ),
        // The depth of the third texel is 5/16.
        (
            "SHADOW1D",
            "(8)",
            "TEX t, { 0.3, 0, 0.3125 }, texture[0], SHADOW1D;",
            "1 1 1 1",
        ),
        (
            "SHADOW1D",
            "(8)",
            "TEX t, { 0.3, 0, 0.32 }, texture[0], SHADOW1D;",
            "0 0 0 1",
        ),
    ] {
        let format = match target.starts_with("SHADOW") {
            true => "GL_DEPTH_COMPONENT32F",
            false => "GL_RGBA8",
        };
        passes(&format!(
            "[require]\nSIZE 4 4\n[fragment program]\n!!NVfp4.0\nTEMP t;\n{lookup}\nMOV result.color, t;\nEND\n\
             [test]\ntexture places 0 {target} {size} {format}\n\
             texparameter {target} min nearest_mipmap_nearest\ndraw rect -1 -1 2 2\nprobe all rgba {color}\n"
        ));
    }
}

#[test]
fn a_shadow_texture_compares_by_greater() {
    // Texel x is x/15; at s = 0.5 it is texel 8, 8/15 = 0.533. GREATER passes where the coordinate is greater.
    passes(
        "[fragment program]\n!!ARBfp1.0\nOPTION ARB_fragment_program_shadow;\n\
         TEX result.color, program.local[0], texture[0], SHADOW1D;\nEND\n[test]\northo\ntexture shadow1D 0 (16)\n\
         parameter local_fp 0 (0.5, 0, 0.55, 1)\ndraw rect 0 0 10 10\nprobe rgb 5 5 1 1 1\n\
         parameter local_fp 0 (0.5, 0, 0.5, 1)\ndraw rect 20 0 10 10\nprobe rgb 25 5 0 0 0\n",
    );
}

#[test]
fn parameters_tests_and_blending() {
    passes(
        "[vertex program]\n!!ARBvp1.0\nMOV result.position, vertex.position;\n\
         ADD result.color, program.local[1], program.env[2];\nEND\n[test]\n\
         parameter local_vp 1 (0.25, 0, 0.5, 0)\nparameter env_vp 2 (0.25, 1, 0, 1)\n\
         draw rect -1 -1 2 2\nprobe all rgba 0.5 1 0.5 1\n",
    );
    passes(
        "[test]\northo\nclear color 0 0 0.5 1\nclear depth 0.5\nclear\nenable GL_DEPTH_TEST\ncolor 1 1 1 1\n\
         draw rect 0 0 10 10\nprobe rgb 5 5 0 0 0.5\ndepthfunc GL_GEQUAL\ndraw rect 0 0 10 10\nprobe rgb 5 5 1 1 1\n\
         probe depth 5 5 0.5\ndisable GL_DEPTH_TEST\nenable GL_BLEND\nblend func GL_SRC_ALPHA GL_ONE_MINUS_SRC_ALPHA\n\
         color 1 0 0 0.5\ndraw rect 20 0 10 10\nprobe rgb 25 5 0.5 0 0.25\nprobe rgb 100 100 0 0 0.5\n",
    );
}

/// source: NV_vertex_program 2.14.1.7: results are (0, 0, 0, 1) when a program begins, whatever another draw left there
#[test]
fn results_that_a_condition_leaves_are_new_in_each_draw() {
    passes(
        "[require]\nSIZE 4 4\n[vertex program]\n!!VP2.0\nMOVC R0.x, v[1].x;\nMOV o[HPOS], v[0];\n\
         MOV o[COL0].xyz, v[0].w;\nMOV o[COL0].w (GT.x), c[0].x;\nEND\n[test]\nparameter env_vp 0 (0.25, 0, 0, 0)\n\
         attrib 1 (1, 0, 0, 0)\ndraw rect -1 -1 2 2\nprobe all rgba 1 1 1 0.25\n\
         attrib 1 (0, 0, 0, 0)\ndraw rect -1 -1 2 2\nprobe all rgba 1 1 1 1\n",
    );
}

#[test]
fn failed_probes_say_what_was_found() {
    let Verdict::Fail(failures) =
        verdict("[test]\nclear color 0 1 0 1\nclear\nprobe rgba 1 2 1 0 0 1\nprobe rgb 3 4 0 1 0\n")
    else {
        panic!("one probe fails")
    };
    assert_eq!(failures.len(), 1);
    assert_eq!(
        (failures[0].place, &failures[0].found),
        (
            ProbeLocation::Pixel([1, 2]),
            &Values::F32(vec![0.0, 1.0, 0.0, 1.0])
        )
    );
}

#[test]
fn what_cannot_be_is_skipped_or_an_error() {
    assert!(matches!(
        verdict("[require]\nGL >= 4.0\n[test]\nclear\n"),
        Verdict::Skip(_)
    ));
    assert!(matches!(
        verdict("[require]\nGL_EXT_nothing\n[test]\nclear\n"),
        Verdict::Skip(_)
    ));
    assert!(matches!(
        verdict("[require]\n!GL_ARB_vertex_program\n[test]\nclear\n"),
        Verdict::Skip(_)
    ));
    for wrong in [
        "[nothing]\n",
        "[test]\nfly away\n",
        "[test]\nprobe rgba 1 2 three 4 5 6\n",
        "[test]\nprobe rgba 900 2 0 0 0 0\n",
        "[test]\nenable GL_EVERYTHING\n",
        "[test]\ntexture rgbw 0 (99999999,99999999)\n",
        "[test]\ntexture file 0 nowhere.png\n",
        "[test]\ndraw arrays GL_TRIANGULARS 0 3\n",
        "[require]\nSIZE 4000000000 4000000000\n[test]\nclear\n",
        "[vertex program]\n!!ARBvp1.0\nMOV x, y;\nEND\n[test]\nclear\n",
    ] {
        let found = verdict(wrong);
        assert!(matches!(found, Verdict::Error(_)), "{found:?}\n{wrong}");
    }
}

#[test]
fn the_older_form() {
    let session = Session::new();
    let options = SceneOptions::new(&session, &NoFiles);
    let text = "!!ARBfp1.0\n; a comment\nMUL result.color, fragment.texcoord[1], program.local[0];\nEND\n\
                !!test\ntexcoord[1] 0.5 1 0.25 1\nfragment.local[0] 1 0.5 2 1\nexpected 0.5 0.5 0.5 1\n\
                !!test\nfragment.local[0] 0 0.5 2 1\nexpected 0 0.5 0.5 1\n";
    let report = run_scene("old.vpfp", text, &options);
    assert_eq!(report.verdict, Verdict::Pass);
}

/// source: NV_vertex_program 2.14.1: v[8 + n] is texture coordinate n, c[n] keeps its value between sections;
/// the matrix that is tracked into c[0..3] is Ortho(0, 1, 0, 1, -1, 1), whose first row is (2, 0, 0, -1).
#[test]
fn the_older_form_with_registers() {
    let session = Session::new();
    let options = SceneOptions::new(&session, &NoFiles);
    let text = "!!VP1.0\nDP4 o[HPOS].x, c[0], v[OPOS];\n\
                DP4 o[HPOS].y, c[1], v[OPOS];\nDP4 o[HPOS].z, c[2], v[OPOS];\nDP4 o[HPOS].w, c[3], v[OPOS];\n\
                MUL R0, v[TEX1], c[10];\nADD o[COL0], R0, c[A0.x + 11];\nEND\n\
                !!test\nNVparameter[10] 1 0.5 0 1\nNVparameter[11] 0 0 0.25 0\ntexcoord[1] 0.5 1 1 1\n\
                expected 0.5 0.5 0.25 1\n\
                !!test\ntexcoord[1] 0.5 0 1 0.5\nexpected 0.5 0 0.25 0.5\n";
    let text = text.replace("MUL R0", "ARL A0.x, v[WGHT].y;\nMUL R0");
    let report = run_scene("nv.vpfp", &text, &options);
    assert_eq!(report.verdict, Verdict::Pass);
    let matrix = "!!VP1.0\nMOV o[HPOS], v[0];\nMOV R0, v[TEX1];\nMAD o[COL0], c[0], R0, v[TEX2];\nEND\n!!test\n\
                  texcoord[1] 0.25 1 1 0\ntexcoord[2] 0 0.75 0.5 1\nexpected 0.5 0.75 0.5 1\n";
    let report = run_scene("row.vpfp", matrix, &options);
    assert_eq!(report.verdict, Verdict::Pass);
}

/// Places cut no character of several bytes, and those of the older form are places in the file.
#[test]
fn places_hold_whole_characters() {
    let session = Session::new();
    let options = SceneOptions {
        size: (4, 4),
        ..SceneOptions::new(&session, &NoFiles)
    };
    let scene = "[require]\nGL >= 1.é\n[vertex program]\n!!ARBvp1.0é\nMOV ü, «x»;\nEND\n[qpu program]\nmov rä, ü; é\n.ß «\n\
                 nop; ldtmü0\n[vertex data]\nä/4/float\n1 ü\n[test]\nclear cölor ü\nprobe rgb ¼ 1 1 1 1\n[tést]\n";
    let old = "!!ARBfp1.0\n; é «\nMOV result.cölor, fragment.«;\nEND\n!!test\nexpected 1 ü 0 0\nä[1] 1 1 1 1\n!!ö\n";
    let mut seen = 0;
    for (name, text) in [("a.shader_test", scene), ("a.vpfp", old)] {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        // With every run of lines left out, so that each is the first that is wrong.
        for first in 0..lines.len() {
            for last in first..lines.len() {
                let text: String = lines[..first].iter().chain(&lines[last..]).copied().collect();
                let report = run_scene(name, &text, &options);
                let Verdict::Error(problems) = &report.verdict else {
                    continue;
                };
                for problem in problems.iter().chain(&report.notes) {
                    let labels = problem.labels.iter().map(|label| label.span);
                    let fix = problem.fix.iter().map(|fix| fix.span);
                    for span in labels.chain(fix).chain([problem.span]) {
                        assert!(
                            text.get(span.range()).is_some(),
                            "{span:?}: {}\n{text}",
                            problem.message
                        );
                        seen += 1;
                    }
                }
            }
        }
    }
    assert!(seen > 100, "{seen}");

    let report = run_scene(
        "a.vpfp",
        "; é\n!!ARBfp1.0\n; ü\nMOV result.color, x;\nEND\n!!test\n",
        &options,
    );
    let Verdict::Error(problems) = &report.verdict else {
        panic!("{:?}", report.verdict);
    };
    assert_eq!(report.source.slice(problems[0].span), "x");
}
