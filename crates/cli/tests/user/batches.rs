//! Many scenes: parts of them, golden pictures, records, reports. What is expected is what docs/batches.md says.

use std::fs;
use std::path::Path;

use super::input::run;
use super::page::{folder, root, shell};

/// A scene that draws a colour and probes for green.
fn scene(color: &str) -> String {
    format!("[require]\nGL >= 1.3\nSIZE 4 4\n[test]\nclear color {color} 1\nclear\nprobe all rgb 0 1 0\n")
}

/// A folder `d` with so many scenes, of which the second fails.
fn scenes(name: &str, number: usize) -> std::path::PathBuf {
    let folder = folder(name);
    fs::create_dir(folder.join("d")).expect("a folder");
    for at in 1..=number {
        let color = if at == 2 { "1 0 0" } else { "0 1 0" };
        fs::write(folder.join(format!("d/{at:02}.shader_test")), scene(color)).expect("a scene");
    }
    folder
}

/// Exit status, standard output and standard error of a line.
fn told(folder: &Path, line: &str) -> (i32, String, String) {
    let output = shell(folder, line);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let status = output.status.code().unwrap_or(-1);
    (status, text(&output.stdout), text(&output.stderr))
}

#[test]
fn what_is_said_does_not_depend_on_jobs() {
    let folder = scenes("scene-jobs", 30);
    let line = "for format in text json sarif junit; do
                    for jobs in 1 5; do
                        quadrille run -j $jobs --format $format -o out-$jobs d | sed 's/ time=\"[^\"]*\"//g' | grep -v '^wrote' > $jobs
                    done
                    cmp 1 5 && test -s 1 && echo same
                done; diff -r out-1 out-5 && ls out-1 | wc -l";
    let (_, out, err) = told(&folder, line);
    assert_eq!((&*out, &*err), ("same\nsame\nsame\nsame\n30\n", ""));
}

#[test]
fn parts_are_disjoint_and_all_of_it() {
    let folder = scenes("parts", 10);
    let (status, out, err) = told(&folder, "quadrille run d --shard 2/3");
    assert_eq!(status, 1, "{err}");
    assert_eq!(err, "quadrille: shard 2/3: 3 of 10 scenes\n");
    assert!(
        out.starts_with("d/02.shader_test: fail\n") && out.contains("d/05") && out.contains("d/08"),
        "{out}"
    );
    assert!(out.ends_with("2 passed, 1 failed, 0 skipped\n"), "{out}");
    let (status, out, _) = told(&folder, "quadrille run d --filter '0[345]\\.' -q");
    assert_eq!((status, &*out), (0, "3 passed, 0 failed, 0 skipped\n"));
    let (status, _, err) = told(&folder, "quadrille run d --filter nothing");
    assert_eq!(
        (status, &*err),
        (2, "quadrille: no path of 10 scenes matches `nothing`\n")
    );
    let (status, _, err) = told(&folder, "quadrille run d --shard 4/3");
    assert!(
        status == 2 && err.contains("a shard is two numbers such as 1/4"),
        "{err}"
    );
    let (status, _, _) = told(&folder, "mkdir empty && quadrille run empty");
    assert_eq!(status, 2);
}

#[test]
fn golden_pictures_are_written_compared_and_blessed() {
    let folder = scenes("golden", 3);
    let status = |line: &str| told(&folder, line);
    let (code, out, _) = status("quadrille run d --golden gold -q");
    assert_eq!(code, 1);
    assert!(
        out.contains("  there is no gold/01.png; --bless writes it\n"),
        "{out}"
    );
    // A scene whose probes fail has no picture that is right.
    let (code, out, _) = status("quadrille run d --golden gold --bless; ls gold");
    assert_eq!(code, 0);
    assert!(
        out.contains("d/01.shader_test: pass\n  wrote gold/01.png\n"),
        "{out}"
    );
    assert!(
        out.ends_with("2 passed, 1 failed, 0 skipped\n01.png\n03.png\n"),
        "{out}"
    );
    let (code, out, _) = status("quadrille run d --golden gold --filter '0[13]'");
    assert_eq!((code, out.lines().count()), (0, 3), "{out}");

    // Two 255ths of red: within a tolerance of two, and not of one.
    let other = scene("0 1 0").replace("clear color 0 1 0 1", "clear color 0.0078 1 0 1");
    fs::write(folder.join("d/01.shader_test"), other).expect("the scene");
    let one = "--golden gold --filter 01";
    let (code, out, _) = status(&format!("quadrille run d {one}"));
    assert_eq!(code, 1);
    let wanted = "  the picture and gold/01.png are at most 2/255 apart, at (0, 3); 16 of 16 pixels differ\n";
    assert!(out.contains(wanted), "{out}");
    assert_eq!(status(&format!("quadrille run d {one} --tolerance 1")).0, 1);
    assert_eq!(status(&format!("quadrille run d {one} --tolerance 2")).0, 0);
    assert_eq!(status(&format!("quadrille run d {one} --tolerance nan")).0, 2);
    assert_eq!(status(&format!("quadrille run d {one} --bless")).0, 0);
    assert_eq!(status(&format!("quadrille run d {one}")).0, 0);

    fs::write(folder.join("gold/03.png"), "no picture").expect("a file");
    let (code, out, _) = status("quadrille run d --golden gold --filter 03");
    assert!(code == 1 && out.contains("  gold/03.png: "), "{out}");
    let (code, out, _) = status("quadrille run d --golden gold --filter 03 --json");
    assert!(
        code == 1 && out.contains(r#""golden":{"file":"gold/03.png","picture":null,"result":"not read"}"#),
        "{out}"
    );
    let (code, _, err) = status("quadrille run d --bless");
    assert!(code == 2 && err.contains("--golden"), "{err}");
}

#[test]
fn a_run_goes_on_where_it_was_ended() {
    let folder = scenes("resume", 12);
    let line = "quadrille run d -j 2 --resume record --junit junit.xml";
    let (status, first, err) = told(&folder, line);
    assert_eq!((status, &*err), (1, ""));
    let junit = fs::read_to_string(folder.join("junit.xml")).expect("a report");
    let record = fs::read_to_string(folder.join("record")).expect("a record");
    assert_eq!(record.lines().count(), 13);

    // What a run leaves that is killed in the middle of its eighth line.
    let half: String = record.lines().take(8).flat_map(|line| [line, "\n"]).collect();
    fs::write(folder.join("record"), format!("{half}{{\"name\":\"d/0")).expect("the record");
    let (status, out, err) = told(&folder, line);
    assert_eq!(
        (status, &*err),
        (1, "quadrille: 7 scenes of 12 taken from record\n")
    );
    assert_eq!(out.lines().last(), first.lines().last());
    let again = fs::read_to_string(folder.join("junit.xml")).expect("a report");
    let untimed = |text: &str| -> String {
        let parts = text.split(" time=\"");
        parts
            .map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'))
            .collect()
    };
    assert_eq!(untimed(&again), untimed(&junit));
    let (_, _, err) = told(&folder, line);
    assert_eq!(err, "quadrille: 12 scenes of 12 taken from record\n");

    // What has changed is run again.
    fs::write(folder.join("d/02.shader_test"), scene("0 1 0")).expect("the scene");
    let (status, out, err) = told(&folder, line);
    assert_eq!(
        (status, &*err),
        (0, "quadrille: 11 scenes of 12 taken from record\n")
    );
    assert!(out.starts_with("d/02.shader_test: pass\n"), "{out}");
    let (status, _, err) = told(&folder, &format!("{line} --order unordered"));
    assert_eq!(status, 2);
    assert_eq!(
        err,
        "quadrille: record: this is the record of a run with another order; --resume with another name begins anew\n"
    );
    for (text, said) in [
        ("", ""),
        ("a letter\n", "no record"),
        ("half a letter", "no record"),
    ] {
        fs::write(folder.join("letter"), text).expect("a file");
        let (status, _, err) = told(&folder, "quadrille run d --resume letter");
        assert_eq!(status, if said.is_empty() { 0 } else { 2 }, "{err}");
        assert!(err.contains(said), "{err}");
        if status == 2 {
            assert_eq!(fs::read_to_string(folder.join("letter")).expect("the file"), text);
        }
    }
}

/// Files that a scene reads count as its text does.
#[test]
fn a_record_knows_what_scenes_read() {
    let text = "[require]\nGL >= 1.3\n[test]\nbuffer b file numbers.bin\n";
    let line = "printf 1234 > numbers.bin && quadrille run a.shader_test --resume record -q && \
                quadrille run a.shader_test --resume record -q && printf 5678 > numbers.bin && \
                quadrille run a.shader_test --resume record -q";
    let (status, out, err) = run("record-files", &[("a.shader_test", text.as_bytes())], line);
    assert_eq!(status, 0, "{out}{err}");
    assert_eq!(err, "quadrille: 1 scene of 1 taken from record\n");
}

#[test]
fn nothing_of_a_scene_becomes_markup_or_a_command() {
    let folder = folder("markup");
    let name = "a<img src=x onerror=alert(1)>&'\".shader_test";
    let text = "[require]\nGL >= 1.3\n[test]\n::error::<b>x</b> %0A::set-output\n";
    fs::write(folder.join(name), text).expect("a scene");
    let (status, out, err) = told(
        &folder,
        "quadrille run *.shader_test --github --html page --junit a/junit.xml --sarif a/log.sarif",
    );
    assert_eq!(status, 1, "{err}");
    let mut lines = out.lines();
    let word = lines
        .next()
        .and_then(|line| line.strip_prefix("::stop-commands::"))
        .expect("it is muted");
    assert!(
        word.len() == 32 && word.bytes().all(|byte| byte.is_ascii_hexdigit()),
        "{word}"
    );
    let commands: Vec<&str> = lines.filter(|line| line.trim_start().starts_with("::")).collect();
    assert_eq!(commands[0], format!("::{word}::"));
    let [remark] = &commands[1..] else {
        panic!("one remark: {out}")
    };
    assert!(remark.starts_with("::error file=a<img src=x onerror=alert(1)>&'\".shader_test,title=scene-syntax,line=4,endLine=4,col=1,"), "{remark}");
    let page = fs::read_to_string(folder.join("page/index.html")).expect("a page");
    assert!(
        page.contains("a&lt;img src=x onerror=alert(1)&gt;&amp;'&quot;.shader_test"),
        "{page}"
    );
    assert!(!page.contains("<img") && !page.contains("<b>"), "{page}");
    for report in ["a/junit.xml", "a/log.sarif"] {
        assert!(folder.join(report).is_file(), "{report}");
    }
}

#[test]
fn pictures_stand_side_by_side() {
    let folder = scenes("side-by-side", 3);
    let line = "quadrille run d --golden gold --bless -q; sed -i 's/0 1 0/0 0.5 0/' d/03.shader_test; \
                sed -i '/probe/d' d/03.shader_test; quadrille run d --golden gold --html page -q; ls page/pictures | sed 's/.*-//' | sort";
    let (_, out, err) = told(&folder, line);
    assert!(
        out.ends_with("difference.png\nexpected.png\nfound.png\nfound.png\n"),
        "{out}{err}"
    );
    let page = fs::read_to_string(folder.join("page/index.html")).expect("a page");
    let sources: Vec<&str> = page
        .split("src=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert_eq!(sources.len(), 4);
    for source in sources {
        assert!(folder.join("page").join(source).is_file(), "{source}");
    }
}

/// source: the format's own runner skips a file when it comes to a requirement that is not met; GL 2.1 comes with GLSL 1.20.
#[test]
fn what_scenes_require() {
    for (lines, reason) in [
        (
            "GL >= 3.0\nGLSL >= 1.30",
            Some("it asks for another version than GL 2.1"),
        ),
        (
            "GL >= 2.0\nGLSL >= 1.30",
            Some("it asks for another version than GLSL 1.20"),
        ),
        (
            "GL >= 2.0\nGLSL ES >= 1.00",
            Some("it asks for another API than GL"),
        ),
        ("GL >= 2.0\nGLSL >= 1.10", None),
        ("GL_ARB_gpu_shader5", Some("GL_ARB_gpu_shader5 is not here")),
        (
            "GL >= 2.0\n[vertex shader]\nvoid main() { gl_Position = gl_Vertex; }",
            Some("[vertex shader] is no program in assembly"),
        ),
        (
            "GL >= 2.0\n[vertex shader passthrough]\n[fragment shader]\nvoid main() {}",
            Some("[vertex shader passthrough] is no program in assembly"),
        ),
    ] {
        let foreign = if reason.is_some() {
            "uniform vec4 color 0 1 0 1\n"
        } else {
            ""
        };
        let text = format!("[require]\n{lines}\n[test]\n{foreign}clear\n");
        let (status, out, err) = run(
            "required",
            &[("a.shader_test", text.as_bytes())],
            "quadrille run a.shader_test",
        );
        let wanted = match reason {
            Some(reason) => format!("a.shader_test: skip: {reason}\n0 passed, 0 failed, 1 skipped\n"),
            None => "a.shader_test: pass\n1 passed, 0 failed, 0 skipped\n".to_owned(),
        };
        assert_eq!((status, out), (0, wanted), "{lines}: {err}");
    }
}

/// The pictures of docs/gallery.md are those that the examples draw; the scenes that are left out only compute. `--bless` on
/// the same line writes them.
#[test]
fn the_gallery_shows_what_the_examples_draw() {
    let gallery = root().join("docs/pictures/gallery");
    let folder = folder("gallery");
    let line = format!(
        "quadrille run examples --filter '^examples/[^/]*$|/(geforce3|lecture|vc4|mandelbrot)' --quiet --output drawn \
         --golden '{}'",
        gallery.display()
    );
    let (status, out, err) = told(&folder, &line);
    assert_eq!(status, 0, "{out}{err}");
}
