//! `quadrille gf3` as a student, an author of an emulator and a programmer of consoles use it.

use super::input::run;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Sixteen numbers.
const UNIT: &str = "1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1";

/// source: the reference of the pipeline is the program's own function: a component that no mask takes is no result.
#[test]
fn the_lecture_runs_through_the_pipeline() {
    let lines = "quadrille gf3 pipeline examples/lecture/lighting.vp --profile lecture-single --vertices 2 &&
        quadrille gf3 pipeline a.vsh --profile lecture-single";
    let program = b"MOV R0, v0\nMOV R0.x, v0.y\nADD R2.y, R0, R0\nMOV oPos, R2\n";
    let (status, out, err) = run("gf3-pipeline", &[("a.vsh", program)], lines);
    assert_eq!((status, &*err), (0, ""), "{out}");
    let lines = "quadrille gf3 pipeline examples/geforce3/dependent.vsh --profile lecture-single";
    let (status, out, _) = run("gf3-columns", &[], lines);
    assert!(
        status == 0 && out.contains("4  5  6  7\n") && out.contains("cycles 8,"),
        "{out}"
    );
}

/// source: envytools docs/hw/graph/xf/mode: the machine reaches all 192 constants or the user's half; the Xbox has the
/// one, OpenGL the other (NV_vertex_program 2.14.1.8: beyond `c[0]` to `c[95]` a relative read gives zeros).
#[test]
fn words_of_a_console_reach_all_constants() {
    let files: [(&str, &[u8]); 2] = [
        ("a.vsh", b"ARL A0, v0.x\nMOV oPos, c[A0+33]\n"),
        ("b.vsh", b"ARL A0, v0.x\nMOV oPos, c[A0-63]\n"),
    ];
    let all = "quadrille gf3 run a.vsh --attrib 0=1 --constant 34=1,2,3,4 &&
        quadrille gf3 asm a.vsh -o a.hex && quadrille gf3 run a.hex --attrib 0=1 --constant 34=1,2,3,4 &&
        quadrille gf3 run b.vsh --numbering gl --full --attrib 0=1 --constant -62=1,2,3,4";
    let (status, out, _) = run("gf3-full", &files, all);
    assert_eq!((status, out.matches("(1, 2, 3, 4)").count()), (0, 3), "{out}");
    let half = "quadrille gf3 run b.vsh --numbering gl --attrib 0=1 --constant -62=1,2,3,4";
    let (status, out, _) = run("gf3-half", &files, half);
    assert!(status == 0 && out.contains("(0, 0, 0, 0)"), "{out}");
}

/// source: the layout of the word (envytools docs/hw/graph/xf/isa); what the machine lacks is named, and the words
/// around it are read and run.
#[test]
fn one_odd_word_is_a_warning() {
    for (note, told, printed) in [
        ("{A.MUX=3 CONST=192}", "constant 192 is read", "MOV R1.xyzw, _ "),
        (
            "{A.MUX=0}",
            "operand A is read, but selects no register file",
            "MOV R1.xyzw, _ ",
        ),
        (
            "{OUT.ADDR=1 OUT.MASK=15}",
            "output 1 is written",
            "MOV R1.xyzw, v0 ",
        ),
        (
            "{OUT.ADDR=2 OUT.MASK=15}",
            "output 2 is written",
            "MOV R1.xyzw, v0 ",
        ),
        (
            "{OUT.ADDR=13 OUT.MASK=15}",
            "output 13 is written",
            "MOV R1.xyzw, v0 ",
        ),
        (
            "{OUT.ADDR=14 OUT.MASK=15}",
            "output 14 is written",
            "MOV R1.xyzw, v0 ",
        ),
        ("{OUT.R=12}", "R12 is written", "MOV _, v0 "),
        ("{MAC=15}", "vector operation 15 is reserved", "NOP "),
    ] {
        let program = format!("MOV R0, v0\nMOV R1, v0 {note}\nMOV oPos, R0\n");
        let lines = "quadrille gf3 asm odd.vsh -o odd.hex && quadrille gf3 run odd.hex --attrib 0=1,2,3,4 &&
            quadrille gf3 dis odd.hex > again.vsh && quadrille gf3 asm again.vsh -o again.hex &&
            cmp odd.hex again.hex && cat again.vsh";
        let (status, out, err) = run("gf3-odd", &[("odd.vsh", program.as_bytes())], lines);
        assert_eq!(status, 0, "{note}: {err}");
        assert!(out.starts_with("oPos     (1, 2, 3, 4)"), "{note}: {out}");
        assert!(
            out.contains(printed) && out.contains(&format!("  // {told}")),
            "{note}: {out}"
        );
        let warning = format!("odd.hex: warning: word 1: {told}");
        assert!(
            err.contains(&warning) && err.contains("[nv20-odd-word]"),
            "{note}: {err}"
        );
    }
    // A file of something else is not a program with many odd words.
    let (status, out, err) = run("gf3-other", &[("a.bin", &[b'A'; 160])], "quadrille gf3 dis a.bin");
    assert_eq!((status, &*out), (1, ""));
    assert!(err.contains("10 of 10 words are not instructions"), "{err}");
    // Bits that the machine does not store.
    let (status, out, err) = run(
        "gf3-unused",
        &[("a.hex", b"1 0020001b 0836106c 2070f801")],
        "quadrille gf3 run a.hex --attrib 0=5",
    );
    assert!(
        status == 0 && out.contains("(5, 0, 0, 1)") && err.contains("left out"),
        "{err}"
    );
}

/// source: NV_vertex_program table X.3 (TEX0 is attribute 8) and the NV2A's names of the attributes (iTex0 is 9), as in
/// nv2a_vsh_asm.
#[test]
fn texture_coordinates_lie_elsewhere_on_the_console() {
    let program = b"!!VP1.0\nMOV o[TEX0], v[TEX0];\nMOV o[HPOS], v[OPOS];\nEND\n";
    let (status, _, err) = run("gf3-texture", &[("a.vp", program)], "quadrille gf3 asm a.vp");
    assert_eq!(status, 0);
    assert!(
        err.contains(
            "texture coordinate 0 is read from attribute 8, as in OpenGL; an NV2A has it in attribute 9"
        ),
        "{err}"
    );
    let (status, _, err) = run("gf3-texture-run", &[("a.vp", program)], "quadrille gf3 run a.vp");
    assert_eq!((status, &*err), (0, ""));
}

/// source: NV_vertex_program 2.14.4: INVALID_OPERATION if a program would write a parameter that is tracked.
#[test]
fn state_programs_write_no_tracked_constant() {
    let program = b"!!VSP1.0\nMOV c[5].x, v[0];\nEND\n";
    let at = |address: u32| format!("quadrille gf3 run a.vsp --attrib 0=7 --track {address}={UNIT}");
    let (status, out, err) = run("gf3-tracked", &[("a.vsp", program)], &at(4));
    assert_eq!((status, &*out), (1, ""));
    assert!(err.contains("c[5] is written, and it tracks a matrix"), "{err}");
    let (status, out, err) = run("gf3-untracked", &[("a.vsp", program)], &at(8));
    assert!(status == 0 && out.starts_with("c[5]     (7, 0, 0, 0)"), "{out}");
    // Constants without a value are told in runs.
    assert_eq!(err.lines().count(), 2, "{err}");
    assert!(
        err.starts_with("c[0] to c[7] hold program.env[0] to program.env[7],"),
        "{err}"
    );
}

/// source: nv2a_vsh_debug's inputs, RenderDoc's tables, and the program by hand: (1, 2, 3, 1) through a matrix of twos
#[test]
fn a_captured_program_runs_with_its_registers() {
    let program = b"#m matrix4 96\n%matmul4x4 r0 v0 #m\nmov oPos, r0\nmul oD0, r0.x, v3\n";
    let constants = b"Name,Value\nc[96],\"2, 0, 0, 0\"\nc[97],\"0, 2, 0, 0\"\nc[98],\"0, 0, 2, 0\"\nc[99],\"0, 0, 0, 2\"\n";
    let mesh = b"VTX, IDX, v0.x, v0.y, v0.z, v3.x\n0, 4, 1, 2, 3, 0.5\n1, 5, 9, 9, 9, 9\n";
    let json = br#"{"constant": [["c96", 2, 0, 0, 0], ["c97", 0, 2, 0, 0], ["c98", 0, 0, 2, 0], ["c99", 0, 0, 0, 2]],
        "input": [["v0", 1, 2, 3, 1], ["v3", 0.5, 0, 0, 1]]}"#;
    let files: [(&str, &[u8]); 4] = [
        ("a.vsh", program),
        ("c.csv", constants),
        ("m.csv", mesh),
        ("i.json", json),
    ];
    let lines = "quadrille gf3 run a.vsh --inputs c.csv --inputs m.csv --vertex 0 --target nv2a &&
        quadrille gf3 run a.vsh --inputs i.json --trace --ancestry oD0.x &&
        quadrille gf3 run a.vsh --inputs i.json --json --trace --ancestry 5 &&
        quadrille gf3 dis a.vsh --to arb > a.vp && quadrille check a.vp && quadrille gf3 dis a.vsh --to nv";
    let (status, out, err) = run("gf3-captured", &files, lines);
    assert_eq!(
        (status, out.matches("oPos     (2, 4, 6, 2)").count()),
        (0, 2),
        "{out}{err}"
    );
    for part in [
        "R0.x         (2, 2, 2, 2)",
        "(x of word 0)",
        "*  5  MUL oD0.xyzw, R0.x, v3",
        "\"ancestry\":[",
        "a.vp: accepted",
        "MUL o[COL0], R0.x, v[COL0];",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let lines = "quadrille gf3 run a.vsh --inputs m.csv --vertex 2";
    let (status, _, err) = run("gf3-captured-vertex", &files, lines);
    assert!(
        status == 2 && err.contains("there is no vertex 2: the files have 2"),
        "{err}"
    );
    let lines = "quadrille gf3 run a.vsh --ancestry oT0";
    let (status, _, err) = run("gf3-captured-result", &files, lines);
    assert!(status == 2 && err.contains("oT0 is not written"), "{err}");
}

/// source: the layout of the word; vp20compiler, which puts texture coordinate 0 of OpenGL into attribute 9
#[test]
fn a_target_says_what_words_mean() {
    let program = b"!!VP1.1\nMOV o[TEX0], v[TEX0];\nMOV o[HPOS], v[OPOS];\nEND\n";
    let lines = "quadrille gf3 asm a.vp --target nv2a -o a.inl && quadrille gf3 dis a.inl --plain &&
        quadrille gf3 asm a.vp --target gf3 -o b.inl && quadrille gf3 dis b.inl --plain &&
        quadrille gf3 asm a.inl --to c --name kProgram --target gf3";
    let (status, out, err) = run("gf3-target", &[("a.vp", program)], lines);
    assert_eq!(status, 0, "{err}");
    for part in [
        "MOV oT0.xyzw, v9",
        "MOV oT0.xyzw, v8",
        "static const unsigned int kProgram[] = {",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert!(
        err.contains("a.vp: warning: the position is in clip space"),
        "{err}"
    );
    assert!(
        err.contains("word 0: attribute 9 is TEX1 here and iTex0 on the NV2A"),
        "{err}"
    );
    let program = b"!!VP1.1\nMOV o[HPOS], v[TEX5];\nEND\n";
    let (status, _, err) = run(
        "gf3-target-none",
        &[("a.vp", program)],
        "quadrille gf3 asm a.vp --target nv2a",
    );
    assert!(
        status == 1 && err.contains("v[TEX5] of OpenGL has no place on the NV2A"),
        "{err}"
    );
}

/// source: the pipeline by the lecture's diagram: a lone thread waits two cycles for its own result
#[test]
fn lost_cycles_have_an_instruction() {
    let lines =
        "quadrille gf3 pipeline examples/geforce3/dependent.vsh --profile lecture-single --by-instruction \
        --lost-svg lost.svg --perfetto trace.json --notes && cat trace.json &&
        quadrille gf3 pipeline examples/geforce3/dependent.vsh --profile lecture-single --json";
    let (status, out, err) = run("gf3-lost", &[], lines);
    assert_eq!((status, &*err), (0, ""), "{out}");
    for part in [
        "   0         0                                ADD r1, c[2], v[3]",
        "   1         2         2                      MUL o[4], r1, c[5]",
        "<- v[3] in IB 0, r1 in set 0",
        "\"traceEvents\":[",
        "\"name\":\"hold\"",
        "\"lost\":{\"operand\":2},\"text\":\"MUL oD1.xyzw, R1, c[5]\",\"word\":1}",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

/// source: the Trace Event Format: complete events have a process, a thread, a begin and a duration in microseconds, and
/// those of one thread nest; Perfetto takes process 0 for the idle one
#[test]
fn traces_are_those_of_the_trace_event_format() {
    let line = "quadrille gf3 pipeline examples/geforce3/glow.vsh --profile reverse-engineered --vertices 9 --rows 300 \
        --perfetto trace.json > report && cat trace.json";
    let (status, out, err) = run("gf3-trace", &[], line);
    assert_eq!((status, &*err), (0, ""));
    let trace: Value = serde_json::from_str(&out).expect("JSON");
    let (mut open, mut seen, mut named): (BTreeMap<_, Vec<u64>>, _, _) =
        (BTreeMap::new(), 0, BTreeSet::new());
    for event in trace["traceEvents"].as_array().expect("a list") {
        let number = |key: &str| event[key].as_u64().unwrap_or_else(|| panic!("{key}: {event}"));
        let place = (number("pid"), number("tid"));
        assert!(place.0 > 0 && event["name"].is_string(), "{event}");
        if event["ph"] == "M" {
            named.insert(place);
            continue;
        }
        assert_eq!(event["ph"], "X");
        let (from, until) = (number("ts"), number("ts") + number("dur"));
        assert!(
            from < until && named.contains(&place) && named.contains(&(place.0, 0)),
            "{event}"
        );
        let ends = open.entry(place).or_default();
        while ends.last().is_some_and(|end| *end <= from) {
            ends.pop();
        }
        let stalls = event["name"] == "wait" || event["name"] == "hold";
        assert_eq!(event["args"]["reason"].is_string(), stalls, "{event}");
        assert!(
            ends.last().is_none_or(|end| until <= *end),
            "{event} does not nest"
        );
        ends.push(until);
        seen += 1;
    }
    assert!(seen > 9 * 32 * 5, "{seen}");
}

/// A program without instructions is neither assembled nor run, nor read back from words.
/// source: docs/compatibility.md: exit status 1 is a verdict
#[test]
fn an_empty_program_does_not_run() {
    let files: [(&str, &[u8]); 3] = [
        ("a.vsh", b"; nothing\n#input matrix4 96\n"),
        ("empty.hex", b""),
        ("empty.bin", b""),
    ];
    for line in [
        "asm a.vsh",
        "run a.vsh",
        "pipeline a.vsh",
        "dis a.vsh",
        "stats a.vsh",
        "dis empty.hex",
        "dis --plain empty.bin",
    ] {
        let (status, out, err) = run("gf3-empty", &files, &format!("quadrille gf3 {line}"));
        assert!(
            status == 1 && out.is_empty() && err.contains("the program has no instruction"),
            "{line}: {out}{err}"
        );
    }
    let line = "quadrille gf3 pipeline examples/geforce3/glow.vsh --vertices 0";
    let (status, out, err) = run("gf3-no-vertices", &[], line);
    assert!(
        status == 2 && out.is_empty() && err.contains("one vertex or more"),
        "{err}"
    );
    let line = "quadrille gf3 run examples/geforce3/glow.vsh --vertex 3";
    let (status, _, err) = run("gf3-no-vertex", &[], line);
    assert!(status == 2 && err.contains("the files have 0"), "{err}");
}

/// source: the words of the program by hand: three, of which two fit into one
#[test]
fn a_program_is_scheduled() {
    let program = b"RCP R5.x, v1.x\nMUL R2, v1, v1\nMUL oPos, R2, R5.x\n";
    let lines = "quadrille gf3 schedule a.vsh > b.vsh && quadrille gf3 asm b.vsh && \
        quadrille gf3 schedule a.vsh --to inl -o b.inl && quadrille gf3 dis b.inl --plain && \
        quadrille gf3 schedule a.vsh --json && quadrille gf3 stats a.vsh";
    let (status, out, err) = run("gf3-schedule", &[("a.vsh", program)], lines);
    assert_eq!(status, 0, "{err}");
    for part in [
        "v1, v1 + RCP R1.x, v1.x",
        "\"random_vertices\":10000",
        "\"after\":{\"cycles\":204,\"length\":2}",
        "3 words, 3 operations, 0 pairs",
        "MOV MUL ADD MAD     2   66.7 %",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert!(
        err.contains("words 3 -> 2") && err.contains("the same bits for 10000 random vertices"),
        "{err}"
    );
}

/// source: the lecture: attributes are copied when attribute 0 is written, into input buffers round robin, and only
/// those that changed; programs and constants are loaded in set-up mode
#[test]
fn the_front_end_is_shown() {
    let workload = br#"{"draws": [{"program": 2, "constants": 3, "vertices": 3, "each": [2], "once": [3]},
        {"constants": 4, "vertices": 2, "indices": [0, 1, 0]}]}"#;
    let lines = "quadrille gf3 pipeline examples/geforce3/lighting.vsh --profile reverse-engineered --workload w.json \
        --set input_buffers=2 --front --front-svg front.svg";
    let (status, out, err) = run("gf3-front", &[("w.json", workload)], lines);
    assert_eq!((status, &*err), (0, ""), "{out}");
    for part in [
        "0-4  set-up: 5 words of program and constants",
        "vertex 0 arrives: v0 v2 v3",
        "vertex 1 arrives: v0 v2\n",
        "vertex 0 is copied to IB 0: v0 v1",
        "vertex 1 is copied to IB 1: v0 v1",
        "vertex 2 is copied to IB 0: v0 v2\n",
        "set-up: 4 words",
        "vertices 6, computed 5",
        "set-up mode ",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let wrong = br#"{"draws": [{"vertices": 2, "indices": [2]}]}"#;
    let lines = "quadrille gf3 pipeline examples/geforce3/lighting.vsh --workload w.json";
    let (status, _, err) = run("gf3-front-wrong", &[("w.json", wrong)], lines);
    assert!(status == 1 && err.contains("draw 0: indices takes"), "{err}");
}

/// The options of a command stand under its own heading, not under that of the options that commands share.
#[test]
fn help_has_options_where_they_belong() {
    for (command, option) in [
        ("dis", "--viewport"),
        ("run", "--trace"),
        ("schedule", "--random"),
    ] {
        let (status, out, _) = run("gf3-help", &[], &format!("quadrille gf3 {command} --help"));
        let at = |text: &str| out.find(text).unwrap_or_else(|| panic!("{text}: {out}"));
        assert!(
            status == 0 && at(option) < at("How programs are judged:"),
            "{out}"
        );
    }
}
