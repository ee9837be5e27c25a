//! The guide for porting an engine: its commands run, in order, and the shader that it shows is the one that they
//! write.

use super::page::{blocks, folder, root, shell};

#[test]
fn the_guide_is_walked_through() {
    let folder = folder("porting");
    let page = std::fs::read_to_string(root().join("docs/porting.md")).expect("the page");
    let blocks = blocks(&page);
    let mut printed = String::new();
    for line in blocks
        .iter()
        .filter(|(info, _)| *info == "sh")
        .flat_map(|(_, body)| body.lines())
    {
        let output = shell(&folder, line);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}\n{told}");
        printed += &String::from_utf8_lossy(&output.stdout);
    }
    assert!(
        printed.contains("result.color = 0.25, 0.125, 0.0625, 0.25 "),
        "{printed}"
    );

    let shown = blocks
        .iter()
        .filter_map(|(info, body)| Some((info.strip_prefix("glsl ")?, body)));
    let mut checked = 0;
    for (file, body) in shown {
        let written = std::fs::read_to_string(folder.join(file)).expect(file);
        assert_eq!(*body, written, "{file}");
        checked += 1;
    }
    assert_eq!(checked, 1);

    // What the page says is bound for rim.vert is what the reflection says.
    let text = std::fs::read_to_string(folder.join("out/shaders.json")).expect("the reflection");
    let all: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let of = |value: &serde_json::Value| {
        value["file"]
            .as_str()
            .is_some_and(|file| file.ends_with("rim.vert"))
    };
    let rim = all
        .as_array()
        .expect("a list")
        .iter()
        .find(|value| of(value))
        .expect("an entry");
    let (_, shown) = blocks.iter().find(|(info, _)| *info == "json").expect("a block");
    let shown: serde_json::Value = serde_json::from_str(shown).expect("JSON");
    for (key, value) in shown.as_object().expect("an object") {
        assert_eq!(&rim[key], value, "{key}");
    }
}
