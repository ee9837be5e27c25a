//! The frame of an example: the declarations that its stage asks for, and the results that it writes.

use quadrille_isa::gl::Stage;
use quadrille_isa::gl::profile::Variables;

use super::super::place::ManualLocation;

/// The declarations without which a program of the stage does not load.
pub(super) fn stage_declarations(place: &ManualLocation) -> &'static [&'static str] {
    let variable = quadrille_isa::gl::ProgramOption::ArbComputeVariableGroupSize;
    let passthrough = quadrille_isa::gl::ProgramOption::NvGeometryProgramPassthrough;
    match place.profile.stage {
        Stage::Geometry if place.options.contains(&passthrough) => &["PRIMITIVE_IN POINTS;"],
        Stage::Geometry => &["PRIMITIVE_IN POINTS;", "PRIMITIVE_OUT POINTS;", "VERTICES_OUT 1;"],
        Stage::TessellationControl => &["VERTICES_OUT 3;"],
        Stage::TessellationEvaluation => &["TESS_MODE TRIANGLES;"],
        Stage::Compute if !place.options.contains(&variable) => &["GROUP_SIZE 32;"],
        _ => &[],
    }
}

/// The instructions that hand on a value, and what every program of the stage must write.
pub(super) fn results(place: &ManualLocation, value: &str) -> String {
    let features = place.features();
    let source = if value.is_empty() { "position" } else { value };
    match (place.profile.variables, place.profile.stage) {
        (Variables::Registers, Stage::Fragment) if value.is_empty() => "MOV o[COLR], f[COL0];\n".to_owned(),
        (Variables::Registers, Stage::Fragment) => format!("MOV o[COLR], {value};\n"),
        (Variables::Registers, Stage::VertexState) if value.is_empty() => "MOV c[0], v[0];\n".to_owned(),
        (Variables::Registers, Stage::VertexState) => format!("MOV c[0], {value};\n"),
        (Variables::Registers, _) if features.options.position_invariant() => {
            "MOV o[COL0], v[COL0];\n".to_owned()
        }
        (Variables::Registers, _) if value.is_empty() => "MOV o[HPOS], v[OPOS];\n".to_owned(),
        (Variables::Registers, _) => format!("MOV o[HPOS], {value};\n"),
        (_, _) if value.is_empty() => String::new(),
        (_, Stage::Fragment) => format!("MOV result.color, {source};\n"),
        (_, Stage::Compute | Stage::VertexState) => String::new(),
        (_, Stage::Geometry) => format!("MOV result.position, {source};\n"),
        _ if features.options.position_invariant() => format!("MOV result.color, {source};\n"),
        _ => format!("MOV result.position, {source};\n"),
    }
}
