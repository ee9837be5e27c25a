//! docs/pipeline.md names every command and enumerant of the extensions that it is about.

use std::path::Path;

/// Whether a name is what a pattern says, in which `*` stands for any letters.
fn suits(pattern: &[u8], name: &[u8]) -> bool {
    match pattern {
        [] => name.is_empty(),
        [b'*', rest @ ..] => (0..=name.len()).any(|taken| suits(rest, &name[taken..])),
        [letter, rest @ ..] => name
            .split_first()
            .is_some_and(|(first, others)| first == letter && suits(rest, others)),
    }
}

/// A name without the letters of those who made the extension; the page says some of them once for several.
fn bare(name: &str) -> &str {
    let vendors = ["_NV", "_EXT", "_ARB", "NV", "EXT", "ARB"];
    let bare = vendors.iter().find_map(|vendor| name.strip_suffix(vendor));
    bare.unwrap_or(name)
}

/// source: oracle/pipeline/extensions.txt, from the registry of Khronos
#[test]
fn every_name_is_on_the_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect("it is there");
    let page = read("docs/pipeline.md");
    // Every other piece between the marks of code; names in a piece may follow each other.
    let code = page.split('`').skip(1).step_by(2);
    let names: Vec<&str> = code.flat_map(str::split_whitespace).map(bare).collect();
    let list = read("oracle/pipeline/extensions.txt");
    let (mut seen, mut missing) = (0, Vec::new());
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let (extension, of_extension) = line.split_once(": ").expect("names of an extension");
        for name in of_extension.split(' ') {
            seen += 1;
            let wanted = bare(name).as_bytes();
            if !names.iter().any(|pattern| suits(pattern.as_bytes(), wanted)) {
                missing.push(format!("{extension}: {name}"));
            }
        }
    }
    assert!(seen > 390, "{seen} names");
    assert!(
        missing.is_empty(),
        "docs/pipeline.md lacks\n{}",
        missing.join("\n")
    );
}
