//! `[vertex data]`: bits in columns of every width, and where the problem is in a header that cannot be read.

use quadrille_scene::{Numbers, Problem, VertexDataError, read};

/// The numbers of the one column of a scene.
fn column(data_type: &str, row: &str) -> Option<Numbers> {
    let text = format!("[vertex data]\n3/{data_type}/4\n{row}\n[test]\n");
    let mut data = read(&text).ok()?.vertex_data?;
    Some(data.attributes.remove(0).values)
}

/// source: piglit's piglit-vbo.cpp reads these columns by strtof_hex, strtohf_hex and strtod_hex, which take what begins with
/// `0x` for the bits of a float of 32, 16 and 64 bits; IEEE 754 has 1.0 and -2.0 there.
#[test]
fn bits_are_as_wide_as_the_column() {
    let row = "0x3f800000 0 0xc0000000 0.5";
    assert_eq!(
        column("float", row),
        Some(Numbers::Floats(vec![1.0, 0.0, -2.0, 0.5]))
    );
    let row = "0x3c00 0 0xc000 0.5";
    assert_eq!(
        column("half", row),
        Some(Numbers::Floats(vec![1.0, 0.0, -2.0, 0.5]))
    );
    let row = "0x3ff0000000000000 0 0xc000000000000000 0.5";
    assert_eq!(
        column("double", row),
        Some(Numbers::Doubles(vec![1.0, 0.0, -2.0, 0.5]))
    );
    assert_eq!(column("half", "0x3c000 0 0 0"), None);
    assert_eq!(column("float", "0x3ff0000000000000 0 0 0"), None);
    assert_eq!(column("double", "0x3ff00000000000000 0 0 0"), None);
}

/// source: ARB_vertex_program: MAX_VERTEX_ATTRIBS_ARB is 16 here, so that attributes have the numbers 0 to 15.
#[test]
fn locations_are_attributes() {
    for header in ["16/float/2", "0/float/2 99/float/2", "-1/float/2", "x/y/float/2"] {
        let text = format!("[vertex data]\n{header}\n[test]\ndraw arrays GL_POINTS 0 0\n");
        let error = read(&text).expect_err(header);
        let last = header.split(' ').next_back();
        assert_eq!(Some(&text[error.span.range()]), last, "{header}");
        assert_eq!(
            error.problem,
            Problem::VertexData(VertexDataError::Location),
            "{header}"
        );
    }
    assert!(read("[vertex data]\n15/float/2\n").is_ok());
}
