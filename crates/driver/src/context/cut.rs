//! Quadrilaterals and polygons for geometry programs of triangles: NV_geometry_program4 runs these for the triangles that the
//! primitives are cut into, and shaders do not take the modes. So the driver draws by modes that shaders take, and a shader
//! does for both triangles of a quadrilateral what the program does for one: the text of its translation is changed.

use std::fmt::Write;

/// What a draw is cut from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) enum Cut {
    /// Nothing.
    #[default]
    None,
    Quads,
    QuadStrip,
    Polygon,
}

/// What GLSL calls the number of a primitive that comes in.
const NUMBER: &str = "gl_PrimitiveIDIn";

const MAIN: &str = "void main() {";
const TRIANGLES: &str = "layout(triangles";
const MOST: &str = "max_vertices = ";

impl Cut {
    /// Of a mode of Begin.
    pub(super) fn of_mode(mode: u32) -> Cut {
        match mode {
            7 => Cut::Quads,
            8 => Cut::QuadStrip,
            9 => Cut::Polygon,
            _ => Cut::None,
        }
    }

    /// The mode that the driver draws it by: LINES_ADJACENCY, LINE_STRIP_ADJACENCY, TRIANGLE_FAN.
    pub(super) fn mode(self, mode: u32) -> u32 {
        match self {
            Cut::None => mode,
            Cut::Quads => 0xa,
            Cut::QuadStrip => 0xb,
            Cut::Polygon => 6,
        }
    }

    /// The number of the primitive of a program, which counts quadrilaterals, and is 0 for polygons.
    fn number(self) -> &'static str {
        match self {
            Cut::None | Cut::Quads => NUMBER,
            Cut::QuadStrip => "(gl_PrimitiveIDIn / 2)",
            Cut::Polygon => "0",
        }
    }

    /// The corners of the two triangles of a quadrilateral, among the vertices of a line with its neighbours.
    fn corners(self) -> Option<[&'static str; 2]> {
        match self {
            Cut::None | Cut::Polygon => None,
            Cut::Quads => Some(["0, 1, 2", "0, 2, 3"]),
            Cut::QuadStrip => Some(["0, 1, 3", "2, 0, 3"]),
        }
    }

    /// A geometry shader of triangles for what is cut; its inputs have these names. As it was, if it is of another form.
    pub(super) fn shader(self, text: &str, inputs: &[&str]) -> String {
        if self == Cut::None {
            return text.to_owned();
        }
        let mut name = "corner".to_owned();
        while text.contains(&name) {
            name.push('_');
            name.push('n');
        }
        let Some(corners) = self.corners() else {
            return words(text, &[], None, self.number());
        };
        let Some(text) = doubled(text) else {
            return text.to_owned();
        };
        let declared = format!("int {name}[3];\n\nlayout(lines_adjacency");
        let text = words(&text, inputs, Some(&name), self.number());
        let text = text.replacen(TRIANGLES, &declared, 1);
        let mut text = text.replacen(MAIN, &format!("void {name}_done() {{"), 1);
        text.push_str("\nvoid main() {\n");
        if self == Cut::QuadStrip {
            // Every second line of the strip begins a quadrilateral.
            let _ = writeln!(text, "    if (({NUMBER} & 1) != 0) return;");
        }
        for three in corners {
            let _ = write!(
                text,
                "    {name} = int[3]({three});\n    {name}_done();\n    EndPrimitive();\n"
            );
        }
        text.push_str("}\n");
        text
    }
}

/// With twice as many vertices.
fn doubled(text: &str) -> Option<String> {
    let start = text.find(MOST)? + MOST.len();
    let length = text[start..].find(|character: char| !character.is_ascii_digit())?;
    let most: u32 = text[start..start + length].parse().ok()?;
    (text.contains(TRIANGLES) && text.contains(MAIN))
        .then(|| format!("{}{}{}", &text[..start], 2 * most, &text[start + length..]))
}

/// With vertices by the array of corners of this name, if there is one, and another number of the primitive.
fn words(text: &str, inputs: &[&str], name: Option<&str>, number: &str) -> String {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut changed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_word) {
        changed.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find(|character| !is_word(character)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        rest = behind;
        changed.push_str(if word == NUMBER { number } else { word });
        let of_vertex = word == "gl_in" || inputs.contains(&word);
        if let (Some(array), Some(index)) = (name.filter(|_| of_vertex), bracketed(rest))
            && !index.is_empty()
        {
            let index_changed = words(index, inputs, name, number);
            let _ = write!(changed, "[{array}[{index_changed}]]");
            rest = &rest[index.len() + 2..];
        }
    }
    changed + rest
}

/// What stands in the brackets at the beginning.
fn bracketed(text: &str) -> Option<&str> {
    let mut depth = 0;
    for (at, character) in text.char_indices() {
        match character {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return text.get(1..at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::Cut;

    const SHADER: &str = "layout(triangles) in;\nlayout(points, max_vertices = 2) out;\nin vec4 a[];\n\
        void main() {\n    gl_Position = gl_in[i[0]].gl_Position + a[1] + b[1];\n    x = gl_PrimitiveIDIn;\n}\n";

    #[test]
    fn a_shader_does_for_both_triangles_what_it_does_for_one() {
        // source: OpenGL 2.1, table 2.6.1 and figure 2.4: the vertices of QUADS and QUAD_STRIP
        let text = Cut::Quads.shader(SHADER, &["a"]);
        for line in [
            "int corner[3];",
            "layout(lines_adjacency) in;",
            "layout(points, max_vertices = 4) out;",
            "in vec4 a[];",
            "    gl_Position = gl_in[corner[i[0]]].gl_Position + a[corner[1]] + b[1];",
            "    corner = int[3](0, 2, 3);",
            "    x = gl_PrimitiveIDIn;",
        ] {
            assert!(text.lines().any(|one| one == line), "{line}\n{text}");
        }
        let text = Cut::QuadStrip.shader(SHADER, &["a"]);
        assert!(text.contains("x = (gl_PrimitiveIDIn / 2);"), "{text}");
        assert!(
            text.contains("if ((gl_PrimitiveIDIn & 1) != 0) return;"),
            "{text}"
        );
    }

    #[test]
    fn polygons_are_fans_of_number_0() {
        // source: NV_geometry_program4: primitive.id of POLYGON is 0
        let text = Cut::Polygon.shader(SHADER, &["a"]);
        assert_eq!(text, SHADER.replace("gl_PrimitiveIDIn", "0"));
        assert_eq!(Cut::None.shader(SHADER, &["a"]), SHADER);
        assert_eq!(Cut::Quads.shader("void main() {}", &[]), "void main() {}");
    }
}
