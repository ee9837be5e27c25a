//! Heat maps and differences as the command line makes them; the pictures of docs/heat-maps.md are made here.

use std::fs;
use std::path::Path;

use super::input::run;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The pictures of docs/heat-maps.md, each with its scene. `BLESS=1` writes them; a person looks at them.
const PICTURES: [(&str, &str); 4] = [
    ("instructions", "toon"),
    ("overdraw", "spikes"),
    ("reads", "shadow"),
    ("divergence", "transparency"),
];

/// source: docs/heat-maps.md, whose pictures these are; what they count is tested in `quadrille/tests/heat.rs`.
#[test]
fn the_pictures_of_the_page() {
    for (count, scene) in PICTURES {
        let name = format!("heat-{count}");
        let line = format!("quadrille run {ROOT}/examples/{scene}.shader_test --heat {count} -o {name}.png");
        let (status, out, err) = run(&name, &[], &line);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(&name);
        assert_eq!(status, 0, "{out}{err}");
        assert!(out.contains("  heat: 0 to "), "{out}");
        let made = fs::read(folder.join(format!("{name}.png"))).expect("it was written");
        let shown = format!("{ROOT}/docs/pictures/{name}.png");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&shown, &made).expect("the picture is written");
        }
        let shown = fs::read(shown).expect("the page has the picture");
        assert!(made == shown, "{name} has changed: BLESS=1 writes it");
    }
}

/// source: docs/heat-maps.md
#[test]
fn what_cannot_be_counted_is_told() {
    let scene = format!("{ROOT}/examples/toon.shader_test");
    for (options, said) in [
        (
            "--heat reads --engine gf3",
            "the engine `gf3` cannot be watched, and so makes no heat map",
        ),
        ("--heat-most 3", "--heat <COUNT>"),
        ("--heat heat", "divergence"),
    ] {
        let (status, out, err) = run("heat-wrong", &[], &format!("quadrille run {scene} {options}"));
        assert_eq!(status, 2, "{out}{err}");
        assert!(err.contains(said), "{err}");
    }
}

/// source: docs/heat-maps.md: pictures of one rectangle, which is a pixel wider in the second.
#[test]
fn two_pictures_lie_apart() {
    let scene = |width: u32| {
        format!(
            "[require]\nSIZE 8 8\n[test]\northo\nclear color 0 0 0 1\nclear\ncolor 1 0 0 1\ndraw rect 0 0 {width} 8\n"
        )
    };
    let (three, four) = (scene(3), scene(4));
    let files: &[(&str, &[u8])] = &[
        ("three.shader_test", three.as_bytes()),
        ("four.shader_test", four.as_bytes()),
        ("no.png", b"this is no picture"),
    ];
    let draw = "quadrille run -q three.shader_test -o 3.png; quadrille run -q four.shader_test -o 4.png";
    for (line, status, said) in [
        ("quadrille difference 3.png 3.png", 0, "equal"),
        (
            "quadrille difference 3.png 4.png -o d.png",
            1,
            "at most 255/255 apart, at (3, 7); 8 of 64 pixels differ, 8 of them at edges",
        ),
        (
            "quadrille difference 3.png 4.png --allow-edges",
            0,
            "8 of them at edges",
        ),
        (
            "quadrille difference 3.png 4.png --tolerance 255",
            0,
            "at most 255/255 apart",
        ),
        ("quadrille difference 3.png 4.png --json", 1, "\"beyond\":8"),
        ("quadrille difference 3.png no.png", 2, "no.png: "),
        (
            "quadrille difference 3.png 4.png --tolerance nan",
            2,
            "not a number",
        ),
    ] {
        let (found, out, err) = run("difference", files, &format!("{draw}; {line}"));
        assert_eq!(found, status, "{line}: {out}{err}");
        assert!(out.contains(said) || err.contains(said), "{line}: {out}{err}");
    }
}
