//! The page of each finding: its first program shows it, its second just does not.

use quadrille::{Budget, EvaluationError, Inputs, Session, TrapKind, Vector};
use quadrille_reference::FINDINGS;

/// The blocks of a page that are of a kind.
fn blocks(page: &str, kind: &str) -> Vec<String> {
    let opening = format!("```text {kind}\n");
    let mut blocks = page.split(&opening);
    let _before = blocks.next();
    blocks
        .filter_map(|rest| Some(rest.split_once("```")?.0.to_owned()))
        .collect()
}

/// What a program of a page is given: a float in `program.local[0]`, the number of the lane in
/// `fragment.texcoord[0].x` and `invocation.localid.x`, four invocations of a compute program.
fn inputs(program: &quadrille::Loaded) -> Inputs {
    let mut inputs = Inputs::default();
    if program
        .parameters()
        .iter()
        .any(|named| named.name == "program.local[0]")
    {
        inputs.set("program.local[0]", [1.0, 2.0, 3.0, 4.0]);
    }
    let reads = |name: &str| {
        program
            .attributes()
            .iter()
            .any(|named| named.name.starts_with(name))
    };
    for lane in 0..4 {
        if reads("fragment.texcoord") {
            let value = Vector::floats([lane as f32, 0.0, 0.0, 1.0]);
            inputs.set_vector("fragment.texcoord[0]", Some(lane), value);
        }
        if reads("invocation.localid") {
            inputs.set_lanes(4);
            let value = Vector::bits([lane as u32, 0, 0, 0]);
            inputs.set_vector("invocation.localid", Some(lane), value);
        }
    }
    inputs
}

/// source: the sections that each finding cites
#[test]
fn pages_show_their_finding() {
    let session = Session::new();
    let mut wrong = Vec::new();
    for rule in FINDINGS {
        let page = rule.markdown();
        for (kind, expected) in [("finding", true), ("clean", false)] {
            let programs = blocks(&page, kind);
            assert!(!programs.is_empty(), "{} has no program for `{kind}`", rule.name);
            for text in programs {
                let loaded = match session.load(rule.name, &text) {
                    Ok(loaded) => loaded,
                    Err(rejected) => {
                        wrong.push(format!("{} {kind}: {rejected}", rule.name));
                        continue;
                    }
                };
                let (run, findings) = loaded.sanitize(&inputs(&loaded));
                let found = findings.iter().any(|finding| finding.rule == *rule);
                if found != expected {
                    wrong.push(format!("{} {kind}: {findings:?}", rule.name));
                }
                if let Err(error) = run {
                    wrong.push(format!("{} {kind}: {error}", rule.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every way in which arithmetic is undefined has a finding of its name.
#[test]
fn arithmetic_findings_have_names() {
    for what in quadrille_isa::gl::operation::Undefined::ALL {
        assert!(
            FINDINGS.iter().any(|rule| rule.name == what.name()),
            "{}",
            what.name()
        );
    }
}

/// What is found before the budget ends a run is not lost with its results.
#[test]
fn a_run_that_is_stopped_keeps_its_findings() {
    let text = "!!NVvp4.0\nTEMP a;\nMOV result.position, a;\nREP;\nMOV.CC a, 1;\nBRK (EQ.x);\nENDREP;\nEND\n";
    let program = Session::new().load("endless.vp", text).unwrap();
    let mut inputs = Inputs::default();
    inputs.set_budget(Budget::of_instructions(100));
    let (run, findings) = program.sanitize(&inputs);
    assert!(matches!(run, Err(EvaluationError::Trap(trap, _)) if trap.kind == TrapKind::Budget));
    assert!(
        findings
            .iter()
            .any(|found| found.rule.name == "uninitialised-read")
    );
}

/// source: NV_gpu_program4 2.X.3.5: results that a program does not write are undefined, each of them; two invocations
/// that leave out the same are one finding
#[test]
fn each_unwritten_result_is_told_once() {
    let text = "!!NVvp4.0\nTEMP a;\nMOV result.position, 1.0;\nMOV.CC a, vertex.attrib[1];\nIF NE.x;\n\
        MOV result.attrib[0].xz, a;\nMOV result.attrib[1], a;\nENDIF;\nEND\n";
    let program = Session::new().load("unwritten.vp", text).unwrap();
    let mut inputs = Inputs::default();
    inputs.set_lanes(3);
    let (run, findings) = program.sanitize(&inputs);
    run.expect("it ends");
    let details: Vec<&str> = findings.iter().map(|found| found.detail.as_str()).collect();
    assert_eq!(findings.len(), 2, "{details:?}");
    for (detail, components) in details.iter().zip(["components xz of", "components xyzw of"]) {
        assert!(detail.contains(components), "{details:?}");
    }
}
