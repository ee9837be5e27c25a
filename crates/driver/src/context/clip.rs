//! OpenGL's own clip planes, which cut what a vertex shader gives that writes neither a vertex nor distances to compare with
//! them. What a vertex program gives they do not cut, as if they were disabled (ARB_vertex_program 2.11, NV_vertex_program2
//! 2.14.1.5), unless it has ARB_position_invariant. So the shader gives a vertex that lies on every plane.

use quadrille_isa::gl::profile::Variables;
use quadrille_program::Program;

const MAIN: &str = "void main() {\n";
const VERTEX: &str = "gl_ClipVertex";
const DISTANCES: &str = "gl_ClipDistance";

/// A vertex shader that is the translation of a program, so that planes cut what the program says. As it was, if it gives
/// distances.
pub(super) fn by_program(text: &str, program: &Program) -> String {
    // In the languages with registers, the option for positions has planes cut nothing.
    let is_cut =
        program.features().options.position_invariant() && program.profile().variables == Variables::Declared;
    if is_cut || text.contains(DISTANCES) {
        return text.to_owned();
    }
    let lines = text.split_inclusive('\n');
    let without: String = lines
        .filter(|line| !line.trim_start().starts_with(VERTEX))
        .collect();
    without.replacen(MAIN, &format!("{MAIN}    {VERTEX} = vec4(0.0);\n"), 1)
}
