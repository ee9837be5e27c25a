//! Programs longer than what is read at once: what stands far behind is known, and none is judged by halves.

use std::collections::HashSet;

use quadrille_base::Id;
use quadrille_check::{Checked, Options, check};
use quadrille_isa::gl::Limits;
use quadrille_program::Access;

/// A program of a head, a thousand times the same line, and a tail.
fn long(head: &str, line: &str, tail: &str) -> Checked {
    let text = format!("{head}\n{}{tail}\nEND\n", format!("{line}\n").repeat(1000));
    let options = Options {
        limits: Limits::preset("unlimited").expect("a preset"),
        ..Options::default()
    };
    check(&text, &options)
}

/// The names of the rules that a program breaks.
fn broken(checked: &Checked) -> Vec<&'static str> {
    checked.errors().map(|error| error.rule.name).collect()
}

/// source: NV_vertex_program2 2.14.2.11: a branch goes to its label, wherever that stands.
#[test]
fn a_branch_to_a_label_far_behind() {
    let checked = long(
        "!!VP2.0\nBRA end;",
        "MOV o[HPOS], v[0];",
        "end:\nMOV o[COL0], v[0];",
    );
    assert_eq!(broken(&checked), [""; 0]);
    let program = checked.program.expect("accepted");
    let first = &program.instructions().iter().next().expect("instructions").access;
    let Access::Flow(flow) = first else {
        panic!("{first:?}")
    };
    assert_eq!(flow.target.map(Id::index), Some(1001));
}

/// source: ARB_vertex_program 2.14.4.5: options stand before all else; one mistake is one error, though the
/// option is not there for what stands before it.
#[test]
fn an_option_far_behind() {
    let checked = long(
        "!!ARBvp1.0",
        "MOV result.position, vertex.position;",
        "OPTION NV_vertex_program2;\nSSG result.color, vertex.color;",
    );
    assert_eq!(broken(&checked), ["option-after-statement"]);
}

/// source: NV_vertex_program3 2.14.3.1: texture coordinates that an index chooses are those that numbers name.
#[test]
fn a_result_by_an_index_far_behind() {
    let checked = long(
        "!!ARBvp1.0\nOPTION NV_vertex_program3;\nADDRESS A;\nARL A.x, vertex.attrib[1].x;",
        "MOV result.texcoord[1], vertex.position;",
        "MOV result.texcoord[A.x + 1], vertex.position;\nMOV result.position, vertex.position;",
    );
    assert_eq!(broken(&checked), [""; 0]);
    let program = checked.program.expect("accepted");
    let bindings: HashSet<_> = program.results().iter().map(|result| result.binding).collect();
    assert_eq!(
        bindings.len(),
        program.results().len(),
        "a result has one slot however it is written"
    );
}

/// source: the lengths of the lines before it.
#[test]
fn an_error_far_behind_stands_where_it_is() {
    let line = "MOV result.position, vertex.position;";
    let checked = long("!!ARBvp1.0", line, "MOV result.colour, vertex.color;");
    let starts: Vec<u32> = checked.errors().map(|error| error.span.start).collect();
    let behind = "!!ARBvp1.0\n".len() + 1000 * (line.len() + 1);
    assert_eq!(starts, [(behind + "MOV result.".len()) as u32]);
}
