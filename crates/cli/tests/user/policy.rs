//! Which files are read and written: those that the command line names, and of those that a scene or a program names
//! the ones below the folders that were granted.
//!
//! source: docs/scenes.md, "Files"; docs/qpu-assembler.md.

use std::fs;
use std::path::{Path, PathBuf};

use super::page::{folder, shell};

/// What is told where a scene reads or writes elsewhere.
const OUTSIDE: &str = "it lies outside the scene's folder, the current one and those of";

/// A scene's folder `s`, the folder `out` in which the command runs, and what lies beside both.
fn place(name: &str) -> PathBuf {
    let folder = folder(name);
    for inside in ["s", "out", "other"] {
        fs::create_dir(folder.join(inside)).expect("a folder of our own");
    }
    fs::write(folder.join("other/secret.bin"), b"secret").expect("a file of our own");
    folder
}

/// Runs a scene with these commands; the exit status, and what was told.
fn run(folder: &Path, commands: &str, flags: &str) -> (i32, String) {
    let scene = format!("[require]\nGL >= 2.0\n[test]\n{commands}\n");
    fs::write(folder.join("s/a.shader_test"), scene).expect("a file of our own");
    told(
        folder,
        &format!("cd out && quadrille run {flags} ../s/a.shader_test"),
    )
}

fn told(folder: &Path, line: &str) -> (i32, String) {
    // What waits for ever or reads without end is ended, and fails.
    let output = shell(folder, &format!("ulimit -t 60; {line}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code().unwrap_or(-1),
        text(&output.stdout) + &text(&output.stderr),
    )
}

#[test]
fn scenes_write_below_their_folders_only() {
    let folder = place("scenes-write");
    let elsewhere = folder.join("other/a.bin");
    let absolute = format!("buffer a size 16\noutput buffer a {}", elsewhere.display());
    for commands in [&*absolute, "output ../x.png", "output ../s/../other/x.png"] {
        let (status, text) = run(&folder, commands, "");
        assert!(status == 2 && text.contains(OUTSIDE), "{commands}: {text}");
    }
    assert!(!elsewhere.exists() && !folder.join("x.png").exists() && !folder.join("other/x.png").exists());

    for commands in ["output .profile", "output a/.b/x.png"] {
        let (status, text) = run(&folder, commands, "");
        assert!(status == 2 && text.contains("it is hidden"), "{commands}: {text}");
    }
    assert!(!folder.join("out/.profile").exists() && !folder.join("out/a").exists());

    let (status, text) = run(&folder, "output x.png\noutput new/x.png\noutput ../s/x.png", "");
    assert_eq!(status, 0, "{text}");
    let (status, text) = run(&folder, &absolute, "--allow-write ../other");
    assert!(status == 0 && elsewhere.exists(), "{text}");
    assert!(["out/x.png", "out/new/x.png", "s/x.png"].map(|path| folder.join(path).exists()) == [true; 3]);
}

#[test]
fn scenes_read_below_their_folders_only() {
    let folder = place("scenes-read");
    std::os::unix::fs::symlink("../other/secret.bin", folder.join("s/link")).expect("a link");
    std::os::unix::fs::symlink("../other", folder.join("s/folder")).expect("a link");
    for path in [
        "/dev/zero",
        "/etc/passwd",
        "../other/secret.bin",
        "link",
        "folder/secret.bin",
        // What is not there is not told from what is.
        "../other/missing.bin",
        "/root/missing",
    ] {
        for command in ["buffer a file", "texture file 0", "draw mesh"] {
            let path = if command == "draw mesh" && path == "/etc/passwd" {
                "/etc/passwd.obj"
            } else {
                path
            };
            let (status, text) = run(&folder, &format!("{command} {path}"), "");
            assert!(status == 1 && text.contains(OUTSIDE), "{command} {path}: {text}");
        }
    }
    let (status, text) = run(
        &folder,
        "buffer a file ../other/secret.bin",
        "--allow-read ../other",
    );
    assert_eq!(status, 0, "{text}");
    // A folder of the command line is granted with all in it.
    let (status, text) = told(&folder, "cp -r other s/inner && cd out && quadrille run ../s");
    assert_eq!(status, 1, "{text}");
    fs::create_dir(folder.join("s/scenes")).expect("a folder of our own");
    fs::rename(
        folder.join("s/a.shader_test"),
        folder.join("s/scenes/a.shader_test"),
    )
    .expect("the scene");
    fs::rename(folder.join("s/inner"), folder.join("s/other")).expect("the data");
    let (status, text) = told(&folder, "cd out && quadrille run ../s");
    assert_eq!(status, 0, "{text}");
    let (status, text) = told(&folder, "cd out && quadrille run ../s/scenes/a.shader_test");
    assert!(status == 1 && text.contains(OUTSIDE), "{text}");
}

#[test]
fn only_regular_files_are_data() {
    let folder = place("devices");
    let (status, text) = told(&folder, "mkfifo s/fifo && mkdir s/inner");
    assert_eq!(status, 0, "{text}");
    for command in ["buffer a file fifo", "texture file 0 fifo", "buffer a file inner"] {
        let (status, text) = run(&folder, command, "");
        assert!(
            status == 1 && text.contains("it is not a regular file"),
            "{command}: {text}"
        );
    }
    // Not even where devices are granted.
    let (status, text) = run(&folder, "texture file 0 /dev/zero", "--allow-read /dev");
    assert!(
        status == 1 && text.contains("/dev/zero: it is not a regular file"),
        "{text}"
    );
    let (status, text) = run(&folder, "buffer a size 4\noutput buffer a ../s/fifo", "");
    assert!(
        status == 2 && text.contains("../s/fifo: it is not a regular file"),
        "{text}"
    );

    let program = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n";
    fs::write(folder.join("a.vp"), program).expect("a file of our own");
    for line in [
        "quadrille gf3 run a.vp --vertices 0=/dev/zero:float:3",
        "quadrille qpu run examples/qpu/saxpy.qasm --input x=/dev/zero",
    ] {
        let (status, text) = told(&folder, line);
        assert!(
            status == 2 && text.contains("/dev/zero: it is not a regular file"),
            "{line}: {text}"
        );
    }
    // A program may come from a pipe.
    let (status, text) = told(
        &folder,
        "mkfifo p && (cat a.vp >p &) && quadrille check p && quadrille check - <a.vp",
    );
    assert_eq!(status, 0, "{text}");
}

/// source: PNG, 11.2.1: a header that claims 60000 × 60000 pixels, with its checksum.
#[test]
fn pictures_are_not_unpacked_without_end() {
    let folder = place("bomb");
    let mut bomb = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bomb.extend([0, 0, 234, 96, 0, 0, 234, 96, 8, 6, 0, 0, 0, 128, 210, 117, 66]);
    fs::write(folder.join("s/a.png"), bomb).expect("a file of our own");
    for command in [
        "texture file 0 a.png",
        "texture cube 0 a.png a.png a.png a.png a.png a.png",
    ] {
        let (status, text) = run(&folder, command, "");
        assert!(
            status == 1 && text.contains("the picture has 60000 × 60000 pixels"),
            "{command}: {text}"
        );
    }
}

#[test]
fn one_limit_for_all_that_is_read() {
    let folder = place("limit");
    let (status, text) = told(
        &folder,
        "head -c 2097153 /dev/zero >s/a.bin && cp s/a.bin a.vp && cp s/a.bin s/a.png && cp s/a.bin s/a.obj",
    );
    assert_eq!(status, 0, "{text}");
    for command in ["buffer a file a.bin", "texture file 0 a.png", "draw mesh a.obj"] {
        let (status, text) = run(&folder, command, "--file-limit 2");
        assert!(
            status == 1 && text.contains("more than 2 MiB, which is the most that is read"),
            "{command}: {text}"
        );
    }
    for line in [
        "check a.vp",
        "extract --list a.vp",
        "gf3 run examples/geforce3/transform.vp --vertices 0=a.vp:float:3",
        "qpu dis a.vp",
    ] {
        let (status, text) = told(&folder, &format!("quadrille {line} --file-limit 2"));
        assert!(
            status == 2 && text.contains("more than 2 MiB, which is the most that is read"),
            "{line}: {text}"
        );
    }
    // Without the flag it is 64 MiB.
    let (status, text) = told(&folder, "truncate -s 67108865 s/a.bin");
    assert_eq!(status, 0, "{text}");
    let (status, text) = run(&folder, "buffer a file a.bin", "");
    assert!(status == 1 && text.contains("more than 64 MiB"), "{text}");
    let (status, text) = run(&folder, "buffer a file a.bin", "--file-limit 65");
    assert_eq!(status, 0, "{text}");
}

#[test]
fn inputs_are_not_written_over() {
    let folder = place("inputs");
    let program = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n";
    fs::write(folder.join("a.vp"), program).expect("a file of our own");
    fs::copy(folder.join("examples/qpu/saxpy.qasm"), folder.join("a.qasm")).expect("an example");
    std::os::unix::fs::symlink("a.vp", folder.join("c.vp")).expect("a link");
    for line in [
        "quadrille translate a.vp --to glsl330 -o a.vp",
        "quadrille translate a.vp --to glsl330 -o c.vp",
        "quadrille gf3 asm a.vp -o ./a.vp",
        "quadrille qpu asm a.qasm -o a.qasm",
        "cp -r examples/toon.shader_test examples/torus.obj s && quadrille run s/toon.shader_test -o s/torus.obj",
    ] {
        let (status, text) = told(&folder, line);
        assert!(
            status == 2 && text.contains("it is an input of this run, which is not written over"),
            "{line}: {text}"
        );
    }
    assert_eq!(fs::read_to_string(folder.join("a.vp")).expect("it"), program);
    fs::write(folder.join("s/data"), [0; 16]).expect("a file of our own");
    for commands in [
        "buffer a file data\noutput buffer a ../s/data",
        "output ../s/a.shader_test",
    ] {
        let (status, text) = run(&folder, commands, "");
        assert!(
            status == 2 && text.contains("it is an input of this run"),
            "{commands}: {text}"
        );
    }
}

#[test]
fn included_texts_lie_beside_the_program() {
    let folder = place("includes");
    fs::write(folder.join("other/secret.qinc"), "the secret\n").expect("a file of our own");
    let secret = folder.join("other/secret.qinc");
    for name in [
        &*secret.to_string_lossy(),
        "../other/secret.qinc",
        "/dev/zero",
        "/etc/passwd",
    ] {
        let include = format!(".include \"{name}\"\nnop\n");
        fs::write(folder.join("s/a.qasm"), &include).expect("a file of our own");
        let (status, text) = told(&folder, "cd out && quadrille qpu asm ../s/a.qasm");
        assert!(
            status == 1
                && text
                    .contains("it lies outside the program's folder, the current one and those of --include"),
            "{name}: {text}"
        );
        assert!(!text.contains("the secret") && !text.contains("root:"), "{text}");
        let scene = format!("[require]\nGL >= 2.0\n[qpu program]\n{include}[test]\n");
        fs::write(folder.join("s/b.shader_test"), scene).expect("a file of our own");
        let (status, text) = told(&folder, "cd out && quadrille run ../s/b.shader_test");
        assert!(status == 1 && text.contains(OUTSIDE), "{name}: {text}");
        assert!(!text.contains("the secret") && !text.contains("root:"), "{text}");
    }
    fs::write(folder.join("other/one.qinc"), ".set one, 1\n").expect("a file of our own");
    fs::write(
        folder.join("s/a.qasm"),
        ".include \"../other/one.qinc\"\nldi r0, one\n",
    )
    .expect("a file of our own");
    let (status, text) = told(
        &folder,
        "cd out && quadrille qpu asm -I ../other ../s/a.qasm && cd .. && quadrille qpu asm s/a.qasm",
    );
    assert_eq!(status, 0, "{text}");
}
