//! The texture environment goes by the base format of the texture that is bound.

use quadrille::scene::{NoFiles, SceneOptions, Verdict};
use quadrille::{Session, run_scene};

/// Draws the current colour with a texture that is red in its lower left quarter, and probes there.
fn drawn(mode: &str, format: &str, expected: &str) {
    let text = format!(
        "[test]\northo 0 1 0 1\ncolor 0.2 0.4 0.6 0.8\ntexture rgbw 0 (8,8) {format}\nenable GL_TEXTURE_2D\n\
         texenv mode {mode}\ndraw rect tex 0 0 1 1 0 0 1 1\nrelative probe rgba (0.25, 0.25) ({expected})\n"
    );
    let session = Session::new();
    let report = run_scene(
        "environment.shader_test",
        &text,
        &SceneOptions::new(&session, &NoFiles),
    );
    assert_eq!(report.verdict, Verdict::Pass, "{mode} {format}");
}

#[test]
fn each_base_format_replaces_what_it_holds() {
    // source: OpenGL 2.1, tables 3.15 (red is luminance and intensity) and 3.21, the column REPLACE
    drawn("GL_REPLACE", "GL_ALPHA", "0.2, 0.4, 0.6, 1");
    drawn("GL_REPLACE", "GL_LUMINANCE", "1, 1, 1, 0.8");
    drawn("GL_REPLACE", "GL_LUMINANCE_ALPHA", "1, 1, 1, 1");
    drawn("GL_REPLACE", "GL_INTENSITY", "1, 1, 1, 1");
    drawn("GL_REPLACE", "GL_RGB", "1, 0, 0, 0.8");
    drawn("GL_REPLACE", "GL_RGBA", "1, 0, 0, 1");
}

#[test]
fn each_base_format_modulates_what_it_holds() {
    // source: OpenGL 2.1, table 3.21, the column MODULATE
    drawn("GL_MODULATE", "GL_ALPHA", "0.2, 0.4, 0.6, 0.8");
    drawn("GL_MODULATE", "GL_RGB", "0.2, 0, 0, 0.8");
    drawn("GL_MODULATE", "GL_INTENSITY", "0.2, 0.4, 0.6, 0.8");
}
