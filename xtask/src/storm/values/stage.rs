//! What stands around a program of a stage between vertices and fragments, or of work groups: how it takes its values and
//! hands them on, and the other programs of its draw. Each vertex is a primitive or patch of its own, and stays one point.

use quadrille_isa::gl::Stage;

/// A tessellation control program that gives a patch of one vertex what its vertex has.
const CONTROL: &str = "!!NVtcp5.0
VERTICES_OUT 1;
MOV result.position, vertex[0].position;
MOV result.attrib[0], vertex[0].attrib[0];
MOV result.attrib[1], vertex[0].attrib[1];
MOV result.patch.tessouter[0].x, 1.0;
MOV result.patch.tessouter[1].x, 1.0;
MOV result.patch.tessouter[2].x, 1.0;
MOV result.patch.tessinner[0].x, 1.0;
END
";

/// A tessellation evaluation program that gives its vertices what the one of the patch has.
const EVALUATION: &str = "!!NVtep5.0
TESS_MODE TRIANGLES;
TESS_POINT_MODE;
MOV result.position, vertex[0].position;
MOV result.texcoord[0], vertex[0].texcoord[0];
END
";

/// The line of a program that hands on its values, and what shows them: an attribute of fragments, or a buffer.
pub(super) fn handed(stage: Stage) -> Option<(&'static str, &'static str)> {
    match stage {
        Stage::Geometry => Some(("MOV result.attrib[0], t0;", "attrib[0]")),
        Stage::TessellationControl | Stage::TessellationEvaluation => {
            Some(("MOV result.texcoord[0], t0;", "texcoord[0]"))
        }
        Stage::Compute => Some(("STB.F32X4 t0, storage[0];", "")),
        Stage::Vertex | Stage::VertexState | Stage::Fragment => None,
    }
}

/// Lines that a program hands on besides: where its vertex lies, and how often its patch is cut.
pub(super) fn added(stage: Stage) -> &'static [&'static str] {
    const POSITION: &str = "MOV result.position, vertex[0].position;";
    match stage {
        Stage::Geometry | Stage::TessellationEvaluation => &[POSITION],
        Stage::TessellationControl => &[
            POSITION,
            "MOV result.patch.tessouter[0].x, 1.0;",
            "MOV result.patch.tessouter[1].x, 1.0;",
            "MOV result.patch.tessouter[2].x, 1.0;",
            "MOV result.patch.tessinner[0].x, 1.0;",
        ],
        Stage::Vertex | Stage::VertexState | Stage::Fragment | Stage::Compute => &[],
    }
}

/// The text of a program with declarations that fit the scene, and without what it reads that is not of the scene.
pub(super) fn framed(stage: Stage, text: String) -> String {
    match stage {
        Stage::Geometry => text.replace("PRIMITIVE_IN TRIANGLES;", "PRIMITIVE_IN POINTS;"),
        Stage::TessellationControl => text.replace("VERTICES_OUT 3;", "VERTICES_OUT 1;"),
        Stage::TessellationEvaluation => {
            text.replace("TESS_MODE TRIANGLES;", "TESS_MODE TRIANGLES;\nTESS_POINT_MODE;")
        }
        Stage::Compute => {
            let text = text.replace("GROUP_SIZE 8;", "GROUP_SIZE 1;");
            // Most programs leave floats in it.
            let text = text.replace("STB.U32X4 t0", "STB.F32X4 t0");
            text.replace("invocation.localid", "program.local[0]")
        }
        Stage::Vertex | Stage::VertexState | Stage::Fragment => text,
    }
}

/// The sections of a scene between those of its vertex and its fragment program.
pub(super) fn sections(stage: Stage, text: &str) -> String {
    let section = |name: &str, text: &str| format!("[{name} program]\n{text}");
    let (control, evaluation) = ("tessellation control", "tessellation evaluation");
    match stage {
        Stage::Geometry => section("geometry", text),
        Stage::TessellationControl => section(control, text) + &section(evaluation, EVALUATION),
        Stage::TessellationEvaluation => section(control, CONTROL) + &section(evaluation, text),
        Stage::Vertex | Stage::VertexState | Stage::Fragment | Stage::Compute => String::new(),
    }
}

/// The commands that draw so many vertices, or dispatch one group.
pub(super) fn drawn(stage: Stage, mode: &str, count: usize) -> String {
    match stage {
        Stage::TessellationControl | Stage::TessellationEvaluation => {
            format!("patch parameter vertices 1\ndraw arrays PATCHES 0 {count}\n")
        }
        Stage::Compute => "dispatch 1 1 1\n".to_owned(),
        Stage::Vertex | Stage::VertexState | Stage::Geometry | Stage::Fragment => {
            format!("draw arrays {mode} 0 {count}\n")
        }
    }
}

/// The suffix of commands that set parameters of a stage.
pub(super) fn suffix(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex | Stage::VertexState => "vp",
        Stage::TessellationControl => "tcp",
        Stage::TessellationEvaluation => "tep",
        Stage::Geometry => "gp",
        Stage::Fragment => "fp",
        Stage::Compute => "cp",
    }
}
