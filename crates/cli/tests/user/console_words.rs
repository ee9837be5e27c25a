//! Words of a console back to programs of OpenGL, and from there to shaders and to pictures.

use super::input::run;
use super::page::root;
use serde_json::Value;

/// A triangle away from the middle of the screen, every corner as far from the eye as the others: colours are linear.
const TRIANGLE: &[u8] = br#"{"vertices": [
    {"v0": [0.2, 0.1, 2, 1], "v2": [0, 0, -1], "v3": [0.9, 0.1, 0.1, 1]},
    {"v0": [1.1, 0.3, 2, 1], "v2": [0.6, 0, -0.8], "v3": [0.1, 0.2, 0.1, 1]},
    {"v0": [0.5, 0.8, 2, 1], "v2": [0, 0.8, -0.6], "v3": [0.2, 0.2, 0.3, 1]}]}"#;

/// Its corners as a scene has them.
const DATA: &str = "position/0/float/3 normal/2/float/3 color/3/float/4
0.2 0.1 2  0 0 -1  0.9 0.1 0.1 1
1.1 0.3 2  0.6 0 -0.8  0.1 0.2 0.1 1
0.5 0.8 2  0 0.8 -0.6  0.2 0.2 0.3 1
";

/// source: the functional model, which runs the words: the pixel that it gives a triangle's centre has the mean of the
/// colours that it gives the corners
#[test]
fn words_of_a_console_draw() {
    let glow = "cp examples/geforce3/glow.* . && quadrille gf3 asm glow.vsh -o glow.hex &&";
    let line = format!("{glow} quadrille gf3 run glow.hex --inputs glow.json --inputs triangle.json --json");
    let (status, out, err) = run("console-run", &[("triangle.json", TRIANGLE)], &line);
    assert_eq!((status, &*err), (0, ""), "{out}");
    let object: Value = serde_json::from_str(&out).expect("JSON");
    // The first vertex is glow.json's own.
    let corners = &object["vertices"].as_array().expect("a list")[1..];
    let mean = |register: &str, component: usize| -> f64 {
        let of = |corner: &Value| corner["outputs"][register]["value"][component].as_f64();
        corners
            .iter()
            .map(|corner| of(corner).expect("a number"))
            .sum::<f64>()
            / 3.0
    };
    let line = format!("{glow} quadrille gf3 dis glow.hex --to arb --viewport 640x480");
    let (status, program, err) = run("console-text", &[], &line);
    assert_eq!(status, 0, "{err}");
    let text = std::fs::read_to_string(root().join("examples/geforce3/glow.json")).expect("a capture");
    let capture: Value = serde_json::from_str(&text).expect("JSON");
    let mut parameters = String::new();
    for row in capture["constant"].as_array().expect("a list") {
        let number: u32 = row[0].as_str().expect("a name")[1..].parse().expect("a number");
        let [x, y, z, w] = [1, 2, 3, 4].map(|place| row[place].as_f64().expect("a number"));
        parameters += &format!("parameter env_vp {} ({x}, {y}, {z}, {w})\n", number - 96);
    }
    // Pixels of a scene count from below.
    let (x, y) = (mean("oPos", 0) as u32, 480 - mean("oPos", 1) as u32);
    let [r, g, b] = [0, 1, 2].map(|component| mean("oD0", component));
    let scene = format!(
        "[require]\nGL_ARB_vertex_program\nSIZE 640 480\n\n[vertex program]\n{program}\n[vertex data]\n{DATA}\n[test]\n\
         {parameters}clear color 0 0 0 0\nclear\ndraw arrays GL_TRIANGLES 0 3\nprobe rgb {x} {y} {r} {g} {b}\n"
    );
    for engine in ["wide", "reference", "gf3"] {
        let line = format!("quadrille run --engine {engine} a.shader_test");
        let (status, out, err) = run("console-scene", &[("a.shader_test", scene.as_bytes())], &line);
        assert_eq!(status, 0, "{engine}: {out}{err}\n{scene}");
    }
}

/// The example's program is the words', and every target takes it.
#[test]
fn words_of_a_console_are_translated() {
    let targets = "glsl120 glsl330 glsl450 glsl-es100 glsl-es300 glsl-es310 glsl-es320 spirv-vulkan spirv-opengl wgsl hlsl msl";
    let line = format!(
        "quadrille gf3 asm examples/geforce3/glow.vsh --to binary -o glow.bin &&
         quadrille gf3 dis glow.bin --to arb --viewport 512x512 > glow.vp && cat glow.vp &&
         for target in {targets}; do quadrille translate glow.vp --to $target -o $target/ || exit 1; done"
    );
    let (status, program, err) = run("console-translate", &[], &line);
    assert_eq!(status, 0, "{err}");
    let path = root().join("examples/geforce3/glow.shader_test");
    let scene = std::fs::read_to_string(path).expect("the example");
    assert!(
        scene.contains(&format!("[vertex program]\n{program}")),
        "{program}"
    );
    let line = "quadrille gf3 dis examples/geforce3/glow.vsh --to nv --viewport 512x512";
    let (status, _, err) = run("console-viewport", &[], line);
    assert!(
        status == 2 && err.contains("--viewport goes with --to arb"),
        "{err}"
    );
    let line = "quadrille gf3 dis examples/geforce3/skin.vsh --to arb > /dev/null";
    let (status, _, err) = run("console-reach", &[], line);
    assert!(status == 0 && err.contains("c[0] to c[85]"), "{err}");
}

/// Every command that prints data prints JSON; a word of a program is the same object everywhere.
#[test]
fn commands_print_json() {
    let program = "examples/geforce3/glow.vsh";
    let words = |value: &Value| -> Vec<Value> { value["program"].as_array().expect("a list").clone() };
    let parsed = |line: &str| -> Value {
        let (status, out, err) = run("console-json", &[], line);
        assert_eq!((status, &*err), (0, ""), "{line}: {out}");
        serde_json::from_str(&out).expect(line)
    };
    let asm = parsed(&format!("quadrille gf3 asm {program} --json"));
    let dis = parsed(&format!("quadrille gf3 dis {program} --json"));
    assert_eq!((words(&asm), words(&asm).len()), (words(&dis), 32));
    assert_eq!(words(&asm)[4]["text"], "RCP R1.w, R0.w");
    let explained = parsed("quadrille gf3 explain-word 00EC001B 0836186C 20708800 --json");
    assert_eq!(explained["bits"][1], "0x00ec001b");
    let back = parsed(&format!("quadrille gf3 dis {program} --to nv --json"));
    assert!(
        back["source"]
            .as_str()
            .is_some_and(|text| text.starts_with("!!VP1.1"))
            && back["reach"].is_null()
    );
    let scheduled = parsed(&format!("quadrille gf3 schedule {program} --json"));
    assert_eq!(scheduled["after"]["length"], words(&scheduled).len());
    assert!(words(&scheduled)[0]["from"].is_array() && words(&scheduled)[0]["bits"].is_array());
    let timed = parsed(&format!("quadrille gf3 pipeline {program} --front --json"));
    assert!(
        timed["front"].is_array() && words(&timed)[31]["lost"].is_object(),
        "{timed}"
    );
    let swept = parsed(&format!(
        "quadrille gf3 pipeline {program} --sweep threads=1..3 --json"
    ));
    assert_eq!(swept["points"].as_array().map(Vec::len), Some(3));
    assert!(swept["points"][0]["cycles_per_vertex"].as_f64() > timed["cycles_per_vertex"].as_f64());
    let numbers = parsed("quadrille gf3 parameters --set threads=7 --json");
    let all = numbers["parameters"].as_array().expect("a list");
    assert!(
        all.iter()
            .any(|row| row["name"] == "threads" && row["value"] == "7")
    );
    assert_eq!(
        parsed(&format!("quadrille gf3 stats {program} --json"))["length"],
        32
    );
    let measured = parsed("quadrille gf3 accuracy --json");
    assert_eq!(measured["operations"][1]["operation"], "RSQ");
    let lecture = parsed("quadrille gf3 asm examples/lecture/lighting.vp --json --target gf3");
    assert_eq!(lecture["bindings"]["c[10]"], "state.light[1].position");
    assert_eq!(
        lecture["constants"]["c[0]"]["value"],
        serde_json::json!([0.0, 0.0, 0.0, 1.0])
    );
}
