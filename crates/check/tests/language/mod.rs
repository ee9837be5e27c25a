//! Programs on pages: their language by its short name, and the text that is marked in them.

use quadrille_base::Span;

/// What a program of a language begins with where it has no header of its own: the header, and what the stage
/// has to declare.
fn header(language: &str) -> &'static str {
    match language {
        "vp" => "!!ARBvp1.0",
        "fp" => "!!ARBfp1.0",
        "vp1.0" => "!!VP1.0",
        "vp1.1" => "!!VP1.1",
        "vsp1.0" => "!!VSP1.0",
        "vp2.0" => "!!VP2.0",
        "fp1.0" => "!!FP1.0",
        "vp+2" => "!!ARBvp1.0\nOPTION NV_vertex_program2;",
        "vp+3" => "!!ARBvp1.0\nOPTION NV_vertex_program3;",
        "fp+1" => "!!ARBfp1.0\nOPTION NV_fragment_program;",
        "fp+2" => "!!ARBfp1.0\nOPTION NV_fragment_program2;",
        "vp4" => "!!NVvp4.0",
        "fp4" => "!!NVfp4.0",
        "fp4.1" => "!!NVfp4.1",
        "gp4" => "!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;",
        "vp5" => "!!NVvp5.0",
        "fp5" => "!!NVfp5.0",
        "gp5" => "!!NVgp5.0 PRIMITIVE_IN PATCHES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;",
        "tcp5" => "!!NVtcp5.0 VERTICES_OUT 3;",
        "tep5" => "!!NVtep5.0 TESS_MODE TRIANGLES;",
        "cp5" => "!!NVcp5.0 GROUP_SIZE 8; SHARED_MEMORY 64;",
        other => panic!("{other}"),
    }
}

/// The whole program, and what is marked in it.
pub(crate) fn program(language: &str, body: &str) -> (String, Option<Span>) {
    let whole = if body.trim_start_matches('«').starts_with("!!") {
        body.trim_end().to_owned()
    } else if language == "atifs" {
        format!("!!ATIfs1.0\n{body}")
    } else if language == "ati" {
        format!("!!ATIfs1.0\nStartOutputPass;\n{body}EndPass;\n")
    } else {
        format!("{}\n{body}END\n", header(language))
    };
    let start = whole.find('«');
    let plain = whole.replace('«', "");
    let end = plain.find('»');
    let span = start
        .zip(end)
        .map(|(start, end)| Span::new(start as u32, end as u32));
    (plain.replace('»', ""), span)
}
