//! Commands in piglit's spelling are those in our own.

use quadrille_scene::{Command, read};

fn command(line: &str) -> Command {
    let mut scene = read(&format!("[test]\n{line}\n")).expect(line);
    scene.statements.remove(0).command
}

/// source: piglit's shader_runner.c, piglit_display(): "polygon mode ", "viewport swizzle "; handle_viewport_swizzle().
#[test]
fn state_commands_of_two_words() {
    for (theirs, ours) in [
        (
            "polygon mode GL_FRONT_AND_BACK GL_LINE",
            "polygonmode FRONT_AND_BACK LINE",
        ),
        (
            "viewport swizzle 1 POSITIVE_Y NEGATIVE_X POSITIVE_Z POSITIVE_W",
            "viewportswizzle 1 POSITIVE_Y NEGATIVE_X POSITIVE_Z POSITIVE_W",
        ),
        ("clip plane 0 1 0 0 0", "clipplane 0 1 0 0 0"),
        ("shade model flat", "shademodel FLAT"),
    ] {
        assert_eq!(command(theirs), command(ours), "{theirs}");
    }
    assert!(read("[test]\npolygon offset 1 1\n").is_err());
}

/// source: piglit's shader_runner.c, piglit_display(): "draw instanced rect ortho ", "draw instanced rect ortho patch ".
#[test]
fn rectangles_in_pixels_are_drawn_several_times() {
    for (line, wanted) in [
        ("draw instanced rect 3 1 2 4 5", (3, false, false)),
        ("draw instanced rect ortho 3 1 2 4 5", (3, true, false)),
        ("draw instanced rect ortho patch 3 1 2 4 5", (3, true, true)),
        ("draw rect ortho patch 1 2 4 5", (1, true, true)),
        ("draw rect patch 1 2 4 5", (1, false, true)),
    ] {
        let Command::DrawRect {
            rect,
            instances,
            ortho,
            patch,
            ..
        } = command(line)
        else {
            panic!("{line}")
        };
        assert_eq!((instances, ortho, patch), wanted, "{line}");
        assert_eq!((rect.origin, rect.size), ([1.0, 2.0], [4.0, 5.0]), "{line}");
    }
}

/// source: the extensions that had these targets first: ARB_fragment_shader, ARB_texture_compression,
/// SGIS_generate_mipmap.
#[test]
fn hints_have_the_letters_of_a_vendor_or_not() {
    for target in [
        "GL_FRAGMENT_SHADER_DERIVATIVE_HINT_ARB",
        "FRAGMENT_SHADER_DERIVATIVE_HINT",
        "GL_TEXTURE_COMPRESSION_HINT_ARB",
        "GL_GENERATE_MIPMAP_HINT_SGIS",
    ] {
        assert_eq!(command(&format!("hint {target} GL_NICEST")), Command::NoEffect);
    }
    assert!(read("[test]\nhint GL_SHADER_HINT_ARB GL_NICEST\n").is_err());
}
