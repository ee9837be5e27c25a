//! From a picture to why it is so, as users go: the history of a pixel, the debugger, the pipeline of the GeForce 3.

use super::input::run;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The page has lines of what is printed, in their order; `…` stands for others between them.
#[test]
fn the_page_shows_a_history() {
    let page = include_str!("../../../../docs/pixel-history.md");
    let block = page
        .split("```text\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    let block = block.expect("the page has a block");
    let line = format!("quadrille run --pixel 120,130 {ROOT}/examples/toon.shader_test");
    let (status, out, err) = run("page-history", &[], &line);
    assert_eq!(status, 0, "{err}");
    let mut printed = out.lines();
    let mut shown = block.lines().filter(|line| line.trim() != "…");
    assert!(block.lines().count() > 10, "{block}");
    let missing = shown.find(|line| !printed.any(|printed| printed == *line));
    assert_eq!(missing, None, "{out}");
}

/// source: examples/lecture: the walk of docs/debugger.md. A pixel on the edge of the highlight is what `run --pixel`
/// says it is, and the instruction that made the vertex bright is found from its colour.
#[test]
fn a_student_walks_from_the_picture_to_the_instruction() {
    let scene = format!("{ROOT}/examples/toon.shader_test");
    let (status, history, err) = run(
        "walk-history",
        &[],
        &format!("quadrille run --pixel 120,130 {scene}"),
    );
    assert_eq!(status, 0, "{err}");
    let commands =
        "watch pixel; continue; backi; registers results; last result.color.x; last color.x; lanes level.y";
    let line = format!("quadrille debug {scene} --pixel 120,130 --commands '{commands}'");
    let (status, out, err) = run("walk-debug", &[], &line);
    assert_eq!(status, 0, "{out}{err}");
    // The history has the same colour, number for number, for the fragment that was drawn.
    let color = out.lines().find_map(|line| line.strip_prefix("result.color = ("));
    let color = color.and_then(|rest| rest.strip_suffix(')')).unwrap_or_default();
    assert!(
        history.contains(&format!("result.color = {color}\n")),
        "{color} of {out} is not in {history}"
    );
    assert!(out.contains("MUL result.color.xyz, color, level.x"), "{out}");
    assert!(out.contains("LRP color, level"), "{out}");
}

/// source: the lecture's program, whose colours are its vertices': from a pixel of its picture at the edge of the light to
/// the vertices that it is between, to the instruction that cuts the light off, and to the two cycles that this one waits,
/// as each does that needs the result before it (docs/geforce3-lecture.md).
#[test]
fn a_student_walks_from_the_lecture_s_picture_to_its_stalls() {
    let name = "lecture-walk";
    let copy = format!("cp -r {ROOT}/examples/lecture {ROOT}/examples/torus.obj .");
    let line = format!("{copy} && quadrille run --pixel 330,280 lecture/lighting.shader_test");
    let (status, history, err) = run(name, &[], &line);
    assert_eq!(status, 0, "{err}");
    let mut vertices = history
        .lines()
        .rev()
        .filter_map(|line| line.strip_prefix("      vertices "));
    let vertex = vertices.next().and_then(|list| list.split(", ").next());
    let vertex = vertex.unwrap_or_else(|| panic!("no vertices: {history}"));
    let commands = "end; back; last result.color.x; last R1.x; last R1.x; last R1.x";
    let line = format!(
        "{copy} && quadrille debug lecture/lighting.shader_test --vertex {vertex} --commands '{commands}'"
    );
    let (status, out, err) = run(name, &[], &line);
    assert_eq!(status, 0, "{out}{err}");
    let at = |text: &str| out.find(text).unwrap_or_else(|| panic!("no {text}: {out}"));
    let walked = [
        "MUL result.color.xyz, vertex.color, R1",
        "ADD R1.xyz, R1, c[8]",
        "MUL R1.xyz, R1.x, c[9]",
        "MAD R1.x, -R0, R0.y, R0",
    ];
    assert!(walked.map(at).is_sorted(), "{out}");
    // The same program in the pipeline of the lecture: the diagram, and the cycles that each instruction loses.
    let line = format!(
        "{copy} && quadrille gf3 pipeline lecture/lighting.vp --profile lecture-single --vertices 1 --by-instruction --svg stalls.svg && head -c 4 stalls.svg"
    );
    let (status, out, err) = run(name, &[], &line);
    assert_eq!(status, 0, "{out}{err}");
    assert!(
        out.contains("MAD r1.x, -r0, r0.y, r0 "),
        "the diagram has it: {out}"
    );
    let lost = out
        .lines()
        .find(|line| line.ends_with("  MAD r1.x, -r0, r0.y, r0"));
    let lost: Vec<&str> = lost
        .map(|line| line.split_whitespace().collect())
        .unwrap_or_default();
    assert_eq!(lost.get(1..3), Some(&["2", "2"][..]), "{out}");
    assert!(out.ends_with("<svg"), "{out}");
}

/// source: examples/toon.shader_test with its normal negated: the picture has no light, and the runs of the pixel part in
/// the first instruction that reads the light.
#[test]
fn a_planted_fault_is_found_in_few_commands() {
    let scene =
        std::fs::read_to_string(format!("{ROOT}/examples/toon.shader_test")).expect("the example is there");
    let wrong = scene.replacen("vertex.normal", "-vertex.normal", 1);
    assert_ne!(scene, wrong, "there is a normal to negate");
    let torus = std::fs::read(format!("{ROOT}/examples/torus.obj")).expect("the example is there");
    let files: &[(&str, &[u8])] = &[
        ("right.shader_test", scene.as_bytes()),
        ("wrong.shader_test", wrong.as_bytes()),
        ("torus.obj", &torus),
    ];
    let line = "quadrille debug wrong.shader_test --pixel 120,130 --against 'right.shader_test --pixel 120,130' \
                --commands 'difference; print step'";
    let (status, out, err) = run("planted", files, line);
    assert_eq!(status, 0, "{out}{err}");
    // The first that differs is the normal, made of what the vertex program gives; its sign is the fault.
    assert!(out.contains("the runs part in step 3"), "{out}");
    assert_eq!(
        out.matches("MUL normal.xyz, normal.w, fragment.texcoord[1]")
            .count(),
        2,
        "{out}"
    );
}
