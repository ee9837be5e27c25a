//! The vendor library for libglvnd, installed and loaded by a program of C through libEGL: what the driver of the machine
//! says and draws, it says and draws through the library.

use std::path::Path;
use std::process::Command;

use quadrille_tools_testkit::{Group, Tool, skip};

/// Clears a pixel buffer of the surfaceless platform, and prints the renderer and a pixel.
const PROGRAM: &str = r#"
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <stdio.h>
int main(void) {
    EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLint size[] = {EGL_WIDTH, 4, EGL_HEIGHT, 4, EGL_NONE};
    EGLConfig config;
    EGLint count = 0;
    if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API)
        || !eglChooseConfig(display, wanted, &config, 1, &count) || count == 0)
        return 3;
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
    if (!eglMakeCurrent(display, surface, surface, context))
        return 3;
    unsigned char pixel[4] = {0};
    glClearColor(1.0f, 0.0f, 0.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    printf("%s: %d %d %d\n", glGetString(GL_RENDERER), pixel[0], pixel[1], pixel[2]);
    return eglTerminate(display) ? 0 : 4;
}
"#;

#[test]
fn what_the_driver_says_and_draws() {
    if !cfg!(target_os = "linux") {
        return skip(Group::Drivers, "libglvnd is of Linux");
    }
    if !Tool::CC.is_here() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("driver");
    std::fs::create_dir_all(&folder).expect("a folder of our own");
    let source = folder.join("clear.c");
    std::fs::write(&source, PROGRAM).expect("it is written");
    let program = folder.join("clear");
    let mut cc = Command::new("cc");
    cc.arg(&source)
        .arg("-o")
        .arg(&program)
        .args(["-lEGL", "-lOpenGL"]);
    if !cc.output().expect("a compiler").status.success() {
        return skip(
            Group::Drivers,
            "libEGL has no headers here; they are in Debian's libegl-dev and libopengl-dev",
        );
    }
    let native = Command::new(&program).output().expect("it runs");
    if native.status.code() == Some(3) {
        return skip(
            Group::Drivers,
            "EGL has no surfaceless display of OpenGL; it is in Debian's libegl-mesa0",
        );
    }
    let installed = folder.join("installed");
    let install = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["install", "--debug", "--driver"])
        .arg(&installed)
        .output();
    let install = install.expect("xtask runs");
    assert!(
        install.status.success(),
        "{}",
        String::from_utf8_lossy(&install.stderr)
    );

    // The lines that it prints are what a user sets; `LD_DEBUG` tells which libraries are loaded.
    let lines = String::from_utf8(install.stdout).expect("text");
    assert_eq!(lines.lines().count(), 2, "{lines}");
    let script = format!("{lines}LD_DEBUG=files exec '{}'", program.display());
    let ours = Command::new("sh")
        .arg("-c")
        .arg(script)
        .output()
        .expect("a shell");
    let loaded = String::from_utf8_lossy(&ours.stderr);
    assert!(
        loaded.contains("calling init: ") && loaded.contains("installed/libEGL_quadrille.so.0"),
        "{loaded}"
    );
    assert_eq!(ours.status.code(), Some(0));
    let said = String::from_utf8_lossy(&ours.stdout).into_owned();
    assert_eq!(said, String::from_utf8_lossy(&native.stdout));
    assert!(said.ends_with(": 255 0 0\n"), "{said}");

    // Without a driver behind it, the library answers no display.
    let mut alone = Command::new(&program);
    alone
        .env("__EGL_VENDOR_LIBRARY_FILENAMES", installed.join("quadrille.json"))
        .env("QUADRILLE_VENDOR", "nobody");
    assert_eq!(alone.output().expect("it runs").status.code(), Some(3));
}
